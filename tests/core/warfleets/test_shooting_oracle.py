"""Every shot that the engine offers is one by the text, and every shot by the text is offered."""

from random import Random

import msgspec

from engines.seam.sides import SIDES
from engines.warfleets.catalogue import Facing, Kind, Size, catalogue
from engines.warfleets.copies import copied_model
from engines.warfleets.fleet import Mount
from engines.warfleets.shots import from_here
from engines.warfleets.state import Battle
from engines.warfleets.terrain import Terrain, TerrainKind
from engines.warfleets.view import view
from tests.core.warfleets.scenes import battle, ship, squadron
from tests.core.warfleets.shooting_oracle import Found, Unsure, shots

SIZES: tuple[Size, ...] = ("light", "medium", "heavy")
KINDS: tuple[Kind, ...] = ("gunship", "fighter", "bomber")
UPGRADES = ("stealth-rig", "precision-rig", "nuclear-ammo", "warp-drive")
FACINGS: tuple[Facing, ...] = ("front", "sides", "rear")
TERRAIN: tuple[TerrainKind, ...] = ("blocking", "cover", "difficult")
POSITIONS = 60


def position(chance: Random) -> Battle:
    """Ten models anywhere on a small part of the table, with damage, terrain and what has been done by chance."""
    on = battle(*[piece(at, chance) for at in range(chance.randrange(5))])
    for at in range(10):
        side = SIDES[at % 2]
        place = chance.randrange(1000, 3500), chance.randrange(1000, 3500)
        if chance.random() < 0.4:
            model = squadron(on, side, chance.choice(KINDS), place)
        else:
            size = chance.choice(SIZES)
            model = ship(
                on,
                side,
                size,
                place,
                chance.randrange(3600),
                *armed(size, chance),
                weapons=mounts(size, chance),
            )
        model.damage = [chance.choice((0, 0, 1, boxes)) for boxes in model.boxes]
        model.held = chance.random() < 0.3
        model.action = chance.choice(("hold", "hold", "move", "cruise"))
    return on


def armed(size: Size, chance: Random) -> list[str]:
    """Upgrades, one of a ship's places for each; the rest are weapons."""
    return chance.sample(UPGRADES, {"light": 1, "medium": 1, "heavy": 2}[size])


def mounts(size: Size, chance: Random) -> tuple[Mount, ...]:
    """A weapon on a facing, or two."""
    facings = chance.sample(FACINGS, {"light": 1, "medium": 2, "heavy": 2}[size])
    found = []
    for facing in facings:
        able = [key for key, one in catalogue().weapons.items() if facing in one.facings]
        found.append(Mount(facing, chance.choice(able)))
    return tuple(found)


def piece(at: int, chance: Random) -> Terrain:
    """A disc or a triangle that blocks or covers."""
    kind = chance.choice(TERRAIN)
    x, y = chance.randrange(1000, 3500), chance.randrange(1000, 3500)
    if chance.random() < 0.5:
        return Terrain(f"Disc {at}", (kind,), centre=(x, y), radius=chance.randrange(50, 300))
    corners = ((x, y), (x + chance.randrange(50, 400), y + 30), (x + 20, y + chance.randrange(50, 400)))
    return Terrain(f"Triangle {at}", (kind,), corners)


def test_the_engine_and_a_slow_reading_of_the_text_find_the_same_shots():
    found = unsure = 0
    for seed in range(POSITIONS):
        on = position(Random(seed))
        document = msgspec.to_builtins(view(on, None))
        for model in on.models:
            try:
                expected = shots(document, document["models"][model.number])
            except Unsure:
                unsure += 1
                continue
            offered = {
                Found(one.weapon, one.target, one.attacks, one.hit, one.block)
                for one in from_here(on, copied_model(model))
            }
            assert offered == expected, (seed, model.number)
            found += len(offered)
    assert found > 1000
    assert unsure < 10
