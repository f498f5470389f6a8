"""Where a battle of a war in miniatures stands on the table, and what becomes of it (S35, WF59, WF60)."""

import pytest
from msgspec.structs import replace

from engines.seam.documents import BattleSetup, Fate, Report
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.warfleets.captains.levels import player_of
from engines.warfleets.game import asked
from engines.warfleets.records.match import Match
from engines.warfleets.war.by_hand import position_of, resumed
from engines.warfleets.war.damage import damage_of, disabled_in
from engines.warfleets.war.fighting import fought_by_people
from engines.warfleets.war.setting_up import set_up_of
from engines.warfleets.war.storing import differences
from tests.core.warfleets.test_war import EVEN, FIGHTING, GAME, battle, units


def to_round(setup: BattleSetup, number: int) -> Match:
    """A battle that captains have played until that round begins."""
    match, dice = Match.of(set_up_of(setup)), SeededDice(3)
    players = {side: player_of("captain", at) for at, side in enumerate(SIDES)}
    while (question := asked(match.battle)) is not None and match.battle.round < number:
        match.play(players[question.side].decide(match.battle, question), dice)
    return match


def test_a_stored_position_says_where_the_battle_stands_and_is_played_on() -> None:
    hand, match = GAME.by_hand, to_round(EVEN, 4)
    assert hand is not None
    lost = next(model for model in match.battle.models if model.name == "talon 1")
    lost.status = "destroyed"
    at = position_of(EVEN, match)
    assert (hand.moment(at), hand.is_set_up(at), hand.destroyed(at)) == ("Round 4", True, {"talon 1"})
    assert hand.known_to(at, "terran") == at
    assert hand.fields_so_far(at) == {"rounds": "4", "talon-1-fate": "destroyed"}
    disabled = len(match.battle.models[0].slots) - match.battle.models[0].live
    stood = hand.as_it_stood(at, EVEN)
    assert disabled_in(stood.terran[0].damage) == disabled
    assert stood.talon[1] == EVEN.talon[1]
    begun = position_of(EVEN, Match.of(set_up_of(EVEN)))
    assert (hand.moment(begun), hand.is_set_up(begun), hand.destroyed(begun)) == ("Setting up", False, set())
    gone = [card.fate for force in GAME.sheet(EVEN, at).forces for card in force.cards]
    assert gone == [None, None, None, "destroyed"]


def test_captains_play_on_from_a_stored_position() -> None:
    match = to_round(EVEN, 3)
    at = position_of(EVEN, match)
    assert resumed(EVEN, at).battle == match.battle
    held = GAME.play_out(EVEN, FIGHTING, SeededDice(9), {}, at.decode())
    assert held.report.rounds == 4
    assert held == GAME.play_out(EVEN, FIGHTING, SeededDice(9), {}, at.decode())


@pytest.mark.parametrize(
    ("fates", "rounds", "said"),
    [
        ({"terran 0": Fate("terran 0", "stands", damage_of(1))}, 3, "had 2 of its upgrades disabled"),
        ({}, 3, "talon 1 was destroyed"),
        ({"talon 1": Fate("talon 1", "destroyed")}, 2, "had reached round 3"),
        ({"talon 1": Fate("talon 1", "destroyed"), "terran 0": Fate("terran 0", "destroyed")}, 3, ""),
    ],
)
def test_s35_no_report_is_better_than_where_the_battle_stood(
    fates: dict[str, Fate], rounds: int, said: str
) -> None:
    match = to_round(EVEN, 3)
    models = {model.name: model for model in match.battle.models}
    models["talon 1"].status = "destroyed"
    for at in range(2):
        models["terran 0"].damage[at] = models["terran 0"].boxes[at]
    position = position_of(EVEN, match)
    told = {
        unit.name: Fate(unit.name, "stands", damage_of(2) if unit.name == "terran 0" else damage_of(0))
        for side in SIDES
        for unit in EVEN.force(side)
    } | fates
    terran, talon = (tuple(told[unit.name] for unit in EVEN.force(side)) for side in SIDES)
    report = Report(rounds, "conceded", terran, talon, "terran")
    hand = GAME.by_hand
    assert hand is not None
    reasons = " ".join(one.reason for one in hand.refusals_since(position, report))
    assert said in reasons
    assert bool(reasons) == bool(said)


def test_wf60_who_gives_up_has_the_result_that_captains_would_have() -> None:
    begun = to_round(EVEN, 0)
    unfought = fought_by_people(EVEN, begun.record("x"), begun.battle, "talon")
    assert (unfought.result.report.rounds, unfought.result.talon_lost, unfought.result.winner) == (
        1,
        0,
        "terran",
    )
    later = to_round(EVEN, 3)
    broke_off = fought_by_people(EVEN, later.record("x"), later.battle, "terran")
    assert (broke_off.result.report.rounds, broke_off.result.winner) == (3, "talon")
    assert {fate.fate for fate in broke_off.result.report.terran} <= {"jumped", "destroyed"}
    assert not [*differences(broke_off)]
    for unit in units("terran", "battleship", "fighter"):
        assert GAME.unit_card("terran", unit, None, "jumped").fate_words == "Got away"


def test_wf59_there_is_nothing_to_play_without_ships_on_both_sides() -> None:
    hand = GAME.by_hand
    assert hand is not None
    setup = battle(units("terran", "fighter"), units("talon", "destroyer"))
    assert [one.rule for one in hand.refusals_to_play(setup)] == ["WF59"]
    assert not [*hand.refusals_to_play(EVEN)]


def test_what_could_not_begin_is_not_played() -> None:
    hand = GAME.by_hand
    assert hand is not None
    (ship,) = units("terran", "battleship")
    wrong = battle((replace(ship, name="Two  spaces"),), units("talon", "destroyer"))
    assert [one.rule for one in hand.refusals_to_play(wrong)] == ["WF14"]
