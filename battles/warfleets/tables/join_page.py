"""The page on which somebody joins a battle that waits."""

from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import urlencode

import msgspec

from accounts.models import User
from battles.models import WarfleetsBattle
from battles.warfleets.tables.forms import JoinForm
from battles.warfleets.tables.services.joining import OTHERS, closed_words
from config.pages import Page
from engines.warfleets.fleet import Fleet, fleet_points
from engines.warfleets.terrain import Terrain


@dataclass(frozen=True, slots=True)
class WarfleetsJoinPage(Page):
    """A battle that waits: `fleet` is that of who has begun it, with its `cost`, and `pieces` is how much terrain lies.

    `own` says whether the reader began it, and `asked` whether they are invited by name. `closed` says why it cannot be
    joined, and `back` is the query with which a visitor comes back to it, if somebody is invited and may be they. `at`
    is the number of the reader's latest notice.
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
    back: str
    form: JoinForm
    at: int


def join_page(
    row: WarfleetsBattle, user: User | None, link: str, form: JoinForm, at: int
) -> WarfleetsJoinPage:
    """The page as this user sees it."""
    fleet = msgspec.json.decode(bytes(row.terran_fleet), type=Fleet)
    terrain = msgspec.json.decode(bytes(row.terrain), type=tuple[Terrain, ...])
    closed, back = "", ""
    if row.stage != WarfleetsBattle.Stage.WAITING:
        closed = closed_words(row)
    elif row.invited_id is not None and (user is None or user.pk not in (row.invited_id, row.terran_user_id)):
        closed = OTHERS
        back = "" if user is not None else urlencode({"next": row.path_to_join})
    return WarfleetsJoinPage(
        battle=row,
        fleet=fleet,
        cost=fleet_points(fleet),
        pieces=len(terrain),
        link=link,
        own=user is not None and user.pk == row.terran_user_id,
        asked=user is not None and user.pk == row.invited_id,
        closed=closed,
        back=back,
        form=form,
        at=at,
    )
