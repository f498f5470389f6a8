"""What captains draw by chance: the dice of play-outs, and a number that stands for a position."""

from engines.chance.prng import Prng, mixed, scattered
from engines.seam.sides import SIDES
from engines.talon.units import Unit
from engines.talon.view import View


def dice_of(seed: int, course: int) -> Prng:
    """The dice of one of a seed's courses of events, the first being number 0."""
    return Prng(mixed(seed, course))


def fingerprint(view: View) -> int:
    """A number by which positions differ, the same in any process."""
    question = view.question
    found = mixed(
        view.round,
        view.impulse,
        SIDES.index(view.turn_of),
        SIDES.index(view.initiative),
        ord(view.step[0]),
        -1 if question is None else 0,
        len(view.orders),
        len(view.missiles),
    )
    for side in SIDES:
        for unit in view.units(side):
            found = scattered(found * 5 + _unit_fingerprint(unit))
    return found


def _unit_fingerprint(unit: Unit) -> int:
    """What a unit's number, place and state come to."""
    found = mixed(unit.place, unit.facing + 6 * unit.row + 64 * unit.turn, unit.hull, unit.power)
    flags = (
        unit.spent + 2 * unit.moved + 4 * unit.fired + 8 * unit.slip + 16 * unit.battery + 32 * unit.firing
    )
    found = mixed(found, flags, len(unit.status), len(unit.vote), unit.afterburners)
    for values in (unit.shields, unit.red, unit.yellow, unit.markers, unit.fighters):
        for value in values:
            found = scattered(found * 5 + value)
        found = scattered(found * 5 - 1)
    if unit.jury < 0 and not unit.shift:
        return found
    return scattered(found * 5 + unit.broken + 3 * unit.shift)
