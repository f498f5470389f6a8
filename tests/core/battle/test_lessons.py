"""Lessons: each is played to its end by its own hints, whatever the dice; goals take nothing that was not done."""

import re

import pytest

from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.dice import Dice, Label
from engines.talon.lessons.coaching import Standing, chosen_by, in_notation, watch
from engines.talon.lessons.lesson import Scene, lesson_after, lessons
from engines.talon.lessons.patterns import any_matches, matches
from engines.talon.lessons.rival import rival_of
from engines.talon.play.barriers import NoDice
from engines.talon.text import read_order, write_order
from engines.talon.view import View, decider

MOST_ORDERS = 12
"""The most orders of one's own that the hints of a scene ask for."""
SCENES = [
    pytest.param(scene, id=f"{lesson.name}-{number}")
    for lesson in lessons().values()
    for number, scene in enumerate(lesson.scenes)
]


class Always:
    """Dice that always show the same."""

    def __init__(self, die: int) -> None:
        self.die = die

    def roll(self, label: Label) -> int:
        return self.die


def played(scene: Scene, dice: Dice, seed: int = 0) -> tuple[Standing, list[str]]:
    """The scene by its own hints, up to the first decision after its last goal, and what happened."""
    battle, rival, lines = scene.battle(), rival_of(scene, seed), list[str]()
    game.run_to_decision(battle, dice)
    for _ in range(60):
        standing, side = watch(scene, lines), decider(battle)
        if side is None or (side == scene.side and (standing.failed or standing.step == len(scene.steps))):
            break
        view = View(battle, side)
        order = rival.decide(view)
        if side == scene.side:
            show = scene.steps[standing.step].show
            order = read_order(chosen_by(show, [write_order(one, battle) for one in view.orders]), battle)
        lines += in_notation(battle, order, game.apply(battle, order, dice))
    return watch(scene, lines), lines


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("seeds", [range(25), range(25, 50)], ids=["first", "more"])
def test_the_hints_lead_to_the_end_by_any_dice(scene: Scene, seeds: range) -> None:
    for seed in seeds:
        standing, lines = played(scene, SeededDice(seed), seed)
        assert (standing.step, standing.failed) == (len(scene.steps), ""), lines
        assert sum(line.startswith(f"{scene.side} ") for line in lines) <= MOST_ORDERS


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("die", range(1, 7))
def test_the_best_and_the_worst_of_luck_change_nothing(scene: Scene, die: int) -> None:
    standing, lines = played(scene, Always(die))
    assert (standing.step, standing.failed) == (len(scene.steps), ""), lines


@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_begins_with_a_choice_of_the_player_and_without_a_die(scene: Scene) -> None:
    battle = scene.battle()
    game.run_to_decision(battle, NoDice())
    assert decider(battle) == scene.side


@pytest.mark.parametrize("scene", SCENES)
def test_a_goal_is_not_reached_before_anything_is_done(scene: Scene) -> None:
    assert watch(scene, []) == Standing(0)
    other = "terran" if scene.side == "talon" else "talon"
    assert watch(scene, [f"turn round 1 impulse A side {other}", f"{other} done"]).step == 0


@pytest.mark.parametrize("scene", SCENES)
def test_each_goal_needs_its_own_order(scene: Scene) -> None:
    """Without the lines that reach a goal, it is not reached, whatever else happened."""
    _, lines = played(scene, SeededDice(1))
    for number, step in enumerate(scene.steps):
        rest = [line for line in lines if not any_matches(step.done, line)]
        assert watch(scene, rest).step <= number


@pytest.mark.parametrize("scene", SCENES)
def test_ending_every_step_and_flying_on_reaches_no_end(scene: Scene) -> None:
    """Somebody who only presses on has not done the lesson."""
    battle, rival, dice, lines = scene.battle(), rival_of(scene), SeededDice(3), list[str]()
    game.run_to_decision(battle, dice)
    for _ in range(120):
        side = decider(battle)
        if side is None:
            break
        view = View(battle, side)
        order = rival.decide(view)
        if side == scene.side:
            orders = [write_order(one, battle) for one in view.orders]
            order = read_order(chosen_by((), orders), battle)
        lines += in_notation(battle, order, game.apply(battle, order, dice))
    assert watch(scene, lines).step < len(scene.steps)


