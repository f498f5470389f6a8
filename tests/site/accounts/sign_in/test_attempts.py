"""Limits count what was answered; a request that is told to come back has not been an attempt."""

from typing import Any

import pytest
from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.db import OperationalError
from django.http import HttpRequest
from django.test import Client, RequestFactory

from accounts.sign_in import attempts
from tests.people import PASSWORD, make_person

pytestmark = pytest.mark.django_db
NEW = {"username": "anna", "password1": PASSWORD}
LIMITED = [
    ("/accounts/signup/", NEW, "accounts.sign_in.adapter.AccountAdapter.save_user", "signup"),
    (
        "/accounts/login/",
        {"login": "cora", "password": PASSWORD},
        "accounts.sign_in.adapter.remember",
        "login",
    ),
    (
        "/accounts/password/reset/",
        {"email": "a@b.example"},
        "accounts.people.forms.ResetForm.save",
        "reset_password",
    ),
    ("/play/", {}, "accounts.people.guests.new_guest", "play_as_guest"),
]


def locked(*_: Any, **__: Any) -> Any:
    """What a database says that is busy."""
    raise OperationalError("database is locked")


@pytest.mark.parametrize(("path", "fields", "fails", "action"), LIMITED)
def test_what_is_told_to_come_back_is_not_counted(
    monkeypatch, settings, path: str, fields: dict[str, str], *, fails: str, action: str
) -> None:
    make_person("cora")
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, action: "2/h/ip"}
    client = Client(raise_request_exception=False)
    with monkeypatch.context() as busy:
        busy.setattr(fails, locked)
        assert [client.post(path, fields).status_code for _ in range(4)] == [503] * 4
    assert client.post(path, fields).status_code == 302
    assert ratelimit.consume(_from_here(path), app="allauth.account", action=action), "one of two is left"
    assert not ratelimit.consume(_from_here(path), app="allauth.account", action=action)


def _from_here(path: str) -> HttpRequest:
    return RequestFactory().post(path)


def test_who_does_not_get_at_the_count_in_time_is_told_that_the_site_is_busy(monkeypatch) -> None:
    """allauth gives up after a second, and would call it one attempt too many."""
    for module in (ratelimit, attempts):
        monkeypatch.setattr(module, "CACHE_LOCK_WAIT_TIMEOUT", 0.2)
    rate = ratelimit.get_rates(app="allauth.account", action="signup")[0]
    key = ratelimit.get_cache_key(_from_here("/"), app="allauth.account", action="signup", rate=rate)
    client = Client(raise_request_exception=False)
    cache.add(f"{key}:lock", True, 10)
    assert client.post("/accounts/signup/", NEW).status_code == 503
    cache.delete(f"{key}:lock")
    assert cache.get(key) is None
    assert client.post("/accounts/signup/", NEW).status_code == 302


def test_what_is_answered_otherwise_counts(settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "2/h/ip"}
    codes = [Client().post("/accounts/signup/", {**NEW, "username": "x"}).status_code for _ in range(3)]
    assert codes == [200, 200, 429]
