"""Who a request is of: sessions that have ended, and accounts that are closed or gone."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User
from accounts.sign_in.sessions import SessionStore

pytestmark = pytest.mark.django_db


def signed_in(client) -> bool:
    return bool(client.get("/wars/").status_code == 200)


def test_a_session_lasts_until_it_expires(client, person) -> None:
    client.force_login(person("anna"))
    assert signed_in(client)
    row = Session.objects.get()
    with time_machine.travel(row.expire_date - timedelta(seconds=1), tick=False):
        assert SessionStore(row.session_key).load()["_auth_user_id"]
    with time_machine.travel(row.expire_date, tick=False):
        assert SessionStore(row.session_key).load() == {}
        assert not signed_in(client)


def test_a_key_that_is_gone_is_not_used_again(client, person) -> None:
    """Whoever knows an old key cannot have a later session begin under it."""
    client.force_login(person("anna"))
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    Session.objects.all().delete()
    store = SessionStore(key)
    assert store.load() == {}
    assert store.session_key is None
    assert not signed_in(client)


@pytest.mark.parametrize("key", [r'"aaaaaaaaaaaaaaaa\000aaaaaaaaaaaaaaa"', "é" * 32, "a-" * 16, "short"])
def test_a_cookie_that_holds_no_key_is_none(client, key: str) -> None:
    for ask in (client.get, client.post):
        assert ask("/wars/", headers={"Cookie": f"{settings.SESSION_COOKIE_NAME}={key}"}).status_code == 302
    assert SessionStore(key.strip('"').replace("\\000", "\0")).session_key is None


def test_a_closed_account_has_no_session_and_neither_has_one_that_is_gone(client, person) -> None:
    anna = person("anna")
    client.force_login(anna)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert not signed_in(client)
    User.objects.filter(pk=anna.pk).update(is_active=True)
    assert signed_in(client)
    User.objects.filter(pk=anna.pk).delete()
    assert not signed_in(client)


def test_ended_sessions_can_be_swept(client, person) -> None:
    client.force_login(person("anna"))
    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    SessionStore.clear_expired()
    assert not Session.objects.exists()
