"""Players are reminded of the deadline of a round a day before, once for each deadline."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.work import sweep
from clubs.models import Round
from clubs.seasons.reading import state_of
from clubs.seasons.setting_up import locked
from clubs.seasons.telling import tell_reminder

BEFORE: Final = timedelta(days=1)


def sweep_reminders() -> int:
    """For how many rounds players were reminded now."""
    return sweep("clubs.season_reminders", _soon(), remind, due="due_at")


def _soon() -> QuerySet[Round]:
    now = timezone.now()
    soon = Round.objects.filter(due_at__gt=now, due_at__lte=now + BEFORE, season__club__closed_at=None)
    return soon.exclude(reminded_for=F("due_at"))


@transaction.atomic
def remind(number: int) -> bool:
    """Whether this call reminded those whose games of the round are not decided; a deadline that was moved is new."""
    known = Round.objects.select_related("season").get(pk=number)
    season = locked(known.season)
    row = _soon().filter(pk=number).first()
    if row is None:
        return False
    row.reminded_for = row.due_at
    row.save(update_fields=["reminded_for"])
    tell_reminder(season, row, [one for one in state_of(season).undecided if one.round_id == row.pk])
    return True
