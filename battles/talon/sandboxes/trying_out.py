"""Battles in a sandbox: a player tries out, alone, how a battle could have gone on. Nothing of it counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.people.special_users import computer_user
from battles.battle.selectors import known_battle
from battles.battle.services.deleting import delete_battles
from battles.battle.services.opening import open_battle
from battles.models import SANDBOX, Battle, Play
from battles.talon.play.board import board_of
from battles.talon.play.services.beginning import begin
from engines.seam.refusals import Refused, refuse
from engines.seam.sides import SIDES, Side
from engines.talon import game
from engines.talon.documents.written import Given
from engines.talon.play.by_hand import moment_on
from engines.talon.play.drafts.lines import decode_line, positions_of
from engines.talon.records.record import board_after
from engines.talon.report.cast import cast_of
from engines.talon.report.frames import Step, orders_by
from engines.talon.state import Battle as Board
from engines.talon.system import own
from engines.talon.teams import forget_wishes
from engines.talon.view import View

MOST = 5
"""Battles that a person may have in sandboxes at a time; the one that has not moved for longest makes room."""
LONGEST_TITLE = 120
KEPT = timedelta(days=7)
"""How long one stays after the last order in it."""


@dataclass(frozen=True)
class _Course:
    """How a battle has gone so far: its orders with their dice, what happened, the board of each round, and whether it
    is over.
    """

    given: Sequence[Given]
    steps: Sequence[Step]
    positions: Sequence[str]
    over: bool


def is_open(play: Play, seats: Sequence[Side]) -> bool:
    """Whether the player of these sides can try a battle under way out: no counter is covered from them (R37)."""
    board = board_of(play)
    return play.stage == Play.Stage.ON and not any(View(board, side).veiled for side in seats)


@transaction.atomic
def try_out(
    *, battle: Battle, user: User, seats: Sequence[Side], frame: int | None, both: bool, back: str
) -> Battle:
    """A battle that goes on from the end of a frame of the other's replay, with dice of its own; None: from the set-up.

    The user plays the seats they have, or `both` sides; captains play the rest. `back` is the page to go back to.
    `Refused` if nothing can be tried out from there.
    """
    setup = battle.setup_document
    board = game.new_battle(setup) if frame is None else _board_at(battle, seats, frame)
    User.objects.select_for_update().get(pk=user.pk)
    kept = sandboxes_of(user).order_by("-plays__moved_at")[: MOST - 1].values_list("pk", flat=True)
    delete_battles(sandboxes_of(user).exclude(pk__in=list(kept)))
    mine = SIDES if both else seats
    players = {side: user if side in mine else computer_user() for side in SIDES}
    made = open_battle(
        setup=setup,
        title=f"{battle.title} ({moment_on(board)})"[:LONGEST_TITLE],
        place=battle.place,
        terran_user=players["terran"],
        talon_user=players["talon"],
        owner_topic=f"{SANDBOX}{battle.pk}",
        owner_path=back,
        levels=battle.levels,
        sandbox=True,
    )
    begin(made, board=board)
    return made


def _board_at(battle: Battle, seats: Sequence[Side], frame: int) -> Board:
    """The board after a frame, at the next decision; `Refused` if there is none, or the player may not know it."""
    setup = battle.setup_document
    course = _course(battle, seats)
    many = orders_by(course.steps, course.positions, cast_of(setup), frame)
    try:
        board = board_after(setup, course.given[:many])
    except (Refused, LookupError) as error:
        raise refuse(
            "", "This battle was fought under earlier rules of the site, so you cannot try it out."
        ) from error
    if board.ending:
        raise refuse(
            "", "The battle is already over at that step. Go back a step in the replay, and try from there."
        )
    if not course.over:
        forget_wishes(board, seats)
    return board


def _course(battle: Battle, seats: Sequence[Side]) -> _Course:
    known = known_battle(battle)
    if known is not None:
        record = own(known.fought)
        steps = [(step.order, step.events) for step in record.steps]
        return _Course(record.written.given, steps, record.positions, over=True)
    play = battle.plays.filter(stage=Play.Stage.ON).first()
    if play is None:
        raise refuse("", "The site does not have every order of this battle, so you cannot try it out.")
    if not is_open(play, seats):
        raise refuse(
            "R37", "The enemy's counters are covered. You can try the battle out once they are shown."
        )
    lines = [decode_line(bytes(raw)) for raw in play.lines.order_by("number").values_list("line", flat=True)]
    return _Course(
        [given for line in lines for given in line.given],
        [
            (given.order, events)
            for line in lines
            for given, events in zip(line.given, line.events, strict=True)
        ],
        positions_of(battle.setup_document, lines),
        over=False,
    )


def sandboxes_of(user: User) -> QuerySet[Battle]:
    """The battles that the user tries out, the newest first."""
    mine = Q(terran_user=user) | Q(talon_user=user)
    return Battle.objects.filter(mine, owner_topic__startswith=SANDBOX).order_by("-pk")


def throw_away(*, battle_id: int, user: User) -> bool:
    """Whether the user had such a battle of that number, which is gone now."""
    return bool(delete_battles(sandboxes_of(user).filter(pk=battle_id)))


def prune_sandboxes() -> int:
    """How many were deleted in which nothing was ordered for a week."""
    before = timezone.now() - KEPT
    old = Battle.objects.filter(owner_topic__startswith=SANDBOX).exclude(plays__moved_at__gte=before)
    return delete_battles(old)
