"""What the page of a battle shows: its set-up, the report to be confirmed or the result, and who did what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar

from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django_stubs_ext import WithAnnotations

from accounts.live import Newest
from battles.battle.away import AwayHere, away_here
from battles.battle.boards import BOARDS
from battles.battle.doctrine import DoctrineForm, doctrine_form
from battles.battle.notes import HistoryEntry, history
from battles.battle.selectors import (
    BattleChat,
    BattleDeadline,
    brought,
    chat_about,
    commitment_for,
    correction_path,
    effect_of,
    notes_of,
    odds_path,
    owed,
    time_of,
    unattended,
)
from battles.battle.services.calling_off import can_be_called_off
from battles.battle.services.pairs import pair_in_words
from battles.battle.services.taking_back import asked_back_by, both_can_take_back, can_be_taken_back
from battles.battle.services.ways import kept_play
from battles.battle.standing import LaidAside, laid_at
from battles.battle.teams import SeatedSide, seated
from battles.battle.under_way import FOR_THE_COMPUTER, is_under_way, player_of
from battles.battle.verdict import only_side
from battles.models import (
    Battle,
    BroughtRecord,
    DiceSeal,
    Play,
    PlayedBy,
    Resolution,
    SettledHow,
    Status,
    Way,
    Wish,
)
from battles.table.report import Outcome, SideAfter, outcome_of, sides_after
from battles.talon.play.pages.ending import next_path, rematch_words
from config.pages import Page, Part, RibbonStep, step_state
from engines.seam import codec
from engines.seam.documents import BattleSetup, Doctrine, Unit
from engines.seam.refusals import Refusal
from engines.seam.sheets import SetupSheet
from engines.seam.sides import Side, as_side, opponent
from engines.seam.systems import system

PROGRESS = ("Fight, then record", "Confirm", "Settled")
PROGRESS_AT = {Status.OPEN: 0, Status.DISPUTED: 0, Status.REPORTED: 1, Status.SETTLED: 3, Status.VOID: 0}
"""How many of these are done."""


@dataclass(frozen=True, slots=True)
class ByComputer(Part):
    """The computer's part while it can be asked; the other side's doctrine is not in it."""

    owed: Resolution | None = None
    """What the computer still owes the battle."""
    unattended: bool = False
    """Whether nothing is heard of that."""
    being_fought: bool = False
    asked_by_me: bool = False
    asked_of_me: bool = False
    rival: str = ""
    """Who plays the other side."""
    doctrine: DoctrineForm | None = None


@dataclass(frozen=True, slots=True)
class ByHand(Part):
    """The battle in the browser: whether it is played there now, and who has asked to play it there, or to stop."""

    has_board: bool = True
    """Whether its game can be played there at all."""
    way_now: Way = Way.TABLE
    """What withdraws a request."""
    in_browser: bool = False
    laid_aside: str = ""
    """When it was laid aside, "" if it was not."""
    going_on: str = ""
    """What to set up at a table then; "" while the sides had not set up."""
    shows_board: str = ""
    """Where the reader looks at it as it stands; "" if it was not laid aside, or where that would tell a secret."""
    board: str = ""
    """Where it is played now."""
    tries: bool = False
    """Whether it can be tried out on a board."""
    surface: str = ""
    """What it would be played on, as "a hex board"."""
    clicks: str = ""
    """How many clicks that takes, in words."""
    by_captains: bool = False
    hand_asked_by_me: bool = False
    hand_asked_of_me: bool = False
    table_asked_by_me: bool = False
    table_asked_of_me: bool = False


@dataclass(frozen=True, slots=True)
class ResultNow:
    """The result of the battle as far as it is known: as reported, or as settled."""

    outcome: Outcome | None
    """Who won and how; None before a report."""
    sides_after: tuple[SideAfter, ...]
    settled_by: str
    """Who or what settled it."""
    moved: str
    """What it moved in the war."""
    pair: str = ""
    """What it means as one of two games, "" if it is played once (R68)."""
    tallies: Sequence[tuple[str, str]] = ()
    """What was counted besides rounds and points, and how far it has come."""


@dataclass(frozen=True, slots=True)
class Answering:
    """Who has reported a result, and who may confirm, dispute or correct it."""

    reporter: str
    answerer: str
    may_answer: bool
    may_correct: bool


@dataclass(frozen=True, slots=True)
class BattleLinks:
    """Where the page leads beside the battle's own pages."""

    chat: BattleChat | None
    odds: str
    """Where the odds are, "" without any."""
    correction: str
    """Where the result is corrected, "" for nowhere."""
    tries: bool
    """Whether the reader may try the battle out."""
    rematch: str = ""
    """The words of the button for another single battle, "" without one."""
    rematch_waits: bool = False
    """Whether the reader has asked for it, and the other player has not."""
    next_path: str = ""
    """Where the rematch is, "" if there is none."""
    takes_back: str = ""
    """How the reader may take the result back, to correct it: "alone", "ask" the other player, who is "asked" already,
    or "agree" to what that player asks; "" where nobody can."""
    other: str = ""
    """Who would have to agree to that."""
    calls_off: bool = False
    """Whether the reader may drop the battle."""


