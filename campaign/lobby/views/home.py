"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from campaign.lobby.pages.lobby import front_page
from config.pages import show


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What this site is, for visitors; people who are signed in go on to their wars."""
    if request.user.is_authenticated:
        return redirect("/wars/")
    return show(request, front_page())
