"""What the page of a turn's plan shows: the desk with the draft, or the sealed plan to be read."""

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from battles.selectors import commitments
from campaign.at import At
from campaign.log.documents import decode_events
from campaign.models import Entry
from campaign.pages.planning_frame import PlanningFrame, mark_of
from campaign.planning import proposals, ready_fleets, turn_report
from campaign.planning.edits import WorkingPlan
from campaign.planning.page import DeskParts, SealedSummary, desk_parts, sealed_summary
from campaign.rules import sight
from campaign.services.consequences import dice_names_ahead
from campaign.telling import annals
from campaign.telling.last_battles import BattleOutcome, last_battles
from config.pages import Page, Part
from engines.seam.refusals import Refusal


@dataclass(frozen=True, slots=True)
class LastTurn(Part):
    """What became of the turn before: its income, repairs and battles; nothing of it on turn 1."""

    report: turn_report.TurnReport | None = None
    fought: tuple[BattleOutcome, ...] = ()


def last_turn(at: At) -> LastTurn:
    """The turn before this one; two queries, none on turn 1."""
    if at.state.turn == 1:
        return LastTurn()
    fights = annals.fights(at.war, turn=at.state.turn - 1)
    return LastTurn(_report_of(at), tuple(last_battles(fights, at.side)))


def _report_of(at: At) -> turn_report.TurnReport:
    """The income and the repairs with which this turn began; one query."""
    entry = Entry.objects.filter(war=at.war, turn__lt=at.state.turn).order_by("-number").first()
    events = decode_events(bytes(entry.events)) if entry is not None else ()
    own = [place for place, base in at.view.bases.items() if base.side == at.side]
    return turn_report.report(sight.seen(events, at.side, over=False), at.side, at.state.turn, own)


class Taken(NamedTuple):
    """A proposal that was just taken."""

    key: str
    name: str


class ShipsSent(NamedTuple):
    """A way to send the ships out, to be taken with one press."""

    key: str
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class PlanPage(Page):
    """The desk with the draft.

    `mark` identifies these orders, `dice_ahead` are the commitments of this turn's battles. `taken` and the
    `offers` after a press on a button are of that press; what does not change while one plans is given to the whole
    page alone: the `offers` of ready fleets, `has_bought`, and the last turn.
    """

    template: ClassVar = "campaign/plan.html"
    frame: PlanningFrame
    desk: DeskParts
    mark: str
    dice_ahead: list[str]
    sendings: list[ShipsSent]
    last_turn: LastTurn = LastTurn()
    offers: tuple[ready_fleets.FleetChoice, ...] = ()
    has_bought: bool = False
    taken: Taken | None = None


def desk_page(at: At, frame: PlanningFrame, desk: WorkingPlan, refused: tuple[Refusal, ...] = ()) -> PlanPage:
    """The page for its changing part, the desk; `refused` is what was just tried in vain."""
    return PlanPage(
        frame=frame,
        desk=desk_parts(desk, refused),
        mark=mark_of(desk.plan),
        dice_ahead=commitments(dice_names_ahead(at.war, at.state)),
        sendings=[ShipsSent(key, name, words) for key, (name, words) in proposals.SENDING.items()],
    )


def plan_page(at: At, frame: PlanningFrame, desk: WorkingPlan, refused: tuple[Refusal, ...] = ()) -> PlanPage:
    """The whole page."""
    return replace(
        desk_page(at, frame, desk, refused),
        last_turn=last_turn(at),
        offers=ready_fleets.fleet_choices(at.state, at.side),
        has_bought=bool(desk.plan.buy),
    )


@dataclass(frozen=True, slots=True)
class SealedPlanPage(Page):
    """The plan as it was sealed; `refused` is what was just tried in vain."""

    template: ClassVar = "campaign/sealed_plan.html"
    frame: PlanningFrame
    summary: SealedSummary
    refused: tuple[Refusal, ...]


def sealed_plan_page(
    frame: PlanningFrame, desk: WorkingPlan, refused: tuple[Refusal, ...] = ()
) -> SealedPlanPage:
    """The page of a plan that is sealed."""
    return SealedPlanPage(frame=frame, summary=sealed_summary(desk), refused=refused)
