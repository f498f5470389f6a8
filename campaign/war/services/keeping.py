"""A war that stands still: frozen by the host, or while a side is away (S66)."""

from django.utils import timezone

from accounts.clock import Written
from battles import services as battles
from campaign.models import Engagement, Holiday, War
from campaign.war.log.documents import decode_state
from campaign.war.services.log import locked, notify
from engines.seam.refusals import refuse
from engines.seam.sides import Side


def freeze(*, war_id: int, frozen: bool) -> War:
    """Freeze a running war and its battles, so that nothing is taken and no time runs, or thaw it."""
    with locked(war_id) as war:
        if war.status != War.Status.RUNNING or war.state is None:
            raise refuse("", "You can freeze or thaw only a war in progress.")
        if war.paused and not frozen:
            raise refuse(
                "S65",
                "You have not frozen this war: its players paused it, and either of them can resume it.",
            )
        stand_still(war, frozen=frozen)
        notify(war, decode_state(bytes(war.state)))
    return war


def stand_still(war: War, *, frozen: bool, paused: bool = False) -> None:
    """Stop the war with its battles, so that no time runs, or let it go on; the caller holds it and tells of it."""
    war.frozen, war.paused = frozen, paused
    war.save(update_fields=["frozen", "paused"])
    put = battles.hold if frozen else battles.release
    for battle_id in _battles_of(war):
        put(battle_id=battle_id)


def end_holiday(war: War, side: Side) -> bool:
    """Whether the side was on holiday, which is over now; the caller holds the war and tells of it."""
    Written(Holiday, "begins_at", ("ends_at",)).move_back(war=war, side=side)
    now = timezone.now()
    ended = Holiday.objects.filter(war=war, side=side, ends_at__gt=now).update(ends_at=now)
    if ended:
        follow_absence(war, side)
    return bool(ended)


def follow_absence(war: War, side: Side) -> None:
    """Let the clock and the time for a report in the war's battle stand still while the side is away, or run again."""
    joined = Engagement.objects.filter(war=war, outcome="joined", battle__isnull=False)
    for number in joined.values_list("battle_id", flat=True):
        battles.follow_absence(battle_id=number, side=side)


def _battles_of(war: War) -> list[int]:
    fought = Engagement.objects.filter(war=war, battle__isnull=False)
    return list(fought.values_list("battle_id", flat=True))
