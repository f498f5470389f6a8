"""Set-ups that cannot be fought are refused before a battle begins; of all others a battle can be stored."""

from random import Random

import pytest

from engines.seam.documents import BattleSetup, Unit
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.talon import game
from engines.talon.catalogue import classes_of
from engines.talon.damage import TalonDamage
from engines.talon.documents.codec import decode_position, encode_position
from engines.talon.documents.validity import position_errors
from engines.talon.terrain import TalonTerrain

PATTON = Unit("Patton", "heavy_cruiser")
COUGAR = Unit("Cougar", "fighter")
HOPE = Unit("Hope", "base")
REFUSED = [
    ("S34", {"terran": (PATTON, PATTON)}),
    ("S34", {"terran": (Unit("Pat\nton", "heavy_cruiser"),)}),
    ("S34", {"terran": (Unit("   ", "heavy_cruiser"),)}),
    ("S4", {"terran": ()}),
    ("S4", {"terran": (COUGAR,)}),
    ("5", {"terran": (Unit("Imperial", "dreadnought"),)}),
    ("5", {"talon": (Unit("Wasp", "carrier"),)}),
    ("31.2", {"talon": (HOPE, Unit("Charity", "base"))}),
    ("31.8", {"mode": "planet"}),
    ("31.8", {"planet_owner": "talon"}),
    ("30.3", {"terrain": TalonTerrain("x", (0, 7))}),
    ("S21", {"mode": "planet", "planet_owner": "talon", "terrain": TalonTerrain("x", (3, 4))}),
    ("8.4", {"terran": (Unit("Patton", "heavy_cruiser", TalonDamage(hull=6)),)}),
    ("8.4", {"terran": (Unit("Patton", "heavy_cruiser", TalonDamage(weapons_lost=(0, 1), relays=2)),)}),
    ("8.4", {"terran": (Unit("Patton", "heavy_cruiser", TalonDamage(hull=1, thrusters=2)),)}),
    ("8.5", {"terran": (Unit("Patton", "heavy_cruiser", TalonDamage(weapons_lost=(3,))),)}),
    ("8.5", {"terran": (Unit("Patton", "heavy_cruiser", TalonDamage(weapons_lost=(1, 1))),)}),
    ("8.5", {"talon": (Unit("Hope", "base", TalonDamage(thrusters=1)),)}),
    ("R8", {"terran": (Unit("Explorer", "scout", TalonDamage(relays=1)),)}),
    ("S13", {"terran": (Unit("Patton", "heavy_cruiser", TalonDamage(fighters=(1, 0, 0))),)}),
    ("12", {"terran": (PATTON, Unit("Cougar", "fighter", TalonDamage(hull=1)))}),
    ("12", {"terran": (PATTON, Unit("Cougar", "fighter", TalonDamage(fighters=(1, 0))))}),
    ("R35", {"terran": (PATTON, Unit("Cougar", "fighter", TalonDamage(fighters=(2, 2, 2))))}),
]


@pytest.mark.parametrize(("rule", "changes"), REFUSED)
def test_what_cannot_be_fought_is_refused(rule, changes):
    """By the rule, before anything begins."""
    plain = {"place": "x", "mode": "last_ship_standing", "terran": (PATTON,), "talon": (HOPE,)}
    with pytest.raises(Refused) as caught:
        game.new_battle(BattleSetup(**{**plain, **changes}))
    assert rule in [refusal.rule for refusal in caught.value.refusals]


def _some_unit(random: Random, side: Side, number: int) -> Unit:
    kind = random.choice(classes_of(side))
    damage = TalonDamage(
        hull=random.choice([0, 0, random.randrange(10)]),
        weapons_lost=tuple(random.randrange(4) for _ in range(random.choice([0, 0, 1]))),
        thrusters=random.choice([0, 0, 1, 2]),
        relays=random.choice([0, 0, 1, 2]),
        fighters=random.choice([(), (), (1, 2, 0), (0, 0, 0), (2, 2, 2)]),
    )
    return Unit(f"Ship {number}", kind.key, random.choice([TalonDamage(), damage]))


def test_a_battle_that_can_begin_can_be_stored():
    """Whatever a set-up says: it is refused, or the position it begins with can be."""
    begun = 0
    for seed in range(600):
        random = Random(seed)
        terran, talon = (
            tuple(_some_unit(random, side, at) for at in range(random.randrange(4))) for side in SIDES
        )
        try:
            battle = game.new_battle(BattleSetup("x", "last_ship_standing", terran, talon))
        except Refused:
            continue
        begun += 1
        assert position_errors(battle) == []
        assert encode_position(decode_position(encode_position(battle))) == encode_position(battle)
    assert begun > 30
