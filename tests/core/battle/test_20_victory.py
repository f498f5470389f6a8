"""20: how a battle ends (20.1, 20.4); R28, R29, R30 and R45."""

import pytest

from battles.engine import game
from tests.core.board import board


def is_lost(table, unit):
    """Whether the unit, told as its line begins, is destroyed."""
    wanted = unit.replace("_", " ")
    plain = [line.replace("_", " ").replace('"', "") for line in table.lines("")]
    (line,) = [line for line in plain if line.startswith(wanted)]
    return "destroyed" in line.split()


LAST_FRIGATE = "talon FF Vision 2,0 W shields 0/0/0/0 hull 2 charge 0+0/0+0"


def kill(more):
    """The Talon's frigate on the map is destroyed by a torpedo."""
    table = board(f"""
        clock 1E terran fire
        terran DD Achilles 0,0 E
        {LAST_FRIGATE}
        {more}
    """)
    table.do("terran fire Achilles 1 Vision", dice="6")
    table.shows("Vision destroyed")
    return table


def test_20_1_the_last_ship_standing():
    """20.1: the side that alone has ships left on the map has won."""
    table = kill("")
    assert table.over == "held terran"
    assert table.clock == "over"
    assert table.offered("") == []


def test_20_1_losses_do_not_matter():
    """20.1: it wins even if it has lost more."""
    table = board(f"""
        clock 1E terran fire
        terran DD Achilles 0,0 E
        terran BB Defiant destroyed
        terran CA Patton destroyed
        {LAST_FRIGATE}
    """)
    table.do("terran fire Achilles 1 Vision", dice="6")
    assert table.over == "held terran"


def test_20_1_a_ship_left_goes_on():
    """20.1: with one enemy ship left the battle goes on."""
    table = kill("talon FF Surprise 10,0 W")
    assert table.over == ""


def test_20_1_missiles_do_not_count():
    """20.1: a missile left is not a ship."""
    assert kill("talon missile m4 3,3 W at Achilles").over == "held terran"


@pytest.mark.parametrize("unit", ["talon Base Hope 10,0 W", "talon Tran Legion 10,0 W"])
def test_20_1_bases_and_transports_count(unit):
    """20.1, R28: a base or a transport left is a unit left."""
    assert kill(unit).over == ""


def test_20_1_fighters_without_a_carrier_count():
    """20.1: a squadron whose carrier is gone still stands."""
    table = board("""
        clock 1E talon fire
        terran CV Wasp 0,0 W shields 0/0/0/0 hull 5 charge 0+0/0+0
        terran FTR Cougar 10,0 W
        talon FF Vision 2,0 W charge 1+2/0+0
    """)
    table.do("talon fire Vision 1 Wasp", dice="6")
    table.shows("Wasp destroyed")
    assert table.over == ""


def test_r28_docked_squadrons_do_not_count():
    """R28: squadrons docked in the last carrier fall with it."""
    table = board("""
        clock 1E talon fire
        terran CV Wasp 0,0 W shields 0/0/0/0 hull 5 charge 0+0/0+0
        terran FTR Cougar docked Wasp
        talon FF Vision 2,0 W charge 1+2/0+0
    """)
    table.do("talon fire Vision 1 Wasp", dice="6")
    assert table.over == "held talon"
    table.shows("Cougar destroyed")


def test_r28_a_reinforcement_that_must_come_counts():
    """R28: a ship that has to come in is there already, for this."""
    assert kill("talon FF Surprise destroyed\n        talon FF Frigate_3 waiting").over == ""


def test_r28_the_last_two_destroy_each_other():
    """R28, 20.4: it is looked at when nothing is pending: destroyed by the explosion of the last enemy, both lose."""
    table = board("""
        clock 1E terran fire
        terran SC Explorer 0,0 E shields 0/0/0/0 hull 1
        talon FF Vision 1,0 W shields 0/0/0/0 hull 2 charge 0+0/0+0
    """)
    table.do("terran fire Explorer 1 Vision", dice="2")
    table.shows("Vision destroyed")
    table.shows("Explorer destroyed")
    assert table.over == "draw"


def test_r28_after_a_move():
    """R28: a move that ends the last ship ends the battle."""
    table = board("""
        clock 1B talon move
        terrain planet 1,0
        terran CA Patton 10,0 W
        talon FF Vision 0,0 E
    """)
    table.do("talon move Vision ahead")
    assert table.over == "held terran"


def power_phase(table):
    """Both sides leave their curves as they are, unless no row was left to choose."""
    for side in ("talon", "terran"):
        if table.clock == f"1 {side} curves":
            table.do(f"{side} done")
    return table


def test_r28_after_all_break_ups():
    """R28, R34: the break-ups of both sides come before anybody has won."""
    table = power_phase(
        board("""
            clock 1 talon curves
            terran Tran Normandy 0,0 E hull 3 relays 2
            talon FF Vision 10,0 W hull 2 relays 2
        """)
    )
    table.shows("Normandy destroyed")
    table.shows("Vision destroyed")
    assert table.over == "draw"


