"""31.6.4: when the marker moves, draws, stranded squadrons (S9, S26, S29, S30)."""

import pytest

from campaign.rules.events import FrontHeld, MarkerMoved, ShipsStranded
from campaign.rules.orders import Strand
from engines.talon.damage import TalonDamage
from tests.core.cases.openings import answer, facing, joined

LOSSES = [
    # Terran wins: its losses, Talon's, degree, whether the marker moves
    ("", "", "minor", True),
    ("", "Vision destroyed", "devastating", True),
    ("Achilles destroyed", "Unity destroyed", "great", True),
    ("Achilles destroyed", "Unity destroyed, Hunter destroyed, Vision destroyed", "devastating", True),
    ("Achilles destroyed", "Hunter destroyed", "minor", False),
    ("Achilles destroyed", "", "minor", False),
    ("Patton destroyed", "Unity destroyed", "minor", False),
    ("Normandy destroyed", "Vision destroyed", "minor", False),
    ("Normandy destroyed", "Hunter destroyed", "great", True),
]


@pytest.mark.parametrize(("ours", "theirs", "degree", "moves"), LOSSES)
def test_31_6_4_the_marker_moves_by_the_degree(ours, theirs, degree, moves):
    """31.6: great and devastating always, minor only without a loss; a transport is a ship lost (R35)."""
    table = joined("BB Defiant, CA Patton, DD Achilles, Tran Normandy", "CA Unity, DD Hunter, FF Vision")
    table.fought("terran", terran=ours, talon=theirs)
    assert table.war.battles[0].result is not None
    assert table.war.battles[0].result.degree == degree
    assert table.marker("Antares") == (6 if moves else 5)
    assert len(table.happened(MarkerMoved)) == moves
    assert len(table.happened(FrontHeld)) == (not moves)


def test_31_6_4_toward_the_losers_home():
    """31.6: a Talon victory moves it the other way."""
    table = joined("CA Patton, DD Achilles", "BB, CA")
    table.fought("talon", terran="Patton destroyed")
    assert table.marker("Antares") == 4
    moved = table.happened(MarkerMoved)[0]
    assert (moved.sector, moved.start, moved.end) == ("Antares", 4, 3)


def test_31_6_4_one_zone_only():
    """31.6: a devastating victory is one zone too."""
    table = joined("BB, CA", "CA, DD, FF", sector="Orion", dice=(2, 2))
    table.fought("terran", talon="Justice destroyed, Hunter destroyed, Surprise destroyed")
    assert table.marker("Orion") == 6


def test_31_6_4_r35_a_lost_base_is_a_ship_lost():
    """R35: Talon wins a minor victory but loses its base, so nothing moves."""
    table = joined("CA, DD", "BB, CA", zone=8, bases={"Antares/8": ("talon", "")})
    table.fought("talon", talon="Base_2 destroyed", terran="Guderian destroyed")
    assert table.marker("Antares") == 8


def test_31_6_4_r35_fighters_lost_but_not_the_squadron():
    """R35: a squadron that lives is no ship lost, so a minor victory moves the marker."""
    table = joined("CV Hornet, FTR Cougar, CA", "DD")
    table.fought("terran", terran="Cougar stands fighters=220")
    assert table.marker("Antares") == 6


def test_31_6_4_both_wholly_destroyed():
    """31.6: both lose and the marker stays."""
    table = joined("CA Patton, BB Defiant", "CA Justice")
    table.fought(None, ending="draw", terran="Patton destroyed, Defiant destroyed", talon="Justice destroyed")
    assert table.marker("Antares") == 5
    assert not table.alive("terran", "Patton")
    assert not table.alive("talon", "Justice")


def test_s29_a_draw_moves_nothing_and_survivors_stay_assigned():
    """S29: no degree, no replay."""
    table = joined("CA Patton, BB", "CA Justice")
    table.fought(None, ending="draw", terran="Patton stands hull=2")
    assert table.marker("Antares") == 5
    assert table.war.battles[0].status == "closed"
    assert table.war.battles[0].result is not None
    assert table.war.battles[0].result.degree is None
    assert table.where("terran", "Patton") == table.where("talon", "Justice") == "Antares"


