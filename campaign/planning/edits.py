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
from engines.seam.refusals import refuse
from engines.seam.sides import Side
from engines.talon.catalogue import ShipClass, purchasable

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
    def targets(self) -> tuple[Target, ...]:
        """Where ships can be sent: the Reserve, then the sectors in battle order."""
        return (RESERVE, *self.war.chart.order)

    def with_plan(self, plan: Plan) -> "WorkingPlan":
        """The same desk with another plan, every ship of it sent somewhere."""
        return with_every_ship(WorkingPlan(self.war, self.side, plan))


def first_plan(war: Known, side: Side) -> WorkingPlan:
    """The plan a player finds at the beginning of a turn: nothing bought, ships and instructions stay as they are.

    Those of turn 1 end with it: they were given before anything was seen of the enemy. One that may decline ends where
    the front line has come to the own home: to decline there loses the war (S10, S60).
    """
    kept = war.fleet(side).standing if war.turn > 2 else {}
    at_home = war.markers_on(HOMES[side])
    standing = {
        sector: told
        for sector, told in kept.items()
        if not (sector in at_home and told.answer in MAY_DECLINE)
    }
    return with_every_ship(WorkingPlan(war, side, Plan(standing=standing)))


def giving_up_home(war: Known, side: Side, standing: Mapping[str, StandingInstruction]) -> tuple[str, ...]:
    """The sector whose instruction speaks at the own home and may decline, which loses the war (S10, S41)."""
    speaks = next((sector for sector in war.markers_on(HOMES[side]) if sector in standing), None)
    return (speaks,) if speaks is not None and standing[speaks].answer in MAY_DECLINE else ()


def with_every_ship(desk: WorkingPlan) -> WorkingPlan:
    """Send each ship without a target where it was, new ones to the Reserve; forget ships that are not there."""
    ships = desk.ships
    assign = {name: desk.plan.assign.get(name) or resting_place(ship) for name, ship in ships.items()}
    bought = {key: number for key, number in desk.plan.buy.items() if number}
    return WorkingPlan(desk.war, desk.side, replace(desk.plan, buy=bought, assign=assign))


def resting_place(ship: Ship) -> Target:
    """Where a ship stays if nothing is said: where it was; the Reserve if it is new or stranded."""
    return RESERVE if ship.stranded or ship.where is None else ship.where


def far_allowed(desk: WorkingPlan) -> bool:
    """Whether ships may go beyond their reach: it brings the sectors closer to the minimum (S8)."""
    return assignment.far_moves_help(desk.war, desk.side, desk.ships, desk.plan)


def may_go(desk: WorkingPlan, ship: Ship, *, far: bool) -> tuple[Target, ...]:
    """Where a ship may be sent; with `far` anywhere, but for stranded squadrons (S8, S11)."""
    return desk.targets if far and not ship.stranded else assignment.reach(desk.war, ship)


# -- buying and scrapping -------------------------------------------------------------------------------------


def buy_more(desk: WorkingPlan, key: str, by: int) -> WorkingPlan:
    """Buy `by` more (or fewer) of a class; `Refused` with the reason the shipyard shows."""
    kind = class_to_buy(desk.side, key)
    if by > 0 and (why := why_not_more(desk, kind)):
        raise refuse(why.rule, why.reason, key)
    number = min(MOST_AT_ONCE, max(0, desk.plan.buy.get(key, 0) + by))
    return desk.with_plan(replace(desk.plan, buy={**desk.plan.buy, key: number}))


def class_to_buy(side: Side, key: str) -> ShipClass:
    """The class of the side under that key; `Refused` if a treasury cannot buy one."""
    for kind in purchasable(side):
        if kind.key == key:
            return kind
    raise refuse("31.4", f'Your side cannot buy a ship class "{key[:40]}".', "buy")


class WhyNot(NamedTuple):
    """Why something cannot be bought: the rule, and a sentence."""

    rule: str
    reason: str


