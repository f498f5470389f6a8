"""Light or dark: as the reader's system says, or as chosen in this browser."""

from typing import Final, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

COOKIE: Final = "theme"
THEMES: Final = ("light", "dark")
A_YEAR: Final = 365 * 24 * 3600


def theme_of(request: HttpRequest) -> str:
    """The theme chosen in this browser; "" for that of the system."""
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in THEMES else ""


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Keeps the theme in a cookie, and leads back; a theme that there is not is that of the system."""
    page = request.headers.get("Referer", "")
    here = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    answer = cast("HttpResponse", redirect(page if here else "home"))
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        secure = bool(settings.SESSION_COOKIE_SECURE)
        answer.set_cookie(COOKIE, chosen, max_age=A_YEAR, samesite="Lax", secure=secure)
    else:
        answer.delete_cookie(COOKIE, samesite="Lax")
    return answer
