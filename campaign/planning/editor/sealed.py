"""A plan that was sealed, to be read."""

from dataclasses import dataclass
from typing import NamedTuple

from campaign.planning.editor import board, shipyard
from campaign.planning.editor.board import Bar
from campaign.planning.editor.edits import WorkingPlan
from campaign.planning.editor.instructions import Instruction, by_sector
from campaign.rules.state import Ship
from config.pages import Part
from engines.seam.classes import UnitClass


class BoughtShips(NamedTuple):
    """How many ships of a class were bought."""

    kind: UnitClass
    number: int


class ClassGroup(NamedTuple):
    """The ships of a class: its key, how many in words, and their names."""

    key: str
    words: str
    names: list[str]


class Sent(NamedTuple):
    """The ships that go to one place."""

    place: str
    classes: list[ClassGroup]


@dataclass(frozen=True, slots=True)
class SealedSummary(Part):
    """What was sealed, to be read; `scale` is the length of the bars' common rail."""

    bought: list[BoughtShips]
    scrapped: tuple[str, ...]
    forces: list[Sent]
    bars: list[Bar]
    scale: int
    instructions: list[Instruction]
    money: shipyard.Money


def sealed_summary(working: WorkingPlan, *, may_play: bool = False) -> SealedSummary:
    """The plan in words: purchases, scrapping, forces by target, instructions; `may_play` as on the page."""
    bars = board.bars(working, [])
    buy, assign = working.plan.buy, working.plan.assign
    forces = {
        target: {name: working.ships[name] for name in assign if assign[name] == target}
        for target in working.targets
    }
    return SealedSummary(
        bought=[BoughtShips(kind, buy[kind.key]) for kind in working.purchasable if buy.get(kind.key)],
        scrapped=working.plan.scrap,
        forces=[
            Sent(board.target_words(target), by_class(working, ships)) for target, ships in forces.items()
        ],
        bars=bars,
        scale=board.scale_of(bars),
        instructions=by_sector(working, may_play=may_play),
        money=shipyard.money(working),
    )


def by_class(working: WorkingPlan, ships: dict[str, Ship]) -> list[ClassGroup]:
    """Ships by class."""
    found = []
    for kind in working.purchasable:
        names = sorted(name for name, ship in ships.items() if ship.ship_class == kind.key)
        if names:
            words = f"{len(names)} {kind.plural}" if len(names) > 1 else kind.title
            found.append(ClassGroup(kind.key, words, names))
    return found
