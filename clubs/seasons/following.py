"""Seasons follow the campaign games that were arranged for them."""

from typing import Final

from accounts.models import User
from battles.models import Series
from battles.talon.series.hooks import Arranged
from battles.talon.series.reading import SeriesState
from clubs.models import Pairing
from clubs.rules.standings import Outcome
from clubs.seasons.beginning import go_on
from clubs.seasons.reading import is_seen, is_undecided
from clubs.seasons.setting_up import locked
from clubs.seasons.words import decided_words
from engines.seam.series import Player

WON: Final[dict[Player | None, Outcome]] = {"user": "first", None: "drawn", "rival": "second"}


def follow(found: SeriesState) -> None:
    """Stores what has become of a campaign game, and lets its season go on; in the transaction that changed it.

    It is the only place that writes a result, and writes it as it is now, whatever it was before.
    """
    known = Pairing.objects.select_related("round__season").filter(series=found.series).first()
    if known is None:
        return
    before = (known.outcome, known.first_points, known.second_points, known.legs_over)
    known.outcome = WON[found.winner] if found.over else ""
    known.first_points, known.second_points = found.standings.total.user, found.standings.total.rival
    known.legs_over = len(found.legs) - found.standings.left
    if before == (known.outcome, known.first_points, known.second_points, known.legs_over):
        return  # most changes of a battle are moves
    season = locked(known.round.season)
    known.save(update_fields=["outcome", "first_points", "second_points", "legs_over"])
    go_on(season)


def arranged(series: Series, user: User) -> Arranged | None:
    """The season that a campaign game belongs to; None for one of no season. Two queries.

    Only members of the club get its address, since nobody else sees the season.
    """
    row = (
        Pairing.objects.select_related("round__season__club", "first__user", "second__user")
        .filter(series=series)
        .first()
    )
    if row is None:
        return None
    season = row.round.season
    return Arranged(
        name=f"{season.name}, {season.club.name}",
        path=row.get_absolute_url() if is_seen(season, user) else "",
        due_at=row.round.due_at if is_undecided(row) else None,
        decided=decided_words(row),
    )
