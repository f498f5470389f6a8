"""31.6.1 and 2: the order of battles, forces revealed, engaging or forfeiting (S3, S4, S19, S28, S36)."""

import pytest

from campaign.rules import orders as o
from campaign.rules.events import Answered, BattleJoined, DieRolled, ForcesRevealed, Forfeited, NotFought
from engines.talon.damage import in_talon
from tests.core.cases.openings import answer, begun, facing, joined
from tests.core.table import Table

EVERYWHERE = ("Antares", "Badlands", "Maelstrom", "Orion")


def asked(table: Table) -> str | None:
    """The side that must answer 31.6 now."""
    return table.war.question.side if table.war.question else None


def test_31_6_battles_go_down_the_map():
    """31.6: Antares first, Orion last."""
    assert [battle.sectors for battle in begun(1).war.battles] == [(sector,) for sector in EVERYWHERE]


def test_31_6_a_battle_is_over_the_zone_of_the_marker():
    """31.6: wherever it stands."""
    table = facing("BB", "BB, DD", sector="Orion", zone=3)
    assert [battle.place for battle in table.war.battles] == [
        "Antares/5",
        "Badlands/4",
        "Maelstrom/4",
        "Orion/3",
    ]


def test_31_6_ships_in_the_reserve_are_not_there():
    """31.6: nor those of other sectors."""
    table = Table.midway(
        terran={"Antares": "BB", "Badlands": "CA", "reserve": "DD"},
        talon={"Antares": "BB, DD"},
        minimum=(0, 0),
    )
    table.plan("terran")
    table.plan("talon")
    assert [unit.name for unit in table.happened(ForcesRevealed)[0].terran] == ["Defiant"]


def test_31_6_1_forces_come_with_their_damage():
    """31.6: both sides' ships and bases of the zone."""
    table = facing("CA Patton hull=2, BB", "BB, DD", zone=4, bases={"Antares/4": ("terran", "hull=3")})
    units = {unit.ship_class: in_talon(unit.damage).hull for unit in table.happened(ForcesRevealed)[0].terran}
    assert units == {"heavy_cruiser": 2, "battleship": 0, "base": 3}


def test_31_6_1_lp_of_both_sides():
    """31.6, S2: bases and transports have none; damage makes no difference."""
    table = facing("CA hull=4, BB, Tran", "BB, DD", zone=4, bases={"Antares/4": ("terran", "")})
    revealed = table.happened(ForcesRevealed)[0]
    assert (revealed.terran_lp, revealed.talon_lp) == (7, 5)


def test_s28_battles_are_revealed_one_by_one():
    """S28: only Antares is known at first."""
    assert [event.battle for event in begun(1).happened(ForcesRevealed)] == [1]


def test_s28_the_next_is_revealed_when_the_last_is_settled():
    """S28: after a forfeit at once."""
    table = begun(1, 1)
    answer(table, False, True)
    assert len(table.happened(ForcesRevealed)) == 2


def test_s28_all_at_once_if_the_war_is_set_so():
    """S28, S32: four reveals at the start."""
    table = begun(1, 1, 1, 1, reveal="together")
    assert len(table.happened(ForcesRevealed)) == 4


def test_31_6_2_the_side_with_fewer_lp_is_asked_first():
    """31.6: four against five; the other way about Talon."""
    assert asked(facing("BB", "BB, DD")) == "terran"
    assert asked(facing("BB, DD", "BB")) == "talon"


@pytest.mark.parametrize(("die", "first"), [(1, "terran"), (3, "terran"), (4, "talon"), (6, "talon")])
def test_31_6_2_on_a_tie_a_die_decides(die, first):
    """31.6: 1-3 Terran, 4-6 Talon."""
    table = facing("BB", "BB", dice=(die,))
    assert asked(table) == first
    assert [event.value for event in table.happened(DieRolled)] == [die]


def test_31_6_2_no_die_without_a_tie():
    """31.6: the numbers decide."""
    assert facing("BB", "BB, DD").happened(DieRolled) == []


def test_s20_squadrons_that_sit_out_count_for_who_is_asked_first():
    """S20: five squadrons and a carrier are 6 LP, against 5."""
    assert asked(facing("CV, 5 FTR", "BB, DD")) == "talon"


def test_31_6_2_out_of_turn_answers_are_refused():
    """31.6, S28: the side with more LP waits."""
    table = facing("BB", "BB, DD")
    with table.refused("31.6"):
        table.engage("talon")


def test_31_6_2_nobody_answers_twice():
    """31.6: the first answer stands."""
    table = facing("BB", "BB, DD")
    table.engage("terran")
    with table.refused("31.6"):
        table.engage("terran", False)


