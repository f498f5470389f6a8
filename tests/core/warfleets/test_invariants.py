"""What is always so in a battle of Warfleets: FTL, in games of random orders on a crowded table."""

from random import Random
from typing import Final

import pytest

from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.warfleets.catalogue import Facing, Kind, Size, Special, catalogue
from engines.warfleets.fleet import Mount
from engines.warfleets.game import apply, asked, start
from engines.warfleets.geometry import overlap
from engines.warfleets.random_orders import random_order
from engines.warfleets.rules.spots import over
from engines.warfleets.state import PHASES, Battle, Model
from engines.warfleets.table import Marker, on_table
from engines.warfleets.terrain import Terrain, TerrainKind
from tests.core.warfleets.scenes import battle, ship, squadron

SIZES: Final[tuple[Size, ...]] = ("light", "light", "medium", "medium", "heavy")
PLACES: Final = {"light": 2, "medium": 3, "heavy": 4}
HEROES: Final = ("expert-sapper", "ace-commander", "", "", "")
TITLES: Final = ("defiant", "avenger", "", "defiant", "avenger")
KINDS: Final[tuple[Kind, ...]] = ("gunship", "fighter", "bomber", "gunship")
TERRAIN: Final[tuple[TerrainKind, ...]] = ("blocking", "dangerous", "difficult", "cover", "blocking")
SPECIALS: Final[tuple[Special, ...]] = ("rogue", "fragile")


def crowd(chance: Random) -> Battle:
    """Two fleets with random upgrades and weapons, in each other's midst."""
    terrain = [
        Terrain(f"Piece {at}", (kind,), centre=_point(chance), radius=chance.randint(50, 200))
        for at, kind in enumerate(TERRAIN)
    ]
    on = battle(*terrain)
    for side in SIDES:
        for at, size in enumerate(SIZES):
            mounts = _mounts(chance, PLACES[size] - 1)
            upgrades = chance.sample(sorted(catalogue().upgrades), PLACES[size] - len(mounts))
            heading = chance.randrange(3600)
            ship(
                on, side, size, (0, 0), heading, *upgrades, weapons=mounts, hero=HEROES[at], title=TITLES[at]
            )
        for kind in KINDS:
            model = squadron(on, side, kind, (0, 0))
            model.specials = (*model.specials, *chance.sample(SPECIALS, chance.randint(0, 2)))
    for model in on.models:
        model.status = "waiting"
    for model in on.models:
        _scatter(on, model, chance)
    on.markers = [Marker(_point(chance)) for _ in range(4)]
    on.dice = None
    start(on)
    return on


def _point(chance: Random) -> tuple[int, int]:
    return chance.randint(1500, 4500), chance.randint(1000, 3500)


def _mounts(chance: Random, most: int) -> tuple[Mount, ...]:
    facings: list[Facing] = ["front", "sides", "rear"]
    weapons = chance.sample(sorted(set(catalogue().weapons) - {"weapon-batteries"}), 3)
    found = [
        Mount(facing, weapon)
        for facing, weapon in zip(facings, weapons, strict=True)
        if chance.random() < 0.5
    ]
    if chance.random() < 0.5:
        found = [Mount("sides", "weapon-batteries"), *[one for one in found if one.facing != "sides"]]
    return tuple(found[:most])


def _scatter(on: Battle, model: Model, chance: Random) -> None:
    while model.status != "table":
        place = _point(chance)
        if not over(on, (place, model.radius)):
            model.place, model.status = place, "table"


def faults(on: Battle) -> list[str]:
    """What may never be so between two orders."""
    here, put_aside = on.on_table(), {number for number, _ in on.displaced}
    found = [f"{one.name} is beyond the edge" for one in here if not on_table(one.place)]
    for at, one in enumerate(here):
        if one.number in put_aside:
            continue
        found += [
            f"{one.name} lies over {other.name}"
            for other in here[:at]
            if other.number not in put_aside and overlap(one.disc, other.disc) and not on.wounds
        ]
        found += [
            f"{one.name} lies in {piece.name}"
            for piece in on.terrain
            if piece.is_("blocking") and piece.under(one.disc)
        ]
    for marker in on.markers:
        if marker.carrier >= 0 and on.models[marker.carrier].status != "table":
            found.append(f"{on.models[marker.carrier].name} carries a marker and is not on the table")
    for one in on.models:
        found += _damage_faults(one)
    return found


def _damage_faults(model: Model) -> list[str]:
    found = []
    if any(not 0 <= points <= boxes for points, boxes in zip(model.damage, model.boxes, strict=True)):
        found.append(f"{model.name} has more damage than boxes")
    open_ones = [at for at, points in enumerate(model.damage) if 0 < points < model.boxes[at]]
    if len(open_ones) > 1:
        found.append(f"{model.name} has damage on {len(open_ones)} upgrades that are not disabled")
    alive = model.live if model.is_ship else model.boxes[0] - model.damage[0]
    if (alive == 0) != (model.status == "destroyed"):
        found.append(f"{model.name} is {model.status} and has {alive} left")
    return found


@pytest.mark.parametrize("seed", range(6))
def test_what_is_always_so(seed: int) -> None:
    chance, dice = Random(seed), SeededDice(seed)
    on = crowd(chance)
    turns: list[tuple[int, int]] = []
    while asked(on) is not None:
        apply(on, random_order(on, chance), dice)
        assert faults(on) == []
        turns.append((on.round, on.phase))
    assert on.over
    assert turns == sorted(turns)
    assert all(phase in range(len(PHASES)) for _, phase in turns)
