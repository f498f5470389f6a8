"""How a war that is over ended: who won and why, in one sentence and one paragraph."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.rules.sight import WarView
from campaign.rules.state import WarEnd
from campaign.rules.strategic_map import place_title
from campaign.telling.annals import Fight
from campaign.telling.war_room import tallies
from engines.seam.sides import SIDES, Side, opponent

WHY: dict[WarEnd, tuple[str, str]] = {
    "home": ("It won the battle for the {loser} home.", "S10"),
    "surrender": ("{loser} surrendered.", "S33"),
    "logistics": ("{loser} had fewer than four active Logistics Points left.", "S16"),
    "agreed": ("Both sides agreed to end it.", "S33"),
}


@dataclass(frozen=True)
class Ending:
    """The end of a war in words; `winner` None if nobody won."""

    winner: Side | None
    title: str
    why: str
    rule: str
    summary: str


def ending(view: WarView, fights: Iterable[Fight]) -> Ending | None:
    """The end of the war; None while it goes on (31.1, S10, S16, S33)."""
    if view.ended is None:
        return None
    winner = view.winner
    why, rule = WHY[view.ended]
    if winner is None:
        words = "Both fleets were spent in the same turn." if view.ended == "logistics" else why
        return Ending(None, "The war ends in a draw", words, rule, _summary(view, list(fights)))
    words = why.format(loser=opponent(winner).title())
    return Ending(winner, f"{winner.title()} wins the war", words, rule, _summary(view, list(fights)))


def _summary(view: WarView, fights: list[Fight]) -> str:
    fought = [fight for fight in fights if fight["outcome"] == "fought"]
    given_up = sum(fight["outcome"] == "forfeited" for fight in fights)
    parts = [f"{counted(view.turn, 'turn')}, {counted(len(fought), 'battle')} fought, {given_up} forfeited."]
    for tally in tallies(view):
        won = sum(fight["winner"] == tally.side for fight in fought)
        lost = f"{counted(tally.ships, 'ship')} worth {tally.points} points"
        parts.append(f"{tally.side.title()} won {counted(won, 'battle')} and lost {lost}.")
    parts.append(f"The front lines ended at {_fronts(view)}. {_planets(view)}")
    return " ".join(parts)


def _fronts(view: WarView) -> str:
    places = [view.chart.place(sector, view.markers[sector]) for sector in view.chart.order]
    return ", ".join(
        place_title(place) if place.startswith(sector) else f"the {place_title(place)} ({sector})"
        for sector, place in zip(view.chart.order, places, strict=True)
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
        f"{side.title()} took {', '.join(place_title(place) for place in places)}."
        for side, places in taken.items()
        if places
    )


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "battle"), counted(0, "ship")
    ('1 battle', '0 ships')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
