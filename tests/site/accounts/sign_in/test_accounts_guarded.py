"""What keeps an account its owner's: limits, letters, a second factor, notices of changes, callsigns of one look."""

import logging
import re
import socket
import ssl
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path
from smtplib import (
    SMTPAuthenticationError,
    SMTPConnectError,
    SMTPException,
    SMTPNotSupportedError,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPServerDisconnected,
)
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.account.signals import password_reset
from allauth.core.internal.ratelimit import truncate_ip
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail, signing
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend as LocmemBackend
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.callsigns import check_writing, look, tidy, without_case
from accounts.deliveries import owe
from accounts.deliveries.letters import post, prune_letters, write, write_reset
from accounts.deliveries.mail import resting
from accounts.models import CacheRow, Delivery, Letter, MessageKind, User
from accounts.people.services import give_looks
from accounts.sign_in.adapter import AccountAdapter
from accounts.sign_in.known_browsers import known_as
from accounts.sign_in.second_factor import SecondFactorAdapter, has_second_factor
from config.serving.cookies import own_name
from tests.people import PASSWORD, posted
from tests.sent import send

pytestmark = pytest.mark.django_db
LOGIN = "/accounts/login/"
ROOT = Path(__file__).parents[4]
SECRET = "JBSWY3DPEHPK3PXP"


def signed_in(person: User) -> Client:
    """A client that has just signed in with the password."""
    client = Client()
    assert client.post(LOGIN, {"login": person.username, "password": PASSWORD}).status_code == 302
    return client


