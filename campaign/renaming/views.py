"""A ship whose name cannot stand in a battle record gets another one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from campaign.overview.views import show_war
from campaign.renaming.ships import rename_ship
from campaign.war.access import seated_or_deputy
from campaign.war.at import At
from campaign.war.services.log import StaleWar
from engines.seam.refusals import Refused
from engines.seam.words.names import tidy
from engines.seam.words.whole_numbers import whole_number


@require_http_methods(["GET", "HEAD", "POST"])
@seated_or_deputy
def rename(request: HttpRequest, at: At) -> HttpResponseBase:
    """Rename the ship; back to the war's page, which says why if that cannot be."""
    if request.method != "POST":
        return redirect(at.path)
    post = request.POST
    name, new = post.get("name", ""), post.get("new", "")
    seen = whole_number(post.get("seen_version", "")) or 0
    try:
        rename_ship(war_id=at.war.pk, side=at.side, user=at.user, seen_version=seen, name=name, new=new)
    except Refused as refused:
        return show_war(request, at.now(), status=422, refusals=refused.refusals)
    except StaleWar as stale:
        return show_war(request, at.now(), status=409, said=str(stale))
    messages.success(request, f"The ship is called {tidy(new)} now.")
    return redirect(at.path)
