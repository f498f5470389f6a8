"""The message that a war is over."""

from typing import Final

from accounts.deliveries.owing import owe
from accounts.models import MessageKind
from campaign.models import Seat, War
from campaign.rules.events import WarEnded
from campaign.rules.state import WarEnd
from engines.seam.sides import opponent

WHY: Final[dict[WarEnd, str]] = {
    "home": "{winner} won the battle for the {loser} home",
    "surrender": "{loser} surrendered, so {winner} won",
    "logistics": "{loser} had too few Logistics Points left, so {winner} won",
}


def tell_of_end(war: War, event: WarEnded) -> None:
    """Tell the players of two screens that the war is over, and why; not who has just surrendered, nor of a sandbox."""
    if war.one_screen or war.is_sandbox:
        return
    words = end_in_words(event)
    for seat in Seat.objects.filter(war=war, user__is_computer=False).select_related("user"):
        if seat.user is None or (event.why == "surrender" and seat.side != event.winner):
            continue
        owe(
            user=seat.user,
            kind=MessageKind.NEWS,
            key=f"war:{war.pk}:over:{war.version}",
            subject=f"{war.name} is over",
            body=f"{war.name} is over: {words}.",
            path=f"/wars/{war.pk}/{seat.side}/",
        )


def end_in_words(event: WarEnded) -> str:
    """How a war ended, as a part of a sentence.

    >>> end_in_words(WarEnded("talon", "surrender"))
    'Terran surrendered, so Talon won'
    >>> end_in_words(WarEnded(None, "agreed"))
    'it is a draw'
    """
    if event.winner is None:
        return "it is a draw"
    return WHY[event.why].format(winner=event.winner.title(), loser=opponent(event.winner).title())
