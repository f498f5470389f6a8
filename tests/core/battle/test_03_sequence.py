"""3 and 4: impulse chart, the order of a turn and of a round, initiative; R1, R2."""

import pytest

from tests.core.board import board

CHART = {
    "A": (4, 5, 6),
    "B": (3, 5, 6),
    "C": (2, 4, 5, 6),
    "D": (3, 4, 5, 6),
    "E": (6,),
    "F": (1, 2, 3, 4, 5, 6),
}

# a ship whose row has this Power: class, name, Speed
POWERS = {
    0: ("BB", "Defiant", 5),
    1: ("CA", "Patton", 5),
    2: ("CA", "Patton", 4),
    3: ("CA", "Patton", 3),
    4: ("CA", "Patton", 2),
    5: ("CA", "Patton", 1),
    6: ("BC", "Caesar", 1),
}


def initiative(table):
    """The Initiative Player; the line may be left out where it is the usual side."""
    return (table.lines("initiative ") or ["initiative talon"])[0]


@pytest.mark.parametrize("impulse", CHART)
@pytest.mark.parametrize("power", POWERS)
def test_3_1_power_on_the_chart(impulse, power):
    """3.1: a ship has AP in the impulses its Power is marked in, and in no other; Power 0 in none."""
    kind, name, speed = POWERS[power]
    table = board(f"""
        clock 1{impulse} terran ap
        terran {kind} {name} 0,0 E speed {speed}
        talon CA Sacrifice 10,0 W
    """)
    acts = power in CHART[impulse]
    assert table.offers(f"terran vote {name} change") == acts
    assert (table.clock == f"1{impulse} terran ap") == acts


@pytest.mark.parametrize("impulse", CHART)
@pytest.mark.parametrize("speed", range(1, 7))
def test_3_1_speed_on_the_chart(impulse, speed):
    """3.1: a ship moves in the impulses its Speed is marked in, and in no other."""
    kind, name = ("FTR", "Cougar") if speed == 6 else ("CA", "Patton")
    table = board(f"""
        clock 1{impulse} terran move
        terran {kind} {name} 0,0 E speed {speed}
        talon CA Sacrifice 10,0 W
    """)
    moves = speed in CHART[impulse]
    assert table.offers(f"terran move {name} ahead") == moves
    assert (table.clock == f"1{impulse} terran move") == moves
    table.shows(f"{name} 0,0 E")


@pytest.mark.parametrize("rating", range(1, 7))
def test_3_1_a_rating_acts_as_often_as_it_says(rating):
    """3.1: counted over a round, a ship with that Speed is due to move that many times."""
    kind, name = ("FTR", "Cougar") if rating == 6 else ("CA", "Patton")
    due = 0
    for impulse in "ABCDEF":
        table = board(f"""
            clock 1{impulse} terran move
            terran {kind} {name} 0,0 E speed {rating}
            talon CA Sacrifice 10,0 W
        """)
        due += table.clock == f"1{impulse} terran move"
    assert due == rating


def test_3_1_the_power_written_on_the_ship_counts():
    """3.1: a ship whose Power is lowered acts by the lowered number, not by its row."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E power 2 hull 3
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    assert not table.offers("terran vote Patton change")
    assert table.offers("terran vote Zhukov change")


def test_3_2_power_then_movement():
    """3.2: AP is spent before the ships move, and ends before they do."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.refuses("terran move Patton ahead", rule="3")
    table.do("terran vote Patton defend")
    assert table.clock == "1B terran move"
    table.refuses("terran charge Patton 2", rule="3")


def test_3_2_movement_then_fire():
    """3.2: fire comes after movement; nobody moves any more then."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E
        talon CA Sacrifice 4,0 W charge 0+0/0+0
    """)
    table.refuses("terran fire Patton 2 Sacrifice", rule="3")
    table.do("terran move Patton ahead")
    assert table.clock == "1B terran fire"
    table.refuses("terran move Patton ahead", rule="3")
    assert table.offers("terran fire Patton 2 Sacrifice")


