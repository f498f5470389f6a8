"""The stream of a war: says only that something changed."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from accounts.live import stream_response
from accounts.models import User
from campaign.models import War
from campaign.war.at import topics_aside
from campaign.war.services.acting import plays_in


async def war_events(request: HttpRequest, war_id: int) -> HttpResponseBase:
    """Says when anything changed in a war, or elsewhere for the reader, to its players and their deputies only.

    Whose turn it is in a battle played by hand is news of elsewhere: nothing of the war changes.
    The right is checked before the stream begins, and again at each beat.
    """
    user = await request.auser()
    if not user.is_authenticated:
        return _no("Sign in first.", 403)
    if not await War.objects.filter(plays_in(user), pk=war_id).aexists():
        return _no("You do not play in this war.", 404)

    def plays(now: User) -> bool:
        return now.pk == user.pk and War.objects.filter(plays_in(now), pk=war_id).exists()

    return stream_response(request, [f"war:{war_id}"], aside=topics_aside(war_id, user), may=plays)


def _no(words: str, status: int) -> HttpResponse:
    return HttpResponse(words, status=status, content_type="text/plain")
