"""How much of the worker's time the receivers that one person named may take: a tenth of it, one delivery at a time.

A delivery is paid for in advance, as if it took as long as it may, and what it did not take is given back. The next one
begins when the last is paid for. So whoever answers at once waits for nothing, and whoever takes five seconds, with a
good answer or with none, waits 45.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.clock import CLOCK_STEP
from accounts.deliveries.webhooks import TOTAL_SECONDS
from accounts.models import Allowance

PRICE: Final = 10
"""Seconds to wait for a second that a delivery takes."""
ON_CREDIT: Final = timedelta(seconds=5)
"""How much may be left to pay when the next delivery begins."""
WHOLE: Final = timedelta(seconds=PRICE * TOTAL_SECONDS)


def take(user_id: int) -> bool:
    """Whether a delivery to the person may begin, which is now paid for; the only one, whoever else asks."""
    now = timezone.now()
    row, _made = Allowance.objects.get_or_create(user_id=user_id, defaults={"paid_until": now})
    if _is_to_wait(row.paid_until, now):
        return False
    paid_until = min(max(row.paid_until, now), now + ON_CREDIT) + WHOLE
    free = Allowance.objects.filter(user_id=user_id, paid_until=row.paid_until)
    return bool(free.update(paid_until=paid_until))


def give_back(user_id: int, took: float) -> None:
    """Return what was paid beyond the seconds that the delivery took."""
    unused = timedelta(seconds=PRICE * max(0.0, TOTAL_SECONDS - took))
    Allowance.objects.filter(user_id=user_id).update(paid_until=F("paid_until") - unused)


def waiting() -> QuerySet[Allowance, int]:
    """The keys of people to whom nothing is delivered now; for a subquery."""
    now = timezone.now()
    owing = Allowance.objects.filter(paid_until__gt=now + ON_CREDIT, paid_until__lte=_longest(now))
    return owing.values_list("user_id", flat=True)


def waited_since(moment: datetime) -> QuerySet[Allowance, int]:
    """The keys of people to whom something was delivered, or nothing could be, since the moment; for a subquery."""
    return Allowance.objects.filter(paid_until__gt=moment).values_list("user_id", flat=True)


def _is_to_wait(paid_until: datetime, now: datetime) -> bool:
    return now + ON_CREDIT < paid_until <= _longest(now)


def _longest(now: datetime) -> datetime:
    """The latest time that can be paid for; a later one was written before the machine's clock was set back."""
    return now + ON_CREDIT + WHOLE + CLOCK_STEP
