"""How a war that is over ended, for the side that reads: who won and why, where the points went, what to try next."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaign.history.advice import Lost, advice
from campaign.history.cause import cause
from campaign.history.chances import Chances
from campaign.history.points_by_place import Move, PointsByPlace, points_by_place
from campaign.rules.map.strategic_map import place_in_text
from campaign.rules.sight import WarView
from campaign.rules.state import WarEnd
from campaign.war.words.history_line import counted
from campaign.war.words.history_rows import Fight
from campaign.war.words.war_room import tallies
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.words.in_a_row import in_row

RULES: dict[WarEnd, str] = {"home": "S10", "surrender": "S33", "logistics": "S16", "agreed": "S33"}
WHY: dict[WarEnd, str] = {
    "home": "{winner} won the battle for {losers} home.",
    "surrender": "{loser} surrendered.",
    "logistics": "{loser} had fewer than four active Logistics Points left.",
    "agreed": "Both sides agreed to end it.",
}


@dataclass(frozen=True)
class Ending:
    """The end of a war in words; `winner` None if nobody won.

    `lost`: the side that reads has lost, and `advice` is one thing to try next, "" if nothing stands out. `cause` is a
    paragraph on why it came so, "" if nobody won. `turning` names the turn that decided most. `columns` is how the
    points of both sides are named.
    """

    winner: Side | None
    lost: bool
    title: str
    why: str
    rule: str
    cause: str
    summary: str
    points_by_place: PointsByPlace
    turning: str
    advice: str
    columns: str


def ending(
    view: WarView,
    side: Side,
    fights: Sequence[Fight],
    moves: Sequence[Move],
    chances: Chances,
    *,
    by_name: bool = False,
    is_own: bool = True,
) -> Ending | None:
    """The end of the war as a side reads it, or `by_name`; None while it goes on (31.1, S10, S16, S33).

    `chances` are those of the loser. Unless the war `is_own`, as one that was imported, nobody is advised.
    """
    if view.ended is None:
        return None
    winner = view.winner
    points = points_by_place(view, side, fights, moves)
    lost = winner == opponent(side)
    return Ending(
        winner=winner,
        lost=lost and not by_name,
        title=_title(winner, side, by_name=by_name),
        why=_why(view.ended, winner, None if by_name else side),
        rule=RULES[view.ended],
        cause=cause(view, side, fights, points.total, chances, by_name=by_name),
        summary=_summary(view, fights),
        points_by_place=points,
        turning=_turning(winner, side, points, by_name=by_name),
        advice=advice(Lost(view, side, fights, points.total, chances)) if lost and is_own else "",
        columns=f"{side.title()} / {opponent(side).title()}" if by_name else "you / enemy",
    )


def _title(winner: Side | None, side: Side, *, by_name: bool) -> str:
    if winner is None:
        return "The war ends in a draw"
    if by_name:
        return f"{winner.title()} wins the war"
    return "You won the war" if winner == side else "You lost the war"


def _why(ended: WarEnd, winner: Side | None, reader: Side | None) -> str:
    """Why the war ended, for a reader of one side, or by the sides' names."""
    if winner is None:
        return "Both fleets were spent in the same turn." if ended == "logistics" else WHY[ended]
    loser = opponent(winner)
    if reader is None:
        names = (winner.title(), loser.title(), f"the {loser.title()}")
    else:
        names = ("You", "The enemy", "the enemy's") if reader == winner else ("The enemy", "You", "your")
    return WHY[ended].format(winner=names[0], loser=names[1], losers=names[2])


def _turning(winner: Side | None, side: Side, points: PointsByPlace, *, by_name: bool) -> str:
    """The turn that decided most: the worst of the loser, the best of the winner."""
    if winner is None:
        return ""
    reader = side.title() if by_name else "you"
    if winner == side:
        best = points.best
        return f"Turn {best.turn} gained {reader} the most: {counted(best.points, 'point')}." if best else ""
    worst = points.worst
    return f"Turn {worst.turn} cost {reader} the most: {counted(worst.points, 'point')}." if worst else ""


def _summary(view: WarView, fights: Sequence[Fight]) -> str:
    fought = [fight for fight in fights if fight["outcome"] == "fought"]
    given_up = sum(fight["outcome"] == "forfeited" for fight in fights)
    battles = f"{counted(len(fought), 'battle')} fought, {given_up or 'none'} forfeited"
    parts = [f"{counted(view.turn, 'turn')}, {battles}."]
    for tally in tallies(view):
        won = sum(fight["winner"] == tally.side for fight in fought)
        lost = f"{counted(tally.ships, 'ship')} worth {counted(tally.points, 'point')}"
        parts.append(f"{tally.side.title()} won {counted(won, 'battle')} and lost {lost}.")
    parts.append(f"The front lines ended at {_fronts(view)}. {_planets(view)}")
    return " ".join(parts)


def _fronts(view: WarView) -> str:
    places = [view.chart.place(sector, view.markers[sector]) for sector in view.chart.order]
    return in_row(
        [
            place_in_text(place) if place.startswith(sector) else f"{place_in_text(place)} ({sector})"
            for sector, place in zip(view.chart.order, places, strict=True)
        ]
    )


def _planets(view: WarView) -> str:
    first = {place: zone.owner for place, _, _, zone in view.chart.places() if zone.owner is not None}
    taken = {
        side: [p for p, owner in view.planets.items() if owner == side and first.get(p) != side]
        for side in SIDES
    }
    if not any(taken.values()):
        return "No planet changed hands."
    return " ".join(
        f"{side.title()} took {in_row([place_in_text(place) for place in places])}."
        for side, places in taken.items()
        if places
    )
