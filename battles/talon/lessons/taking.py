"""Taking lessons: beginning one, its scenes one after the other, and noting that it is done."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.people.special_users import computer_user
from battles.battle.services.opening import open_battle
from battles.battle.services.ways import forget_play
from battles.models import LESSON, Battle, LessonRun, Play, Tempo
from battles.talon.lessons.scene import run_in, scene_of, standing_of
from battles.talon.play.board import board_of
from battles.talon.play.services.beginning import begin
from battles.talon.play.services.ordering import draft_of
from engines.seam import codec
from engines.seam.documents import Level
from engines.seam.sides import SIDES, Side, opponent
from engines.talon import game
from engines.talon.lessons.lesson import Scene, lessons
from engines.talon.play.barriers import NoDice

TITLE = "Lesson"


@transaction.atomic
def take_lesson(*, user: User, name: str, from_start: bool = False) -> LessonRun:
    """The user's run of the lesson with a battle to play it in: as it was left, or from its first scene.

    KeyError if there is no such lesson.
    """
    lesson = lessons()[name]
    run, _made = LessonRun.objects.get_or_create(user=user, lesson=name)
    if from_start or run.scene >= len(lesson.scenes):
        return _opened(run, 0)
    return run if run.battle_id is not None else _opened(run, run.scene)


@transaction.atomic
def begin_again(*, user: User, name: str, scene: int) -> LessonRun | None:
    """The user's run at the beginning of the scene it is in; unchanged if that is another one. None without a run."""
    run = _run(user, name)
    return _opened(run, scene) if run is not None and run.scene == scene else run


@transaction.atomic
def next_scene(*, user: User, name: str, scene: int) -> LessonRun | None:
    """The user's run in the scene after this one, whether its goals were reached or not; None if none follows.

    Unchanged if the run is in another scene already.
    """
    run = _run(user, name)
    if run is None or run.scene != scene:
        return run
    if scene + 1 < len(lessons()[name].scenes):
        return _opened(run, scene + 1)
    return None


def note_done(*, battle_id: int) -> None:
    """Note that the lesson is done if all goals of its last scene were reached; harmless for any other battle."""
    play = Play.objects.select_related("battle").get(battle_id=battle_id)
    run = run_in(play.battle)
    if run is None or run.done_at is not None or run.scene + 1 < len(lessons()[run.lesson].scenes):
        return
    scene = scene_of(run)
    standing = standing_of(play, scene, board_of(play), draft_of(play, scene.side).lines)
    if standing.step == len(scene.steps):
        LessonRun.objects.filter(pk=run.pk, done_at=None).update(done_at=timezone.now())


def _run(user: User, name: str) -> LessonRun | None:
    rows = LessonRun.objects.select_for_update(of=("self",)).select_related("user", "battle")
    return rows.filter(user=user, lesson=name).first()


def _opened(run: LessonRun, number: int) -> LessonRun:
    """The run at the beginning of a scene: its battle stands in the scene's position, with dice of its own."""
    scene = lessons()[run.lesson].scenes[number]
    run.battle = _new_battle(run, scene) if run.battle is None else _set_up_again(run.battle, run, scene)
    board = scene.battle()
    game.run_to_decision(board, NoDice())
    begin(run.battle, Tempo.STEP, board)
    run.battle.plays.filter(stage=Play.Stage.GONE).delete()
    run.scene = number
    run.save(update_fields=["battle", "scene"])
    return run


def _new_battle(run: LessonRun, scene: Scene) -> Battle:
    title, players = lessons()[run.lesson].title, _players(run, scene)
    return open_battle(
        setup=scene.setup(title),
        title=TITLE,
        place=title,
        terran_user=players["terran"],
        talon_user=players["talon"],
        owner_topic=f"{LESSON}{run.pk}",
        owner_path=f"/learn/{run.lesson}/",
        levels=dict.fromkeys(SIDES, _level(scene)),
    )


def _set_up_again(battle: Battle, run: LessonRun, scene: Scene) -> Battle:
    """The battle of the scene before, with the units and players of this one; what was played in it counts no more."""
    changes: dict[str, object] = {f"{side}_user": user for side, user in _players(run, scene).items()}
    changes |= {f"{side}_level": _level(scene) for side in SIDES}
    setup = codec.encode(scene.setup(battle.place))
    Battle.objects.filter(pk=battle.pk).update(setup=setup, **changes)
    battle.refresh_from_db()
    forget_play(battle)
    return battle


def _players(run: LessonRun, scene: Scene) -> dict[Side, User]:
    return {scene.side: run.user, opponent(scene.side): computer_user()}


def _level(scene: Scene) -> Level:
    return scene.led_by or "captain"
