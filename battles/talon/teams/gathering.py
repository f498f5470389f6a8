"""A battle of teams before it begins: seats taken and left, the order of players, the division of units (25)."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.db import transaction
from django.db.models import F

from accounts.deliveries import cancel_owed, owe
from accounts.live import publish, topic_of
from accounts.models import MessageKind, User
from accounts.people.special_users import computer_user
from battles.battle.services.opening import open_battle
from battles.models import Battle, Status, TeamBattle, TeamSeat, Tempo, Way
from battles.talon.play.services.beginning import begin
from engines.seam import codec
from engines.seam.documents import MOST_PLAYERS, BattleSetup, Level, Teams
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, as_side
from engines.talon import game
from engines.talon.catalogue import class_of

TOKEN_BYTES: Final = 24
TITLE: Final = "Team battle"
MOST_OPEN: Final = 20
"""The most battles of teams of one player that have not begun."""
LEAST_AND_MOST: Final = range(1, MOST_PLAYERS + 1)


class TeamClosed(Exception):
    """The battle has begun or was called off, or has changed since the page was loaded; the sentence says which."""


CHANGED = "Seats or ships have changed since you loaded the page. This is how they are now."
TAKEN = "Somebody else has taken this seat."


@transaction.atomic
def gather(
    *,
    setup: BattleSetup,
    user: User,
    side: Side,
    players: Mapping[Side, int],
    tempo: str = Tempo.STEP,
    clock: str = "",
    at_table: bool = False,
) -> TeamBattle:
    """A battle for so many players a side, in which the user has the first seat of a side; the units are dealt out.

    `Refused` if no battle can be fought from the set-up, or if a side has fewer units than players.
    """
    for one in SIDES:
        _check_players(one, players[one], len(setup.force(one)))
    dealt = {one: _dealt(setup, one, players[one]) for one in SIDES}
    game.new_battle(_in_teams(setup, dealt))
    if user.team_battles.filter(battle=None, withdrawn=False).count() >= MOST_OPEN:
        raise refuse("", f"You have {MOST_OPEN} team battles that have not begun. Call one off first.")
    team = TeamBattle.objects.create(
        token=_token(),
        user=user,
        title=setup.place,
        setup=codec.encode(setup),
        tempo=tempo,
        clock=clock,
        at_table=at_table,
    )
    for one in SIDES:
        TeamSeat.objects.bulk_create(
            TeamSeat(team=team, side=one, place=place, token=_token(), units="\n".join(names))
            for place, names in enumerate(dealt[one])
        )
    TeamSeat.objects.filter(team=team, side=side, place=0).update(user=user)
    return team


def _check_players(side: Side, players: int, units: int) -> None:
    if players not in LEAST_AND_MOST:
        raise refuse("25", f"A side has 1 to {MOST_PLAYERS} players.")
    if units < players:
        raise refuse("25", f"{side.title()} has {players} players and only {units} units. Each needs one.")


def _in_teams(setup: BattleSetup, shares: Mapping[Side, Sequence[Sequence[str]]]) -> BattleSetup:
    """The set-up with the units of each player; a side of one player says nothing of them."""
    teams = {side: tuple(map(tuple, shares[side])) if len(shares[side]) > 1 else () for side in SIDES}
    return setup.in_teams(Teams(terran=teams["terran"], talon=teams["talon"]))


def _dealt(setup: BattleSetup, side: Side, players: int) -> list[list[str]]:
    """The names of a side's units, dealt out to its players, the dearest first, to whoever has fewest points."""
    shares: list[list[str]] = [[] for _ in range(players)]
    points = [0] * players
    units = sorted(setup.force(side), key=lambda unit: -class_of(side, unit).points)
    for unit in units:
        empty = [place for place in range(players) if not shares[place]]
        place = empty[0] if empty else points.index(min(points))
        shares[place].append(unit.name)
        points[place] += class_of(side, unit).points
    order = [unit.name for unit in setup.force(side)]
    return [sorted(share, key=order.index) for share in shares]


