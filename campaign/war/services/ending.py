"""The message that a war is over."""

from typing import Final, cast

from accounts.deliveries.owing import owe
from accounts.models import MessageKind
from campaign.models import Seat, War
from campaign.rules.events import WarEnded
from campaign.rules.state import WarEnd
from engines.seam.sides import Side, opponent

WHY: Final[dict[WarEnd, str]] = {
    "home": "{winner} won the battle for the {loser} home",
    "surrender": "{loser} surrendered",
    "logistics": "{loser} had too few Logistics Points left",
}


def notify_end(war: War, event: WarEnded) -> None:
    """Tell the players of two screens that the war is over, and why; not who has just surrendered, nor of a sandbox."""
    if war.one_screen or war.is_sandbox:
        return
    for seat in Seat.objects.filter(war=war, user__is_computer=False).select_related("user"):
        if seat.user is None or (event.why == "surrender" and seat.side != event.winner):
            continue
        owe(
            user=seat.user,
            kind=MessageKind.NEWS,
            key=f"war:{war.pk}:over:{war.version}",
            subject=f"{war.name} is over",
            body=f"{war.name} is over: {end_in_words(event, cast('Side', seat.side))}.",
            path=f"/wars/{war.pk}/{seat.side}/",
        )


def end_in_words(event: WarEnded, reader: Side) -> str:
    """How a war ended for the player of a side, as a part of a sentence.

    >>> end_in_words(WarEnded("talon", "surrender"), "talon")
    'you won, because Terran surrendered'
    >>> end_in_words(WarEnded("talon", "home"), "terran")
    'you lost, because Talon won the battle for the Terran home'
    >>> end_in_words(WarEnded(None, "agreed"), "talon")
    'it is a draw'
    """
    if event.winner is None:
        return "it is a draw"
    ended = "won" if event.winner == reader else "lost"
    return f"you {ended}, because " + WHY[event.why].format(
        winner=event.winner.title(), loser=opponent(event.winner).title()
    )
