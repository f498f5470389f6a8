"""31.8: planets, landings, and how far a marker goes (S3, S9, S22, S23)."""

import pytest

from campaign.rules.events import BattleJoined, PlanetTaken, ShipsLanded
from engines.seam.documents import UNDAMAGED
from engines.talon.damage import TalonDamage
from tests.core.cases.openings import answer, facing, joined
from tests.core.table import Table

LANDED = "Normandy landed, Rodger_Young landed"
AFTER = "Normandy landed_after, Rodger_Young landed_after"


def test_31_8_a_planets_belong_to_the_side_of_the_front():
    """31.8: at the start."""
    assert Table().war.planets == {
        "home/terran": "terran", "home/talon": "talon", "Antares/4": "terran", "Antares/6": "talon",
        "Orion/2": "terran", "Orion/4": "terran", "Orion/6": "talon", "Orion/8": "talon",
    }  # fmt: skip


def test_31_8_b_no_advance_beyond_a_planet_not_held():
    """31.8: a devastating victory without landing."""
    table = joined("BB, CA", "CA, DD", zone=6)
    table.fought("terran", talon="Justice destroyed")
    assert (table.marker("Antares"), table.war.planets["Antares/6"]) == (6, "talon")


def test_31_8_b_for_talon_too():
    """31.8: over a Terran planet."""
    table = joined("CA, DD", "BB, CA", zone=4)
    table.fought("talon", terran="Guderian destroyed")
    assert (table.marker("Antares"), table.war.planets["Antares/4"]) == (4, "terran")


def test_31_8_b_advance_beyond_a_planet_that_is_held():
    """31.8: it was taken before."""
    table = joined("BB, CA", "CA, DD", zone=6, planets={"Antares/6": "terran"})
    table.fought("terran", talon="Justice destroyed")
    assert table.marker("Antares") == 7


def test_s9_leaving_backwards_is_free():
    """S9: the owner pushes the marker away from its planet."""
    table = joined("CA, DD", "BB, CA", zone=6)
    table.fought("talon", terran="Guderian destroyed")
    assert table.marker("Antares") == 5


def test_s9_a_taken_planet_stops_its_old_owner():
    """S9: now Talon must take it back to go on."""
    table = joined("CA, DD", "BB, CA", zone=6, planets={"Antares/6": "terran"})
    table.fought("talon", terran="Guderian destroyed")
    assert table.marker("Antares") == 6


def test_s9_moving_onto_a_planet_is_free():
    """S9: from open space."""
    table = joined("BB, CA", "CA, DD", zone=5)
    table.fought("terran", talon="Justice destroyed")
    assert (table.marker("Antares"), table.war.planets["Antares/6"]) == (6, "talon")


def test_31_8_c_two_landed_take_the_planet_and_the_marker_goes_on():
    """31.8: 128 points and nothing lost."""
    table = joined("BB, CA, 2 Tran", "CA, DD", zone=6)
    table.fought("terran", ending="planet", terran=LANDED)
    assert (table.war.planets["Antares/6"], table.marker("Antares")) == ("terran", 7)
    assert [(event.place, event.side) for event in table.happened(PlanetTaken)] == [("Antares/6", "terran")]


def test_31_8_c_talon_takes_a_terran_planet():
    """31.8: two of its transports are 144."""
    table = joined("CA, DD", "BB, CA, 2 Tran", zone=4)
    table.fought("talon", ending="planet", talon="Legion landed, Tribe landed")
    assert (table.war.planets["Antares/4"], table.marker("Antares")) == ("talon", 3)


def test_31_8_c_taken_with_a_minor_victory_and_losses():
    """31.8: 115 lost for 128: the planet changes hands, the marker stays."""
    table = joined("BB, CA Patton, 2 Tran", "CA, DD", zone=6)
    table.fought("terran", ending="planet", terran=f"{LANDED}, Patton destroyed")
    assert (table.war.planets["Antares/6"], table.marker("Antares")) == ("terran", 6)


def test_31_8_c_taken_in_its_next_battle_it_has_the_new_owner():
    """Facts: the next set-up is over a Terran planet."""
    table = joined("BB, CA", "CA, DD", zone=6, planets={"Antares/6": "terran"})
    assert table.happened(BattleJoined)[0].setup.planet_owner == "terran"


