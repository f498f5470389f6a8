"""Publishing a line: the one way a play moves on."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone
from django_stubs_ext import WithAnnotations

from accounts.live import publish as publish_notice
from accounts.models import User
from accounts.seats import SeatLost
from accounts.work import Bell
from battles.battle.boards import StalePlay
from battles.battle.selectors import seats_held
from battles.battle.standing import Asks
from battles.models import Battle, DraftLine, Play, PlayedBy, PlayedLine, Status, Wish, decode_players
from battles.talon.play.services.clocks import wind
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, as_side
from engines.talon.captains.withdrawal import joins
from engines.talon.documents.codec import encode_position
from engines.talon.orders import AnyOrder, Exceed
from engines.talon.play.drafts.lines import LineInPlay, encode_line
from engines.talon.play.drafts.sentences import STEPS
from engines.talon.state import IMPULSES, Seat
from engines.talon.state import Battle as Board
from engines.talon.teams import Wish as Said
from engines.talon.teams import acting
from engines.talon.view import View

BELL = Bell("battles.tasks.play_on")
TALON = "talon"
"""The system of the battles that are played here."""
FOLLOWED = "round"
"""Instead of a captain's level: the side's own orders for the round are followed."""
PLAYERS = ("team", *(f"{side}_{name}" for side in SIDES for name in ("by", "through", "ordered")))
"""The fields of a play that say who gives orders."""
TRIES = 5


def _plays(battle_id: int) -> "QuerySet[WithAnnotations[Play, Asks]]":
    asked = Wish.objects.filter(battle=OuterRef("battle"))
    found = Play.objects.filter(battle_id=battle_id, battle__system=TALON)
    found = found.filter(stage__in=(Play.Stage.ON, Play.Stage.OVER))
    return found.select_related("battle__terran_user", "battle__talon_user", "clock").annotate(
        terran_asks=Subquery(asked.filter(side="terran").values("way")),
        talon_asks=Subquery(asked.filter(side="talon").values("way")),
    )


def play_of(battle_id: int) -> "WithAnnotations[Play, Asks]":
    """The play of the battle that is under way or over, with its battle, players and clock; Play.DoesNotExist if none.

    One query. What its dice follow from is read only where a line is published.
    """
    return _plays(battle_id).get()


def laid_play(battle_id: int) -> Play | None:
    """The play of the battle that is laid aside, with its battle and players; one query."""
    laid = Play.objects.filter(battle_id=battle_id, battle__system=TALON, stage=Play.Stage.LAID)
    return laid.select_related("battle__terran_user", "battle__talon_user").first()


def check_playable(play: Play) -> None:
    """Raise `Refused` unless orders may be given now."""
    battle = play.battle
    if battle.held_at is not None:
        raise refuse("", f"{battle.why_held} Nothing moves until it resumes.")
    if play.stage != Play.Stage.ON or not play.decider or battle.status != Status.OPEN:
        raise refuse("20", "This battle is over.")


def clock(board: Board) -> int:
    """The impulse, counted over the battle; the phases after a round's last impulse count as one more."""
    between = board.step in STEPS
    return board.round * (len(IMPULSES) + 1) + (len(IMPULSES) if between else board.impulse)


def deciding(play: Play, board: Board) -> Seat | None:
    """The player who decides now, the first of a side without a team; None when the battle is over."""
    now = acting(board)
    return now if now is None or play.team else Seat(now.side, 0)


def eyes(play: Play, board: Board, side: Side, place: int = 0) -> View:
    """What a player sees and may order; in a team no order of another player is one."""
    return View(board, side, place) if play.team else View(board, side)


def program_of(play: Play, side: Side, board: Board, place: int | None = None) -> str:
    """The level of the captain that gives the side's orders now, or `FOLLOWED`; "" if its player does.

    In a team those of the player of that `place`, or without one those of the player who decides.
    """
    if place is None:
        now = deciding(play, board)
        place = now.player if now is not None and now.side == side else 0
    by, through, ordered = play.player(side, place)
    if by != PlayedBy.PERSON:
        return by
    if through is not None and clock(board) <= through:
        return play.battle.levels[side]
    return FOLLOWED if ordered is not None else ""


