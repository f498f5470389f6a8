"""31.6 answered by instructions given with the assignment (S36)."""

import pytest

from campaign.rules import sight
from campaign.rules.battles import opening as battles
from campaign.rules.battles.predicting import USUAL
from campaign.rules.battles.settling import declined, engaged
from campaign.rules.corrections.recorded_dice import RecordedDice
from campaign.rules.decide import decide
from campaign.rules.events import Answered, BattleJoined, Forfeited
from campaign.rules.orders import Engage, StandingInstruction
from engines.seam.sides import Side
from tests.core.cases.openings import DECLINE, ENGAGE
from tests.core.table import Table


def asked(table: Table) -> str | None:
    """The side that must answer 31.6 now."""
    return table.war.question.side if table.war.question else None


def standing(
    terran: StandingInstruction | None,
    talon: StandingInstruction | None,
    forces=("BB", "BB, DD"),
    **midway,
) -> Table:
    """Both in Antares with those instructions for it."""
    table = Table.midway(
        terran={"Antares": forces[0]}, talon={"Antares": forces[1]}, minimum=(0, 0), **midway
    )
    table.plan("terran", standing={"Antares": terran} if terran else None)
    table.plan("talon", standing={"Antares": talon} if talon else None)
    return table


def test_s36_ask_me_is_the_default():
    """S36: without instructions the site asks."""
    assert asked(standing(None, None)) == "terran"
    assert asked(standing(StandingInstruction("ask"), ENGAGE)) == "terran"


def test_s36_engage_without_being_asked():
    """S36: both did; the battle is on."""
    table = standing(ENGAGE, ENGAGE)
    assert [(event.side, event.standing) for event in table.happened(Answered)] == [
        ("terran", True),
        ("talon", True),
    ]
    assert len(table.happened(BattleJoined)) == 1


def test_s36_decline_without_being_asked():
    """S36: the other is asked all the same, for it may decline too."""
    table = standing(DECLINE, None)
    assert asked(table) == "talon"
    table.engage("talon", True)
    assert table.happened(Forfeited)[0].side == "terran"


@pytest.mark.parametrize(("lead", "engages"), [(1, False), (2, False), (3, True), (4, True)])
def test_s36_engage_unless_the_enemy_has_n_more(lead, engages):
    """S36: the enemy has 6 LP against 4, two more."""
    table = standing(StandingInstruction("unless", lead), DECLINE, ("BB", "BB, CL"))
    assert table.happened(Answered)[0].engage is engages


def test_s36_an_enemy_with_fewer_lp_is_always_engaged():
    """S36: "unless" looks at the lead of the enemy only."""
    table = standing(DECLINE, StandingInstruction("unless", 1))
    assert [(event.side, event.engage) for event in table.happened(Answered)] == [
        ("terran", False),
        ("talon", True),
    ]


def test_s36_hidden_until_31_6_asks_that_side():
    """S36: Talon's instruction is not carried out while Terran has not answered."""
    table = standing(None, DECLINE)
    assert table.happened(Answered) == []
    table.engage("terran", True)
    assert [event.side for event in table.happened(Forfeited)] == ["talon"]


def test_s36_an_instruction_for_another_sector_does_not_matter():
    """S36: each sector has its own."""
    table = Table.midway(terran={"Antares": "BB"}, talon={"Antares": "BB, DD"}, minimum=(0, 0))
    table.plan("terran", standing={"Orion": DECLINE})
    table.plan("talon")
    assert asked(table) == "terran"


def test_s36_an_instruction_for_no_sector_of_the_map():
    """S36: refused."""
    table = Table.midway(terran={"Antares": "BB"}, talon={"Antares": "BB, DD"}, minimum=(0, 0))
    with table.refused("S36"):
        table.plan("terran", standing={"Nowhere": DECLINE})


HOME = {"Antares": 1, "Badlands": 1}


def over_home(instructions: dict[str, StandingInstruction]) -> Table:
    """Two markers on the Terran home, whose owner has fewer LP and left those instructions."""
    table = Table.midway(terran={"Antares": "BB"}, talon={"Antares": "BB, DD"}, markers=HOME, minimum=(0, 0))
    table.plan("terran", standing=instructions)
    table.plan("talon")
    return table


def test_s41_the_first_sector_with_an_instruction_speaks_for_the_home():
    """S41: Antares says engage before Badlands says decline."""
    table = over_home({"Antares": ENGAGE, "Badlands": DECLINE})
    assert [(event.side, event.engage) for event in table.happened(Answered)] == [("terran", True)]
    assert asked(table) == "talon"


