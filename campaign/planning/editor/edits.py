"""Changes a player makes to a plan that is not sealed yet, one tap each. Pure; the same rules judge as at the seal.

A draft always sends every ship of the plan somewhere: `with_every_ship` sees to it after each change.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from msgspec.structs import replace

from campaign.rules.fleets import assignment, building, nearest
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.orders import RESERVE, Plan, StandingInstruction, Target
from campaign.rules.sight import Known, WarView, view
from campaign.rules.state import Ship
from engines.seam.classes import UnitClass
from engines.seam.refusals import refuse
from engines.seam.sides import Side

MOST_AT_ONCE = 400
MAY_DECLINE = ("decline", "unless")
"""The answers of an instruction that may give a battle up unasked."""


@dataclass(frozen=True)
class WorkingPlan:
    """What a side's planner works with: the war as judged, the side, and its draft."""

    war: Known
    side: Side
    plan: Plan

    @cached_property
    def view(self) -> WarView:
        """What the side sees: proposals are made from it alone."""
        return self.war if isinstance(self.war, WarView) else view(self.war, self.side)

    @cached_property
    def ships(self) -> dict[str, Ship]:
        """Every ship the plan sends: those kept, and those just bought."""
        return assignment.ships_to_send(self.war, self.side, self.plan)

    @property
    def purchasable(self) -> tuple[UnitClass, ...]:
        """The classes that the side can buy."""
        return self.war.settings.catalogue.purchasable(self.side)

    @property
    def targets(self) -> tuple[Target, ...]:
        """Where ships can be sent: the Reserve, then the sectors in battle order."""
        return (RESERVE, *self.war.chart.order)

    def with_plan(self, plan: Plan) -> "WorkingPlan":
        """The same with another plan, every ship of it sent somewhere."""
        return with_every_ship(WorkingPlan(self.war, self.side, plan))


def first_plan(war: Known, side: Side) -> WorkingPlan:
    """The plan a player finds at the beginning of a turn: nothing bought, ships and instructions stay as they are.

    Those of turn 1 end with it: they were given before anything was seen of the enemy. One that may decline ends where
    the front line has come to the own home: to decline there loses the war (S10, S60).
    """
    kept = war.fleet(side).standing if war.turn > 2 else {}
    at_home = war.markers_on(HOMES[side])
    standing = {
        sector: instruction
        for sector, instruction in kept.items()
        if not (sector in at_home and instruction.answer in MAY_DECLINE)
    }
    return with_every_ship(WorkingPlan(war, side, Plan(standing=standing)))


def giving_up_home(war: Known, side: Side, standing: Mapping[str, StandingInstruction]) -> tuple[str, ...]:
    """The sector whose instruction speaks at the own home and may decline, which loses the war (S10, S41)."""
    speaks = next((sector for sector in war.markers_on(HOMES[side]) if sector in standing), None)
    return (speaks,) if speaks is not None and standing[speaks].answer in MAY_DECLINE else ()


def with_every_ship(working: WorkingPlan) -> WorkingPlan:
    """Send each ship without a target where it was, new ones to the Reserve; forget ships that are not there."""
    ships = working.ships
    assign = {name: working.plan.assign.get(name) or resting_place(ship) for name, ship in ships.items()}
    bought = {key: number for key, number in working.plan.buy.items() if number}
    return WorkingPlan(working.war, working.side, replace(working.plan, buy=bought, assign=assign))


def resting_place(ship: Ship) -> Target:
    """Where a ship stays if nothing is said: where it was; the Reserve if it is new or stranded."""
    return RESERVE if ship.stranded or ship.where is None else ship.where


def far_allowed(working: WorkingPlan) -> bool:
    """Whether ships may go beyond their reach: it brings the sectors closer to the minimum (S8)."""
    return assignment.far_moves_help(working.war, working.side, working.ships, working.plan)


def may_go(working: WorkingPlan, ship: Ship, *, far: bool) -> tuple[Target, ...]:
    """Where a ship may be sent; with `far` anywhere, but for stranded squadrons (S8, S11)."""
    return working.targets if far and not ship.stranded else assignment.reach(working.war, ship)


# -- buying and scrapping -------------------------------------------------------------------------------------


