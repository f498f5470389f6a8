"""21: who deploys first, what is put down, how ships start; what a ship may carry out of a battle."""

import pytest

from engines.talon.catalogue import classes_of
from engines.talon.results.deployment import counters_at_start, first_to_deploy, second_to_deploy
from tests.core.table import report as told
from tests.core.table import result_of, rules_against, setup


def test_21_talon_starts_with_the_initiative():
    """21, S21: in every battle of a war."""
    assert setup("CA", "CA").initiative == "talon"


def test_21_the_side_with_fewer_counters_deploys_first():
    """21: two against three."""
    battle = setup("2 CA", "3 DD")
    assert (first_to_deploy(battle), second_to_deploy(battle)) == ("terran", "talon")


def test_21_talon_with_fewer_counters_deploys_first():
    """21: two against three, the other way about."""
    assert first_to_deploy(setup("3 DD", "2 CA")) == "talon"


def test_21_on_a_tie_talon_deploys_first():
    """21: counters, not points or LP."""
    assert first_to_deploy(setup("2 BB", "2 FF")) == "talon"


def test_21_squadrons_and_bases_are_counted():
    """21, R37: base, carrier, two squadrons and a destroyer make five."""
    battle = setup("Base, CV, 2 FTR, DD", "4 CA")
    assert counters_at_start(battle, "terran") == 5
    assert first_to_deploy(battle) == "talon"


def test_21_r37_waiting_ships_are_not_counted():
    """R37: of five frigates two go down, fewer than three destroyers."""
    battle = setup("3 DD", "5 FF")
    assert counters_at_start(battle, "talon") == 2
    assert first_to_deploy(battle) == "talon"


def test_21_r37_with_a_second_box_more_are_counted():
    """R37, 31.6: four of the five frigates go down, more than three destroyers."""
    battle = setup("3 DD", "5 FF", boxes=2)
    assert counters_at_start(battle, "talon") == 4
    assert first_to_deploy(battle) == "terran"


def test_21_s20_squadrons_without_room_are_not_put_down():
    """S20, R37: five squadrons, one carrier."""
    assert counters_at_start(setup("CV, 5 FTR", "CA"), "terran") == 5


def test_21_missiles_are_no_counters_to_deploy():
    """21: a missile ship counts once."""
    assert counters_at_start(setup("CA", "3 DD"), "talon") == 3


STARTS = {
    ("terran", "CV"): 2, ("terran", "Base"): 2, ("terran", "Tran"): 2, ("terran", "FTR"): 5,
    ("talon", "Base"): 2, ("talon", "Tran"): 2,
}  # fmt: skip


@pytest.mark.parametrize("side", ["terran", "talon"])
def test_21_most_ships_start_at_speed_3(side):
    """21: carriers, transports and bases start slower, squadrons faster."""
    for kind in classes_of(side):
        assert kind.start_speed == STARTS.get((side, kind.abbreviation), 3), kind.title


# What may be reported of a ship, from what the set-up sheet says it came with (31.6.5, S13, 8).


def test_s13_damage_may_grow_in_a_battle():
    """S13: old boxes and new ones together; the fourth box of a Terran cruiser calls for a critical roll."""
    battle = setup("CA Patton hull=2", "CA Justice")
    assert not rules_against(battle, told(battle, "terran", terran="Patton stands hull=4 thrusters=1"))


def test_s13_damage_may_not_shrink_in_a_battle():
    """31.6.5: hull is not mended there."""
    battle = setup("CA Patton hull=2", "CA Justice")
    assert rules_against(battle, told(battle, "terran", terran="Patton stands hull=1"))


def test_8_4_the_last_box_destroys():
    """8.4: six boxes of six marked is not standing; five is."""
    battle = setup("CA Patton", "CA Justice")
    assert rules_against(battle, told(battle, "terran", terran="Patton stands hull=6"))
    assert not rules_against(battle, told(battle, "terran", terran="Patton stands hull=5"))


def test_8_4_more_boxes_than_the_ship_has():
    """8.4: a heavy cruiser has six."""
    battle = setup("CA Patton", "CA Justice")
    assert rules_against(battle, told(battle, "terran", terran="Patton jumped hull=7"))


