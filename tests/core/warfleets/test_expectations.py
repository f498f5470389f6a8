"""Expected damage of every weapon at every target, against the enumeration of all its dice."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from engines.seam.sides import Side
from engines.warfleets.catalogue import Kind, Size, catalogue
from engines.warfleets.copies import copied
from engines.warfleets.dice import ScriptedDice
from engines.warfleets.expectations import expected, others_hurt
from engines.warfleets.fleet import Mount
from engines.warfleets.orders import TURRET, Shoot
from engines.warfleets.rules import damage, shooting
from engines.warfleets.state import Battle, Model
from engines.warfleets.terrain import Terrain
from tests.core.warfleets.scenes import battle, ship, squadron

SHIPS: tuple[Size, ...] = ("light", "medium", "heavy")
KINDS: tuple[Kind, ...] = ("gunship", "fighter", "bomber")
TARGETS = (*SHIPS, *KINDS)
CLOUD = Terrain("Cloud", ("cover",), centre=(2000, 1300), radius=60)
AT_LEAST = {"light": 4, "medium": 3, "heavy": 2, "gunship": 5, "fighter": 5, "bomber": 4}
"""Evasion, from the text."""
BLOCKS = {"light": 4, "medium": 3, "heavy": 2, "gunship": 5, "fighter": 6, "bomber": 5}
"""Defence, from the text."""
WEAPONS = {
    "energy-cannon": (3, 1, 1),
    "giga-cannon": (1, 4, 2),
    "heavy-cannon": (4, 0, 1),
    "linked-railgun": (3, 1, 1),
    "missile-cluster": (1, 1, 1),
    "plasma-cannon": (2, 3, 1),
    "tsunami-cannon": (1, 2, 2),
    "weapon-batteries": (2, 2, 1),
}
"""Attacks, strength, and points for each hit, from the text."""


def put(on: Battle, side: Side, kind: str, at: tuple[int, int], heading: int, *upgrades: str) -> Model:
    """A ship or a squadron of that kind."""
    for size in SHIPS:
        if size == kind:
            return ship(on, side, size, at, heading, *upgrades)
    return squadron(on, side, next(one for one in KINDS if one == kind), at)


def succeeded(die: int, needed: int) -> bool:
    """A roll, from the text: 6 always does, 1 never does."""
    return die != 1 and (die == 6 or die >= needed)


def by_the_text(attacks: int, hit: int, block: int, each: int, most: int) -> tuple[Fraction, Fraction]:
    """Damage on average and the chance of `most`, from all faces of all dice; a block is rolled for every attack."""
    chances = {0: Fraction(1)}
    for _ in range(attacks):
        after: dict[int, Fraction] = {}
        for so_far, chance in chances.items():
            for one, other in product(range(1, 7), repeat=2):
                points = each if succeeded(one, hit) and not succeeded(other, block) else 0
                total = min(most, so_far + points)
                after[total] = after.get(total, Fraction(0)) + chance / 36
        chances = after
    return sum((total * chance for total, chance in chances.items()), Fraction(0)), chances.get(
        most, Fraction(0)
    )


@pytest.mark.parametrize("rear", [False, True])
@pytest.mark.parametrize("cover", [False, True])
@pytest.mark.parametrize("kind", TARGETS)
@pytest.mark.parametrize("weapon", WEAPONS)
def test_every_weapon_at_every_target_as_the_text_says(weapon, kind, cover, rear):
    on = battle(*((CLOUD,) if cover else ()))
    facing = catalogue().weapons[weapon].facings[0]
    model = ship(on, "terran", "medium", (2000, 1000), 0, weapons=(Mount(facing, weapon),))
    model.heading, model.action = (900 if facing == "sides" else 0), "hold"
    target = put(on, "talon", kind, (2000, 1500), 0 if rear else 1800)
    gun = shooting.gun(model, 0)
    assert gun is not None
    is_ship = kind in SHIPS
    if weapon == "energy-cannon" and not is_ship:
        assert target not in shooting.targets(on, model, gun)
        return
    assert target in shooting.targets(on, model, gun)
    attacks, strength, each = WEAPONS[weapon]
    behind = rear and is_ship
    hit = AT_LEAST[kind] - behind + cover - (weapon == "energy-cannon")
    found = by_the_text(attacks, hit, BLOCKS[kind] + strength + behind, each, sum(target.boxes))
    assert tuple(expected(on, model, gun, target)) == found


@pytest.mark.parametrize("kind", TARGETS)
@pytest.mark.parametrize("shooter", TARGETS)
def test_every_turret_at_every_target_as_the_text_says(shooter, kind):
    attacks, strength = {"light": (2, 0), "medium": (2, 1), "heavy": (2, 2)}.get(shooter, (2, 0))
    attacks, strength, each = {"fighter": (3, 0, 1), "bomber": (1, 2, 2)}.get(shooter, (attacks, strength, 1))
    on = battle()
    model = put(on, "terran", shooter, (2000, 1000), 0, "shield-booster", "stealth-rig")
    target = put(on, "talon", kind, (2000, 1200), 1800)
    model.action = "move"
    gun = shooting.gun(model, TURRET)
    assert gun is not None
    if (shooter == "fighter" and kind in SHIPS) or (shooter == "bomber" and kind in KINDS):
        assert shooting.targets(on, model, gun) == []
        return
    both = shooter in KINDS and kind in KINDS
    hit = AT_LEAST[kind] - both - (shooter in ("fighter", "bomber"))
    nuclear = strength + model.has("nuclear-ammo")
    found = by_the_text(attacks, hit, BLOCKS[kind] + nuclear, each, sum(target.boxes))
    assert tuple(expected(on, model, gun, target)) == found


def endings(on: Battle, order: Shoot) -> Iterator[tuple[Fraction, Battle]]:
    """Every way in which the rules carry a shot out, with its chance; its player gives up a Shield Booster last."""
    todo: list[list[int]] = [[]]
    while todo:
        dice = todo.pop()
        trial = copied(on)
        trial.dice = ScriptedDice(dice[:])
        try:
            shooting.shoot(trial, order)
            while (hurt := damage.asked(trial)) is not None:
                slots = damage.choices(hurt)
                slots.sort(key=lambda slot: hurt.slots[slot] == "shield-booster")
                damage._take(trial, hurt, slots[0])
                damage.settle(trial)
        except LookupError:
            todo += [[*dice, die] for die in range(1, 7)]
            continue
        yield Fraction(1, 6 ** len(dice)), trial


def enumerated(on: Battle, order: Shoot, number: int) -> tuple[Fraction, Fraction]:
    """What a shot does to a model on average, by carrying it out with all dice."""
    before, total, lost, whole = sum(on.models[number].damage), Fraction(0), Fraction(0), Fraction(0)
    for chance, after in endings(on, order):
        model = after.models[number]
        whole += chance
        total += chance * (sum(model.damage) - before)
        lost += chance * (model.status == "destroyed")
    assert whole == 1
    return total, lost


@pytest.mark.parametrize(
    ("weapon", "spent", "order"),
    [
        ("giga-cannon", [0, 0], []),
        ("plasma-cannon", [2, 0], [0]),
        ("giga-cannon", [3, 2], [0, 1]),
        ("giga-cannon", [0, 2], [1]),
        ("giga-cannon", [2, 3], [1, 0]),
        ("giga-cannon", [1, 3], [1, 0]),
        ("tsunami-cannon", [2, 2], [0, 1]),
    ],
)
def test_a_shield_booster_counts_as_the_rules_carry_it_out(weapon, spent, order):
    on = battle()
    model = ship(on, "terran", "light", (2000, 1000), 0, weapons=(Mount("front", weapon),))
    target = ship(on, "talon", "light", (2000, 1500), 1800, "shield-booster", "warp-drive")
    model.action = "hold"
    target.damage, target.order = spent, order
    gun = shooting.gun(model, 0)
    assert gun is not None
    found = enumerated(on, Shoot("terran", 0, 0, (1,)), 1)
    assert tuple(expected(on, model, gun, target)) == found


def test_a_fragile_target_is_hurt_once_more_in_a_round():
    on = battle()
    model = ship(on, "terran", "light", (2000, 1000), 0)
    target = squadron(on, "talon", "gunship", (2000, 1500))
    target.specials = ("fragile",)
    model.action = "move"
    gun = shooting.gun(model, TURRET)
    assert gun is not None
    fresh = expected(on, model, gun, target)
    assert tuple(fresh) == enumerated(on, Shoot("terran", 0, TURRET, (1,)), 1)
    target.hurt = True
    later = expected(on, model, gun, target)
    assert tuple(later) == enumerated(on, Shoot("terran", 0, TURRET, (1,)), 1)
    assert fresh.damage > later.damage


def test_overheating_hurts_the_ship_that_shoots():
    on = battle()
    model = ship(
        on, "terran", "light", (2000, 1000), 0, "shield-booster", weapons=(Mount("front", "plasma-cannon"),)
    )
    target = squadron(on, "talon", "gunship", (2000, 1500))
    model.action = "move"
    gun = shooting.gun(model, 0)
    assert gun is not None
    [own] = others_hurt(on, model, gun, target)
    assert own.model == model.number
    assert tuple(own.outcome) == enumerated(on, Shoot("terran", 0, 0, (1,)), 0)
    assert own.outcome.damage == Fraction(2, 6) * Fraction(4, 6)


def test_a_blast_hurts_friends_near_its_target():
    on = battle()
    model = ship(on, "terran", "light", (2000, 1000), 0, weapons=(Mount("front", "missile-cluster"),))
    target = squadron(on, "talon", "gunship", (2000, 1500))
    friend = squadron(on, "terran", "bomber", (2200, 1500))
    squadron(on, "talon", "bomber", (2900, 1500))
    model.action = "move"
    gun = shooting.gun(model, 0)
    assert gun is not None
    found = {one.model: tuple(one.outcome) for one in others_hurt(on, model, gun, target)}
    order = Shoot("terran", 0, 0, (target.number,))
    assert found == {
        friend.number: enumerated(on, order, friend.number),
        model.number: enumerated(on, order, model.number),
    }


def test_broadside_doubles_at_the_side_of_a_ship():
    on = battle()
    model = ship(on, "terran", "light", (2000, 1000), 900, weapons=(Mount("sides", "weapon-batteries"),))
    target = ship(on, "talon", "light", (2000, 1500), 900)
    model.action = "move"
    gun = shooting.gun(model, 0)
    assert gun is not None
    assert tuple(expected(on, model, gun, target)) == by_the_text(4, 4, 6, 1, 6)
