"""23, and landing as an Empire War has it (29.2, 31.8, S22-S25)."""

from engines.talon.results.deployment import deployment
from tests.core.table import report as told
from tests.core.table import result_of, rules_against, setup


def transports(battle, side):
    """Start and wait of a side's transports."""
    return next(
        (row.start, row.wait) for row in deployment(battle, side) if row.ship_class.key == "transport"
    )


def test_23_the_first_two_are_deployed():
    """23: two of two."""
    assert transports(setup("CA, 2 Tran", "CA"), "terran") == (2, 0)


def test_23_more_than_two_may_come_later():
    """23: two of four, even with counters for all."""
    assert transports(setup("CA, 4 Tran", "CA", boxes=2), "terran") == (2, 2)


def test_23_excess_transports_may_stay_away():
    """23: they have retreated, and do not hold the battle open."""
    battle = setup("CA Patton, 3 Tran", "CA Justice")
    report = told(battle, "talon", terran="Patton destroyed, Anzio waited")
    assert not rules_against(battle, report)


def test_23_the_first_two_cannot_have_stayed_away():
    """23: they are set up with all other ships."""
    battle = setup("CA Patton, Tran Normandy", "CA Justice")
    assert rules_against(battle, told(battle, "terran", terran="Normandy waited"))


def test_s24_over_a_planet_the_invader_sets_up_two():
    """S24: two of three."""
    assert transports(setup("CA, 3 Tran", "CA", owner="talon"), "terran") == (2, 1)


def test_s24_over_a_planet_the_owner_sets_up_none():
    """31.8: the owner's come only as reinforcements."""
    assert transports(setup("CA", "CA, 2 Tran", owner="talon"), "talon") == (0, 2)


def test_s24_the_owners_transports_do_not_hold_the_battle_open():
    """S24: never brought in, they have retreated."""
    battle = setup("CA Patton", "CA Justice, 2 Tran", owner="talon")
    report = told(battle, "terran", talon="Justice destroyed, Legion waited, Tribe waited")
    assert not rules_against(battle, report)


def test_s24_the_invaders_third_transport_may_never_come():
    """S24: and its side may still have lost."""
    battle = setup("CA Patton, 3 Tran", "CA Justice", owner="talon")
    report = told(battle, "talon", terran="Patton destroyed, Anzio waited")
    assert not rules_against(battle, report)


def test_s24_waiting_transports_alone_do_not_hold_the_field():
    """S24: a side with nothing else left has not won."""
    battle = setup("CA Patton", "CA Justice, Tran Legion", owner="talon")
    report = told(battle, "talon", terran="Patton destroyed", talon="Justice destroyed, Legion waited")
    assert "20.1" in rules_against(battle, report)


def test_23_two_landed_end_the_battle_at_once():
    """29.2, S22: the invader wins, takes the planet, and the landings count twice (128)."""
    battle = setup("CA Patton, 2 Tran", "CA Justice", owner="talon")
    result = result_of(
        battle, "terran", ending="planet", rounds=4, terran="Normandy landed, Rodger_Young landed",
    )  # fmt: skip
    assert (result.captured, result.talon_lost, result.degree) == (True, 128, "devastating")


def test_s22_nothing_else_need_be_left_on_the_map():
    """S22: the landed transports win though their escort is gone."""
    battle = setup("CA Patton, 2 Tran", "CA Justice", owner="talon")
    result = result_of(
        battle, "terran", ending="planet",
        terran="Patton destroyed, Normandy landed, Rodger_Young landed",
    )  # fmt: skip
    assert (result.captured, result.terran_lost, result.talon_lost) == (True, 115, 128)
    assert result.degree == "minor"


def test_s22_one_landed_is_not_enough():
    """S22: a margin of one."""
    battle = setup("CA Patton, 2 Tran", "CA Justice", owner="talon")
    assert "S22" in rules_against(battle, told(battle, "terran", ending="planet", terran="Normandy landed"))


def test_s22_the_owners_landings_are_taken_off():
    """31.8: two against one is a margin of one."""
    battle = setup("CA Patton, 2 Tran", "CA Justice, Tran Legion", owner="talon")
    report = told(
        battle,
        "terran",
        ending="planet",
        terran="Normandy landed, Rodger_Young landed",
        talon="Legion landed",
    )
    assert "S22" in rules_against(battle, report)


def test_s22_three_against_one_take_it():
    """31.8: a margin of two; both sides' landings count twice (3 x 64 and 72)."""
    battle = setup("CA Patton, 3 Tran", "CA Justice, Tran Legion", owner="talon")
    result = result_of(
        battle, "terran", ending="planet", talon="Legion landed",
        terran="Normandy landed, Rodger_Young landed, Anzio landed",
    )  # fmt: skip
    assert (result.captured, result.talon_lost, result.terran_lost) == (True, 192, 72)
    assert result.degree == "great"


