"""Booking: each event changes the war and judges nothing. Folding all events of a war gives its state."""

from collections.abc import Iterable
from copy import deepcopy
from functools import singledispatch

from msgspec.structs import replace

from campaign.rules import events as e
from campaign.rules.corrections.amended_booking import book_amended
from campaign.rules.corrections.amended_events import Amended
from campaign.rules.event import Event
from campaign.rules.fleets.ship_names import next_name
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.orders import RESERVE
from campaign.rules.paper.taken import Taken
from campaign.rules.settings import Settings
from campaign.rules.state import Base, Battle, Loss, Ship, Sighting, War
from engines.seam.documents import UNDAMAGED, BattleSetup, Fate, Unit
from engines.seam.sides import SIDES, Side
from engines.seam.systems import role_of, system


def fold(events: Iterable[Event]) -> War:
    """The war after all of the events; the first must be `WarBegan`."""
    war: War | None = None
    for event in events:
        war = evolve(war, event)
    if war is None:
        raise ValueError("a war without a single event")
    return war


def evolve(war: War | None, event: Event) -> War:
    """The war after one event; the war given is changed."""
    if isinstance(event, e.WarBegan):
        return _begin(event)
    if isinstance(event, e.SandboxBegan):
        return deepcopy(event.war)
    if war is None:
        raise ValueError("the first event of a war is WarBegan")
    _book(event, war)
    return war


def _begin(event: e.WarBegan) -> War:
    war = War(settings=event.settings, chart=event.chart, rules=event.rules)
    for side in SIDES:
        war.fleet(side).treasury = event.settings.first_treasury(side)
    war.markers = {sector: war.chart.start(sector) for sector in war.chart.order}
    war.planets = {place: zone.owner for place, _, _, zone in war.chart.places() if zone.owner is not None}
    war.bases = fixed_bases(war.chart, event.settings)
    return war


def fixed_bases(chart: StrategicMap, settings: Settings) -> dict[str, Base]:
    """The bases that the map itself brings, by place."""
    bases: dict[str, Base] = {}
    for place, _, _, zone in chart.places():
        if zone.base is not None:
            taken = [base.name for base in bases.values() if base.side == zone.base]
            bases[place] = Base(
                zone.base, next_name(zone.base, settings.catalogue.base_class(zone.base).key, taken)
            )
    return bases


@singledispatch
def _book(_event: Event, _war: War) -> None:
    """Facts that change nothing: dice, and what explains the rest."""


def _battle(war: War, number: int) -> Battle:
    battle = war.battle(number)
    if battle is None:
        raise ValueError(f"no battle {number} this turn")
    return battle


@_book.register
def _(event: e.BasesPlaced, war: War) -> None:
    fleet = war.fleet(event.side)
    fleet.treasury -= event.cost
    fleet.bases_placed = True
    for place, name in event.bases.items():
        war.bases[place] = Base(event.side, name)


@_book.register
def _(event: e.TakenOver, war: War) -> None:
    taken = event.taken
    war.turn, war.phase = taken.turn - 1, "planning"
    war.markers, war.planets = dict(taken.markers), dict(taken.planets)
    war.bases = taken_bases(taken, war.settings.system)
    for side in SIDES:
        fleet, entered = war.fleet(side), taken.fleet(side)
        fleet.treasury, fleet.bases_placed, fleet.names = entered.treasury, True, sorted(entered.ships)
        fleet.ships = {
            name: Ship(ship.ship_class, ship.where, ship.damage)
            for name, ship in sorted(entered.ships.items())
        }
        war.sightings[side] = {
            name: Sighting(seen.turn, seen.place, seen.ship_class, seen.damage, battle=0)
            for name, seen in sorted(taken.seen.get(side, {}).items())
        }


def taken_bases(taken: Taken, system_key: str) -> dict[str, Base]:
    """The bases as entered, with the names that bases get in the order of their places."""
    found: dict[str, Base] = {}
    for place, base in sorted(taken.bases.items()):
        named = [one.name for one in found.values() if one.side == base.side]
        engine = system(system_key)
        key = engine.catalogue.base_class(base.side).key
        found[place] = Base(base.side, next_name(base.side, key, named), engine.marked_base(base.marks))
    return found


