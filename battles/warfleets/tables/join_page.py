"""The page on which somebody joins a battle that waits."""

from dataclasses import dataclass
from typing import ClassVar

import msgspec

from accounts.models import User
from battles.models import WarfleetsBattle
from battles.warfleets.tables.forms import JoinForm
from battles.warfleets.tables.services.joining import closed_words
from config.pages import Page
from engines.warfleets.fleet import Fleet, fleet_points
from engines.warfleets.terrain import Terrain


@dataclass(frozen=True, slots=True)
class WarfleetsJoinPage(Page):
    """A battle that waits: `fleet` is that of who has begun it, with its `cost`, and `pieces` is how much terrain lies.

    `own` says whether the reader began it, and `asked` whether they are invited by name. `closed` says why it cannot be
    joined, and `at` is the number of the reader's latest notice.
    """

    template: ClassVar = "battles/warfleets_join.html"
    battle: WarfleetsBattle
    fleet: Fleet
    cost: int
    pieces: int
    link: str
    own: bool
    asked: bool
    closed: str
    form: JoinForm
    at: int


def join_page(
    row: WarfleetsBattle, user: User | None, link: str, form: JoinForm, at: int
) -> WarfleetsJoinPage:
    """The page as this user sees it."""
    fleet = msgspec.json.decode(bytes(row.terran_fleet), type=Fleet)
    terrain = msgspec.json.decode(bytes(row.terrain), type=tuple[Terrain, ...])
    waits = row.stage == WarfleetsBattle.Stage.WAITING
    return WarfleetsJoinPage(
        battle=row,
        fleet=fleet,
        cost=fleet_points(fleet),
        pieces=len(terrain),
        link=link,
        own=user is not None and user.pk == row.terran_user_id,
        asked=user is not None and user.pk == row.invited_id,
        closed="" if waits else closed_words(row),
        form=form,
        at=at,
    )
