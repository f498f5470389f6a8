"""The talk of a side (25): free during set-up, ten words each in a Power Phase, none between."""

from dataclasses import dataclass
from typing import Literal

from django.db import transaction
from django.db.models import Sum

from accounts.deliveries import cancel_owed, owe_chat
from accounts.live import publish, topic_of
from accounts.models import User
from battles.battle.boards import StalePlay
from battles.battle.selectors import played
from battles.models import OVER, Play, TeamBattle, TeamLine, TeamSeat
from battles.talon.play.board import board_of
from battles.talon.play.services.ordering import Seen, draft_of, give
from engines.seam.refusals import refuse
from engines.seam.sides import as_side
from engines.talon.orders import Exceed
from engines.talon.state import Battle as Board
from engines.talon.teams import WORDS, talk, words_in
from engines.talon.text import write_order

TRIES = 5
Kind = Literal["free", "counted", "silent", "table"]
"""How a side talks now; "table" where the battle is fought at one, and its players talk there."""
SILENT = "During the impulses a side does not talk. In each Power Phase you have ten words."
AT_TABLE = "This battle is fought at a table. Its players talk there."


class TooManyWords(Exception):
    """What somebody means to say has so many words too many (25): it costs all AP of a round, and is not said yet."""

    def __init__(self, over: int) -> None:
        super().__init__(f"{over} too many")
        self.over = over


@dataclass(frozen=True, slots=True)
class TalkNow:
    """How the players of a side may talk now: `round` is that of the Power Phase, 0 in none.

    `left` are the words that the player has in it, and `exceeded`: they have said too many, which costs the
    AP of a round once.
    """

    kind: Kind
    round: int = 0
    left: int = WORDS
    exceeded: bool = False


def talk_now(seat: TeamSeat) -> TalkNow:
    """How the player of a seat may talk to the side now; five queries at most.

    Whom no other person hears says what they like (S80).
    """
    team = seat.team
    if team.battle is None or team.battle.status in OVER or not others_of(seat):
        return TalkNow("free")
    play = played(team.battle)
    return TalkNow("table") if play is None else _on_board(seat, board_of(play))


def others_of(seat: TeamSeat) -> list[TeamSeat]:
    """The seats of the side's other people, in their order; one query."""
    others = TeamSeat.objects.filter(team=seat.team_id, side=seat.side, user__isnull=False).exclude(
        pk=seat.pk
    )
    return list(others.select_related("user").order_by("place"))


def _on_board(seat: TeamSeat, board: Board) -> TalkNow:
    kind = talk(board)
    if kind != "counted":
        return TalkNow(kind)
    said = words_said(seat, board.round)
    return TalkNow(kind, board.round, max(0, WORDS - said), exceeded=said > WORDS)


def words_said(seat: TeamSeat, number: int) -> int:
    """How many words the player has said in the Power Phase of that round; one query."""
    mine = TeamLine.objects.filter(team=seat.team_id, user=seat.user_id, round=number)
    return int(mine.aggregate(said=Sum("words"))["said"] or 0)


@transaction.atomic
def say(*, seat: TeamSeat, text: str, sure: bool = False) -> TeamLine:
    """What the player of the seat says now to the others of the side.

    `Refused` while the side may not talk, or if the text is empty or too long. `TooManyWords` where it passes ten in a
    Power Phase, unless the player is `sure`: then it costs all AP of the round, which is a fact of the battle.
    """
    # Of two lines at once, each counts the other.
    TeamSeat.objects.select_for_update(of=("self",)).get(pk=seat.pk)
    if seat.user is None:
        raise ValueError("nobody has this seat")
    text = text.replace("\r\n", "\n").replace("\x00", "").strip()
    now = talk_now(seat)
    if now.kind == "table":
        raise refuse("25", AT_TABLE, "text")
    if now.kind == "silent":
        raise refuse("25", SILENT, "text")
    if not text:
        raise refuse("", "Write something first.", "text")
    if len(text) > TeamLine.MOST:
        raise refuse("", f"That is {len(text)} characters. {TeamLine.MOST} are allowed.", "text")
    words = words_in(text)
    if now.kind == "counted" and words > now.left and not now.exceeded:
        if not sure:
            raise TooManyWords(words - now.left)
        _exceed(seat)
    line = TeamLine.objects.create(
        team=seat.team, side=seat.side, user=seat.user, text=text, words=words, round=now.round
    )
    _tell(seat, line)
    return line


def _exceed(seat: TeamSeat) -> None:
    """Book that the player has said too many words, as an order of the battle; `Refused` where that cannot be now."""
    battle, side = seat.team.battle, as_side(seat.side)
    for _ in range(TRIES):
        play = Play.objects.get(battle=battle, stage=Play.Stage.ON)
        seen = Seen(play.number, draft_of(play, side, seat.place).revision)
        order = write_order(Exceed(side, player=seat.place), board_of(play))
        try:
            give(battle_id=play.battle_id, side=side, place=seat.place, seen=seen, orders=[order])
        except StalePlay:
            continue
        return
    raise StalePlay


def mark_read(*, seat: TeamSeat, newest: int) -> bool:
    """Whether the player had not read the side's talk up to that line before; writes nothing otherwise."""
    if newest <= seat.read or seat.user is None:
        return False
    cancel_owed(user=seat.user, key=_owed_key(seat))
    TeamSeat.objects.filter(pk=seat.pk, read__lt=newest).update(read=newest)
    return True


@transaction.atomic
def remove(*, line: TeamLine) -> None:
    """Delete what somebody said; the side's pages hear of it."""
    people = TeamSeat.objects.filter(team=line.team_id, side=line.side, user__isnull=False)
    numbers = list(people.values_list("user", flat=True))
    line.delete()
    publish(*(topic_of(number) for number in numbers if number is not None))


def seat_in(team: TeamBattle, user: User) -> TeamSeat | None:
    """The user's seat in a battle of teams, with the battle; None without one. One query."""
    return TeamSeat.objects.select_related("team__battle", "user").filter(team=team, user=user).first()


def _tell(seat: TeamSeat, line: TeamLine) -> None:
    """Wake the side's own pages, and nobody else's; the others get one message until they have read it."""
    others = others_of(seat)
    publish(*(topic_of(one.user.pk) for one in (seat, *others) if one.user is not None))
    for one in others:
        if one.user is not None:
            owe_chat(
                user=one.user,
                key=_owed_key(one),
                title=seat.team.title,
                writer=line.user.username,
                did="spoke to your side",
                told=f"spoke to the players of your side in the team battle {seat.team.title}",
                path=f"/teams/{seat.team.token}/talk/",
            )


def _owed_key(seat: TeamSeat) -> str:
    return f"team:{seat.team_id}:talk:{seat.pk}:{seat.read}"