def test_3_2_a_step_with_nothing_to_do_passes():
    """3.2: no AP, no move and no target: the turn is over at once."""
    table = board("""
        clock 1E terran ap
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    assert table.clock == "1F talon ap"


@pytest.mark.parametrize(("first", "second"), [("talon", "terran"), ("terran", "talon")])
def test_3_2_the_initiative_player_has_the_first_turn(first, second):
    """3.2: in each impulse the Initiative Player's turn, then the Second Player's."""
    names = {"terran": "Patton", "talon": "Sacrifice"}
    table = board(f"""
        clock 1B {first} ap
        initiative {first}
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W afterburners 0
    """)
    table.refuses(f"{second} vote {names[second]} change", rule="3")
    table.do(f"{first} done", f"{first} move {names[first]} ahead")
    assert table.clock == f"1B {second} ap"
    table.refuses(f"{first} vote {names[first]} change", rule="3")
    table.do(f"{second} done", f"{second} move {names[second]} ahead")
    assert table.clock == f"1D {first} ap"
    assert initiative(table) == f"initiative {first}"


def test_3_2_own_markers_go_at_the_start_of_the_own_turn():
    """3.2: a shield reinforcement comes off in its owner's turn, not yet in the enemy's before it."""
    table = board("""
        clock 2C talon move
        terran CA Patton 0,0 E battery markers front@C,left@D
        talon CA Sacrifice 10,0 W
    """)
    table.shows("Patton markers front@C,left@D")
    table.do("talon done")
    assert table.clock == "2C terran ap"
    table.shows("Patton markers left@D")


def test_3_2_ships_spend_in_any_order():
    """3.2: the second ship named may spend its AP before the first."""
    table = board("""
        clock 1B terran ap
        terran CA Patton 0,0 E
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran vote Zhukov change", "terran slip Patton")
    table.shows("Zhukov vote change")
    table.shows("Patton slip")


@pytest.mark.parametrize(
    ("order", "patton", "zhukov"),
    [(("Patton", "Zhukov"), "3/5/5/4", "6/5/5/1"), (("Zhukov", "Patton"), "6/5/5/4", "6/5/5/4")],
)
def test_3_2_one_move_after_another(order, patton, zhukov):
    """3.2: each move is wholly settled before the next; the order makes the collision or avoids it."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E
        terran CA Zhukov 1,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.do(*(f"terran move {name} ahead" for name in order))
    table.shows(f"Patton 1,0 shields {patton}")
    table.shows(f"Zhukov 2,0 shields {zhukov}")


@pytest.mark.parametrize(("die", "left"), [("6", False), ("5", True)])
def test_3_2_repairs_end_the_turn(die, left):
    """3.2: repairs are tried after the own fire, at the end of the own turn."""
    table = board("""
        clock 1A terran fire
        terran CA Patton 0,0 E criticals helm
        talon CA Sacrifice 3,0 W charge 0+0/0+0
    """)
    assert "helm" in table.lines("terran CA Patton")[0]
    table.do("terran done", dice=die)
    assert table.clock == "1B talon ap"
    assert ("helm" in table.lines("terran CA Patton")[0]) == left


def test_3_2_no_repair_in_the_enemy_turn():
    """3.2: the other side's turn ends without a repair die for this side."""
    table = board("""
        clock 1B talon move
        terran CA Patton 0,0 E criticals helm
        talon CA Sacrifice 10,0 W
    """)
    table.do("talon move Sacrifice ahead")
    assert table.clock == "1B terran ap"
    assert "helm" in table.lines("terran CA Patton")[0]


@pytest.mark.parametrize(
    ("first", "second", "targets"),
    [("talon", "terran", ("Explorer 1", "Tribe")), ("terran", "talon", ("Surprise 1", "Normandy"))],
)
def test_3_2_after_f_the_power_phase(first, second, targets):
    """3.2: after impulse F the Initiative Player sets his curves, then the Second Player, then a new round begins."""
    shooter = {"terran": "terran SC Explorer 0,0 E", "talon": "talon FF Surprise 0,0 E charge 1+2/1+2"}[
        second
    ]
    target = {"terran": "talon Tran Tribe 2,0 E", "talon": "terran Tran Normandy 2,0 E"}[second]
    table = board(f"""
        clock 1F {second} fire
        initiative {first}
        {shooter}
        {target}
    """)
    assert table.offers(f"{second} fire {targets[0]} {targets[1]}")
    table.do(f"{second} done")
    assert table.clock == f"1 {first} curves"
    table.refuses(f"{second} done", rule="3")
    table.do(f"{first} done")
    assert table.clock == f"1 {second} curves"
    table.do(f"{second} done")
    assert table.clock == f"2A {second} fire"


def test_3_2_the_retreat_phase_follows():
    """3.2: after the Power Phase those who can may leave, the Initiative Player's ships first."""
    table = board("""
        clock 6 terran curves
        terran CA Patton 0,0 E speed 1
        talon FF Surprise 10,0 W speed 1
        talon CA Sacrifice 10,2 W
    """)
    table.do("terran done")
    assert table.clock == "6 talon jumps"
    table.refuses("terran jump Patton", rule="3")
    table.do("talon done")
    assert table.clock == "6 terran jumps"
    table.do("terran done")
    assert table.clock == "7A talon move"


def test_3_2_the_retreat_phase_passes_where_nobody_can_leave():
    """3.2: a phase in which no ship is able to leave is not asked."""
    table = board("""
        clock 5 terran curves
        terran CA Patton 0,0 E speed 1
        talon CA Sacrifice 10,2 W
    """)
    table.do("terran done")
    assert table.clock == "6A talon move"


def test_4_2_more_change_than_defend():
    """4.2: the side with the Change marker takes the initiative from the next impulse on; the markers come off."""
    table = board("""
        clock 1E terran ap
        terran BC Alexander 0,0 E speed 1
        talon DN Dominion 10,0 W speed 1 afterburners 0
    """)
    table.do("terran vote Alexander change")
    assert table.clock == "1E terran initiative"
    assert table.offered("terran grant") == ["terran grant talon", "terran grant terran"]
    table.do("terran grant terran")
    assert table.clock == "1F terran ap"
    assert initiative(table) == "initiative terran"
    assert "vote" not in table.lines("terran BC Alexander")[0]


def test_4_2_the_enemy_may_be_given_the_initiative():
    """4.2: the side that chooses may name its opponent."""
    table = board("""
        clock 1E terran ap
        initiative talon
        terran BC Alexander 0,0 E speed 1
        talon DN Dominion 10,0 W speed 1 afterburners 0 vote change spent
    """)
    table.do("terran done")
    assert table.offered("talon grant") == ["talon grant talon", "talon grant terran"]
    table.do("talon grant terran")
    assert table.clock == "1F terran ap"
    assert initiative(table) == "initiative terran"
    assert "vote" not in table.lines("talon DN Dominion")[0]


def test_4_2_it_may_stay_as_it_is():
    """4.2: the side that chooses need not change anything."""
    table = board("""
        clock 1E terran ap
        terran BC Alexander 0,0 E speed 1
        talon DN Dominion 10,0 W speed 1 afterburners 0
    """)
    table.do("terran vote Alexander change", "terran grant talon")
    assert table.clock == "1F talon ap"
    assert initiative(table) == "initiative talon"


def test_4_2_the_other_side_does_not_choose():
    """4.2: only the side of the Change markers answers."""
    table = board("""
        clock 1E terran ap
        terran BC Alexander 0,0 E speed 1
        talon DN Dominion 10,0 W speed 1 afterburners 0
    """)
    table.refuses("terran grant terran", rule="3")
    table.do("terran vote Alexander change")
    table.refuses("talon grant talon", rule="3")


@pytest.mark.parametrize("defenders", [1, 2])
def test_4_2_as_many_or_more_defend(defenders):
    """4.2: with as many Defend markers, or more, nothing changes and nobody is asked."""
    second = "talon DN Imperial 10,2 W speed 1 afterburners 0 vote defend spent" if defenders == 2 else ""
    table = board(f"""
        clock 1E terran ap
        terran BC Alexander 0,0 E speed 1
        talon DN Dominion 10,0 W speed 1 afterburners 0 vote defend spent
        {second}
    """)
    table.do("terran vote Alexander change")
    assert table.clock == "1F talon ap"
    assert initiative(table) == "initiative talon"
    assert "vote" not in table.lines("terran BC Alexander")[0]
    assert "vote" not in table.lines("talon DN Dominion")[0]


def test_4_2_two_change_against_one_defend():
    """4.2: the published example: one Defend, two Change."""
    table = board("""
        clock 1E terran ap
        terran BC Alexander 0,0 E speed 1
        terran BC Caesar 0,2 E speed 1 vote change spent
        talon DN Dominion 10,0 W speed 1 afterburners 0 vote defend spent
    """)
    table.do("terran vote Alexander change")
    assert table.offered("terran grant") == ["terran grant talon", "terran grant terran"]


def test_4_2_the_second_player_may_defend():
    """4.2: either side may place either marker; here the Second Player keeps things as they are."""
    table = board("""
        clock 1E terran ap
        terran BC Alexander 0,0 E speed 1
        talon DN Dominion 10,0 W speed 1 afterburners 0 vote change spent
    """)
    table.do("terran vote Alexander defend")
    assert table.clock == "1F talon ap"
    assert initiative(table) == "initiative talon"


def test_4_2_defend_alone_changes_nothing():
    """4.2: Defend markers alone ask nobody."""
    table = board("""
        clock 1E terran ap
        terran BC Alexander 0,0 E speed 1
        talon DN Dominion 10,0 W speed 1 afterburners 0
    """)
    table.do("terran vote Alexander defend")
    assert table.clock == "1F talon ap"


def test_4_2_asked_after_both_turns_only():
    """4.2: markers of the first turn wait for the second."""
    table = board("""
        clock 1E talon ap
        terran BC Alexander 0,0 E speed 1
        talon DN Dominion 10,0 W speed 1 afterburners 0
    """)
    table.do("talon vote Dominion change")
    assert table.clock == "1E terran ap"
    table.shows("Dominion vote change")
    table.do("terran done")
    assert table.clock == "1E talon initiative"


def test_4_2_initiative_won_in_f_holds_for_the_power_phase():
    """4.2: won at the end of F it counts already between the rounds."""
    table = board("""
        clock 1F terran ap
        terran BC Alexander 0,0 E speed 1 turn 1
        talon DN Dominion 10,0 W speed 1 afterburners 0
    """)
    table.do("terran vote Alexander change", "terran grant terran")
    table.shows("Alexander 1,0 turn 0")
    assert table.clock == "1 terran curves"


def test_r1_the_side_with_more_change_markers_chooses():
    """R1: both sides placed Change markers; the one with more is asked, the other may not answer."""
    table = board("""
        clock 1E terran ap
        terran BC Alexander 0,0 E speed 1
        terran BC Caesar 0,2 E speed 1 vote change spent
        talon DN Dominion 10,0 W speed 1 afterburners 0 vote change spent
    """)
    table.do("terran vote Alexander change")
    table.refuses("talon grant talon", rule="3")
    table.do("terran grant terran")
    assert table.clock == "1F terran ap"


def test_r1_equal_change_markers():
    """R1: one Change marker each and no Defend: nothing changes, nobody is asked."""
    table = board("""
        clock 1E terran ap
        terran BC Alexander 0,0 E speed 1
        talon DN Dominion 10,0 W speed 1 afterburners 0 vote change spent
    """)
    table.do("terran vote Alexander change")
    assert table.clock == "1F talon ap"
    assert initiative(table) == "initiative talon"


def test_r1_change_markers_of_both_sides_count_together():
    """R1, 4.2: three Change of both sides outnumber two Defend, and the side with two of the three chooses."""
    table = board("""
        clock 1E terran ap
        terran BC Alexander 0,0 E speed 1
        terran BC Caesar 0,2 E speed 1 vote change spent
        talon DN Dominion 10,0 W speed 1 afterburners 0 vote change spent
        talon DN Imperial 10,2 W speed 1 afterburners 0 vote defend spent
        talon BB Eliminator 9,4 W speed 1 afterburners 0 vote defend spent
    """)
    table.do("terran vote Alexander change")
    assert table.offered("terran grant") == ["terran grant talon", "terran grant terran"]


def test_r1_more_change_than_the_enemy_but_as_many_defend():
    """R1, 4.2: two Change against one is no use where two and one meet three Defend."""
    table = board("""
        clock 1E terran ap
        terran BC Alexander 0,0 E speed 1
        terran BC Caesar 0,2 E speed 1 vote change spent
        talon DN Dominion 10,0 W speed 1 afterburners 0 vote change spent
        talon DN Imperial 10,2 W speed 1 afterburners 0 vote defend spent
        talon BB Eliminator 9,4 W speed 1 afterburners 0 vote defend spent
        talon BB Eradicator 8,6 W speed 1 afterburners 0 vote defend spent
    """)
    table.do("terran vote Alexander change")
    assert table.clock == "1F talon ap"
    assert initiative(table) == "initiative talon"


def test_r2_round_eleven_follows_round_ten():
    """R2: the counter goes on after ten."""
    table = board("""
        clock 10 terran curves
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    table.do("terran done")
    assert table.clock == "11A talon move"


@pytest.mark.parametrize("turn", [10, 11])
def test_r2_late_rounds_count_in_full(turn):
    """R2: a ship that needs round ten may leave in round ten and in round eleven."""
    table = board(f"""
        clock {turn} talon jumps
        terran CA Patton 0,0 E
        talon DN Dominion 10,0 W speed 1
    """)
    assert table.offers("talon jump Dominion")


def test_r2_round_nine_is_not_ten():
    """R2: in round nine the same ship stays, while a smaller one may go."""
    table = board("""
        clock 9 talon jumps
        terran CA Patton 0,0 E
        talon DN Dominion 10,0 W speed 1
        talon FF Vision 10,2 W speed 1
    """)
    table.refuses("talon jump Dominion", rule="11")
    assert table.offers("talon jump Vision")
