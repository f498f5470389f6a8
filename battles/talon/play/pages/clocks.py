"""The clocks of a battle played by hand, as they stand when a page is made."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from battles.clocks import SECOND, clock_words, left_words
from battles.models import Play, PlayClock
from engines.seam.sides import SIDES, Side


@dataclass(frozen=True, slots=True)
class SideClock:
    """What a side has left, in milliseconds and in words; `fell`: its time ran out, and a captain plays on."""

    side: Side
    name: str
    left: int
    words: str
    runs: bool
    fell: bool


@dataclass(frozen=True, slots=True)
class Clocks:
    """How the clock runs, in words, and what each side has left."""

    words: str
    sides: tuple[SideClock, ...]

    @property
    def running(self) -> str:
        """The side whose clock runs, "" if neither does."""
        return next((one.side for one in self.sides if one.runs), "")


def clocks_of(play: Play) -> Clocks | None:
    """The clocks of a play under way, None without any; no query if the play was read with its clock."""
    if not play.battle.clock or play.stage != Play.Stage.ON:
        return None
    clock: PlayClock | None = getattr(play, "clock", None)
    if clock is None:
        return None
    now = timezone.now()
    return Clocks(clock_words(clock.rule), tuple(_side(play, clock, side, now) for side in SIDES))


def _side(play: Play, clock: PlayClock, side: Side, now: datetime) -> SideClock:
    left = clock.left(side)
    runs = clock.runs_for == side and clock.falls_at is not None
    if runs and clock.falls_at is not None:
        left = max(0, round((clock.falls_at - now).total_seconds() * SECOND))
    name = play.battle.user_of(side).username
    return SideClock(side, name, left, left_words(left), runs, clock.fell(side))
