"""What the players of a battle ask for instead of how it is settled now (S35)."""

from typing import NamedTuple

from battles.models import Battle, Way, Wish
from config.kept_queries import KeptQuery
from engines.seam.sides import Side


class OtherWay(NamedTuple):
    """What a player of a battle asks for instead of how it is settled now (S35): `mine`, or the other player's."""

    way: Way
    mine: bool


_ASKED = KeptQuery(
    lambda battle_id: Wish.objects.filter(battle_id=battle_id).exclude(way="").values_list("side", "way"), -1
)


def other_ways(battle: Battle, side: Side, now: Way) -> tuple[OtherWay, ...]:
    """What the players ask for instead of the way of `now`, the other side's first.

    One query; none where nobody has to be asked: at one screen, against the computer, and in a skirmish.
    """
    if not (battle.two_people and battle.owner_topic):
        return ()
    found = [(way, whose == side) for whose, way in _ASKED.values(battle.pk) if way != now]
    return tuple(sorted((OtherWay(Way(way), mine) for way, mine in found), key=lambda one: one.mine))
