"""What a shot does on average, exactly: by the chances of its dice, without rolling any.

A captain and a page ask for the same; what has been worked out once is looked up.
"""

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

from engines.warfleets.dice import FACES, faces
from engines.warfleets.rules.shooting import Gun, Shot, caught, shot
from engines.warfleets.state import Battle, Model

IGNORED: Final = 2
"""So many faces of the die of a Shield Booster ignore a point of damage."""
REMEMBERED: Final = 4096


class Outcome(NamedTuple):
    """What a shot does to a model: points of damage on average, and the chance that it is destroyed."""

    damage: Fraction
    destroyed: Fraction


class Endurance(NamedTuple):
    """How many points of damage a model takes until it is destroyed, and for how many its Shield Booster works.

    It is the last upgrade that its player gives up, unless damage has already come to it.
    """

    points: int
    shielded: int = 0


class Volley(NamedTuple):
    """Dice that hit with so many faces, and how many faces do not block.

    Every hit that is not blocked does `each` points, and any damage at all does `first` more.
    """

    attacks: int
    hitting: int
    unblocked: int
    each: int = 1
    first: int = 0


class Hurting(NamedTuple):
    """A model that a shot may hurt, and how much."""

    model: int
    outcome: Outcome


def endurance(model: Model) -> Endurance:
    """What a model can still take."""
    points = sum(model.boxes) - sum(model.damage)
    if not model.has("shield-booster"):
        return Endurance(points)
    slot = model.slots.index("shield-booster")
    taking = bool(model.order) and model.order[-1] == slot
    return Endurance(points, model.boxes[slot] - model.damage[slot] if taking else points)


def expected(battle: Battle, model: Model, weapon: Gun, target: Model, attacks: int | None = None) -> Outcome:
    """What a weapon does to its target; `attacks` are those of a weapon that splits them."""
    return _of(shot(battle, model, weapon, target, attacks), weapon, target)


def others_hurt(battle: Battle, model: Model, weapon: Gun, target: Model) -> list[Hurting]:
    """Whom else a weapon may hurt: those within its blast, friends too, and its own ship that it overheats."""
    sums = shot(battle, model, weapon, target)
    found: list[Hurting] = []
    if "blast" in weapon.specials:
        for one in caught(battle, target):
            felt = sums._replace(block=one.sheet.defence + weapon.strength)
            found.append(Hurting(one.number, _of(felt, weapon, one)))
    if "overheating" in weapon.specials:
        ones = Volley(sums.attacks, 1, FACES)
        found.append(Hurting(model.number, outcome_of(ones, endurance(model))))
    return found


def _of(sums: Shot, weapon: Gun, target: Model) -> Outcome:
    each = 2 if "deadly" in weapon.specials else 1
    first = int("fragile" in target.specials and not target.hurt)
    volley = Volley(sums.attacks, faces(sums.hit), FACES - faces(sums.block), each, first)
    return outcome_of(volley, endurance(target))


@lru_cache(REMEMBERED)
def outcome_of(volley: Volley, lasting: Endurance) -> Outcome:
    """What a volley does to a model that can take so much."""
    square = FACES * FACES
    through = volley.hitting * volley.unblocked
    damage = destroyed = Fraction(0)
    for hits in range(1, volley.attacks + 1):
        missing = volley.attacks - hits
        ways = comb(volley.attacks, hits) * through**hits * (square - through) ** missing
        chance = Fraction(ways, square**volley.attacks)
        taken, lost = _taken(hits * volley.each + volley.first, lasting)
        damage += chance * taken
        destroyed += chance * lost
    return Outcome(damage, destroyed)


@lru_cache(REMEMBERED)
def _taken(due: int, lasting: Endurance) -> Outcome:
    """How many of the points that are due a model takes: none once it is destroyed (W18)."""
    if not lasting.points:
        return Outcome(Fraction(0), Fraction(1))
    if not due:
        return Outcome(Fraction(0), Fraction(0))
    after = _taken(due - 1, Endurance(lasting.points - 1, max(0, lasting.shielded - 1)))
    took = Outcome(1 + after.damage, after.destroyed)
    if not lasting.shielded:
        return took
    spared = _taken(due - 1, lasting)
    ignored = Fraction(IGNORED, FACES)
    return Outcome(
        ignored * spared.damage + (1 - ignored) * took.damage,
        ignored * spared.destroyed + (1 - ignored) * took.destroyed,
    )
