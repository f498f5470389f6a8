"""31.6, markers over homes: one battle there, its place in the order (S17, S18, S19, S37)."""

import pytest

from campaign.rules.events import BattleJoined, ForcesRevealed, Forfeited
from campaign.rules.orders import ChooseFirst
from tests.core.cases.openings import answer, at_home, facing, joined
from tests.core.table import Table

BOTH_HOMES = {"Antares": 1, "Orion": 9}


def places(table: Table) -> list[str]:
    """The places of this turn's battles in order."""
    return [battle.place for battle in table.war.battles]


def both_homes(terran: dict[str, str], talon: dict[str, str], *dice: int) -> Table:
    """Markers on both homes, both sides planned."""
    table = Table.midway(terran=terran, talon=talon, markers=BOTH_HOMES, minimum=(0, 0))
    table.roll(*dice)
    table.plan("terran")
    table.plan("talon")
    return table


def test_s17_all_markers_on_a_home_are_one_battle():
    """31.6, S17: three battles instead of four."""
    table = at_home("BB, CA", "CA, DD")
    assert places(table) == ["home/terran", "Maelstrom/4", "Orion/5"]
    assert table.war.battles[0].sectors == ("Antares", "Badlands")


def test_s17_one_marker_on_a_home_is_one_battle_of_four():
    """31.6: until two meet there are as many battles as sectors."""
    assert places(joined("BB, CA", "CA, DD", zone=1)) == [
        "home/terran",
        "Badlands/4",
        "Maelstrom/4",
        "Orion/5",
    ]


def test_s18_at_the_place_of_its_first_sector():
    """S18: Badlands and Orion; Antares comes before, Maelstrom after."""
    table = facing("BB, CA", "CA, DD", markers={"Badlands": 1, "Orion": 1})
    assert places(table) == ["Antares/5", "home/terran", "Maelstrom/4"]


def test_s17_four_markers_on_a_home_are_the_only_battle():
    """S17: all of them."""
    table = facing("BB, CA", "CA, DD", zone=1, markers={"Badlands": 1, "Maelstrom": 1, "Orion": 1})
    assert places(table) == ["home/terran"]


def test_s17_forces_and_lp_are_added_up():
    """31.5, S17: ships of both sectors and the home's base."""
    table = Table.midway(
        terran={"Antares": "BB", "Badlands": "CA", "Maelstrom": "CL"}, talon={"Antares": "CA", "Badlands": "DD, FF"},
        markers={"Antares": 1, "Badlands": 1}, bases={"home/terran": ("terran", "")}, minimum=(0, 0),
    )  # fmt: skip
    table.plan("terran")
    table.plan("talon")
    revealed = table.happened(ForcesRevealed)[0]
    assert (revealed.terran_lp, revealed.talon_lp) == (7, 5)
    assert {unit.ship_class for unit in revealed.terran} == {"battleship", "heavy_cruiser", "base"}
    assert len(revealed.talon) == 3


def test_s17_the_home_is_a_planet_of_its_side():
    """31.8: the battle is fought over it."""
    setup = at_home("BB, CA", "CA, DD").happened(BattleJoined)[0].setup
    assert (setup.mode, setup.planet_owner) == ("planet", "terran")


def test_s18_the_defenders_victory_moves_every_marker_back():
    """S18: a great one; both leave by one zone."""
    table = at_home("BB, CA", "CA, DD")
    table.fought("terran", talon="Justice destroyed")
    assert (table.marker("Antares"), table.marker("Badlands")) == (2, 2)


def test_s18_over_the_talon_home_too():
    """S18: back from zones 9 and 7."""
    table = at_home("CA, DD", "BB, CA", home="talon")
    table.fought("talon", terran="Guderian destroyed")
    assert (table.marker("Antares"), table.marker("Badlands")) == (8, 6)


def test_s18_other_markers_stay():
    """S18: those not on that home."""
    table = at_home("BB, CA", "CA, DD")
    table.fought("terran", talon="Justice destroyed")
    assert (table.marker("Maelstrom"), table.marker("Orion")) == (4, 5)


def test_s18_a_minor_victory_with_losses_moves_none():
    """S18: only if a marker would move."""
    table = at_home("BB, CA, DD", "CA, DD")
    table.fought("terran", terran="Achilles destroyed", talon="Hunter destroyed")
    assert (table.marker("Antares"), table.marker("Badlands")) == (1, 1)


def test_s18_an_attacker_that_forfeits_loses_every_marker():
    """S18: no degree is needed."""
    table = facing("BB, CA", "CA, DD", zone=1, markers={"Badlands": 1})
    answer(table, False, True)
    assert table.happened(Forfeited)[0].side == "talon"
    assert (table.marker("Antares"), table.marker("Badlands")) == (2, 2)


