"""What the page of a battle's report shows: the form, and how the battle stands meanwhile."""

from dataclasses import dataclass
from typing import ClassVar

from django_stubs_ext import WithAnnotations

from accounts.live import Newest
from battles.battle.selectors import brought
from battles.battle.under_way import being_fought, in_browser, player_of
from battles.models import OVER, Battle, BroughtRecord, Status
from battles.table.report import Outcome, outcome_of
from config.pages import Page
from engines.seam.documents import BattleSetup
from engines.seam.refusals import Refusal
from engines.seam.report_forms import ReportForm
from engines.seam.sides import Side, as_side, opponent
from engines.seam.systems import system


@dataclass(frozen=True, slots=True)
class ReportPage(Page):
    """The form with what was typed so far.

    `outcome` is that of what was entered, None while something is missing or impossible. `checked`: every problem is
    shown; `locked`: nothing can be entered any more; `disputer`: who disputes the report, `own_dispute`: the reader
    does. `damage_counts`: what is marked on units that are left goes on after the battle, or an aim asks for it. After
    a refused report: `stale` says what has changed, `refusals` why.
    """

    template: ClassVar = "battles/report.html"
    battle: Battle
    at: int
    brought: BroughtRecord | None
    being_fought: bool
    in_browser: bool
    reporter: str
    disputer: str
    own_dispute: bool
    form: ReportForm
    outcome: Outcome | None
    checked: bool
    locked: bool
    damage_counts: bool
    stale: str = ""
    refusals: tuple[Refusal, ...] = ()


def report_page(
    battle: "WithAnnotations[Battle, Newest]",
    seats: tuple[Side, ...],
    setup: BattleSetup,
    form: ReportForm,
    *,
    checked: bool = False,
) -> ReportPage:
    """The page for the player of these sides; `setup` is what the form is of."""
    disputing, playing = _disputing(battle), in_browser(battle)
    return ReportPage(
        battle=battle,
        at=battle.newest,
        brought=brought(battle),
        being_fought=being_fought(battle),
        in_browser=playing,
        reporter=player_of(battle, battle.reported_by),
        disputer=player_of(battle, disputing) if disputing is not None else "",
        own_dispute=disputing in seats and not battle.one_screen,
        form=form,
        outcome=possible_outcome(setup, form),
        checked=checked,
        locked=playing
        or battle.status in OVER
        or (battle.status == Status.REPORTED and battle.reported_by not in seats),
        damage_counts=_damage_counts(battle, setup),
    )


def possible_outcome(setup: BattleSetup, form: ReportForm) -> Outcome | None:
    """The outcome of what was entered; None while something is missing or impossible."""
    return outcome_of(setup, form.report) if form.report and not form.every_problem else None


def _damage_counts(battle: Battle, setup: BattleSetup) -> bool:
    """Whether damage short of destruction counts: what it belongs to goes on with it, or its system says so."""
    goes_on = bool(battle.owner_topic) or battle.is_of_space_empires
    return goes_on or system(battle.system).counts_damage(setup)


def _disputing(battle: Battle) -> Side | None:
    """The side that disputes the report, None if neither does."""
    if battle.status != Status.DISPUTED or battle.reported_by not in ("terran", "talon"):
        return None
    return opponent(as_side(battle.reported_by))


@dataclass(frozen=True, slots=True)
class ReportChangesPage(Page):
    """What a change in the form changes.

    `new_units` and `new_landing`: those parts are shown again; `new_fates` and `new_criticals`: the keys of the units
    whose fates or lasting criticals are; `stale` says what has happened to the battle meanwhile.
    """

    template: ClassVar = "battles/report_changes.html"
    battle: Battle
    form: ReportForm
    outcome: Outcome | None
    new_units: bool
    new_fates: set[str]
    new_criticals: set[str]
    new_landing: bool
    stale: str
    checked: bool = False
