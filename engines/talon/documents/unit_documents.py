"""Units and missiles as their documents and back, field by field; compiled, as most of a position is units.

Nothing else sets so much of a unit, and none of these is in a battle yet.
"""

from typing import cast

from engines.seam.documents import Unit as Comer
from engines.seam.sides import Side
from engines.talon.damage import in_talon
from engines.talon.documents.positions import MissileDocument, Status, UnitDocument, Vote
from engines.talon.ships import Kind, kind_of
from engines.talon.units import COMPILED, STANDING, Missile, Unit, fresh


def unit_document(unit: Unit) -> UnitDocument:
    """The unit's document; its number is not in it."""
    return UnitDocument(
        unit.side,
        unit.kind.key,
        unit.name,
        cast("Status", unit.status),
        unit.place,
        unit.facing,
        unit.row,
        unit.power,
        unit.shields,
        unit.red,
        unit.yellow,
        unit.lost,
        unit.turn,
        unit.slip,
        unit.markers,
        unit.hull,
        unit.battery,
        unit.afterburners,
        unit.shields_down,
        unit.helm_down,
        unit.power_loss,
        unit.ftl_offline,
        unit.thrusters,
        unit.relays,
        cast("Vote", unit.vote),
        unit.fighters,
        unit.carrier,
        unit.home,
        unit.spent,
        unit.moved,
        unit.firing,
        unit.fired,
        unit.curve_set,
        unit.arrived,
        unit.jury,
        unit.broken,
        unit.shift,
        unit.boarded,
        unit.intel,
    )


def unit_of(number: int, kind: Kind, document: UnitDocument) -> Unit:
    """The unit of that number and class that a document stands for."""
    unit = Unit(number, document.side, kind, document.name) if COMPILED else object.__new__(Unit)
    unit.changes = 0
    unit.number = number
    unit.kind = kind
    unit.side = document.side
    unit.name = document.name
    unit.status = document.status
    unit.place = document.place
    unit.facing = document.facing
    unit.row = document.row
    unit.power = document.power
    unit.shields = document.shields
    unit.red = document.red
    unit.yellow = document.yellow
    unit.lost = document.lost
    unit.turn = document.turn
    unit.slip = document.slip
    unit.markers = document.markers
    unit.hull = document.hull
    unit.battery = document.battery
    unit.afterburners = document.afterburners
    unit.shields_down = document.shields_down
    unit.helm_down = document.helm_down
    unit.power_loss = document.power_loss
    unit.ftl_offline = document.ftl_offline
    unit.thrusters = document.thrusters
    unit.relays = document.relays
    unit.vote = document.vote
    unit.fighters = document.fighters
    unit.carrier = document.carrier
    unit.home = document.home
    unit.spent = document.spent
    unit.moved = document.moved
    unit.firing = document.firing
    unit.fired = document.fired
    unit.curve_set = document.curve_set
    unit.arrived = document.arrived
    unit.jury = document.jury
    unit.broken = document.broken
    unit.shift = document.shift
    unit.boarded = document.boarded
    unit.intel = document.intel
    return unit


def arriving_unit(number: int, side: Side, document: Comer) -> Unit:
    """The unit of a set-up's document, with the damage it carries (S13, R24)."""
    kind = kind_of(side, document.ship_class)
    damage = in_talon(document.damage)
    unit = Unit(number, side, kind, document.name)
    unit.hull = damage.hull
    unit.thrusters = damage.thrusters
    unit.relays = damage.relays
    unit.fighters = tuple(damage.fighters or (0,) * kind.fighters)
    if kind.fighters:
        unit.lost = tuple([boxes == 2 for boxes in unit.fighters])
    else:
        unit.lost = tuple([at in damage.weapons_lost for at in range(len(kind.groups))])
    if document.jury is not None:
        unit.jury, unit.broken = document.jury, STANDING
    return fresh(unit)


def missile_document(missile: Missile) -> MissileDocument:
    """The missile's document."""
    return MissileDocument(
        missile.number,
        missile.side,
        missile.place,
        missile.facing,
        missile.target,
        missile.damaged,
        missile.moved,
        missile.player,
        missile.firer,
    )


def missile_of(document: MissileDocument) -> Missile:
    """The missile a document stands for."""
    return Missile(
        document.number,
        document.side,
        document.place,
        document.facing,
        document.target,
        document.damaged,
        document.moved,
        document.player,
        document.firer,
    )
