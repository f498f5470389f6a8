"""Rulings R46 to R60, and corners of R10, R29 and R43: where the printed rules and the earlier rulings leave a gap."""

import pytest

from battles.engine import game
from tests.core.board import Board, board
from tests.core.table import report, rules_against, setup


def test_r10_received_between_rounds():
    """R10: shields that went down in the pull of a black hole get their die in impulse A of the next round."""
    table = board("""
        clock 2 terran jumps
        initiative terran
        terrain asteroid 1,0
        terrain black-hole 2,0
        terran CL Thor 0,0 E shields 0/0/0/0 hull 2
        terran SC Voyager 6,0 E speed 1
        talon FF Vision 12,0 W
    """)
    table.do("terran done", dice="1 2 6")
    table.shows("Thor 1,0 E hull 3 no criticals")


def test_r29_a_missile_shot_down_by_the_wave_motion_gun_is_damage():
    """R29: a round in which the gun destroys a missile is not quiet."""
    table = board("""
        clock 3E terran fire
        quiet 4
        terran BB Defiant 0,0 E charge 1+2/2+5/0+0
        talon CA Sacrifice 0,-1 W
        talon missile m1 2,0 W at Defiant
    """)
    table.do("terran fire Defiant 2 m1", dice="2")
    assert table.lines("talon missile") == []
    assert table.lines("stirred") == ["stirred"]


def test_r43_pushed_into_a_worm_hole_is_recorded_as_left() -> None:
    """R43: long before its drive is spooled a ship can have left; it is not a jump."""
    battle = setup("CA Patton, DD Achilles", "FF Vision")
    for fate, rules in (("left", set()), ("jumped", {"11"})):
        told = report(battle, "terran", rounds=2, terran=f"Patton {fate}", talon="Vision destroyed")
        assert rules_against(battle, told) == rules


def missiles_of_both(initiative: str) -> Board:
    """A frigate blows up beside missiles of both sides in one hex."""
    return board(f"""
        clock 1E terran fire
        initiative {initiative}
        terran CA Patton 0,0 E
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon FF Vision 10,-7 W
        terran missile m1 3,0 E at Vision
        talon missile m2 3,0 W at Patton
        talon missile m3 3,0 W at Patton
    """).do("terran fire Patton 1 Surprise", dice="1")


def test_r46_the_initiative_players_missile_takes_it():
    """R46: with the initiative at Terran its only missile in the hex takes it."""
    table = missiles_of_both("terran")
    table.shows("m1 damaged")
    assert not any("damaged" in line for line in table.lines("talon missile"))


def test_r46_its_owner_picks_which():
    """R46: of the two missiles of the Initiative Player's side the owner names one, and never the enemy's."""
    table = missiles_of_both("talon")
    assert table.offered("talon pick") == ["talon pick m2", "talon pick m3"]
    table.do("talon pick m3")
    table.shows("m3 damaged")
    assert "damaged" not in table.lines("terran missile m1")[0]


def test_r47_what_is_gone_is_not_rolled_for():
    """R47: a scout hit first blows up and takes the destroyer behind it along; one die is all that is rolled."""
    table = board("""
        clock 1E talon fire
        terran SC Explorer 2,0 W
        terran DD Achilles 3,0 W hull 3 shields 0/3/3/2
        terran CA Patton 10,-7 W
        talon BB Eliminator 0,0 E charge 0+0/3+3/0+0
    """)
    table.do("talon fire Eliminator 2 Explorer", dice="1")
    table.shows("Explorer destroyed")
    table.shows("Achilles destroyed")


def test_r47_a_firer_that_is_gone_fires_no_more():
    """R47: the first victim's explosion ends the dreadnought, and neither cannon rolls again."""
    table = board("""
        clock 1E talon fire
        terran SC Explorer 1,0 W
        terran CA Patton 3,0 W
        talon DN Dominion 0,0 E hull 9 shields 0/9/9/8 charge 0+0/3+6/0+0
        talon FF Vision 10,-7 W
    """)
    table.do("talon fire Dominion 2 Explorer", dice="1")
    table.shows("Dominion destroyed")
    table.shows("Patton shields 6/5/5/4 hull 0")


