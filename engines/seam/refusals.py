"""How anything is refused: with the rule, the reason, and what to do instead."""

from collections.abc import Iterable
from itertools import islice

from msgspec import Struct


class Refusal(Struct, frozen=True):
    """One thing that may not be: `rule` as the rulebook or `docs/rulings.md` numbers it, `where` it was found.

    `rule` is "" where none of the game is broken, as by a text that cannot be read.
    """

    rule: str
    reason: str
    where: str = ""

    def __str__(self) -> str:
        """The reason as a sentence with its rule."""
        return f"{self.reason} [{self.rule}]" if self.rule else self.reason


class Refused(Exception):
    """The request is not allowed; nothing has changed. `refusals` are the known ones."""

    def __init__(self, *refusals: Refusal) -> None:
        super().__init__(" ".join(str(refusal) for refusal in refusals))
        self.refusals = refusals

    @property
    def reasons(self) -> str:
        """Why not, without the numbers of rules: one sentence for each refusal."""
        return " ".join(refusal.reason for refusal in self.refusals)


class Unreadable(Exception):
    """Why words cannot be read as what was asked for, as a sentence without its full stop."""


def refuse(rule: str, reason: str, where: str = "") -> Refused:
    """A `Refused` for a single reason."""
    return Refused(Refusal(rule, reason, where))


MOST_REASONS = 300
"""The most reasons given at once: enough for the ships of any war, and not too many for a page."""


def refuse_all(refusals: Iterable[Refusal]) -> None:
    """Raise `Refused` if there is any refusal; with only the first and a note if there are too many."""
    going_on = iter(refusals)
    found = tuple(islice(going_on, MOST_REASONS))
    if not found:
        return
    if next(going_on, None) is None:
        raise Refused(*found)
    raise Refused(*found, Refusal("", f"There is more of it: these are the first {MOST_REASONS} reasons."))
