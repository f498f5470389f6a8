"""What the sheet of a battle for paper shows."""

from dataclasses import dataclass
from typing import ClassVar

from battles.models import Battle, BroughtRecord
from battles.pages.battle import being_fought
from battles.selectors import brought
from config.pages import Page
from engines.talon.sheets.sheet import SetupSheet, sheet_of


@dataclass(frozen=True, slots=True)
class SheetPage(Page):
    """The set-up sheet and a record sheet."""

    template: ClassVar = "battles/sheet.html"
    battle: Battle
    sheet: SetupSheet
    brought: BroughtRecord | None
    being_fought: bool


def sheet_page(battle: Battle) -> SheetPage:
    """The sheet of a battle."""
    return SheetPage(
        battle=battle,
        sheet=sheet_of(battle.setup_document),
        brought=brought(battle),
        being_fought=being_fought(battle),
    )