def test_s22_r36_one_landing_does_not_take_it_but_counts():
    """S22: the owner wins 55 to 64 without losing a ship, so the marker moves back."""
    table = joined("DD Achilles, Tran Normandy, CA", "BB, CA", zone=6)
    table.fought("talon", terran="Achilles destroyed, Normandy landed")
    assert (table.war.planets["Antares/6"], table.marker("Antares")) == ("talon", 5)


def test_s23_a_winner_lands_after_the_battle():
    """S23: planet and marker."""
    table = joined("BB, CA, 2 Tran", "CA, DD", zone=6)
    table.fought("terran", talon="Justice destroyed", terran=AFTER)
    assert (table.war.planets["Antares/6"], table.marker("Antares")) == ("terran", 7)


def test_s38_landing_after_the_battle_counts_nothing():
    """S38: 48 to 55 is minor with a loss; the planet is taken, the marker stays."""
    table = joined("BB, DD Achilles, 2 Tran", "CA, DD Hunter", zone=6)
    table.fought("terran", terran=f"{AFTER}, Achilles destroyed", talon="Hunter destroyed")
    assert (table.war.planets["Antares/6"], table.marker("Antares")) == ("terran", 6)


def test_31_8_d_no_landing_while_the_base_stands():
    """31.8: refused, and nothing changes."""
    table = joined("BB, CA, 2 Tran", "CA, DD", zone=6, bases={"Antares/6": ("talon", "")})
    with table.refused("31.8"):
        table.fought("terran", ending="planet", terran=LANDED)


def test_31_8_d_the_base_destroyed_the_planet_taken():
    """31.8, S14: the base is gone for good."""
    table = joined("BB, CA, 2 Tran", "CA, DD", zone=6, bases={"Antares/6": ("talon", "")})
    table.fought("terran", ending="planet", terran=LANDED, talon="Base_2 destroyed")
    assert table.war.planets["Antares/6"] == "terran"
    assert table.war.bases == {}
    assert ("talon", "base") in {(loss.side, loss.ship_class) for loss in table.war.losses}


def test_s13_a_base_keeps_its_damage():
    """S13: from battle to battle."""
    table = joined("CA, DD", "BB, CA", zone=6, bases={"Antares/6": ("talon", "hull=2")})
    table.fought("talon", terran="Guderian destroyed", talon="Base_2 stands hull=6 lost=0")
    assert table.war.bases["Antares/6"].damage == TalonDamage(hull=6, weapons_lost=(0,))


def test_31_8_e_landed_transports_are_in_the_reserve_at_once():
    """31.8: with the damage they carry; destroyed ones are not."""
    table = joined("BB, CA, 2 Tran", "CA, DD", zone=6)
    table.fought("terran", ending="planet", terran="Normandy landed hull=1, Rodger_Young landed")
    assert table.where("terran", "Normandy") == table.where("terran", "Rodger Young") == "reserve"
    assert table.ship("terran", "Normandy").damage == TalonDamage(hull=1)


def test_31_8_e_they_are_repaired_in_the_next_building_phase():
    """Facts: with all that is in the Reserve."""
    table = joined("BB, CA, 2 Tran", "CA, DD", zone=6)
    table.fought("terran", ending="planet", terran="Normandy landed hull=1, Rodger_Young landed")
    table.go_on()
    assert table.war.turn == 4
    assert table.ship("terran", "Normandy").damage == UNDAMAGED


def test_31_8_e_a_landed_transport_survives_a_lost_battle():
    """31.8: whatever happened afterwards."""
    table = joined("DD Achilles, Tran Normandy, CA", "BB, CA", zone=6)
    table.fought("talon", terran="Achilles destroyed, Normandy landed")
    assert table.where("terran", "Normandy") == "reserve"


def test_31_8_e_the_owners_landed_transports_too():
    """31.8: additional defence."""
    table = joined("CA, DD", "BB, CA, Tran Legion", zone=6)
    table.fought("talon", terran="Guderian destroyed", talon="Legion landed")
    assert table.where("talon", "Legion") == "reserve"


