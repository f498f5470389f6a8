"""Campaign games that somebody else arranges for two players, such as those of a season."""

from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from battles.models import Series, Way
from battles.talon.series.arranging import PlannedLeg, stored
from battles.talon.series.following import settle


@transaction.atomic
def arrange(
    *, user: User, rival: User, name: str, legs: Sequence[PlannedLeg], way: Way, tempo: str
) -> Series:
    """A campaign game of these legs that goes on at once; nobody has to accept it, and nobody is told of it here."""
    terms = {"name": name, "way": way, "tempo": tempo}
    row = stored(legs, user=user, rival=rival, stage=Series.Stage.ON, arranged=True, **terms)
    settle(row)
    return row
