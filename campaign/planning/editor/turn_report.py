"""The report at the start of a turn: income and repairs (31.4)."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.rules import events as e
from campaign.rules.map.strategic_map import place_title
from engines.seam.sides import Side


@dataclass(frozen=True)
class TurnReport:
    """Income by sector in Ship Points, the ships repaired in the Reserve, and the bases repaired."""

    income: tuple[tuple[str, int], ...] = ()
    repaired: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """All that came in."""
        return sum(points for _, points in self.income)


def report(events: Iterable[e.AnyEvent], side: Side, turn: int, own_bases: Iterable[str]) -> TurnReport:
    """The report of turn `turn` from the events with which it began; `own_bases` are places."""
    begun = False
    income: dict[str, int] = {}
    repaired: tuple[str, ...] = ()
    bases: list[str] = []
    mine = set(own_bases)
    for event in events:
        if isinstance(event, e.TurnBegan):
            begun = event.turn == turn
        elif begun and isinstance(event, e.IncomePaid) and event.side == side:
            income = event.by_sector
        elif begun and isinstance(event, e.ShipsRepaired) and event.side == side:
            repaired = event.names
        elif begun and isinstance(event, e.BaseRepaired) and event.place in mine:
            bases.append(place_title(event.place))
    return TurnReport(tuple(income.items()), repaired, tuple(bases))
