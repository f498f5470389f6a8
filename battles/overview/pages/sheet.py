"""What the sheet of a battle for paper shows, on the screen and as PDF."""

from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse

from accounts.printing.codes import Code, code_of
from accounts.printing.sheets import has_pdf
from battles.battle.selectors import brought
from battles.battle.standing import laid_aside
from battles.battle.teams import SeatedSide, seated
from battles.battle.under_way import being_fought, in_browser
from battles.models import OVER, Battle, BroughtRecord
from battles.overview.pages.battle import sheet_now
from config.pages import Page, Part
from engines.seam.sheets import SetupSheet


@dataclass(frozen=True, slots=True)
class Paper(Part):
    """What is on the paper: how to set up, every ship with a box to tick for each thing it can lose, and the ending.

    `code` opens the form for the result on a phone; None once there is one. `stopped` is when the battle was laid aside
    in the browser, "" if it was not, or while it was set up: the paper is then of that moment, and `going_on` says
    what to set up. `team` are the players
    of a battle of teams.
    """

    battle: Battle
    sheet: SetupSheet
    code: Code | None
    stopped: str
    going_on: str
    team: tuple[SeatedSide, ...]


def paper_of(battle: Battle) -> Paper:
    """The paper of a battle."""
    laid = laid_aside(battle) if battle.status not in OVER else None
    return Paper(
        battle=battle,
        sheet=sheet_now(battle.setup_document, laid),
        code=None if battle.status in OVER else code_of(reverse("battle_report", args=[battle.pk])),
        stopped=laid.when if laid is not None and laid.is_set_up else "",
        going_on="" if laid is None else laid.going_on,
        team=seated(battle),
    )


@dataclass(frozen=True, slots=True)
class SheetPage(Page):
    """The set-up sheet and a record sheet; `has_pdf`: whether the worker makes PDFs."""

    template: ClassVar = "battles/sheet.html"
    paper: Paper
    brought: BroughtRecord | None
    being_fought: bool
    in_browser: bool
    has_pdf: bool


def sheet_page(battle: Battle) -> SheetPage:
    """The sheet of a battle."""
    return SheetPage(
        paper=paper_of(battle),
        brought=brought(battle),
        being_fought=being_fought(battle),
        in_browser=in_browser(battle),
        has_pdf=has_pdf(),
    )


@dataclass(frozen=True, slots=True)
class SheetPdfPage(Page):
    """The same as it is typeset."""

    template: ClassVar = "battles/sheet_pdf.html"
    paper: Paper


def sheet_pdf(battle: Battle) -> SheetPdfPage:
    """The sheet of a battle, to be typeset."""
    return SheetPdfPage(paper_of(battle))
