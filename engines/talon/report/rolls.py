"""Every die of a frame: who rolled it, for what, and what it came to."""

from dataclasses import dataclass

from engines.talon import events as e
from engines.talon.hexes import ARCS
from engines.talon.orders import MISSILES
from engines.talon.report.cast import Cast, Words
from engines.talon.report.edges import came_to, edge_words
from engines.talon.report.frames import Frame
from engines.talon.report.words import CRITICALS, WEAPONS


@dataclass(frozen=True, slots=True)
class Roll:
    """One throw: by or for which unit, what for, the dice, and the result."""

    unit: int
    what: Words
    dice: tuple[int, ...]
    result: str


def rolls_of(frame: Frame, cast: Cast) -> tuple[Roll, ...]:
    """Every throw of the frame, in the order in which the dice fell."""
    return tuple(roll for event in frame.events for roll in _rolls(event, cast))


def _rolls(event: e.AnyEvent, cast: Cast) -> list[Roll]:
    match event:
        case e.Shot():
            return [_shot(event, cast)]
        case e.Critical():
            return _critical(event, cast)
        case e.RepairTried(unit=unit, critical=critical, die=die):
            return [
                Roll(unit, (f"repair of {critical}",), (die,), "repaired" if die == 6 else "not repaired")
            ]
        case e.Struck(unit=unit, arc=arc, dice=dice) if dice:
            return [Roll(unit, ("which side is hit",), dice, ARCS[arc])]
    return []


def _shot(event: e.Shot, cast: Cast) -> Roll:
    target: Words = (event.target,) if event.target < MISSILES else ("a missile",)
    terrain = f" {cast.hindrance} (−{-event.modifier})" if event.modifier else ""
    over = edge_words(event.technology, event.crews)
    what: Words = (f"{WEAPONS[event.weapon]} at ", *target, f", range {event.distance}{terrain}{over}")
    return Roll(event.unit, what, (event.die,), came_to(event))


def _critical(event: e.Critical, cast: Cast) -> list[Roll]:
    what = CRITICALS[event.result]
    first = Roll(event.unit, ("critical hit",), event.dice, what)
    if not event.group_dice or event.group is None:
        return [first]
    lost = WEAPONS[cast[event.unit].kind.groups[event.group].weapon]
    return [first, Roll(event.unit, ("which weapon is lost",), event.group_dice, lost)]