@pytest.mark.parametrize(("losses", "marker"), [("Justice destroyed", 6), ("Hunter destroyed", 5)])
def test_s30_after_a_concession_the_degree_decides(losses, marker):
    """S30: 115 to 55 moves the marker, 48 to 55 does not."""
    table = joined("BB, DD Achilles", "CA Justice, DD Hunter")
    table.fought("terran", ending="conceded", rounds=3, terran="Achilles destroyed", talon=losses)
    assert table.marker("Antares") == marker


def test_s30_a_concession_without_losses_is_minor_and_moves():
    """S30, S1: nobody lost anything."""
    table = joined("BB, DD", "CA, DD")
    table.fought("terran", ending="conceded", rounds=1)
    assert table.marker("Antares") == 6


def test_31_6_4_ships_that_jumped_stay_assigned():
    """Facts: still in their sector."""
    table = joined("CA Patton, DD Achilles", "BB, CA")
    table.fought("talon", terran="Achilles destroyed, Patton jumped")
    assert table.where("terran", "Patton") == "Antares"


def test_31_6_4_destroyed_ships_are_gone():
    """31.6: and counted as losses."""
    table = joined("CA Patton, DD Achilles", "BB, CA")
    table.fought("talon", terran="Achilles destroyed")
    assert not table.alive("terran", "Achilles")
    assert [(loss.side, loss.name, loss.ship_class) for loss in table.war.losses] == [
        ("terran", "Achilles", "destroyer")
    ]


def test_31_6_5_hull_and_lasting_criticals_stay():
    """31.6, S13: only shields and the repairable mend by themselves."""
    table = joined("CA Patton, BB", "CA Justice")
    table.fought("terran", terran="Patton stands hull=4 lost=1", talon="Justice destroyed")
    assert table.ship("terran", "Patton").damage == TalonDamage(hull=4, weapons_lost=(1,))


def test_31_6_5_fighters_lost_stay_lost():
    """31.6: no repairs in the field."""
    table = joined("CV Hornet, FTR Cougar, BB", "CA Justice")
    table.fought("terran", terran="Cougar stands fighters=210", talon="Justice destroyed")
    assert table.ship("terran", "Cougar").damage == TalonDamage(fighters=(2, 1, 0))


def test_31_6_5_damage_goes_into_the_next_battle():
    """S13: the next set-up sheet shows it."""
    table = joined("BB, CA Patton", "BB, CA, DD", sector="Orion", dice=(2, 2))
    table.fought(None, ending="draw", terran="Patton stands hull=3")
    assert table.war.turn == 4
    assert table.ship("terran", "Patton").damage == TalonDamage(hull=3)


def stranded(table, side="terran") -> set[str]:
    """The squadrons of a side that are stranded."""
    return {name for name, ship in table.war.fleet(side).ships.items() if ship.stranded}


def test_s26_a_carrier_keeps_four_squadrons():
    """31.6: none of four is stranded."""
    table = joined("CV Hornet, 4 FTR", "CA Justice")
    table.fought("terran", talon="Justice destroyed")
    assert stranded(table) == set()
    assert table.war.question is None


def test_s26_a_carrier_that_jumped_keeps_them_too():
    """S26: jumped or not."""
    table = joined("CV Hornet, 2 FTR, DD Achilles", "BB, CA")
    table.fought("talon", terran="Achilles destroyed")
    assert stranded(table) == set()


def test_s26_without_carrier_all_are_stranded():
    """31.6: the carrier is lost; nobody is asked."""
    table = joined("CV Hornet, FTR Cougar, FTR Wolverine, CA", "CA Justice, DD")
    table.fought("terran", terran="Hornet destroyed", talon="Justice destroyed")
    assert stranded(table) == {"Cougar", "Wolverine"}
    assert {name for event in table.happened(ShipsStranded) for name in event.names} == {
        "Cougar",
        "Wolverine",
    }
    assert table.where("terran", "Cougar") == "Antares"


