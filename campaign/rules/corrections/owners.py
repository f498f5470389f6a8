"""Whose the planets of a sector are by its battles, as corrections of results need it (31.8, S9, S67)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from campaign.rules.state import War
from engines.seam.sides import Side, opponent

Takers = Mapping[int, Side | None]
"""By the number of a battle who takes its planet; None if nobody does."""


@dataclass
class Owners:
    """Whose each planet of a sector was before its first battle, by zone index, and the battles and landings since.

    `story` has in order the zone with the number of the battle there, or with the side that landed.
    """

    sector: str
    before: dict[int, Side]
    story: list[tuple[int, int | Side]] = field(default_factory=list)

    def by(self, takers: Takers, until: int | None = None) -> dict[int, Side]:
        """Whose each planet is if the battles were won by these takers; of the first `until` of the story.

        Who takes a planet has all those on their own side of it, because the front line passes no other's (S9).
        """
        owners = dict(self.before)
        for index, side in self._taken(takers, until):
            owners |= {one: side for one in owners if _is_held_with(one, index, side)}
        return owners

    def is_overrun(self, index: int, side: Side, takers: Takers) -> bool:
        """Whether the enemy of the side has ever held the planet of that zone: a base there is gone for good."""
        held = (
            _is_held_with(index, taken, taker)
            for taken, taker in self._taken(takers)
            if taker == opponent(side)
        )
        return index in self.before and any(held)

    def _taken(self, takers: Takers, until: int | None = None) -> list[tuple[int, Side]]:
        steps = (
            (index, takers.get(step) if isinstance(step, int) else step) for index, step in self.story[:until]
        )
        return [(index, side) for index, side in steps if side is not None]


def _is_held_with(index: int, taken: int, side: Side) -> bool:
    """Whether a zone is not beyond the one that the side takes, seen from its home."""
    return index <= taken if side == "terran" else index >= taken


def owners_of(war: War, sector: str) -> Owners:
    """Whose the planets of the sector are now, with no story yet."""
    chart = war.chart
    found = {index: war.planets.get(chart.place(sector, index)) for index in range(len(chart.zones(sector)))}
    return Owners(sector, {index: side for index, side in found.items() if side is not None})


def nearest_stop(owners: Mapping[int, Side], zones: int, index: int) -> int:
    """The zone at which a marker stops that would be in the given one: no further than a home or an enemy's planet."""
    first = max((one for one, side in owners.items() if side == "terran"), default=0)
    last = min((one for one, side in owners.items() if side == "talon"), default=zones - 1)
    return min(max(index, first), last)
