"""Browsers in which somebody has signed in before: guesses made elsewhere do not keep their owners out of them.

A signed cookie names the last accounts that signed in there, each with a number of that browser for it. Whoever has
the cookie can guess no oftener than others: a known browser has a limit of its own.
"""

from secrets import token_hex
from typing import Final

import msgspec
from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.models import User
from config.serving.cookies import own_name

COOKIE: Final = "known"
"""Its name, which the site's mark follows; in older versions it stood alone."""
DAYS: Final = 400
ACCOUNTS: Final = 5
_SALT: Final = "accounts.known_browsers"


def remember(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """Leaves a cookie by which this browser is known when the user signs in again."""
    others = {number: name for number, name in _named(request).items() if number != user.pk}
    kept = [*others.items()][-(ACCOUNTS - 1) :]
    response.set_cookie(
        own_name(COOKIE),
        signing.dumps([*kept, (user.pk, token_hex(16))], salt=_SALT),
        max_age=DAYS * 24 * 3600,
        path=settings.SESSION_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def cookie_of(request: HttpRequest) -> str:
    """The browser's cookie, unread; "" without one."""
    return request.COOKIES.get(own_name(COOKIE)) or request.COOKIES.get(COOKIE, "")


def known_as(request: HttpRequest, user: User | None) -> str:
    """The name of this browser for one who has signed in here before; "" for anybody else."""
    return _named(request).get(user.pk, "") if user is not None else ""


def _named(request: HttpRequest) -> dict[int, str]:
    try:
        found = signing.loads(cookie_of(request), salt=_SALT, max_age=DAYS * 24 * 3600)
        return dict(msgspec.convert(found, list[tuple[int, str]]))
    except (signing.BadSignature, msgspec.ValidationError):
        return {}