def first_disruptor(dice: str) -> Board:
    """A cruiser's first of two disruptors blows up a scout beside it, whose explosion costs it a weapon group."""
    return board("""
        clock 1E talon fire
        terran SC Explorer 1,0 W hull 1 shields 0/1/1/1
        terran CA Patton 2,0 W
        talon CA Sacrifice 0,0 E hull 2 shields 0/4/4/3
    """).do("talon fire Sacrifice 1 Explorer", dice=f"5 2 3 {dice}")


def test_r48_the_group_that_fires_is_lost():
    """R48: with its group gone the second disruptor does not fire; the other group still may."""
    table = first_disruptor("6 1")
    table.shows("Sacrifice charge lost/1+4")
    assert table.asked == ""
    assert table.offers("talon fire Sacrifice 2 Patton")


def test_r48_another_group_is_lost():
    """R48: a group that is whole goes on firing."""
    table = first_disruptor("1 6 2")
    table.shows("Sacrifice charge 0+0/lost")
    table.shows("Patton shields 3/5/5/4")


@pytest.mark.parametrize(
    ("markers", "left"), [("front@C,front@A", "front@A"), ("front@A,front@C", "front@C")]
)
def test_r49_the_older_reinforcement_goes_first(markers, left):
    """R49: of two on one arc the one placed first absorbs the first point, whatever its impulse."""
    table = board(f"""
        clock 1E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 1,0 W markers {markers}
    """)
    table.do("terran fire Patton 1 Sacrifice", dice="1")
    table.shows(f"Sacrifice shields 7/4/4/3 markers {left}")


@pytest.mark.parametrize(("place", "shift"), [("4,1", "0,-1"), ("12,1", "1,-1"), ("8,1", "0,-1")])
def test_r50_the_middle_comes_nearer_to_the_mover(place, shift):
    """R50: of two shifts as far the one with the middle nearer the mover is taken, else the western one."""
    table = board(f"""
        clock 1B terran move
        map 0,0
        terran CA Patton {place} NW
        talon CA Sacrifice 5,6 W
    """)
    table.do("terran move Patton ahead")
    assert table.lines("map ") == [f"map {shift}"]


@pytest.mark.parametrize(
    ("patton", "enemy", "window"),
    [("13,6 E", "-2,6 W", "map 0,0 extended"), ("-2,6 W", "13,6 E", "map -8,0 extended")],
)
def test_r50_the_extension_on_either_side(patton, enemy, window):
    """R50: the extension lies where the rest of the map need not move."""
    table = board(f"""
        clock 1B terran move
        map 0,0
        terran CA Patton {patton}
        talon CA Sacrifice {enemy}
    """)
    table.do("terran move Patton ahead")
    assert table.lines("map ") == [window]


def test_r50_six_hexes_from_where_it_would_stand():
    """R50: five hexes from the next ship before the move and six after it, it has left."""
    table = board("""
        clock 1B terran move
        map 0,0
        terran CA Patton 8,1 NW
        terran CA Zhukov 8,6 E speed 2 charge 0+0/0+0/0+0
        talon CA Justice 6,8 W charge 0+0/0+0
        talon CA Sacrifice 3,11 W charge 0+0/0+0
    """)
    table.do("terran move Patton ahead")
    table.shows("Patton left")


def test_r50_no_more_rows_than_needed():
    """R50: for a twelfth row the map grows by that row and by no column."""
    table = board("""
        clock 1B terran move
        map 0,0
        terran CA Patton 8,1 NW charge 0+0/0+0/0+0
        terran CA Zhukov 6,5 E speed 2 charge 0+0/0+0/0+0
        talon CA Justice 4,9 W charge 0+0/0+0
        talon CA Sacrifice 3,11 W charge 0+0/0+0
    """)
    table.do("terran move Patton ahead")
    assert table.lines("map ")[0].endswith(" extended rows 12 columns 23")


def test_r50_no_more_columns_than_needed():
    """R50: a chain of ships from edge to edge of the extended map makes it grow by one column."""
    table = board("""
        clock 1B terran move
        map 0,0 extended
        terran CA Patton 21,6 E charge 0+0/0+0/0+0
        terran SC Explorer 18,6 W speed 2 charge 0+0
        talon CA Justice 13,6 W charge 0+0/0+0
        talon CA Sacrifice 8,6 W charge 0+0/0+0
        talon CA Unity 3,6 W charge 0+0/0+0
        talon CA Service -2,6 W charge 0+0/0+0
    """)
    table.do("terran move Patton ahead")
    assert table.lines("map ")[0].endswith(" extended rows 11 columns 24")