@_book.register
def _(event: e.TurnBegan, war: War) -> None:
    war.turn, war.phase = event.turn, "planning"
    war.battles = []
    war.paused = False
    for side in SIDES:
        war.fleet(side).planned = False
        war.fleet(side).ahead = ()
        war.fleet(side).hopeless = "ask"


@_book.register
def _(event: e.FleetCounted, war: War) -> None:
    fleet = war.fleet(event.side)
    fleet.active_lp, fleet.minimum = event.active_lp, event.minimum


@_book.register
def _(event: e.IncomePaid, war: War) -> None:
    war.fleet(event.side).treasury += event.total


@_book.register
def _(event: e.ShipsRepaired, war: War) -> None:
    for name in event.names:
        war.fleet(event.side).ships[name].damage = UNDAMAGED


@_book.register
def _(event: e.BaseRepaired, war: War) -> None:
    war.bases[event.place].damage = event.damage


@_book.register
def _(event: e.ShipsScrapped, war: War) -> None:
    for name in event.names:
        del war.fleet(event.side).ships[name]


@_book.register
def _(event: e.ShipsBought, war: War) -> None:
    fleet = war.fleet(event.side)
    fleet.treasury -= event.total
    for purchase in event.purchases:
        fleet.ships[purchase.name] = Ship(purchase.ship_class)
    if war.rules > 1:
        fleet.names += [purchase.name for purchase in event.purchases]


@_book.register
def _(event: e.FleetAssigned, war: War) -> None:
    fleet = war.fleet(event.side)
    for name, target in event.targets.items():
        fleet.ships[name].where = target
        fleet.ships[name].stranded = False
    fleet.standing = dict(event.standing)
    fleet.planned = True
    if all(war.fleet(side).planned for side in SIDES):
        war.phase = "battles"


@_book.register
def _(event: e.Instructed, war: War) -> None:
    fleet = war.fleet(event.side)
    fleet.standing = {**fleet.standing, **event.standing}


@_book.register
def _(event: e.AnsweredAhead, war: War) -> None:
    fleet = war.fleet(event.side)
    said = {answer.battle for answer in event.answers}
    fleet.ahead = (*(answer for answer in fleet.ahead if answer.battle not in said), *event.answers)


@_book.register
def _(event: e.HopelessSettled, war: War) -> None:
    war.fleet(event.side).hopeless = event.answer


@_book.register
def _(event: e.BattlePlanned, war: War) -> None:
    war.battles.append(Battle(event.number, event.place, event.sectors))
    war.battles_fought = event.number


@_book.register
def _(event: e.BattleOrderSet, war: War) -> None:
    war.battles = [_battle(war, number) for number in event.numbers]
    war.question = None


@_book.register
def _(event: e.ForcesRevealed, war: War) -> None:
    battle = _battle(war, event.battle)
    battle.status = "revealed"
    battle.lp = {"terran": event.terran_lp, "talon": event.talon_lp}
    battle.forces = {"terran": event.terran, "talon": event.talon}
    _sight(war, battle, "terran", event.terran)
    _sight(war, battle, "talon", event.talon)


def _sight(war: War, battle: Battle, side: Side, units: tuple[Unit, ...]) -> None:
    for unit in units:
        if role_of(unit.ship_class) != "base":
            seen = Sighting(war.turn, battle.place, unit.ship_class, unit.damage, battle.number)
            war.sightings[side][unit.name] = seen


@_book.register
def _(event: e.SidesAsked, war: War) -> None:
    battle = _battle(war, event.battle)
    battle.status = "asking"
    battle.asked = event.order


@_book.register
def _(event: e.QuestionAsked, war: War) -> None:
    war.question = event.question


@_book.register
def _(event: e.Answered, war: War) -> None:
    _battle(war, event.battle).answers[event.side] = event.engage
    war.question = None