def why_not_more(desk: WorkingPlan, kind: ShipClass) -> WhyNot | None:
    """Why one more of a class cannot be bought as things stand; None if it can (31.4, S6, S27).

    On turn 1 the order of buying is free, so points are kept back for the classes still missing.
    """
    buy = {**desk.plan.buy, kind.key: desk.plan.buy.get(kind.key, 0) + 1}
    trial = replace(desk.plan, buy=buy)
    left = desk.war.fleet(desk.side).treasury - building.cost_of(desk.side, trial)
    if left < 0:
        points = left + kind.points
        rest = f"has only {points} points left" if points else "is empty"
        return WhyNot("31.4", f"The treasury {rest}.")
    return _missing_first(desk, trial, left) or _too_many(desk, trial, kind)


def _missing_first(desk: WorkingPlan, trial: Plan, left: int) -> WhyNot | None:
    missing = building.missing_classes(
        desk.war, desk.side, building.classes_after(desk.war, desk.side, trial)
    )
    titles = ", ".join(kind.title for kind in missing)
    if desk.war.turn == 1:
        needed = sum(kind.points for kind in missing)
        reason = f"Keep {needed} points for missing classes: {titles}."
        return WhyNot("31.2", reason) if needed > left else None
    found = [r for r in building.building_refusals(desk.war, desk.side, trial) if r.rule == "S6"]
    return WhyNot("S6", f"Buy missing classes first: {titles}.") if found else None


def _too_many(desk: WorkingPlan, trial: Plan, kind: ShipClass) -> WhyNot | None:
    """The 5:1 limit; classes still missing on turn 1 are taken as bought once."""
    after = building.classes_after(desk.war, desk.side, trial)
    for missing in building.missing_classes(desk.war, desk.side, after):
        after[missing.key] = 1
    most = building.most_of(desk.war, desk.side, kind, after)
    if most is None or after[kind.key] <= most:
        return None
    counted = building.counted_classes(desk.war, desk.side)
    fewest = min(counted, key=lambda other: after[other.key])
    words = fewest.title if after[fewest.key] == 1 else fewest.plural
    reason = f"At most {most}: five times your smallest class, {after[fewest.key]} {words}."
    return WhyNot("S27", reason)


def scrap(desk: WorkingPlan, name: str) -> WorkingPlan:
    """Mark a ship for scrapping; nothing is paid for it (31.4)."""
    if name not in desk.war.fleet(desk.side).ships:
        raise refuse("31.4", f"You have no ship {name[:60]} to scrap.", "scrap")
    return desk.with_plan(replace(desk.plan, scrap=tuple(sorted({*desk.plan.scrap, name}))))


def keep(desk: WorkingPlan, name: str) -> WorkingPlan:
    """Take a ship from those to be scrapped."""
    return desk.with_plan(replace(desk.plan, scrap=tuple(n for n in desk.plan.scrap if n != name)))


# -- sending --------------------------------------------------------------------------------------------------


def sound(ship: Ship) -> bool:
    """Whether a ship counts among the undamaged of its class, which are sent as a group."""
    return not ship.damage and not ship.stranded


def next_to_go(desk: WorkingPlan, key: str, target: Target, *, far: bool) -> str | None:
    """The undamaged ship of a class that a + brings from the Reserve to a sector: those that were there first.

    None if none in the Reserve may go there.
    """
    ready = [
        (ship.where != target, target not in assignment.reach(desk.war, ship), _freedom(desk, ship), name)
        for name, ship in desk.ships.items()
        if ship.ship_class == key and sound(ship) and desk.plan.assign[name] == RESERVE
        if target in may_go(desk, ship, far=far)
    ]
    return min(ready)[3] if ready else None


def next_to_leave(desk: WorkingPlan, key: str, target: Target) -> str | None:
    """The undamaged ship of a class that a - takes back from a sector: those that were not there first."""
    there = [
        (ship.where == target, -_freedom(desk, ship), name)
        for name, ship in desk.ships.items()
        if ship.ship_class == key and sound(ship) and desk.plan.assign[name] == target
    ]
    return min(there)[2] if there else None