def test_8_4_a_lasting_critical_needs_a_critical_box():
    """8.4: the first three boxes of a Terran cruiser are plain."""
    battle = setup("CA Patton", "CA Justice")
    assert rules_against(battle, told(battle, "terran", terran="Patton stands hull=3 relays=1"))


def test_8_4_one_critical_for_each_critical_box():
    """8.4: a Terran cruiser has one such box, so two criticals are too many."""
    battle = setup("CA Patton", "CA Justice")
    assert rules_against(battle, told(battle, "terran", terran="Patton stands hull=5 relays=1 thrusters=1"))


def test_8_5_a_lost_group_stays_lost():
    """31.6.5: destroyed weapons are not repaired."""
    battle = setup("CA Patton hull=4 lost=1", "CA Justice")
    assert rules_against(battle, told(battle, "terran", terran="Patton stands hull=4"))
    assert not rules_against(battle, told(battle, "terran", terran="Patton stands hull=4 lost=1"))


def test_8_5_a_group_that_the_ship_does_not_have():
    """8.5: three groups are numbered 0 to 2."""
    battle = setup("CA Patton", "CA Justice")
    assert rules_against(battle, told(battle, "terran", terran="Patton stands hull=4 lost=3"))


def test_s13_lost_fighters_stay_lost():
    """S13: a destroyed fighter does not come back in a battle."""
    battle = setup("CV Hornet, FTR Cougar fighters=210", "CA Justice")
    assert rules_against(battle, told(battle, "terran", terran="Cougar stands fighters=110"))
    assert not rules_against(battle, told(battle, "terran", terran="Cougar stands fighters=220"))


def test_11_a_jump_needs_as_many_rounds_as_printed_boxes():
    """11: a Talon cruiser has seven boxes."""
    battle = setup("CA Patton", "CA Justice")
    assert rules_against(battle, told(battle, "terran", rounds=6))
    assert not rules_against(battle, told(battle, "terran", rounds=7))


def test_11_printed_boxes_count_not_those_left():
    """11: marked boxes do not make the drive ready sooner."""
    battle = setup("CA Patton", "CA Justice hull=3")
    assert rules_against(battle, told(battle, "terran", rounds=4, talon="Justice jumped hull=3"))


def test_14_a_base_cannot_jump():
    """14: it stands or is destroyed."""
    battle = setup("CA Patton", "Base Hope, DD Hunter")
    assert rules_against(battle, told(battle, "terran", talon="Hope jumped"))


def test_16_squadrons_jump_only_in_a_carrier():
    """16: the carrier stands, so its squadron cannot have jumped."""
    battle = setup("CV Hornet, FTR Cougar", "CA Justice")
    report = told(battle, "terran", terran="Cougar jumped", talon="Justice destroyed")
    assert rules_against(battle, report)


def test_16_four_squadrons_jump_with_their_carrier():
    """16: a carrier that leaves takes those docked along."""
    battle = setup("CV Hornet, 4 FTR", "CA Justice")
    assert result_of(battle, "talon", rounds=6).terran_lost == 0


def test_s26_a_carrier_over_the_edge_takes_its_squadrons_along():
    """S26, R6: aboard it they are no more stranded than aboard one that jumped."""
    battle = setup("CV Hornet, FTR Cougar", "CA Justice")
    assert result_of(battle, "talon", terran="Hornet left, Cougar jumped").terran_lost == 0


def test_7_5_a_squadron_may_leave_over_the_edge():
    """R6: it is safe without a carrier."""
    battle = setup("CV Hornet, FTR Cougar", "CA Justice")
    assert result_of(battle, "talon", terran="Hornet destroyed, Cougar left").terran_lost == 70


def test_every_ship_is_reported_once():
    """31.6: a missing ship is refused."""
    battle = setup("CA Patton, DD Achilles", "CA Justice")
    whole = told(battle, "terran")
    short = type(whole)(whole.rounds, whole.ending, whole.terran[:1], whole.talon, whole.winner)
    assert rules_against(battle, short)
