"""Who may open the pages of a campaign game: its two players, and some of them also their deputies (S96)."""

from dataclasses import dataclass
from typing import cast

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest

from accounts.models import User
from battles.models import Series
from battles.talon.series.acting import plays_for
from battles.talon.series.reading import player_in, user_of
from engines.seam.series import Player


@dataclass(frozen=True, slots=True)
class SeriesSeat:
    """A campaign game, who looks at it, and as which of the two; `acts_for` is whom a deputy acts for, "" for none."""

    series: Series
    user: User
    player: Player
    acts_for: str


def seated(user: User) -> Q:
    """Which campaign games the user plays, or may play for a player."""
    return Q(user=user) | Q(rival=user) | Q(user_deputy=user) | Q(rival_deputy=user)


def seat_at(request: HttpRequest, series_id: int) -> SeriesSeat:
    """The campaign game as the user has it, as a player or a deputy; 404 for everybody else."""
    user = cast("User", request.user)
    rows = Series.objects.select_related("user", "rival", "user_deputy", "rival_deputy")
    found = rows.filter(seated(user), pk=series_id).first()
    player = None if found is None else plays_for(found, user)
    if found is None or player is None:
        raise Http404("There is no such campaign game.")
    mine = player_in(found, user) is not None
    return SeriesSeat(found, user, player, "" if mine else cast("User", user_of(found, player)).username)


def own_series(request: HttpRequest, series_id: int) -> Series:
    """The campaign game, with both players, for one of them alone: 404 for everybody else, 403 for a deputy."""
    found = seat_at(request, series_id)
    if found.acts_for:
        raise PermissionDenied
    return found.series
