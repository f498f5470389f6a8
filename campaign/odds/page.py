"""The odds of one battle on a page of their own, and as the part of the war's page."""

from dataclasses import dataclass
from typing import ClassVar

from battles.battle.doctrine import STANCES
from campaign.models import Forecast
from campaign.odds.expecting import ExpectedBattle
from campaign.odds.words import Odds, odds_of
from campaign.war.at import At
from campaign.war.frame import WarFrame, frame
from config.pages import Page


@dataclass(frozen=True, slots=True)
class OddsPage(Page):
    """What a side has asked of a battle, and the answer so far."""

    template: ClassVar = "campaign/odds.html"
    frame: WarFrame
    odds: Odds


@dataclass(frozen=True, slots=True)
class OddsAheadPage(Page):
    """The form with which a side asks for the odds of a battle it expects.

    `refused` says what is wrong; `unopposed` what the side gains if nothing comes.
    """

    template: ClassVar = "campaign/odds_ahead.html"
    frame: WarFrame
    expected: ExpectedBattle
    refused: str = ""
    unopposed: str = ""


@dataclass(frozen=True, slots=True)
class OddsUnderWayPage(Page):
    """The form with which a side asks for the odds of a battle that is joined.

    `when` says how far it is, "" if it has not begun; `covered`: nobody can play on while counters are covered. `back`
    is the battle.
    """

    template: ClassVar = "campaign/odds_under_way.html"
    frame: WarFrame
    place: str
    when: str
    covered: bool
    back: str
    stances: tuple[tuple[str, str, str], ...] = STANCES
    refused: str = ""


def odds_page(at: At, forecast: Forecast) -> OddsPage | None:
    """The page of a forecast; None once its battle belongs to an earlier turn."""
    odds = odds_of(at.path, at.view, forecast)
    return OddsPage(frame(at), odds) if odds is not None else None
