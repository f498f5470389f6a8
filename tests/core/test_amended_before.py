"""Logs in which an earlier version moved a front past a planet that nobody took: they are read as they are (S67)."""

import pytest
from msgspec.structs import replace

from campaign.files.document import FiledEntry
from campaign.files.replaying import differences
from campaign.files.verifying import Log
from campaign.rules.corrections import amended_events as a
from campaign.rules.decide import decide
from campaign.rules.dice import ScriptedDice
from campaign.rules.events import AnyEvent
from campaign.rules.orders import Amend, Plan
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from tests.core.cases.test_amended_results import Played, second_battle
from tests.core.table import report

FOLLOWING = a.IncomeAmended | a.TreasuryAmended | a.MarkerAmended
OLD: dict[int, tuple[AnyEvent, ...]] = {
    1: (
        a.IncomeAmended(1, "terran", -40),
        a.TreasuryAmended(1, "terran", -40, 1),
        a.IncomeAmended(1, "talon", 40),
        a.TreasuryAmended(1, "talon", 40, 1),
        a.MarkerAmended("Antares", 5, 3, 1, -2),
    ),
    5: (
        a.IncomeAmended(5, "terran", -15),
        a.TreasuryAmended(5, "terran", -15, 2),
        a.IncomeAmended(5, "talon", 15),
        a.TreasuryAmended(5, "talon", 15, 2),
        a.MarkerAmended("Antares", 3, 2, 5, -1),
    ),
}
"""What an earlier version booked for map and treasuries by the corrections below; nobody took Antares 4 from Terran."""


def old_log() -> tuple[Played, list[FiledEntry]]:
    """A war in which two battles at Antares were won by Talon after all, with its two corrections as they were made."""
    played = Played(
        "BB, CA, DD Achilles", "CA Unity, DD Hunter, FF", terran="Achilles destroyed", talon="Unity destroyed"
    )
    later = second_battle(played)
    entries = [FiledEntry(1, 0, "both", "begin", tuple(played.past))]
    for number, told in ((1, "Achilles destroyed"), (later, "")):
        order = Amend(number, report(played.history(number).setup, "talon", terran=told))
        decided = decide(played.table.war, None, order, ScriptedDice(), played.past)
        events = [*(event for event in decided if not isinstance(event, FOLLOWING)), *OLD[number]]
        played.table._book(events)
        turn = played.table.war.turn
        entries.append(FiledEntry(len(entries) + 1, turn, "both", "amend", tuple(events), order))
    return played, entries


def test_the_war_goes_on_from_the_place_that_it_had() -> None:
    played, entries = old_log()
    log = Log(entries[0])
    for entry in entries[1:]:
        log.follow(entry)
    assert log.state == played.table.war
    war = log.state
    assert war.chart.place("Antares", war.markers["Antares"]) == "Antares/3"
    assert war.planets["Antares/4"] == "terran", "beyond a planet that nobody took"
    assert [*differences(entries)] == []
    for number, side in enumerate(SIDES, start=len(entries) + 1):
        fleet = log.state.fleet(side)
        fleet.minimum = 0
        order = Plan(assign={name: ship.where or "reserve" for name, ship in fleet.ships.items()})
        events = decide(log.state, side, order, ScriptedDice())
        log.follow(FiledEntry(number, log.state.turn, side, "plan", tuple(events), order))
    assert log.state.phase == "battles"
    assert {battle.place for battle in log.state.battles} >= {"Antares/3"}


@pytest.mark.parametrize(
    "wrong",
    [
        a.MarkerAmended("Antares", 3, 1, 5, -1),
        a.MarkerAmended("Antares", 3, 2, 5, -2),
        a.TreasuryAmended(5, "talon", 16, 2),
    ],
)
def test_what_no_version_would_have_made_is_refused(wrong: AnyEvent) -> None:
    _played, entries = old_log()
    log = Log(entries[0])
    log.follow(entries[1])
    kind = type(wrong), getattr(wrong, "side", "")
    events = [wrong if (type(one), getattr(one, "side", "")) == kind else one for one in entries[2].events]
    assert wrong in events
    with pytest.raises(Refused, match=r"Entry 3 \(amend\) does not fit: by the rules event"):
        log.follow(replace(entries[2], events=tuple(events)))
