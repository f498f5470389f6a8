"""Reminders of a deadline: a day and two hours before it, once each, to whoever would be late (S63)."""

from datetime import timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.deliveries.owing import owe
from accounts.models import MessageKind
from accounts.readers_zone import zone_of
from accounts.work import QUEUED, sweep
from accounts.zones import instant_words
from battles.pace import REMINDERS
from campaign.models import Deadline, War
from campaign.war.log.documents import decode_state
from campaign.war.services.log import locked
from campaign.war.time.deadlines import Standing, standing, too_late, who_is_late

PLAYING: Final = ' If you are still playing it, press "We are playing" on the page of the battle.'


def sweep_reminders() -> int:
    """For how many deadlines players were reminded now."""
    return sweep("campaign.reminders", _soon(), remind, due="falls_at")


def _soon() -> QuerySet[Deadline]:
    """Deadlines of which a reminder is due that has not been sent."""
    now = timezone.now()
    near = Q()
    for told, hours in enumerate(REMINDERS):
        near |= Q(told=told, falls_at__lte=now + timedelta(hours=hours))
    return Deadline.objects.filter(near, status=QUEUED, falls_at__gt=now)


def remind(number: int) -> bool:
    """Whether this call reminded the players who would be late; the latest reminder alone if several are due."""
    war_id = Deadline.objects.values_list("war_id", flat=True).get(pk=number)
    with locked(war_id) as war:
        row, now = _soon().filter(pk=number).first(), timezone.now()
        found = standing(war) if row is not None else None
        if row is None or row.falls_at is None or found is None:
            return False
        if found.falls_at > row.falls_at:
            begun = found.play.moved_at if found.play is not None else now
            told = too_late(begun, found.falls_at)
            Deadline.objects.filter(pk=number).update(falls_at=found.falls_at, told=told)
            return False
        told = sum(row.falls_at <= now + timedelta(hours=hours) for hours in REMINDERS)
        Deadline.objects.filter(pk=number).update(told=told)
        _remind(war, row, found, REMINDERS[told - 1])
    return True


def _remind(war: War, row: Deadline, found: Standing, hours: int) -> None:
    lent = decode_state(bytes(war.state or b"")).lent
    for side, user, words in who_is_late(war, found.what):
        if side in lent:
            continue
        at = instant_words(found.falls_at, zone_of(user))
        body = f"The deadline in {war.name} is {at}. If nothing changes by then, {words}."
        owe(
            user=user,
            kind=MessageKind.DEADLINE,
            key=f"war:{war.pk}:{row.pk}:{found.falls_at:%m%d%H%M%S}:{hours}h",
            subject=f"{war.name}: less than {hours} hours left",
            body=f"{body}{_hint(found)}",
            path=f"/wars/{war.pk}/{side}/",
        )


def _hint(found: Standing) -> str:
    """What players can do who are still playing at their table (S73)."""
    return PLAYING if found.what.doing == "fight" else ""
