"""31.3: the phases of a turn and their order."""

import pytest

from campaign.rules import orders as o
from campaign.rules.events import BattleClosed, FleetCounted, IncomePaid, ShipsRepaired, TurnBegan
from engines.seam.refusals import Refused
from tests.core.cases.openings import answer, begun, facing, joined, shipyard
from tests.core.table import Table


def test_31_3_both_plans_open_the_battle_phase():
    """31.3: not before the second."""
    table = Table.midway(terran={"Antares": "BB"}, talon={"Antares": "BB, DD"}, minimum=(0, 0))
    table.plan("terran")
    after_one = table.war.phase
    table.plan("talon")
    assert [after_one, table.war.phase] == ["planning", "battles"]


def test_31_3_one_plan_a_turn():
    """31.3: a second one is refused."""
    table = shipyard("CA", "CA")
    table.plan("terran")
    with pytest.raises(Refused):
        table.plan("terran")


def test_31_3_no_plan_during_battles():
    """31.3: building and assignment are over."""
    table = facing("BB", "BB, DD")
    with pytest.raises(Refused):
        table.plan("terran")


def test_31_3_no_answers_before_the_battles():
    """31.3: nothing has been revealed yet."""
    table = shipyard("CA", "CA")
    with pytest.raises(Refused):
        table.give("terran", o.Engage(1, True))


def test_31_3_after_the_last_battle_a_turn_begins():
    """31.3: the next turn's Building Phase, at once."""
    table = joined("BB", "BB, DD", sector="Orion", dice=(2, 2), turn=3)
    table.fought("talon", terran="Defiant jumped")
    assert (table.war.phase, table.war.turn, table.war.paused) == ("planning", 4, False)
    assert [event.turn for event in table.happened(TurnBegan)] == [4]


def test_31_3_not_before_the_last_battle():
    """31.3: three sectors are still to come."""
    table = joined("BB", "BB, DD")
    table.fought("talon", terran="Defiant jumped")
    assert (table.war.phase, table.war.turn, table.war.paused) == ("battles", 3, True)
    table.go_on()
    assert (table.war.phase, table.war.turn) == ("planning", 4)


def test_31_3_every_sector_has_its_battle():
    """31.3: four are closed in a turn, fought or not."""
    table = joined("BB", "BB, DD")
    table.fought("talon", terran="Defiant jumped")
    table.go_on()
    assert len(table.happened(BattleClosed)) == 4


def test_31_3_counting_comes_before_income_and_repairs():
    """Facts: active LP and minimum, then income, then repairs."""
    table = Table.midway(
        terran={"Antares": "BB", "reserve": "CA hull=1"}, talon={"Antares": "BB"}, minimum=(0, 0)
    )
    kinds = [type(event) for event in table.begin_turn()]
    counted = max(i for i, kind in enumerate(kinds) if kind is FleetCounted)
    paid = [i for i, kind in enumerate(kinds) if kind is IncomePaid]
    assert counted < paid[0] <= paid[1] < kinds.index(ShipsRepaired)


def test_31_3_the_second_turn_pays_income():
    """31.2, 31.3: the first turn did not; four forfeits move all four markers back."""
    table = begun(1, 1, 1)
    for _ in range(4):
        assert table.war.question is not None
        answer(table, *((False, True) if table.war.question.side == "terran" else (True, False)))
    assert (table.war.turn, table.war.phase) == (2, "planning")
    assert len(table.happened(IncomePaid)) == 2


def test_31_3_both_sides_plan_anew_each_turn():
    """31.3: nobody has planned at the start of a turn."""
    table = joined("BB", "BB, DD")
    table.fought("talon", terran="Defiant jumped")
    table.go_on()
    assert (table.war.terran.planned, table.war.talon.planned) == (False, False)
