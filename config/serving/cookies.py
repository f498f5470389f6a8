"""Cookies know no port, so each site on a host has names of its own for them."""

from typing import Final

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest

from config.embedded import mark

FORMER: Final = "sessionid"
"""The session's cookie in versions whose sites had one name for it."""


def own_name(name: str) -> str:
    """The name of a cookie of this site."""
    return f"{name}_{mark(settings.SECRET_KEY)}"


class Sessions(SessionMiddleware):
    """Django's own, which also takes up a session of this site that a browser has under the former name."""

    def process_request(self, request: HttpRequest) -> None:
        """Looks the former cookie up once; from then on the browser has the new one."""
        super().process_request(request)
        former = self.SessionStore(request.COOKIES.get(FORMER))
        if settings.SESSION_COOKIE_NAME in request.COOKIES or not former.session_key:
            return
        if former.exists(former.session_key):
            request.session = former
            request.session.modified = True


class _CookieStorage(CookieStorage):
    cookie_name = own_name("messages")


class Messages(FallbackStorage):
    """Django's own, in a cookie with a name of this site's."""

    storage_classes = (_CookieStorage, SessionStorage)