def test_s26_the_owner_chooses_who_is_left_behind():
    """31.6, S26: five squadrons and one carrier."""
    table = joined("CV Hornet, FTR Cougar, 4 FTR", "CA Justice")
    table.fought("terran", terran="Cougar waited", talon="Justice destroyed")
    question = table.war.question
    assert question is not None
    assert (question.kind, question.side, question.count, len(question.options)) == ("strand", "terran", 1, 5)
    table.give("terran", Strand(1, ("Wolverine" if "Wolverine" in question.options else "Cougar",)))
    assert len(stranded(table)) == 1


@pytest.mark.parametrize("chosen", [(), ("Cougar", "Ace of Spades"), ("Hornet",), ("Nobody",)])
def test_s26_neither_more_nor_fewer_nor_others(chosen):
    """S26: exactly one of the five squadrons."""
    table = joined("CV Hornet, FTR Cougar, 4 FTR", "CA Justice")
    table.fought("terran", terran="Cougar waited", talon="Justice destroyed")
    with table.refused("S26"):
        table.give("terran", Strand(1, chosen))


def test_s26_the_enemy_does_not_choose():
    """S26: they are not its squadrons."""
    table = joined("CV Hornet, FTR Cougar, 4 FTR", "CA Justice")
    table.fought("terran", terran="Cougar waited", talon="Justice destroyed")
    with table.refused("S26"):
        table.give("talon", Strand(1, ("Cougar",)))


def test_s26_nobody_goes_on_before_the_choice():
    """S26: the battle is not closed yet."""
    table = joined("CV Hornet, FTR Cougar, 4 FTR", "CA Justice")
    table.fought("terran", terran="Cougar waited", talon="Justice destroyed")
    assert table.war.battles[0].status != "closed"
    assert not table.war.paused
    table.give("terran", Strand(1, ("Cougar",)))
    assert table.war.paused


def test_s26_a_base_keeps_four_if_the_marker_stayed():
    """31.6: they may remain with it."""
    table = joined("4 FTR, CA", "CA Justice", zone=4, bases={"Antares/4": ("terran", "")})
    table.fought(None, ending="draw")
    assert (table.marker("Antares"), stranded(table)) == (4, set())


def test_s26_a_base_keeps_none_if_the_marker_moved():
    """31.6: the front has gone on."""
    table = joined("FTR Cougar, CA", "CA Justice", zone=4, bases={"Antares/4": ("terran", "")})
    table.fought("terran", talon="Justice destroyed")
    assert (table.marker("Antares"), stranded(table)) == (5, {"Cougar"})


def test_s26_carrier_and_base_keep_eight():
    """S26: four more for the base."""
    table = joined("CV Hornet, 8 FTR", "CA Justice", zone=4, bases={"Antares/4": ("terran", "")})
    table.fought(None, ending="draw")
    assert stranded(table) == set()


def test_s26_after_a_forfeit_too():
    """S26: squadrons without a carrier are stranded though nobody fought."""
    table = facing("FTR Cougar, CA", "BB, CA")
    answer(table, False, True)
    assert "Cougar" in {name for event in table.happened(ShipsStranded) for name in event.names}


def test_s26_after_a_forfeit_the_base_keeps_none_either():
    """S26, S3: the marker moved off the base's zone."""
    table = facing("FTR Cougar, CA", "BB, CA", zone=2, bases={"Antares/2": ("terran", "")})
    answer(table, False, True)
    assert table.marker("Antares") == 1
    assert "Cougar" in {name for event in table.happened(ShipsStranded) for name in event.names}


def test_s43_a_squadron_over_the_edge_is_stranded():
    """S43, R6: though the carrier that stayed has room."""
    table = joined("CV Hornet, FTR Cougar, FTR Wolverine, BB", "CA Justice")
    table.fought("terran", terran="Cougar left", talon="Justice destroyed")
    assert stranded(table) == {"Cougar"}
