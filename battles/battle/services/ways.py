"""A battle played by hand goes another way, and back: to the computer, to the table, to the browser (S35)."""

from typing import Any

from battles.battle.boards import StalePlay, board_for
from battles.battle.services.step import Kind, note
from battles.models import Battle, BattleNote, Play, PlayedBy
from engines.seam.sides import SIDES, Side

TRIES = 5
UNDER_WAY = (Play.Stage.ON, Play.Stage.LAID)


def kept_play(battle: Battle) -> Play | None:
    """The play of the battle that is under way or laid aside; one query."""
    return battle.plays.select_related("seal").filter(stage__in=UNDER_WAY).first()


def play_by_hand(battle: Battle) -> None:
    """Let the players play it from where it stands, in the caller's transaction; from the beginning if it is new."""
    if kept_play(battle) is None:
        board_for(battle).begin(battle)
        return
    _change(battle, {f"{side}_by": player_now(battle, side) for side in SIDES}, stage=Play.Stage.ON)
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
    board_for(battle).follow(battle)
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
        board_for(battle).forget(battle)


def seat_changed(battle: Battle, side: Side) -> None:
    """Let the new player of the side play on, or a captain if that is the computer, in the caller's transaction."""
    if kept_play(battle) is not None:
        _change(battle, {f"{side}_by": player_now(battle, side)})


def player_now(battle: Battle, side: Side) -> str:
    """Who gives a side's orders from the first on: its player, or a captain if that is the computer."""
    return battle.levels[side] if battle.user_of(side).is_computer else PlayedBy.PERSON


def _change(battle: Battle, changes: dict[str, Any], *, stage: str = "") -> None:
    """Let the board write who plays from now on; tried again if an order comes in between."""
    board = board_for(battle)
    for _ in range(TRIES):
        play = kept_play(battle)
        if play is None:
            raise StalePlay
        play.battle = battle
        if board.change(play, changes, stage=stage or play.stage):
            return
    raise StalePlay