def test_s18_the_attackers_victory_ends_the_war_at_once():
    """S18: the other battles are not fought."""
    table = at_home("CA, DD", "BB, CA")
    table.fought("talon", terran="Guderian destroyed")
    assert (table.war.phase, table.war.winner) == ("over", "talon")
    assert len(table.happened(ForcesRevealed)) == 1


def test_s19_the_side_with_more_lp_is_asked():
    """31.6, S19: Terran sent 8 LP, Talon 7."""
    table = both_homes({"Antares": "BB", "Orion": "BB"}, {"Antares": "BB", "Orion": "CA"})
    question = table.war.question
    assert question is not None
    assert (question.kind, question.side) == ("first", "terran")


def test_s19_talon_with_more_lp_is_asked():
    """S19: the other way about."""
    table = both_homes({"Antares": "BB", "Orion": "CA"}, {"Antares": "BB", "Orion": "BB"})
    assert table.war.question is not None
    assert table.war.question.side == "talon"


def test_s37_lp_sent_to_sectors_count():
    """S37: ships in the Reserve do not."""
    table = both_homes({"Antares": "BB", "Orion": "CA", "reserve": "5 BB"}, {"Antares": "BB", "Orion": "BB"})
    assert table.war.question is not None
    assert table.war.question.side == "talon"


@pytest.mark.parametrize(("die", "side"), [(3, "terran"), (4, "talon")])
def test_s19_a_die_on_a_tie(die, side):
    """S19: 1-3 Terran, 4-6 Talon."""
    table = both_homes({"Antares": "BB", "Orion": "CA"}, {"Antares": "CA", "Orion": "BB"}, die)
    assert table.war.question is not None
    assert (table.war.question.kind, table.war.question.side) == ("first", side)


def test_s19_the_other_home_first():
    """S19: the Talon home takes Antares' place, the Terran home Orion's."""
    table = both_homes({"Antares": "BB", "Orion": "BB"}, {"Antares": "BB", "Orion": "CA"})
    table.give("terran", ChooseFirst("talon"))
    assert places(table) == ["home/talon", "Badlands/4", "Maelstrom/4", "home/terran"]


def test_s19_the_order_of_the_map():
    """S19: the Terran home first, as its sector stands."""
    table = both_homes({"Antares": "CA", "Orion": "BB, BB"}, {"Antares": "BB", "Orion": "CA"})
    table.give("terran", ChooseFirst("terran"))
    assert places(table) == ["home/terran", "Badlands/4", "Maelstrom/4", "home/talon"]
    assert table.war.question is not None
    assert table.war.question.kind == "engage"


def test_s19_the_other_side_does_not_choose():
    """S19: refused."""
    table = both_homes({"Antares": "BB", "Orion": "BB"}, {"Antares": "BB", "Orion": "CA"})
    with table.refused("S19"):
        table.give("talon", ChooseFirst("talon"))


def test_s19_nothing_is_revealed_before_the_choice():
    """S19: nor does anybody answer."""
    table = both_homes({"Antares": "BB", "Orion": "BB"}, {"Antares": "BB", "Orion": "CA"})
    assert table.happened(ForcesRevealed) == []


def test_s19_with_one_home_nobody_is_asked():
    """S19: there is nothing to choose."""
    table = facing("BB, CA", "CA, DD", zone=1)
    assert table.war.question is not None
    assert table.war.question.kind == "engage"
    with table.refused("S19"):
        table.give("terran", ChooseFirst("talon"))


def test_s19_two_markers_on_one_home_and_one_on_the_other():
    """S18, S19: the home battle of Antares and Badlands stands at Antares; the other at Orion."""
    table = Table.midway(
        terran={"Antares": "BB", "Orion": "BB"}, talon={"Antares": "BB", "Orion": "CA"},
        markers={"Antares": 1, "Badlands": 1, "Orion": 9}, minimum=(0, 0),
    )  # fmt: skip
    table.plan("terran")
    table.plan("talon")
    table.give("terran", ChooseFirst("talon"))
    assert places(table) == ["home/talon", "Maelstrom/4", "home/terran"]


def test_s25_counters_over_a_whole_home_battle():
    """S25: three destroyers from each of two sectors share three counters."""
    from engines.talon.results.deployment import deployment

    table = Table.midway(
        terran={"Antares": "3 DD", "Badlands": "3 DD"}, talon={"Antares": "BB"},
        markers={"Antares": 1, "Badlands": 1}, minimum=(0, 0),
    )  # fmt: skip
    table.plan("terran")
    table.plan("talon")
    answer(table, True, True)
    (row,) = deployment(table.happened(BattleJoined)[0].setup, "terran")
    assert (row.start, row.wait) == (3, 3)
