"""What the page of a battle of a war says of the war."""

from dataclasses import dataclass, replace
from typing import Literal

from accounts.models import User
from battles.battle.away import to_deputy
from battles.battle.selectors import BattleChat, BattleDeadline, chat_about, is_deputy, time_of
from battles.models import Play, WarfleetsBattle
from engines.seam.sides import Side
from engines.warfleets.records.match import Match
from engines.warfleets.state import ROUNDS


@dataclass(frozen=True, slots=True)
class OfWar:
    """What the page of a battle of a war says of it: the battle's page, its place, and what the reader can do.

    `breaks_off`: the reader's side does so when the round ends; `may_break_off` is how it may, "" if it may not now.
    `captain`: a captain gives the reader's orders; `stands`: why no orders can be given now; `deadline`: by when the
    next decision is due.
    """

    path: str
    place: str
    may_break_off: Literal["", "now", "later"] = ""
    breaks_off: bool = False
    captain: bool = False
    stands: str = ""
    deadline: BattleDeadline | None = None


def of_war(row: WarfleetsBattle, user: User, match: Match) -> OfWar | None:
    """What is said to one of its players; None of a battle of no war."""
    play = row.play
    if play is None:
        return None
    found = OfWar(play.battle.get_absolute_url(), play.battle.place)
    stands = stands_still(play)
    if row.stage != WarfleetsBattle.Stage.ON or stands:
        return replace(found, stands=stands)
    seats = row.seats_of(user.pk)
    found = replace(found, deadline=_deadline(play, seats[0], user))
    captain = any(row.captain_of(side) for side in seats)
    leaving = any(side in row.leaving for side in seats)
    if captain or leaving:
        return replace(found, captain=captain, breaks_off=leaving)
    now = match.battle.round
    return replace(found, may_break_off="now" if not now else "later" if now < ROUNDS else "")


def chat_of(row: WarfleetsBattle, user: User) -> BattleChat | None:
    """The war's chat about the battle; None without one, and for a deputy, whom it does not concern (S70)."""
    if row.play is None or is_deputy(row.play.battle, user):
        return None
    return chat_about(row.play.battle, row.seats_of(user.pk)[0])


def _deadline(play: Play, side: Side, user: User) -> BattleDeadline | None:
    """By when the war wants the next decision; a deputy reads the player's name in it."""
    found = time_of(play.battle, side, play)
    deputy = is_deputy(play.battle, user)
    return to_deputy((), found.deadline)["deadline"] if deputy else found.deadline


def stands_still(play: Play) -> str:
    """Why no orders can be given in a battle of a war, "" if they can."""
    if play.stage == Play.Stage.LAID:
        return "Laid aside. The battle’s page says how it goes on."
    if play.battle.held_at is not None:
        return f"{play.battle.why_held} No orders can be given."
    return ""
