"""Who plays a battle of teams, as its pages and sheets say it (25)."""

from dataclasses import dataclass

from battles.models import Battle
from engines.seam.sides import SIDES, Side


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player: `number` in the order of the side, from 1, and the names of their units."""

    number: int
    name: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatedSide:
    """A side with its players in their order."""

    side: Side
    players: tuple[SeatedPlayer, ...]


def seated(battle: Battle) -> tuple[SeatedSide, ...]:
    """The players of both sides with their units; nobody in a battle without teams. One query at most."""
    if not battle.teams:
        return ()
    return tuple(
        SeatedSide(
            side,
            tuple(
                SeatedPlayer(seat.place + 1, seat.name, seat.unit_names)
                for seat in battle.seats
                if seat.side == side
            ),
        )
        for side in SIDES
    )
