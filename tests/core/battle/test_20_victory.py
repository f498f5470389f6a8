"""20.4, R30: what is lost when a side gives up, and what the site says of it."""

import pytest

from engines.talon import game
from tests.core.board import board


def is_lost(table, unit):
    """Whether the unit, told as its line begins, is destroyed."""
    wanted = unit.replace("_", " ")
    plain = [line.replace("_", " ").replace('"', "") for line in table.lines("")]
    (line,) = [line for line in plain if line.startswith(wanted)]
    return "destroyed" in line.split()


@pytest.mark.parametrize(
    ("enemy", "lost"),
    [
        ("talon FF Vision 1,0 W", True),
        ("talon FF Vision 4,0 W", True),
        ("talon FF Vision 5,0 W", False),
        ("talon FF Vision 4,0 E", False),
        ("talon FF Vision 1,1 W", True),
        ("talon FF Vision 3,-2 W", False),
        ("talon FF Vision 0,0 W", False),
        ("talon FF Vision 4,0 W charge 0+0/0+0", True),
        ("talon FF Vision 4,0 W charge lost/0+0", True),
        ("talon FF Vision 4,0 W charge lost/lost", False),
        ("talon DD Predator 4,0 W charge 0+0/0+0", True),
        ("talon DD Predator 5,0 W", False),
        ("talon BB Eliminator 3,0 W charge lost/0+0/lost", True),
        ("talon BB Eliminator 4,0 W charge lost/0+0/lost", False),
        ("talon Tran Legion 1,0 W", False),
    ],
)
def test_20_4_conceding(enemy, lost):
    """20.4, R30: who gives up loses what stands in an arc and a listed range of an enemy weapon, charged or not."""
    table = board(f"""
        clock 1F terran ap
        terran DD Achilles 0,0 E
        {enemy}
    """)
    table.do("terran concede")
    assert table.over == "conceded talon"
    assert table.clock == "over"
    assert is_lost(table, "terran DD Achilles") == lost


@pytest.mark.parametrize(
    ("enemy", "lost"),
    [
        ("terran DD Achilles 1,0 W", False),
        ("terran DD Achilles 2,0 W", True),
        ("terran DD Achilles 4,0 W", True),
        ("terran SC Explorer 3,0 W", True),
        ("terran SC Explorer 4,0 W", False),
        ("terran SC Explorer 0,-2 W", True),
        ("terran SC Explorer 3,0 E", False),
        ("terran BB Defiant 1,0 W charge lost/0+0/lost", False),
        ("terran BB Defiant 2,0 W charge lost/0+0/lost", True),
        ("terran BB Defiant 4,0 W charge lost/0+0/lost", True),
        ("terran BB Defiant 5,0 W charge lost/0+0/lost", False),
        ("terran FTR Cougar 3,0 W", True),
        ("terran FTR Cougar 3,0 W fighters 2/2/1", True),
        ("terran FTR Cougar 4,0 W", False),
        ("terran FTR Cougar 3,0 E", False),
    ],
)
def test_r30_every_weapon_has_its_ranges(enemy, lost):
    """R30: the listed ranges are those of the weapon's table, the torpedo's and the wave's gap at 1 included."""
    table = board(f"""
        clock 1F talon ap
        {enemy}
        talon FF Vision 0,0 E charge 0+0/0+0
    """)
    table.do("talon concede")
    assert table.over == "conceded terran"
    assert is_lost(table, "talon FF Vision") == lost


def test_r30_what_is_docked_in_a_base_gets_away():
    """R30, S26: the base stands, and the squadron in it got away: the site's own check takes the report so."""
    table = board("""
        clock 1F terran ap
        mode planet of terran
        capital 10,4
        terran Base Valley_Forge 10,0 E
        terran FTR Cougar docked Valley_Forge
        talon FF Vision 0,0 W
    """)
    table.do("terran concede")
    assert table.over == "conceded talon"
    fates = {fate.name: fate.fate for fate in game.report(table.battle).terran}
    assert fates == {"Valley Forge": "stands", "Cougar": "jumped"}