def buy_more(working: WorkingPlan, key: str, by: int) -> WorkingPlan:
    """Buy `by` more (or fewer) of a class; `Refused` with the reason the shipyard shows."""
    kind = class_to_buy(working, key)
    if by > 0 and (why := why_not_more(working, kind)):
        raise refuse(why.rule, why.reason, key)
    number = min(MOST_AT_ONCE, max(0, working.plan.buy.get(key, 0) + by))
    return working.with_plan(replace(working.plan, buy={**working.plan.buy, key: number}))


def class_to_buy(working: WorkingPlan, key: str) -> UnitClass:
    """The class of the editor's side under that key; `Refused` if a treasury cannot buy one."""
    for kind in working.purchasable:
        if kind.key == key:
            return kind
    raise refuse("31.4", f'Your side cannot buy a ship class "{key[:40]}".', "buy")


class WhyNot(NamedTuple):
    """Why something cannot be bought: the rule, and a sentence."""

    rule: str
    reason: str


def why_not_more(working: WorkingPlan, kind: UnitClass) -> WhyNot | None:
    """Why one more of a class cannot be bought as things stand; None if it can (31.4, S6, S27).

    On turn 1 the order of buying is free, so points are kept back for the classes still missing.
    """
    buy = {**working.plan.buy, kind.key: working.plan.buy.get(kind.key, 0) + 1}
    trial = replace(working.plan, buy=buy)
    left = working.war.fleet(working.side).treasury - building.cost_of(working.side, trial)
    if left < 0:
        points = left + kind.points
        rest = f"has only {points} points left" if points else "is empty"
        return WhyNot("31.4", f"The treasury {rest}.")
    return _missing_first(working, trial, left) or _too_many(working, trial, kind)


def _missing_first(working: WorkingPlan, trial: Plan, left: int) -> WhyNot | None:
    missing = building.missing_classes(
        working.war, working.side, building.classes_after(working.war, working.side, trial)
    )
    titles = ", ".join(kind.title for kind in missing)
    if working.war.turn == 1:
        needed = sum(kind.points for kind in missing)
        reason = f"Keep {needed} points for missing classes: {titles}."
        return WhyNot("31.2", reason) if needed > left else None
    found = [r for r in building.building_refusals(working.war, working.side, trial) if r.rule == "S6"]
    return WhyNot("S6", f"Buy missing classes first: {titles}.") if found else None


def _too_many(working: WorkingPlan, trial: Plan, kind: UnitClass) -> WhyNot | None:
    """The 5:1 limit; classes still missing on turn 1 are taken as bought once."""
    after = building.classes_after(working.war, working.side, trial)
    for missing in building.missing_classes(working.war, working.side, after):
        after[missing.key] = 1
    most = building.most_of(working.war, working.side, kind, after)
    if most is None or after[kind.key] <= most:
        return None
    counted = building.counted_classes(working.war, working.side)
    fewest = min(counted, key=lambda other: after[other.key])
    words = fewest.title if after[fewest.key] == 1 else fewest.plural
    reason = f"At most {most}: five times your smallest class, {after[fewest.key]} {words}."
    return WhyNot("S27", reason)


def scrap(working: WorkingPlan, name: str) -> WorkingPlan:
    """Mark a ship for scrapping; nothing is paid for it (31.4)."""
    if name not in working.war.fleet(working.side).ships:
        raise refuse("31.4", f"You have no ship {name[:60]} to scrap.", "scrap")
    return working.with_plan(replace(working.plan, scrap=tuple(sorted({*working.plan.scrap, name}))))


def keep(working: WorkingPlan, name: str) -> WorkingPlan:
    """Take a ship from those to be scrapped."""
    return working.with_plan(replace(working.plan, scrap=tuple(n for n in working.plan.scrap if n != name)))


# -- sending --------------------------------------------------------------------------------------------------


def sound(ship: Ship) -> bool:
    """Whether a ship counts among the undamaged of its class, which are sent as a group."""
    return not ship.damage and not ship.stranded


def next_to_go(working: WorkingPlan, key: str, target: Target, *, far: bool) -> str | None:
    """The undamaged ship of a class that a + brings from the Reserve to a sector: those that were there first.

    None if none in the Reserve may go there.
    """
    ready = [
        (
            ship.where != target,
            target not in assignment.reach(working.war, ship),
            _freedom(working, ship),
            name,
        )
        for name, ship in working.ships.items()
        if ship.ship_class == key and sound(ship) and working.plan.assign[name] == RESERVE
        if target in may_go(working, ship, far=far)
    ]
    return min(ready)[3] if ready else None