@transaction.atomic
def gather_again(*, battle: Battle, user: User) -> TeamBattle:
    """The same battle to be played once more, with everybody at the seat they had; nobody is ready yet.

    It is the one that somebody else has asked for, if there is one. `Refused` before the battle is over.
    """
    before = _held(battle.team.pk)
    if battle.status != Status.SETTLED:
        raise refuse("", "There is a rematch only after a battle.")
    asked = TeamBattle.objects.filter(again_of=battle, withdrawn=False).first()
    if asked is not None:
        return asked
    terms = {"title": before.title, "setup": before.setup, "clock": before.clock, "tempo": before.tempo}
    made = TeamBattle.objects.create(
        token=_token(), user=user, at_table=before.at_table, again_of=battle, **terms
    )
    TeamSeat.objects.bulk_create(
        TeamSeat(
            team=made,
            side=seat.side,
            place=seat.place,
            user=seat.user,
            level=seat.level,
            units=seat.units,
            token=_token(),
        )
        for seat in battle.seats
    )
    return _changed(made, by=user)


@transaction.atomic
def take_seat(*, seat: TeamSeat, user: User) -> TeamBattle:
    """The battle in which the user now has that seat; harmless if they have it already. A seat is left for another.

    `TeamClosed` if somebody was faster or the battle has begun.
    """
    team = _held(seat.team_id)
    _check_open(team)
    now = TeamSeat.objects.get(pk=seat.pk)
    if now.user_id == user.pk:
        return team
    if now.taken:
        raise TeamClosed(TAKEN)
    team.seats.filter(user=user).update(user=None, ready=False)
    TeamSeat.objects.filter(pk=seat.pk, user=None, level="").update(user=user, ready=False)
    return _changed(team, by=user)


@transaction.atomic
def leave_seat(*, team_id: int, user: User) -> TeamBattle:
    """The battle, in which the user has no seat any more; harmless when done twice."""
    team = _held(team_id)
    _check_open(team)
    if team.seats.filter(user=user).update(user=None, ready=False):
        _changed(team, by=user)
    return team


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
    return _changed(team, by=user, side=side)


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
    return _changed(team, by=user, side=side)


@transaction.atomic
def give_to_computer(
    *, team_id: int, side: Side, user: User, seen: int, place: int, level: Level
) -> TeamBattle:
    """The battle, in which a captain of that level has a free seat; refused as `divide`."""
    team = _arranged(team_id, side, user, seen)
    if not team.seats.filter(side=side, place=place, user=None).update(level=level):
        raise TeamClosed(TAKEN)
    return _changed(team, by=user, side=side)


@transaction.atomic
def free_seat(*, team_id: int, side: Side, user: User, seen: int, place: int) -> TeamBattle:
    """The battle, in which a captain has that seat no more; refused as `divide`.

    `Refused` for a player's seat: they leave it themselves.
    """
    team = _arranged(team_id, side, user, seen)
    seat = team.seats.filter(side=side, place=place).first()
    if seat is None or seat.user_id is not None:
        raise refuse("", "Only its player frees a seat that is taken.")
    team.seats.filter(pk=seat.pk).update(level="")
    return _changed(team, by=user, side=side)


@transaction.atomic
def set_ready(*, team_id: int, user: User, seen: int, ready: bool) -> TeamBattle:
    """The battle, for which the user is ready, or is not any more; it begins once everybody is.

    `TeamClosed` from a page that is out of date: nobody agrees to what they have not seen.
    """
    team = _held(team_id)
    if team.battle is not None:
        return team
    _check_open(team)
    mine = team.seats.filter(user=user)
    if not mine.exists():
        raise refuse("", "You have no seat in this battle.")
    if ready and team.revision != seen:
        raise TeamClosed(CHANGED)
    if not mine.exclude(ready=ready).update(ready=ready):
        return team
    if ready:
        cancel_owed(user=user, key=_owed_key(team))
    seats = list(team.seats.select_related("user"))
    if all(seat.ready or seat.level for seat in seats):
        return _begun(team, seats)
    _ring(team)
    return team