def test_r51_a_waiting_squadron_must_be_launched():
    """R51: beside a carrier with room it comes in, and nothing else may be done."""
    table = board("""
        clock 2 terran arrivals
        initiative terran
        map 0,0
        terran CV Wasp 3,6 NE
        terran FTR Cougar waiting
        talon FF Vision 5,1 W
    """)
    assert not table.offers("terran done")
    table.do("terran launch Cougar 4,6 NE")
    table.shows("Cougar 4,6 NE home Wasp")


def test_r51_with_the_carrier_that_came_in():
    """R51: the squadron of a carrier that has just come in is launched in the same phase."""
    table = board("""
        clock 2 terran arrivals
        initiative terran
        map 0,0
        terran CL Thor 3,3 NE
        terran CV Wasp waiting
        terran FTR Cougar waiting
        talon FF Vision 5,1 W
    """)
    assert table.offered("terran launch") == []
    table.do("terran arrive Wasp 3,10 NE 1")
    assert table.clock == "2 terran arrivals"
    table.do("terran launch Cougar 3,9 NE")
    table.shows("Cougar 3,9 NE home Wasp")


def test_r51_it_waits_where_four_were_launched():
    """R51: a fifth and sixth squadron wait for the carrier that is still to come, and are not docked in the first."""
    table = board("""
        clock 0 terran launch
        map 0,0
        terran CV Wasp 3,10 NE
        terran CV Hornet waiting
        terran FTR Cougar 2,10 NE home Wasp
        terran FTR Wolverine 2,11 NE home Wasp
        terran FTR Black_Jack 3,11 NE home Wasp
        terran FTR Black_Sheep undeployed
        terran FTR Ace_of_Spades undeployed
        terran FTR Red_Baron undeployed
        talon FF Vision 5,1 W
    """)
    table.do("terran launch Black_Sheep 3,9 NE")
    table.shows("Ace_of_Spades waiting")
    table.shows("Red_Baron waiting")


def test_r51_a_squadron_that_docks_elsewhere_makes_no_room_for_a_fifth():
    """R51, 12.2: both carriers have launched four; one of them back in the other carrier changes nothing."""
    table = board("""
        clock 2F terran move
        map 0,0
        terran CV Wasp 3,8 NE speed 1 moved
        terran CV Hornet 7,8 NE speed 1 moved
        terran CV Carrier_3 waiting
        terran FTR Cougar 6,8 E home Wasp
        terran FTR Wolverine 2,8 W home Wasp moved
        terran FTR Black_Jack 3,7 W home Wasp moved
        terran FTR Black_Sheep 2,9 W home Wasp moved
        terran FTR Diamondback 8,7 W home Hornet moved
        terran FTR Double_Down 8,8 W home Hornet moved
        terran FTR Flying_Tiger 7,9 W home Hornet moved
        terran FTR Ace_of_Spades destroyed home Hornet
        terran FTR Squadron_9 waiting
        talon FF Vision 5,1 W charge 0+0/0+0
    """)
    table.do("terran move Cougar ahead dock Hornet", "talon done", "terran done")
    assert table.clock.startswith("3A ")
    table.shows("Squadron_9 waiting")


def test_r51_it_does_not_hold_the_battle_open():
    """R51: with nothing but a waiting squadron left a side has lost."""
    table = board("""
        clock 2E talon fire
        terran SC Explorer 1,0 W hull 1 shields 0/1/1/1
        terran FTR Cougar waiting
        talon FF Vision 0,0 E
    """)
    table.do("talon fire Vision 1 Explorer", dice="5")
    assert table.over == "held talon"