@dataclass(frozen=True, slots=True)
class BattleTimeNow:
    """The time that the players have."""

    deadline: BattleDeadline | None
    away: tuple[AwayHere, ...]
    """The players on holiday."""


@dataclass(frozen=True, slots=True)
class BattleReply:
    """Why an answer was not taken."""

    stale: str = ""
    """What has changed meanwhile."""
    refusals: tuple[Refusal, ...] = ()
    remark: str = ""
    """What was typed."""


@dataclass(frozen=True, slots=True)
class BattlePage(Page):
    """The battle as it stands."""

    template: ClassVar = "battles/battle.html"
    battle: Battle
    at: int
    """The number of the latest notice."""
    steps: list[RibbonStep]
    sheet: SetupSheet
    result: ResultNow
    answering: Answering
    brought: BroughtRecord | None
    """The record that came with the report."""
    history: list[HistoryEntry]
    seal: "SimpleLazyObject[DiceSeal | None]"
    """None if its dice are not committed."""
    by_computer: ByComputer
    by_hand: ByHand
    links: BattleLinks
    time: BattleTimeNow
    team: tuple[SeatedSide, ...]
    """The players of both sides, in a battle of teams."""
    reply: BattleReply = field(default_factory=BattleReply)


def battle_page(
    battle: "WithAnnotations[Battle, Newest]", seats: tuple[Side, ...], place: int = 0
) -> BattlePage:
    """The page for the player of these sides, who has that `place` in the order of a team."""
    wishes = _wishes(battle)
    kept = kept_play(battle) if battle.status in FOR_THE_COMPUTER else None
    laid = laid_at(battle, kept) if kept is not None and kept.stage == Play.Stage.LAID else None
    playing = kept if kept is not None and kept.stage == Play.Stage.ON else None
    result = _result(battle, seats)
    chat = chat_about(
        battle, seats[0], place
    )  # before the time: for it a war is read that may have no deadlines
    time = time_of(battle, seats[0], playing)
    return BattlePage(
        battle=battle,
        at=battle.newest,
        steps=_ribbon(battle),
        sheet=sheet_now(battle.setup_document, laid),
        result=result,
        answering=Answering(
            reporter=player_of(battle, battle.reported_by),
            answerer=player_of(battle, battle.answering_side or ""),
            may_answer=battle.answering_side in seats,
            may_correct=battle.status == Status.DISPUTED or battle.reported_by in seats,
        ),
        brought=brought(battle),
        history=history(notes_of(battle)),
        seal=SimpleLazyObject(partial(commitment_for, battle)),
        by_computer=_by_computer(battle, seats, wishes),
        by_hand=_by_hand(battle, seats, wishes, kept, laid),
        links=_links(battle, seats[0], chat),
        time=BattleTimeNow(
            deadline=time.deadline,
            away=away_here(battle, seats[0], time, in_browser=playing is not None),
        ),
        team=seated(battle),
    )


def _links(battle: Battle, side: Side, chat: BattleChat | None) -> BattleLinks:
    found = BattleLinks(
        chat=chat, odds=odds_path(battle, side), correction=correction_path(battle, side), tries=True
    )
    if battle.owner_topic or battle.sandbox:
        return found
    if battle.status != Status.SETTLED:
        return replace(found, calls_off=can_be_called_off(battle))
    found = replace(found, takes_back=_takes_back(battle, side), other=battle.name_of(opponent(side)))
    if battle.owner_path:
        return found
    rematch, path = rematch_words(battle, side), next_path(battle)
    return replace(found, rematch=rematch, rematch_waits=not (rematch or path), next_path=path)


def _takes_back(battle: Battle, side: Side) -> str:
    """How the player of a side may take the result back."""
    if can_be_taken_back(battle):
        return "alone"
    if not both_can_take_back(battle):
        return ""
    asked = asked_back_by(battle)
    return "asked" if side in asked else "agree" if opponent(side) in asked else "ask"


def _result(battle: Battle, seats: tuple[Side, ...]) -> ResultNow:
    setup, result = battle.setup_document, battle.result_document
    report = result.report if result else battle.report_document
    return ResultNow(
        outcome=outcome_of(setup, report, only_side(seats)) if report else None,
        sides_after=sides_after(setup, report) if report else (),
        settled_by=_settled_by(battle, seats),
        moved=effect_of(battle),
        pair=pair_in_words(battle) if result is not None else "",
        tallies=system(battle.system).tallies(setup, report) if report else (),
    )


