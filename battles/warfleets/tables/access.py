"""Who may open a battle on a table: its players."""

from django.http import Http404, HttpRequest

from accounts.models import User
from battles.models import WarfleetsBattle

MISSING = "There is no such battle."


def own_table(request: HttpRequest, table_id: int) -> tuple[WarfleetsBattle, User]:
    """The battle, and who asks; 404 for everybody but its players. One query."""
    user = request.user
    row = table_of(user, table_id) if isinstance(user, User) else None
    if row is None or not isinstance(user, User):
        raise Http404(MISSING)
    return row, user


def table_of(user: User, table_id: int) -> WarfleetsBattle | None:
    """The battle, if the user plays in it and both fleets are there."""
    rows = WarfleetsBattle.objects.select_related("terran_user", "talon_user")
    row = rows.filter(pk=table_id).exclude(talon_fleet=b"").first()
    return row if row is not None and row.seats_of(user.pk) else None
