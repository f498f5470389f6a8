"""Guests: how they begin, keep what they began, and sign out."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.db import IntegrityError
from django.test import Client

from accounts.models import User
from accounts.people import guests
from accounts.people.special_users import new_guest
from tests.people import PASSWORD, make_person, posted

pytestmark = pytest.mark.django_db
KEPT = {"username": "hedwig", "password1": PASSWORD}


@pytest.fixture
def guest(client: Client) -> User:
    """Somebody who has pressed Play now."""
    assert client.post("/play/").status_code == 302
    return User.objects.get(is_guest=True)


class TestPlayNow:
    def test_guests_are_counted_by_address(self, settings):
        codes = [Client().post("/play/").status_code for _ in range(21)]
        assert codes == [302] * 20 + [429]
        assert User.objects.filter(is_guest=True).count() == 20

    def test_people_are_counted_by_themselves(self, settings):
        settings.ACCOUNT_RATE_LIMITS = {
            **settings.ACCOUNT_RATE_LIMITS,
            "play": "1/h/user",
            "play_as_guest": "1/h/ip",
        }
        for callsign in ("anna", "bert"):
            client = Client()
            client.force_login(make_person(callsign))
            assert [client.post("/play/").status_code for _ in range(2)] == [302, 429]
        assert [Client().post("/play/").status_code for _ in range(2)] == [302, 429]

    def test_there_are_callsigns_for_more_guests_than_numbers_of_five_digits(self, monkeypatch):
        monkeypatch.setattr("accounts.people.special_users.DIGITS", 1)
        monkeypatch.setattr("accounts.people.special_users.TRIES_WITH_AS_MANY", 1)
        callsigns = {new_guest().username for _ in range(40)}
        assert len(callsigns) == 40
        assert any(re.fullmatch(r"Guest-\d", callsign) for callsign in callsigns)

    def test_where_nobody_may_sign_up_nobody_is_a_guest(self, client, settings):
        settings.SIGN_UP_OPEN = False
        assert client.post("/play/").headers["Location"] == "/accounts/signup/"
        assert not User.objects.filter(is_guest=True).exists()
        client.force_login(make_person("anna"))
        assert client.post("/play/").status_code == 302


class TestKeep:
    def test_everything_is_kept_and_they_stay_signed_in(self, client, guest):
        assert client.post("/settings/keep/", KEPT).headers["Location"] == "/wars/"
        user = User.objects.get(pk=guest.pk)
        assert (user.username, user.email, user.is_guest) == ("hedwig", "", False)
        assert user.check_password(PASSWORD)
        assert b"First Light" in client.get("/wars/").content
        assert client.get("/settings/keep/").headers["Location"] == "/settings/"

    @pytest.mark.parametrize("verified", [False, True])
    def test_it_does_not_tell_whose_an_address_is(self, settings, verified):
        settings.HAS_MAIL = True
        owner = make_person("owner", email="taken@example.org")
        EmailAddress.objects.create(user=owner, email="taken@example.org", verified=verified, primary=True)
        answers = []
        for number, address in enumerate(("taken@example.org", "free@example.org")):
            client = Client()
            client.post("/play/")
            done = client.post(
                "/settings/keep/", {**KEPT, "username": f"h{number}", "email": address}, follow=True
            )
            answers.append((done.redirect_chain, _words(done, f"h{number}", address)))
            assert posted().pop().to == [address]
            assert client.get("/accounts/email/").status_code == 200
        assert answers[0] == answers[1]
        kept = EmailAddress.objects.get(user__username="h0")
        assert (kept.email, kept.verified, kept.primary) == ("taken@example.org", False, True)
        assert EmailAddress.objects.get(user=owner).verified == verified

    @pytest.mark.parametrize("path", ["/accounts/signup/", "/accounts/email/"])
    def test_neither_does_any_other_page(self, person, path):
        person("owner", email="taken@example.org")
        answers = []
        for number, address in enumerate(("taken@example.org", "free@example.org")):
            client = Client()
            if path != "/accounts/signup/":
                client.force_login(person(f"h{number}"))
            fields = {"username": f"h{number}", "password1": PASSWORD, "email": address, "action_add": ""}
            done = client.post(path, fields, follow=True)
            answers.append((done.status_code, done.redirect_chain, _words(done, f"h{number}", address)))
        assert answers[0] == answers[1]

    def test_of_two_accounts_with_an_address_one_can_confirm_it(self, client, guest, settings):
        settings.HAS_MAIL = True
        owner = make_person("owner", email="taken@example.org")
        proved = EmailAddress.objects.create(
            user=owner, email="taken@example.org", verified=True, primary=True
        )
        client.post("/settings/keep/", {**KEPT, "email": "taken@example.org"})
        link = re.search(r"/accounts/confirm-email/\S+", str(posted()[0].body))
        assert link
        client.post(link[0])
        assert not EmailAddress.objects.get(user=guest).verified
        proved.refresh_from_db()
        assert proved.verified
        assert Client().login(email="taken@example.org", password=PASSWORD)

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"username": "OWNER"}, "is taken"),
            ({"username": "Guest-00001"}, "reserved for the computer"),
            ({"username": "computer"}, "reserved for the computer"),
            ({"username": "x"}, "at least 2 characters"),
            ({"username": "x" * 25}, "at most 24 characters"),
            ({"password1": "hedwig"}, "too short"),
            ({"username": "hedwig.owl", "password1": "hedwig.owl1"}, "too similar"),
            ({"email": "nowhere"}, "valid email"),
            ({"email": f"{'a' * 60}@{'b.' * 110}example.org"}, "at most 254 characters"),
        ],
    )
    def test_what_will_not_do_is_said_and_nothing_is_lost(self, client, guest, changes, words):
        make_person("owner")
        answer = client.post("/settings/keep/", {**KEPT, **changes})
        assert answer.status_code == 422
        assert words in answer.content.decode()
        assert User.objects.get(pk=guest.pk).is_guest
        assert client.get("/wars/").status_code == 200

    def test_all_of_it_or_nothing(self, client, guest, monkeypatch):
        def fails(*_: Any) -> None:
            raise RuntimeError

        monkeypatch.setattr(guests, "update_session_auth_hash", fails)
        client.raise_request_exception = False
        answer = client.post("/settings/keep/", {**KEPT, "email": "a@example.org"})
        assert answer.status_code == 500
        assert (User.objects.get(pk=guest.pk).is_guest, EmailAddress.objects.exists()) == (True, False)
        assert client.get("/wars/").status_code == 200

    def test_a_callsign_taken_in_the_same_moment(self, client, guest, monkeypatch):
        def taken(*_: Any) -> User:
            raise IntegrityError

        monkeypatch.setattr("accounts.people.guests.keep", taken)
        answer = client.post("/settings/keep/", KEPT)
        assert (answer.status_code, b"is taken" in answer.content) == (422, True)

    def test_tries_are_limited(self, client, guest):
        codes = [client.post("/settings/keep/", {**KEPT, "username": "x"}).status_code for _ in range(11)]
        assert codes == [422] * 10 + [429]
        assert client.get("/settings/keep/").status_code == 200

    def test_who_is_sent_to_make_an_account_is_told_why(self, client, guest):
        page = client.get("/maps/", follow=True)
        assert page.redirect_chain == [("/settings/keep/?next=%2Fmaps%2F", 302)]
        assert "You need an account for this." in page.content.decode()

    def test_the_line_above_each_page_leads_back_to_it(self, client, guest):
        page = client.get("/fleets/?copy=1").content.decode()
        assert 'href="/settings/keep/?next=%2Ffleets%2F%3Fcopy%3D1"' in page

    def test_and_is_led_on_to_the_page_asked_for(self, client, guest):
        asked = "/maps/?copy=1"
        page = client.get(client.get(asked).headers["Location"]).content.decode()
        following = re.search(r'name="next" value="([^"]*)"', page)
        assert following is not None
        assert following[1] == asked
        assert client.post("/settings/keep/", {**KEPT, "next": asked}).headers["Location"] == asked

    def test_who_pressed_a_button_is_led_back_to_its_page(self, client, guest):
        here = "http://testserver/maps/?copy=1"
        answer = client.post("/maps/upload/", headers={"referer": here})
        assert answer.headers["Location"] == "/settings/keep/?next=%2Fmaps%2F%3Fcopy%3D1"

    @pytest.mark.parametrize(
        "elsewhere",
        [
            "https://example.org/",
            "//example.org/x",
            "http://testserver//example.org/x",
            "http://testserver/\\example.org/x",
            "javascript:alert(1)",
            "",
        ],
    )
    def test_and_never_to_another_site(self, client, guest, elsewhere):
        answer = client.post("/settings/keep/", {**KEPT, "next": elsewhere})
        assert answer.headers["Location"] == "/wars/"

    @pytest.mark.parametrize("path", ["email", "password/change", "password/set"])
    def test_addresses_and_passwords_come_with_a_callsign(self, client, guest, path):
        assert client.get(f"/accounts/{path}/").headers["Location"].startswith("/settings/keep/?next=")
        assert (
            client.post(f"/accounts/{path}/", {"password1": PASSWORD}).headers["Location"]
            == "/settings/keep/"
        )
        settings_page = client.get("/settings/").content.decode()
        assert "/accounts/password/" not in settings_page
        assert "/settings/keep/" in settings_page


def _words(answer: Any, callsign: str, address: str) -> str:
    """What the page says, without what differs in any case."""
    page = answer.content.decode().replace(callsign, "-").replace(address, "-")
    return " ".join(re.sub(r"<time.*?</time>|<[^>]+>|\d+", " ", page, flags=re.DOTALL).split())


class TestSigningOut:
    def test_a_guest_is_told_and_asked(self, client, guest):
        page = client.get("/accounts/logout/").content.decode()
        assert "you lose access to" in page
        assert "/settings/keep/" in page
        refused = client.post("/accounts/logout/")
        assert (refused.status_code, b"Tick this" in refused.content) == (422, True)
        assert client.get("/wars/").status_code == 200
        assert client.post("/accounts/logout/", {"sure": "on"}).status_code == 302
        assert client.get("/wars/").status_code == 302

    def test_the_host_can_let_one_in_again(self, client, guest, capsys):
        client.post("/accounts/logout/", {"sure": "on"})
        call_command("reset_link", guest.username)
        link = re.sub(r"^https?://[^/]+", "", capsys.readouterr().out.strip())
        form = client.get(link, follow=True).redirect_chain[-1][0]
        assert client.post(form, {"password1": PASSWORD, "password2": PASSWORD}).status_code == 302
        assert client.login(username=guest.username, password=PASSWORD)
        assert client.post("/settings/keep/", {**KEPT, "password1": "eight hooks of tin"}).status_code == 302

    def test_people_just_sign_out(self, client):
        client.force_login(make_person("anna"))
        assert "you lose access" not in client.get("/accounts/logout/").content.decode()
        client.post("/accounts/logout/")
        assert client.get("/wars/").status_code == 302
