"""22, and the counters that limit a battle (31.6, S20, S25)."""

import pytest

from engines.talon.catalogue import classes_of
from engines.talon.results.deployment import deployment
from engines.talon.results.recording import usual_fates
from tests.core.table import report as told
from tests.core.table import result_of, rules_against, setup

COUNTERS = {
    "terran": {"SC": 2, "DD": 3, "CL": 3, "CA": 4, "BC": 3, "BB": 3, "CV": 2, "FTR": 8, "Tran": 2, "Base": 1},
    "talon": {"FF": 2, "DD": 3, "CL": 3, "CA": 4, "BC": 3, "BB": 3, "DN": 2, "Tran": 2, "Base": 1},
}


def rows(battle, side):
    """Start, wait and out of each class, by abbreviation."""
    return {row.ship_class.abbreviation: (row.start, row.wait, row.out) for row in deployment(battle, side)}


@pytest.mark.parametrize("side", ["terran", "talon"])
def test_31_6_counters_of_one_box(side):
    """31.6: how many of each class a box holds."""
    assert {kind.abbreviation: kind.counters for kind in classes_of(side)} == COUNTERS[side]


def test_31_6_five_frigates_and_two_counters():
    """31.6: the published example; two start, three wait."""
    assert rows(setup("BB", "5 FF"), "talon") == {"FF": (2, 3, 0)}


def test_31_6_as_many_ships_as_counters_all_start():
    """31.6: nobody waits."""
    assert rows(setup("BB", "2 FF, 3 DD"), "talon") == {"FF": (2, 0, 0), "DD": (3, 0, 0)}


def test_31_6_two_boxes_double_the_counters():
    """31.6, S25: four frigates start."""
    assert rows(setup("BB", "5 FF", boxes=2), "talon") == {"FF": (4, 1, 0)}


def test_31_6_each_class_has_its_own_counters():
    """S25: a fourth destroyer waits though cruiser counters are free."""
    assert rows(setup("4 DD, CA", "BB"), "terran") == {"DD": (3, 1, 0), "CA": (1, 0, 0)}


def test_s25_each_side_has_its_own_counters():
    """S25: destroyers of one side take none from the other."""
    battle = setup("3 DD", "3 DD")
    assert rows(battle, "terran") == rows(battle, "talon") == {"DD": (3, 0, 0)}


def test_s20_four_squadrons_for_a_carrier():
    """S20: the fifth and sixth sit out and do not wait."""
    assert rows(setup("CV, 6 FTR", "BB"), "terran")["FTR"] == (4, 0, 2)


def test_s20_a_base_carries_four_more():
    """S20: carrier and base take eight."""
    assert rows(setup("CV, Base, 8 FTR", "BB"), "terran")["FTR"] == (8, 0, 0)


def test_s20_without_carrier_or_base_all_sit_out():
    """S20: squadrons with nothing to fly from."""
    assert rows(setup("DD, 2 FTR", "BB"), "terran")["FTR"] == (0, 0, 2)


def test_s20_squadrons_without_room_have_waited():
    """S20: five cannot have flown from one carrier; four can."""
    battle = setup("CV Hornet, FTR Cougar, 4 FTR", "CA Justice")
    assert "S20" in rules_against(battle, told(battle, "terran", talon="Justice destroyed"))
    assert not rules_against(
        battle, told(battle, "terran", terran="Cougar waited", talon="Justice destroyed")
    )


def test_s20_a_squadron_with_room_cannot_have_waited():
    """S20: with a carrier there it flew."""
    battle = setup("CV Hornet, FTR Cougar", "CA Justice")
    assert rules_against(battle, told(battle, "terran", terran="Cougar waited", talon="Justice destroyed"))


def test_31_6_the_battle_goes_on_while_ships_must_come():
    """31.6: the enemy has not won while a frigate waits."""
    battle = setup("BB Defiant", "FF Surprise, FF Vision, FF")
    report = told(battle, "terran", talon="Surprise destroyed, Vision destroyed, Whisper waited")
    assert "31.6" in rules_against(battle, report)


def test_31_6_waiting_ships_keep_their_side_present():
    """31.6, R28: the side whose ships still must come has won when the other has nothing left."""
    battle = setup("DD Achilles", "FF Surprise, FF Vision, FF")
    result = result_of(
        battle, "talon", terran="Achilles destroyed",
        talon="Surprise destroyed, Vision destroyed, Whisper waited",
    )  # fmt: skip
    assert (result.winner, result.talon_lost) == ("talon", 88)


def test_31_6_waiting_ships_keep_a_draw_away():
    """R28: nobody has won only when nobody is left, waiting ships included."""
    battle = setup("DD Achilles", "FF Surprise, FF Vision, FF")
    report = told(
        battle, None, ending="draw", terran="Achilles destroyed",
        talon="Surprise destroyed, Vision destroyed, Whisper waited",
    )  # fmt: skip
    assert "20.1" in rules_against(battle, report)


def test_31_6_a_winner_may_have_ships_that_never_came():
    """31.6: the counters stood to the end, so three of five waited."""
    battle = setup("DD Achilles", "5 FF")
    names = [unit.name.replace(" ", "_") for unit in battle.talon]
    waited = ", ".join(f"{name} waited" for name in names[2:])
    assert not rules_against(battle, told(battle, "talon", terran="Achilles destroyed", talon=waited))


def test_31_6_no_more_may_wait_than_counters_lack():
    """31.6: four of five frigates cannot have waited for two counters."""
    battle = setup("DD Achilles", "5 FF")
    names = [unit.name.replace(" ", "_") for unit in battle.talon]
    waited = ", ".join(f"{name} waited" for name in names[1:])
    assert "31.6" in rules_against(battle, told(battle, "talon", terran="Achilles destroyed", talon=waited))


def test_31_6_a_ship_that_waited_comes_to_no_harm():
    """31.6: it never was on the map."""
    battle = setup("DD Achilles", "3 FF")
    names = [unit.name.replace(" ", "_") for unit in battle.talon]
    report = told(battle, "talon", terran="Achilles destroyed", talon=f"{names[2]} waited hull=1")
    assert "31.6" in rules_against(battle, report)


def test_31_6_a_conceding_side_keeps_its_waiting_ships():
    """20.4, R30: what waits is safe when its side gives up."""
    battle = setup("BB Defiant", "3 FF")
    names = [unit.name.replace(" ", "_") for unit in battle.talon]
    result = result_of(battle, "terran", ending="conceded", rounds=1, talon=f"{names[2]} waited")
    assert result.talon_lost == 0


def test_31_6_no_more_stand_than_there_are_counters():
    """31.6: five frigates cannot all be on the map at the end with two counters."""
    battle = setup("BB Defiant", "5 FF")
    assert "31.6" in rules_against(battle, told(battle, "talon", terran="Defiant destroyed"))


def test_31_6_as_many_stand_as_there_are_counters():
    """31.6: with three boxes six counters are there."""
    battle = setup("BB Defiant", "5 FF", boxes=3)
    assert not rules_against(battle, told(battle, "talon", terran="Defiant destroyed"))


def test_s25_who_has_no_counter_is_taken_to_have_waited():
    """S25: what is usual for the winner's five frigates with two counters is a report that can be."""
    battle = setup("BB Defiant", "5 FF")
    usual = usual_fates(battle, "talon", "talon", "held")
    assert sorted(usual) == ["stands", "stands", "waited", "waited", "waited"]
