"""A battle played by hand goes another way, and back: to the computer, to the table, to the browser (S35)."""

from typing import Any

from django.utils import timezone

from battles.battle.services.step import Kind, note
from battles.models import Battle, BattleNote, Play, PlayClock, PlayedBy
from battles.talon.play.board import board_of
from battles.talon.play.services.beginning import begin
from battles.talon.play.services.clocks import IDLE, give_time
from battles.talon.play.services.publishing import BELL, StalePlay, owing, wind_on
from battles.talon.play.services.timing_out import follow
from engines.seam.sides import SIDES, Side

TRIES = 5
UNDER_WAY = (Play.Stage.ON, Play.Stage.LAID)


def kept_play(battle: Battle) -> Play | None:
    """The play of the battle that is under way or laid aside; one query."""
    return battle.plays.select_related("seal").filter(stage__in=UNDER_WAY).first()


def laid_play(battle_id: int) -> Play | None:
    """The play of the battle that is laid aside, with its battle and players; one query."""
    laid = Play.objects.filter(battle_id=battle_id, stage=Play.Stage.LAID)
    return laid.select_related("battle__terran_user", "battle__talon_user").first()


def play_by_hand(battle: Battle) -> None:
    """Let the players play it from where it stands, in the caller's transaction; from the beginning if it is new."""
    if kept_play(battle) is None:
        begin(battle)
        return
    _change(battle, {f"{side}_by": _player(battle, side) for side in SIDES}, stage=Play.Stage.ON)
    note(battle, Kind.BEGUN, text=BattleNote.RESUMED)


def play_by_captains(battle: Battle) -> None:
    """Let captains finish the battle from where it stands, in the caller's transaction."""
    _change(battle, {f"{side}_by": battle.levels[side] for side in SIDES}, stage=Play.Stage.ON)
    note(battle, Kind.QUEUED, text=BattleNote.RESUMED)


def lay_aside(battle: Battle) -> bool:
    """Whether the battle was being played, and waits now for a result of the table, in the caller's transaction."""
    idle = {"status": "done", "lease_until": None}
    if not battle.plays.filter(stage=Play.Stage.ON).update(stage=Play.Stage.LAID, **idle):
        return False
    follow(battle)
    note(battle, Kind.LAID)
    return True


def forget_play(battle: Battle) -> None:
    """What was played counts no more, in the caller's transaction: the battle was called off."""
    _forget(battle, (*UNDER_WAY, Play.Stage.OVER))


def forget_finished_play(battle: Battle) -> None:
    """What was played to its end counts no more, in the caller's transaction: its result was withdrawn.

    A battle that was laid aside still stands as it stood: the next result, or whoever plays on, begins there (S35).
    """
    _forget(battle, (Play.Stage.OVER,))


def _forget(battle: Battle, stages: tuple[Play.Stage, ...]) -> None:
    idle = {"status": "done", "lease_until": None}
    if battle.plays.filter(stage__in=stages).update(stage=Play.Stage.GONE, **idle):
        PlayClock.objects.filter(play__battle=battle).update(**IDLE)


def seat_changed(battle: Battle, side: Side) -> None:
    """Let the new player of the side play on, or a captain if that is the computer, in the caller's transaction."""
    if kept_play(battle) is not None:
        _change(battle, {f"{side}_by": _player(battle, side)})


def _player(battle: Battle, side: Side) -> str:
    return battle.levels[side] if battle.user_of(side).is_computer else PlayedBy.PERSON


def _change(battle: Battle, changes: dict[str, Any], *, stage: str = "") -> None:
    """Write who plays from now on, and what a program owes by that; tried again if a line comes in between."""
    for _ in range(TRIES):
        play = kept_play(battle)
        if play is None:
            raise StalePlay
        play.battle, play.stage = battle, stage or play.stage
        nobody = {f"{side}_{name}": None for side in SIDES for name in ("through", "ordered")}
        if _written(play, {**changes, **nobody}):
            return
    raise StalePlay


def _written(play: Play, changes: dict[str, Any]) -> bool:
    for name, value in changes.items():
        setattr(play, name, value)
    now, board = timezone.now(), board_of(play)
    owed = owing(play, board, now) if play.stage == Play.Stage.ON else {}
    row = Play.objects.filter(pk=play.pk, number=play.number, stage__in=UNDER_WAY)
    if not row.update(stage=play.stage, **changes, **owed):
        return False
    for side in SIDES:
        if changes.get(f"{side}_by") == PlayedBy.PERSON:
            give_time(play, side, now)
    wind_on(play, board, now)
    if owed.get("status") == "queued":
        BELL.ring(play.pk)
    return True