def _freedom(desk: WorkingPlan, ship: Ship) -> int:
    return len(assignment.reach(desk.war, ship))


def send_more(desk: WorkingPlan, key: str, target: Target, by: int) -> WorkingPlan:
    """Send one more undamaged ship of a class from the Reserve to a sector, or one back; `Refused` if there is none."""
    _known_target(desk, target)
    kind = class_to_buy(desk.side, key)
    if target == RESERVE:
        raise refuse("31.5", "To return a ship to the Reserve, use − in its sector.", "assign")
    name = (
        next_to_go(desk, key, target, far=far_allowed(desk)) if by > 0 else next_to_leave(desk, key, target)
    )
    if name is None:
        where = f"in the Reserve can reach {target}" if by > 0 else f"goes to {target}"
        raise refuse("31.5", f"No undamaged {kind.title} {where}.", "assign")
    return _sent(desk, {name: target if by > 0 else RESERVE})


def send_ship(desk: WorkingPlan, name: str, target: Target) -> WorkingPlan:
    """Send one ship by name; `Refused` if there is no such ship or it cannot reach there (31.5, S8, S11)."""
    _known_target(desk, target)
    ship = desk.ships.get(name)
    if ship is None:
        raise refuse("31.5", f"You have no ship {name[:60]} to send.", "assign")
    if desk.plan.assign.get(name) == target:
        return desk
    if target not in may_go(desk, ship, far=True):
        raise refuse("S11", f"{name} is stranded and must go to the Reserve this turn.", name)
    if target not in assignment.reach(desk.war, ship) and not far_allowed(desk):
        raise refuse("31.5", f"{name} is in {ship.where} and cannot reach {target}.", name)
    return _sent(desk, {name: target})


def _known_target(desk: WorkingPlan, target: Target) -> None:
    if target not in desk.targets:
        raise refuse("31.5", f'There is no sector "{target[:40]}" on this map.', "assign")


def _sent(desk: WorkingPlan, moves: Mapping[str, Target]) -> WorkingPlan:
    return desk.with_plan(replace(desk.plan, assign={**desk.plan.assign, **moves}))


def as_last_turn(desk: WorkingPlan) -> WorkingPlan:
    """Every ship where it was last turn; new and stranded ones in the Reserve."""
    return _sent(desk, {name: resting_place(ship) for name, ship in desk.ships.items()})


def damaged_to_reserve(desk: WorkingPlan) -> WorkingPlan:
    """Every damaged ship to the Reserve, to be repaired next turn (31.4)."""
    return _sent(desk, {name: RESERVE for name, ship in desk.ships.items() if ship.damage})


def worth(desk: WorkingPlan) -> int:
    """The Ship Points of every ship of the plan."""
    return sum(ship.class_of(desk.side).points for ship in desk.ships.values())


def nearest_legal(desk: WorkingPlan) -> WorkingPlan:
    """The nearest assignment within reach that meets the minimum and the Reserve, or comes closest (S8).

    A legal one stays. On turn 1 a fleet worth less than the Reserve's share stays in the Reserve.
    """
    if desk.war.turn == 1 and worth(desk) < desk.war.settings.reserve:
        return _sent(desk, dict.fromkeys(desk.ships, RESERVE))
    return _sent(desk, nearest.nearest_legal(desk.war, desk.side, desk.plan))


def instruct(desk: WorkingPlan, sector: str, standing: StandingInstruction) -> WorkingPlan:
    """Leave instructions for a sector (S36)."""
    if sector not in desk.war.chart.order:
        raise refuse("S36", f'There is no sector "{sector[:40]}" on this map.', "standing")
    kept = {name: earlier for name, earlier in desk.plan.standing.items() if name != sector}
    if standing != StandingInstruction():
        kept[sector] = standing
    return WorkingPlan(desk.war, desk.side, replace(desk.plan, standing=kept))
