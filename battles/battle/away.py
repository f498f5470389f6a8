"""What the pages of a battle say of its players who are on holiday (S66)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, TypedDict

from battles.battle.selectors import BattleDeadline, BattleTime
from battles.models import Battle, Status
from engines.seam.sides import SIDES, Side, opponent

Stands = Literal["", "clock", "deadlines", "battle", "answer"]


@dataclass(frozen=True, slots=True)
class AwayHere:
    """A player of the battle on holiday, and until when; `mine`: the one who looks, who comes back at `back`.

    What `stands` still meanwhile is the player's clock with all deadlines, their deadlines, the deadline of the battle,
    or their time to answer a report; "" for nothing here. `others_run`: the reader's own deadlines run on.
    """

    name: str
    until: datetime
    mine: bool
    back: str
    stands: Stands
    others_run: bool


def away_here(battle: Battle, side: Side, time: BattleTime, *, in_browser: bool) -> tuple[AwayHere, ...]:
    """The players on holiday as the player of a side reads of them; no query."""
    return tuple(
        AwayHere(
            name=battle.name_of(one),
            until=time.away[one],
            mine=one == side,
            back=time.back,
            stands=_stands(battle, one, time, in_browser=in_browser),
            others_run=_runs(battle, in_browser=in_browser)
            and one == opponent(side)
            and side not in time.away,
        )
        for one in SIDES
        if one in time.away
    )


class TimeHere(TypedDict):
    """What a page of a battle says of its time."""

    away: tuple[AwayHere, ...]
    deadline: BattleDeadline | None


def to_deputy(away: Iterable[AwayHere], deadline: BattleDeadline | None) -> TimeHere:
    """The same for a deputy, who is not on holiday, and for whose player a captain plays on."""
    return {
        "away": tuple(replace(one, mine=False) for one in away),
        "deadline": deadline._replace(words=deadline.by_name) if deadline is not None else None,
    }


def _runs(battle: Battle, *, in_browser: bool) -> bool:
    """Whether deadlines run for those who are here: not while the war is paused or frozen (S63, S65)."""
    return in_browser and battle.held_at is None


def _stands(battle: Battle, away: Side, time: BattleTime, *, in_browser: bool) -> Stands:
    if battle.held_at is not None:
        return ""
    if in_browser:
        return "clock" if battle.clock else "deadlines"
    if battle.status == Status.REPORTED:
        return "answer" if battle.answering_side == away else ""
    return "battle" if time.deadline is not None else ""
