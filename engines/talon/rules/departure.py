"""Units that leave the map without being destroyed (7.5, 11, 16, 19)."""

from typing import Literal

from engines.seam.sides import Side
from engines.talon.aims import escapes
from engines.talon.events import Gone
from engines.talon.state import Battle
from engines.talon.units import Unit

Way = Literal["jumped", "left", "through", "landed", "docked"]


def leave(battle: Battle, unit: Unit, how: Way, into: int | None = None) -> None:
    """Take a unit off the map; a carrier's docked squadrons go where it goes, and who is inside it is gone (S26)."""
    battle.stirred = True
    battle.take_off(unit)
    unit.status = how
    battle.forget(unit)
    if into is not None:
        unit.carrier = into
        if unit.kind.fighters and unit.home < 0:
            unit.home = into
    battle.events.append(Gone(unit.number, how, into))
    if how == "docked":
        return
    for docked in battle.units:
        if docked.status == "docked" and docked.carrier == unit.number:
            docked.status = how
            battle.events.append(Gone(docked.number, how))
        elif docked.status == "boarded" and docked.carrier == unit.number:
            docked.status, docked.carrier, docked.boarded = "left", -1, -1
            battle.events.append(Gone(docked.number, "left"))


def enter_worm_hole(battle: Battle, unit: Unit) -> None:
    """A unit that comes into a worm hole has left; a squadron is stranded as over the edge (19, R43, S43)."""
    leave(battle, unit, "left" if unit.kind.fighters else "through")


def abandon(battle: Battle, side: Side) -> None:
    """Take away what is still docked in a base of the side, where that stands but is given up (20.4, R30)."""
    for docked in battle.units:
        if docked.status == "docked" and docked.side == side:
            how = given_up(battle, docked)
            docked.status = how
            battle.events.append(Gone(docked.number, how))


def given_up(battle: Battle, unit: Unit) -> Literal["jumped", "left"]:
    """How a unit is gone whose side concedes: what was to escape has not escaped (R90)."""
    return "left" if unit.kind.transport and escapes(battle.aims, unit.side, "transport") else "jumped"
