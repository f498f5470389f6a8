"""Clocks of battles played by hand: they run for a person who decides while another person waits.

Every change of who decides, or of who plays, winds the clock on in its own transaction.
"""

from datetime import datetime, timedelta
from typing import Any

from accounts.work import DONE, QUEUED
from battles.battle.selectors import away_until
from battles.clocks import SECOND, read_clock
from battles.models import (
    Play,
    PlayClock,
    PlayedBy,
    Status,
    Time,
    decode_players,
    decode_times,
    encode_times,
)
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, as_side, opponent
from engines.talon.state import Seat

IDLE: dict[str, Any] = {"runs_for": "", "place": 0, "since": None, "falls_at": None, "status": DONE}


def set_up_clock(play: Play, now: datetime) -> None:
    """Give a new play of two people its clock, not running yet, if its battle has one; in the caller's transaction.

    In a battle of teams each player has one, if there are two people.
    """
    rule, battle = read_clock(play.battle.clock), play.battle
    alone = battle.one_screen or any(battle.user_of(side).is_computer for side in SIDES)
    if battle.teams:
        alone = len(battle.people) - any(user.is_computer for user in battle.people) < 2
    if rule is not None and not alone:
        left = {f"{side}_left": rule.given for side in SIDES}
        players = decode_players(play.team)
        team = (
            encode_times({side: [Time(rule.given)] * len(players[side]) for side in SIDES}) if players else ""
        )
        PlayClock.objects.create(
            play=play, rule=play.battle.clock, due_at=now, status=DONE, team=team, **left
        )


def wind(play: Play, decides: Seat | None, program: str, now: datetime, *, helped: bool = False) -> None:
    """Stop, pass on or start the play's clock, in the transaction that changed who decides or who plays.

    `program` is the captain that decides, "" for a person; `play` still says who decided before, and it was `helped`
    if a captain or orders for the round gave its last orders. What has passed is charged to whom it ran for.
    """
    clock = PlayClock.objects.filter(play=play).first()
    if clock is None:
        return
    runner = None if program or decides is None or not _waited_for(play, decides) else decides
    ran, changes = running(clock), _ended_unclocked(play, clock, decides, helped=helped)
    if runner != ran:
        charged = _charged(clock, now, turn_over=decides != ran)
        changes = {**changes, **IDLE, **charged}
        if runner is not None:
            falls_at = now + timedelta(milliseconds=_left_by(changes, clock, runner))
            whose = {"runs_for": runner.side, "place": runner.player}
            changes |= {**whose, "since": now, "falls_at": falls_at, "status": QUEUED}
    if changes:
        change(clock, now, **changes)


def running(clock: PlayClock) -> Seat | None:
    """The player whose clock runs; None if none does."""
    return Seat(as_side(clock.runs_for), clock.place) if clock.runs_for else None


def _time(clock: PlayClock, seat: Seat, left: int, *, fell: bool) -> dict[str, Any]:
    """The changes by which a player has so much left, and has run out of time or not."""
    side, place = seat
    if not clock.team:
        return {f"{side}_left": left, f"{side}_fell": fell}
    times = decode_times(clock.team)
    times[side][place] = Time(left, fell)
    clock.team = encode_times(times)
    return {"team": clock.team}


def ran_out(clock: PlayClock, seat: Seat) -> dict[str, Any]:
    """The changes by which a player's time has run out."""
    return _time(clock, seat, 0, fell=True)


def _left(clock: PlayClock, seat: Seat, left: int) -> dict[str, Any]:
    """The changes by which a player has so much left."""
    side, place = seat
    return _time(clock, seat, left, fell=clock.fell(side, place)) if clock.team else {f"{side}_left": left}


def _left_by(changes: dict[str, Any], clock: PlayClock, seat: Seat) -> int:
    """What a player has left after these changes."""
    if clock.team:
        return decode_times(changes.get("team", clock.team))[seat.side][seat.player].left
    return int(changes.get(f"{seat.side}_left", clock.left(seat.side)))


def _ended_unclocked(play: Play, clock: PlayClock, decides: Seat | None, *, helped: bool) -> dict[str, Any]:
    """What the player who decided has for the next turn, if no clock ran for them as this one ended.

    A budget grows where a captain `helped` for the impulse, or orders for the round were followed.
    """
    side = next((one for one in SIDES if one == play.decider), None)
    seat = None if side is None else Seat(side, play.place)
    if seat is None or seat in (decides, running(clock)):
        return {}
    person = play.player(seat.side, seat.player).by == PlayedBy.PERSON
    if clock.gives.kind == "budget" and not (helped and person):
        return {}
    return _left(clock, seat, clock.gives.after_turn(clock.left(*seat)))


def _waited_for(play: Play, seat: Seat) -> bool:
    """Whether the battle goes on, a person at another screen waits for the player, and the player is not away."""
    battle = play.battle
    going_on = play.stage == Play.Stage.ON and battle.status == Status.OPEN and battle.held_at is None
    asked = going_on and not battle.one_screen and _somebody_else(play, seat)
    return asked and away_until(battle, seat.side) is None


def _somebody_else(play: Play, seat: Seat) -> bool:
    """Whether a person plays the other side; in a battle of teams, whether any other player is a person."""
    if not play.team:
        return play.by(opponent(seat.side)) == PlayedBy.PERSON
    players = decode_players(play.team)
    others = [one for side in SIDES for place, one in enumerate(players[side]) if Seat(side, place) != seat]
    return any(one.by == PlayedBy.PERSON for one in others)


def _charged(clock: PlayClock, now: datetime, *, turn_over: bool) -> dict[str, Any]:
    """What the player has left for whom the clock ran; with what the next turn brings if this one is over."""
    ran = running(clock)
    if clock.since is None or ran is None:
        return {}
    passed = max(0, round((now - clock.since).total_seconds() * SECOND))
    left = max(0, clock.left(*ran) - passed)
    return _left(clock, ran, clock.gives.after_turn(left) if turn_over else left)


def change(clock: PlayClock, now: datetime, **changes: Any) -> None:
    """Write the clock anew; a worker's claim on it as it was stands no more."""
    fresh = {"token": "", "attempts": 0, "due_at": now, "lease_until": None, "last_error": ""}
    PlayClock.objects.filter(pk=clock.pk).update(**changes, **fresh)


def come_back(play: Play, side: Side, now: datetime, place: int = 0) -> None:
    """Give a player time again who takes back command after it ran out; `Refused` until the captain's turn is over.

    In the caller's transaction.
    """
    clock = PlayClock.objects.filter(play=play).first()
    if clock is None or not clock.fell(side, place):
        return
    if (play.decider, play.place) == (side, place):
        raise refuse(
            "", "Your time ran out. You can take back command when the captain has finished this turn."
        )
    give_time(play, side, now, place)


def give_time(play: Play, side: Side, now: datetime, place: int = 0) -> None:
    """Give a player time again whose time ran out, in the caller's transaction; harmless for any other."""
    clock = PlayClock.objects.filter(play=play).first()
    if clock is None or not clock.fell(side, place):
        return
    left = max(clock.left(side, place), clock.gives.taken_back())
    status = QUEUED if clock.runs_for else DONE
    change(clock, now, status=status, **_time(clock, Seat(side, place), left, fell=False))