def test_s41_a_later_sector_speaks_if_the_first_is_silent():
    """S41: only Badlands has one."""
    table = over_home({"Badlands": ENGAGE})
    assert [event.side for event in table.happened(Answered)] == ["terran"]


def test_s41_a_sector_elsewhere_does_not_speak_for_the_home():
    """S41: Maelstrom's marker is not there."""
    assert asked(over_home({"Maelstrom": ENGAGE})) == "terran"


def test_s41_ask_me_is_an_instruction():
    """S41: said for Antares, it holds for the home whatever Badlands says."""
    assert asked(over_home({"Antares": StandingInstruction("ask"), "Badlands": DECLINE})) == "terran"


def test_s36_instructions_are_for_one_turn():
    """S36: they come with an assignment."""
    table = standing(DECLINE, DECLINE)
    assert table.war.turn == 4
    table.roll(1)
    table.plan("terran")
    table.plan("talon", send={"Badlands": "Hunter"})
    assert asked(table) == "terran"


def test_s74_what_was_declined_is_taken_without_asking():
    """S74: Terran declines, and Talon has the zone at once; nobody is asked."""
    table = standing(DECLINE, None, take_declined=True)
    assert asked(table) is None
    assert table.happened(Forfeited)[0].side == "terran"
    answer = table.happened(Answered)[-1]
    assert (answer.side, answer.engage, answer.standing) == ("talon", True, True)


def test_s74_what_was_said_before_goes_first():
    """S74: an instruction to decline holds all the same, so nothing moves; without a refusal both are asked."""
    assert not standing(DECLINE, DECLINE, take_declined=True).happened(Forfeited)
    assert asked(standing(None, None, take_declined=True)) == "terran"


def by_odds(number: int = 25, **other) -> StandingInstruction:
    """Engage if the front line is held in so many of 100."""
    return StandingInstruction("odds", odds=number, **other)


def said(table: Table) -> Answered:
    """The first answer."""
    return table.happened(Answered)[0]


def test_s76_engages_from_the_odds_it_names_on():
    """S76: with the very number the side engages, with one more it declines."""
    odds = said(standing(by_odds(), None)).odds
    assert odds is not None
    assert 0 < odds < 99
    one, other = (said(standing(by_odds(number), None)) for number in (odds, odds + 1))
    assert (one.engage, one.odds, one.standing) == (True, odds, True)
    assert (other.engage, other.odds, other.standing) == (False, odds, True)


@pytest.mark.parametrize("stance", ["hold", "withdraw", "preserve"])
def test_s76_the_estimate_is_that_of_the_pages(stance):
    """S76: the chance not to lose ground, with the instruction's doctrine against an enemy that may withdraw."""
    table = standing(by_odds(99, stance=stance), None)
    battle, seen = table.war.battles[0], sight.view(table.war, "terran")
    told = engaged(seen, battle, "terran", (stance, USUAL), seen.settings.computer)
    assert said(table).odds == round(100 * told.held)


def test_s76_where_nothing_moves_it_goes_by_victories():
    """S76: Talon has no transports, so Terran's planet cannot fall; to hold it is no reason to fight and lose."""
    table = standing(by_odds(99), None, ("DD", "BB, BB"), markers={"Antares": 4})
    battle, seen = table.war.battles[0], sight.view(table.war, "terran")
    told = engaged(seen, battle, "terran", ("withdraw", USUAL), seen.settings.computer)
    assert told.held == 1
    assert said(table).odds == round(100 * told.won)
    assert not said(table).engage


def test_s76_the_home_is_always_fought_for():
    """S76: nothing is estimated there."""
    answer = said(over_home({"Antares": by_odds(99)}))
    assert (answer.side, answer.engage, answer.odds) == ("terran", True, None)


def test_s76_what_the_enemy_declines_is_taken():
    """S76: Terran has declined; Talon engages, whatever it asks for."""
    answers = standing(DECLINE, by_odds(99)).happened(Answered)
    assert [(one.side, one.engage, one.odds) for one in answers] == [
        ("terran", False, None),
        ("talon", True, None),
    ]


