"""The deadline of a war (S63): begun with each phase, and read as it stands now."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.utils import timezone

from accounts.clock import lately
from accounts.models import User
from battles.battle.player_actions import used_before
from battles.models import Play
from battles.pace import REMINDERS, Pace, is_owed, read_pace
from campaign.models import Deadline, Engagement, Holiday, Waiting, War
from campaign.rules.deadlines import (
    DEFAULT_ACTIONS,
    TOGETHER,
    Passing,
    Wait,
    hurried,
    in_words,
    passing,
    with_deadline,
)
from campaign.rules.map.strategic_map import place_in_text
from campaign.war.services.acting import deputies_now
from engines.seam.sides import SIDES, Side, as_side

IDLE: Final = {
    "key": "",
    "lent": False,
    "begun_at": None,
    "falls_at": None,
    "status": "done",
    "lease_until": None,
}
JUST_NOW: Final = timedelta(minutes=1)
"""How long ago what a phase begins with was done at the most; a phase that begins later begins for another reason."""


class _Phase(NamedTuple):
    """What a war is in while it waits: `key` names it, "" while nothing is due.

    `by_report`: it is a battle that ends with a report; `lent` as in `Deadline`.
    """

    key: str = ""
    by_report: bool = False
    lent: bool = False


class Away(NamedTuple):
    """A time in which a side is on holiday (S66)."""

    side: str
    begins_at: datetime
    ends_at: datetime


@dataclass(frozen=True)
class Standing:
    """A deadline as it stands: `what` is done if it passes now, at `falls_at`; `play` is the battle played by hand.

    `hurried`: the war waits for the computer alone, which plays a lent side (S64).
    """

    falls_at: datetime
    what: Passing
    play: Play | None
    hurried: bool


def pace_of(war: War) -> Pace | None:
    """The pace that the war's players have agreed on; None where no second player is waited for."""
    if war.one_screen or war.imported:
        return None
    return read_pace(war.pace)


def follow(war: War, wanted: Sequence[Waiting], lent: Collection[str]) -> dict[Side, datetime]:
    """By when each side is due in the phase that the war is in now, which begins unless it has begun; {} without.

    `wanted` is what the war waits for now, `lent` are the sides lent to the computer. In a battle played by hand both
    are due as long after the last decision. In the caller's transaction, and no query in a war without deadlines.
    """
    pace = pace_of(war)
    if pace is None:
        return {}
    timed = with_deadline(wanted, lent, tables_wait=pace.tables_wait)
    phase = next((_phase(one, hurried(wanted, lent)) for one in timed), _Phase())
    row = Deadline.objects.filter(war=war).first()
    if row is None and not phase.key:
        return {}
    goes_on = row is not None and (row.key, row.lent) == (phase.key, phase.lent) and row.begun_at is not None
    begun = (
        row.begun_at if goes_on and row is not None and row.begun_at is not None else _begun_now(war, phase)
    )
    play = _play_of(war, wanted)
    since = max(begun, play.moved_at) if play is not None else begun
    dues = dict.fromkeys(SIDES, begun) if phase.lent else _dues(pace, since, _away(war, since))
    what = passing(timed, play.decider if play is not None else "")
    falls_at = _falls(what, dues)[0] if what is not None else min(dues.values())
    if not goes_on:
        _begin(war, phase, begun, falls_at)
    elif row is not None and what is not None and row.falls_at != falls_at:
        told = too_late(timezone.now(), falls_at)
        Deadline.objects.filter(war=war).update(falls_at=falls_at, told=told)
    return dues if phase.key else {}


def _away(war: War, begun: datetime) -> list[Away]:
    """The holidays of the war that were not over then; one query."""
    rows = Holiday.objects.filter(war=war, ends_at__gt=begun)
    return [Away(*row) for row in rows.values_list("side", "begins_at", "ends_at")]


def _dues(pace: Pace, begun: datetime, away: Iterable[Away]) -> dict[Side, datetime]:
    """By when each side is due in a phase that began then: later for one on holiday (S66)."""
    known = list(away)
    return {
        side: pace.due_with(begun, [(one.begins_at, one.ends_at) for one in known if one.side == side])
        for side in SIDES
    }


def _falls(what: Passing, dues: Mapping[Side, datetime]) -> tuple[datetime, Passing]:
    """When it is done, and for which sides: for those who are due first; what is one thing for both waits for both."""
    if what.doing in TOGETHER:
        return max(dues[side] for side in what.sides), what
    first = min(dues[side] for side in what.sides)
    return first, replace(what, sides=tuple(side for side in what.sides if dues[side] == first))


def _phase(wait: Waiting, lent: bool) -> _Phase:
    """The phase of what a war waits for: all that a battle waits for, until its result is entered, is one.

    A battle that is played by hand is another: who changes the way has the time of a phase for it.
    """
    doing = DEFAULT_ACTIONS[wait.kind]
    if doing in ("fight", "play"):
        by_hand = ":hand" if doing == "play" else ""
        return _Phase(f"turn:{wait.turn}:battle:{wait.place}{by_hand}", not by_hand, lent)
    return _Phase(wait.key, lent=lent)