@pytest.mark.parametrize("scene", SCENES)
def test_every_pattern_can_be_met(scene: Scene) -> None:
    """Units, groups and hexes of the patterns are those of the position."""
    names = {unit.name.replace(" ", "_") for unit in scene.battle().units} | {"m1", "*"}
    patterns = [*scene.script, *(remark.on for remark in scene.fails)]
    for step in scene.steps:
        patterns += [*step.done, *step.show, *(remark.on for remark in (*step.met_on, *step.replies))]
    for pattern in patterns:
        first, *rest = pattern.split()
        named = re.findall(r"\b(?:unit|target|missile) (\S+)", pattern)
        if first in ("terran", "talon") and len(rest) > 1 and rest[0] not in ("grant", "vote"):
            named = [rest[1]]
        assert set(named) <= names, pattern
    for step in scene.steps:
        assert step.met or step.met_on
        assert all(re.fullmatch(r"-?\d+,-?\d+", mark) for mark in step.marks)


def test_replies_to_other_orders_and_words_of_praise() -> None:
    flight = lessons()["first-flight"].scenes[0]
    wrong = watch(flight, ["terran move Explorer left", "went unit Explorer place 1,-1 facing NE how move"])
    assert (wrong.step, wrong.reply) == (0, "That was a turn. Press Undo, then fly straight ahead.")
    right = ["terran move Explorer ahead", "went unit Explorer place 1,0 facing E how move"]
    assert watch(flight, right).said.startswith("It flies!")
    later = watch(flight, [*right, "terran move Explorer ahead"])
    assert (later.step, later.said, later.reply[:21]) == (1, "", "That was another way.")


def test_what_ends_a_scene_before_its_goals() -> None:
    shots = lessons()["first-flight"].scenes[1]
    missed = "shot unit Explorer group 1 weapon phaser target Drone distance 3 die 2 modifier 0 points 0"
    lines = ["terran move Explorer left", "terran fire Explorer 1 Drone", missed]
    assert watch(shots, lines).failed.startswith("Too far away")
    assert watch(shots, ["terran concede", "ended ending conceded winner talon"]).failed
    duel = lessons()["the-duel"].scenes[0]
    assert watch(duel, ["turn round 1 impulse F side talon"]).failed.startswith("Sacrifice had its turn")


def test_what_is_said_follows_what_happened() -> None:
    fire = lessons()["fire"].scenes[0]
    moved = ["terran move Napoleon ahead", "went unit Napoleon place 1,0 facing E how move"]
    shot = "shot unit Napoleon group 2 weapon anti_matter_torpedo target Hunter distance 2 die {} modifier 0 points {}"
    order = "terran fire Napoleon 2 Hunter"
    assert watch(fire, [*moved, order, shot.format(1, 0)]).said.startswith("A miss!")
    hit = [shot.format(5, 4), "struck unit Hunter arc front cause weapon markers 0 shields 4 hull 0"]
    assert watch(fire, [*moved, order, *hit]).said.startswith("A hit: 4 points.")


def test_patterns() -> None:
    assert matches("terran fire Patton 1|3 Sacrifice", "terran fire Patton 3 Sacrifice")
    assert not matches("terran fire Patton 1|3 Sacrifice", "terran fire Patton 2 Sacrifice")
    assert not matches("terran move Patton *", "terran move Patton ahead dock Wasp")
    assert not matches("terran done", "talon done")
    assert matches(
        "struck unit Thor hull 1+", "struck unit Thor arc left cause weapon markers 0 shields 0 hull 2"
    )
    assert not matches(
        "struck unit Thor hull 1+", "struck unit Thor arc left cause weapon markers 0 shields 2 hull 0"
    )
    assert not matches(
        "struck unit Thor", "struck unit Hunter arc left cause weapon markers 0 shields 2 hull 0"
    )
    assert not matches("lost unit Thor", "went unit Thor place 1,0 facing E how move")
    assert matches("curved side terran rows Thor:4/2,*", "curved side terran rows Thor:4/2,Wasp:6/1")


def test_the_lessons_are_short_and_follow_each_other() -> None:
    names = list(lessons())
    assert names[0] == "first-flight"
    assert names[-1] == "the-duel"
    assert [after.name if (after := lesson_after(name)) else None for name in names] == [*names[1:], None]
    for lesson in lessons().values():
        assert lesson.minutes <= 5
        assert lesson.steps <= 8
        for scene in lesson.scenes:
            for step in scene.steps:
                assert len(step.says) <= 130, step.says
                assert len(re.findall(r"[.!?](?: |$)", step.says)) <= 3, step.says
                assert len(step.goal) <= 90, step.goal


def test_a_battle_that_a_lucky_shot_wins_is_not_said_to_have_failed() -> None:
    scene = lessons()["first-flight"].scenes[1]
    won, lost = (watch(scene, [f"ended ending held winner {side}"]).failed for side in ("terran", "talon"))
    assert "You have won" in won
    assert "You have won" not in lost
