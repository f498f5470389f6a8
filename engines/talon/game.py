"""The engine's public face: a new battle, what may be done, doing it, and what came of it."""

from typing import Final

from engines.seam.documents import BattleSetup, Fate, FateWord, Report
from engines.seam.refusals import Refused, refuse_all
from engines.seam.sides import SIDES
from engines.talon.aims import bombardment
from engines.talon.damage import TalonDamage
from engines.talon.dice import Dice
from engines.talon.documents.unit_documents import arriving_unit
from engines.talon.events import AnyEvent
from engines.talon.layout import Layout
from engines.talon.orders import AnyOrder
from engines.talon.qualities import PLAIN
from engines.talon.refusals.explain import explain
from engines.talon.results.layout_check import layout_of
from engines.talon.results.setup_check import setup_refusals
from engines.talon.rules import sequence, victory
from engines.talon.rules.arriving import setup as rules_setup
from engines.talon.state import Battle, Players, Qualities
from engines.talon.terms import aims_of, terms_of, top_of
from engines.talon.terrain import talon_terrain
from engines.talon.units import Unit


def new_battle(setup: BattleSetup) -> Battle:
    """The battle of a set-up document, before anything is placed; it waits for its first decision (21).

    One that begins in mid-round has every ship on the map (R104).

    `Refused`, naming each unit, if no battle can be fought from the set-up.
    """
    refuse_all(setup_refusals(setup))
    layout, ground, terms = layout_of(setup), talon_terrain(setup.terrain), terms_of(setup)
    forces = [(side, document) for side in SIDES for document in setup.force(side)]
    units = [arriving_unit(number, side, document) for number, (side, document) in enumerate(forces)]
    battle = Battle(
        units,
        step="planet",
        side=setup.planet_owner or top_of(setup),
        initiative=setup.initiative,
        top=top_of(setup),
        mode=setup.mode,
        owner=setup.planet_owner,
        aims=aims_of(setup),
        layout=_kept(layout),
        boxes=setup.boxes,
        pattern=ground.pattern,
        more=ground.patterns,
        power_shift=terms.power_shift,
        bases_fall=terms.bases_fall,
        players=_players(setup),
        qualities=_qualities(setup),
        tactics=terms.tactics,
        no_retreat=terms.no_retreat,
    )
    if layout is not None:
        battle.terrain = rules_setup.laid(battle, layout.terrain)
        for unit in units:
            if layout.arrival_of(unit.side, unit.name) is not None:
                unit.status = "waiting"
        if layout.start is not None:
            rules_setup.begin_at(battle, layout.start)
            sequence.begin_turn(battle, layout.start.side)
    sequence.run(battle)
    return battle


def _players(setup: BattleSetup) -> Players | None:
    """Whose each unit is, by number, where a side has several players (25)."""
    teams = terms_of(setup).teams
    if teams is None:
        return None
    owners = {(side, name): at for side in SIDES for at, names in enumerate(teams.of(side)) for name in names}
    return Players(tuple([owners.get((side, unit.name), 0) for side in SIDES for unit in setup.force(side)]))


def _qualities(setup: BattleSetup) -> Qualities | None:
    """What technology and crews are worth, by number; None if no unit has a quality that says something (32)."""
    found = tuple([unit.quality or PLAIN for side in SIDES for unit in setup.force(side)])
    return Qualities(found) if any(quality != PLAIN for quality in found) else None


def _kept(layout: Layout | None) -> Layout | None:
    """What of a layout is asked for during the battle; its terrain is on the map."""
    if layout is None or not (layout.zones or layout.arrivals):
        return None
    return Layout(layout.zones, arrivals=layout.arrivals)


def legal_orders(battle: Battle) -> list[AnyOrder]:
    """Every order that may be given now, by either side; none when the battle is over."""
    return [*battle.options, *victory.standing_orders(battle)]


def apply(battle: Battle, order: AnyOrder, dice: Dice) -> list[AnyEvent]:
    """Carry an order out and go on to the next decision; what happened, in order.

    `Refused` with the rule if `legal_orders` does not list it; nothing has changed then. Whether the player whose order
    it is has given it, is for the caller to ask (`teams.seat_of`).
    """
    if not _is_option(battle, order) and order not in victory.standing_orders(battle):
        raise Refused(explain(battle, order))
    battle.dice, battle.events = dice, []
    could_accept = bool(battle.offers) and not battle.agenda
    sequence.give(battle, order)
    sequence.run(battle)
    if could_accept:
        victory.lapse_offer(battle, order)
    battle.dice = None
    return battle.events


def _is_option(battle: Battle, order: AnyOrder) -> bool:
    """Whether the order is one of those needed now; mostly it was taken from the very list."""
    options = battle.options
    if type(options) is list:
        for option in options:
            if option is order:
                return True
    return order in options


def run_to_decision(battle: Battle, dice: Dice) -> list[AnyEvent]:
    """Go on to the next decision from a position that was put together; what happened on the way."""
    battle.dice, battle.events, battle.listed, battle.fires = dice, [], {}, {}
    sequence.run(battle)
    battle.dice = None
    return battle.events


FATES: Final[dict[str, FateWord]] = {
    "map": "stands",
    "boarded": "stands",
    "undeployed": "waited",
    "waiting": "waited",
    "out": "waited",
    "destroyed": "destroyed",
    "jumped": "jumped",
    "left": "left",
    "through": "through",
    "landed": "landed",
    "landed-after": "landed_after",
}


def report(battle: Battle) -> Report:
    """What a battle that is over has come to, as the report of one fought at a table would say it."""
    if not battle.ending:
        raise ValueError("the battle is not over")
    terran, talon = (tuple(fate_now(battle, unit) for unit in battle.force(side)) for side in SIDES)
    found = Report(battle.round, battle.ending, terran, talon, battle.winner)  # type: ignore[arg-type]
    return found if bombardment(battle.aims) is None else found.with_damage_to_planet(battle.planet_damage)


def fate_now(battle: Battle, unit: Unit) -> Fate:
    """What has become of a unit so far, as a report would say it."""
    status = battle.units[unit.carrier].status if unit.status == "docked" else unit.status
    if status == "destroyed":
        return Fate(unit.name, "destroyed", unloaded=unit.number in battle.unloaded)
    return Fate(unit.name, FATES[status], _damage(unit), unloaded=unit.number in battle.unloaded)


def _damage(unit: Unit) -> TalonDamage:
    if unit.kind.fighters:
        return TalonDamage(fighters=tuple(unit.fighters) if any(unit.fighters) else ())
    lost = tuple(at for at, gone in enumerate(unit.lost) if gone)
    return TalonDamage(hull=unit.hull, weapons_lost=lost, thrusters=unit.thrusters, relays=unit.relays)
