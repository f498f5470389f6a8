"""What a player sees of the others who are there while a battle is played by hand: the chat, and onlookers."""

from dataclasses import dataclass
from typing import ClassVar

from battles.battle.selectors import BattleChat, chat_about, owner_shows
from battles.models import Battle, OnlookerLink
from config.pages import Page
from engines.seam.sides import Side


@dataclass(frozen=True, slots=True)
class BattleCompanyPage(Page):
    """The chat about the battle, None without one, and whether a link shows it to onlookers (`watched`)."""

    template: ClassVar = "battles/battle_company.html"
    chat: BattleChat | None
    watched: bool


def battle_company_page(battle: Battle, seats: tuple[Side, ...]) -> BattleCompanyPage:
    """What is said beside the board of who else is there."""
    watched = OnlookerLink.objects.filter(battle=battle).exists() or owner_shows(battle)
    return BattleCompanyPage(chat_about(battle, seats[0]), watched)
