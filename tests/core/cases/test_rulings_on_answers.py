"""Instructions left with an answer, answers for later battles, and hopeless battles (S60 to S62, S78)."""

import pytest

from campaign.rules import orders as o
from campaign.rules.battles import opening
from campaign.rules.corrections.recorded_dice import RecordedDice
from campaign.rules.decide import decide
from campaign.rules.events import (
    Answered,
    AnsweredAhead,
    Forfeited,
    HopelessSettled,
    Instructed,
    NotFought,
    QuestionAsked,
)
from campaign.rules.orders import LaterAnswer, StandingInstruction
from campaign.rules.record import clone
from campaign.rules.sight import seen, view
from tests.core.cases.openings import DECLINE, ENGAGE
from tests.core.table import Table

EVERYWHERE = ("Antares", "Badlands", "Maelstrom", "Orion")


def four_battles(terran="BB", talon="BB, DD", *, standing=None, **settings) -> Table:
    """The same forces in all four sectors; Antares asks the side with fewer LP."""
    sides = [dict.fromkeys(EVERYWHERE, forces) for forces in (terran, talon)]
    table = Table.midway(terran=sides[0], talon=sides[1], minimum=(0, 0), **settings)
    table.plan("terran", standing=standing)
    table.plan("talon")
    return table


def asked(table: Table) -> tuple[str, int] | None:
    """The side that must answer 31.6 now, and the battle."""
    question = table.war.question
    return (question.side, question.battle) if question else None


def answers_of(table: Table, side: str) -> list[tuple[int, bool]]:
    """What a side has answered, by battle."""
    return [(event.battle, event.engage) for event in table.happened(Answered) if event.side == side]


def test_s60_instructions_come_with_an_answer_and_count_from_the_next_battle_on():
    """S60: Terran declines Antares and leaves "decline" for two of the other sectors; only Orion asks it again."""
    table = four_battles()
    told = {"Badlands": DECLINE, "Maelstrom": DECLINE}
    table.give("terran", o.Engage(1, engage=False, standing=told))
    for _ in range(3):
        table.engage("talon", True)
    assert answers_of(table, "terran") == [(1, False), (2, False), (3, False)]
    assert asked(table) == ("terran", 4)


def test_s60_they_take_the_place_of_those_for_the_same_sector_alone():
    """S60: Badlands gets a new one, Orion keeps the one that came with the plan."""
    table = four_battles(standing={"Badlands": DECLINE, "Orion": DECLINE})
    table.give("terran", o.Engage(1, engage=False, standing={"Badlands": ENGAGE}))
    assert table.war.terran.standing == {"Badlands": ENGAGE, "Orion": DECLINE}


def test_s60_only_the_side_that_is_asked_can_leave_them_so():
    """S60: Talon's turn to answer has not come."""
    table = four_battles()
    with table.refused("31.6"):
        table.give("talon", o.Engage(1, engage=True, standing={"Badlands": DECLINE}))


def test_s60_an_instruction_for_no_sector_of_the_map():
    """S60: refused, and nothing is answered."""
    table = four_battles()
    with table.refused("S60"):
        table.give("terran", o.Engage(1, engage=True, standing={"Nowhere": ENGAGE}))


def test_s60_the_enemy_learns_nothing_of_them():
    """S60, S15: neither from the events nor from its view."""
    plain, told = four_battles(), four_battles()
    without = plain.give("terran", o.Engage(1, engage=True))
    found = told.give("terran", o.Engage(1, engage=True, standing={"Orion": DECLINE}))
    assert len(told.happened(Instructed)) == 1
    assert seen(found, "talon", over=False) == seen(without, "talon", over=False)
    assert seen(found, None, over=False) == seen(without, None, over=False)
    assert view(plain.war, "talon") == view(told.war, "talon")


@pytest.mark.parametrize(("lead", "engages"), [(1, True), (2, True), (3, False), (99, False)])
def test_s61_engage_with_a_lead_of_n_or_ask(lead, engages):
    """S61: Talon has 2 LP more, and Terran has engaged; with a smaller lead than it wants, Talon is asked."""
    table = Table.midway(terran={"Antares": "BB"}, talon={"Antares": "BB, CL"}, minimum=(0, 0))
    table.plan("terran", standing={"Antares": ENGAGE})
    table.plan("talon", standing={"Antares": StandingInstruction("leading", lead)})
    assert (answers_of(table, "talon") == [(1, True)]) is engages
    assert (asked(table) == ("talon", 1)) is not engages


