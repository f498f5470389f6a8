"""R43, R54 and R59: what a report says of them, and the nearest of several black holes."""

import pytest
from msgspec.structs import replace

from engines.talon import game
from engines.talon.layout import Layout, Patch
from engines.talon.results.layout_check import written
from engines.talon.terms import TalonTerms
from tests.core.board import board
from tests.core.table import report, rules_against, setup


def test_r43_pushed_into_a_worm_hole_is_recorded_as_gone_through() -> None:
    """R43: long before its drive is spooled a ship can have left; it is not a jump."""
    standard = setup("CA Patton, DD Achilles", "FF Vision")
    layout = written(Layout(terrain=(Patch("worm-hole", 6, 8),)))
    battle = replace(standard, format=2, terms=TalonTerms(layout=layout))
    told = report(standard, "terran", rounds=2, terran="Patton through", talon="Vision destroyed")
    assert rules_against(standard, told) == {"19"}
    for fate, rules in (("through", set()), ("left", set()), ("jumped", {"11"})):
        told = report(battle, "terran", rounds=2, terran=f"Patton {fate}", talon="Vision destroyed")
        assert rules_against(battle, told) == rules


@pytest.mark.parametrize(
    ("holes", "lowest"), [("5,0 4,1", 3), ("-1,0 4,0", 2), ("-3,0 4,0", 3), ("1,0 7,0", 2)]
)
def test_r54_each_from_the_nearest_hole(holes, lowest):
    """R54: the die loses 1, never 2, and only if the target is nearer to any hole than the firer is to any."""
    for die in (lowest - 1, lowest):
        table = board(f"""
            clock 1E terran fire
            terrain black-hole {holes}
            terran DD Achilles 0,0 E
            talon CA Sacrifice 2,0 W charge 0+0/0+0
        """)
        table.do("terran fire Achilles 1 Sacrifice", dice=str(die))
        table.shows(f"Sacrifice shields {3 if die == lowest else 7}/4/4/3 hull 0")


def test_r59_it_has_not_landed():
    """R59: over a planet a transport docked with its owner's base is told as standing, not as landed."""
    table = board("""
        clock 1B terran ap
        mode planet of talon
        capital 5,5
        terran CL Thor 0,0 E
        talon Base Hope 5,4 W
        talon Tran Legion docked Hope
    """)
    table.do("terran concede")
    assert {fate.name: fate.fate for fate in game.report(table.battle).talon} == {
        "Hope": "stands",
        "Legion": "stands",
    }
