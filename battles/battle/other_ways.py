"""What the players of a battle ask for instead of how it is settled now (S35)."""

from typing import NamedTuple

from django_stubs_ext import WithAnnotations

from battles.battle.standing import Asks
from battles.models import Play, Way
from engines.seam.sides import SIDES, Side


class OtherWay(NamedTuple):
    """What a player of a battle asks for instead of how it is settled now (S35): `mine`, or the other player's."""

    way: Way
    mine: bool


def other_ways(play: "WithAnnotations[Play, Asks]", side: Side, now: Way) -> tuple[OtherWay, ...]:
    """What the players ask for instead of the way of `now`, the other side's first; no query.

    None where nobody has to be asked, at one screen and against the computer, and none in a battle of teams.
    """
    if not play.battle.two_people or play.battle.teams:
        return ()
    asked = {"terran": play.terran_asks, "talon": play.talon_asks}
    found = [(Way(way), whose == side) for whose in SIDES if (way := asked[whose]) and way != now]
    return tuple(sorted((OtherWay(way, mine) for way, mine in found), key=lambda one: one.mine))
