"""Fleets for which one box of the game has too few counters (21, 31.6)."""

from collections.abc import Iterator, Mapping, Sequence

from engines.seam.documents import BattleSetup, Unit
from engines.seam.sides import Side
from engines.talon.results.deployment import deployment
from engines.talon.terms import TalonTerms


def beyond_the_box(fleets: Mapping[Side, Sequence[Unit]], side: Side) -> tuple[str, ...]:
    """What a side has more of than a box has counters, a sentence for each class."""
    terran, talon = tuple(fleets["terran"]), tuple(fleets["talon"])
    setup = BattleSetup("", "last_ship_standing", terran, talon, format=2, terms=TalonTerms())
    return tuple(_sentences(setup, side))


def _sentences(setup: BattleSetup, side: Side) -> Iterator[str]:
    for row in deployment(setup, side):
        kind = row.ship_class
        if row.wait:
            have = f"One box has {row.limit} counter{'' if row.limit == 1 else 's'} for {kind.plural.lower()}"
            later = "1 comes in later" if row.wait == 1 else f"{row.wait} come in later"
            yield f"{have}: {later}, each when one of the class has left the map (31.6)."
