"""What happens when a deadline passes (S63, S12): one answer for the page that says it and the site that does it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeVar

from engines.seam.sides import SIDES, Side
from engines.seam.words.in_a_row import in_row

DefaultAction = Literal["bases", "plan", "engage", "first", "land", "strand", "go_on", "fight", "play"]
BY_COMMANDER: Final[frozenset[DefaultAction]] = frozenset(
    {"bases", "plan", "engage", "first", "land", "strand"}
)
"""What a commander does for a side. A battle is for captains, and going on for nobody."""
TOGETHER: Final[frozenset[DefaultAction]] = frozenset({"go_on", "fight"})
"""What is one thing for both sides."""
DEFAULT_ACTIONS: Final[dict[str, DefaultAction]] = {
    **{kind: kind for kind in ("bases", "plan", "engage", "first", "land", "strand", "go_on", "play")},
    **dict.fromkeys(("record", "settle", "agree_or_record", "agree_or_settle", "agree_to_play"), "fight"),
}
"""What is done for what a war waits for, by kind. Other kinds have no deadline, or one of their own (S35)."""
ASKED: Final = frozenset({"agree_or_record", "agree_or_settle"})
"""The other side asks for captains to fight the battle."""
WORDS: Final[dict[DefaultAction, str]] = {
    "bases": "the computer places bases for {whom}",
    "plan": "the computer plans turn {turn} for {whom}",
    "engage": "the computer decides for {whom} whether to engage at {place}",
    "first": "the computer decides for {whom} which home is fought over first",
    "land": "the computer chooses for {whom} which ships land at {place}",
    "strand": "the computer chooses for {whom} which ships are left behind at {place}",
    "go_on": "the next battle is opened and the last result is final",
    "fight": "captains fight the battle for both sides ({place})",
    "play": "a captain plays on for {whom} ({place})",
}


class Wait(Protocol):
    """One thing that a war waits for from a side."""

    @property
    def side(self) -> str:
        """Whose it is."""

    @property
    def kind(self) -> str:
        """What is to be done."""

    @property
    def turn(self) -> int:
        """The turn it is about."""

    @property
    def place(self) -> str:
        """Where it is to be done, "" for a thing of no place."""


WaitT = TypeVar("WaitT", bound=Wait)


@dataclass(frozen=True, slots=True)
class Passing:
    """What is done when the deadline passes, and for which sides; for both where it is one thing for the war."""

    doing: DefaultAction
    sides: tuple[Side, ...]
    turn: int = 0
    place: str = ""


def passing(waits: Iterable[Wait], decider: str = "") -> Passing | None:
    """What follows if the deadline passes while the war waits for all this; None if it waits for nothing with one.

    `decider` is the side that decides in a battle played by hand: for no other a captain plays on.
    """
    found = [(DEFAULT_ACTIONS[one.kind], one) for one in waits if one.kind in DEFAULT_ACTIONS]
    if not found:
        return None
    doing, first = found[0]
    late = {one.side for what, one in found if what == doing}
    if doing == "play":
        late &= {decider}
        if not late:
            return None
    return Passing(doing, tuple(side for side in SIDES if side in late), first.turn, first.place)


def with_deadline(waits: Iterable[WaitT], lent: Collection[str], *, tables_wait: bool) -> list[WaitT]:
    """What of all that a war waits for has a deadline: a battle at the table has none if `tables_wait` (S73).

    Where a side is lent to the computer it has one all the same, so that nobody waits for a player who stays away.
    """
    spared = tables_wait and not lent
    return [
        one
        for one in waits
        if one.kind in DEFAULT_ACTIONS and not (spared and DEFAULT_ACTIONS[one.kind] == "fight")
    ]


def hurried(waits: Iterable[Wait], lent: Collection[str]) -> bool:
    """Whether the war waits for the computer alone, which plays a lent side (S64): it is late at once.

    Nobody is hurried while both sides are lent. A request to let captains fight is granted for a lent side.
    """
    asked = [
        one
        for one in waits
        if one.kind in DEFAULT_ACTIONS and (DEFAULT_ACTIONS[one.kind] in BY_COMMANDER or one.kind in ASKED)
    ]
    return len(lent) == 1 and bool(asked) and all(one.side in lent for one in asked)


def in_words(what: Passing, me: Side, rival: str, place: str, mine: str = "you") -> str:
    """What is done, for the player of `me`, as the end of a sentence: "the computer plans turn 3 for you".

    For a deputy `mine` is the player's name.
    """
    names = [mine if side == me else rival for side in sorted(what.sides, key=lambda side: side != me)]
    return WORDS[what.doing].format(whom=in_row(names), turn=what.turn, place=place)