def sheet_now(setup: BattleSetup, laid: LaidAside | None) -> SetupSheet:
    """The set-up sheet; with the damage and the losses of the board if the battle was laid aside after the set-up."""
    return system(setup.system).sheet(setup, laid.position if laid is not None and laid.is_set_up else b"")


def _settled_by(battle: Battle, seats: tuple[Side, ...]) -> str:
    """Who or what settled the battle, for the reader; "" while it is not settled."""
    if battle.settled_how == SettledHow.AGREED:
        return f"Recorded by {battle.user_of(as_side(battle.reported_by)).username} for both sides"
    if battle.settled_how != SettledHow.CONFIRMED:
        return str(battle.get_settled_how_display()).capitalize()
    side = opponent(as_side(battle.reported_by))
    mine = side in seats and not battle.one_screen and not battle.teams
    return f"{'You' if mine else player_of(battle, side)} confirmed"


def _wishes(battle: Battle) -> dict[str, Wish]:
    """By side what it asks for, while the battle can be given to the computer; one query at most."""
    if battle.status not in FOR_THE_COMPUTER:
        return {}
    return {wish.side: wish for wish in battle.wishes.all()}


def _by_computer(battle: Battle, seats: tuple[Side, ...], wishes: Mapping[str, Wish]) -> ByComputer:
    if battle.status not in FOR_THE_COMPUTER:
        return ByComputer()
    resolution = owed(battle)
    fought_now = is_under_way(battle, resolution)
    mine, other = seats[0], opponent(seats[0])
    own = wishes.get(mine)
    ways = {side: wish.way for side, wish in wishes.items()}
    chosen = codec.decode_doctrine(bytes(own.doctrine)) if own and not battle.one_screen else Doctrine()
    return ByComputer(
        owed=resolution,
        unattended=resolution is not None and fought_now and unattended(resolution),
        being_fought=fought_now,
        asked_by_me=ways.get(mine) == Way.WORKER and not battle.one_screen,
        asked_of_me=ways.get(other) == Way.WORKER and ways.get(mine) != Way.WORKER and len(seats) == 1,
        rival=player_of(battle, other),
        doctrine=doctrine_form(units_of(battle, seats), chosen),
    )


def _by_hand(
    battle: Battle,
    seats: tuple[Side, ...],
    wishes: Mapping[str, Wish],
    kept: Play | None,
    laid: LaidAside | None,
) -> ByHand:
    if battle.status not in FOR_THE_COMPUTER:
        return ByHand()
    play = kept if kept is not None and kept.stage == Play.Stage.ON else None
    by_captains = play is not None and PlayedBy.PERSON not in (play.terran_by, play.talon_by)
    now = Way.TABLE if play is None else Way.WORKER if by_captains else Way.HAND
    asked = {side: wish.way for side, wish in wishes.items() if wish.way != now and len(seats) == 1}
    mine, theirs = asked.get(seats[0]), asked.get(opponent(seats[0]))
    board = BOARDS.get(battle.system)
    game = battle.engine.by_hand
    return ByHand(
        has_board=game is not None,
        surface="" if game is None else game.surface,
        clicks="" if game is None else game.clicks,
        way_now=now,
        in_browser=play is not None,
        laid_aside="" if laid is None else laid.when,
        going_on="" if laid is None else laid.going_on,
        shows_board=""
        if board is None or kept is None or laid is None
        else board.path_laid_aside(kept, seats),
        board="" if board is None or play is None else board.path(battle),
        tries=board is not None and board.tries,
        by_captains=by_captains,
        hand_asked_by_me=mine == Way.HAND,
        hand_asked_of_me=theirs == Way.HAND and mine != Way.HAND,
        table_asked_by_me=mine == Way.TABLE,
        table_asked_of_me=theirs == Way.TABLE and mine != Way.TABLE,
    )


def units_of(battle: Battle, seats: tuple[Side, ...]) -> list[Unit]:
    """The units of these sides."""
    return [unit for seat in seats for unit in battle.setup_document.force(seat)]


def _ribbon(battle: Battle) -> list[RibbonStep]:
    now = PROGRESS_AT[Status(battle.status)]
    steps = enumerate(zip(PROGRESS, _step_links(battle), strict=True))
    return [RibbonStep(name, step_state(place, now), href) for place, (name, href) in steps]


def _step_links(battle: Battle) -> tuple[str, ...]:
    """Where each step is done or to be seen, "" where there is nothing yet."""
    if battle.status == Status.SETTLED:
        return ("#set-up", "#result", "#result")
    record = reverse("battle_report", args=[battle.pk])
    return (record, "#answer" if battle.status == Status.REPORTED else "", "")