@transaction.atomic
def call_off(*, team_id: int, user: User) -> None:
    """Call one's own battle of teams off before it begins; harmless when done twice."""
    team = _held(team_id)
    if team.user_id == user.pk and team.battle is None and not team.withdrawn:
        TeamBattle.objects.filter(pk=team.pk, battle=None).update(withdrawn=True)
        for seat in team.seats.select_related("user"):
            if seat.user is not None:
                cancel_owed(user=seat.user, key=_owed_key(team))
        _ring(team)


def setup_of(team: TeamBattle) -> BattleSetup:
    """What is fought, before it is divided."""
    return codec.decode_setup(bytes(team.setup))


def may_arrange(team: TeamBattle, side: Side, user: User | None, seats: Iterable[TeamSeat]) -> bool:
    """Whether somebody orders a side's players and divides its units.

    The side's players do, and who set the battle up while no person has a seat of the side.
    """
    if user is None:
        return False
    people = {seat.user_id for seat in seats if seat.side == side and seat.user_id is not None}
    return user.pk in people or (user.pk == team.user_id and not people)


def closed_words(team: TeamBattle) -> str:
    """Why no seat can be taken any more; "" while that is possible."""
    if team.withdrawn:
        return "This battle was called off."
    return "This battle has begun." if team.battle_id is not None else ""


def _token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def _held(team_id: int) -> TeamBattle:
    """The battle, held until this transaction ends."""
    held = TeamBattle.objects.select_for_update(of=("self",)).select_related("user", "battle")
    return held.get(pk=team_id)


def _check_open(team: TeamBattle) -> None:
    if words := closed_words(team):
        raise TeamClosed(words)


def _arranged(team_id: int, side: Side, user: User, seen: int) -> TeamBattle:
    """The battle whose side the user arranges, held."""
    team = _held(team_id)
    _check_open(team)
    if not may_arrange(team, side, user, team.seats.all()):
        raise refuse("", f"Only players of {side.title()} arrange its seats.")
    if team.revision != seen:
        raise TeamClosed(CHANGED)
    return team


def _changed(team: TeamBattle, *, by: User, side: Side | None = None) -> TeamBattle:
    """The battle with one change more, of how a `side` is arranged; open pages hear of it, and who is waited for gets a
    message.
    """
    row = TeamBattle.objects.filter(pk=team.pk, revision=team.revision, battle=None, withdrawn=False)
    more = {} if side is None else {f"{side}_changed_by": by}
    if not row.update(revision=F("revision") + 1, **more):
        raise TeamClosed(CHANGED)
    team.revision += 1
    seats = list(team.seats.select_related("user"))
    if all(seat.taken for seat in seats):
        for seat in seats:
            if seat.user is not None and not seat.ready and seat.user != by:
                _owe(team, seat.user)
    _ring(team, by)
    return team


def _begun(team: TeamBattle, seats: Sequence[TeamSeat]) -> TeamBattle:
    """The battle of teams with its battle, which is played from now on; it takes the worker if a captain is first."""
    setup = _in_teams(setup_of(team), {side: _shares(seats, side) for side in SIDES})
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
    _ring(team)
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
    level = next((seat.level for seat in seats if seat.side == side and seat.level), "captain")
    return "ensign" if level == "ensign" else "admiral" if level == "admiral" else "captain"


def _ring(team: TeamBattle, *more: User) -> None:
    """Wake the pages of everybody who has a seat, of who set it up, and of those who had one."""
    seated = team.seats.filter(user__isnull=False).values_list("user", flat=True)
    publish(*(topic_of(number) for number in sorted({team.user_id, *seated, *(user.pk for user in more)})))


def _owe(team: TeamBattle, user: User) -> None:
    owe(
        user=user,
        kind=MessageKind.INVITATION,
        key=_owed_key(team),
        subject=f"{team.title}: say that you are ready",
        body=f"Every seat of your team battle, {team.title}, is taken. It begins once all players are ready.",
        path=f"/teams/{team.token}/",
    )


def _owed_key(team: TeamBattle) -> str:
    return f"team:{team.pk}:ready"


def side_of(word: str) -> Side:
    """The side of that name; `Refused` if there is none."""
    if word not in SIDES:
        raise refuse("", "Choose a side.")
    return as_side(word)
