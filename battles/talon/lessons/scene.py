"""The scene of a lesson that is played in a battle: who plays the other side, and how far the player has come."""

from battles.models import Battle, LessonRun, Play
from engines.seam.sides import Side
from engines.talon import game
from engines.talon.lessons.coaching import Standing, in_notation, watch
from engines.talon.lessons.lesson import Scene, lessons
from engines.talon.lessons.rival import Decides, rival_of
from engines.talon.play.barriers import NoDice
from engines.talon.play.drafts.lines import decode_line, with_draft
from engines.talon.state import Battle as Board


def run_in(battle: Battle) -> LessonRun | None:
    """The run of a lesson that goes on in the battle, None if there is none; one query for a lesson's battle.

    There is none either if the lesson does not have the scene any more.
    """
    run = LessonRun.objects.filter(battle=battle).first() if battle.is_lesson else None
    return run if run is not None and is_known(run) else None


def is_known(run: LessonRun) -> bool:
    """Whether the lesson of the run, as it is now, has the scene."""
    return run.lesson in lessons() and run.scene < len(lessons()[run.lesson].scenes)


def scene_of(run: LessonRun) -> Scene:
    """The scene the run is in."""
    return lessons()[run.lesson].scenes[run.scene]


def lesson_rival(battle: Battle, side: Side, seed: int) -> Decides | None:
    """Who plays the other side of a lesson; None in any other battle, and for the player's own side."""
    run = run_in(battle)
    if run is None or scene_of(run).side == side:
        return None
    return rival_of(scene_of(run), seed)


def standing_of(play: Play, scene: Scene, published: Board, drafted: list[str]) -> Standing:
    """How far the player has come, with the orders of the draft line; `published` is the battle without them."""
    lines: list[str] = []
    for raw in play.lines.order_by("number").values_list("line", flat=True):
        document = decode_line(bytes(raw))
        for given, events in zip(document.given, document.events, strict=True):
            lines += in_notation(published, given.order, events)
    board = published.copy()
    for order in with_draft(published, drafted)[1]:
        lines += in_notation(board, order, game.apply(board, order, NoDice()))
    return watch(scene, lines)