def test_s22_the_owner_cannot_win_by_landing():
    """S22: only the side that does not own the planet."""
    battle = setup("CA Patton", "CA Justice, 2 Tran", owner="talon")
    report = told(battle, "talon", ending="planet", talon="Legion landed, Tribe landed")
    assert "S22" in rules_against(battle, report)


def test_s22_a_battle_with_that_margin_did_not_end_otherwise():
    """S22: it was over when the second landed."""
    battle = setup("CA Patton, 2 Tran", "CA Justice", owner="talon")
    report = told(battle, "terran", terran="Normandy landed, Rodger_Young landed", talon="Justice destroyed")
    assert "S22" in rules_against(battle, report)


def test_s22_a_margin_of_three_cannot_be():
    """S22: the battle ended at a margin of two, before the third came down."""
    battle = setup("CA Patton, 3 Tran", "CA Justice", owner="talon")
    report = told(
        battle, "terran", ending="planet",
        terran="Normandy landed, Rodger_Young landed, Anzio landed",
    )  # fmt: skip
    assert "S22" in rules_against(battle, report)


def test_23_nothing_lands_in_round_1():
    """23: at Speed 1 only, and those set up are eight rows away; the others come in when round 1 is over."""
    battle = setup("CA Patton, 2 Tran", "CA Justice, Tran Legion", owner="talon")
    both = "Normandy landed, Rodger_Young landed"
    assert rules_against(battle, told(battle, "terran", ending="planet", rounds=1, terran=both)) == {"23"}
    owners = told(battle, "talon", ending="conceded", rounds=1, talon="Legion landed")
    assert rules_against(battle, owners) == {"23"}
    assert not rules_against(battle, told(battle, "terran", ending="planet", rounds=4, terran=both))


def test_31_8_no_landing_while_the_base_stands():
    """31.8: the base must be destroyed first."""
    battle = setup("CA Patton, 2 Tran", "CA Justice, Base Hope", owner="talon")
    report = told(battle, "terran", ending="planet", terran="Normandy landed, Rodger_Young landed")
    assert "31.8" in rules_against(battle, report)


def test_31_8_landing_once_the_base_is_gone():
    """31.8: base 184 and landings 128."""
    battle = setup("CA Patton, 2 Tran", "CA Justice, Base Hope", owner="talon")
    result = result_of(
        battle, "terran", ending="planet", talon="Hope destroyed",
        terran="Normandy landed, Rodger_Young landed",
    )  # fmt: skip
    assert (result.captured, result.talon_lost) == (True, 312)


def test_31_8_the_owner_may_land_beside_its_base():
    """31.8: only enemy transports are kept off; a landing counts twice for the owner (72)."""
    battle = setup("CA Patton", "CA Justice, Base Hope, Tran Legion", owner="talon")
    result = result_of(battle, "talon", terran="Patton destroyed", talon="Legion landed")
    assert (result.captured, result.terran_lost) == (False, 115 + 72)


def test_31_8_only_transports_land():
    """31.8: a cruiser does not."""
    battle = setup("CA Patton, DD Achilles", "CA Justice", owner="talon")
    assert "31.8" in rules_against(battle, told(battle, "terran", terran="Achilles landed"))


def test_31_7_nothing_lands_where_no_planet_can_be_taken():
    """31.7: open space, or a barren planet."""
    battle = setup("CA Patton, Tran Normandy", "CA Justice")
    assert "31.8" in rules_against(battle, told(battle, "terran", terran="Normandy landed"))


def test_31_7_no_planet_no_victory_by_landing():
    """31.7: that ending needs a planet."""
    battle = setup("CA Patton", "CA Justice")
    assert rules_against(battle, told(battle, "terran", ending="planet"))


def test_r36_a_destroyed_transport_counts_twice_over_a_planet():
    """29.2, R36: 64 for 32."""
    battle = setup("CA Patton, Tran Normandy", "CA Justice", owner="talon")
    result = result_of(battle, "terran", terran="Normandy destroyed", talon="Justice destroyed")
    assert (result.terran_lost, result.talon_lost, result.degree) == (64, 115, "great")


def test_r36_elsewhere_a_destroyed_transport_counts_once():
    """20.2: no planet, no doubling."""
    battle = setup("CA Patton, Tran Normandy", "CA Justice")
    result = result_of(battle, "terran", terran="Normandy destroyed", talon="Justice destroyed")
    assert (result.terran_lost, result.degree) == (32, "devastating")


