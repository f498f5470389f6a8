"""A player who plays on no longer, and what becomes of the games."""

from django.db.models import Q
from django.utils import timezone

from clubs.models import Entrant, Pairing
from clubs.seasons.telling import tell

DECIDED = ~Q(outcome="") | ~Q(ruled="")


def take_out(entrant: Entrant, reason: str) -> None:
    """Withdraws a player; their season is held. Whoever was to play against them now is told.

    In a round robin nothing of a player counts who has not half of the games behind them, so that all others are
    compared by the same games. Otherwise games that are not decided are won by the opponents, without points.
    """
    games = Pairing.objects.filter(Q(first=entrant) | Q(second=entrant), second__isnull=False)
    open_now = list(
        games.exclude(DECIDED)
        .filter(round__begun_at__isnull=False)
        .select_related("round__season__club", "first__user", "second__user")
    )
    entrant.withdrawn_at = timezone.now()
    early = 2 * games.filter(DECIDED).count() < games.count()
    entrant.struck = early and not entrant.season.is_swiss
    entrant.save(update_fields=["withdrawn_at", "struck"])
    counts = "does not count" if entrant.struck else "counts as won by you"
    for pairing in open_now:
        rival = pairing.second if pairing.first_id == entrant.pk else pairing.first
        if rival is not None:
            words = f"{reason} Your game in round {pairing.round.number} {counts}."
            tell(pairing.round.season, [rival.user], f"game:{pairing.pk}:withdrawn", words)
    if entrant.struck:
        return
    for pairing in games.exclude(DECIDED).select_related("first", "second"):
        won = Pairing.Ruled.SECOND if pairing.first_id == entrant.pk else Pairing.Ruled.FIRST
        pairing.ruled, pairing.reason, pairing.ruled_at = won, reason, timezone.now()
        pairing.save(update_fields=["ruled", "reason", "ruled_at"])