def test_r28_one_side_breaks_up():
    """R28: if only one side breaks up, the other has won."""
    table = power_phase(
        board("""
            clock 1 talon curves
            terran SC Explorer 0,0 E
            talon FF Vision 10,0 W hull 2 relays 2
        """)
    )
    table.shows("Vision destroyed")
    assert table.over == "held terran"


def test_r28_after_the_jumps_of_one_side():
    """R28: when the last ships of the first side have jumped, the other has won and need not jump."""
    table = board("""
        clock 4 talon jumps
        terran DD Achilles 10,0 W speed 1
        talon DD Predator 0,0 W speed 1
    """)
    table.do("talon jump Predator")
    assert table.over == "held terran"


def test_r28_after_all_pulls():
    """R28, 20.4: when the hole swallows the last of both sides in one pull, both lose."""
    table = board("""
        clock 1 terran curves
        terrain black-hole 0,0
        terran CA Patton 1,0 E
        talon CA Sacrifice -1,0 W
    """)
    table.do("terran done")
    assert table.over == "draw"


QUIET = """
    clock {clock}
    {more}
    terran CA Patton 0,0 E
    talon CA Sacrifice 10,0 W
"""


def test_r29_ten_quiet_rounds():
    """R29: the tenth round running without damage or departure ends the battle, and nobody has won."""
    table = board(QUIET.format(clock="5 terran curves", more="quiet 9"))
    table.do("terran done")
    assert table.over == "draw"


def test_r29_nine_quiet_rounds_do_not():
    """R29: after nine the battle goes on."""
    table = board(QUIET.format(clock="5 terran curves", more="quiet 8"))
    table.do("terran done")
    assert table.over == ""
    assert table.lines("quiet") == ["quiet 9"]


def test_r29_a_round_with_damage_begins_anew():
    """R29: a round in which something happened does not count, and the count begins again."""
    table = board(QUIET.format(clock="5 terran curves", more="quiet 9\n    stirred"))
    table.do("terran done")
    assert table.over == ""
    assert table.lines("quiet") == []
    table.shows("Patton 0,0")


def test_r29_damage_stirs_the_round():
    """R29: one point of damage, if only to a shield, makes the round one that counts for nothing."""
    table = board("""
        clock 5E terran fire
        quiet 9
        terran DD Achilles 0,0 E
        talon CA Sacrifice 2,0 W charge 0+0/0+0
    """)
    table.do("terran fire Achilles 1 Sacrifice", dice="6")
    assert table.lines("stirred") == ["stirred"]


def test_r29_a_miss_does_not():
    """R29: a shot that misses does no damage."""
    table = board("""
        clock 5E terran fire
        quiet 3
        terran DD Achilles 0,0 E
        talon CA Sacrifice 2,0 W charge 0+0/0+0
    """)
    table.do("terran fire Achilles 1 Sacrifice", dice="1")
    assert table.lines("stirred") == []


