"""A player who plays on no longer, and what becomes of the games."""

from collections.abc import Collection, Iterable

from django.db.models import Q
from django.utils import timezone

from clubs.models import Entrant, Pairing
from clubs.seasons.reading import is_undecided
from clubs.seasons.telling import tell


def changed_by_leaving(entrant: Entrant, games: Iterable[Pairing]) -> list[Pairing]:
    """Which of these games would count otherwise if the player were withdrawn now."""
    mine = _counting(one for one in games if entrant.pk in (one.first_id, one.second_id))
    return mine if _is_struck(entrant, mine) else [one for one in mine if is_undecided(one)]


def take_out(entrant: Entrant, reason: str) -> None:
    """Withdraws a player; their season is held. Whoever was to play against them now is told.

    In a round robin nothing of a player counts who has not half of the games behind them, so that all others are
    compared by the same games. Otherwise games that are not decided are won by the opponents, without points.
    """
    rows = Pairing.objects.select_related("round__season__club", "first__user", "second__user")
    games = _counting(rows.filter(Q(first=entrant) | Q(second=entrant)))
    entrant.withdrawn_at, entrant.struck = timezone.now(), _is_struck(entrant, games)
    entrant.save(update_fields=["withdrawn_at", "struck"])
    counts = "does not count" if entrant.struck else "counts as won by you"
    for pairing in filter(is_undecided, games):
        rival = pairing.second if pairing.first_id == entrant.pk else pairing.first
        if rival is not None and pairing.round.begun_at is not None:
            words = f"{reason} Your game in round {pairing.round.number} {counts}."
            tell(pairing.round.season, [rival.user], f"game:{pairing.pk}:withdrawn", words)
        if not entrant.struck:
            won = Pairing.Ruled.SECOND if pairing.first_id == entrant.pk else Pairing.Ruled.FIRST
            pairing.ruled, pairing.reason, pairing.ruled_at = won, reason, timezone.now()
            pairing.save(update_fields=["ruled", "reason", "ruled_at"])


def _counting(games: Iterable[Pairing]) -> list[Pairing]:
    """The games of two players both of whom are in the table."""
    return [one for one in games if one.second is not None and not (one.first.struck or one.second.struck)]


def _is_struck(entrant: Entrant, games: Collection[Pairing]) -> bool:
    undecided = sum(map(is_undecided, games))
    return 2 * undecided > len(games) and not entrant.season.is_swiss
