"""What the shipyard shows: each class with what one has, what is on order, and why there cannot be one more."""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from campaign.planning.editor import edits
from campaign.planning.editor.edits import WhyNot, WorkingPlan
from campaign.rules.fleets import building
from campaign.rules.orders import RESERVE
from engines.seam.classes import UnitClass
from engines.seam.refusals import Refusal

SAID_ONCE_FROM = 3


@dataclass(frozen=True)
class YardLine:
    """One class: `have` by place in words, `bought` this turn, `why_not` a rule and reason against one more.

    `dear` ones cost more than a later turn's whole treasury, and nothing has to be said of them.
    """

    kind: UnitClass
    have: int
    places: str
    bought: int
    why_not: WhyNot | None
    missing: bool
    dear: bool
    refusals: tuple[Refusal, ...]

    @property
    def can_buy(self) -> bool:
        """Whether one more can be bought."""
        return self.why_not is None


@dataclass(frozen=True)
class Figure:
    """A running total with its label; `main` ones stand out, `over` ones are beyond a limit."""

    label: str
    value: int | str
    main: bool = False
    over: bool = False


class Money(NamedTuple):
    """Treasury, cost and what is left, Ship Points."""

    treasury: Figure
    on_order: Figure
    left: Figure


def yard_lines(working: WorkingPlan, refusals: list[Refusal]) -> list[YardLine]:
    """Every class the side can buy, in the table's order; those beyond a later turn's treasury last."""
    kept = building.kept_classes(working.war, working.side, working.plan)
    after = building.classes_after(working.war, working.side, working.plan)
    missing = {kind.key for kind in building.missing_classes(working.war, working.side, after)}
    found = [
        YardLine(
            kind=kind,
            have=kept[kind.key],
            places=whereabouts(working, kind),
            bought=working.plan.buy.get(kind.key, 0),
            why_not=edits.why_not_more(working, kind),
            missing=kind.key in missing,
            dear=_dear(working, kind) and kind.key not in missing,
            refusals=tuple(refusal for refusal in refusals if refusal.where == kind.key),
        )
        for kind in working.purchasable
    ]
    return sorted(found, key=lambda line: line.dear)


def _dear(working: WorkingPlan, kind: UnitClass) -> bool:
    """Whether a class costs more than the treasury of a later turn, with none on order."""
    beyond = working.war.turn > 1 and kind.points > working.war.fleet(working.side).treasury
    return beyond and not working.plan.buy.get(kind.key)


def unspent(lines: list[YardLine], found: Money) -> int:
    """The points that are left while there is a ship to be bought for them; 0 if there is none."""
    return int(found.left.value) if any(line.can_buy for line in lines) else 0


def shared_reason(lines: list[YardLine]) -> WhyNot | None:
    """The rule and reason that keeps three classes or more from being bought, to be said once; None without one."""
    counted = Counter(line.why_not for line in lines if line.why_not is not None)
    reason, times = next(iter(counted.most_common(1)), (None, 0))
    return reason if times >= SAID_ONCE_FROM else None


def whereabouts(working: WorkingPlan, kind: UnitClass) -> str:
    """Where the ships of a class were when the turn began, as "Reserve 2, Antares 1"."""
    ships = working.war.fleet(working.side).ships
    places = Counter(
        ship.where
        for name, ship in ships.items()
        if ship.ship_class == kind.key and name not in working.plan.scrap
    )
    named = ((RESERVE, "Reserve"), *((sector, sector) for sector in working.war.chart.order))
    return ", ".join(f"{words} {places[target]}" for target, words in named if places[target])


def money(working: WorkingPlan) -> Money:
    """What the draft costs."""
    treasury = working.war.fleet(working.side).treasury
    cost = building.cost_of(working.side, working.plan)
    return Money(
        Figure("Treasury", treasury),
        Figure("On order", cost),
        Figure("Left", treasury - cost, main=True, over=cost > treasury),
    )
