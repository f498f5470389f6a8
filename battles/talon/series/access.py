"""Who may open the pages of a campaign game: its two players."""

from typing import cast

from django.db.models import Q
from django.http import Http404, HttpRequest

from accounts.models import User
from battles.models import Series


def own_series(request: HttpRequest, series_id: int) -> Series:
    """The campaign game, with both players; 404 for everybody else."""
    user = cast("User", request.user)
    rows = Series.objects.select_related("user", "rival")
    found = rows.filter(Q(user=user) | Q(rival=user), pk=series_id).first()
    if found is None:
        raise Http404("There is no such campaign game.")
    return found