def test_s61_an_enemy_that_has_declined_is_always_engaged():
    """S61: whatever the lead."""
    table = Table.midway(terran={"Antares": "BB"}, talon={"Antares": "BB, CL"}, minimum=(0, 0))
    table.plan("terran", standing={"Antares": DECLINE})
    table.plan("talon", standing={"Antares": StandingInstruction("leading", 99)})
    assert answers_of(table, "talon") == [(1, True)]
    assert [event.side for event in table.happened(Forfeited)] == ["terran"]


def test_s61_the_side_with_fewer_lp_is_asked():
    """S61: it never leads, and it answers before the enemy has declined."""
    assert asked(four_battles(standing={"Antares": StandingInstruction("leading", 1)})) == ("terran", 1)


def test_s62_answers_for_later_battles_are_given_when_the_rules_ask():
    """S62: all forces are open, so Terran answers three battles at once; Talon is asked in order."""
    table = four_battles(reveal="together")
    later = (LaterAnswer(2, engage=False), LaterAnswer(4, engage=False))
    table.give("terran", o.Engage(1, engage=False, later=later))
    assert answers_of(table, "terran") == [(1, False)]
    table.engage("talon", True)
    assert answers_of(table, "terran") == [(1, False), (2, False)]
    table.engage("talon", True)
    assert asked(table) == ("terran", 3)
    table.engage("terran", False)
    table.engage("talon", False)
    assert [event.battle for event in table.happened(NotFought)] == [3]
    assert answers_of(table, "terran") == [(1, False), (2, False), (3, False), (4, False)]


def test_s62_an_answer_for_a_battle_goes_before_the_instruction_for_its_sector():
    """S62: it was given later and knows more."""
    table = four_battles(standing={"Badlands": ENGAGE}, reveal="together")
    table.give("terran", o.Engage(1, engage=False, later=(LaterAnswer(2, engage=False),)))
    table.engage("talon", True)
    assert answers_of(table, "terran") == [(1, False), (2, False)]


def test_s62_not_where_battles_are_revealed_one_by_one():
    """S62: the forces of the next battle are not known yet."""
    table = four_battles()
    with table.refused("S62"):
        table.give("terran", o.Engage(1, engage=True, later=(LaterAnswer(2, engage=True),)))


@pytest.mark.parametrize("numbers", [(1,), (9,), (2, 2)])
def test_s62_each_later_battle_once(numbers):
    """S62: not the battle that asks, none that is not there, none twice."""
    table = four_battles(reveal="together")
    with table.refused("S62"):
        later = tuple(LaterAnswer(number, engage=True) for number in numbers)
        table.give("terran", o.Engage(1, engage=True, later=later))


def test_s62_the_enemy_learns_nothing_before_its_time():
    """S62, S15: neither from the events nor from its view."""
    plain, ahead = four_battles(reveal="together"), four_battles(reveal="together")
    without = plain.give("terran", o.Engage(1, engage=False))
    found = ahead.give("terran", o.Engage(1, engage=False, later=(LaterAnswer(3, engage=False),)))
    assert len(ahead.happened(AnsweredAhead)) == 1
    assert seen(found, "talon", over=False) == seen(without, "talon", over=False)
    assert view(plain.war, "talon") == view(ahead.war, "talon")


def test_s62_an_answer_ahead_is_for_its_turn_alone():
    """S62: in the next turn Terran is asked everywhere again."""
    table = four_battles(reveal="together")
    later = tuple(LaterAnswer(number, engage=False) for number in (2, 3, 4))
    table.give("terran", o.Engage(1, engage=False, later=later))
    for _ in EVERYWHERE:
        table.engage("talon", False)
    assert (table.war.turn, table.war.phase) == (4, "planning")
    assert table.war.terran.ahead == ()
    table.plan("terran")
    table.plan("talon")
    assert asked(table) == ("terran", 5)
    assert [event.question.side for event in table.happened(QuestionAsked)][-1] == "terran"


SPARE = o.Engage(1, engage=False, hopeless="decline")


def outmatched(terran: dict[str, str] | None = None, *, everywhere: str = "DD", **midway) -> Table:
    """Talon is far stronger in all four sectors, unless Terran has something else there."""
    forces = dict.fromkeys(EVERYWHERE, everywhere) | (terran or {})
    talon = dict.fromkeys(EVERYWHERE, "2 DN, FF")
    table = Table.midway(terran=forces, talon=talon, minimum=(0, 0), **midway)
    table.plan("terran", standing=None)
    table.plan("talon", standing=dict.fromkeys(EVERYWHERE, ENGAGE))
    return table


