"""What the shipyard shows: each class with what one has, what is on order, and why there cannot be one more."""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from campaign.planning import edits
from campaign.planning.edits import WhyNot, WorkingPlan
from campaign.rules.fleets import building
from campaign.rules.orders import RESERVE
from engines.seam.refusals import Refusal
from engines.talon.catalogue import ShipClass, purchasable

SAID_ONCE_FROM = 3


@dataclass(frozen=True)
class YardLine:
    """One class: `have` by place in words, `bought` this turn, `why_not` a rule and reason against one more.

    `dear` ones cost more than a later turn's whole treasury, and nothing has to be said of them.
    """

    kind: ShipClass
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


def yard_lines(desk: WorkingPlan, refusals: list[Refusal]) -> list[YardLine]:
    """Every class the side can buy, in the table's order; those beyond a later turn's treasury last."""
    kept = building.kept_classes(desk.war, desk.side, desk.plan)
    after = building.classes_after(desk.war, desk.side, desk.plan)
    missing = {kind.key for kind in building.missing_classes(desk.war, desk.side, after)}
    found = [
        YardLine(
            kind=kind,
            have=kept[kind.key],
            places=whereabouts(desk, kind),
            bought=desk.plan.buy.get(kind.key, 0),
            why_not=edits.why_not_more(desk, kind),
            missing=kind.key in missing,
            dear=_dear(desk, kind) and kind.key not in missing,
            refusals=tuple(refusal for refusal in refusals if refusal.where == kind.key),
        )
        for kind in purchasable(desk.side)
    ]
    return sorted(found, key=lambda line: line.dear)


def _dear(desk: WorkingPlan, kind: ShipClass) -> bool:
    """Whether a class costs more than the treasury of a later turn, with none on order."""
    beyond = desk.war.turn > 1 and kind.points > desk.war.fleet(desk.side).treasury
    return beyond and not desk.plan.buy.get(kind.key)


def unspent(lines: list[YardLine], found: Money) -> int:
    """The points that are left while there is a ship to be bought for them; 0 if there is none."""
    return int(found.left.value) if any(line.can_buy for line in lines) else 0


def shared_reason(lines: list[YardLine]) -> WhyNot | None:
    """The rule and reason that keeps three classes or more from being bought, to be said once; None without one."""
    counted = Counter(line.why_not for line in lines if line.why_not is not None)
    reason, times = next(iter(counted.most_common(1)), (None, 0))
    return reason if times >= SAID_ONCE_FROM else None


def whereabouts(desk: WorkingPlan, kind: ShipClass) -> str:
    """Where the ships of a class were when the turn began, as "Reserve 2, Antares 1"."""
    ships = desk.war.fleet(desk.side).ships
    places = Counter(
        ship.where
        for name, ship in ships.items()
        if ship.ship_class == kind.key and name not in desk.plan.scrap
    )
    named = ((RESERVE, "Reserve"), *((sector, sector) for sector in desk.war.chart.order))
    return ", ".join(f"{words} {places[target]}" for target, words in named if places[target])


def money(desk: WorkingPlan) -> Money:
    """What the draft costs."""
    treasury = desk.war.fleet(desk.side).treasury
    cost = building.cost_of(desk.side, desk.plan)
    return Money(
        Figure("Treasury", treasury),
        Figure("On order", cost),
        Figure("Left", treasury - cost, main=True, over=cost > treasury),
    )
