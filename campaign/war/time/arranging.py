"""What two players have arranged about the time of their war, as other features ask and add to it (S65)."""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from accounts.deliveries.owing import owe
from accounts.models import MessageKind
from accounts.readers_zone import zone_of
from accounts.zones import instant_words
from campaign.models import Seat, TimeNote, War
from campaign.war.at import At
from campaign.war.services.consequences import players
from engines.seam.sides import Side, opponent


def may_arrange(war: War, seats: Iterable[Seat]) -> bool:
    """Whether two people in different places play the war."""
    people = [seat for seat in seats if seat.user is not None and not seat.user.is_computer]
    return not war.one_screen and not war.imported and len(people) == 2


def has_time(at: At) -> bool:
    """Whether the war goes on between two people in different places, who can agree about its time."""
    return at.view.phase != "over" and may_arrange(at.war, at.seats.values())


def note_time(war: War, side: Side, kind: TimeNote.Kind, asked: str = "") -> TimeNote:
    """What the side has done, for the history of the war."""
    return TimeNote.objects.create(
        war=war, turn=war.turn, side=side, kind=kind, asked=asked, at=timezone.now()
    )


def notify_other(war: War, side: Side, words: str, at: datetime | None = None) -> None:
    """A message to the other side's player about the newest note: "Anna resumes the war".

    An instant stands where the words have `{}`.
    """
    seats = players(war)
    me, other = seats[side], seats[opponent(side)]
    if me.user is None or other.user is None:
        return
    newest = war.time_notes.order_by("-pk").values_list("pk", flat=True)[0]
    when = words if at is None else words.format(instant_words(at, zone_of(other.user)))
    said = f"{me.user.username} {when}"
    owe(
        user=other.user,
        kind=MessageKind.PROPOSAL,
        key=f"war:{war.pk}:time:{newest}",
        subject=f"{war.name}: {said}",
        body=f"{said} ({war.name}).",
        path=f"/wars/{war.pk}/{other.side}/time/",
    )
