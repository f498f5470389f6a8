"""A battle of teams is set up, anew or with the seats of another one, and called off before it begins (25)."""

import secrets
from collections.abc import Mapping
from typing import Final

from django.db import transaction

from accounts.models import User
from battles.models import Battle, Status, TeamBattle, TeamSeat, Tempo
from battles.talon.teams.changing import answered, changed, held, ring
from battles.talon.teams.dealing import dealt, in_teams
from engines.seam import codec
from engines.seam.documents import BattleSetup
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, opponent
from engines.talon import game
from engines.talon.terms import MOST_PLAYERS

TOKEN_BYTES: Final = 24
MOST_OPEN: Final = 20
"""The most battles of teams of one player that have not begun."""
LEAST_AND_MOST: Final = range(1, MOST_PLAYERS + 1)


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
    rival: User | None = None,
) -> TeamBattle:
    """A battle for so many players a side, in which the user has the first seat of a side; the units are dealt out.

    A `rival` has the first seat of the other one. `Refused` if no battle can be fought from the set-up, or if a side
    has fewer units than players.
    """
    for one in SIDES:
        _check_players(one, players[one], len(setup.force(one)))
    shares = {one: dealt(setup, one, players[one]) for one in SIDES}
    game.new_battle(in_teams(setup, shares))
    if rival is None:
        check_many(user)
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
            for place, names in enumerate(shares[one])
        )
    for one, first in ((side, user), (opponent(side), rival)):
        team.seats.filter(side=one, place=0).update(user=first)
    return team


def check_many(user: User) -> None:
    """Raise `Refused` if the user has as many battles of teams that have not begun as one may have."""
    if user.team_battles.filter(battle=None, withdrawn=False).count() >= MOST_OPEN:
        raise refuse("", f"You have {MOST_OPEN} team battles that have not begun. Call one off first.")


def _check_players(side: Side, players: int, units: int) -> None:
    if players not in LEAST_AND_MOST:
        raise refuse("25", f"A side has 1 to {MOST_PLAYERS} players.")
    if units < players:
        raise refuse("25", f"{side.title()} has {players} players and only {units} units. Each needs one.")


@transaction.atomic
def gather_again(*, battle: Battle, user: User) -> TeamBattle:
    """The same battle to be played once more, with everybody at the seat they had; nobody is ready yet.

    The seat of a closed account is free. It is the one that somebody else has asked for, if there is one. `Refused`
    before the battle is over.
    """
    before = held(battle.team.pk)
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
            user=seat.user if seat.user is not None and seat.user.is_active else None,
            level=seat.level,
            units=seat.units,
            token=_token(),
        )
        for seat in battle.seats
    )
    return changed(made, by=user)


@transaction.atomic
def call_off(*, team_id: int, user: User) -> None:
    """Call one's own battle of teams off before it begins; harmless when done twice."""
    team = held(team_id)
    if team.user_id == user.pk and team.battle is None and not team.withdrawn:
        TeamBattle.objects.filter(pk=team.pk, battle=None).update(withdrawn=True)
        for seat in team.seats.select_related("user"):
            if seat.user is not None:
                answered(seat, seat.user)
        ring(team)


def _token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)
