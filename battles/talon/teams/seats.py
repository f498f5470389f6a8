"""Seats of a battle of teams: taken and left."""

from django.db import transaction

from accounts.models import User
from battles.models import TeamBattle, TeamSeat
from battles.talon.teams.changing import TAKEN, TeamClosed, answered, changed, held_open
from battles.talon.teams.departures import heard_from, tell_of_going_over, tell_of_leaving
from engines.seam.sides import as_side, opponent


@transaction.atomic
def take_seat(*, seat: TeamSeat, user: User) -> TeamBattle:
    """The battle in which the user now has that seat; harmless if they have it already. A seat is left for another.

    Who comes from the other side hears what is said from now on, and the other side is told. `TeamClosed` if somebody
    was faster or the battle has begun.
    """
    team = held_open(seat.team_id)
    now = TeamSeat.objects.get(pk=seat.pk)
    if now.user_id == user.pk:
        return team
    if now.taken:
        raise TeamClosed(TAKEN)
    side, before = as_side(now.side), team.seats.filter(user=user).first()
    if before is not None and before.side == side:
        heard = {"heard": before.heard, "read": before.read}
    else:
        heard = dict.fromkeys(("heard", "read"), heard_from(team, user, side))
        tell_of_going_over(team, user, opponent(side))
    if before is not None:
        vacate(before, user)
    TeamSeat.objects.filter(pk=seat.pk, user=None, level="").update(user=user, ready=False, **heard)
    return changed(team, by=user)


@transaction.atomic
def leave_seat(*, team_id: int, user: User) -> TeamBattle:
    """The battle, in which the user has no seat any more; harmless when done twice. The side is told."""
    team = held_open(team_id)
    mine = team.seats.filter(user=user).first()
    if mine is not None:
        vacate(mine, user)
        tell_of_leaving(team, user, as_side(mine.side))
        changed(team, by=user)
    return team


def vacate(seat: TeamSeat, user: User) -> None:
    """Free the seat that the user has."""
    answered(seat, user)
    TeamSeat.objects.filter(pk=seat.pk, user=user).update(user=None, ready=False, heard=0, read=0)
