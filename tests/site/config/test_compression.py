"""What is compressed on its way to the browser, and what is sent whole."""

import gzip
import re
from pathlib import Path
from typing import Any, cast

import pytest
from django.conf import settings
from django.core.management import call_command
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory, override_settings

from accounts.live import stream_response
from accounts.models import User
from battles.talon.skirmish.beginning import challenge
from battles.talon.watching.link import open_to_onlookers
from bench.battles.fleets import fleets_of
from campaign.models import Invitation, War
from config.serving.compression import CompressedPages
from config.serving.static import HashedFiles, StaticFiles
from tests.people import browser
from tests.site.plays import begun
from tests.site.wars import make_war

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
CSRF = re.compile(rb'(name="csrfmiddlewaretoken" value="|X-CSRFToken": ")[A-Za-z0-9]{64}')
GUESS = "guess8151623"
LOOKED_UP = f"?zone={GUESS}&turn={GUESS}&part={GUESS}"  # 404 where there is none
OTHERS = "?" + "&".join(f"{name}={GUESS}" for name in ("of", "page", "like", "next", "frame", "screen"))
HASHED = {"staticfiles": {"BACKEND": f"{HashedFiles.__module__}.{HashedFiles.__qualname__}"}}


@pytest.fixture
def war(anna: User, ben: User) -> War:
    """A war of two."""
    return make_war(anna, ben)


def as_shown(content: bytes) -> bytes:
    """A page without its masked token, which is another in every answer."""
    return CSRF.sub(rb"\1", content)


class TestPages:
    def test_a_page_is_compressed_when_that_is_asked_for(self, anna, war):
        here = browser(anna)
        path = f"/wars/{war.pk}/terran/"
        plain, packed = here.get(path), here.get(path, headers=GZIP)
        assert "Content-Encoding" not in plain
        assert packed["Content-Encoding"] == "gzip"
        assert as_shown(gzip.decompress(packed.content)) == as_shown(plain.content)
        assert len(packed.content) < len(plain.content) / 4
        assert packed["Content-Length"] == str(len(packed.content))
        assert packed["Content-Type"] == plain["Content-Type"]
        for answer in (plain, packed):
            assert "Accept-Encoding" in answer["Vary"]
            assert "Cookie" in answer["Vary"]

    def test_a_page_of_the_same_length_is_padded_differently(self, db):
        path = "/ships/"
        lengths = {len(Client().get(path, headers=GZIP).content) for _ in range(12)}
        assert len(lengths) > 3

    @pytest.mark.parametrize("refused", ["", "br", "identity"])
    def test_nothing_else_is_sent_compressed(self, client, db, refused):
        answer = client.get("/ships/", headers={"Accept-Encoding": refused})
        assert "Content-Encoding" not in answer
        assert b"</html>" in answer.content

    def test_an_error_is_compressed_as_any_page(self, client, db):
        answer = client.get("/nowhere/", headers=GZIP)
        assert answer.status_code == 404
        assert b"Page not found" in gzip.decompress(answer.content)

    def test_a_head_is_answered_as_the_page_is(self, client, db):
        answer = client.head("/ships/", headers=GZIP)
        assert answer.status_code == 200
        assert answer["Content-Encoding"] == "gzip"
        assert answer.content == b""

    def test_what_is_short_is_sent_as_it_is(self, client, db):
        assert client.get("/healthz", headers=GZIP).json() == {"status": "ok"}


class TestSentWhole:
    def test_a_stream_is(self, rf):
        request = rf.get("/events/me", headers=GZIP)
        for view in (own_changes, streamed):
            answer = cast("StreamingHttpResponse", CompressedPages(view)(request))
            assert "Content-Encoding" not in answer

    def test_the_page_with_the_webhooks_address_is(self, anna):
        anna.webhook_url = "https://hooks.example.org/services/very-secret"
        anna.save()
        answer = browser(anna).get("/settings/", headers=GZIP)
        assert anna.webhook_url in whole(answer)

    def test_a_form_that_was_refused_is(self, anna):
        answer = browser(anna).post("/settings/", {"webhook_url": "no address"}, headers=GZIP)
        assert answer.status_code == 422
        assert "no address" in whole(answer)

    def test_the_page_with_the_link_of_an_invitation_is(self, anna, war):
        War.objects.filter(pk=war.pk).update(status=War.Status.OPEN)
        invitation = Invitation.objects.create(war=war, side="talon", token="a-key-for-one-person")
        answer = browser(anna).get(f"/wars/{war.pk}/", headers=GZIP)
        assert invitation.token in whole(answer)
        refused = browser(anna).post(f"/wars/{war.pk}/invite/", {"callsign": "nobody-here"}, headers=GZIP)
        assert refused.status_code == 422
        assert invitation.token in whole(refused)

    @pytest.mark.parametrize("htmx", [{}, {"HX-Request": "true"}])
    def test_the_page_with_the_link_for_onlookers_of_a_battle_is(self, anna, ben, htmx):
        battle = begun(anna, ben).battle
        token = open_to_onlookers(battle=battle, side="terran")
        answer = browser(anna).get(f"/battles/{battle.pk}/onlookers/", headers=GZIP | htmx)
        assert f"/battles/watch/{token}/" in whole(answer)

    def test_the_form_of_a_skirmish_with_ones_own_challenges_is(self, anna):
        token = challenge(setup=fleets_of(2), user=anna, side="terran").token
        assert f"/skirmish/{token}/" in whole(browser(anna).get("/skirmish/", headers=GZIP))

    def test_the_secret_of_a_second_factor_is(self, anna):
        anna.set_password("quiet harbour 71")
        anna.save()
        here = browser(anna)
        here.post("/accounts/reauthenticate/", {"password": "quiet harbour 71"})
        answer = here.get("/accounts/two-factor/totp/activate/", headers=GZIP)
        assert answer.status_code == 200
        assert "<code>" in whole(answer)

    def test_the_hosts_desk_is(self, anna):
        anna.is_staff = anna.is_superuser = True
        anna.save()
        answer = browser(anna).get("/admin/accounts/user/?q=anna", headers=GZIP)
        assert 'value="anna"' in whole(answer)