def sure(client: Client) -> Client:
    """The client after its person has entered the password again."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def code_now() -> str:
    return str(format_hotp_value(hotp_value(SECRET, next(iter(yield_hotp_counters_from_time())))))


def with_factor(person: User) -> User:
    """The person, who has a second factor and recovery codes."""
    TOTP.activate(person, SECRET)
    RecoveryCodes.activate(person)
    return person


class TestHosts:
    def test_the_admin_has_no_sign_in_of_its_own(self, client):
        answer = client.get("/admin/")
        assert answer.status_code == 302
        end = client.get("/admin/", follow=True)
        assert end.redirect_chain[-1][0] == "/accounts/login/?next=%2Fadmin%2F"
        for number in range(12):
            client.post("/admin/login/?next=/admin/", {"username": "host", "password": f"guess {number}"})
        page = client.post(
            "/admin/login/?next=/admin/", {"username": "host", "password": "guess"}, follow=True
        )
        assert page.redirect_chain[-1][0].startswith("/accounts/login/")

    def test_a_host_signs_in_and_others_may_not(self, person):
        host = person("host", is_staff=True, is_superuser=True)
        answer = Client().post(f"{LOGIN}?next=/admin/", {"login": "host", "password": PASSWORD})
        assert answer.headers["Location"] == "/admin/"
        assert signed_in(host).get("/admin/").status_code == 200
        assert signed_in(person()).get("/admin/", follow=True).status_code == 403

    @pytest.mark.every_view
    def test_a_host_of_a_site_for_others_has_a_second_factor(self, person, settings):
        settings.HOST_SECOND_FACTOR = True
        client = signed_in(person("host", is_staff=True, is_superuser=True))
        assert client.get("/status/").status_code == 404
        page = client.get("/admin/", follow=True)
        assert "/accounts/two-factor/totp/activate/" in str(page.redirect_chain)
        assert b"A host needs two-factor authentication" in page.content
        with_factor(User.objects.get())
        assert client.get("/admin/").status_code == 200
        assert client.get("/status/").status_code == 200


class TestFailedSignIns:
    def test_they_are_logged_without_what_was_typed(self, client, person, caplog):
        caplog.set_level(logging.WARNING)
        user = person()
        for callsign in ("anna", "my secret password"):
            client.post(LOGIN, {"login": callsign, "password": "another secret"})
        lines = [record for record in caplog.records if record.name == "accounts.sign_in.watchful"]
        assert [vars(line)["account"] for line in lines] == [user.pk, None]
        assert {vars(line)["ip"] for line in lines} == {"127.0.0.1"}
        assert "secret" not in str([vars(line) for line in lines])

    def test_so_is_what_the_limit_refused(self, client, person, caplog):
        for _ in range(6):
            client.post(LOGIN, {"login": "anna", "password": "wrong"})
        assert "too many attempts" in caplog.text

    def test_an_account_has_one_limit_whatever_host_and_case_are_named(self, person, settings):
        settings.ACCOUNT_RATE_LIMITS = {
            **settings.ACCOUNT_RATE_LIMITS,
            "login_failed_by_address": "1000/m/ip",
        }
        person()
        answers = [
            Client().post(
                LOGIN, {"login": login, "password": "wrong"}, headers={"Host": f"testserver:{number}"}
            )
            for number, login in enumerate(("anna", "ANNA", "Anna", "anna", "anna", "anna", "aNNa"), 1000)
        ]
        refused = [b"Too many failed login attempts" in answer.content for answer in answers]
        assert refused == [False] * 5 + [True] * 2

    def test_guesses_elsewhere_do_not_keep_the_owner_out(self, person):
        person()
        for number in range(6):
            Client(REMOTE_ADDR="198.51.100.7").post(LOGIN, {"login": "anna", "password": f"wrong {number}"})
        assert Client().post(LOGIN, {"login": "anna", "password": PASSWORD}).status_code == 302

    def test_guesses_from_many_places_keep_out_new_browsers_alone(self, person, settings):
        rates = settings.ACCOUNT_RATE_LIMITS
        settings.ACCOUNT_RATE_LIMITS = {**rates, "login_failed_from_everywhere": "8/h/key"}
        person()
        owner, right = Client(), {"login": "anna", "password": PASSWORD}
        assert owner.post(LOGIN, right).status_code == 302
        owner.post("/accounts/logout/")
        for number in range(10):
            Client(REMOTE_ADDR=f"198.51.100.{number}").post(LOGIN, {"login": "ANNA", "password": "wrong"})
        assert b"Too many failed login attempts" in Client().post(LOGIN, right).content
        assert owner.post(LOGIN, right).status_code == 302

    def test_a_known_browser_has_a_limit_of_its_own_and_for_its_accounts_only(self, person):
        person()
        person("boris")
        thief = Client()
        assert thief.post(LOGIN, {"login": "boris", "password": PASSWORD}).status_code == 302
        thief.post("/accounts/logout/")
        cookie = thief.cookies[own_name("known")]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"

        def refused(login: str, address: str) -> bool:
            return b"Too many failed" in (
                thief.post(LOGIN, {"login": login, "password": "wrong"}, REMOTE_ADDR=address).content
            )

        of_boris = [refused("boris", f"203.0.113.{number}") for number in range(7)]
        assert of_boris == [False] * 5 + [True] * 2
        of_anna = [refused("anna", "198.51.100.1") for _ in range(6)]
        assert of_anna == [False] * 5 + [True]

    def test_a_new_password_forgives_the_guesses(self, person, settings):
        rates = settings.ACCOUNT_RATE_LIMITS
        settings.ACCOUNT_RATE_LIMITS = {**rates, "login_failed_from_everywhere": "4/h/key"}
        user = person(email="anna@example.org")
        for number in range(6):
            for login in ("anna", "anna@example.org"):
                Client(REMOTE_ADDR=f"198.51.100.{number}").post(LOGIN, {"login": login, "password": "wrong"})
        owner = Client()
        right = {"login": "anna", "password": PASSWORD}
        assert b"Too many failed login attempts" in owner.post(LOGIN, right).content
        request = RequestFactory().post("/")
        request.session = owner.session
        password_reset.send(User, request=request, user=user)
        assert owner.post(LOGIN, right).status_code == 302

    def test_a_forged_or_foreign_cookie_makes_no_browser_known(self, person):
        user = person()
        for forged in ("", "rubbish", signing.dumps([[user.pk, "x"]], salt="another"), signing.dumps("x")):
            request = RequestFactory().get("/")
            request.COOKIES[own_name("known")] = forged
            assert known_as(request, user) == ""

    def test_so_it_has_for_an_i_with_and_without_a_dot(self, person, settings):
        settings.ACCOUNT_RATE_LIMITS = {
            **settings.ACCOUNT_RATE_LIMITS,
            "login_failed_by_address": "1000/m/ip",
        }
        person("mimi")
        logins = ("mimi", "MİMİ", "mİmi", "mimİ", "mımı", "mımİ", "MIMI")
        answers = [Client().post(LOGIN, {"login": login, "password": "wrong"}) for login in logins]
        refused = [b"Too many failed login attempts" in answer.content for answer in answers]
        assert refused == [False] * 5 + [True] * 2

    def test_and_for_all_letters_that_a_search_in_any_case_takes_for_one(self):
        letters = [letter for letter in map(chr, range(sys.maxunicode + 1)) if letter.swapcase() != letter]
        together = "".join(letters)
        for letter in letters:
            assert without_case(letter) == without_case(letter.lower()) == without_case(letter.upper())
            found = re.findall(re.escape(letter), together, re.IGNORECASE)
            assert {without_case(other) for other in found} == {without_case(letter)}, letter

    @pytest.mark.parametrize("login", ["anna", "ANNA@example.org"])
    def test_each_line_names_the_account_that_was_tried(self, client, person, caplog, login):
        user = person(email="anna@example.org")
        for _ in range(6):
            client.post(LOGIN, {"login": login, "password": "wrong"})
        lines = [record for record in caplog.records if record.msg.startswith("sign-in ")]
        assert [line.msg.partition(":")[0] for line in lines] == ["sign-in failed"] * 5 + ["sign-in refused"]
        assert {vars(line)["account"] for line in lines} == {user.pk}

    def test_a_right_code_forgives_no_guesses_at_other_accounts(self, person, monkeypatch):
        monkeypatch.setattr("allauth.mfa.totp.internal.auth._mark_code_used", lambda *_: None, raising=False)
        with_factor(person("mallory"))
        guesser, answers = Client(), []
        for number in range(12):
            answers.append(
                guesser.post(LOGIN, {"login": f"somebody-{number}", "password": "guess"}).content.decode()
            )
            if number == 8:
                assert guesser.post(LOGIN, {"login": "mallory", "password": PASSWORD}).status_code == 302
                right = guesser.post("/accounts/two-factor/authenticate/", {"code": code_now()})
                assert right.status_code == 302
                guesser.post("/accounts/logout/")
        refused = ["Too many failed login attempts" in answer for answer in answers]
        assert refused == [False] * 10 + [True] * 2

    def test_the_addresses_of_a_household_count_as_one(self):
        def refused(address: str) -> bool:
            guess = {"login": f"nobody-{address}", "password": "guess"}
            return b"Too many failed" in Client(REMOTE_ADDR=address).post(LOGIN, guess).content

        assert not any(refused(f"2001:db8:0:1{number:02}::1") for number in range(10))
        assert refused("2001:db8:0:1ff::1")
        assert not refused("2001:db8:0:2ff::1")

    def test_they_do_in_the_configuration_of_a_proxy_too(self):
        (pattern,) = re.findall(r'"~(.*)" \$network;', (ROOT / "deploy/nginx/limits.conf").read_text())
        for address in (
            "2001:db8:7:112::1",
            "2001:db8:7:1ff:a:b:c:d",
            "2001:db8:7:12::1",
            "2001:db8:7:1234::1",
        ):
            found = re.match(pattern.replace("?<network>", "?P<network>"), address)
            assert found is not None
            short = found["network"]
            whole = f"{short}00::" if not short.endswith(":") else f"{short}:"
            assert ip_address(whole) == ip_address(truncate_ip(address)), address

    def test_wrong_codes_count_for_the_address(self, person):
        with_factor(person("mallory"))
        guesser = Client()
        guesser.post(LOGIN, {"login": "mallory", "password": PASSWORD})
        for _ in range(4):
            guesser.post("/accounts/two-factor/authenticate/", {"code": "000000"})
        answers = [
            Client().post(LOGIN, {"login": f"somebody-{number}", "password": "guess"}).content.decode()
            for number in range(7)
        ]
        assert ["Too many failed login attempts" in answer for answer in answers] == [False] * 6 + [True]


class TestTime:
    @pytest.fixture
    def hashes(self, monkeypatch) -> list[str]:
        """The passwords that were hashed."""
        runs: list[str] = []
        encode = MD5PasswordHasher.encode

        def counted(hasher: MD5PasswordHasher, password: str, salt: str) -> str:
            runs.append(password)
            return str(encode(hasher, password, salt))

        monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
        return runs

    def test_a_wrong_password_costs_the_same_whoever_has_the_address(self, client, person, hashes):
        person("anna", email="one@example.org")
        person("ben", email="two@example.org")
        for name in ("carl", "dora", "emil"):
            person(name, email="many@example.org")
        proved = person("fred", email="proved@example.org")
        EmailAddress.objects.create(user=proved, email="proved@example.org", verified=True)
        costs = {}
        for login in ("none", "one", "many", "proved"):
            hashes.clear()
            client.post(LOGIN, {"login": f"{login}@example.org", "password": "wrong"})
            costs[login] = len(hashes)
        assert set(costs.values()) == {2}, costs
        for login in ("anna", "nobody"):
            hashes.clear()
            client.post(LOGIN, {"login": login, "password": "wrong"})
            assert len(hashes) == 1, login

    def test_an_address_and_a_callsign_still_sign_in(self, person):
        person("anna", email="one@example.org")
        for login in ("anna", "ANNA", "one@example.org", "One@Example.org"):
            assert Client().post(LOGIN, {"login": login, "password": PASSWORD}).status_code == 302, login

    def test_a_session_from_before_stays(self, person):
        client = Client()
        client.force_login(person(), backend="allauth.account.auth_backends.AuthenticationBackend")
        assert client.get("/settings/").status_code == 200


class TestSecondFactor:
    def test_it_is_turned_on_with_a_code_and_then_asked_for(self, person, monkeypatch):
        monkeypatch.setattr("allauth.mfa.totp.internal.auth.get_totp_secret", lambda **_: SECRET)
        user = person()
        client = sure(signed_in(user))
        on = "/accounts/two-factor/totp/activate/"
        assert b"Turn on" in client.get("/accounts/two-factor/").content
        page = client.get(on).content
        assert SECRET.encode() in page
        assert b"data:image/svg+xml;base64," in page
        assert b"Wrong code" in client.post(on, {"code": "000000"}).content
        codes = client.post(on, {"code": code_now()}, follow=True).content
        assert codes.count(b"<code>") == 10
        assert has_second_factor(user)

    def test_the_password_alone_no_longer_signs_in(self, person):
        user = with_factor(person())
        client = signed_in(user)
        assert client.get("/wars/").status_code == 302
        assert client.get("/accounts/two-factor/authenticate/").status_code == 200
        client.post("/accounts/two-factor/authenticate/", {"code": "000000"})
        assert client.get("/wars/").status_code == 302
        client.post("/accounts/two-factor/authenticate/", {"code": code_now()})
        assert client.get("/wars/").status_code == 200

    def test_a_recovery_code_signs_in_once(self, person):
        user = with_factor(person())
        code = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[0]
        for works in (True, False):
            client = signed_in(user)
            client.post("/accounts/two-factor/authenticate/", {"code": code})
            assert (client.get("/wars/").status_code == 200) == works

    def test_it_is_turned_off_with_the_password(self, person):
        client = Client()
        client.force_login(with_factor(person()))
        off = "/accounts/two-factor/totp/deactivate/"
        assert "reauthenticate" in client.post(off).headers["Location"]
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
        client.post(off)
        assert not Authenticator.objects.exists()

    def test_its_secrets_are_stored_encrypted(self, person):
        with_factor(person())
        assert SECRET not in str(list(Authenticator.objects.values_list("data", flat=True)))
        adapter = SecondFactorAdapter()
        assert adapter.decrypt(adapter.encrypt(SECRET)) == SECRET

    def test_the_host_can_remove_it(self, person, capsys):
        with_factor(person())
        call_command("remove_factor", "ANNA")
        call_command("remove_factor", "anna")
        assert capsys.readouterr().out.split("\n")[:2] == [
            "anna: two-factor authentication removed.",
            "anna: two-factor authentication was not on.",
        ]
        with pytest.raises(CommandError, match="Nobody here"):
            call_command("remove_factor", "bert")


class TestAddresses:
    @pytest.fixture
    def owner(self, person, settings) -> User:
        settings.HAS_MAIL = True
        user: User = person(email="old@example.org")
        EmailAddress.objects.create(user=user, email="old@example.org", verified=True, primary=True)
        return user

    @pytest.mark.parametrize("action", ["action_add", "action_remove", "action_primary"])
    def test_they_are_changed_with_the_password_only(self, owner, action):
        client = Client()
        client.force_login(owner)
        EmailAddress.objects.create(user=owner, email="other@example.org", verified=True)
        email = "new@example.org" if action == "action_add" else "other@example.org"
        answer = client.post("/accounts/email/", {"email": email, action: ""})
        assert answer.headers["Location"].startswith("/accounts/reauthenticate/")
        found = EmailAddress.objects.order_by("pk").values_list("email", "primary")
        assert list(found) == [("old@example.org", True), ("other@example.org", False)]

    def test_the_old_address_hears_of_a_new_one(self, owner):
        client = sure(signed_in(owner))
        client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
        told = next(letter for letter in posted() if letter.to == ["old@example.org"])
        assert "new@example.org was added" in told.body
        assert "http://testserver/accounts/password/reset/" in told.body

    def test_and_of_a_new_password(self, owner):
        client = signed_in(owner)
        new = {"oldpassword": PASSWORD, "password1": "eight hooks of tin", "password2": "eight hooks of tin"}
        client.post("/accounts/password/change/", new)
        assert [letter.to for letter in posted()] == [["old@example.org"]]

    def test_an_address_that_is_not_confirmed_hears_nothing(self, owner):
        EmailAddress.objects.update(verified=False)
        new = {"oldpassword": PASSWORD, "password1": "eight hooks of tin", "password2": "eight hooks of tin"}
        signed_in(owner).post("/accounts/password/change/", new)
        assert posted() == []


class TestLetters:
    def test_a_page_posts_nothing_itself(self, client, person, monkeypatch, settings):
        def away(*_: Any) -> None:
            raise ConnectionRefusedError

        settings.HAS_MAIL, settings.ACCOUNT_EMAIL_VERIFICATION = True, "optional"
        monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", away)
        person(email="anna@example.org")
        reset = client.post("/accounts/password/reset/", {"email": "anna@example.org"})
        assert reset.status_code == 302
        fields = {"username": "bert", "password1": PASSWORD, "email": "bert@example.org"}
        assert client.post("/accounts/signup/", fields).status_code == 302
        assert Letter.objects.count() == 2
        assert not post(Letter.objects.earliest("pk").pk)
        assert Letter.objects.earliest("pk").last_error == "The mail server did not accept the letter."

    def test_a_known_address_is_not_looked_up_before_the_answer(self, person):
        person(email="anna@example.org")
        asked = []
        for address in ("anna@example.org", "who@example.org"):
            cache.clear()
            with CaptureQueriesContext(connection) as found:
                Client().post("/accounts/password/reset/", {"email": address})
            asked.append([re.sub(r"'[^']*'|\d+", "?", query["sql"]) for query in found])
        assert asked[0] == asked[1]
        assert "accounts_user" not in str(asked)

    def test_nobody_floods_an_address_by_naming_it_in_many_accounts(self, person):
        for number in range(9):
            person(f"mallory-{number}", email="anna@example.org")
        answers = [
            Client().post("/accounts/password/reset/", {"email": email}).status_code
            for email in ("anna@example.org", "Anna@example.org", *["anna@example.org"] * 4)
        ]
        assert answers == [302] * 5 + [429]
        assert Letter.objects.count() == 5
        post(Letter.objects.earliest("pk").pk)
        assert [letter.body.count("mallory-") for letter in mail.outbox] == [1] * 5
        assert ["mallory-0" in mail.outbox[0].body, "mallory-4" in mail.outbox[-1].body] == [True] * 2

    def test_links_follow_the_site_and_not_the_request(self, client, person, settings):
        settings.HAS_MAIL, settings.ACCOUNT_EMAIL_VERIFICATION = True, "optional"
        person(email="anna@example.org")
        client.post(
            "/accounts/password/reset/", {"email": "anna@example.org"}, headers={"Host": "evil.example"}
        )
        fields = {"username": "bert", "password1": PASSWORD, "email": "bert@example.org"}
        client.post("/accounts/signup/", fields, headers={"Host": "evil.example"})
        bodies = [str(letter.body) for letter in posted()]
        assert len(bodies) == 2
        assert all("http://testserver/accounts/" in body for body in bodies)
        assert "evil.example" not in str(bodies)

    def test_the_text_is_deleted_once_it_is_posted_or_given_up(self, monkeypatch):
        write(address="a@example.org", subject="One", body="https://link")
        assert posted()[0].body == "https://link"
        assert (Letter.objects.get().body, Letter.objects.get().status) == ("", "done")

        def refuse(*_: Any) -> None:
            raise ValueError

        monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
        write(address="b@example.org", subject="Two", body="https://link")
        posted()
        assert (Letter.objects.latest("pk").body, Letter.objects.latest("pk").status) == ("", "failed")

    def test_a_server_that_hangs_holds_up_one_letter_and_no_others(self, person, settings):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_TIMEOUT = 0.5
        user = person(email="a@example.org")
        EmailAddress.objects.create(user=user, email="a@example.org", verified=True)
        settings.HAS_MAIL = True
        with socket.create_server(("127.0.0.1", 0)) as listening:
            settings.EMAIL_HOST, settings.EMAIL_PORT = listening.getsockname()
            for number in range(4):
                write(address=f"{number}@example.org", subject="Hello", body="Words")
            message = owe(
                user=user,
                kind=MessageKind.TURN,
                key="turn",
                subject="Your turn",
                body="Assign.",
                path="/wars/1/",
            )[0]
            begun = time.monotonic()
            for letter in Letter.objects.order_by("pk"):
                post(letter.pk)
            send(message.pk)
            assert time.monotonic() - begun < 1.5
        letters = Letter.objects.order_by("pk").values_list("attempts", "last_error")
        assert list(letters) == [(0, "The mail server did not accept the letter."), *[(0, "")] * 3]
        assert Delivery.objects.get().attempts == 0
        settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        CacheRow.objects.update(expires=timezone.now() - timedelta(seconds=1))
        assert [post(letter.pk) for letter in Letter.objects.filter(last_error="")] == [True] * 3
        assert send(message.pk)

    @pytest.mark.parametrize(
        "why",
        [
            ConnectionRefusedError(),
            ssl.SSLCertVerificationError("certificate has expired"),  # a ValueError, too
            SMTPServerDisconnected(),
            SMTPAuthenticationError(535, b"no"),
            SMTPResponseException(454, b"TLS not available due to temporary reason"),
            SMTPNotSupportedError("STARTTLS extension not supported by server."),
            SMTPException("No suitable authentication method found."),
            UnicodeEncodeError("ascii", "pässword", 1, 2, "ordinal not in range(128)"),
        ],
    )
    def test_a_server_that_is_away_for_hours_loses_no_mail(self, person, settings, monkeypatch, why):
        def away(*_: Any) -> None:
            raise why

        settings.HAS_MAIL = True
        user = person(email="a@example.org")
        EmailAddress.objects.create(user=user, email="a@example.org", verified=True)
        write(address="a@example.org", subject="Hello", body="Words")
        (turn,) = owe(
            user=user, kind=MessageKind.TURN, key="turn", subject="Your turn", body="Assign.", path="/wars/1/"
        )
        letter, begun = Letter.objects.get(), timezone.now()
        monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.open", away)
        with time_machine.travel(begun, tick=False) as clock:
            for _ in range(24):
                clock.shift(timedelta(minutes=5))
                assert not post(letter.pk)
                assert resting()
                CacheRow.objects.all().delete()
                assert not send(turn.pk)
                CacheRow.objects.all().delete()
            monkeypatch.undo()
            clock.shift(timedelta(minutes=5))
            assert post(letter.pk)
            assert send(turn.pk)

    def test_it_waits_for_a_server_for_a_day_and_is_given_up_then(self, monkeypatch):
        def away(*_: Any) -> None:
            raise ConnectionRefusedError

        write(address="a@example.org", subject="Hello", body="Words")
        letter = Letter.objects.get()
        monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.open", away)
        with time_machine.travel(letter.made_at + timedelta(days=1, minutes=1), tick=False) as clock:
            for _ in range(4):
                assert Letter.objects.get().status == "queued"
                post(letter.pk)
                CacheRow.objects.all().delete()
                clock.shift(timedelta(minutes=61))
        assert Letter.objects.get().status == "failed"

    def test_a_server_that_breaks_off_may_have_taken_the_letter(self, monkeypatch):
        def break_off(*_: Any) -> None:
            raise SMTPServerDisconnected

        write(address="a@example.org", subject="Hello", body="Words")
        letter = Letter.objects.get()
        monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", break_off)
        with time_machine.travel(timezone.now(), tick=False) as clock:
            for _ in range(4):
                assert Letter.objects.get().status == "queued"
                post(letter.pk)
                assert resting()
                clock.shift(timedelta(minutes=61))
                CacheRow.objects.all().delete()
        assert (Letter.objects.get().status, Letter.objects.get().attempts) == ("failed", 4)

    def test_links_of_which_one_was_taken_are_not_posted_again_for_a_day(self, person, monkeypatch):
        for number in range(3):
            person(f"anna-{number}", email="anna@example.org")
        write_reset(address="anna@example.org")
        opened: list[int] = []

        def once(*_: Any) -> None:
            opened.append(1)
            if len(opened) % 2 == 0:
                raise SMTPConnectError(421, b"too many connections")

        monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.open", once)
        assert post(Letter.objects.get().pk)
        assert (len(opened), len(mail.outbox)) == (1, 3)

        def take_one(*_: Any) -> None:
            taken.append(1)
            if len(taken) % 2 == 0:
                raise SMTPServerDisconnected

        taken: list[int] = []
        monkeypatch.undo()
        monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", take_one)
        write_reset(address="anna@example.org")
        letter = Letter.objects.latest("pk")
        with time_machine.travel(timezone.now(), tick=False) as clock:
            for _ in range(9):
                post(letter.pk)
                clock.shift(timedelta(minutes=61))
                CacheRow.objects.all().delete()
        assert (Letter.objects.latest("pk").status, len(taken)) == ("failed", 8)

    def test_a_slow_server_has_the_time_of_a_lease_for_each_link(self, person, monkeypatch):
        for number in range(4):
            person(f"anna-{number}", email="anna@example.org")
        write_reset(address="anna@example.org")
        letter = Letter.objects.get()
        real = LocmemBackend.send_messages
        with time_machine.travel(timezone.now(), tick=False) as clock:

            def slow(backend: LocmemBackend, messages: list[EmailMessage]) -> int:
                clock.shift(timedelta(seconds=40))
                assert not post(letter.pk)
                return int(real(backend, messages))

            monkeypatch.setattr(LocmemBackend, "send_messages", slow)
            assert post(letter.pk)
        assert len(mail.outbox) == 4

    def test_for_an_address_of_nobody_no_server_is_asked(self, monkeypatch):
        def away(*_: Any) -> None:
            raise ConnectionRefusedError

        monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.open", away)
        write_reset(address="who@example.org")
        assert post(Letter.objects.get().pk)

    def test_a_clock_that_is_set_back_lets_mail_rest_no_longer(self, monkeypatch):
        def away(*_: Any) -> None:
            raise ConnectionRefusedError

        write(address="a@example.org", subject="Hello", body="Words")
        monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.open", away)
        assert not post(Letter.objects.get().pk)
        assert resting()
        monkeypatch.undo()
        with time_machine.travel(timezone.now() - timedelta(days=1), tick=False):
            assert not resting()
            assert post(Letter.objects.get().pk)

    def test_an_address_that_is_refused_holds_up_no_other_letter(self, monkeypatch):
        def refuse(*_: Any) -> None:
            raise SMTPRecipientsRefused({})

        write(address="a@example.org", subject="Hello", body="Words")
        monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
        assert not post(Letter.objects.get().pk)
        monkeypatch.undo()
        write(address="b@example.org", subject="Hello", body="Words")
        assert post(Letter.objects.get(attempts=0).pk)

    def test_a_server_that_is_away_is_tried_again(self, monkeypatch):
        def away(*_: Any) -> None:
            raise SMTPException

        monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", away)
        write(address="a@example.org", subject="One", body="https://link")
        posted()
        letter = Letter.objects.get()
        assert (letter.status, letter.attempts, letter.body) == ("queued", 1, "https://link")
        assert prune_letters() == 0


class TestCallsigns:
    @pytest.mark.parametrize(
        "callsign", ["аnna", "..", ".anna", "-", "annа", "αnna", "анnа", "annˍN", "annーN", "annـN", "ann❶"]
    )
    def test_of_mixed_alphabets_or_with_a_sign_in_front_they_are_refused(self, client, callsign):
        with pytest.raises(ValidationError):
            check_writing(callsign)
        answer = client.post("/accounts/signup/", {"username": callsign, "password1": PASSWORD})
        assert b"field-error" in answer.content
        assert not User.objects.exists()

    @pytest.mark.parametrize(
        "callsign", ["анна", "あア漢", "Ωμέγα", "anna.b", "é7", "サーバー", "人々", "محمد"]
    )
    def test_of_any_one_alphabet_they_are_fine(self, callsign):
        check_writing(callsign)

    @pytest.mark.parametrize("other", ["аnnа", "𝐚𝐧𝐧𝐚", "ANNA", "аnna", "Αnna", "annа"])
    def test_that_look_like_another_are_refused(self, client, person, other):
        person("anna")
        assert look(other) == look("anna")
        answer = client.post("/accounts/signup/", {"username": other, "password1": PASSWORD})
        assert b"field-error" in answer.content
        assert User.objects.count() == 1

    @pytest.mark.parametrize(
        ("one", "other"),
        [("анна", "АННА"), ("ДимаК", "димак"), ("ωμέγα", "ΩΜΈΓΑ"), ("élan", "ÉLAN"), ("ꭺꭲꭺ", "ᎪᎢᎪ")],
    )
    def test_in_another_case_they_are_taken_in_every_alphabet(self, client, person, one, other):
        person(one)
        answer = client.post("/accounts/signup/", {"username": other, "password1": PASSWORD})
        assert b"field-error" in answer.content
        assert User.objects.count() == 1
        assert Client().post(LOGIN, {"login": other, "password": PASSWORD}).status_code == 302

    @pytest.mark.parametrize(
        ("one", "other"), [("lan", "Ian"), ("paul1", "paulI"), ("O0", "OO"), ("modern", "rnodern")]
    )
    def test_also_within_an_alphabet(self, client, person, one, other):
        person(one)
        answer = client.post("/accounts/signup/", {"username": other, "password1": PASSWORD})
        assert b"looks like one that is taken" in answer.content

    @pytest.mark.parametrize(
        "callsign",
        [
            "\u1160\u1160",
            "\u115f\u1160",
            "\u3164\u3164",
            "\uffa0\uffa0",
            "한\u1160",
            "ᴀᴛᴛᴀᴄᴋᴇʀ",
            "ɴɪʟ",
            "ᴉan",
            "ꜱam",
        ],
    )
    def test_with_letters_that_cannot_be_seen_or_told_apart_they_are_refused(self, client, callsign):
        answer = client.post("/accounts/signup/", {"username": callsign, "password1": PASSWORD})
        assert b"field-error" in answer.content
        assert not User.objects.exists()

    @pytest.mark.parametrize(
        "callsign",
        [
            *("ADMlN", "adm1n", "adrnin", "H0ST", "r00t", "5ystem", "ta1on", "TAIon", "7erran", "ѕуѕtem"),
            *("Cornputer-2", "C0mputer-3", "C0mputer", "Gue5t-12345", "GUE57", "Computer2", "gu3st.x"),
        ],
    )
    def test_that_look_like_reserved_ones_are_refused(self, client, callsign):
        answer = client.post("/accounts/signup/", {"username": callsign, "password1": PASSWORD})
        assert b"reserved" in answer.content or b"one alphabet" in answer.content
        assert not User.objects.exists()

    @pytest.mark.parametrize(
        "callsign", ["hostess", "Guesthouse", "rooster", "talons", "Mose5", "ɛdɔ", "한글", "2oe"]
    )
    def test_that_only_begin_alike_are_fine(self, callsign):
        assert AccountAdapter().clean_username(callsign) == callsign

    def test_the_database_refuses_them_too(self, person):
        person("lan")
        with pytest.raises(IntegrityError), transaction.atomic():
            person("Ian")

    def test_older_ones_get_their_look_and_stay(self, person):
        for callsign in ("lan", "Ian", "bert"):
            person(callsign)
            User.objects.update(look=None)
        assert give_looks() == 2
        assert give_looks() == 0
        assert list(User.objects.order_by("pk").values_list("look", flat=True)) == ["lan", None, "bert"]

    def test_a_long_one_is_only_wrong(self, client):
        assert client.post(LOGIN, {"login": "é" * 100_000, "password": "wrong"}).status_code == 200

    def test_who_signs_in_may_type_any_form(self, person):
        person("anna")
        assert Client().post(LOGIN, {"login": "ａｎｎａ", "password": PASSWORD}).status_code == 302
        assert tidy("ａｎｎａ") == "anna"


@pytest.mark.django_db(transaction=True)
def test_of_twenty_who_sign_up_with_one_callsign_at_once_one_gets_it(monkeypatch) -> None:
    real = AccountAdapter.clean_username
    monkeypatch.setattr(AccountAdapter, "clean_username", lambda self, name, *_: real(self, name, True))

    def sign_up(_number: int) -> tuple[int, bool]:
        try:
            client = Client(raise_request_exception=False)
            answer = client.post("/accounts/signup/", {"username": "anna", "password1": PASSWORD})
            while answer.status_code == 503:  # a slow machine asks to come back, and counts no sign-up
                answer = client.post("/accounts/signup/", {"username": "anna", "password1": PASSWORD})
            return answer.status_code, b"is taken" in answer.content
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        answers = Counter(pool.map(sign_up, range(20)))
    assert answers == {(302, False): 1, (200, True): 19}
    assert User.objects.count() == 1


def test_pages_of_a_person_are_not_stored(person) -> None:
    client = Client()
    assert "no-store" not in client.get("/").headers.get("Cache-Control", "")
    client.force_login(person())
    for path in ("/", "/wars/", "/settings/", "/wars/new/", "/accounts/email/"):
        kept = client.get(path).headers["Cache-Control"]
        assert {"private", "no-store"} <= set(kept.split(", ")), path
