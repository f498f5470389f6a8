"""Who may open a battle on a table: its players."""

from typing import Final

from django.http import Http404, HttpRequest

from accounts.models import User
from battles.models import WarfleetsBattle

WITH: Final = (
    "terran_user",
    "talon_user",
    "play__seal",
    "play__battle__terran_user",
    "play__battle__talon_user",
)
"""What is read along with a battle: who plays it, and what a war knows of it."""
MISSING = "There is no such battle."


def own_table(request: HttpRequest, table_id: int) -> tuple[WarfleetsBattle, User]:
    """The battle, and who asks; 404 for everybody but its players and their deputies. One query."""
    user = request.user
    row = table_of(user, table_id) if isinstance(user, User) else None
    if row is None or not isinstance(user, User):
        raise Http404(MISSING)
    return row, user


def table_of(user: User, table_id: int) -> WarfleetsBattle | None:
    """The battle, if the user plays in it and both fleets are there; not one of a war whose result was withdrawn."""
    rows = WarfleetsBattle.objects.select_related(*WITH)
    row = rows.filter(pk=table_id).exclude(talon_fleet=b"").exclude(play__stage="gone").first()
    return row if row is not None and row.seats_of(user.pk) else None
