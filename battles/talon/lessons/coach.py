"""The coach beside the board of a lesson: what to do now, how to do it, and what is said of the last order."""

from dataclasses import dataclass
from typing import Literal

from battles.models import LessonRun, Play
from battles.talon.lessons.scene import run_in, scene_of, standing_of
from engines.talon.hexes import at
from engines.talon.lessons.coaching import Standing, chosen_by
from engines.talon.lessons.lesson import Lesson, Scene, Step, lesson_after, lessons
from engines.talon.play.board import Spot, spot_of
from engines.talon.play.table import PlayTable
from engines.talon.state import Battle as Board

UNDO = "undo"
"""Instead of an order that leads to the goal: the last one is to be taken back first, as the reply to it says."""
TOO_LATE = "That was a different order, and you cannot take it back. Start this part again."


@dataclass(frozen=True, slots=True)
class Coach:
    """What the player of a lesson is told.

    `state`: a step is to be done, the scene failed, it is over and another follows, or the lesson is over. `number` of
    `steps` is the step; `says` and `goal` are its words, `rule` what it is about. `said` is about the goal that was
    reached last and `reply` about the last order. `marks` are the hexes with a ring. `order` is the one that leads to
    the goal, in the notation, or UNDO, and `hint` says where it is on the page. `plays_on`: the battle can be played to
    its end.
    """

    lesson: Lesson
    scene: int
    state: Literal["step", "failed", "scene", "over"]
    number: int
    steps: int
    says: str
    goal: str
    rule: str
    said: str
    reply: str
    marks: tuple[Spot, ...]
    order: str
    hint: str
    plays_on: bool
    following: Lesson | None

    @property
    def rests(self) -> bool:
        """Whether nothing is to be ordered any more."""
        return self.state != "step" and not self.plays_on


def coach_of(play: Play, published: Board, drafted: list[str], table: PlayTable) -> Coach | None:
    """The coach of a lesson's battle, None in any other; `published` is the battle without the draft line."""
    run = run_in(play.battle)
    if run is None:
        return None
    scene = scene_of(run)
    standing = standing_of(play, scene, published, drafted)
    return _coach(run, scene, standing, table, drafted=bool(drafted))


def _coach(run: LessonRun, scene: Scene, standing: Standing, table: PlayTable, *, drafted: bool) -> Coach:
    lesson = lessons()[run.lesson]
    state, done = _state(lesson, run.scene, standing), standing.step == len(scene.steps)
    step = scene.steps[min(standing.step, len(scene.steps) - 1)]
    wrong = not done and "Undo" in standing.reply
    order = _order(step, table, take_back=wrong and drafted) if state == "step" and table.asked else ""
    return Coach(
        lesson=lesson,
        scene=run.scene,
        state=state,
        number=lesson.steps_before(run.scene) + min(standing.step + 1, len(scene.steps)),
        steps=lesson.steps,
        says=standing.failed or step.says,
        goal=step.goal,
        rule=step.rule,
        said=standing.said,
        reply=TOO_LATE if wrong and not drafted else "" if done else standing.reply,
        marks=tuple(_spot(mark) for mark in step.marks) if state == "step" else (),
        order=order,
        hint=_hint(table, order),
        plays_on=done and scene.led_by is not None,
        following=lesson_after(run.lesson),
    )


def _state(lesson: Lesson, scene: int, standing: Standing) -> Literal["step", "failed", "scene", "over"]:
    if standing.step == len(lesson.scenes[scene].steps):
        return "over" if scene + 1 == len(lesson.scenes) else "scene"
    return "failed" if standing.failed else "step"


def _order(step: Step, table: PlayTable, *, take_back: bool) -> str:
    return UNDO if take_back else chosen_by(step.show, _orders(table))


def _spot(mark: str) -> Spot:
    q, r = mark.split(",")
    return spot_of(at(int(q), int(r)))


def _orders(table: PlayTable) -> list[str]:
    """Every order that the table offers, but not to give up or offer a draw."""
    choices = (*table.choices, *([table.close] if table.close else []))
    found = [option.offer.order for unit in table.units for option in unit.options]
    return found + [choice.order for choice in choices]


def _hint(table: PlayTable, order: str) -> str:
    """Where on the page the order is given, "" without one."""
    if order == UNDO:
        return "Press “Undo”."
    for unit in table.units:
        for option in unit.options:
            if option.offer.order == order:
                return _of_unit(table, unit.name, option.offer.words, option.label, on_board=option.offer.hex)
    if table.close is not None and table.close.order == order:
        return "Press “Give these orders”." if table.sheet else f"Press “{table.close.words}”."
    words = next((choice.words for choice in table.choices if choice.order == order), "")
    return f"Press “{words}”." if words else ""


def _of_unit(table: PlayTable, name: str, words: str, label: str, *, on_board: object) -> str:
    if table.sheet:
        return f"In the list of {name} choose “{words}”, then press “Give these orders”."
    place = ", or its place on the board" if on_board else ""
    return f"Press “{label}”{place}."
