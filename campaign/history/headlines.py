"""What happened in a war while a player was away: a line and an address for each event that changed something."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import singledispatch
from operator import attrgetter
from typing import Any

from django.db.models import Q

from battles.battle.verdict import verdict
from campaign.models import Engagement, Entry, Seat
from campaign.rules import events as e
from campaign.rules.corrections import amended_events as a
from campaign.rules.map.strategic_map import Place, place_in_text, place_title
from campaign.rules.sight import seen
from campaign.war.at import At
from campaign.war.log.documents import decode_events
from campaign.war.log.fold import MARKS, WITHDRAW, in_force
from campaign.war.services.visiting import has_news, is_away
from engines.seam.sides import Side, as_side

MOST = 8
MOST_ENTRIES = 60


@dataclass(frozen=True, slots=True)
class Headline:
    """One thing that happened: its icon, the words, and the address of the page that has more."""

    icon: str
    words: str
    href: str


@dataclass(frozen=True, slots=True)
class Headlines:
    """What happened, the oldest first; `earlier` is how many came before and are left out."""

    lines: tuple[Headline, ...]
    earlier: int


def since_last_visit(at: At) -> Headlines | None:
    """What happened between the last two visits of the player; None if nothing did. No query, or two."""
    seat = at.seats[at.side]
    if at.acts_for or not has_news(seat):
        return None
    wanted = Q(number__lte=seat.news_upto) | Q(kind__in=MARKS)
    rows = Entry.objects.filter(wanted, war=at.war, number__gt=seat.news_from).order_by("-number")
    entries = [row for row in _counting(rows[:MOST_ENTRIES]) if row.number <= seat.news_upto]
    return _headlines(entries, at.side, at.path, _places(Q(war=at.war)))


def not_yet_seen(seats: Iterable[Seat]) -> dict[int, Headlines]:
    """What the players of these seats have not seen yet, by war; no query, or two. Seats come with their wars.

    Of somebody who was there a few minutes ago nothing: the page showed it as it happened.
    """
    behind = {
        seat.war_id: seat
        for seat in seats
        if is_away(seat) and seat.seen_entry < seat.war.version and not seat.war.one_screen
    }
    if not behind:
        return {}
    wanted = Q(*(Q(war=seat.war_id, number__gt=seat.seen_entry) for seat in behind.values()), _connector=Q.OR)
    entries: dict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(wanted).order_by("-pk")[:MOST_ENTRIES]:
        entries[entry.war_id].append(entry)
    places = _places(Q(war__in=entries))
    found = {
        war_id: _headlines(_counting(rows), _side(behind[war_id]), _path(behind[war_id]), places)
        for war_id, rows in entries.items()
    }
    return {war_id: lines for war_id, lines in found.items() if lines is not None}


def _counting(latest_first: Iterable[Entry]) -> list[Entry]:
    """The entries that count, the oldest first, with those by which a result was withdrawn."""
    return in_force(sorted(latest_first, key=attrgetter("number")), withdrawals=True)


def _side(seat: Seat) -> Side:
    return as_side(seat.side)


def _path(seat: Seat) -> str:
    return f"/wars/{seat.war_id}/{seat.side}/"


Places = Mapping[tuple[int, int], Place]
"""Where a battle was, by the war and its number in it."""


def _places(wars: Q) -> Places:
    rows = Engagement.objects.filter(wars).values_list("war_id", "number", "place")
    return {(war_id, number): place for war_id, number, place in rows}


def _headlines(entries: list[Entry], side: Side, path: str, places: Places) -> Headlines | None:
    lines = [line for entry in entries for line in _of_entry(entry, side, path, places)]
    if not lines:
        return None
    return Headlines(tuple(lines[-MOST:]), max(0, len(lines) - MOST))


def _of_entry(entry: Entry, side: Side, path: str, places: Places) -> list[Headline]:
    if entry.kind == WITHDRAW:
        return [Headline("cross", "A result was withdrawn", f"{path}history/?turn={max(1, entry.turn)}")]
    found, turn = [], max(1, entry.turn)
    for event in seen(decode_events(bytes(entry.events)), side, over=False):
        if isinstance(event, e.TurnBegan):
            turn = event.turn
        number = getattr(event, "battle", 0)
        place = places.get((entry.war_id, number), "")
        headline = _headline(event, side, place_title(place) if place else "")
        if headline is not None:
            anchor = f"#battle-{number}" if number else ""
            found.append(Headline(*headline, f"{path}history/?turn={turn}{anchor}"))
    return found


def _who(acts: Side, reader: Side) -> str:
    return "You" if acts == reader else acts.title()


@singledispatch
def _headline(event: Any, side: Side, place: str) -> tuple[str, str] | None:  # noqa: ARG001 - most events are no news
    return None


@_headline.register
def _(event: e.TurnBegan, side: Side, place: str) -> tuple[str, str] | None:  # noqa: ARG001
    return "clock", f"Turn {event.turn} began"


@_headline.register
def _(event: e.Answered, side: Side, place: str) -> tuple[str, str] | None:
    if event.side == side:
        return None
    words = "engages" if event.engage else "declines"
    return "swords" if event.engage else "white-flag", f"{event.side.title()} {words} at {place}"


@_headline.register
def _(event: e.Forfeited, side: Side, place: str) -> tuple[str, str] | None:
    return "white-flag", f"{_who(event.side, side)} forfeited the battle at {place}"


@_headline.register
def _(event: e.ResultAccepted, side: Side, place: str) -> tuple[str, str] | None:
    winner = event.result.winner
    if winner is None:
        return "cross", f"The battle at {place} ended in a draw"
    return winner, verdict(winner, event.result.degree or "", side, f" at {place}")


@_headline.register
def _(event: a.ResultAmended, side: Side, place: str) -> tuple[str, str] | None:  # noqa: ARG001
    return "document", f"The result at {place} in turn {event.turn} was corrected"


@_headline.register
def _(event: a.LogCorrected, side: Side, place: str) -> tuple[str, str] | None:  # noqa: ARG001
    back = f": the war goes back to turn {event.turn}" if event.way == "rewind" else ""
    return "document", f"The result at {place} in turn {event.turn} was corrected{back}"


@_headline.register
def _(event: e.MarkerMoved, side: Side, place: str) -> tuple[str, str] | None:  # noqa: ARG001
    toward = "Talon" if event.end > event.start else "Terran"
    return "front-line", f"The front line in {event.sector} moved towards the {toward} home"


@_headline.register
def _(event: e.PlanetTaken, side: Side, place: str) -> tuple[str, str] | None:  # noqa: ARG001
    return "planet", f"{_who(event.side, side)} took the planet at {place_in_text(event.place)}"


@_headline.register
def _(event: e.DrawOffered, side: Side, place: str) -> tuple[str, str] | None:  # noqa: ARG001
    return None if event.side == side else ("white-flag", f"{event.side.title()} offers a draw")


@_headline.register
def _(event: e.DrawDeclined, side: Side, place: str) -> tuple[str, str] | None:  # noqa: ARG001
    return None if event.side == side else ("swords", f"{event.side.title()} declines the draw")


@_headline.register
def _(event: e.WarEnded, side: Side, place: str) -> tuple[str, str] | None:  # noqa: ARG001
    if event.winner is None:
        return "white-flag", "The war is over: a draw"
    is_won = event.winner == side
    return ("trophy" if is_won else "white-flag"), f"The war is over: you {'won' if is_won else 'lost'}"