def test_31_6_2_a_battle_that_is_not_asking():
    """31.6: the next one is not revealed yet."""
    table = facing("BB", "BB, DD")
    with table.refused("31.6"):
        table.give("terran", o.Engage(table.war.battles[1].number, True))


def test_31_6_2_both_engage():
    """31.6: the battle is fought."""
    table = facing("BB", "BB, DD")
    answer(table, True, True)
    assert table.happened(BattleJoined)[0].setup.place == "Antares/5"


def test_31_6_2_the_first_declines():
    """31.6: it forfeits and the marker moves toward its home; its ships stay assigned, without losses."""
    table = facing("BB", "BB, DD")
    answer(table, False, True)
    assert [(event.side, event.unasked) for event in table.happened(Forfeited)] == [("terran", False)]
    assert table.marker("Antares") == 4
    assert table.where("terran", "Defiant") == "Antares"


def test_31_6_2_the_second_declines():
    """31.6: having seen the first engage."""
    table = facing("BB", "BB, DD")
    answer(table, True, False)
    assert [event.side for event in table.happened(Forfeited)] == ["talon"]
    assert table.marker("Antares") == 6


def test_s4_both_decline():
    """S4, S28: nothing moves."""
    table = facing("BB", "BB, DD")
    answer(table, False, False)
    assert table.happened(Forfeited) == []
    assert 1 in [event.battle for event in table.happened(NotFought)]
    assert table.marker("Antares") == 5


def test_s28_answers_are_open():
    """S28: in the order in which they were given."""
    table = facing("BB", "BB, DD")
    answer(table, True, False)
    assert [(event.side, event.engage, event.standing) for event in table.happened(Answered)] == [
        ("terran", True, False), ("talon", False, False),
    ]  # fmt: skip


def test_s4_a_side_without_forces_forfeits_unasked():
    """S4: only Talon is there."""
    table = Table.midway(terran={"Badlands": "BB"}, talon={"Antares": "BB"}, minimum=(0, 0))
    table.plan("terran")
    table.plan("talon")
    assert [(event.battle, event.side, event.unasked) for event in table.happened(Forfeited)] == [
        (1, "terran", True), (2, "talon", True),
    ]  # fmt: skip
    assert (table.marker("Antares"), table.marker("Badlands")) == (4, 5)


def test_s4_neither_has_forces():
    """S4: nothing moves in the other two sectors."""
    table = Table.midway(terran={"Badlands": "BB"}, talon={"Antares": "BB"}, minimum=(0, 0))
    table.plan("terran")
    table.plan("talon")
    assert [event.battle for event in table.happened(NotFought)] == [3, 4]
    assert (table.marker("Maelstrom"), table.marker("Orion")) == (4, 5)


def test_s4_squadrons_alone_are_no_forces():
    """S4: without carrier or base."""
    table = Table.midway(terran={"Antares": "4 FTR"}, talon={"Antares": "BB"}, minimum=(0, 0))
    table.plan("terran")
    table.plan("talon")
    assert table.happened(Forfeited)[0].side == "terran"


def test_s4_squadrons_with_a_base_are_forces():
    """S4: the zone's base carries them."""
    table = facing("4 FTR", "BB, DD", zone=4, bases={"Antares/4": ("terran", "")})
    assert asked(table) == "terran"


def test_s4_a_base_alone_may_engage():
    """S4: 0 LP, asked first."""
    table = facing("", "BB, DD", zone=4, bases={"Antares/4": ("terran", "")})
    assert asked(table) == "terran"
    answer(table, True, True)
    assert [unit.ship_class for unit in table.happened(BattleJoined)[0].setup.terran] == ["base"]


def test_s4_transports_alone_are_forces():
    """S4: a ship other than a squadron."""
    table = facing("Tran", "BB, DD")
    assert asked(table) == "terran"


def test_s4_a_base_of_another_zone_is_no_force():
    """S4: it must be in the zone of the battle."""
    table = Table.midway(
        terran={"Badlands": "BB"},
        talon={"Antares": "BB"},
        bases={"Antares/4": ("terran", "")},
        minimum=(0, 0),
    )
    table.plan("terran")
    table.plan("talon")
    assert table.happened(Forfeited)[0].side == "terran"


def test_31_6_after_a_recorded_battle_somebody_goes_on():
    """S35: the war waits until then, and only once."""
    table = joined("BB", "BB, DD")
    table.fought("talon", terran="Defiant jumped")
    before = table.war.paused
    table.go_on("talon")
    assert (before, table.war.paused) == (True, False)
    with table.refused("S42"):
        table.go_on()
