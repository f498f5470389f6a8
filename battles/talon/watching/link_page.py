"""What the page about the link for onlookers of a battle shows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse

from battles.battle.selectors import owner_shows
from battles.models import Battle, OnlookerLink
from config.pages import Page
from engines.seam.sides import Side, opponent


@dataclass(frozen=True, slots=True)
class BattleOnlookersPage(Page):
    """The link for onlookers of a battle: `link` is "" without one, `made_by` who made it.

    `rival` is the other player's callsign, "" at one screen and against the computer; `refused` says why a link was
    not made. `by_war`: the link of the battle's war shows it too.
    """

    template: ClassVar = "battles/battle_onlookers.html"
    battle: Battle
    path: str
    link: str
    made_by: str
    rival: str
    refused: str
    by_war: bool


def battle_onlookers_page(
    battle: Battle, seats: tuple[Side, ...], absolute: Callable[[str], str], refused: str = ""
) -> BattleOnlookersPage:
    """The page for the player of these sides; `absolute` makes an address of a path."""
    found = OnlookerLink.objects.filter(battle=battle).first()
    mine = found is not None and found.side in seats
    other = opponent(seats[0])
    rival = "" if battle.one_screen or battle.user_of(other).is_computer else battle.name_of(other)
    return BattleOnlookersPage(
        battle=battle,
        path=reverse("battle_onlookers", args=[battle.pk]),
        link=absolute(reverse("onlooker", args=[found.token])) if found else "",
        made_by="" if found is None else "You" if mine else rival,
        rival=rival,
        refused=refused,
        by_war=owner_shows(battle),
    )
