"""The link for onlookers of a campaign game: either player makes it, both see it, either takes it back."""

import secrets

from django.db import transaction
from django_stubs_ext import WithAnnotations

from accounts.live import Newest, newest_under
from accounts.models import User
from battles.battle.selectors import with_news
from battles.models import Battle, LegBattle, Play, Series
from battles.talon.play.services.publishing import play_of
from battles.talon.series.arranging import locked, tell
from battles.talon.series.reading import player_in
from engines.seam.refusals import refuse

TOKEN_BYTES = 32


@transaction.atomic
def open_to_onlookers(*, series_id: int, user: User) -> str:
    """The token of the link; a new one if there was none. `Refused` for a campaign game that has not begun."""
    row = locked(pk=series_id)
    if row.stage not in (Series.Stage.ON, Series.Stage.OVER):
        raise refuse("", "This campaign game has not begun, so there is nothing to watch.")
    if row.watch_token is None:
        row.watch_token, row.watch_by = secrets.token_urlsafe(TOKEN_BYTES), player_in(row, user) or ""
        row.save(update_fields=["watch_token", "watch_by"])
        tell(row)
    return row.watch_token


@transaction.atomic
def close_to_onlookers(*, series_id: int) -> None:
    """Take the link back: it leads nowhere from now on. Harmless without one."""
    row = locked(pk=series_id)
    if row.watch_token is not None:
        row.watch_token, row.watch_by = None, ""
        row.save(update_fields=["watch_token", "watch_by"])
        tell(row)


def is_watched(battle: Battle) -> bool:
    """Whether the battle is of a campaign game with a link for onlookers, who see the battle too; one query."""
    return LegBattle.objects.filter(battle=battle.pk, leg__series__watch_token__isnull=False).exists()


def watched_series(token: str) -> "WithAnnotations[Series, Newest] | None":
    """The campaign game that the link leads to; None if it was taken back, or never was. One query."""
    found = Series.objects.annotate(newest=newest_under("series:")).select_related("user", "rival")
    return found.filter(watch_token=token).first() if token else None


def watched_play(series: Series, number: int) -> "tuple[Play, int] | None":
    """A battle of a leg played by hand, under way or over, and its newest notice before it was read; None without."""
    found = with_news().filter(leg_battle__leg__series=series, pk=number).values_list("pk", "newest").first()
    if found is None:
        return None
    try:
        return play_of(found[0]), found[1]
    except Play.DoesNotExist:
        return None


def watched_battle(series: Series, number: int) -> Battle | None:
    """A battle of a leg that has its result, and is known order by order; None for any other."""
    return Battle.objects.filter(leg_battle__leg__series=series, pk=number).first()
