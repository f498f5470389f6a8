"""How a side of a battle of teams is arranged: the order of players, whose the units are, the captains (25)."""

from collections.abc import Iterable, Mapping

from django.db import transaction

from accounts.models import User
from battles.models import TeamBattle, TeamSeat
from battles.talon.teams.changing import CHANGED, TAKEN, TeamClosed, changed, held_open, setup_of
from battles.talon.teams.readiness import begin_if_ready
from battles.talon.teams.seats import vacate
from engines.seam.documents import Level
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, as_side


@transaction.atomic
def divide(*, team_id: int, side: Side, user: User, seen: int, owners: Mapping[str, int]) -> TeamBattle:
    """The battle with a side's units given to its players by their places; nobody of the side is ready any more.

    `Refused` if a player would have no unit, or the user may not arrange the side; `TeamClosed` from a page that is out
    of date.
    """
    team = _arranged(team_id, side, user, seen)
    names = [unit.name for unit in setup_of(team).force(side)]
    seats = list(team.seats.select_related("user").filter(side=side))
    if sorted(owners) != sorted(names) or not {*owners.values()} <= {seat.place for seat in seats}:
        raise refuse("25", "Say for each unit which player of the side has it.")
    for seat in seats:
        seat.units = "\n".join(name for name in names if owners[name] == seat.place)
        seat.ready = False
        if not seat.units:
            who = seat.name or f"The free seat {seat.place + 1}"
            raise refuse("25", f"{who} has no unit. Each player needs one.")
    TeamSeat.objects.bulk_update(seats, ["units", "ready"])
    return changed(team, by=user, side=side)


@transaction.atomic
def move_up(*, team_id: int, side: Side, user: User, seen: int, place: int) -> TeamBattle:
    """The battle, in which the player of that place plays before the one who was before; refused as `divide`."""
    team = _arranged(team_id, side, user, seen)
    seats = {seat.place: seat for seat in team.seats.filter(side=side)}
    if place not in seats or place - 1 not in seats:
        raise refuse("25", "Nobody of the side plays before this player.")
    one, before = seats[place], seats[place - 1]
    spare = len(seats)  # a place is one player's: nobody has this one meanwhile
    TeamSeat.objects.filter(pk=before.pk).update(place=spare)
    TeamSeat.objects.filter(pk=one.pk).update(place=place - 1)
    TeamSeat.objects.filter(pk=before.pk).update(place=place)
    team.seats.filter(side=side).update(ready=False)
    return changed(team, by=user, side=side)


@transaction.atomic
def give_to_computer(
    *, team_id: int, side: Side, user: User, seen: int, place: int, level: Level
) -> TeamBattle:
    """The battle, in which a captain of that level has a free seat; refused as `divide`.

    It begins at once if that seat was the last that was waited for.
    """
    team = _arranged(team_id, side, user, seen)
    if not team.seats.filter(side=side, place=place, user=None).update(level=level):
        raise TeamClosed(TAKEN)
    return begin_if_ready(changed(team, by=user, side=side))


@transaction.atomic
def free_seat(*, team_id: int, side: Side, user: User, seen: int, place: int) -> TeamBattle:
    """The battle, in which a captain has that seat no more, or a player whose account is closed; refused as `divide`.

    `Refused` for any other player's seat: they leave it themselves.
    """
    team = _arranged(team_id, side, user, seen)
    seat = team.seats.select_related("user").filter(side=side, place=place).first()
    if seat is None or (seat.user is not None and seat.user.is_active):
        raise refuse("", "Only its player frees a seat that is taken.")
    if seat.user is not None:
        vacate(seat, seat.user)
    team.seats.filter(pk=seat.pk).update(level="")
    return changed(team, by=user, side=side)


def may_arrange(team: TeamBattle, side: Side, user: User | None, seats: Iterable[TeamSeat]) -> bool:
    """Whether somebody orders a side's players and divides its units.

    The side's players do, and who set the battle up while no person has a seat of the side; a closed account is nobody.
    """
    if user is None:
        return False
    people = [
        seat.user for seat in seats if seat.side == side and seat.user is not None and seat.user.is_active
    ]
    return user in people or (user == team.user and not people)


def side_of(word: str) -> Side:
    """The side of that name; `Refused` if there is none."""
    if word not in SIDES:
        raise refuse("", "Choose a side.")
    return as_side(word)


def _arranged(team_id: int, side: Side, user: User, seen: int) -> TeamBattle:
    """The battle whose side the user arranges, held."""
    team = held_open(team_id)
    if not may_arrange(team, side, user, team.seats.select_related("user")):
        raise refuse("", f"Only players of {side.title()} arrange its seats.")
    if team.revision != seen:
        raise TeamClosed(CHANGED)
    return team
