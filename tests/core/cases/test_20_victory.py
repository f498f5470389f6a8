"""20: who has won, and by how much; conceding."""

import pytest

from engines.seam.documents import Ending
from engines.seam.sides import Side
from engines.talon.results.recording import likely_fates
from engines.talon.set_ups.bases import with_bases_that_fall
from tests.core.table import report as told
from tests.core.table import result_of, rules_against, setup


def test_20_1_the_only_side_left_on_the_map_has_won():
    """20.1: one side alone remains."""
    battle = setup("CA Patton", "CA Justice")
    assert result_of(battle, "terran", talon="Justice destroyed").winner == "terran"


def test_20_1_winning_with_more_ships_lost_than_the_enemy():
    """20.1: losses do not say who has won."""
    battle = setup("BB Defiant, CA Patton, DD Achilles", "FF Vision")
    result = result_of(
        battle, "terran", terran="Defiant destroyed, Patton destroyed", talon="Vision destroyed"
    )
    assert (result.winner, result.degree) == ("terran", "minor")


def test_20_1_both_cannot_hold_the_field():
    """20.1: while an enemy ship stands nobody has won."""
    battle = setup("CA Patton", "CA Justice, FF Vision")
    assert "20.1" in rules_against(battle, told(battle, "terran", talon="Justice destroyed, Vision stands"))


def test_20_1_a_squadron_without_its_carrier_still_counts():
    """20.1: a lone squadron on the map holds the field."""
    battle = setup("CV Hornet, FTR Cougar", "CA Justice")
    assert (
        result_of(battle, "terran", terran="Hornet destroyed", talon="Justice destroyed").winner == "terran"
    )


def test_20_1_a_squadron_without_its_carrier_denies_the_field():
    """20.1: nor has the enemy won while that squadron flies."""
    battle = setup("CV Hornet, FTR Cougar", "CA Justice")
    against = rules_against(battle, told(battle, "talon", terran="Hornet destroyed, Cougar stands"))
    assert "20.1" in against


def test_20_1_a_lone_base_holds_the_field():
    """20.1, R28: a base counts as present."""
    battle = setup("Base Valley_Forge, DD Achilles", "CA Justice")
    assert result_of(battle, "terran", terran="Achilles destroyed").winner == "terran"


def test_20_1_a_base_that_stands_denies_the_field():
    """20.1, R28: the enemy of a standing base has not won."""
    battle = setup("Base Valley_Forge, DD Achilles", "CA Justice")
    assert "20.1" in rules_against(battle, told(battle, "talon", terran="Achilles destroyed"))


def test_20_1_a_winner_must_have_something_left():
    """20.1: with nothing left nobody has won."""
    battle = setup("CA Patton", "CA Justice")
    report = told(battle, "terran", terran="Patton destroyed", talon="Justice destroyed")
    assert "20.1" in rules_against(battle, report)


def test_20_1_a_winner_that_wholly_jumped_did_not_win():
    """20.1: jumped ships are off the map."""
    battle = setup("CA Patton", "CA Justice")
    report = told(battle, "terran", terran="Patton jumped", talon="Justice destroyed")
    assert "20.1" in rules_against(battle, report)


def test_20_1_a_transport_on_the_map_counts():
    """20.1, R28: a transport is a ship like others for holding the field."""
    battle = setup("Tran Normandy, DD Achilles", "FF Vision")
    result = result_of(battle, "terran", terran="Achilles destroyed", talon="Vision destroyed")
    assert result.winner == "terran"


DEGREES = [
    # forces and losses of Terran, the same of Talon, points lost, degree of a Terran victory
    ("BB, FTR Cougar, CV", "Cougar destroyed", "FF Vision, CL Fearless", 44, 132, "devastating"),
    ("BB, CL Thor", "Thor destroyed", "FF Vision, CL Fearless", 88, 132, "great"),
    ("BB, CL Thor", "Thor destroyed", "BC Honor, CA Unity", 88, 257, "great"),
    ("BB, CL Thor", "Thor destroyed", "CL Fearless, FF Vision, BC Honor", 88, 274, "devastating"),
    ("BB, CL Thor", "Thor destroyed", "CL Fearless, Tran Tribe", 88, 124, "minor"),
    ("BB, CA Patton", "Patton destroyed", "CA Unity", 115, 115, "minor"),
    ("BB, CA Patton", "Patton destroyed", "FF Vision", 115, 44, "minor"),
    ("BB, CA Patton", "Patton destroyed", "FF Vision jumped", 115, 0, "minor"),
    ("BB", "", "FF Vision", 0, 44, "devastating"),
]


