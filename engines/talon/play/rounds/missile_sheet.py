"""The rows of missiles in flight on the sheet of orders for the round."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engines.talon.play.offers.unit_offers import WAY_WORDS
from engines.talon.play.roster import Roster
from engines.talon.play.rounds.checks import targets_of
from engines.talon.play.rounds.orders import MissileOrders, RoundOrders
from engines.talon.play.rounds.sheet import OPEN, SHORT, Cell, Entry, due
from engines.talon.rules.missiles import TURNS
from engines.talon.state import IMPULSES
from engines.talon.units import Missile
from engines.talon.view import View

WAYS: Final = (("", OPEN), *((way, WAY_WORDS[way].capitalize()) for way, _ in TURNS))


@dataclass(frozen=True, slots=True)
class MissileRow:
    """A missile of the sheet: what it flies at, its way by impulse, and the target that an AP for it gives it.

    `summary` says what is ordered in short.
    """

    number: int
    name: str
    aim: str
    summary: str
    cells: tuple[Cell, ...]
    targets: tuple[Entry, ...]


def missile_sheet(view: View, chosen: RoundOrders) -> tuple[MissileRow, ...]:
    """A row for each of the side's missiles in flight, with what is `chosen` in its fields (13)."""
    roster = Roster(view)
    own = (missile for missile in view.missiles if view.is_own(missile.number))
    return tuple(_row(view, roster, missile, chosen.of_missile(missile.number)) for missile in own)


def _row(view: View, roster: Roster, missile: Missile, orders: MissileOrders) -> MissileRow:
    name = roster.name(missile.number)
    targets = [
        ("", "As the captain decides"),
        *((str(one), roster.name(one)) for one in targets_of(view)),
    ]
    chosen = "" if orders.target is None else str(orders.target)
    return MissileRow(
        missile.number,
        name.capitalize(),
        f"at {roster.name(missile.target)}" if missile.target >= 0 else "without a target",
        _summary(roster, orders),
        tuple(_cells(view, missile, orders)),
        tuple(Entry(value, words, chosen=value == chosen) for value, words in targets),
    )


def _cells(view: View, missile: Missile, orders: MissileOrders) -> Iterator[Cell]:
    """The impulses in which it has yet to move: it does so in each turn of its side (13.4)."""
    for at, letter in enumerate(IMPULSES):
        moved = at == view.impulse and view.turn_of == view.side and missile.moved
        if due(view, at, "move") and not moved:
            wanted = orders.course.get(at, "")
            ways = tuple(Entry(value, words, chosen=value == wanted) for value, words in WAYS)
            yield Cell(at, letter, True, ways, ())


def _summary(roster: Roster, orders: MissileOrders) -> str:
    ways = ", ".join(f"{IMPULSES[at]} {SHORT[way]}" for at, way in sorted(orders.course.items()))
    target = "" if orders.target is None else f"New target: {roster.name(orders.target)}."
    return " ".join(filter(None, [f"{ways}." if ways else "", target])) or "Nothing ordered."
