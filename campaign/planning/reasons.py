"""What a proposed turn does with most of its ships, and why: its name, and one sentence that begins with "Because"."""

from dataclasses import dataclass
from typing import Final

from campaign.commanders.fronts import LANDING_PARTY
from campaign.planning.chances import LaneChance, chances
from campaign.planning.edits import WorkingPlan
from campaign.rules.fleets import assignment
from campaign.rules.map.strategic_map import HOMES, Place, place_in_text
from campaign.rules.sight import WarView
from engines.seam.documents import Level
from engines.seam.sides import Side, opponent

WORTH_A_TRY: Final = 20
"""With so many victories of 100 over the enemy's home it is what a plan is recommended for."""
VERBS: Final = {"strike": "Strike at", "guard": "Guard", "stay": "Hold and reinforce"}
AT_THE_ENEMYS_HOME: Final = {
    "strike": "Strike at the enemy's home",
    "guard": "Guard, and attack the enemy's home",
    "stay": "Hold, and attack the enemy's home",
}


@dataclass(frozen=True)
class Reason:
    """The name of a proposal by what it does, and why; `wins_war` is how often of 100 it wins the war, 0 for never."""

    name: str
    because: str
    wins_war: int


def reason(desk: WorkingPlan, key: str, name: str, level: Level) -> Reason:
    """Why a plan of that key and usual name is proposed, by where it sends more than has to be there."""
    found = chances(desk, level)
    place, spare = _most_spare(desk)
    home = HOMES[opponent(desk.side)]
    at_home = next((found[one].won for one in desk.view.markers_on(home) if one in found), 0)
    if not spare:
        return Reason(name, f"Because {_no_more(desk)}.", at_home)
    attacks = key == "strike" or place == home
    why = (_attacking if attacks else _guarding)(desk, place)
    named = AT_THE_ENEMYS_HOME[key] if place == home else _named(desk.side, key, place)
    sector = desk.view.markers_on(place)[0]
    return Reason(named, f"Because {why}.{_odds(found.get(sector))}", at_home)


def _named(side: Side, key: str, place: Place) -> str:
    verb = "Defend" if key == "strike" and place == HOMES[side] else VERBS[key]
    return f"{verb} {_whose(place, side)}"


def _no_more(desk: WorkingPlan) -> str:
    sent = assignment.sent_lp(desk.war, desk.side, desk.ships, desk.plan)
    if min(sent.values()) < assignment.minimum_for(desk.war, desk.side, sent):
        return "you have too few ships for every minimum"
    return "every minimum is met, and no more can be sent"


def _odds(chance: LaneChance | None) -> str:
    return f" Estimate: you win {chance.won} of 100 there." if chance is not None else ""


def _most_spare(desk: WorkingPlan) -> tuple[Place, int]:
    """Where most LP more go than the minimum, and how many."""
    sent = assignment.sent_lp(desk.war, desk.side, desk.ships, desk.plan)
    need = assignment.minimum_for(desk.war, desk.side, sent)
    spare: dict[Place, int] = {}
    for sector in desk.view.chart.order:
        place = desk.view.place_of(sector)
        spare[place] = spare.get(place, 0) + sent[sector] - need
    best = max(spare, key=lambda place: spare[place])
    return best, max(0, spare[best])


def _attacking(desk: WorkingPlan, place: Place) -> str:
    """What a victory there brings."""
    view, side = desk.view, desk.side
    enemy, there = opponent(side), _whose(place, side)
    if place == HOMES[enemy]:
        return f"a victory at {there} wins the war"
    if place == HOMES[side]:
        return "a defeat at your home loses the war"
    if view.planets.get(place) == enemy:
        landing = sum(
            ship.ship_class == "transport" and desk.plan.assign[name] in view.markers_on(place)
            for name, ship in desk.ships.items()
        )
        if landing >= LANDING_PARTY and view.base_of(enemy, place) is None:
            return f"a victory at {there} can take the enemy's planet"
        return f"the enemy's planet at {there} bars the way"
    if _next(view, side, place, forward=True) == HOMES[enemy]:
        return f"a victory at {there} brings the front line to the enemy's home"
    return f"a victory at {there} moves the front line forward and raises your income"


def _guarding(desk: WorkingPlan, place: Place) -> str:
    """What a defeat there costs."""
    view, side = desk.view, desk.side
    there = _whose(place, side)
    if place == HOMES[side]:
        return "a defeat at your home loses the war"
    if _next(view, side, place, forward=False) == HOMES[side]:
        return f"a defeat at {there} can move the front line to your home"
    if view.planets.get(place) == side:
        return f"your planet at {there} is at stake"
    return f"a defeat at {there} moves the front line back and lowers your income"


def _next(view: WarView, side: Side, place: Place, *, forward: bool) -> Place:
    """The place to which the front line would move from a place."""
    sector = view.markers_on(place)[0]
    step = 1 if (side == "terran") == forward else -1
    return view.chart.place(sector, view.markers[sector] + step)


def _whose(place: Place, side: Side) -> str:
    if place in HOMES.values():
        return "your home" if place == HOMES[side] else "the enemy's home"
    return place_in_text(place)
