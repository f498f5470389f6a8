"""Who has to do something in the battles of campaign games that are being fought."""

from collections.abc import Sequence

from battles.models import ACTIVE, Battle, Play, PlayedBy, Status
from battles.talon.series.reading import Fight, SeriesState, side_of
from engines.seam.series import PLAYERS, Player
from engines.seam.sides import SIDES, Side


def fights_going(found: SeriesState) -> list[Fight]:
    """The battles that are being fought: one as a rule, more where a result was taken back meanwhile."""
    return [fight for leg in found.legs for fight in leg.fights if fight.going]


def turns_of(states: Sequence[SeriesState]) -> dict[int, frozenset[Player]]:
    """Who has to do something in each battle that is being fought, by battle; one query, none if there are none.

    Nobody while captains fight it; both at a table, until one of them has entered a result.
    """
    going = [(fight, fight.battle) for found in states for fight in fights_going(found)]
    battles = [battle.pk for _fight, battle in going if battle is not None]
    if not battles:
        return {}
    rows = Play.objects.filter(battle__in=battles, stage=Play.Stage.ON)
    played = {row.battle_id: row for row in rows.only("battle", "decider", "terran_by", "talon_by")}
    return {
        battle.pk: frozenset()
        if fight.captains in ACTIVE
        else _players(fight, _sides(battle, played.get(battle.pk)))
        for fight, battle in going
        if battle is not None
    }


def _sides(battle: Battle, play: Play | None) -> set[Side]:
    """The sides that have to do something in a battle that no captains fight."""
    if battle.status == Status.REPORTED:
        return {side for side in SIDES if side == battle.answering_side}
    if play is None:
        return set(SIDES)
    return {side for side in SIDES if side == play.decider and play.by(side) == PlayedBy.PERSON}


def _players(fight: Fight, sides: set[Side]) -> frozenset[Player]:
    return frozenset(player for player in PLAYERS if side_of(fight, player) in sides)
