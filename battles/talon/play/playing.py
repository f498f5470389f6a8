"""What may be read of battles played by hand, and of single battles however they are fought."""

from dataclasses import dataclass
from typing import TypedDict

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django_stubs_ext import WithAnnotations

from accounts.models import User
from battles.battle.selectors import played_by, seats_of, with_seats
from battles.models import (
    GOING_ON,
    LESSON,
    SANDBOX,
    Battle,
    DesignedBattle,
    Play,
    Series,
    Status,
    TeamBattle,
    TeamSeat,
)
from battles.talon.play.services.publishing import TALON
from engines.seam.sides import as_side, opponent

MOST_SHOWN = 20
MOST_FINISHED = 10


@dataclass(frozen=True, slots=True)
class SkirmishLine:
    """A battle by hand under way in one line: where it is fought, against whom, and whether it waits for this player.

    `title` names the war it is of.
    """

    path: str
    place: str
    title: str
    rival: str
    my_turn: bool


def skirmishes_of(user: User) -> list[SkirmishLine]:
    """The user's single battles under way: in the browser, the last that moved first, then all others; two queries."""
    played = [_line(play, user) for play in _under_way(user.pk).filter(battle__owner_topic="")[:MOST_SHOWN]]
    return [*played, *_elsewhere(user)]


def _elsewhere(user: User) -> list[SkirmishLine]:
    """The user's single battles under way that are not in the browser, apart from those of teams; one query."""
    played = Play.objects.filter(battle=OuterRef("pk"), stage=Play.Stage.ON)
    rows = _single(user.pk).filter(~Exists(played), status__in=GOING_ON, teams=False).order_by("-pk")
    return [_off_board(battle, user) for battle in rows[:MOST_SHOWN]]


def _off_board(battle: Battle, user: User) -> SkirmishLine:
    """A single battle at a table or of captains; it waits for whoever has not entered its result."""
    seats, path = seats_of(battle, user), battle.get_absolute_url()
    waits = battle.answering_side is None or battle.answering_side in seats
    title = f"{battle.title} at a table"
    return SkirmishLine(path, battle.place, title, _rival(battle, seats[0]), waits)


@dataclass(frozen=True, slots=True)
class FinishedLine:
    """A single battle that is over in one line; `outcome` is who won, from the player's seat."""

    path: str
    place: str
    title: str
    rival: str
    outcome: str


def finished_of(user: User) -> list[FinishedLine]:
    """The user's last single battles with a result, however they were fought, the newest first; two queries at most."""
    rows = _single(user.pk).filter(status=Status.SETTLED).order_by("-settled_at", "-pk")
    return [_finished(battle, user) for battle in rows[:MOST_FINISHED]]


def battles_of(user: User) -> list[SkirmishLine]:
    """All battles the user plays by hand, of wars too, not of lessons or sandboxes, and single ones at a table.

    Those in the browser come first, the last that moved on top; three queries at most.
    """
    return [*(_line(play, user) for play in _under_way(user.pk)[:MOST_SHOWN]), *_elsewhere(user)]


@dataclass(frozen=True, slots=True)
class DesignLine:
    """A battle whose seats or fleets are being chosen: where that is done, what to do, and against whom."""

    path: str
    words: str
    rival: str


def designs_of(user: User) -> list[DesignLine]:
    """The battles whose fleets the user is still to choose, the last begun first; one query."""
    mine = Q(user=user) | Q(rival=user)
    on = Q(leg=None) | Q(leg__series__stage=Series.Stage.ON, leg__series__paused=False)
    rows = DesignedBattle.objects.filter(mine, on, DesignedBattle.OPEN).select_related("user", "rival")
    return [_design(row, user) for row in rows.order_by("-pk")[:MOST_SHOWN]]


class _Waits(TypedDict):
    """Whether a battle of teams waits for the reader."""

    waits: bool


def teams_of(user: User) -> list[DesignLine]:
    """The user's team battles that have not begun, and those at a table without a result; the last first; one query."""
    mine = Q(user=user) | Q(seats__user=user)
    at_table = Q(at_table=True, seats__user=user, battle__status__in=GOING_ON)
    rows = TeamBattle.objects.filter(Q(mine, battle=None, withdrawn=False) | at_table).distinct()
    ready = Exists(TeamSeat.objects.filter(team=OuterRef("pk"), user=user, ready=True))
    return [_team(row) for row in rows.annotate(waits=~ready).defer("setup").order_by("-pk")[:MOST_SHOWN]]


def _team(row: "WithAnnotations[TeamBattle, _Waits]") -> DesignLine:
    if row.battle_id is not None:
        return DesignLine(
            reverse("battle", args=[row.battle_id]), row.title, "Team battle at a table: its result"
        )
    words = "Team battle: say that you are ready" if row.waits else "Team battle: waiting for others"
    return DesignLine(reverse("team", args=[row.token]), row.title, words)


def _design(row: DesignedBattle, user: User) -> DesignLine:
    other = row.rival if row.user_id == user.pk else row.user
    if row.opponent == DesignedBattle.Opponent.ONE_SCREEN:
        rival = "at one screen"
    elif row.opponent == DesignedBattle.Opponent.COMPUTER:
        rival = "against the computer"
    else:
        rival = "Send the link" if other is None else f"against {other.username}"
    return DesignLine(reverse("design", args=[row.token]), "Choose the ships", rival)


def tried_out_by(user: User) -> list[SkirmishLine]:
    """The battles that the user tries out in a sandbox, the last that moved first; one query."""
    rows = _plays(user.pk).filter(battle__owner_topic__startswith=SANDBOX)
    return [_line(play, user) for play in rows[:MOST_SHOWN]]


def _under_way(user: int) -> QuerySet[Play]:
    counts = _plays(user).exclude(battle__owner_topic__startswith=LESSON).filter(battle__sandbox=False)
    return counts.filter(stage=Play.Stage.ON).exclude(decider="")


def _plays(user: int) -> QuerySet[Play]:
    rows = Play.objects.filter(played_by(user, "battle__"), battle__system=TALON)
    rows = with_seats(rows.select_related("battle__terran_user", "battle__talon_user"), "battle__")
    return rows.defer("position", "record", "battle__setup", "battle__report").order_by("-moved_at")


def _line(play: Play, user: User) -> SkirmishLine:
    battle, seats = play.battle, seats_of(play.battle, user)
    path = reverse("battle_play", args=[battle.pk])
    mine = play.decider in seats and (not battle.teams or play.place == battle.place_of(user))
    return SkirmishLine(path, battle.place, battle.title, _rival(battle, seats[0]), mine)


def _single(user: int) -> QuerySet[Battle]:
    """The user's battles of no war, with their players."""
    rows = Battle.objects.filter(played_by(user), owner_topic="", sandbox=False)
    return with_seats(rows.select_related("terran_user", "talon_user")).defer("setup", "report")


def _finished(battle: Battle, user: User) -> FinishedLine:
    seats, result = seats_of(battle, user), battle.result_document
    winner = None if result is None else result.winner
    if winner is None:
        outcome = "Nobody won"
    elif battle.one_screen:
        outcome = f"{winner.title()} won"
    else:
        outcome = "You won" if winner in seats else "You lost"
    return FinishedLine(
        battle.get_absolute_url(), battle.place, battle.title, _rival(battle, seats[0]), outcome
    )


def _rival(battle: Battle, seat: str) -> str:
    """Whom the player of a seat is up against; "" at one screen."""
    other = opponent(as_side(seat))
    if battle.one_screen:
        return ""
    return "the computer" if battle.user_of(other).is_computer else battle.name_of(other)