def test_31_8_e_a_transport_that_waited_is_still_assigned():
    """S24: it has retreated, not landed."""
    table = joined("CA, DD", "BB, CA, Tran Legion", zone=6)
    table.fought("talon", terran="Guderian destroyed", talon="Legion waited")
    assert table.where("talon", "Legion") == "Antares"


# Giving up a planet without a battle (S3).


def test_s3_two_transports_land_on_a_planet_given_up():
    """31.8, S3: no choice among two; the marker goes on."""
    table = facing("BB, CA, 2 Tran", "CA, DD", zone=6)
    answer(table, False, True)
    assert [set(event.names) for event in table.happened(ShipsLanded)] == [{"Normandy", "Rodger Young"}]
    assert (table.war.planets["Antares/6"], table.marker("Antares")) == ("terran", 7)
    assert table.where("terran", "Normandy") == "reserve"


def test_s3_one_transport_is_not_enough():
    """S3: the planet stays with its owner and stops the marker."""
    table = facing("BB, CA, Tran", "CA, DD", zone=6)
    answer(table, False, True)
    assert (table.war.planets["Antares/6"], table.marker("Antares")) == ("talon", 6)
    assert table.where("terran", "Normandy") == "Antares"


def test_s3_a_base_keeps_them_off():
    """S3: it stays standing, and the marker stays too."""
    table = facing("BB, CA, 2 Tran", "CA, DD", zone=6, bases={"Antares/6": ("talon", "")})
    answer(table, False, True)
    assert (table.war.planets["Antares/6"], table.marker("Antares")) == ("talon", 6)
    assert set(table.war.bases) == {"Antares/6"}


def test_s3_no_landing_where_the_forfeiter_does_not_own_the_planet():
    """S3: the invader gives up; the marker leaves backwards."""
    table = facing("CA, DD", "BB, CA, 2 Tran", zone=6)
    answer(table, False, True)
    assert table.happened(ShipsLanded) == []
    assert table.marker("Antares") == 5
    assert table.where("talon", "Legion") == "Antares"


def test_s3_no_landing_on_a_barren_zone():
    """S3: there is no planet; the marker moves."""
    table = facing("BB, CA, 2 Tran", "CA, DD", zone=5)
    answer(table, False, True)
    assert (table.happened(ShipsLanded), table.marker("Antares")) == ([], 6)


def test_s3_unasked_forfeits_land_too():
    """S3, S4: nobody there to defend it."""
    table = Table.midway(
        terran={"Antares": "BB, 2 Tran"}, talon={"Orion": "BB"}, markers={"Antares": 6}, minimum=(0, 0)
    )
    table.plan("terran")
    table.plan("talon")
    assert (table.war.planets["Antares/6"], table.marker("Antares")) == ("terran", 7)


def test_s3_a_base_behind_the_front_stays_standing():
    """S3: zone 8 has no planet, so the marker passes the base."""
    table = facing("BB, CA", "CA, DD", zone=8, bases={"Antares/8": ("talon", "")})
    answer(table, False, True)
    assert table.marker("Antares") == 9
    assert table.war.bases["Antares/8"].side == "talon"


def test_s3_no_losses_and_no_degree():
    """31.6, S3: nobody is destroyed, nothing is scored."""
    table = facing("BB, CA", "CA, DD")
    answer(table, False, True)
    assert (table.war.losses, table.alive("talon", "Justice")) == ([], True)


@pytest.mark.parametrize("chosen", [("Normandy", "Anzio"), ("Rodger Young", "Anzio")])
def test_s3_the_owner_chooses_which_of_three_land(chosen):
    """S3: Terran is asked."""
    from campaign.rules.orders import Land

    table = facing("BB, CA, 3 Tran", "CA, DD", zone=6)
    answer(table, False, True)
    question = table.war.question
    assert question is not None
    assert (question.kind, question.side, question.count, len(question.options)) == ("land", "terran", 2, 3)
    for wrong in ((), ("Normandy",), ("Normandy", "Normandy"), ("Normandy", "Defiant")):
        with table.refused("S3"):
            table.give("terran", Land(1, wrong))
    with table.refused("S3"):
        table.give("talon", Land(1, chosen))
    table.give("terran", Land(1, chosen))
    assert {name for event in table.happened(ShipsLanded) for name in event.names} == set(chosen)
    assert table.marker("Antares") == 7
