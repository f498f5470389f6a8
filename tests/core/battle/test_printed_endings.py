"""Every printed ending of every scenario and mode on its board, and a battle of captains for each (20.1, 26, 29)."""

from collections.abc import Iterator

import pytest

from engines.seam.documents import BattleSetup
from engines.talon.aim_documents import Bombard, Dock, Escape, Intel, Land, Losses, Target, Unhurt
from engines.talon.results.check import refusals
from engines.talon.results.degree import decision
from engines.talon.terms import aims_of
from tests.endings.captains import fought, numbers
from tests.endings.printed import PrintedEnding, on_the_board, printed_endings, told
from tests.endings.table import PAGE, written

EVERY = pytest.mark.parametrize("ending", printed_endings(), ids=lambda ending: ending.key)
Way = tuple[str, str]
"""How a battle ends, and who has won."""


def asked_for(setup: BattleSetup) -> Iterator[Way]:
    """The ways in which a battle with these aims may end, conceding apart."""
    aims = aims_of(setup)
    if not any(isinstance(aim, Dock | Intel) for aim in aims):
        yield from (("held", "terran"), ("held", "talon"))
    for aim in aims:
        match aim:
            case Land(needs=needs) if needs:
                yield "planet", aim.side
            case Target() | Bombard():
                yield "aim", aim.side
            case Dock() | Intel():
                yield from (("aim", "terran"), ("aim", "talon"))
            case Escape() | Losses() | Unhurt() | Land():
                pass


@pytest.mark.parametrize("of", told())
def test_no_ending_of_a_scenario_or_mode_is_missing(of: str) -> None:
    """Its aims say how it may end; what only Talon, or both, may do is in the list for each."""
    endings = [one for one in printed_endings() if one.of == of]
    listed = {(one.ending, one.won) for one in endings}
    assert set(asked_for(endings[0].setup)) == {way for way in listed if way[0] != "conceded"}


@EVERY
def test_the_last_orders_end_it_on_the_board(ending: PrintedEnding) -> None:
    report = on_the_board(ending)
    assert refusals(ending.setup, report) == []
    assert ending.is_reached(report)
    if "field" not in ending.says and ending.ending != "conceded":
        assert decision(ending.setup, report) == f"{ending.says}."


@pytest.mark.parametrize(
    "ending", [one for one in printed_endings() if not one.conceded], ids=lambda ending: ending.key
)
def test_captains_come_to_it_from_the_printed_beginning(ending: PrintedEnding) -> None:
    """If captains or rules have changed: python -m tests.endings.captains."""
    assert ending.is_reached(fought(ending, numbers()[ending.key]).result.report)


@pytest.mark.parametrize("number", [1, 2])
def test_what_would_be_devastating_is_great_there(number: int) -> None:
    """26.1, 26.2: three times the points, at least, on the boards of both endings."""
    for ending in printed_endings():
        if ending.scenario == number:
            report = on_the_board(ending)
            assert {fate.fate for fate in report.fates(ending.won)} <= {"stands", "destroyed"}
            assert ending.degree == "great"


def test_the_list_stands_in_the_docs() -> None:
    assert PAGE.read_text("utf-8") == written(), "python -m tests.endings.table writes it"
