"""What the page shows on which a result of an earlier turn is corrected (S67)."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from battles.pages.report_form import ReportForm, report_form
from campaign.at import At
from campaign.log.fold import events_so_far
from campaign.models import Correction
from campaign.pages.frame import WarFrame, frame
from campaign.rules.orders import Amend
from campaign.rules.since import Since, since
from campaign.rules.strategic_map import place_title
from campaign.services.correcting import at_once, check_open, open_correction, order_of
from campaign.telling.correcting import Preview, preview_of, recorded
from campaign.telling.lines import Line
from config.pages import Page
from engines.seam.refusals import Refusal, Refused
from engines.seam.sides import Side
from engines.talon.sheets import typed

Status = Correction.Status


@dataclass(frozen=True, slots=True)
class Proposal:
    """A corrected result that waits for an answer until `until`; `mine`: the reader proposed it."""

    id: int
    mine: bool
    until: datetime


@dataclass(frozen=True, slots=True)
class Note:
    """A corrected result that was proposed before, and what became of it."""

    at: datetime
    words: str


@dataclass(frozen=True, slots=True)
class CorrectPage(Page):
    """The result of one battle, and how it is corrected.

    `form` is there while a result can be entered, `preview` once one was, or is proposed. `mark` names the report
    that the preview is of. `elsewhere` is the number of another battle with an open proposal, 0 for none. `at_once`:
    nobody has to agree. `refusals` say why nothing can be done, or was; `stale` that the war has moved on.
    """

    template: ClassVar = "campaign/correct.html"
    frame: WarFrame
    battle: int
    place: str
    turn: int
    recorded: list[Line]
    form: ReportForm | None
    checked: bool
    preview: Preview | None
    mark: str
    proposal: Proposal | None
    elsewhere: int
    at_once: bool
    notes: tuple[Note, ...]
    refusals: tuple[Refusal, ...]
    stale: str


def battle_of(at: At, number: int) -> Since | None:
    """The battle of that number with what has happened since; None if it has no result."""
    return since(events_so_far(at.war.pk), number)


@dataclass(frozen=True, slots=True)
class Entered:
    """What was entered in the form; `order` is None while it makes no report, `mark` names the report."""

    form: ReportForm
    order: Amend | None
    mark: str


def correct_page(
    at: At,
    found: Since,
    entered: Entered | None = None,
    refusals: tuple[Refusal, ...] = (),
    stale: str = "",
) -> CorrectPage:
    """The page as it is asked for, or with what was entered and what that would change."""
    row = open_correction(at.war)
    here = row is not None and row.battle == found.number
    order = order_of(row) if row is not None and here else entered.order if entered is not None else None
    preview, why_not = _preview(at, found, order)
    closed = _closed(at, found)
    free = row is None and not closed
    form = (entered.form if entered is not None else _form_of(found)) if free else None
    return CorrectPage(
        frame=frame(at),
        battle=found.number,
        place=place_title(found.place),
        turn=found.turn,
        recorded=recorded(found),
        form=form,
        checked=entered is not None,
        preview=preview,
        mark=entered.mark if entered is not None else "",
        proposal=Proposal(row.pk, row.side == at.side, row.expires_at) if row is not None and here else None,
        elsewhere=row.battle if row is not None and not here else 0,
        at_once=at_once(at.war, at.seats.values(), at.side),
        notes=tuple(_notes(at, found.number)),
        refusals=(*refusals, *(why_not or closed)),
        stale=stale,
    )


def _form_of(found: Since) -> ReportForm:
    """The form with the result that holds; usual fates follow when another winner is chosen."""
    fields = typed.from_report(found.setup, found.result.report)
    asked = {name: value for name, value in fields.items() if not name.endswith("-fate")}
    usual = typed.with_usual_fates(found.setup, asked)
    presets = {
        name.removesuffix("fate") + "preset": value
        for name, value in fields.items()
        if name.endswith("-fate") and usual.get(name) == value
    }
    return report_form(found.setup, {**fields, **presets})


def _preview(at: At, found: Since, order: Amend | None) -> tuple[Preview | None, tuple[Refusal, ...]]:
    if order is None:
        return None, ()
    try:
        return preview_of(at.war, at.side, found, order), ()
    except Refused as refused:
        return None, refused.refusals


def _closed(at: At, found: Since) -> tuple[Refusal, ...]:
    """Why no other result of the battle can be entered now, if that is so."""
    if found.fought:
        return (Refusal("S67", "This battle was fought here, so its result cannot be wrong."),)
    if at.view.phase == "over":
        return (Refusal("31.1", "This war is over."),)
    if at.view.phase != "planning":
        reason = "You can correct a result while a turn is planned. Finish this turn's battles first."
        return (Refusal("S67", reason),)
    try:
        check_open(at.war, found.number)
    except Refused as refused:
        return refused.refusals
    return ()


WORDS = {
    Status.AGREED: "agreed",
    Status.DECLINED: "declined",
    Status.DROPPED: "taken back",
    Status.EXPIRED: "not answered within 72 hours",
}


def _notes(at: At, number: int) -> list[Note]:
    rows = Correction.objects.filter(war=at.war, battle=number).exclude(status=Status.OPEN).order_by("pk")
    return [Note(row.asked_at, _words(at, row)) for row in rows]


def _words(at: At, row: Correction) -> str:
    """Who proposed it, when, and what became of it."""
    side: Side = "terran" if row.side == "terran" else "talon"
    who = "You" if side == at.side and not at.war.one_screen else at.name_of(side)
    if row.by_host:
        return f"{who} proposed a corrected result. The host decided it in turn {row.turn}."
    return f"{who} proposed a corrected result in turn {row.turn}: {WORDS[Status(row.status)]}."