def test_r36_a_landing_helps_the_side_that_lost():
    """29.2: one landed before the invader was beaten: 64 on the owner."""
    battle = setup("DD Achilles, Tran Normandy", "CA Justice", owner="talon")
    result = result_of(battle, "talon", terran="Achilles destroyed, Normandy landed")
    assert (result.talon_lost, result.terran_lost, result.degree) == (64, 55, "minor")


def test_s23_a_winning_invader_lands_what_it_needs():
    """S23, S38: two land after the battle, without points."""
    battle = setup("CA Patton, 2 Tran", "CA Justice", owner="talon")
    result = result_of(
        battle, "terran", talon="Justice destroyed", terran="Normandy landed_after, Rodger_Young landed_after"
    )
    assert (result.captured, result.talon_lost) == (True, 115)


def test_s23_waiting_transports_land_too():
    """S23: also those that never came onto the map."""
    battle = setup("CA Patton, 3 Tran", "CA Justice", owner="talon")
    result = result_of(
        battle, "terran", talon="Justice destroyed",
        terran="Normandy destroyed, Rodger_Young landed_after, Anzio landed_after",
    )  # fmt: skip
    assert result.captured


def test_s23_no_more_land_than_are_needed():
    """S23: one had landed, so one more."""
    battle = setup("CA Patton, 3 Tran", "CA Justice", owner="talon")
    one = "Normandy landed, Rodger_Young landed_after"
    assert not rules_against(battle, told(battle, "terran", talon="Justice destroyed", terran=one))
    two = f"{one}, Anzio landed_after"
    assert "S23" in rules_against(battle, told(battle, "terran", talon="Justice destroyed", terran=two))


def test_s23_the_owners_landings_must_be_made_up():
    """S23: one of the owner's landed, so three are needed."""
    battle = setup("CA Patton, 3 Tran", "CA Justice, Tran Legion", owner="talon")
    result = result_of(
        battle, "terran", talon="Justice destroyed, Legion landed",
        terran="Normandy landed_after, Rodger_Young landed_after, Anzio landed_after",
    )  # fmt: skip
    assert (result.captured, result.terran_lost) == (True, 72)


def test_s23_not_while_a_base_of_the_owner_stands():
    """S23, R30: it was left standing when the owner gave up."""
    battle = setup("CA Patton, 2 Tran", "CA Justice, Base Hope", owner="talon")
    result = result_of(battle, "terran", ending="conceded")
    assert not result.captured
    after = told(
        battle, "terran", ending="conceded", terran="Normandy landed_after, Rodger_Young landed_after"
    )
    assert "31.8" in rules_against(battle, after)


def test_s23_r59_what_is_docked_with_the_invaders_own_base_does_not_land():
    """S23, R59: it stands with its base, and a report does not say which transports are docked."""
    battle = setup("CA Patton, Base Valley_Forge, 2 Tran", "CA Justice", owner="talon")
    assert not rules_against(battle, told(battle, "terran", talon="Justice destroyed"))
    landed = told(
        battle, "terran", talon="Justice destroyed", terran="Normandy landed_after, Rodger_Young landed_after"
    )
    assert not rules_against(battle, landed)
    one = told(battle, "terran", talon="Justice destroyed", terran="Normandy landed_after")
    assert "S23" in rules_against(battle, one)


def test_s23_only_a_winner_lands_afterwards():
    """S23: the beaten invader does not."""
    battle = setup("CA Patton, 2 Tran", "CA Justice", owner="talon")
    report = told(
        battle, "talon", terran="Patton destroyed, Normandy landed_after, Rodger_Young landed_after"
    )
    assert rules_against(battle, report)


def test_s23_transports_that_jumped_do_not_land():
    """S23: they are gone from the map."""
    battle = setup("CA Patton, 2 Tran", "CA Justice", owner="talon")
    report = told(battle, "terran", talon="Justice destroyed", terran="Normandy jumped, Rodger_Young jumped")
    assert not rules_against(battle, report)
    assert not result_of(
        battle, "terran", talon="Justice destroyed", terran="Normandy jumped, Rodger_Young jumped"
    ).captured


def test_s25_a_landed_transport_frees_its_counter():
    """S25: with two counters, three may have come onto the map one after the other."""
    battle = setup("CA Patton, 3 Tran", "CA Justice", owner="talon")
    report = told(
        battle, "talon",
        terran="Patton destroyed, Normandy landed, Rodger_Young destroyed, Anzio destroyed",
    )  # fmt: skip
    assert not rules_against(battle, report)
