"""What the page of a battle shows: its set-up, the report to be confirmed or the result, and who did what."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django_stubs_ext import WithAnnotations

from accounts.live import Newest
from battles.forms import DoctrineForm, doctrine_form
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
from battles.pages.away import AwayHere, away_here
from battles.pages.notes import HistoryEntry, history
from battles.pages.play import hides_counters, seat_of
from battles.pages.report_view import Outcome, SideAfter, outcome_of, sides_after
from battles.selectors import (
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
    played,
    time_of,
    unattended,
)
from battles.services.play.publishing import board_of
from battles.services.play.standing import is_set_up, moment_on
from battles.services.play.ways import kept_play
from battles.verdict import only_side
from config.pages import Page, Part, RibbonStep, step_state
from engines.seam import codec
from engines.seam.documents import BattleSetup, Doctrine, Unit
from engines.seam.refusals import Refusal
from engines.seam.sides import Side, opponent
from engines.talon.play.recorded import as_it_stood, gone_on
from engines.talon.sheets.sheet import SetupSheet, sheet_of
from engines.talon.state import Battle as Board

PROGRESS = ("Fight, then record", "Confirm", "Settled")
PROGRESS_AT = {Status.OPEN: 0, Status.DISPUTED: 0, Status.REPORTED: 1, Status.SETTLED: 3, Status.VOID: 0}
FOR_THE_COMPUTER = (Status.OPEN, Status.DISPUTED)
"""When a battle can be given to the computer."""


@dataclass(frozen=True, slots=True)
class ByComputer(Part):
    """The computer's part while it can be asked; the other side's doctrine is not in it.

    `owed`: what the computer still owes the battle, `unattended` if nothing is heard of it; `rival`: who plays the
    other side.
    """

    owed: Resolution | None = None
    unattended: bool = False
    being_fought: bool = False
    asked_by_me: bool = False
    asked_of_me: bool = False
    rival: str = ""
    doctrine: DoctrineForm | None = None


@dataclass(frozen=True, slots=True)
class ByHand(Part):
    """The battle in the browser: whether it is played there now, and who has asked to play it there, or to stop.

    `way_now` is what withdraws a request; `laid_aside` is when it was laid aside, "" if it was not, and `laid_set_up`
    whether both sides had set up by then. `shows_board`: the reader may look at it as it stands, which at one screen
    shows no covered counters (R37).
    """

    way_now: Way = Way.TABLE
    in_browser: bool = False
    laid_aside: str = ""
    laid_set_up: bool = False
    shows_board: bool = False
    by_captains: bool = False
    hand_asked_by_me: bool = False
    hand_asked_of_me: bool = False
    table_asked_by_me: bool = False
    table_asked_of_me: bool = False


@dataclass(frozen=True, slots=True)
class BattlePage(Page):
    """The battle as it stands.

    `at` is the number of the latest notice, `settled_by` who or what settled it, `moved` what the result moved in the
    war; `brought` the record that came with the report, `seal` the `DiceSeal` if its dice are committed; `chat` is None
    without one, `odds` where the odds are and `correction` where the result is corrected, both "" without any;
    `deadline` is None without one, `away` are the players on holiday, and `tries` says that the reader may try the
    battle out. After an answer that was not taken: `stale` says what has changed, `refusals` why not, and `remark` is
    what was typed.
    """

    template: ClassVar = "battles/battle.html"
    battle: Battle
    sheet: SetupSheet
    steps: list[RibbonStep]
    at: int
    outcome: Outcome | None
    settled_by: str
    moved: str
    sides_after: tuple[SideAfter, ...]
    may_answer: bool
    may_correct: bool
    reporter: str
    answerer: str
    history: list[HistoryEntry]
    seal: "SimpleLazyObject[DiceSeal | None]"
    brought: BroughtRecord | None
    by_computer: ByComputer
    by_hand: ByHand
    chat: BattleChat | None
    odds: str
    correction: str
    deadline: BattleDeadline | None
    away: tuple[AwayHere, ...]
    tries: bool = True
    stale: str = ""
    refusals: tuple[Refusal, ...] = ()
    remark: str = ""


def battle_page(battle: "WithAnnotations[Battle, Newest]", seats: tuple[Side, ...]) -> BattlePage:
    """The page for the player of these sides."""
    setup = battle.setup_document
    result = battle.result_document
    report = result.report if result else battle.report_document
    wishes = _wishes(battle)
    kept = kept_play(battle) if battle.status in FOR_THE_COMPUTER else None
    laid = board_of(kept) if kept is not None and kept.stage == Play.Stage.LAID else None
    playing = kept if kept is not None and kept.stage == Play.Stage.ON else None
    moved = effect_of(battle)
    chat = chat_about(battle, seats[0])  # before the time: for it a war is read that may have no deadlines
    time = time_of(battle, seats[0], playing)
    return BattlePage(
        battle=battle,
        sheet=sheet_now(setup, laid),
        steps=_ribbon(battle),
        at=battle.newest,
        outcome=outcome_of(setup, report, only_side(seats)) if report else None,
        settled_by=_settled_by(battle, seats),
        moved=moved,
        sides_after=sides_after(setup, report) if report else (),
        may_answer=battle.answering_side in seats,
        may_correct=battle.status == Status.DISPUTED or battle.reported_by in seats,
        reporter=player_of(battle, battle.reported_by),
        answerer=player_of(battle, battle.answering_side or ""),
        history=history(notes_of(battle)),
        seal=SimpleLazyObject(partial(commitment_for, battle)),
        brought=brought(battle),
        by_computer=_by_computer(battle, seats, wishes),
        by_hand=_by_hand(battle, seats, wishes, kept, laid),
        chat=chat,
        odds=odds_path(battle, seats[0]),
        correction=correction_path(battle, seats[0]),
        deadline=time.deadline,
        away=away_here(battle, seats[0], time, in_browser=playing is not None),
    )


def sheet_now(setup: BattleSetup, laid: Board | None) -> SetupSheet:
    """The set-up sheet; with the damage and the losses of the board if the battle was laid aside after the set-up."""
    return sheet_of(as_it_stood(laid, setup), gone_on(laid)) if is_set_up(laid) else sheet_of(setup)


def _settled_by(battle: Battle, seats: tuple[Side, ...]) -> str:
    """Who or what settled the battle, for the reader; "" while it is not settled."""
    if battle.settled_how != SettledHow.CONFIRMED:
        return str(battle.get_settled_how_display()).capitalize()
    side = opponent("terran" if battle.reported_by == "terran" else "talon")
    mine = side in seats and not battle.one_screen
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
    laid: Board | None,
) -> ByHand:
    if battle.status not in FOR_THE_COMPUTER:
        return ByHand()
    play = kept if kept is not None and kept.stage == Play.Stage.ON else None
    by_captains = play is not None and PlayedBy.PERSON not in (play.terran_by, play.talon_by)
    now = Way.TABLE if play is None else Way.WORKER if by_captains else Way.HAND
    asked = {side: wish.way for side, wish in wishes.items() if wish.way != now and len(seats) == 1}
    mine, theirs = asked.get(seats[0]), asked.get(opponent(seats[0]))
    return ByHand(
        way_now=now,
        in_browser=play is not None,
        laid_aside="" if laid is None else moment_on(laid),
        laid_set_up=is_set_up(laid),
        shows_board=kept is not None
        and laid is not None
        and not hides_counters(laid, seat_of(kept, seats), seats),
        by_captains=by_captains,
        hand_asked_by_me=mine == Way.HAND,
        hand_asked_of_me=theirs == Way.HAND and mine != Way.HAND,
        table_asked_by_me=mine == Way.TABLE,
        table_asked_of_me=theirs == Way.TABLE and mine != Way.TABLE,
    )


def being_fought(battle: Battle) -> bool:
    """Whether the computer has the battle; one query while it can be given to it."""
    return battle.status in FOR_THE_COMPUTER and is_under_way(battle, owed(battle))


def in_browser(battle: Battle) -> bool:
    """Whether the battle is being played in the browser; one query while it can be."""
    return battle.status in FOR_THE_COMPUTER and played(battle) is not None


def is_under_way(battle: Battle, resolution: Resolution | None) -> bool:
    """Whether the computer has the battle, by what it still owes it."""
    if battle.status not in FOR_THE_COMPUTER or resolution is None:
        return False
    return resolution.status != Resolution.Status.FAILED


def units_of(battle: Battle, seats: tuple[Side, ...]) -> list[Unit]:
    """The units of these sides."""
    return [unit for seat in seats for unit in battle.setup_document.force(seat)]


def player_of(battle: Battle, side: str) -> str:
    """Who plays the side, in words fit for a sentence; "" for no side."""
    if side not in ("terran", "talon"):
        return ""
    if battle.one_screen:
        return side.title()
    return battle.user_of("terran" if side == "terran" else "talon").username


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
