"""An Ace Commander, who leads squadrons, and rogue squadrons, which wait (W7, WF12, WF41, WF45)."""

import pytest

from engines.seam.refusals import Refused
from engines.warfleets.dice import ScriptedDice
from engines.warfleets.events import Skipped
from engines.warfleets.game import apply, asked
from engines.warfleets.orders import Done, Fly, Hold, Shoot, Skip
from engines.warfleets.rules.sequence import run
from tests.core.warfleets.scenes import battle, ship, squadron

NO_DICE = ScriptedDice([])


def refusal(on, order):
    with pytest.raises(Refused) as refused:
        apply(on, order, NO_DICE)
    (found,) = refused.value.refusals
    return found


def led(*places, enemies=2):
    """A heavy ship with an Ace Commander at 36, 10, gunships of his side, and enemies far away."""
    on = battle()
    ship(on, "terran", "heavy", (3600, 1000), 0, hero="ace-commander")
    for place in places:
        squadron(on, "terran", "gunship", place)
    for at in range(enemies):
        squadron(on, "talon", "fighter", (6000 + 300 * at, 4000))
    ship(on, "talon", "light", (6000, 4600), 1800)
    run(on)
    return on


def test_wf41_after_the_first_squadron_near_him_a_second_near_him_is_activated_at_once():
    on = led((3600, 1767), (4367, 1000), (4368, 1000))
    apply(on, Fly("terran", 1, "move", ((3600, 2700),)), NO_DICE)
    assert asked(on) == ("terran", "lead", 0)
    found = refusal(on, Hold("terran", 3))
    assert (found.rule, found.reason) == (
        "WF41",
        "The Ace Commander can have one of these activated: Wing 2.",
    )
    apply(on, Hold("terran", 2), NO_DICE)
    assert asked(on) == ("talon", "activate", -1)


def test_wf41_only_the_first_time_in_a_round():
    on = led((3600, 1600), (4200, 1000), (3000, 1000), (3000, 1300))
    for order in (Hold("terran", 1), Hold("terran", 2), Hold("talon", 5), Hold("terran", 3)):
        apply(on, order, NO_DICE)
    assert asked(on) == ("talon", "activate", -1)


def test_wf41_a_first_squadron_farther_away_uses_nothing_up():
    on = led((3600, 1768), (4200, 1000), (3000, 1000))
    apply(on, Hold("terran", 1), NO_DICE)
    assert asked(on) == ("talon", "activate", -1)
    apply(on, Hold("talon", 4), NO_DICE)
    apply(on, Hold("terran", 2), NO_DICE)
    assert asked(on) == ("terran", "lead", 0)


def test_wf41_he_need_not_and_then_it_is_used_up():
    on = led((3600, 1600), (4200, 1000), (3000, 1000))
    apply(on, Hold("terran", 1), NO_DICE)
    assert refusal(on, Done("terran", 1)).rule == "WF41"
    for order in (Done("terran", 0), Hold("talon", 4), Hold("terran", 2)):
        apply(on, order, NO_DICE)
    assert asked(on) == ("talon", "activate", -1)


def test_wf41_in_the_next_round_he_may_again():
    on = led((3600, 1600), (4200, 1000), enemies=0)
    for order in (Hold("terran", 1), Hold("terran", 2), Hold("talon", 3), Hold("terran", 0)):
        apply(on, order, NO_DICE)
    assert on.round == 2
    apply(on, Hold("terran", 1), NO_DICE)
    assert asked(on) == ("terran", "lead", 0)


def rogue(*more, special="rogue"):
    """A gunship of Terran that is rogue, other squadrons of Terran, and two ships."""
    on = battle()
    squadron(on, "terran", "gunship", (2000, 1000)).specials = (special,)
    for at, kind in enumerate(more):
        squadron(on, "terran", kind, (5000 + 300 * at, 500))
    ship(on, "terran", "heavy", (3600, 1000), 0)
    ship(on, "talon", "medium", (2000, 2000), 1800)
    run(on)
    return on


def test_wf45_a_rogue_squadron_skips_its_phase_and_acts_in_another():
    on = rogue("fighter")
    assert apply(on, Skip("terran", 0), NO_DICE) == [Skipped(0)]
    assert refusal(on, Hold("terran", 0)).rule == "W7"
    apply(on, Hold("terran", 1), NO_DICE)
    assert (on.phase, asked(on)) == (1, ("terran", "activate", -1))
    apply(on, Skip("terran", 0), NO_DICE)
    assert (on.phase, asked(on)) == (2, ("terran", "activate", -1))
    apply(on, Fly("terran", 0, "move", ((2000, 1700),)), NO_DICE)
    assert (on.models[0].acted, asked(on)) == (True, ("talon", "activate", -1))


def test_wf12_in_another_phase_it_moves_or_shoots():
    on = rogue()
    on.models[0].place = (on.models[2].place[0], 1700)
    apply(on, Skip("terran", 0), NO_DICE)
    apply(on, Hold("terran", 0), NO_DICE)
    assert asked(on) == ("terran", "shoot", 0)
    apply(on, Shoot("terran", 0, -1, (2,)), ScriptedDice([1, 1]))
    assert on.models[0].acted


def test_wf45_it_need_not_act_at_all_and_may_again_in_the_next_round():
    on = rogue()
    for _ in range(3):
        apply(on, Skip("terran", 0), NO_DICE)
    apply(on, Hold("talon", 2), NO_DICE)
    apply(on, Done("talon", 2), NO_DICE)
    assert (on.phase, asked(on)) == (3, ("terran", "activate", -1))
    apply(on, Hold("terran", 1), NO_DICE)
    apply(on, Done("terran", 1), NO_DICE)
    assert asked(on) == ("terran", "activate", -1)
    apply(on, Skip("terran", 0), NO_DICE)
    assert (on.round, on.models[0].skipped) == (2, -1)


def test_w7_only_a_rogue_squadron_skips():
    assert refusal(rogue(special="fragile"), Skip("terran", 0)).rule == "W7"


def test_wf45_an_ace_commander_does_not_let_a_squadron_skip():
    on = led((3600, 1600), (4200, 1000))
    on.models[2].specials = ("rogue",)
    apply(on, Hold("terran", 1), NO_DICE)
    assert refusal(on, Skip("terran", 2)).rule == "WF45"
