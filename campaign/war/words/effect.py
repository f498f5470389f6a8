"""What one battle moved in its war, in a sentence or two: the battle's own pages say it (31.6, 31.8)."""

from collections.abc import Iterable, Sequence

from django.db.models import Q

from battles.models import Battle
from campaign.models import Engagement, Entry, SetAside
from campaign.rules import events as e
from campaign.rules.map.strategic_map import HOMES, Place, StrategicMap, place_title
from campaign.rules.state import WarEnd
from campaign.war.log.documents import decode_chart, decode_events
from campaign.war.log.fold import in_force
from campaign.war.services.engagements import engagement_of
from campaign.war.words.history_rows import CORRECTING, corrected_in
from engines.seam.sides import opponent
from engines.seam.words.in_a_row import in_row

KIND = "result"
GONE = "This battle no longer counts: the war has gone back to an earlier one."
ENDS: dict[WarEnd, str] = {
    "home": "{winner} wins the war: it won the battle for the {loser} home.",
    "logistics": "{winner} wins the war: {loser} has fewer than four active Logistics Points left.",
}
STAYS = {
    "S29": "nobody won",
    "31.6.4": "the victory was minor, and the winner lost a ship",
    "31.8": "the loser still holds the planet there",
}


def effect_of(battle: Battle) -> tuple[str, ...]:
    """What the war says of a battle's result; nothing if the battle is of no war, or not in its log; two queries."""
    engagement = engagement_of(battle)
    if engagement is None:
        return (GONE,) if SetAside.objects.filter(battle=battle.pk).exists() else ()
    ours = Q(turn=engagement.turn, kind=KIND) | Q(kind__in=CORRECTING)
    rows = list(Entry.objects.filter(ours, war=engagement.war_id).order_by("number"))
    for row in reversed(in_force(rows)):
        events = decode_events(bytes(row.events))
        if any(isinstance(one, e.ResultAccepted) and one.battle == engagement.number for one in events):
            chart = decode_chart(bytes(engagement.war.chart))
            found = sentences_of(events, engagement.number, engagement.place, chart)
            return (*found, *_corrected(engagement, rows))
    return ()


def _corrected(engagement: Engagement, entries: Iterable[Entry]) -> tuple[str, ...]:
    """That the result was corrected later, if it was; what happened to the front line is what was played then."""
    turn = corrected_in(entries).get(engagement.number)
    if turn is None:
        return ()
    who = f"{engagement.winner.title()}, {engagement.degree} victory" if engagement.winner else "a draw"
    return (f"This result was corrected in turn {turn}: {who}.",)


def sentences_of(
    events: Sequence[e.AnyEvent], number: int, place: Place, chart: StrategicMap
) -> tuple[str, ...]:
    """How the battle of that number moved the front, or why it did not, and whether it ended the war."""
    sentences = _moves(
        [one for one in events if isinstance(one, e.MarkerMoved) and one.battle == number], chart
    )
    for event in events:
        if isinstance(event, e.FrontHeld) and event.battle == number:
            sentences.append(_held(event, place))
        elif isinstance(event, e.WarEnded) and event.why in ENDS:
            sentences.append(_ended(event))
    return tuple(sentences)


def _moves(moves: Sequence[e.MarkerMoved], chart: StrategicMap) -> list[str]:
    """A sentence for all sectors whose marker goes from and to the same zones."""
    sectors: dict[tuple[str, str], list[str]] = {}
    for move in moves:
        way = (_zone(chart.place(move.sector, move.start)), _zone(chart.place(move.sector, move.end)))
        sectors.setdefault(way, []).append(move.sector)
    return [
        f"The front line in {in_row(names)} moves from {start} to {end}."
        for (start, end), names in sectors.items()
    ]


def _held(event: e.FrontHeld, place: Place) -> str:
    sector, _, _zone_number = place.partition("/")
    where = "The front line" if place in HOMES.values() else f"The front line in {sector}"
    why = STAYS.get(event.rule)
    return f"{where} stays at {_zone(place)}: {why}." if why else f"{where} stays. {event.reason}"


def _ended(event: e.WarEnded) -> str:
    if event.winner is None:
        return "The war ends in a draw: both fleets are spent."
    loser = opponent(event.winner).title()
    return ENDS[event.why].format(winner=event.winner.title(), loser=loser)


def _zone(place: Place) -> str:
    """A zone as its sector counts it: "4", or "the Terran home"."""
    return f"the {place_title(place)}" if place in HOMES.values() else place.partition("/")[2]