def test_r52_the_owner_names_where_it_stays():
    """R52: of two carriers without an empty hex beside them either may keep the squadron."""
    table = board("""
        clock 0 terran launch
        map 0,0
        terrain asteroid 4,10 4,9 3,9 2,10 2,11 3,11 9,10 9,9 8,9 7,10 7,11 8,11
        terran CV Wasp 3,10 NE
        terran Base Valley_Forge 8,10 NE
        terran FTR Cougar undeployed
        talon CA Sacrifice 5,1 SE
    """)
    assert table.offered("terran pick") == ["terran pick Valley_Forge", "terran pick Wasp"]
    table.do("terran pick Valley_Forge")
    table.shows("Cougar docked Valley_Forge")


@pytest.mark.parametrize(("first", "second"), [("Wasp", "Hornet"), ("Hornet", "Wasp")])
def test_r52_it_counts_for_the_carrier_that_has_launched_fewest(first, second):
    """R52: between two carriers a squadron counts for the one that has launched fewer."""
    table = board(f"""
        clock 0 terran launch
        map 0,0
        terran CV Wasp 3,10 NE
        terran CV Hornet 5,10 NE
        terran FTR Cougar 4,9 NE home {first}
        terran FTR Wolverine undeployed
        talon CA Sacrifice 5,1 SE
    """)
    table.do("terran launch Wolverine 4,10 NE")
    table.shows(f"Wolverine 4,10 NE home {second}")


def test_r52_not_off_the_map():
    """R52: a carrier in the last row launches no squadron beyond it."""
    table = board("""
        clock 0 terran launch
        map 0,0
        terran CV Wasp 3,11 NE
        terran FTR Cougar undeployed
        talon CA Sacrifice 5,1 SE
    """)
    table.refuses("terran launch Cougar 3,12 NE", rule="21")
    assert table.offers("terran launch Cougar 4,10 NE")


@pytest.mark.parametrize(("mode", "lands"), [("", False), ("mode planet of talon\ncapital 1,0", True)])
def test_r53_only_a_planet_that_can_be_captured(mode, lands):
    """R53: a planet of the terrain is no place to land."""
    table = board(f"""
clock 1F terran move
terrain asteroid 5,5
{mode or "terrain planet 1,0"}
terran Tran Normandy 0,0 E speed 1
talon FF Vision 10,-7 W
""")
    assert table.offers("terran move Normandy ahead land") == lands
    if not lands:
        table.refuses("terran move Normandy ahead land", rule="16")


def test_r54_between_two_holes_the_owner_picks():
    """R54: as near to one hole as to the other, the owner says which one pulls."""
    table = board("""
        clock 1 terran curves
        terrain black-hole -3,0 3,0
        terran CA Patton 0,0 NE
        talon FF Vision 6,0 W
    """)
    table.do("terran done")
    assert table.offered("terran toward") == ["terran toward E", "terran toward W"]
    table.do("terran toward W")
    table.shows("Patton -1,0 NE")


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


AREA = """
    clock 1E talon fire
    terran CA Patton 0,4 W charge 0+0/0+0/0+0
    terran FTR Cougar 1,0 E charge 0+0/0+0/0+0
    talon BB Eliminator 0,0 E charge 0+0/3+3/1+4
    talon CA Justice 2,0 E charge 0+0/0+0
"""


def test_r55_fighters_and_friends_are_no_target():
    """R55: with a squadron and a friend in the area and no enemy ship the cannon is not fired."""
    table = board(AREA)
    table.refuses("talon fire Eliminator 2 Cougar/1", rule="15")
    table.refuses("talon fire Eliminator 2 Justice", rule="15")
    assert table.offers("talon fire Eliminator 3 Patton")


def test_r55_a_missile_is_one():
    """R55: an enemy missile is enough, and then everybody in the area takes part."""
    table = board(AREA + "    terran missile m1 3,0 W at Justice\n")
    assert table.offered("talon fire Eliminator 2") == [
        "talon fire Eliminator 2 Justice",
        "talon fire Eliminator 2 m1",
    ]


SLIP = """
    clock 1F terran ap
    terran CA Patton 0,0 E {items}
    terran Base Valley_Forge 5,3 E
    talon FF Vision 10,-7 W
"""


def test_r56_no_second_marker():
    """R56: while a side-slip marker stands another cannot be bought, nor any by a base."""
    table = board(SLIP.format(items="slip"))
    table.refuses("terran slip Patton", rule="6.5")
    table.refuses("terran slip Valley_Forge", rule="14")


