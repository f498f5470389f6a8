"""Dropping a single battle that was opened for a table and has no result."""

from django.db import transaction

from battles.battle.services.opening import void
from battles.battle.services.resolving import way_of
from battles.battle.services.step import StaleBattle, read
from battles.models import GOING_ON, Battle, Status, Way
from engines.seam.refusals import refuse


def can_be_called_off(battle: Battle) -> bool:
    """Whether a player may drop the battle: a single one at a table that has no result.

    Not one that two people have begun in the browser: there somebody may be losing.
    """
    single = not (battle.owner_topic or battle.sandbox or battle.teams)
    without = battle.status == Status.OPEN or (battle.one_screen and battle.status in GOING_ON)
    begun = battle.two_people and battle.plays.exists()
    return single and without and not begun and way_of(battle) == Way.TABLE


@transaction.atomic
def call_off(*, battle_id: int, seen_version: int) -> Battle:
    """The battle without a result; harmless when done twice.

    `StaleBattle` if the page was older than the battle, `Refused` if it is one of a war, or goes another way, or the
    other player has been told a result.
    """
    battle = read(battle_id, lock=True)
    if battle.status == Status.VOID:
        return battle
    if battle.version != seen_version:
        raise StaleBattle(battle)
    if not can_be_called_off(battle):
        raise refuse("S35", "Only a single battle at a table without a result can be called off.")
    return void(battle_id=battle_id)
