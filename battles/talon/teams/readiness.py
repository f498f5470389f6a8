"""Who is ready for a battle of teams, which begins once everybody is."""

from collections.abc import Sequence
from typing import Final, cast

from django.db import transaction

from accounts.models import User
from accounts.people.special_users import computer_user
from battles.battle.services.opening import open_battle
from battles.models import Battle, LevelName, TeamBattle, TeamSeat, Way
from battles.talon.play.services.beginning import begin
from battles.talon.teams.changing import (
    CHANGED,
    TeamClosed,
    answered,
    closed_words,
    held,
    ring,
    setup_of,
)
from battles.talon.teams.dealing import in_teams
from engines.seam.documents import Level
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side
from engines.talon import game

TITLE: Final = "Team battle"


@transaction.atomic
def set_ready(*, team_id: int, user: User, seen: int, ready: bool) -> TeamBattle:
    """The battle, for which the user is ready, or is not any more; it begins once everybody is.

    `TeamClosed` from a page that is out of date: nobody agrees to what they have not seen.
    """
    team = held(team_id)
    if team.battle is not None:
        return team
    if words := closed_words(team):
        raise TeamClosed(words)
    mine = team.seats.filter(user=user).first()
    if mine is None:
        raise refuse("", "You have no seat in this battle.")
    if ready and team.revision != seen:
        raise TeamClosed(CHANGED)
    if mine.ready == ready:
        return team
    if ready:
        answered(mine, user)
    team.seats.filter(pk=mine.pk).update(ready=ready)
    begun = begin_if_ready(team)
    if begun.battle is None:
        ring(team)
    return begun


def begin_if_ready(team: TeamBattle) -> TeamBattle:
    """The battle of teams, begun if every seat is taken and all players are ready; in the caller's transaction."""
    seats = list(team.seats.select_related("user"))
    people = any(seat.user is not None for seat in seats)
    if people and all(seat.ready or seat.level for seat in seats):
        return _begun(team, seats)
    return team


def _begun(team: TeamBattle, seats: Sequence[TeamSeat]) -> TeamBattle:
    """The battle of teams with its battle, which is played from now on; it takes the worker if a captain is first."""
    setup = in_teams(setup_of(team), {side: _shares(seats, side) for side in SIDES})
    game.new_battle(setup)
    people = {side: _speaker(seats, side) for side in SIDES}
    battle = open_battle(
        setup=setup,
        title=TITLE,
        place=setup.place,
        terran_user=people["terran"],
        talon_user=people["talon"],
        levels={side: _level(seats, side) for side in SIDES},
        clock=team.clock,
        way=Way.TABLE,
        teams=True,
    )
    TeamBattle.objects.filter(pk=team.pk).update(battle=battle)
    team.battle = battle
    battle = Battle.objects.select_related("terran_user", "talon_user").get(pk=battle.pk)
    if not team.at_table:
        begin(battle, team.tempo)
    ring(team)
    return team


def _of(seats: Sequence[TeamSeat], side: Side) -> list[TeamSeat]:
    """The seats of a side in the order of its players."""
    return sorted((seat for seat in seats if seat.side == side), key=lambda seat: seat.place)


def _shares(seats: Sequence[TeamSeat], side: Side) -> list[tuple[str, ...]]:
    """The units of each player of a side."""
    return [seat.unit_names for seat in _of(seats, side)]


def _speaker(seats: Sequence[TeamSeat], side: Side) -> User:
    """The first player of a side who is a person; the computer if none is."""
    return next((seat.user for seat in _of(seats, side) if seat.user is not None), None) or computer_user()


def _level(seats: Sequence[TeamSeat], side: Side) -> Level:
    """The level of captains who help a side's people: that of its first captain, or the usual one."""
    levels = (seat.level for seat in _of(seats, side) if seat.level)
    return cast("Level", next(levels, LevelName.CAPTAIN.value))
