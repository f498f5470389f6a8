"""What the page of a turn's plan shows: the editor with the draft, or the sealed plan to be read."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from battles.battle.selectors import commitments
from campaign.planning.editor import turn_report
from campaign.planning.editor.edits import WorkingPlan, first_plan
from campaign.planning.editor.page import EditorParts, OnMap, editor_parts
from campaign.planning.editor.sealed import SealedSummary, sealed_summary
from campaign.planning.pages.frame import PlanningFrame, mark_of
from campaign.planning.pages.odds import PlanOdds, plan_odds
from campaign.planning.proposals.playing_out import played_chances, played_so_far
from campaign.planning.proposals.proposals import Proposal, turn_proposals
from campaign.rules import sight
from campaign.war.at import At, Stand
from campaign.war.chart.picture import visits
from campaign.war.services.consequences import dice_names_ahead
from campaign.war.services.doctrines import may_play
from campaign.war.words import history_rows
from campaign.war.words.last_battles import BattleOutcome, last_battles
from config.pages import Page, Part
from engines.seam.documents import Level
from engines.seam.refusals import Refusal
from engines.seam.sides import opponent


@dataclass(frozen=True, slots=True)
class LastTurn(Part):
    """What became of the turn before: its income, repairs and battles; nothing of it in the first turn of a war."""

    report: turn_report.TurnReport | None = None
    fought: tuple[BattleOutcome, ...] = ()


def last_turn(at: At) -> LastTurn:
    """The turn before this one; two queries, none in the first turn of a war or sandbox."""
    if at.state.turn == at.war.first_turn:
        return LastTurn()
    fights = history_rows.fights(at.war, turn=at.state.turn - 1)
    return LastTurn(_report_of(at), tuple(last_battles(fights, at.side)))


def _report_of(at: At) -> turn_report.TurnReport:
    """The income and the repairs with which this turn began; one query."""
    before = [one for one in history_rows.entries_of_turn(at.war, at.state.turn) if one.turn < at.state.turn]
    events = history_rows.events_of(before[-1:])
    own = [place for place, base in at.view.bases.items() if base.side == at.side]
    return turn_report.report(sight.seen(events, at.side, over=False), at.side, at.state.turn, own)


@dataclass(frozen=True, slots=True)
class PlanPage(Page):
    """The editor with the draft.

    `mark` tells these orders from others, `dice_ahead` are the commitments of this turn's battles; `taken` is the
    name of the proposal that was just taken. The proposals and the last turn do not change while one plans: they
    are given to the whole page alone (`is_whole`); `proposals_open`: nothing has been planned yet.
    """

    template: ClassVar = "campaign/plan.html"
    frame: PlanningFrame
    editor: EditorParts
    mark: str
    dice_ahead: list[str]
    odds: PlanOdds
    proposals: tuple[Proposal, ...] = ()
    proposals_open: bool = False
    last_turn: LastTurn = LastTurn()
    is_whole: bool = False
    taken: str = ""


def editor_page(
    at: At, frame: PlanningFrame, working: WorkingPlan, refused: tuple[Refusal, ...] = (), *, zone: str = ""
) -> PlanPage:
    """The page for its changing part, the editor; `refused` is what was just tried in vain."""
    stood = visits(history_rows.front_moves(at.war), working.war.turn)
    so_far = played_so_far(at, working)
    editor = editor_parts(
        working,
        OnMap(f"{at.path}plan/", stood, zone),
        refused,
        may_play=_may_play(at),
        level=at.captains,
        played_out=played_chances(working, so_far),
    )
    return PlanPage(
        frame=frame,
        editor=editor,
        mark=mark_of(working.plan),
        dice_ahead=commitments(dice_names_ahead(at.war, at.state)),
        odds=plan_odds(at.path, working, so_far, editor.tray.chances),
    )


def _may_play(at: At) -> bool:
    return may_play(at.war, at.view.settings, at.seats[opponent(at.side)].user)


@lru_cache(maxsize=64)
def _proposals(stand: Stand, level: Level) -> tuple[Proposal, ...]:
    """What is proposed, the recommended first, searched for once for a state: a great fleet takes some time."""
    found = (one for one, _ in turn_proposals(stand.view, stand.side, level).values())
    return tuple(sorted(found, key=lambda one: not one.recommended))


def proposed_name(at: At, key: str) -> str:
    """The name of a whole turn that is proposed, by the word of its button; "" if there is none."""
    return next((one.name for one in _proposals(at.stand, at.captains) if one.key == key), "")


def plan_page(at: At, page: PlanPage, working: WorkingPlan) -> PlanPage:
    """The whole page around the editor."""
    untouched = working.plan == first_plan(working.war, working.side).plan
    return replace(
        page,
        proposals=_proposals(at.stand, at.captains),
        proposals_open=untouched,
        last_turn=last_turn(at),
        is_whole=True,
    )


@dataclass(frozen=True, slots=True)
class SealedPlanPage(Page):
    """The plan as it was sealed; `refused` is what was just tried in vain."""

    template: ClassVar = "campaign/sealed_plan.html"
    frame: PlanningFrame
    summary: SealedSummary
    refused: tuple[Refusal, ...]


def sealed_plan_page(
    at: At, frame: PlanningFrame, working: WorkingPlan, refused: tuple[Refusal, ...] = ()
) -> SealedPlanPage:
    """The page of a plan that is sealed."""
    return SealedPlanPage(
        frame=frame, summary=sealed_summary(working, may_play=_may_play(at)), refused=refused
    )
