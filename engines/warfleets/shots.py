"""Who can be shot by which weapon, with the numbers that are needed and what to expect."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from engines.warfleets.dice import faces
from engines.warfleets.expectations import expected, others_hurt
from engines.warfleets.orders import Shoot
from engines.warfleets.rules import shooting
from engines.warfleets.state import Battle, Model

Ratio = tuple[int, int]
"""An exact number as a fraction."""


class Expected(Struct, frozen=True):
    """What a shot does to a model on average, and the chance that it is destroyed by it."""

    model: int
    damage: Ratio
    destroyed: Ratio


class ShotOffer(Struct, frozen=True):
    """A weapon that can be fired at a target: the dice, the least that hits and blocks, and with how many faces."""

    weapon: int
    target: int
    attacks: int
    hit: int
    hit_faces: int
    block: int
    block_faces: int
    expected: Expected
    others: tuple[Expected, ...] = ()


def offers(battle: Battle, model: Model) -> tuple[ShotOffer, ...]:
    """The shots that a model in turn still has."""
    return tuple(
        offer
        for offer in from_here(battle, model)
        if not shooting.refusal(battle, Shoot(model.side, model.number, offer.weapon, (offer.target,)))
    )


def from_here(battle: Battle, model: Model) -> Iterator[ShotOffer]:
    """What a model could shoot at after its action, from where it is, whatever it has fired before.

    A rogue squadron that has skipped a phase moves or shoots, not both.
    """
    if model.action not in ("hold", "move") or (model.skipped >= 0 and model.action != "hold"):
        return
    for weapon in shooting.guns(model):
        if weapon.hold_only and model.action != "hold":
            continue
        for target in shooting.targets(battle, model, weapon):
            sums = shooting.shot(battle, model, weapon, target)
            outcome = expected(battle, model, weapon, target)
            others = [
                Expected(one.model, ratio(one.outcome.damage), ratio(one.outcome.destroyed))
                for one in others_hurt(battle, model, weapon, target)
            ]
            yield ShotOffer(
                weapon.number,
                target.number,
                sums.attacks,
                sums.hit,
                faces(sums.hit),
                sums.block,
                faces(sums.block),
                Expected(target.number, ratio(outcome.damage), ratio(outcome.destroyed)),
                tuple(others),
            )


def ratio(number: Fraction) -> Ratio:
    """A fraction as two numbers.

    >>> ratio(Fraction(6, 8))
    (3, 4)
    """
    return number.numerator, number.denominator