def test_r29_a_departure_stirs_the_round():
    """R29: so does a ship that leaves."""
    table = board("""
        clock 6 terran jumps
        quiet 9
        terran CA Patton 0,0 E speed 1
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran jump Patton")
    assert table.over == ""
    assert table.lines("quiet") == []


def test_r29_a_draw_by_agreement():
    """R29: both players may agree to end it, at any time."""
    table = board(QUIET.format(clock="1B terran ap", more=""))
    table.do("terran offer-draw")
    assert table.over == ""
    assert table.lines("offer") == ["offer terran"]
    table.do("talon offer-draw")
    assert table.over == "draw"


def test_r29_an_offer_that_stands_is_accepted():
    """R29: the side that is asked accepts by offering the same."""
    table = board(QUIET.format(clock="1B terran ap", more="offer talon"))
    table.do("terran offer-draw")
    assert table.over == "draw"


def test_r45_round_40_is_the_last():
    """R45: the end of round 40 ends the battle as a draw, quiet or not."""
    table = board(QUIET.format(clock="40 terran curves", more="stirred"))
    table.do("terran done")
    assert table.over == "draw"


def test_r45_round_39_is_not():
    """R45: after round 39 there is another."""
    table = board(QUIET.format(clock="39 terran curves", more="stirred"))
    table.do("terran done")
    assert table.over == ""
    assert table.clock.startswith("40A ")


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


@pytest.mark.parametrize("kind", ["planet", "nebula", "asteroid"])
def test_r30_terrain_does_not_matter(kind):
    """R30: terrain on the line saves nobody."""
    table = board(f"""
        clock 1F terran ap
        terrain {kind} 2,0
        terran DD Achilles 0,0 E
        talon FF Vision 4,0 W
    """)
    table.do("terran concede")
    assert is_lost(table, "terran DD Achilles")


def test_r30_no_explosion():
    """R30: what is lost so does not explode."""
    table = board("""
        clock 1F terran ap
        terran BB Defiant 0,0 E
        terran CA Patton -1,0 E
        talon FF Vision 1,0 W
        talon CA Sacrifice 0,1 SE
    """)
    table.do("terran concede")
    assert is_lost(table, "terran BB Defiant")
    table.shows("Vision shields 3/2/2/2 hull 0")
    table.shows("Sacrifice shields 7/4/4/3 hull 0")


def test_r30_waiting_ships_are_safe():
    """R30: ships that have not come in are safe."""
    table = board("""
        clock 1F terran ap
        terran SC Explorer 0,0 E
        terran SC Voyager 10,0 E
        terran SC Scout_3 waiting
        talon FF Vision 2,0 W
    """)
    table.do("terran concede")
    assert is_lost(table, "terran SC Explorer")
    assert not is_lost(table, "terran SC Voyager")
    assert not is_lost(table, "terran SC Scout_3")


def test_r30_a_base_in_reach_is_lost():
    """R30: a base in arc and range falls as a ship does."""
    table = board("""
        clock 1F terran ap
        terran Base Valley_Forge 0,0 E
        terran DD Achilles 10,0 E
        talon FF Vision 2,0 W
    """)
    table.do("terran concede")
    assert is_lost(table, "terran Base Valley_Forge")
    assert not is_lost(table, "terran DD Achilles")


def test_r30_a_squadron_needs_a_carrier():
    """R30: a squadron out of reach is lost if no carrier of its side survives."""
    table = board("""
        clock 1F terran ap
        terran DD Achilles 10,0 E
        terran FTR Cougar 8,2 E
        talon FF Vision 0,0 W
    """)
    table.do("terran concede")
    assert is_lost(table, "terran FTR Cougar")
    assert not is_lost(table, "terran DD Achilles")


def test_r30_a_squadron_with_a_carrier_is_saved():
    """R30: it is saved if one does, wherever that is."""
    table = board("""
        clock 1F terran ap
        terran CV Hornet 10,0 E
        terran FTR Cougar 8,3 E
        talon FF Vision 0,0 W
    """)
    table.do("terran concede")
    assert table.over == "conceded talon"
    assert not is_lost(table, "terran CV Hornet")
    assert not is_lost(table, "terran FTR Cougar")


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


def test_r30_the_carrier_may_be_lost():
    """R30: a carrier in the enemy's reach is lost, and the squadron out of it with it."""
    table = board("""
        clock 1F terran ap
        terran CV Hornet 2,0 E
        terran FTR Cougar 9,0 E
        talon FF Vision 0,0 E
    """)
    table.do("terran concede")
    assert is_lost(table, "terran CV Hornet")
    assert is_lost(table, "terran FTR Cougar")


def test_r30_a_carrier_saves_four():
    """R30: with more squadrons left than the carriers take, the side that gave up picks those that are saved."""
    names = ["Cougar", "Wolverine", "Black_Jack", "Black_Sheep", "Diamondback"]
    squadrons = "\n        ".join(f"terran FTR {name} {9 - place},4 E" for place, name in enumerate(names))
    table = board(f"""
        clock 1F terran ap
        terran CV Hornet 10,0 E
        {squadrons}
        talon FF Vision 0,0 W
    """)
    table.do("terran concede")
    assert table.asked == "terran pick"
    for name in names[1:]:
        table.do(f"terran pick {name}")
    assert table.over == "conceded talon"
    assert [name for name in names if is_lost(table, f"terran FTR {name}")] == ["Cougar"]


@pytest.mark.parametrize(
    ("carrier", "aboard", "lost"),
    [
        ("waiting", "waiting", False),
        ("jumped", "jumped", False),
        ("left", "left", False),
        ("destroyed", "destroyed", True),
    ],
)
def test_r30_a_carrier_that_is_not_on_the_map_has_survived_too(carrier, aboard, lost):
    """R30, S26: a carrier that has jumped, left or waits has survived; its room is what its own squadrons leave."""
    aboard_it = "\n        ".join(f"terran FTR Own_{number} {aboard} home Wasp" for number in range(3))
    table = board(f"""
        clock 7F terran ap
        terran DD Achilles 10,0 E
        terran CV Wasp {carrier}
        {aboard_it}
        terran FTR Cougar 8,2 E
        terran FTR Wolverine 8,4 E
        talon FF Vision 0,0 W
    """)
    table.do("terran concede")
    if not lost:
        assert table.asked == "terran pick"
        table.do("terran pick Wolverine")
    assert table.over == "conceded talon"
    assert is_lost(table, "terran FTR Cougar")
    assert is_lost(table, "terran FTR Wolverine") == lost


def test_r30_not_in_the_middle_of_something():
    """R30: nobody concedes while a question is open."""
    table = board("""
        clock 1E terran fire
        terran BB Defiant 0,0 E charge 0+0/2+5/0+0
        talon BB Eliminator 2,-1 W charge 0+0/0+0/0+0
    """)
    assert table.offers("terran concede")
    table.do("terran fire Defiant 2 Eliminator", dice="2")
    assert table.asked == "terran toward"
    assert not table.offers("terran concede")


def test_r30_in_every_step():
    """R30: it may be done in a movement step as well as between rounds."""
    table = board("""
        clock 1B terran move
        terran DD Achilles 0,0 E
        talon FF Vision 10,0 W
    """)
    assert table.offers("terran concede")
    table = board(QUIET.format(clock="5 terran curves", more=""))
    assert table.offers("terran concede")
    table.do("terran concede")
    assert table.over == "conceded talon"
