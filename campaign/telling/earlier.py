"""How a war was told before a result was corrected in its log: nothing of it is lost (S69)."""

from dataclasses import dataclass
from typing import Any

from campaign.log.documents import decode_events
from campaign.log.fold import RETELL
from campaign.models import Entry, SetAside, War
from campaign.rules.amended_events import Retold
from campaign.rules.strategic_map import place_in_text


@dataclass(frozen=True, slots=True)
class Earlier:
    """How the war was told before entry `entry`: until which turn, and in `words` what was corrected then.

    `turn` is that of the corrected battle; the war was told as now before it.
    """

    entry: int
    turn: int
    until: int
    words: str


def earlier_of(war: War) -> list[Earlier]:
    """Every way in which the war was told before, the latest first; one query."""
    rows = Entry.objects.filter(war=war, kind=RETELL).order_by("-number")
    return [
        Earlier(row.number, event.turn, event.until, _words(event))
        for row in rows
        for event in decode_events(bytes(row.events))
        if isinstance(event, Retold)
    ]


def _words(event: Retold) -> str:
    return f"before the result of battle {event.battle} at {place_in_text(event.place)} was corrected"


def battles_before(war: War, entry: int) -> dict[int, int]:
    """By number the battles that counted before the entry and no longer do; one query."""
    rows = SetAside.objects.filter(war=war, entry__gte=entry).order_by("-entry")
    found: dict[int, Any] = dict(rows.values_list("number", "battle_id"))
    return found