class TestNothingIsRepeated:
    """What an address says must not stand compressed beside a secret, where its length would tell of it."""

    @pytest.mark.parametrize(
        "page", ["", "plan/", "bases/", "history/", "treasury/", "surrender/", "proposals/"]
    )
    def test_on_a_sides_pages(self, anna, war, page):
        here, path = browser(anna), f"/wars/{war.pk}/terran/{page}"
        answer = here.get(path + OTHERS, follow=True)
        assert answer.status_code == 200
        assert GUESS not in answer.content.decode()
        assert GUESS not in here.get(path + LOOKED_UP, follow=True).content.decode()

    @pytest.mark.parametrize(
        "path", ["/", "/wars/", "/wars/new/", "/wars/import/", "/opponents/", "/settings/"]
    )
    def test_on_ones_own_pages(self, anna, war, path):
        answer = browser(anna).get(path + OTHERS, follow=True)
        assert answer.status_code == 200
        assert GUESS not in answer.content.decode()


def own_changes(request: HttpRequest) -> StreamingHttpResponse:
    """The stream of a page that stays open."""
    return stream_response(request, ["war:1"], may=bool)


def streamed(_request: HttpRequest) -> StreamingHttpResponse:
    """A stream that says nothing of itself."""
    return StreamingHttpResponse([b"x" * 1000])


def whole(answer: Any) -> str:
    """The words of an answer that is not compressed."""
    assert "Content-Encoding" not in answer
    return str(answer.content, "utf-8")


@pytest.fixture(scope="module")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the static files as `make run` gathers them."""
    folder = tmp_path_factory.mktemp("static")
    with override_settings(STATIC_ROOT=folder, STORAGES={**settings.STORAGES, **HASHED}):
        call_command("collectstatic", interactive=False, verbosity=0)
    return folder


class TestStaticFiles:
    @pytest.fixture
    def served(self, gathered, settings) -> StaticFiles:
        settings.STATIC_ROOT = gathered
        settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
        return StaticFiles(lambda _request: HttpResponse(status=404))

    def ask(self, served: StaticFiles, path: str, **headers: str) -> HttpResponse:
        return cast("HttpResponse", served(RequestFactory().get(path, headers=headers)))

    def test_they_are_compressed_in_advance(self, served, gathered):
        found = next(gathered.glob("css/base.*.css"))
        path = f"/static/css/{found.name}"
        packed = self.ask(served, path, **{"Accept-Encoding": "gzip, deflate"})
        assert packed["Content-Encoding"] == "gzip"
        assert packed.content == Path(f"{found}.gz").read_bytes()
        assert gzip.decompress(packed.content) == found.read_bytes() == self.ask(served, path).content
        smaller = self.ask(served, path, **GZIP)
        assert smaller["Content-Encoding"] == "br"
        assert smaller.content == Path(f"{found}.br").read_bytes()
        assert len(smaller.content) < len(packed.content)
        assert packed["Vary"] == smaller["Vary"] == "Accept-Encoding"

    def test_one_that_did_not_change_is_not_sent_again(self, served, gathered):
        path = f"/static/css/{next(gathered.glob('css/base.*.css')).name}"
        etag = self.ask(served, path, **GZIP)["ETag"]
        again = self.ask(served, path, **GZIP, **{"If-None-Match": etag})
        assert again.status_code == 304
        assert again.content == b""

    def test_one_that_was_not_is_not_compressed_when_it_is_asked_for(self, client):
        answer = client.get("/static/css/base.css", headers=GZIP)
        assert "Content-Encoding" not in answer
        assert b"@layer base" in answer.content
