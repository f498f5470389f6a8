"""What a player sees of the others who are there while a battle is played by hand: the chat, and onlookers."""

from dataclasses import dataclass
from typing import ClassVar

from battles.battle.selectors import BattleChat, chat_about, owner_shows
from battles.models import Battle, OnlookerLink, TeamLine
from config.pages import Page
from engines.seam.sides import Side


@dataclass(frozen=True, slots=True)
class BattleCompanyPage(Page):
    """The chat about the battle, None without one, and whether a link shows it to onlookers (`watched`).

    `talk` is how many lines of their side's talk the player of a team has not read; None in a battle without teams.
    """

    template: ClassVar = "battles/battle_company.html"
    chat: BattleChat | None
    watched: bool
    talk: int | None = None


def battle_company_page(battle: Battle, seats: tuple[Side, ...], place: int = 0) -> BattleCompanyPage:
    """What is said beside the board of who else is there, to the player of that `place` in the side's order."""
    watched = OnlookerLink.objects.filter(battle=battle).exists() or owner_shows(battle)
    return BattleCompanyPage(chat_about(battle, seats[0], place), watched, _unheard(battle, seats[0], place))


def _unheard(battle: Battle, side: Side, place: int) -> int | None:
    """How many lines of the side's talk the player of that place has not read; None in a battle without teams."""
    seat = next((one for one in battle.seats if (one.side, one.place) == (side, place)), None)
    if seat is None:
        return None
    new = TeamLine.objects.filter(team=seat.team_id, side=side, pk__gt=seat.read)
    return new.exclude(user=seat.user_id).count()