def programs_of(play: Play, board: Board) -> dict[Seat, str]:
    """The programs that give the orders of each player, "" for those who give their own."""
    players = decode_players(play.team)
    seats = [Seat(side, place) for side in SIDES for place in range(len(players.get(side, ())) or 1)]
    return {seat: program_of(play, seat.side, board, seat.player) for seat in seats}


def joining(play: Play, board: Board) -> tuple[Seat, AnyOrder] | None:
    """A seat of a captain that joins in what all people of its side wish: to concede, or a draw (25); None if none.

    A person whom a captain helps for an impulse, or whose orders for the round are followed, is asked as ever.
    """
    if not play.team or acting(board) is None:
        return None
    seats = programs_of(play, board)
    people = {seat for seat in seats if play.player(*seat).by == PlayedBy.PERSON}
    for seat in seats:
        wish = None if seat in people else joins(View(board, seat.side, seat.player), people)
        if wish is not None:
            return seat, wish
    return None


def quick(play: Play, board: Board) -> bool:
    """Whether what a program owes is done within the request: a captain's turn against a person, or the result.

    Orders for the round end with it, so that a captain's turns against them are quick too; two captains are not. In a
    battle of teams it is, as long as a person has any seat.
    """
    now = deciding(play, board)
    if now is None:
        return True
    programs = programs_of(play, board)
    if PlayedBy.ADMIRAL in programs.values():
        return False
    others = [program for seat, program in programs.items() if play.team or seat != now]
    return "" in others or FOLLOWED in programs.values()


def owing(play: Play, board: Board, now: datetime) -> dict[str, Any]:
    """The changes of a play that say what a program owes it at this point: nothing, or its next step."""
    now_deciding = deciding(play, board)
    person = now_deciding is not None and not program_of(play, now_deciding.side, board)
    if person and joining(play, board) is None:
        return {"status": "done", "due_at": now, "lease_until": None}
    return {"status": "queued", "due_at": now, "attempts": 0, "last_error": "", "lease_until": None}


def wind_on(play: Play, board: Board, now: datetime, *, helped: bool = False) -> None:
    """Wind the clock of the play by who decides now, in the transaction that changed it; `helped` as for `wind`."""
    seat = deciding(play, board)
    wind(play, seat, program_of(play, seat.side, board) if seat is not None else "", now, helped=helped)


def publish(
    play: Play,
    line: LineInPlay,
    side: Side,
    by: str,
    *,
    draft: DraftLine,
    did: str = "",
    not_given: int = 0,
    keep: bool = False,
    user: User | None = None,
) -> None:
    """Write the line down, with all that follows from it; `StalePlay` if the play has moved on meanwhile.

    `SeatLost` if the `user` who publishes it may give the side's orders no more.

    The draft line was published with it and is emptied, unless it is to `keep` its orders. `did` is the request that
    published it, `not_given` how many of its orders were not given any more; without a request a program publishes,
    under its own claim.
    """
    number = play.number + 1
    with transaction.atomic():
        change_draft(draft, draft.orders if keep else "", did, user, not_given=not_given)
        aside = _aside(line)
        waits_on = bool(aside) and (play.decider, play.place) != (side, draft.place)
        owed = _move_on(play, line, claimed=not did, moved_at=play.moved_at if waits_on else timezone.now())
        when = {"round": line.began.round, "impulse": line.began.impulse}
        written = encode_line(line.written())
        whose = {"side": side, "place": draft.place, "by": by, "aside": aside}
        PlayedLine.objects.create(play=play, number=number, line=written, **whose, **when)
        helped = by != PlayedBy.PERSON or play.player(side, draft.place).ordered is not None
        wind_on(play, line.battle, timezone.now(), helped=helped)
        publish_notice(play.battle.topic, *_turn_passed(play, line.battle))
        if owed and not quick(play, line.battle):
            BELL.ring(play.pk)


