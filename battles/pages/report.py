"""What the page of a battle's report shows: the form, and how the battle stands meanwhile."""

from dataclasses import dataclass
from typing import ClassVar

from django_stubs_ext import WithAnnotations

from accounts.live import Newest
from battles.models import OVER, Battle, BroughtRecord, Status
from battles.pages.battle import being_fought, in_browser, player_of
from battles.pages.report_form import ReportForm
from battles.selectors import brought
from config.pages import Page
from engines.seam.refusals import Refusal
from engines.seam.sides import Side, opponent


@dataclass(frozen=True, slots=True)
class ReportPage(Page):
    """The form with what was typed so far.

    `checked`: every problem is shown; `locked`: nothing can be entered any more; `disputer`: who disputes the report,
    `own_dispute`: the reader does. After a refused report: `stale` says what has changed, `refusals` why.
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
    checked: bool
    locked: bool
    stale: str = ""
    refusals: tuple[Refusal, ...] = ()


def report_page(
    battle: "WithAnnotations[Battle, Newest]",
    seats: tuple[Side, ...],
    form: ReportForm,
    *,
    checked: bool = False,
) -> ReportPage:
    """The page for the player of these sides."""
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
        checked=checked,
        locked=playing
        or battle.status in OVER
        or (battle.status == Status.REPORTED and battle.reported_by not in seats),
    )


def _disputing(battle: Battle) -> Side | None:
    """The side that disputes the report, None if neither does."""
    if battle.status != Status.DISPUTED or battle.reported_by not in ("terran", "talon"):
        return None
    return opponent("terran" if battle.reported_by == "terran" else "talon")


@dataclass(frozen=True, slots=True)
class ReportChangesPage(Page):
    """What a change in the form changes.

    `new_units` and `new_landing`: those parts are shown again; `new_fates` and `new_criticals`: the keys of the units
    whose fates or lasting criticals are; `stale` says what has happened to the battle meanwhile.
    """

    template: ClassVar = "battles/report_changes.html"
    battle: Battle
    form: ReportForm
    new_units: bool
    new_fates: set[str]
    new_criticals: set[str]
    new_landing: bool
    stale: str
    checked: bool = False
