"""Clocks of battles played by hand: they run for a person who decides while another person waits.

Every change of who decides, or of who plays, winds the clock on in its own transaction.
"""

from datetime import datetime, timedelta
from typing import Any

from accounts.work import DONE, QUEUED
from battles.battle.selectors import away_until
from battles.clocks import SECOND, read_clock
from battles.models import Play, PlayClock, PlayedBy, Status
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, as_side, opponent

IDLE: dict[str, Any] = {"runs_for": "", "since": None, "falls_at": None, "status": DONE}


def set_up_clock(play: Play, now: datetime) -> None:
    """Give a new play of two people its clock, not running yet, if its battle has one; in the caller's transaction."""
    rule, battle = read_clock(play.battle.clock), play.battle
    alone = battle.one_screen or any(battle.user_of(side).is_computer for side in SIDES)
    if rule is not None and not alone:
        left = {f"{side}_left": rule.given for side in SIDES}
        PlayClock.objects.create(play=play, rule=play.battle.clock, due_at=now, status=DONE, **left)


def wind(play: Play, decides: Side | None, program: str, now: datetime, *, helped: bool = False) -> None:
    """Stop, pass on or start the play's clock, in the transaction that changed who decides or who plays.

    `program` is the captain that decides, "" for a person; `play` still says who decided before, and it was `helped`
    if a captain or orders for the round gave its last orders. What has passed is charged to the side for which it ran.
    """
    clock = PlayClock.objects.filter(play=play).first()
    if clock is None:
        return
    runner = "" if program or decides is None or not _waited_for(play, decides) else decides
    changes = _ended_unclocked(play, clock, decides, helped=helped)
    if runner != clock.runs_for:
        changes |= {**IDLE, **_charged(clock, now, turn_over=decides != clock.runs_for)}
        if runner and decides is not None:
            left = changes.get(f"{decides}_left", clock.left(decides))
            falls_at = now + timedelta(milliseconds=left)
            changes |= {"runs_for": runner, "since": now, "falls_at": falls_at, "status": QUEUED}
    if changes:
        change(clock, now, **changes)


def _ended_unclocked(play: Play, clock: PlayClock, decides: Side | None, *, helped: bool) -> dict[str, Any]:
    """What the side that decided has for its next turn, if its clock stood still as this one ended.

    A budget grows where a captain `helped` for the impulse, or orders for the round were followed.
    """
    side = next((one for one in SIDES if one == play.decider), None)
    if side is None or side in (decides, clock.runs_for):
        return {}
    if clock.gives.kind == "budget" and not (helped and play.by(side) == PlayedBy.PERSON):
        return {}
    return {f"{side}_left": clock.gives.after_turn(clock.left(side))}


def _waited_for(play: Play, side: Side) -> bool:
    """Whether the battle goes on, a person at another screen plays the other side, and the side's own is not away."""
    battle = play.battle
    going_on = play.stage == Play.Stage.ON and battle.status == Status.OPEN and battle.held_at is None
    asked = going_on and not battle.one_screen and play.by(opponent(side)) == PlayedBy.PERSON
    return asked and away_until(battle, side) is None


def _charged(clock: PlayClock, now: datetime, *, turn_over: bool) -> dict[str, Any]:
    """What the side has left for which the clock ran; with what its next turn brings if this one is over."""
    if clock.since is None:
        return {}
    side = as_side(clock.runs_for)
    passed = max(0, round((now - clock.since).total_seconds() * SECOND))
    left = max(0, clock.left(side) - passed)
    return {f"{side}_left": clock.gives.after_turn(left) if turn_over else left}


def change(clock: PlayClock, now: datetime, **changes: Any) -> None:
    """Write the clock anew; a worker's claim on it as it was stands no more."""
    fresh = {"token": "", "attempts": 0, "due_at": now, "lease_until": None, "last_error": ""}
    PlayClock.objects.filter(pk=clock.pk).update(**changes, **fresh)


def come_back(play: Play, side: Side, now: datetime) -> None:
    """Give a player time again who takes back command after it ran out; `Refused` until the captain's turn is over.

    In the caller's transaction.
    """
    clock = PlayClock.objects.filter(play=play).first()
    if clock is None or not clock.fell(side):
        return
    if play.decider == side:
        raise refuse(
            "", "Your time ran out. You can take back command when the captain has finished this turn."
        )
    give_time(play, side, now)


def give_time(play: Play, side: Side, now: datetime) -> None:
    """Give a side time again whose time ran out, in the caller's transaction; harmless for any other."""
    clock = PlayClock.objects.filter(play=play).first()
    if clock is None or not clock.fell(side):
        return
    left = max(clock.left(side), clock.gives.taken_back())
    status = QUEUED if clock.runs_for else DONE
    change(clock, now, status=status, **{f"{side}_fell": False, f"{side}_left": left})
