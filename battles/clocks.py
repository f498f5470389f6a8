"""The clocks of battles played by hand: what they give, and how they are written: "turn:300", "budget:1800:15"."""

import re
from dataclasses import dataclass
from typing import Final, Literal

SECOND: Final = 1000
RESERVE: Final = 30 * SECOND
"""What a side has at least when its player takes back command after its time ran out."""
NO_CLOCK: Final = ("", "No clock")
CHOICES: Final = [
    NO_CLOCK,
    ("turn:120", "2 minutes a turn"),
    ("turn:300", "5 minutes a turn"),
    ("budget:1800:15", "30 minutes, and 15 seconds more each turn"),
    ("budget:3600:30", "60 minutes, and 30 seconds more each turn"),
    ("turn:86400", "One day a turn"),
    ("turn:259200", "Three days a turn"),
]
"""The clocks that players choose from, with their words."""
WRITTEN: Final = re.compile(r"(?P<kind>turn|budget):(?P<seconds>\d{1,7})(?::(?P<increment>\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class ClockRule:
    """How a clock runs; times in milliseconds. A turn lasts from when a side has to decide until the other has to."""

    kind: Literal["turn", "budget"]
    given: int
    increment: int = 0

    def after_turn(self, left: int) -> int:
        """What a side has for its next turn, when it ends one with `left`."""
        return self.given if self.kind == "turn" else max(0, left) + self.increment

    def taken_back(self) -> int:
        """What a side has when its player takes back command after its time ran out."""
        return self.given if self.kind == "turn" else max(RESERVE, self.increment)


def read_clock(written: str) -> ClockRule | None:
    """The clock as it is written; None for "", ValueError for anything else."""
    if not written:
        return None
    found = WRITTEN.fullmatch(written)
    if found is None:
        raise ValueError(f"{written!r} is not a clock")
    kind: Literal["turn", "budget"] = "turn" if found["kind"] == "turn" else "budget"
    return ClockRule(kind, int(found["seconds"]) * SECOND, int(found["increment"] or 0) * SECOND)


def clock_words(written: str) -> str:
    """A clock in words, "No clock" for ""."""
    return dict(CHOICES).get(written, written)


def left_words(left: int) -> str:
    """Milliseconds as a clock shows them, rounded up to a second: "4:05", "2 h 05 min", "1 d 4 h".

    >>> left_words(245_000), left_words(1), left_words(7_500_000), left_words(100_800_000)
    ('4:05', '0:01', '2 h 05 min', '1 d 4 h')
    """
    minutes, seconds = divmod(-(-left // SECOND), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {minutes:02} min" if hours else f"{minutes}:{seconds:02}"