def _aside(line: LineInPlay) -> str:
    """What a line says that is no turn of the battle; "" of any other."""
    orders = [given.order for given in line.given]
    if not orders or not all(isinstance(order, Said) for order in orders):
        return ""
    exceeds = any(isinstance(order, Exceed) for order in orders)
    return PlayedLine.Aside.WORDS if exceeds else PlayedLine.Aside.WISH


def _turn_passed(play: Play, board: Board) -> list[str]:
    """The topic that hears of it if the other side decides now; the end of a battle is told with its result."""
    now, topic = deciding(play, board), play.battle.turn_topic
    return [topic] if now is not None and now.side != play.decider and topic else []


def change_draft(
    draft: DraftLine,
    orders: str,
    did: str,
    user: User | None = None,
    *,
    not_given: int = 0,
    handed: str | None = None,
) -> None:
    """Write the orders of a draft line by that request, and how many of its orders were `not_given` any more.

    `handed` is the request that hands the side to a captain; None leaves what handed it over last. `StalePlay` if the
    line has changed since it was read, `SeatLost` if the `user` who asked may give the side's orders no more: the same
    statement asks for both.
    """
    side = as_side(draft.side)
    row = DraftLine.objects.filter(pk=draft.pk, revision=draft.revision)
    if user is not None:
        held = Battle.objects.filter(seats_held(side, user, draft.place), plays=OuterRef("play"))
        row = row.filter(Exists(held))
    more: dict[str, Any] = {} if handed is None else {"handed": handed}
    if did:
        number = Play.objects.filter(pk=OuterRef("play")).values("number")
        more |= {"acted_at": timezone.now(), "acted_after": Subquery(number)}
    if not row.update(orders=orders, revision=draft.revision + 1, did=did, not_given=not_given, **more):
        check_seat(draft.play_id, side, user, draft.place)
        raise StalePlay


def check_seat(play_id: int, side: Side, user: User | None, place: int = 0) -> None:
    """Raise `SeatLost` if the user may give the player's orders in the play no more; None, a program, may."""
    if user is not None and not Battle.objects.filter(seats_held(side, user, place), plays=play_id).exists():
        raise SeatLost


def _move_on(play: Play, line: LineInPlay, *, claimed: bool, moved_at: datetime) -> bool:
    """Whether a program owes something once the play has moved on by the line; a `claimed` one knows that itself.

    Who plays a side may have changed since the play was read: what is owed is said by what holds when it moves.
    """
    if claimed:
        _move(play, line, {"moved_at": moved_at}, status="running", token=play.token)
        return False
    for _ in range(TRIES):
        players = {name: getattr(play, name) for name in PLAYERS}
        owed = owing(play, line.battle, timezone.now())
        try:
            _move(play, line, {**owed, "moved_at": moved_at}, **players)
        except StalePlay:
            row = Play.objects.filter(pk=play.pk, number=play.number, stage=Play.Stage.ON)
            found = row.values(*PLAYERS).first()
            if found is None or found == players:
                raise
            for name, value in found.items():
                setattr(play, name, value)
        else:
            return bool(owed["status"] == "queued")
    raise StalePlay


def _move(play: Play, line: LineInPlay, more: dict[str, Any], **still: Any) -> None:
    """Move the play on, as long as it stands as it was read, and still so."""
    going_on = Battle.objects.filter(status=Status.OPEN, held_at=None)
    row = Play.objects.filter(
        pk=play.pk, number=play.number, stage=Play.Stage.ON, battle__in=going_on, **still
    )
    mark, now = line.mark, deciding(play, line.battle)
    moved = row.update(
        number=play.number + 1,
        position=encode_position(line.battle),
        orders=mark.orders,
        rolls=mark.rolls,
        chain=mark.chain,
        decider=now.side if now is not None else "",
        place=now.player if now is not None else 0,
        **more,
    )
    if not moved:
        raise StalePlay