def test_s76_an_answer_stays_when_the_estimate_is_another(monkeypatch):
    """S76: judged again, as a file or a correction is, the recorded odds decide, not those of now."""
    table = standing(None, by_odds(1))
    before, order = table.war, Engage(table.war.battles[0].number, engage=True)
    events = decide(before, "terran", order, table.dice)
    answer = next(event for event in events if isinstance(event, Answered) and event.side == "talon")
    assert answer.engage
    monkeypatch.setattr(battles, "stands_ground", lambda *_: 0)
    assert decide(before, "terran", order, RecordedDice(events)) == events
    assert [
        one.engage for one in decide(before, "terran", order, table.dice) if isinstance(one, Answered)
    ] == [
        True,
        False,
    ]


def test_s76_the_enemy_does_not_see_how_it_was_answered():
    """S76: neither that it was an instruction, nor the odds, before the war is over."""
    table = standing(by_odds(1), None)
    [own] = [
        one for one in sight.seen(table.happened(Answered), "terran", over=False) if isinstance(one, Answered)
    ]
    assert own.standing
    assert own.odds is not None
    for viewer in ("talon", None):
        [one] = [
            one
            for one in sight.seen(table.happened(Answered), viewer, over=False)
            if isinstance(one, Answered)
        ]
        assert (one.standing, one.odds) == (False, None)


WORTH = StandingInstruction("worth")


@pytest.mark.parametrize("forces", [("SC", "DN, BB, BC"), ("BB", "BB, DD"), ("BB", "BB, FF")])
@pytest.mark.parametrize("stance", ["hold", "withdraw"])
def test_s83_engages_where_that_is_worth_as_much_as_to_decline(forces, stance):
    """S83: points on both sides, and the front line, with the instruction's doctrine against one that may withdraw."""
    table = standing(StandingInstruction("worth", stance=stance), None, forces)
    battle, seen = table.war.battles[0], sight.view(table.war, "terran")
    fought = engaged(seen, battle, "terran", (stance, USUAL), seen.settings.computer).worth
    given_up = declined(seen, battle, "terran").worth
    answer = next(one for one in table.happened(Answered) if one.side == "terran")
    assert (answer.standing, answer.odds) == (True, None)
    assert answer.gain == round(fought - given_up)
    assert answer.engage == (answer.gain >= 0)


def test_s83_both_answers_come():
    """S83: a scout declines against three great ships, two battleships engage a destroyer."""
    answers = [said(standing(WORTH, WORTH, forces)) for forces in (("SC", "DN, BB, BC"), ("DD", "BB, BB"))]
    assert [one.engage for one in answers] == [False, False]
    assert all(one.gain is not None and one.gain < 0 for one in answers)
    talon = standing(ENGAGE, WORTH, ("DD", "BB, BB")).happened(Answered)[1]
    assert talon.engage
    assert talon.gain is not None
    assert talon.gain > 0


def test_s83_the_home_is_always_fought_for():
    """S83: nothing is estimated there."""
    answer = said(over_home({"Antares": WORTH}))
    assert (answer.side, answer.engage, answer.gain) == ("terran", True, None)


def test_s83_what_the_enemy_declines_is_taken():
    """S83: Terran has declined; Talon engages, though it would lose the fight."""
    answers = standing(DECLINE, WORTH, ("BB, BB", "BB, BB, FF")).happened(Answered)
    assert [(one.side, one.engage, one.gain) for one in answers] == [
        ("terran", False, None),
        ("talon", True, None),
    ]


def test_s83_an_answer_stays_when_the_estimate_is_another(monkeypatch):
    """S83: judged again, the recorded gain decides, not that of now; without one nothing can be judged."""
    table = standing(None, WORTH, ("DD", "BB, BB"))
    before, order = table.war, Engage(table.war.battles[0].number, engage=True)
    events = decide(before, "terran", order, table.dice)
    monkeypatch.setattr(battles, "gain_of_engaging", lambda *_: -1)
    assert decide(before, "terran", order, RecordedDice(events)) == events
    again = decide(before, "terran", order, table.dice)
    assert [one.engage for one in again if isinstance(one, Answered)] == [True, False]
    with pytest.raises(LookupError, match="no gain is recorded"):
        decide(before, "terran", order, RecordedDice([]))


@pytest.mark.parametrize(("viewer", "hidden"), [("terran", False), ("talon", True), (None, True)])
def test_s83_the_enemy_does_not_see_how_it_was_answered(viewer: Side | None, hidden: bool):
    """S83: neither that it was an instruction, nor what it was worth, before the war is over."""
    found = sight.seen(standing(WORTH, None).happened(Answered), viewer, over=False)
    [one] = [one for one in found if isinstance(one, Answered)]
    assert (one.standing, one.gain is None) == (not hidden, hidden)