def test_s78_hopeless_battles_of_the_turn_are_declined_as_they_are_revealed():
    """S78: one answer settles all four; each is revealed after the one before, and the odds are recorded."""
    table = outmatched()
    table.give("terran", SPARE)
    assert answers_of(table, "terran") == [(number, False) for number in (1, 2, 3, 4)]
    odds = [one.odds for one in table.happened(Answered) if one.side == "terran"]
    assert odds[0] is None
    assert all(one is not None and one < 10 for one in odds[1:])
    assert table.war.turn == 4


def test_s78_what_can_be_won_is_asked():
    """S78: Badlands is even, so Terran is asked there; what it said counts on in the sectors after it."""
    table = outmatched({"Badlands": "3 BB, CA"})
    table.give("terran", SPARE)
    assert asked(table) == ("terran", 2)
    table.give("terran", o.Engage(2, engage=False))
    assert answers_of(table, "terran") == [(number, False) for number in (1, 2, 3, 4)]


def test_s78_it_can_be_taken_back_with_the_next_answer():
    """S78: after Badlands Terran is asked in Maelstrom."""
    table = outmatched({"Badlands": "3 BB, CA"})
    table.give("terran", SPARE)
    table.give("terran", o.Engage(2, engage=False, hopeless="ask"))
    assert asked(table) == ("terran", 3)


def test_s78_it_ends_with_the_turn():
    """S78: the next turn begins without it."""
    table = outmatched()
    table.give("terran", SPARE)
    assert table.war.turn == 4
    assert table.war.terran.hopeless == "ask"


def test_s78_the_home_and_a_base_are_not_given_up_unasked():
    """S78: in Badlands the front line is at the Terran home, in Maelstrom a base stands."""
    table = outmatched(markers={"Badlands": 1})
    table.give("terran", SPARE)
    assert asked(table) == ("terran", 2)
    based = outmatched(bases={"Maelstrom/3": ("terran", "")}, markers={"Maelstrom": 3})
    based.give("terran", SPARE)
    assert asked(based) == ("terran", 3)


def test_s78_an_instruction_goes_first():
    """S78: in Badlands Terran has said to engage."""
    table = Table.midway(
        terran=dict.fromkeys(EVERYWHERE, "DD"),
        talon=dict.fromkeys(EVERYWHERE, "2 DN, FF"),
        minimum=(0, 0),
    )
    table.plan("terran", standing={"Badlands": ENGAGE})
    table.plan("talon", standing={"Antares": ENGAGE})
    table.give("terran", SPARE)
    assert answers_of(table, "terran") == [(1, False), (2, True)]


def test_s78_what_the_enemy_has_declined_is_not_declined_unasked(monkeypatch):
    """S78: Talon, with fewer LP in Badlands, has declined there; whatever the odds, Terran is asked."""
    monkeypatch.setattr(opening, "best_chance", lambda *_: 0)
    table = Table.midway(
        terran={"Antares": "DD", "Badlands": "2 BB"},
        talon={"Antares": "2 DN, FF", "Badlands": "FF"},
        minimum=(0, 0),
    )
    table.plan("terran", standing=None)
    table.plan("talon", standing={"Antares": ENGAGE, "Badlands": DECLINE})
    table.give("terran", SPARE)
    assert asked(table) == ("terran", 2)


def test_s78_the_enemy_learns_nothing_of_it():
    """S78, S15: neither from the events, but for the answers, nor from its view."""
    plain, told = outmatched(), outmatched()
    one_by_one = list(plain.give("terran", o.Engage(1, engage=False)))
    for number in (2, 3, 4):
        one_by_one += plain.give("terran", o.Engage(number, engage=False))
    at_once = told.give("terran", SPARE)
    assert len(told.happened(HopelessSettled)) == 1
    for viewer in ("talon", None):
        shown = [one for one in seen(one_by_one, viewer, over=False) if not isinstance(one, QuestionAsked)]
        assert seen(at_once, viewer, over=False) == shown
    assert view(plain.war, "talon") == view(told.war, "talon")


def test_s78_an_answer_stays_when_the_estimate_is_another(monkeypatch):
    """S78: judged again the recorded odds decide, in what was declined and in what was asked."""
    table = outmatched({"Badlands": "3 BB, CA"})
    before = clone(table.war)
    events = decide(before, "terran", SPARE, table.dice)
    table.give("terran", SPARE)
    between, order = clone(table.war), o.Engage(2, engage=False)
    rest = decide(between, "terran", order, table.dice)
    monkeypatch.setattr(opening, "best_chance", lambda *_: 0)
    assert decide(before, "terran", SPARE, RecordedDice(events)) == events
    assert decide(before, "terran", SPARE, table.dice) != events
    monkeypatch.setattr(opening, "best_chance", lambda *_: 99)
    assert decide(between, "terran", order, RecordedDice(rest)) == rest
    assert decide(between, "terran", order, table.dice) != rest