def _begun_now(war: War, phase: _Phase) -> datetime:
    """When a phase that begins now counts as begun: sooner if it begins because a result was disputed once more.

    Otherwise whoever enters one wrong result after the other could keep a battle open for ever.
    """
    now = timezone.now()
    if not phase.by_report or phase.lent:
        return now
    joined = Engagement.objects.filter(war=war, outcome="joined", battle__disputed_at__range=lately(JUST_NOW))
    number = joined.values_list("battle", flat=True).first()
    return now - used_before(number) if number else now


def _begin(war: War, phase: _Phase, begun: datetime, falls_at: datetime) -> None:
    runs = {
        "key": phase.key,
        "lent": phase.lent,
        "begun_at": begun,
        "falls_at": falls_at,
        "status": "queued",
        "due_at": begun,
        "lease_until": None,
    }
    fresh = {
        **(runs if phase.key else IDLE),
        "attempts": 0,
        "last_error": "",
        "token": "",
        "told": too_late(begun, falls_at),
    }
    if not Deadline.objects.filter(war=war).update(**fresh):
        Deadline.objects.create(war=war, **{"due_at": begun, **fresh})


def begin_again(war: War) -> None:
    """Let the phase have its whole time once more, from the next `follow` on: somebody else has taken a seat."""
    Deadline.objects.filter(war=war).exclude(key="").update(**IDLE)


def too_late(begun: datetime, due: datetime) -> int:
    """How many of the reminders would come too soon after the phase began to be of use."""
    return sum(not is_owed(begun, due, hours) for hours in REMINDERS)


def standing(war: War, waits: Iterable[Waiting] | None = None) -> Standing | None:
    """The war's deadline, and what is done if it passes now; None without one. No query in a war without deadlines.

    `waits` are the rows of what the war waits for, asked for if they are not given. In a battle played by hand each
    decision has as long as any phase.
    """
    pace = pace_of(war)
    row = Deadline.objects.filter(war=war).exclude(key="").first() if pace is not None else None
    if pace is None or row is None or row.begun_at is None:
        return None
    rows = list(war.waiting.order_by("pk") if waits is None else waits)
    play = _play_of(war, rows)
    return stands(row, pace, rows, play, lambda begun: _away(war, begun))


def stands(
    row: Deadline,
    pace: Pace,
    waits: Iterable[Wait],
    play: Play | None,
    away: Callable[[datetime], Iterable[Away]],
) -> Standing | None:
    """The deadline of a row that runs, as `standing` says; `away` tells the holidays that were not over at a time.

    `waits` is what the war waits for, the first first, and `play` the battle played by hand that is among it.
    """
    what = passing(waits, play.decider if play is not None else "")
    if what is None or row.falls_at is None or row.begun_at is None:
        return None
    if row.lent:
        return Standing(row.falls_at, what, play, hurried=True)
    begun = max(row.begun_at, play.moved_at) if play is not None else row.begun_at
    falls_at, what = _falls(what, _dues(pace, begun, away(begun)))
    return Standing(falls_at, what, play, hurried=False)


def due_first(
    row: Deadline, pace: Pace, waits: Iterable[Wait], away: Iterable[Away], mine: Collection[str]
) -> tuple[datetime, bool] | None:
    """By when one of the sides `mine` is due, and True; if the war waits for others alone, by when they are, and False.

    None if the war waits for nothing with a deadline. Not for a battle played by hand, where each decision has its own.
    """
    what = passing(waits)
    if what is None or row.begun_at is None:
        return None
    late = [side for side in what.sides if side in mine]
    if late and what.doing not in TOGETHER:
        what = replace(what, sides=tuple(late))
    return _falls(what, _dues(pace, row.begun_at, away))[0], bool(late)


def _play_of(war: War, waits: Iterable[Waiting]) -> Play | None:
    """The battle by hand that the war waits for; None, without a query, if it waits for no such thing."""
    if not any(one.kind == Waiting.Kind.PLAY for one in waits):
        return None
    return Play.objects.filter(stage=Play.Stage.ON, battle__engagement__war=war).first()


def who_is_late(war: War, what: Passing) -> Iterator[tuple[Side, User, str]]:
    """Each player who is late, and any deputy, with the side and what is done, in words; never the computer."""
    place = place_in_text(what.place) if what.place else ""
    deputies = deputies_now(war)
    for seat in war.seats.select_related("user"):
        side = as_side(seat.side)
        if side in what.sides and seat.user is not None and not seat.user.is_computer:
            for user in (seat.user, *(row.user for row in deputies.values() if row.side == side)):
                whose = "you" if user == seat.user else seat.user.username
                yield side, user, in_words(what, side, "your opponent", place, whose)
