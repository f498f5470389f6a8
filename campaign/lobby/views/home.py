"""The front page."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from campaign.lobby.pages.lobby import front_page
from config.pages import show

HOME: Final = ("127.0.0.1", "localhost", "[::1]")
"""What the computer on which the site runs calls itself, before the port."""


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What this site is, for visitors; people who are signed in go on to their wars."""
    if request.user.is_authenticated:
        return redirect("/wars/")
    return show(request, front_page(at_home=split_domain_port(request.get_host())[0] in HOME))
