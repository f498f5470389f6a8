"""What becomes of a proposed correction that nobody has agreed to, and who is told."""

from typing import Final

from django.utils import timezone

from accounts.deliveries.owing import owe
from accounts.models import MessageKind
from campaign.models import Correction, Engagement, Seat, War
from campaign.rules.map.strategic_map import place_in_text
from campaign.war.services.consequences import players

Status, Way = Correction.Status, Correction.Way
WENT_ON: Final = "The war went on before your opponent answered your corrected result"


def lapse_correction(war: War) -> None:
    """Close the war's proposal if it held only for the war as it stood before (S69); in a transaction only.

    The present can still be corrected once the war has gone on, but not once it is over (S67).
    """
    for row in Correction.objects.filter(war=war, status=Status.OPEN):
        if row.way == Way.NOW and war.status != War.Status.OVER:
            continue
        row.status, row.answered_at = Status.LAPSED, timezone.now()
        row.save(update_fields=["status", "answered_at"])
        notify_of_correction(war, row, players(war)[row.side], WENT_ON)


def notify_of_correction(war: War, row: Correction, seat: Seat, words: str) -> None:
    """Owe the seat's player the news of what became of the correction; the computer needs none."""
    if seat.user is None or seat.user.is_computer:
        return
    place = Engagement.objects.values_list("place", flat=True).get(war=war, number=row.battle)
    owe(
        user=seat.user,
        kind=MessageKind.PROPOSAL,
        key=f"war:{war.pk}:corrected:{row.pk}",
        subject=f"{war.name}: {words}",
        body=f"{words} for {place_in_text(place)} ({war.name}).",
        path=f"/wars/{war.pk}/{seat.side}/correct/{row.battle}/",
    )