@pytest.mark.parametrize("row", DEGREES)
def test_20_2_degree_by_the_ratio_of_points_destroyed(row):
    """20.2, S1: devastating from 3, great from 1.5, minor below; a great price may be paid for a minor victory."""
    terran, lost, talon, ours, theirs, degree = row
    fled = "jumped" in talon
    battle = setup(terran, talon.replace(" jumped", ""))
    fates = ", ".join(f"{unit.name} {'jumped' if fled else 'destroyed'}" for unit in battle.talon)
    result = result_of(battle, "terran", terran=lost, talon=fates)
    assert (result.terran_lost, result.talon_lost, result.degree) == (ours, theirs, degree)


def test_20_2_the_loser_is_divided_by_the_winner_whoever_that_is():
    """20.2: a Talon victory divides Terran losses by Talon ones."""
    battle = setup("CL Thor, FTR Cougar, CV Hornet", "CA Unity, CL Fearless")
    lost = "Thor destroyed, Cougar destroyed, Hornet destroyed"
    result = result_of(battle, "talon", terran=lost, talon="Fearless destroyed")
    assert (result.terran_lost, result.talon_lost, result.degree) == (202, 88, "great")


def test_20_2_hull_damage_does_not_count():
    """20.2: a ship one box short of destruction costs no points."""
    battle = setup("CA Patton", "CA Justice")
    result = result_of(battle, "terran", terran="Patton stands hull=5")
    assert (result.terran_lost, result.degree) == (0, "minor")


def test_20_2_r35_a_squadron_counts_with_its_third_fighter():
    """R35: two of three fighters lost cost nothing."""
    battle = setup("CV Hornet, FTR Cougar", "CA Justice")
    result = result_of(battle, "terran", terran="Cougar stands fighters=221", talon="Justice destroyed")
    assert (result.terran_lost, result.degree) == (0, "devastating")


def test_20_2_r35_a_squadron_without_fighters_is_destroyed():
    """R35: all three lost is not standing."""
    battle = setup("CV Hornet, FTR Cougar", "CA Justice")
    report = told(battle, "terran", terran="Cougar stands fighters=222", talon="Justice destroyed")
    assert rules_against(battle, report)


def test_20_2_r35_a_destroyed_base_is_a_loss_of_its_points():
    """R35: the base's 184 points count, once."""
    battle = setup("BB Defiant", "Base Hope")
    assert result_of(battle, "terran", talon="Hope destroyed").talon_lost == 184


def test_s1_nothing_destroyed_on_either_side_is_minor():
    """S1: the enemy merely left."""
    battle = setup("CA Patton", "CA Justice")
    assert result_of(battle, "terran").degree == "minor"


def test_20_4_conceding_lets_ships_go_before_their_drives_are_ready():
    """20.4: ships out of reach got away whatever the round."""
    battle = setup("CA Patton", "CA Justice, BB Eradicator")
    result = result_of(battle, "terran", ending="conceded", rounds=1, talon="Justice destroyed")
    assert (result.winner, result.talon_lost) == ("terran", 115)


def test_20_4_after_conceding_nothing_of_the_loser_stands():
    """20.4: what was in reach is destroyed, the rest has left."""
    battle = setup("CA Patton", "CA Justice")
    report = told(battle, "terran", ending="conceded", talon="Justice stands")
    assert "20.4" in rules_against(battle, report)


def test_20_4_r30_a_base_out_of_reach_stands_in_an_empire_war():
    """R30: its ships gone, the base is still there."""
    battle = setup("CA Patton", "DD Hunter, Base Hope")
    assert result_of(battle, "terran", ending="conceded", rounds=2).talon_lost == 0


def test_20_4_squadrons_need_a_carrier_to_get_away():
    """20.4, R30: without a surviving carrier or base the squadron is lost."""
    battle = setup("CV Hornet, FTR Cougar, DD Achilles", "CA Justice")
    report = told(battle, "talon", ending="conceded", terran="Hornet destroyed, Cougar jumped")
    assert "20.4" in rules_against(battle, report)


def test_20_4_squadrons_go_with_the_carrier_that_survives():
    """20.4: four find room on one carrier."""
    battle = setup("2 CV, 5 FTR", "CA Justice")
    result = result_of(
        battle, "talon", ending="conceded", rounds=1, terran="Wasp destroyed, Ace_of_Spades destroyed"
    )
    assert result.terran_lost == 70 + 44


