"""The clocks of a battle played by hand, as they stand when a page is made."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from battles.clocks import SECOND, clock_words, left_words
from battles.models import Play, PlayClock
from engines.seam.sides import SIDES, Side, as_side


@dataclass(frozen=True, slots=True)
class SideClock:
    """What a side has left, in milliseconds and in words; `fell`: its time ran out, and a captain plays on.

    In a battle of teams it is the clock of the player of that `place`.
    """

    side: Side
    name: str
    left: int
    words: str
    runs: bool
    fell: bool
    place: int = 0


@dataclass(frozen=True, slots=True)
class Clocks:
    """How the clock runs, in words, and what each side has left."""

    words: str
    sides: tuple[SideClock, ...]

    @property
    def running(self) -> str:
        """The side whose clock runs, with the place of a player after the first; "" if none does."""
        return next((f"{one.side}{one.place or ''}" for one in self.sides if one.runs), "")


def clocks_of(play: Play) -> Clocks | None:
    """The clocks of a play under way, None without any; no query if the play was read with its clock."""
    if not play.battle.clock or play.stage != Play.Stage.ON:
        return None
    clock: PlayClock | None = getattr(play, "clock", None)
    if clock is None:
        return None
    now = timezone.now()
    seats = [(as_side(seat.side), seat.place) for seat in play.battle.seats if seat.user_id is not None]
    seats = seats if clock.team else [(side, 0) for side in SIDES]
    return Clocks(clock_words(clock.rule), tuple(_side(play, clock, *seat, now) for seat in seats))


def _side(play: Play, clock: PlayClock, side: Side, place: int, now: datetime) -> SideClock:
    left = clock.left(side, place)
    runs = (clock.runs_for, clock.place) == (side, place) and clock.falls_at is not None
    if runs and clock.falls_at is not None:
        left = max(0, round((clock.falls_at - now).total_seconds() * SECOND))
    name = play.battle.name_of(side, place)
    return SideClock(side, name, left, left_words(left), runs, clock.fell(side, place), place)