@_book.register
def _(event: e.TerrainRolled, war: War) -> None:
    _battle(war, event.battle).terrain = event.terrain


@_book.register
def _(event: e.BattleJoined, war: War) -> None:
    battle = _battle(war, event.battle)
    battle.status = "joined"
    battle.setup = event.setup


@_book.register
def _(event: e.Forfeited, war: War) -> None:
    battle = _battle(war, event.battle)
    battle.status = "closing"
    battle.forfeited_by = event.side


@_book.register
def _(event: e.NotFought, war: War) -> None:
    _battle(war, event.battle).status = "closing"


@_book.register
def _(event: e.ResultAccepted, war: War) -> None:
    battle = _battle(war, event.battle)
    if battle.setup is None:
        raise ValueError(f"battle {event.battle} was never joined")
    battle.status = "closing"
    battle.result, battle.fought = event.result, event.fought
    for side in SIDES:
        for fate in event.result.report.fates(side):
            _meet_fate(war, battle, battle.setup, side, fate)


def _meet_fate(war: War, battle: Battle, setup: BattleSetup, side: Side, fate: Fate) -> None:
    unit = next(unit for unit in setup.force(side) if unit.name == fate.name)
    if fate.fate == "destroyed":
        _destroy(war, battle, side, unit)
    elif role_of(unit.ship_class) == "base":
        war.bases[battle.place].damage = fate.damage
    else:
        ship = war.fleet(side).ships[fate.name]
        ship.damage = fate.damage
        if fate.fate in ("landed", "landed_after"):
            ship.where = RESERVE
        seen = Sighting(war.turn, battle.place, unit.ship_class, fate.damage, battle.number)
        war.sightings[side][fate.name] = seen


def _destroy(war: War, battle: Battle, side: Side, unit: Unit) -> None:
    war.losses.append(Loss(war.turn, battle.number, side, unit.name, unit.ship_class))
    if role_of(unit.ship_class) == "base":
        del war.bases[battle.place]
    else:
        del war.fleet(side).ships[unit.name]
        war.sightings[side].pop(unit.name, None)


@_book.register
def _(event: e.ShipsLanded, war: War) -> None:
    for name in event.names:
        war.fleet(event.side).ships[name].where = RESERVE
    war.question = None


@_book.register
def _(event: e.PlanetTaken, war: War) -> None:
    war.planets[event.place] = event.side


@_book.register
def _(event: e.MarkerMoved, war: War) -> None:
    war.markers[event.sector] = event.end
    _battle(war, event.battle).moved = True


@_book.register
def _(event: e.ShipsStranded, war: War) -> None:
    for name in event.names:
        war.fleet(event.side).ships[name].stranded = True
    war.question = None


@_book.register
def _(event: e.BattleClosed, war: War) -> None:
    _battle(war, event.battle).status = "closed"


@_book.register
def _(_event: e.Paused, war: War) -> None:
    war.paused = True


@_book.register
def _(_event: e.Resumed, war: War) -> None:
    war.paused = False


@_book.register
def _(event: e.DrawOffered, war: War) -> None:
    war.draw_offered_by = event.side


@_book.register
def _(_event: e.DrawDeclined, war: War) -> None:
    war.draw_offered_by = None


@_book.register
def _(event: e.LevelsChanged, war: War) -> None:
    war.settings = replace(war.settings, commander=event.commander, computer=event.captains)


@_book.register
def _(_event: e.DeadlinePassed, _war: War) -> None:
    """What was done is in the events that follow."""


@_book.register
def _(event: e.SeatLent, war: War) -> None:
    war.lent = (*war.lent, event.side)


@_book.register
def _(event: e.SeatTakenBack, war: War) -> None:
    war.lent = tuple(side for side in war.lent if side != event.side)


@_book.register
def _(event: Amended, war: War) -> None:
    book_amended(event, war)


@_book.register
def _(event: e.WarEnded, war: War) -> None:
    war.phase, war.winner, war.ended = "over", event.winner, event.why
    war.question, war.paused, war.draw_offered_by = None, False, None
