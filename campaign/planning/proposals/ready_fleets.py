"""Named fleets to begin a war with, cut to the treasury at hand and sent out legally (31.2)."""

from dataclasses import dataclass

from msgspec.structs import replace

from campaign.planning.editor import edits
from campaign.planning.editor.edits import WorkingPlan
from campaign.rules import decide
from campaign.rules.fleets import assignment, building
from campaign.rules.fleets.logistics import SURRENDER_BELOW
from campaign.rules.orders import RESERVE, Plan, Target
from campaign.rules.sight import Known
from campaign.rules.state import Ship
from engines.seam.classes import ReadyFleet, Role, UnitClass
from engines.seam.sides import Side
from engines.seam.systems import unit_class


@dataclass(frozen=True)
class FleetChoice:
    """A ready fleet as this war can have it: its cost, the LP it sends to sectors, and its whole plan."""

    fleet: ReadyFleet
    working: WorkingPlan
    cost: int
    lp: int

    @property
    def classes(self) -> list[UnitClass]:
        """The class of every ship that is bought."""
        return [ship.class_of(self.working.side) for ship in self.working.ships.values()]


def fleet_choices(war: Known, side: Side) -> tuple[FleetChoice, ...]:
    """The ready fleets of a side that are legal in this war; none after turn 1, or where the points do not do."""
    catalogue = war.settings.catalogue
    one_of_each = sum(kind.points for kind in catalogue.purchasable(side))
    if war.turn != 1 or war.fleet(side).treasury < one_of_each:
        return ()
    made = (fleet_choice(war, side, fleet) for fleet in catalogue.ready_fleets(side))
    return tuple(one for one in made if one.lp >= SURRENDER_BELOW and not _refused(one.working))


def _refused(working: WorkingPlan) -> bool:
    return any(decide.plan_refusals(working.war, working.side, working.plan))


def fleet_choice(war: Known, side: Side, fleet: ReadyFleet) -> FleetChoice:
    """A ready fleet cut to the war's treasury and sent out."""
    working = spread(_bought(edits.first_plan(war, side), fleet))
    sent = assignment.sent_lp(war, side, working.ships, working.plan)
    return FleetChoice(
        fleet, working, sum(_points(working, ship) for ship in working.ships.values()), sum(sent.values())
    )


def _bought(working: WorkingPlan, fleet: ReadyFleet) -> WorkingPlan:
    """One of every class, then the list round by round; where it comes to a limit, one of what there is least of."""
    working = WorkingPlan(working.war, working.side, Plan(buy={kind.key: 1 for kind in working.purchasable}))
    going = True
    while going:
        before = working
        for key in fleet.list:
            working = _one_more(working, key)
        if working is before:
            working = _one_more(working, min(working.plan.buy, key=lambda key: working.plan.buy[key]))
        going = working is not before
    return edits.with_every_ship(working)


def _one_more(working: WorkingPlan, key: str) -> WorkingPlan:
    have = building.classes_after(working.war, working.side, working.plan)
    kind = edits.class_to_buy(working, key)
    room = sum(many * unit_class(working.side, one).carries for one, many in have.items())
    homeless = kind.role == "squadron" and have[key] >= room
    if homeless or edits.why_not_more(working, kind) is not None:
        return working
    return WorkingPlan(
        working.war, working.side, Plan(buy={**working.plan.buy, key: working.plan.buy.get(key, 0) + 1})
    )


def spread(working: WorkingPlan) -> WorkingPlan:
    """The fleet spread evenly: the Reserve its worth, carriers apart, squadrons with them, the rest level by LP."""
    ships = working.ships
    assign = _reserve_filled(working, ships)
    out = sorted((name for name in ships if name not in assign), key=lambda name: -_lp(working, ships[name]))
    load = dict.fromkeys(working.war.chart.order, 0)
    _level(working, [name for name in out if _role(working, ships[name]) == "carrier"], assign, load)
    _seat_squadrons(
        working, [name for name in out if _role(working, ships[name]) == "squadron"], assign, load
    )
    _level(working, [name for name in out if name not in assign], assign, load)
    return edits.nearest_legal(working.with_plan(replace(working.plan, assign=assign)))


def _level(working: WorkingPlan, names: list[str], assign: dict[str, Target], load: dict[str, int]) -> None:
    """Each ship to the sector that has least."""
    for name in names:
        assign[name] = min(load, key=lambda sector: load[sector])
        load[assign[name]] += _lp(working, working.ships[name])


def _reserve_filled(working: WorkingPlan, ships: dict[str, Ship]) -> dict[str, Target]:
    """The Reserve's share: transports, then in turn the dearest of each class, the most numerous classes first."""
    held: dict[str, Target] = {}
    worth = 0
    left = sorted(ships, key=lambda name: (-_alike(ships, name), -_points(working, ships[name]), name))
    transports = [name for name in left if _role(working, ships[name]) == "transport"]
    for name in [*transports, *_dealt(ships, [n for n in left if n not in transports])]:
        if worth >= working.war.settings.reserve:
            break
        held[name], worth = RESERVE, worth + _points(working, ships[name])
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
    working: WorkingPlan, squadrons: list[str], assign: dict[str, Target], load: dict[str, int]
) -> None:
    room = dict.fromkeys(working.war.chart.order, 0)
    for name, ship in working.ships.items():
        if _role(working, ship) == "carrier" and assign.get(name) in room:
            room[assign[name]] += ship.class_of(working.side).carries
    for sector in room:
        if working.war.base_of(working.side, working.war.place_of(sector)):
            room[sector] += working.war.settings.catalogue.base_class(working.side).carries
    for name in squadrons:
        open_to = [sector for sector, places in room.items() if places > 0]
        assign[name] = min(open_to, key=lambda sector: load[sector]) if open_to else RESERVE
        if open_to:
            room[assign[name]] -= 1
            load[assign[name]] += 1


def _alike(ships: dict[str, Ship], name: str) -> int:
    return sum(ship.ship_class == ships[name].ship_class for ship in ships.values())


def _role(working: WorkingPlan, ship: Ship) -> Role:
    return ship.class_of(working.side).role


def _points(working: WorkingPlan, ship: Ship) -> int:
    return ship.class_of(working.side).points


def _lp(working: WorkingPlan, ship: Ship) -> int:
    return ship.class_of(working.side).lp
