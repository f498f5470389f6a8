"""Sign-up, sign-in, sign-out, password reset, settings."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.callsigns import check_not_reserved
from accounts.models import User
from tests.people import PASSWORD, posted

pytestmark = pytest.mark.django_db


def sign_up(client: Client, callsign: str = "anna", **fields: str):
    return client.post("/accounts/signup/", {"username": callsign, "password1": PASSWORD, **fields})


def test_sign_up_needs_no_email_and_signs_in(client: Client) -> None:
    assert sign_up(client).status_code == 302
    user = User.objects.get()
    assert (user.username, user.email) == ("anna", "")
    assert b"anna" in client.get("/settings/").content
    assert posted() == []


def test_a_callsign_is_taken_whatever_its_case(client: Client, person) -> None:
    person("Anna")
    answer = sign_up(client, "aNNA")
    assert answer.status_code == 200
    assert b"already exists" in answer.content or b"taken" in answer.content
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "callsign", ["a b", "<script>", "x" * 25, "admin", "é" * 30, "a", "COMPUTER", "Computer-2", "guest-00007"]
)
def test_callsigns_that_will_not_do(client: Client, callsign: str) -> None:
    answer = sign_up(client, callsign)
    assert b"field-error" in answer.content
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "callsign", ["computer", "Computer_7", "Guest", "GUEST-12345", "guest12", "Ｃomputer"]
)
def test_callsigns_of_the_computer_and_of_guests_are_kept_for_them(callsign: str) -> None:
    with pytest.raises(ValidationError, match="reserved for the computer or for guests"):
        check_not_reserved(callsign)


@pytest.mark.parametrize("callsign", ["Computerist", "guesthouse", "my-computer", "anna"])
def test_callsigns_only_like_them_are_free(callsign: str) -> None:
    check_not_reserved(callsign)


def test_sign_in_by_callsign_or_email_and_out_by_post(client: Client, person) -> None:
    person(email="anna@example.org")
    for login in ("anna", "anna@example.org"):
        answer = client.post("/accounts/login/", {"login": login, "password": PASSWORD})
        assert answer.status_code == 302
        assert client.get("/accounts/logout/").status_code == 200
        assert client.get("/settings/").status_code == 200
        client.post("/accounts/logout/")
        assert client.get("/settings/").status_code == 302


def test_too_many_wrong_passwords_are_refused_for_a_while(client: Client, person) -> None:
    person()
    answers = [client.post("/accounts/login/", {"login": "anna", "password": "wrong"}) for _ in range(6)]
    assert [a.status_code for a in answers[:5]] == [200] * 5
    assert b"Too many failed" in answers[5].content
    right = client.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    assert right.status_code == 200


def test_too_many_sign_ups_from_one_address(client: Client) -> None:
    codes = [sign_up(Client(), f"anna{number}").status_code for number in range(22)]
    assert codes[:20] == [302] * 20
    assert codes[20:] == [429] * 2
    assert User.objects.count() == 20


def test_a_forged_forwarded_address_does_not_dodge_the_limit(client: Client, person) -> None:
    person()
    for number in range(12):
        answer = client.post(
            "/accounts/login/",
            {"login": f"nobody{number}", "password": "wrong"},
            headers={"X-Forwarded-For": f"198.51.100.{number}"},
        )
    assert b"Too many failed" in answer.content


def test_without_a_mail_server_the_reset_page_says_where_the_link_is(client: Client, person) -> None:
    person(email="anna@example.org")
    assert b"sends no e-mail" in client.get("/accounts/password/reset/").content
    answer = client.post("/accounts/password/reset/", {"email": "anna@example.org"}, follow=True)
    assert b"console" in answer.content
    _set_password_by_link(client, re.findall(r"http\S+", str(posted()[0].body))[0])


def test_an_unknown_address_gets_the_same_answer_and_no_mail(client: Client) -> None:
    answer = client.post("/accounts/password/reset/", {"email": "who@example.org"}, follow=True)
    assert b"console" in answer.content
    assert posted() == []


def test_the_host_can_make_a_link_for_someone_without_an_address(client: Client, person, capsys) -> None:
    person("анна")
    call_command("reset_link", "АННА")
    assert capsys.readouterr().out.startswith("http")
    person()
    call_command("reset_link", "ANNA")
    _set_password_by_link(client, capsys.readouterr().out.strip())
    with pytest.raises(CommandError, match="Nobody here"):
        call_command("reset_link", "bert")


def _set_password_by_link(client: Client, link: str) -> None:
    path = re.sub(r"^https?://[^/]+", "", link)
    form = client.get(path, follow=True)
    assert b"Set a new password" in form.content
    done = client.post(
        form.redirect_chain[-1][0], {"password1": "eight hooks of tin", "password2": "eight hooks of tin"}
    )
    assert done.status_code == 302
    assert Client().login(username="anna", password="eight hooks of tin")
    assert b"no longer valid" in Client().get(path, follow=True).content


def test_settings_refuse_a_bad_address_with_a_sentence_and_keep_what_was_typed(
    client: Client, person
) -> None:
    client.force_login(person())
    answer = client.post("/settings/", {"webhook_url": "http://127.0.0.1/x", "webhook_kind": "json"})
    assert answer.status_code == 422
    assert b"must begin with https" in answer.content
    assert b"http://127.0.0.1/x" in answer.content
    assert User.objects.get().webhook_url == ""


def test_settings_of_others_cannot_be_reached(client: Client) -> None:
    for path in ("/settings/", "/settings/history"):
        assert client.get(path).headers["Location"].startswith("/accounts/login/")
    assert client.post("/settings/test").status_code == 302
    assert client.get("/events/me").status_code == 403


@pytest.mark.every_view
def test_the_test_button_is_limited(client: Client, person) -> None:
    client.force_login(person(webhook_url="https://example.org/x"))
    codes = [client.post("/settings/test").status_code for _ in range(6)]
    assert codes == [302] * 5 + [429]


def test_saving_settings_is_limited_and_keeps_what_was_typed(client: Client, person, monkeypatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("accounts.people.forms.check_webhook", asked.append)
    client.force_login(person())
    typed = [f"https://example.org/{number}" for number in range(6)]
    answers = [client.post("/settings/", {"webhook_url": url, "webhook_kind": "discord"}) for url in typed]
    assert [answer.status_code for answer in answers] == [302] * 5 + [429]
    assert asked == typed[:5]
    assert b"Too many attempts" in answers[5].content
    assert typed[5].encode() in answers[5].content
    assert User.objects.get().webhook_url == typed[4]
    assert client.post("/settings/test").status_code == 429
    client.force_login(person("bert"))
    assert client.post("/settings/", {"webhook_url": "", "webhook_kind": "json"}).status_code == 302


def test_every_page_carries_the_policy(client: Client) -> None:
    for path in ("/", "/accounts/login/", "/nothing-here"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Frame-Options"] == "DENY"


def test_an_ordinary_page_writes_nothing(client: Client, person, django_assert_max_num_queries) -> None:
    client.force_login(person())
    with django_assert_max_num_queries(12) as queries:
        client.get("/settings/")
    assert not [q for q in queries.captured_queries if not q["sql"].lstrip("(").startswith("SELECT")]
