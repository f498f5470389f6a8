"""Named fleets to begin a war with, cut to the treasury at hand and sent out legally (31.2)."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from campaign.planning import edits
from campaign.planning.edits import WorkingPlan
from campaign.rules import decide
from campaign.rules.fleets import assignment, building
from campaign.rules.fleets.logistics import SURRENDER_BELOW
from campaign.rules.orders import RESERVE, Plan, Target
from campaign.rules.sight import Known
from campaign.rules.state import Ship
from engines.seam.sides import Side
from engines.talon.catalogue import purchasable

TABLE = Path(__file__).parent / "fleets.toml"
SQUADRONS_A_CARRIER = 4


class ReadyFleet(Struct, frozen=True, forbid_unknown_fields=True):
    """A fleet by name: after one of every class, `list` is bought over and over while it can be."""

    side: Side
    key: str
    name: str
    words: str
    list: tuple[str, ...]


@dataclass(frozen=True)
class FleetChoice:
    """A ready fleet as this war can have it: what it buys, its cost, and the desk with its whole plan."""

    fleet: ReadyFleet
    desk: WorkingPlan
    cost: int
    lp: int


@cache
def ready_fleets() -> tuple[ReadyFleet, ...]:
    """Every ready fleet, in the table's order."""
    table = tomllib.loads(TABLE.read_text())
    return msgspec.convert(table["fleet"], tuple[ReadyFleet, ...])


def fleet_choices(war: Known, side: Side) -> tuple[FleetChoice, ...]:
    """The ready fleets of a side that are legal in this war; none after turn 1, or where the points do not do."""
    one_of_each = sum(kind.points for kind in purchasable(side))
    if war.turn != 1 or war.fleet(side).treasury < one_of_each:
        return ()
    made = (fleet_choice(war, side, fleet) for fleet in ready_fleets() if fleet.side == side)
    return tuple(one for one in made if one.lp >= SURRENDER_BELOW and not _refused(one.desk))


def _refused(desk: WorkingPlan) -> bool:
    return any(decide.plan_refusals(desk.war, desk.side, desk.plan))


def fleet_choice(war: Known, side: Side, fleet: ReadyFleet) -> FleetChoice:
    """A ready fleet cut to the war's treasury and sent out."""
    desk = spread(_bought(edits.first_plan(war, side), fleet))
    sent = assignment.sent_lp(war, side, desk.ships, desk.plan)
    return FleetChoice(
        fleet, desk, sum(_points(desk, ship) for ship in desk.ships.values()), sum(sent.values())
    )


def _bought(desk: WorkingPlan, fleet: ReadyFleet) -> WorkingPlan:
    """One of every class, then the list round by round; where it comes to a limit, one of what there is least of."""
    desk = WorkingPlan(desk.war, desk.side, Plan(buy={kind.key: 1 for kind in purchasable(desk.side)}))
    going = True
    while going:
        before = desk
        for key in fleet.list:
            desk = _one_more(desk, key)
        if desk is before:
            desk = _one_more(desk, min(desk.plan.buy, key=lambda key: desk.plan.buy[key]))
        going = desk is not before
    return edits.with_every_ship(desk)


def _one_more(desk: WorkingPlan, key: str) -> WorkingPlan:
    have = building.classes_after(desk.war, desk.side, desk.plan)
    homeless = key == "fighter" and have[key] >= SQUADRONS_A_CARRIER * have["carrier"]
    if homeless or edits.why_not_more(desk, edits.class_to_buy(desk.side, key)) is not None:
        return desk
    return WorkingPlan(desk.war, desk.side, Plan(buy={**desk.plan.buy, key: desk.plan.buy.get(key, 0) + 1}))


def spread(desk: WorkingPlan) -> WorkingPlan:
    """The fleet spread evenly: the Reserve its worth, carriers apart, squadrons with them, the rest level by LP."""
    ships = desk.ships
    assign = _reserve_filled(desk, ships)
    out = sorted((name for name in ships if name not in assign), key=lambda name: -_lp(desk, ships[name]))
    load = dict.fromkeys(desk.war.chart.order, 0)
    _level(desk, [name for name in out if ships[name].ship_class == "carrier"], assign, load)
    _seat_squadrons(desk, [name for name in out if ships[name].ship_class == "fighter"], assign, load)
    _level(desk, [name for name in out if name not in assign], assign, load)
    return edits.nearest_legal(desk.with_plan(replace(desk.plan, assign=assign)))


def _level(desk: WorkingPlan, names: list[str], assign: dict[str, Target], load: dict[str, int]) -> None:
    """Each ship to the sector that has least."""
    for name in names:
        assign[name] = min(load, key=lambda sector: load[sector])
        load[assign[name]] += _lp(desk, desk.ships[name])


def _reserve_filled(desk: WorkingPlan, ships: dict[str, Ship]) -> dict[str, Target]:
    """The Reserve's share: transports, then in turn the dearest of each class, the most numerous classes first."""
    held: dict[str, Target] = {}
    worth = 0
    left = sorted(ships, key=lambda name: (-_alike(ships, name), -_points(desk, ships[name]), name))
    transports = [name for name in left if ships[name].ship_class == "transport"]
    for name in [*transports, *_dealt(ships, [n for n in left if n not in transports])]:
        if worth >= desk.war.settings.reserve:
            break
        held[name], worth = RESERVE, worth + _points(desk, ships[name])
    return held


def _dealt(ships: dict[str, Ship], names: list[str]) -> list[str]:
    """One of each class in turn, so that no class is emptied before the others."""
    rounds: dict[str, int] = {}
    keyed = []
    for name in names:
        key = ships[name].ship_class
        rounds[key] = rounds.get(key, 0) + 1
        keyed.append((rounds[key], name))
    return [name for _, name in sorted(keyed, key=lambda pair: pair[0])]


def _seat_squadrons(
    desk: WorkingPlan, squadrons: list[str], assign: dict[str, Target], load: dict[str, int]
) -> None:
    room = dict.fromkeys(desk.war.chart.order, 0)
    for name, ship in desk.ships.items():
        if ship.ship_class == "carrier" and assign.get(name) in room:
            room[assign[name]] += SQUADRONS_A_CARRIER
    for sector in room:
        if desk.war.base_of(desk.side, desk.war.place_of(sector)):
            room[sector] += SQUADRONS_A_CARRIER
    for name in squadrons:
        open_to = [sector for sector, places in room.items() if places > 0]
        assign[name] = min(open_to, key=lambda sector: load[sector]) if open_to else RESERVE
        if open_to:
            room[assign[name]] -= 1
            load[assign[name]] += 1


def _alike(ships: dict[str, Ship], name: str) -> int:
    return sum(ship.ship_class == ships[name].ship_class for ship in ships.values())


def _points(desk: WorkingPlan, ship: Ship) -> int:
    return ship.class_of(desk.side).points


def _lp(desk: WorkingPlan, ship: Ship) -> int:
    return ship.class_of(desk.side).lp
