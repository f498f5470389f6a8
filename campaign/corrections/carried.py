"""Corrected results that a war keeps when it goes back and on again: made once more when a turn is planned (S71)."""

from collections.abc import Collection, Iterable

from campaign.models import Correction, War
from campaign.rules.orders import Amend
from campaign.war.log.documents import decode_correction

Status = Correction.Status


def carried_by(war: War) -> list[Correction]:
    """The corrections that wait in the war until a turn is planned, the first first; one query."""
    return list(Correction.objects.filter(war=war, status=Status.CARRIED).order_by("pk"))


def carry(war: War, entries: Iterable[int]) -> None:
    """Let the corrections that these entries made wait until a turn is planned."""
    made = Correction.objects.filter(war=war, entry__in=[*entries], status=Status.AGREED)
    made.filter(way=Correction.Way.NOW).update(status=Status.CARRIED)


def give_up(war: War, battles: Collection[int]) -> None:
    """Corrections of these battles wait no more: what they corrected has no such result any more."""
    waiting = Correction.objects.filter(war=war, status=Status.CARRIED, battle__in=battles)
    waiting.update(status=Status.UNDONE)


def moved(war: War, entries: dict[int, int]) -> None:
    """Corrections have become other entries, by their number before."""
    for row in Correction.objects.filter(war=war, status=Status.AGREED, entry__in=entries):
        row.entry = entries[row.entry]
        row.save(update_fields=["entry"])


def order_again(row: Correction) -> Amend:
    """What the waiting correction orders."""
    order = decode_correction(bytes(row.document))
    if not isinstance(order, Amend):
        raise TypeError(f"correction {row.pk} does not change the war as it is now")
    return order


def close(row: Correction, entry: int) -> None:
    """The correction is that entry now; 0: it had nothing left to correct."""
    row.status, row.entry = (Status.AGREED, entry) if entry else (Status.UNDONE, row.entry)
    row.save(update_fields=["status", "entry"])
