"""The time of a battle at the table: a player says that it is being played, and it has its whole time again (S73)."""

from typing import Final

from django.utils import timezone

from accounts.models import User
from battles.models import Battle
from campaign.models import Deadline, Engagement, TimeNote, War
from campaign.rules.map.strategic_map import place_in_text
from campaign.war.log.documents import decode_state
from campaign.war.services.acting import check_seat
from campaign.war.services.log import check_thawed, locked, notify
from campaign.war.time.arranging import note_time, notify_other
from campaign.war.time.deadlines import standing
from engines.seam.refusals import refuse
from engines.seam.sides import Side

NOT_DUE: Final = "This battle has no deadline that could be put off."
ONCE: Final = (
    "You have said so before. Your opponent can say it too, or you both agree on a pause or other deadlines."
)


def say_playing(*, war_id: int, side: Side, user: User | None, battle_id: int) -> War:
    """The war in which its battle at the table has the whole time of a phase again, because the side says it is played.

    `Refused` if that battle has no deadline, or the side has said so of it before; `SeatLost` if the user acts for the
    side no more.
    """
    with locked(war_id) as war:
        check_seat(war, side, user)
        check_thawed(war)
        found = standing(war)
        joined = Engagement.objects.filter(war=war, battle=battle_id, outcome=Engagement.Outcome.JOINED)
        battle = Battle.objects.filter(engagement__in=joined).first()
        if battle is None or found is None or found.hurried or found.what.doing != "fight":
            raise refuse("S73", NOT_DUE)
        if has_said(war_id, side, battle):
            raise refuse("S73", ONCE)
        Deadline.objects.filter(war=war).update(begun_at=timezone.now())
        place = place_in_text(found.what.place)
        note_time(war, side, TimeNote.Kind.PLAYING, place)
        notify(war, decode_state(bytes(war.state or b"")))
        notify_other(war, side, f"says that you two are playing the battle at {place}")
    return war


def has_said(war_id: int, side: Side, battle: Battle) -> bool:
    """Whether the side has said of its war's battle under way that it is being played; one query."""
    said = TimeNote.objects.filter(war=war_id, side=side, kind=TimeNote.Kind.PLAYING)
    return said.filter(at__gte=battle.opened_at).exists()
