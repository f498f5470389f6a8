"""The sums of shots and the ends of moves, against a second reading of the text that is slow and knows floats.

It shares the catalogue and the places with the engine, and none of its geometry. What lies within a hair of an edge,
where whole hundredths decide, is left to the numbered cases.
"""

from math import atan2, cos, degrees, hypot, radians, sin
from random import Random
from typing import Final

import pytest

from engines.warfleets.catalogue import catalogue
from engines.warfleets.orders import TURRET
from engines.warfleets.rules.shooting import gun, guns, shot, targets
from engines.warfleets.rules.tracks import track
from engines.warfleets.state import Battle, Model
from tests.core.warfleets.test_invariants import crowd

MILLIMETRES: Final = {"heavy": 60, "medium": 50, "light": 40}
QUARTERS: Final = {"front": (0,), "sides": (90, 270), "rear": (180,)}
HAIR: Final = 0.03
"""Inches within which whole hundredths and half a millimetre may differ."""
HAIR_OF_ARC: Final = 0.5


def radius(model: Model) -> float:
    """In inches."""
    return MILLIMETRES.get(model.size, 25) / 2 / 25.4


def apart(one: Model, other: Model) -> float:
    """From edge to edge, in inches."""
    between = hypot(one.place[0] - other.place[0], one.place[1] - other.place[1]) / 100
    return between - radius(one) - radius(other)


def bearing(model: Model, other: Model) -> float:
    """Where another lies, in degrees clockwise from straight ahead."""
    there = degrees(atan2(other.place[0] - model.place[0], other.place[1] - model.place[1]))
    return (there - model.heading / 10) % 360


def in_quarter(angle: float, middle: int) -> bool | None:
    """Whether an angle is in the quarter round another; None if it is on a line."""
    off = abs((angle - middle + 180) % 360 - 180)
    return None if abs(off - 45) < HAIR_OF_ARC else off < 45


def crossed(on: Battle, model: Model, other: Model, kind: str) -> bool | None:
    """Whether terrain of a kind is on the line between two; None if the line only just touches it."""
    found = False
    for piece in on.terrain:
        if kind in piece.kinds:
            far = to_line(piece.centre, model.place, other.place) - piece.radius / 100
            if abs(far) < HAIR:
                return None
            found = found or far < 0
    return found


def to_line(point: tuple[int, int], start: tuple[int, int], end: tuple[int, int]) -> float:
    """How far a point is from a line between two others, in inches."""
    x, y = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * x + (point[1] - start[1]) * y) / (x * x + y * y)
    along = min(max(along, 0), 1)
    return hypot(point[0] - start[0] - along * x, point[1] - start[1] - along * y) / 100


def can(on: Battle, model: Model, number: int, target: Model) -> bool | None:
    """Whether a weapon can be fired at an enemy, by the text; None if it is a matter of hundredths."""
    weapon = None if number == TURRET else catalogue().weapons[model.mounts[number].weapon]
    specials = model.specials if weapon is None else weapon.specials
    if ("anti-ship" in specials and not target.slots) or ("anti-squadron" in specials and target.slots):
        return False
    reach = (model.sheet.turret if weapon is None else weapon).range
    near = [one for one in on.models if one.side != model.side and not one.slots and not model.slots]
    gaps = [apart(model, one) - 2 for one in near] + [apart(model, target) - reach]
    blocked = crossed(on, model, target, "blocking")
    bears = True
    if weapon is not None:
        quarters = [in_quarter(bearing(model, target), one) for one in QUARTERS[model.mounts[number].facing]]
        bears = any(quarters)
        if None in quarters:
            return None
    if blocked is None or any(abs(one) < HAIR for one in gaps):
        return None
    engaged = [one for one in near if apart(model, one) < 2]
    return bears and not blocked and gaps[-1] < 0 and (not engaged or target in engaged)


def sums(on: Battle, model: Model, number: int, target: Model) -> tuple[int, int, int] | None:
    """Dice, the least that hits and the least that blocks, by the text; None if it is a matter of hundredths."""
    weapon = None if number == TURRET else catalogue().weapons[model.mounts[number].weapon]
    specials = model.specials if weapon is None else weapon.specials
    arms = model.sheet.turret if weapon is None else weapon
    from_there = bearing(target, model)
    rear, *sides = (in_quarter(from_there, one) for one in (180, 90, 270))
    cover = crossed(on, model, target, "cover")
    far = apart(model, target) - 12
    if None in (rear, *sides, cover) or abs(far) < HAIR:
        return None
    rear = bool(rear) and bool(target.slots)
    hidden = bool(cover) or (far > 0 and "stealth-rig" in target.slots)
    better = rear + ("anti-ship" in specials or "anti-squadron" in specials) - hidden
    better += not model.slots and not target.slots
    better += weapon is None and "precision-rig" in model.slots
    stronger = rear + (weapon is None and "nuclear-ammo" in model.slots)
    twice = "broadside" in specials and bool(target.slots) and any(sides)
    dice = arms.attacks * (2 if twice else 1)
    return dice, target.sheet.evasion - better, target.sheet.defence + arms.strength + stronger


@pytest.mark.parametrize("seed", range(12))
def test_who_can_be_shot_at_and_with_which_sums(seed: int) -> None:
    on = crowd(Random(seed))
    compared = 0
    for model in on.models:
        for weapon in guns(model):
            here = targets(on, model, weapon)
            for target in on.enemies(model):
                said = can(on, model, weapon.number, target)
                if said is None:
                    continue
                assert (target in here) == said, (model.name, weapon.title, target.name)
                found = sums(on, model, weapon.number, target)
                if said and found:
                    assert tuple(shot(on, model, weapon, target)) == found, (
                        model.name,
                        weapon.title,
                        target.name,
                    )
                    compared += 1
    assert compared > 20


@pytest.mark.parametrize("seed", range(12))
def test_where_a_ship_ends_that_meets_nobody(seed: int) -> None:
    chance = Random(seed)
    on = crowd(chance)
    on.terrain = ()
    for model in on.ships():
        full = (model.sheet.move + (2 if "pulse-engine" in model.slots else 0)) * 100
        before, turn = chance.randint(full // 2, full), chance.randint(-900, 900)
        found = track(on, model, "move", before, turn)
        x, y = float(model.place[0]), float(model.place[1])
        for length, heading in ((before, model.heading), (full - before, model.heading + turn)):
            x, y = x + length * sin(radians(heading / 10)), y + length * cos(radians(heading / 10))
        if found.exit is None and not found.crossed:
            assert hypot(found.end[0] - x, found.end[1] - y) < 2
        elif found.exit is None:
            assert hypot(found.end[0] - x, found.end[1] - y) > 1
            gaps = [
                hypot(found.end[0] - one.place[0], found.end[1] - one.place[1]) - model.radius - one.radius
                for one in on.ships()
                if one is not model
            ]
            assert 99 < min(gaps) < 102


def test_a_weapon_of_half_the_range_has_other_targets() -> None:
    """So ranges are really compared above: the fleets are not all within reach of each other."""
    on = crowd(Random(1))
    fewer = 0
    for model in on.ships():
        weapon = gun(model, TURRET)
        assert weapon is not None
        fewer += len(targets(on, model, weapon._replace(range=weapon.range // 2))) < len(
            targets(on, model, weapon)
        )
    assert fewer