def test_r56_with_the_helm_down_in_vain():
    """R56: bought with the helm down it helps nothing, and the next move takes it."""
    table = board(SLIP.format(items="criticals helm"))
    table.do("terran slip Patton", "terran done")
    table.refuses("terran move Patton slip-left", rule="8.5")
    table.do("terran move Patton ahead", dice="1")
    table.shows("Patton 1,0 E no slip")


OFFER = """
    clock {clock}
    terran CA Patton 0,0 E speed 2
    talon CA Sacrifice 10,-7 W speed 2 afterburners 0
"""


def test_r57_an_offer_stands_until_the_impulse_ends():
    """R57: in the enemy's turn of the same impulse it stands, in the next impulse no more."""
    table = board(OFFER.format(clock="1D talon ap")).do("talon offer-draw", "talon done")
    assert table.clock == "1D terran ap"
    assert table.lines("offer") == ["offer talon"]
    table.refuses("talon offer-draw", rule="R29")
    table.do("terran done")
    assert table.lines("offer") == []
    assert table.over == ""


def test_r57_between_rounds_until_the_next_impulse_ends():
    """R57: offered in the Power Phase it can still be taken in impulse A, and in impulse B no more."""
    table = board("""
        clock 1 talon curves
        terran CL Thor 0,0 E speed 1
        talon CL Fearless 10,-7 W speed 1 afterburners 0
    """)
    table.do("talon offer-draw", "talon done", "terran done")
    assert table.clock == "2A talon ap"
    table.do("talon done")
    assert table.clock == "2A terran ap"
    assert table.lines("offer") == ["offer talon"]
    table.do("terran done")
    assert table.lines("offer") == []


@pytest.mark.parametrize(
    ("planet", "ways"), [("1,0", ["left", "right"]), ("1,-1", ["ahead", "right"]), ("0,1", ["ahead", "left"])]
)
def test_r58_not_into_a_planet(planet, ways):
    """R58: of three hexes as far from its target the missile does not choose the planet's."""
    table = board(f"""
        clock 1E talon move
        terrain planet {planet}
        talon DD Hunter 10,-7 W
        terran CL Thor -1,0 W
        talon missile m1 0,0 E at Thor
    """)
    assert table.offered("talon steer") == [f"talon steer m1 {way}" for way in ways]


def test_r59_a_docked_transport_shares_the_bases_fate():
    """R59: it is destroyed with the base it is docked with."""
    table = board("""
        clock 1E talon fire
        terran Base Valley_Forge 1,0 W hull 8 shields 0/0/0/0
        terran Tran Normandy docked Valley_Forge
        terran CL Thor 9,0 E
        talon CA Sacrifice 0,0 E
    """)
    table.do("talon fire Sacrifice 1 Valley_Forge", dice="5")
    table.shows("Normandy destroyed")


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


def in_one_hex(more: str) -> Board:
    """A light cruiser, rating 2, blows up with something else in its hex."""
    return board(f"""
        clock 1E talon fire
        terran CL Thor 2,0 W hull 4 shields 0/0/0/0
        terran CA Patton 10,-7 W
        talon CA Sacrifice 0,0 E
        {more}
    """).do("talon fire Sacrifice 1 Thor", dice="2")


def test_r60_a_missile_in_the_same_hex():
    """R60: the rating and one more, 3 points, destroy the missile; no die is rolled for an arc."""
    assert in_one_hex("talon missile m1 2,0 W at nothing").lines("talon missile") == []


def test_r60_a_missile_beside_it():
    """R60: one hex away the rating alone damages it."""
    in_one_hex("talon missile m1 3,0 W at nothing").shows("m1 damaged")


def test_r60_a_fighter_in_the_same_hex():
    """R60: a frigate's rating of 1 and one more end a fighter, without a die."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E
        terran FTR Cougar 2,0 E charge 0+0/0+0/0+0
        talon FF Surprise 2,0 W hull 2 shields 0/2/2/2
        talon FF Vision 10,-7 W
    """)
    table.do("terran fire Patton 1 Surprise", dice="1")
    table.do("terran pick Cougar/2")
    table.shows("Cougar fighters 0/2/0")
