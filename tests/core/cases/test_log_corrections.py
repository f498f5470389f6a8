"""S69: the war replayed from a corrected result, as it is or by a rewind."""

import pytest

from campaign.rules import events as e
from campaign.rules.corrections.log_correction import CorrectedLog, LogEntry, correct_log
from campaign.rules.orders import AcceptResult, CorrectLog, Plan, RevealNext, Way
from engines.seam.documents import Report
from engines.seam.refusals import Refused
from tests.core.cases.test_amended_results import Played


def battle() -> Played:
    """Terran won at Antares 5, and Talon lost the Unity there."""
    return Played("BB, CA, DD Achilles", "CA Unity, DD Hunter, FF", talon="Unity destroyed")


def entries(war: Played) -> list[LogEntry]:
    """The war's log: all before the battle's result, the result, and what came since as it was recorded."""
    at = next(place for place, event in enumerate(war.past) if isinstance(event, e.ResultAccepted))
    paused = next(place for place, event in enumerate(war.past) if isinstance(event, e.Paused)) + 1
    accepted = AcceptResult(1, war.history().result.report)
    return [
        LogEntry(1, None, None, tuple(war.past[:at])),
        LogEntry(2, None, accepted, tuple(war.past[at:paused])),
        LogEntry(3, "terran", RevealNext(), tuple(war.past[paused:])),
    ]


def corrected(war: Played, report: Report, way: Way) -> CorrectedLog:
    return correct_log(entries(war), CorrectLog(1, report, way))


def test_s69_as_it_is_the_front_is_where_it_would_be() -> None:
    """Nothing was ordered since, so the war is replayed with the other result and what follows from it."""
    war = battle()
    after = corrected(war, war.report("talon"), "as_it_is").war
    assert after.markers["Antares"] != war.table.war.markers["Antares"]
    assert not after.losses


def test_s69_a_plan_made_for_another_front_line_keeps_its_turn() -> None:
    war = battle()
    log = entries(war)
    plan = Plan(assign={name: ship.where or "" for name, ship in war.table.war.terran.ships.items()})
    log.append(LogEntry(4, "terran", plan, ()))
    with pytest.raises(Refused, match="another front line"):
        correct_log(log, CorrectLog(1, war.report("talon"), "as_it_is"))


def test_s69_a_rewind_drops_what_was_ordered_since() -> None:
    war = battle()
    log = entries(war)
    log.append(LogEntry(4, "terran", Plan(), ()))
    back = correct_log(log, CorrectLog(1, war.report("talon"), "rewind"))
    assert back.entry == 2
    assert list(back.events) == [2]
    assert (back.war.turn, back.war.phase, back.war.paused) == (3, "battles", True)


def test_s69_the_same_result_again_is_refused() -> None:
    war = battle()
    with pytest.raises(Refused, match="as it is recorded"):
        corrected(war, war.history().result.report, "rewind")