def next_to_leave(working: WorkingPlan, key: str, target: Target) -> str | None:
    """The undamaged ship of a class that a - takes back from a sector: those that were not there first."""
    there = [
        (ship.where == target, -_freedom(working, ship), name)
        for name, ship in working.ships.items()
        if ship.ship_class == key and sound(ship) and working.plan.assign[name] == target
    ]
    return min(there)[2] if there else None


def _freedom(working: WorkingPlan, ship: Ship) -> int:
    return len(assignment.reach(working.war, ship))


def send_more(working: WorkingPlan, key: str, target: Target, by: int) -> WorkingPlan:
    """Send one more undamaged ship of a class from the Reserve to a sector, or one back; `Refused` if there is none."""
    _known_target(working, target)
    kind = class_to_buy(working, key)
    if target == RESERVE:
        raise refuse("31.5", "To return a ship to the Reserve, use − in its sector.", "assign")
    name = (
        next_to_go(working, key, target, far=far_allowed(working))
        if by > 0
        else next_to_leave(working, key, target)
    )
    if name is None:
        where = f"in the Reserve can reach {target}" if by > 0 else f"goes to {target}"
        raise refuse("31.5", f"No undamaged {kind.title} {where}.", "assign")
    return _sent(working, {name: target if by > 0 else RESERVE})


def send_ship(working: WorkingPlan, name: str, target: Target) -> WorkingPlan:
    """Send one ship by name; `Refused` if there is no such ship or it cannot reach there (31.5, S8, S11)."""
    _known_target(working, target)
    ship = working.ships.get(name)
    if ship is None:
        raise refuse("31.5", f"You have no ship {name[:60]} to send.", "assign")
    if working.plan.assign.get(name) == target:
        return working
    if target not in may_go(working, ship, far=True):
        raise refuse("S11", f"{name} is stranded and must go to the Reserve this turn.", name)
    if target not in assignment.reach(working.war, ship) and not far_allowed(working):
        raise refuse("31.5", f"{name} is in {ship.where} and cannot reach {target}.", name)
    return _sent(working, {name: target})


def _known_target(working: WorkingPlan, target: Target) -> None:
    if target not in working.targets:
        raise refuse("31.5", f'There is no sector "{target[:40]}" on this map.', "assign")


def _sent(working: WorkingPlan, moves: Mapping[str, Target]) -> WorkingPlan:
    return working.with_plan(replace(working.plan, assign={**working.plan.assign, **moves}))


def as_last_turn(working: WorkingPlan) -> WorkingPlan:
    """Every ship where it was last turn; new and stranded ones in the Reserve."""
    return _sent(working, {name: resting_place(ship) for name, ship in working.ships.items()})


def damaged_to_reserve(working: WorkingPlan) -> WorkingPlan:
    """Every damaged ship to the Reserve, to be repaired next turn (31.4)."""
    return _sent(working, {name: RESERVE for name, ship in working.ships.items() if ship.damage})


def worth(working: WorkingPlan) -> int:
    """The Ship Points of every ship of the plan."""
    return sum(ship.class_of(working.side).points for ship in working.ships.values())


def nearest_legal(working: WorkingPlan) -> WorkingPlan:
    """The nearest assignment within reach that meets the minimum and the Reserve, or comes closest (S8).

    A legal one stays. On turn 1 a fleet worth less than the Reserve's share stays in the Reserve.
    """
    if working.war.turn == 1 and worth(working) < working.war.settings.reserve:
        return _sent(working, dict.fromkeys(working.ships, RESERVE))
    return _sent(working, nearest.nearest_legal(working.war, working.side, working.plan))


def instruct(working: WorkingPlan, sector: str, standing: StandingInstruction) -> WorkingPlan:
    """Leave instructions for a sector (S36)."""
    if sector not in working.war.chart.order:
        raise refuse("S36", f'There is no sector "{sector[:40]}" on this map.', "standing")
    kept = {name: earlier for name, earlier in working.plan.standing.items() if name != sector}
    if standing != StandingInstruction():
        kept[sector] = standing
    return WorkingPlan(working.war, working.side, replace(working.plan, standing=kept))
