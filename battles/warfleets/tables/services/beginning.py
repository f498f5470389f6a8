"""Beginning a battle: against the computer, or with both sides at one screen."""

import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db import transaction

from accounts.models import User
from accounts.people.special_users import computer_user
from battles.models import WarfleetsBattle
from battles.warfleets.tables.positions import encode, match_to_play
from battles.warfleets.tables.services.publishing import publish
from engines.seam.commitments import SEED_BYTES, commitment_of
from engines.warfleets.captains.levels import Level
from engines.warfleets.fleet import Fleet
from engines.warfleets.game import begin as begun
from engines.warfleets.set_ups import SetUp
from engines.warfleets.terrain import Terrain

TOKEN_BYTES: Final = 24
NAME_BYTES: Final = 8
Stage = WarfleetsBattle.Stage


class Terms(NamedTuple):
    """What a battle is fought with: the points of the game, and the terrain; without any, the players lay it."""

    points: int
    terrain: Sequence[Terrain] = ()


@transaction.atomic
def begin(
    *, user: User, terms: Terms, fleets: tuple[Fleet, Fleet], level: Level | None = None
) -> WarfleetsBattle:
    """A battle of the user's fleet and another, which the computer plays on that level, or without one the user too.

    `Refused` if no battle can be fought so.
    """
    own, theirs = fleets
    begun(SetUp(own, theirs, terms.points, tuple(terms.terrain)))
    row = WarfleetsBattle(
        terran_user=user,
        talon_user=user if level is None else computer_user(),
        level=level or "",
        talon_fleet=encode(theirs),
        stage=Stage.ON,
        decider="terran",
        **documents_of(own, terms),
    )
    row.save()
    publish(row, match_to_play(row), user)
    return row


def documents_of(own: Fleet, terms: Terms) -> dict[str, object]:
    """What every battle has from when it is made, with dice of its own."""
    name, seed = f"warfleets:{secrets.token_hex(NAME_BYTES)}", secrets.token_hex(SEED_BYTES)
    return {
        "token": secrets.token_urlsafe(TOKEN_BYTES),
        "points": terms.points,
        "terran_fleet": encode(own),
        "terrain": encode(tuple(terms.terrain)),
        "dice": name,
        "seed": seed,
        "commitment": commitment_of(name, seed),
    }