def test_20_4_a_fifth_squadron_finds_no_room():
    """20.4, 16: five cannot leave on one carrier."""
    battle = setup("2 CV, 5 FTR", "CA Justice")
    report = told(battle, "talon", ending="conceded", rounds=1, terran="Wasp destroyed")
    assert "20.4" in rules_against(battle, report)


def test_20_4_r30_squadrons_find_room_on_the_zones_base():
    """R30: in an Empire War the base takes four."""
    battle = setup("Base Valley_Forge, 4 FTR", "CA Justice")
    assert result_of(battle, "talon", ending="conceded", rounds=1).terran_lost == 0


def test_20_4_r30_outside_an_empire_war_a_base_does_not_outlast_a_concession():
    """R30: it cannot get away, so it is lost wherever it is, and no squadron finds room there."""
    battle = with_bases_that_fall(setup("Base Valley_Forge, FTR Cougar", "CA Justice"))
    stands = told(
        battle, "talon", ending="conceded", rounds=1, terran="Cougar destroyed, Valley_Forge stands"
    )
    assert rules_against(battle, stands) == {"20.4"}
    saved = told(battle, "talon", ending="conceded", rounds=1, terran="Valley_Forge destroyed, Cougar jumped")
    assert rules_against(battle, saved) == {"20.4"}
    both = "Valley_Forge destroyed, Cougar destroyed"
    assert result_of(battle, "talon", ending="conceded", rounds=1, terran=both).terran_lost == 184 + 44
    assert likely_fates(battle, "terran", "talon", "conceded", 1) == ("destroyed", "destroyed")


def test_20_4_conceding_needs_somebody_to_concede_to():
    """20.4: a conceded battle has a winner."""
    battle = setup("CA Patton", "CA Justice")
    assert rules_against(battle, told(battle, None, ending="conceded"))


def test_20_4_nobody_left_is_won_by_nobody():
    """20.4: both sides wholly destroyed; no degree."""
    battle = setup("CA Patton", "CA Justice")
    result = result_of(battle, None, ending="draw", terran="Patton destroyed", talon="Justice destroyed")
    assert (result.winner, result.degree) == (None, None)


def test_20_4_both_with_useless_weapons_is_won_by_nobody():
    """20.4, R29: both still stand."""
    battle = setup("Tran Normandy", "Tran Legion")
    assert result_of(battle, None, ending="draw").winner is None


def test_20_4_a_draw_with_one_side_left_is_refused():
    """20.1, 20.4: one side alone on the map has won."""
    battle = setup("CA Patton", "CA Justice")
    assert "20.1" in rules_against(battle, told(battle, None, ending="draw", talon="Justice destroyed"))


def test_20_4_a_draw_has_no_winner():
    """20.4: nobody can be named."""
    battle = setup("CA Patton", "CA Justice")
    assert "20.4" in rules_against(battle, told(battle, "terran", ending="draw", talon="Justice stands"))


@pytest.mark.parametrize("side", ["terran", "talon"])
def test_r45_forty_rounds_are_the_most(side: Side):
    """R45: the last round is the fortieth."""
    battle = setup("CA Patton", "CA Justice")
    assert not rules_against(battle, told(battle, side, rounds=40))


def test_11_no_usual_fate_for_a_loser_whose_ftl_drive_is_not_spooled():
    """11, 16: after five rounds no ship of six hull boxes has jumped, nor a squadron whose carrier has not."""
    battle = setup("CV Hornet, FTR Cougar, CL Thor, DD Achilles", "BB Eliminator")
    assert likely_fates(battle, "terran", "talon", "held", 5) == (None, None, "jumped", "jumped")
    assert likely_fates(battle, "terran", "talon", "held", 6) == ("jumped",) * 4


@pytest.mark.parametrize(("ending", "rounds"), [("conceded", 1), ("held", 0)])
def test_20_4_losers_who_conceded_escape_at_any_time(ending: Ending, rounds: int):
    """20.4: who concedes leaves at once; nor is anything ruled out while the rounds are not known."""
    battle = setup("CV Hornet, FTR Cougar, CL Thor, DD Achilles", "BB Eliminator")
    assert likely_fates(battle, "terran", "talon", ending, rounds) == ("jumped",) * 4
