"""Cookies of two sites on one host: neither site signs the other's people out."""

from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.contrib import messages
from django.contrib.messages.storage import default_storage
from django.http import HttpResponse
from django.test import Client, RequestFactory

from accounts.sign_in.known_browsers import known_as
from config.embedded import mark
from config.serving.cookies import FORMER, Messages, own_name
from tests.people import PASSWORD, make_person

pytestmark = pytest.mark.django_db
FRAMEWORKS = {"sessionid", "csrftoken", "messages", "known"}


def test_every_cookie_has_a_name_of_the_sites_own(client, settings) -> None:
    make_person("anna")
    client.get("/accounts/login/")
    client.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    client.post("/settings/", {})
    named = {name for name, cookie in client.cookies.items() if cookie.value}
    assert {name.rpartition("_")[0] for name in named} <= FRAMEWORKS
    assert {name.rpartition("_")[2] for name in named} == {mark(settings.SECRET_KEY)}
    assert {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, own_name("known")} <= named
    assert mark("a") != mark("b")


def test_messages_are_in_one_too(settings) -> None:
    request = RequestFactory().get("/")
    request.session = {}  # type: ignore[assignment]
    request._messages = default_storage(request)  # type: ignore[attr-defined]
    assert isinstance(request._messages, Messages)  # type: ignore[attr-defined]
    messages.info(request, "Kept")
    response = HttpResponse()
    request._messages.update(response)  # type: ignore[attr-defined]
    assert list(response.cookies) == [own_name("messages")]


def with_former(key: str) -> Client:
    """A browser that has only the cookie of an older version."""
    client = Client()
    client.cookies = SimpleCookie({FORMER: key})
    return client


def test_who_was_signed_in_before_stays_so(client, settings) -> None:
    client.force_login(make_person("anna"))
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    other = with_former(key)
    assert other.get("/wars/").status_code == 200
    assert other.cookies[settings.SESSION_COOKIE_NAME].value == key
    del other.cookies[FORMER]
    assert other.get("/wars/").status_code == 200


@pytest.mark.parametrize("key", ["a" * 32, "x", "a\0b" * 11, ""])
def test_the_session_of_another_site_is_left_alone(settings, key: str) -> None:
    client = with_former(key)
    assert client.get("/wars/").status_code == 302
    assert client.cookies[FORMER].value == key
    assert settings.SESSION_COOKIE_NAME not in client.cookies


def test_who_has_signed_out_stays_so(client, settings) -> None:
    client.force_login(make_person("anna"))
    client.cookies[FORMER] = client.cookies[settings.SESSION_COOKIE_NAME].value
    client.post("/accounts/logout/")
    assert client.get("/wars/").status_code == 302


def test_a_browser_is_known_by_the_cookie_of_before(client) -> None:
    user: Any = make_person("anna")
    client.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    request = RequestFactory().get("/")
    request.COOKIES["known"] = client.cookies[own_name("known")].value
    assert known_as(request, user)
