"""Units and missiles as their documents and back, field by field; compiled, as most of a position is units."""

from typing import cast

from battles.engine.documents import MissileDocument, Status, UnitDocument, Vote
from battles.engine.ships import Kind
from battles.engine.units import Missile, Unit


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
    )


def unit_of(number: int, kind: Kind, document: UnitDocument) -> Unit:
    """The unit of that number and class that a document stands for."""
    return Unit(
        number,
        document.side,
        kind,
        document.name,
        document.status,
        document.place,
        document.facing,
        document.row,
        document.power,
        document.shields,
        document.red,
        document.yellow,
        document.lost,
        document.turn,
        document.slip,
        document.markers,
        document.hull,
        document.battery,
        document.afterburners,
        document.shields_down,
        document.helm_down,
        document.power_loss,
        document.ftl_offline,
        document.thrusters,
        document.relays,
        document.vote,
        document.fighters,
        document.carrier,
        document.home,
        document.spent,
        document.moved,
        document.firing,
        document.fired,
        document.curve_set,
        document.arrived,
    )


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
    )
