"""Seasons follow the campaign games and wars that were arranged for them."""

from accounts.models import User
from battles.arranged import Arranged
from battles.models import Series
from battles.talon.series.reading import SeriesState
from campaign.models import War
from clubs.games.results import COLUMNS, GameResult, note_result, of_series, of_war
from clubs.models import Pairing
from clubs.seasons.beginning import go_on
from clubs.seasons.reading import is_seen, is_undecided
from clubs.seasons.setting_up import locked
from clubs.seasons.words import decided_words


def follow(found: SeriesState) -> None:
    """Stores what has become of a campaign game, and lets its season go on; in the transaction that changed it."""
    rows = Pairing.objects.select_related("round__season").filter(series=found.series)
    _follow(rows.first(), of_series(found))


def follow_war(war: War) -> None:
    """The same for a war."""
    rows = Pairing.objects.select_related("round__season").filter(war=war)
    _follow(rows.first(), of_war(war))


def _follow(known: Pairing | None, result: GameResult) -> None:
    """The only place that writes a result; it writes the result as it is now, whatever it was before."""
    if known is None or not note_result(known, result):
        return  # most changes are moves
    season = locked(known.round.season)
    known.save(update_fields=COLUMNS)
    go_on(season)


def arranged(game: Series | War, user: User) -> Arranged | None:
    """The season that a campaign game or a war belongs to; None for one of no season. Two queries.

    Only members of the club get its address, since nobody else sees the season.
    """
    rows = Pairing.objects.select_related("round__season__club", "first__user", "second__user")
    row = (rows.filter(war=game) if isinstance(game, War) else rows.filter(series=game)).first()
    if row is None:
        return None
    season = row.round.season
    return Arranged(
        name=f"{season.name}, {season.club.name}",
        path=row.get_absolute_url() if is_seen(season, user) else "",
        due_at=row.round.due_at if is_undecided(row) else None,
        decided=decided_words(row),
    )
