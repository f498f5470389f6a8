"""Who has a callsign, and whether the worker is silent."""

from datetime import datetime, timedelta

from allauth.account.internal.userkit import get_user_by_username
from django.utils import timezone

from accounts.callsigns import in_any_case, tidy
from accounts.clock import CLOCK_STEP
from accounts.models import CALLSIGN_LENGTH, Heartbeat, User

WORKER_QUIET = timedelta(seconds=15)
"""How long something waits for a silent worker before its page says so."""


def person_called(callsign: str) -> User | None:
    """Whoever has the callsign, in whatever case; of several from before that was refused, who writes it like this."""
    callsign = tidy(callsign)
    found: User | None = get_user_by_username(callsign)
    if found is None and not callsign.isascii() and len(callsign) <= CALLSIGN_LENGTH:
        found = User.objects.filter(in_any_case(callsign)).order_by("pk").first()
    return found


def worker_is_silent(*, since: datetime) -> bool:
    """Whether work has waited `since` then for a while without a sign of the worker; one query at most.

    A time ahead of now was written before this machine's clock was set back, so it is long ago.
    """
    before, ahead = timezone.now() - WORKER_QUIET, timezone.now() + CLOCK_STEP
    if before <= since <= ahead:
        return False
    return not Heartbeat.objects.filter(name="worker", at__range=(before, ahead)).exists()
