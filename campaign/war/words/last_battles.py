"""What became of a turn's battles for a side, a line each, and what the next turn was paid."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from battles.models import KNOWN_BY_ORDERS
from campaign.rules import events as e
from campaign.rules.map.strategic_map import Place, StrategicMap, place_in_text, place_title
from campaign.war.words.history_line import counted
from campaign.war.words.history_rows import Fight
from engines.seam.sides import Side
from engines.seam.words.in_a_row import in_row


@dataclass(frozen=True)
class BattleOutcome:
    """A battle in a few words; `winner` "" if nobody won, `number` of its page, `has_report`: there is a report.

    `more` says who gave it up and why, what both sides lost, and where the front line went, in sentences.
    """

    place: str
    winner: str
    words: str
    number: int | None
    has_report: bool
    more: str = ""


def last_battles(
    fights: Iterable[Fight],
    side: Side,
    happened: Sequence[e.AnyEvent] = (),
    chart: StrategicMap | None = None,
) -> list[BattleOutcome]:
    """The outcome of each battle, as a side sees it; `happened` is what the side saw of the turn."""
    return [
        BattleOutcome(
            place_title(fight["place"]),
            fight["winner"],
            _became(fight, side),
            fight["battle_id"],
            fight["how"] in KNOWN_BY_ORDERS,
            _more(fight, side, happened, chart) if chart is not None else "",
        )
        for fight in fights
    ]


def income_of(happened: Iterable[e.AnyEvent], side: Side) -> int | None:
    """What the side was paid last, None for nothing."""
    paid = [event.total for event in happened if isinstance(event, e.IncomePaid) and event.side == side]
    return paid[-1] if paid else None


def _became(fight: Fight, side: Side) -> str:
    mine = fight["winner"] == side
    if fight["outcome"] == "forfeited":
        return "Won without a fight" if mine else "Forfeited"
    if fight["outcome"] != "fought":
        return "No battle"
    if not fight["winner"]:
        return "Draw"
    return f"{fight['degree'].title()} {'victory' if mine else 'defeat'}"


def _more(fight: Fight, side: Side, happened: Sequence[e.AnyEvent], chart: StrategicMap) -> str:
    said = [
        _declined(event, side, engaged=fight["outcome"] == "fought")
        for event in happened
        if isinstance(event, e.Answered) and event.battle == fight["number"] and not event.engage
    ]
    if fight["outcome"] == "fought":
        mine, theirs = (fight["terran_lost"], fight["talon_lost"])[:: 1 if side == "terran" else -1]
        said.append(f"You lost {counted(mine, 'point')}, the enemy {theirs}.")
    said.append(_front(fight, happened, chart))
    return " ".join(filter(None, said))


def _declined(event: e.Answered, side: Side, *, engaged: bool) -> str:
    """Who declined, and by its own instruction why: the estimate is the secret of its side (S76, S83)."""
    if engaged:
        return ""
    if event.side != side:
        return "The enemy declined."
    if not event.standing:
        return "You declined."
    if event.odds is not None:
        return f"Your instruction declined: you would have held the front line in {event.odds} of 100."
    if event.gain is not None:
        points = counted(-event.gain, "point")
        return f"Your instruction declined: to engage was worth about {points} less."
    return "Your instruction declined."


def _front(fight: Fight, happened: Iterable[e.AnyEvent], chart: StrategicMap) -> str:
    moves = [
        event for event in happened if isinstance(event, e.MarkerMoved) and event.battle == fight["number"]
    ]
    if moves:
        places: list[Place] = [chart.place(move.sector, move.end) for move in moves]
        return (
            f"The front line is now at {in_row([place_in_text(place) for place in dict.fromkeys(places)])}."
        )
    return "The front line stays." if fight["winner"] else ""
