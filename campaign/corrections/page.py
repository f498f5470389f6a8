"""What the page shows on which a result of an earlier turn is corrected (S67)."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from campaign.corrections.advice import Advice, advice_of
from campaign.corrections.changes import Preview, preview_of, recorded
from campaign.corrections.correcting import (
    at_once,
    check_begun_here,
    check_open,
    open_correction,
    order_of,
    way_of,
)
from campaign.corrections.fitting import fit_of
from campaign.corrections.log_correction import GONE_ON
from campaign.corrections.log_preview import WAYS, WayPreview, way_preview
from campaign.models import Correction, Entry
from campaign.rules.corrections.amended_events import LogCorrected
from campaign.rules.corrections.battle_history import BattleHistory, Recorded, battle_history, recorded_in
from campaign.rules.events import AnyEvent
from campaign.rules.map.strategic_map import place_title
from campaign.rules.orders import Amend, CorrectLog, Fit
from campaign.war.at import At
from campaign.war.frame import WarFrame, frame
from campaign.war.log.fold import events_in, in_force, log_of
from campaign.war.words.event_lines import HistoryLine, lines_of
from config.pages import Page
from engines.seam.refusals import Refusal, Refused
from engines.seam.report_forms import ReportForm
from engines.seam.sides import as_side
from engines.seam.systems import system

Status = Correction.Status


@dataclass(frozen=True, slots=True)
class Proposal:
    """A corrected result that waits for an answer until `until`; `mine`: the reader proposed it.

    `lapses`: it holds for the war as it stands only (S69).
    """

    id: int
    mine: bool
    until: datetime
    lapses: bool


@dataclass(frozen=True, slots=True)
class Note:
    """A corrected result that was proposed before, and what became of it."""

    at: datetime
    words: str


@dataclass(frozen=True, slots=True)
class CorrectPage(Page):
    """The result of one battle, and how it is corrected.

    `form` is there while a result can be entered, `changes` once one was, or is proposed. `mark` names the report
    that they are of. `elsewhere` is the number of another battle with an open proposal, 0 for none. `at_once`:
    nobody has to agree. `refusals` say why nothing can be done, or was; `stale` that the war has moved on.
    """

    template: ClassVar = "campaign/correct.html"
    frame: WarFrame
    battle: int
    place: str
    turn: int
    recorded: list[HistoryLine]
    form: ReportForm | None
    checked: bool
    changes: "Changes | None"
    mark: str
    proposal: Proposal | None
    elsewhere: int
    at_once: bool
    notes: tuple[Note, ...]
    refusals: tuple[Refusal, ...]
    stale: str


@dataclass(frozen=True, slots=True)
class Changes:
    """What another result changes: `record` is the result, `way` how the war is to follow it.

    `now` is what changes if the difference is settled now; without it `why_not` says why that cannot be. `previews` are
    the other ways. A proposal has its own way alone. `advice` is what the site suggests, where there is a choice.
    """

    record: tuple[HistoryLine, ...]
    way: str
    now: Preview | None
    why_not: str
    previews: tuple[WayPreview, ...]
    advice: Advice | None = None

    @property
    def possible(self) -> bool:
        """Whether any way can be gone now."""
        return self.now is not None or any(not one.why_not for one in self.previews)


@dataclass(frozen=True, slots=True)
class Found:
    """A battle with a result, and the entries of its war that count, with all their events."""

    battle: Recorded
    log: list[Entry]
    events: list[AnyEvent]

    def history(self) -> BattleHistory:
        """The battle with what has happened since."""
        found = battle_history(self.events, self.battle.number)
        if found is None:
            raise LookupError(f"battle {self.battle.number} has no result")
        return found


def battle_of(at: At, number: int) -> Found | None:
    """The battle of that number; None if it has no result."""
    log = in_force(log_of(at.war.pk))
    events = events_in(log)
    battle = recorded_in(events, number)
    return None if battle is None else Found(battle, log, events)


@dataclass(frozen=True, slots=True)
class Entered:
    """What was entered in the form; `order` is None while it makes no report, `mark` names the report.

    `chosen`: the way was chosen as well.
    """

    form: ReportForm
    order: Amend | Fit | CorrectLog | None
    mark: str
    chosen: bool = False


def correct_page(
    at: At,
    found: Found,
    entered: Entered | None = None,
    refusals: tuple[Refusal, ...] = (),
    stale: str = "",
) -> CorrectPage:
    """The page as it is asked for, or with what was entered and what that would change."""
    row = open_correction(at.war)
    here = row is not None and row.battle == found.battle.number
    order = order_of(row) if row is not None and here else entered.order if entered is not None else None
    closed = _closed(at, found)
    chosen = here or (entered is not None and entered.chosen)
    changes, why_not = _changes(at, found, order, proposed=here, chosen=chosen) if not closed else (None, ())
    free = row is None and not closed
    form = (entered.form if entered is not None else _form_of(found.battle)) if free else None
    return CorrectPage(
        frame=frame(at),
        battle=found.battle.number,
        place=place_title(found.battle.place),
        turn=found.battle.turn,
        recorded=recorded(found.battle),
        form=form,
        checked=entered is not None,
        changes=changes,
        mark=entered.mark if entered is not None else "",
        proposal=_proposal(at, row) if row is not None and here else None,
        elsewhere=row.battle if row is not None and not here else 0,
        at_once=at_once(at.war, at.seats.values(), at.side),
        notes=tuple(_notes(at, found.battle.number)),
        refusals=(*refusals, *(why_not or closed)),
        stale=stale,
    )


def _form_of(found: Recorded) -> ReportForm:
    """The form with the result that holds; usual fates follow when another winner is chosen."""
    engine = system(found.setup.system)
    fields = engine.report_fields(found.setup, found.result.report)
    asked = {name: value for name, value in fields.items() if not name.endswith("-fate")}
    usual = engine.usual_fields(found.setup, asked)
    presets = {
        name.removesuffix("fate") + "preset": value
        for name, value in fields.items()
        if name.endswith("-fate") and usual.get(name) == value
    }
    return system(found.setup.system).report_form(found.setup, {**fields, **presets})


def _changes(
    at: At, shown: Found, order: Amend | Fit | CorrectLog | None, *, proposed: bool, chosen: bool
) -> tuple[Changes | None, tuple[Refusal, ...]]:
    """What the order changes, with the other ways unless it is proposed; or why it cannot be made at all."""
    if order is None:
        return None, ()
    found = shown.history()
    try:
        result = system(found.setup.system).result_of(found.setup, order.report)
        check_begun_here(at.war, order.battle, order.report)
    except Refused as refused:
        return None, refused.refusals
    if proposed and isinstance(order, Fit) and order.upto != at.war.version:
        return None, (Refusal("S71", GONE_ON),)
    way = way_of(order)
    completes = isinstance(order, Amend) and at.state.phase == "planning"
    if result == found.result and (proposed or not completes):
        return None, (Refusal("S67", "This is the result as it is recorded. Change what is wrong in it."),)
    amend = order if isinstance(order, Amend) else Amend(order.battle, order.report)
    now, refusals = _now(at, found, amend) if way == "now" or not proposed else (None, ())
    ways = [one for one in WAYS if (not proposed or one == way) and result != found.result]
    others = tuple(way_preview(at.war, at.side, found, order.report, one) for one in ways)
    if result != found.result and (not proposed or way == "fit"):
        others = (*others, fit_of(at.war, at.side, found, order.report))
    why_not = " ".join(refusal.reason for refusal in refusals)
    corrected = LogCorrected(
        found.number, found.turn, found.place, found.result, result, "as_it_is", at.war.turn
    )
    record = tuple(lines_of(corrected, found.before.chart)[1:])
    advice = None if proposed else advice_of(at.war, at.side, amend, now, others)
    if advice is not None and not chosen:
        way = advice.way
    changes = Changes(record, way, now, why_not, others, advice)
    return (changes, ()) if changes.possible else (None, refusals or _reasons(others))


def _reasons(ways: tuple[WayPreview, ...]) -> tuple[Refusal, ...]:
    return tuple(Refusal("S69", one.why_not) for one in ways)


def _now(at: At, found: BattleHistory, order: Amend) -> tuple[Preview | None, tuple[Refusal, ...]]:
    try:
        return preview_of(at.war, at.side, found, order), ()
    except Refused as refused:
        return None, refused.refusals


def _closed(at: At, found: Found) -> tuple[Refusal, ...]:
    """Why no other result of the battle can be entered now, if that is so."""
    if found.battle.fought:
        return (Refusal("S67", "This battle was fought here, so its result cannot be wrong."),)
    try:
        check_open(at.war, found.battle.number, found.log)
    except Refused as refused:
        return refused.refusals
    return ()


WORDS = {
    Status.AGREED: "agreed",
    Status.DECLINED: "declined",
    Status.DROPPED: "taken back",
    Status.EXPIRED: "not answered within 72 hours",
    Status.LAPSED: "the war went on before it was answered",
    Status.CARRIED: "agreed; it is made again when a turn is next planned",
    Status.UNDONE: "agreed, but it no longer counts",
}


def _proposal(at: At, row: Correction) -> Proposal:
    return Proposal(row.pk, row.side == at.side, row.expires_at, row.way != Correction.Way.NOW)


def _notes(at: At, number: int) -> list[Note]:
    rows = Correction.objects.filter(war=at.war, battle=number).exclude(status=Status.OPEN).order_by("pk")
    return [Note(row.asked_at, _words(at, row)) for row in rows]


def _words(at: At, row: Correction) -> str:
    """Who proposed it, when, and what became of it."""
    side = as_side(row.side)
    who = "You" if side == at.side and not at.war.one_screen else at.name_of(side)
    what = {
        Correction.Way.REWIND: "to go back to this battle",
        Correction.Way.AS_IT_IS: "to correct the history",
        Correction.Way.FIT: "to go back and keep the orders that fit",
    }.get(Correction.Way(row.way), "a corrected result")
    if row.by_host:
        return f"{who} proposed {what}. The host decided it in turn {row.turn}."
    return f"{who} proposed {what} in turn {row.turn}: {WORDS[Status(row.status)]}."
