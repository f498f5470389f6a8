"""What a proposed turn does with most of its ships, and why: its name, and one sentence that begins with "Because"."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from statistics import fmean
from types import MappingProxyType
from typing import Final

from campaign.commanders.fronts import LANDING_PARTY
from campaign.planning.editor.edits import WorkingPlan
from campaign.planning.proposals.chances import LaneChance
from campaign.planning.proposals.ready_fleets import FleetChoice
from campaign.rules.fleets import assignment
from campaign.rules.map.strategic_map import HOMES, Place, place_in_text
from campaign.rules.sight import WarView
from campaign.war.words.figures import signed
from engines.seam.sides import SIDES, Side, opponent

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
    """The name of a proposal by what it does, and why: a sentence without its full stop, then the odds if known.

    `wins_war` is how often of 100 it wins the war, 0 for never.
    """

    name: str
    why: str
    odds: str = ""
    wins_war: int = 0

    @property
    def because(self) -> str:
        """The reason as it is shown."""
        return f"{self.why}. {self.odds}".strip()


def reason(
    working: WorkingPlan,
    key: str,
    name: str,
    found: Mapping[str, LaneChance],
    dangers: Mapping[str, str] = MappingProxyType({}),
) -> Reason:
    """Why a plan of that key and usual name is proposed, by where it sends more than has to be there.

    `found` are its chances by sector, `dangers` what stands in their place where known enemies are stronger.
    """
    place, spare = _most_spare(working)
    home = HOMES[opponent(working.side)]
    at_home = next((found[one].won for one in working.view.markers_on(home) if one in found), 0)
    if not spare:
        return Reason(name, f"Because {_no_more(working)}", wins_war=at_home)
    attacks = key == "strike" or place == home
    why = (_attacking if attacks else _guarding)(working, place)
    named = AT_THE_ENEMYS_HOME[key] if place == home else _named(working.side, key, place)
    sector = working.view.markers_on(place)[0]
    return Reason(named, f"Because {why}", dangers.get(sector) or _odds(found.get(sector)), at_home)


def fleet_reasons(choices: Sequence[FleetChoice]) -> dict[str, str]:
    """Why each ready fleet is proposed, by its key: in what no other one surpasses it."""
    most = {words: max((measure(one) for one in choices), default=0) for words, measure in SURPASSING.items()}
    return {one.fleet.key: _fleet_reason(one, most) for one in choices}


def _fleet_reason(choice: FleetChoice, most: Mapping[str, int]) -> str:
    for words, measure in SURPASSING.items():
        number = measure(choice)
        if number and number == most[words]:
            return f"Because {words.format(number=number)}"
    return f"Because it sends {choice.lp} LP to the sectors, with {_warships(choice)} warships"


def _warships(choice: FleetChoice) -> int:
    """How many ships it has that fight, without squadrons."""
    return sum(kind.role not in ("transport", "squadron") for kind in choice.classes)


def _squadrons(choice: FleetChoice) -> int:
    return sum(kind.role == "squadron" for kind in choice.classes)


def _strength(choice: FleetChoice) -> int:
    """The Ship Points of a warship on average."""
    points = [kind.points for kind in choice.classes if kind.role not in ("transport", "squadron")]
    return round(fmean(points)) if points else 0


SURPASSING: Final[dict[str, Callable[[FleetChoice], int]]] = {
    "nothing is known of the enemy yet, and no other fleet sends more LP to the sectors: {number}": attrgetter(
        "lp"
    ),
    "it has the most squadrons: {number}": _squadrons,
    "it has the most warships: {number}": _warships,
    "its warships are the strongest: {number} points each on average": _strength,
}
"""What a ready fleet may be best in, the weightiest first, and how that is counted."""


def _named(side: Side, key: str, place: Place) -> str:
    verb = "Defend" if key == "strike" and place == HOMES[side] else VERBS[key]
    return f"{verb} {_whose(place, side)}"


def _no_more(working: WorkingPlan) -> str:
    sent = assignment.sent_lp(working.war, working.side, working.ships, working.plan)
    if min(sent.values()) < assignment.minimum_for(working.war, working.side, sent):
        return "you have too few ships for every minimum"
    return "every minimum is met, and no more can be sent"


def _odds(chance: LaneChance | None) -> str:
    if chance is None:
        return ""
    if not chance.opposed:
        return f"{chance.between}."
    if chance.spread:
        return "Open: you win {} to {} of 100 there, by what comes.".format(*chance.spread)
    return f"Estimate: you win {chance.won} of 100 there."


def _most_spare(working: WorkingPlan) -> tuple[Place, int]:
    """Where most LP more go than the minimum, and how many."""
    sent = assignment.sent_lp(working.war, working.side, working.ships, working.plan)
    need = assignment.minimum_for(working.war, working.side, sent)
    spare: dict[Place, int] = {}
    for sector in working.view.chart.order:
        place = working.view.place_of(sector)
        spare[place] = spare.get(place, 0) + sent[sector] - need
    best = max(spare, key=lambda place: spare[place])
    return best, max(0, spare[best])


def _attacking(working: WorkingPlan, place: Place) -> str:
    """What a victory there brings."""
    view, side = working.view, working.side
    enemy, there = opponent(side), _whose(place, side)
    if place == HOMES[enemy]:
        return f"a victory at {there} wins the war"
    if place == HOMES[side]:
        return "a defeat at your home loses the war"
    if view.planets.get(place) == enemy:
        landing = sum(
            ship.class_of(working.side).role == "transport"
            and working.plan.assign[name] in view.markers_on(place)
            for name, ship in working.ships.items()
        )
        if landing >= LANDING_PARTY and view.base_of(enemy, place) is None:
            return f"a victory at {there} can take the enemy's planet"
        return f"the enemy's planet at {there} bars the way"
    if _next(view, side, place, forward=True) == HOMES[enemy]:
        return f"a victory at {there} brings the front line to the enemy's home"
    return f"a victory at {there} moves the front line forward{_income(view, side, place, forward=True)}"


def _guarding(working: WorkingPlan, place: Place) -> str:
    """What a defeat there costs."""
    view, side = working.view, working.side
    there = _whose(place, side)
    if place == HOMES[side]:
        return "a defeat at your home loses the war"
    if _next(view, side, place, forward=False) == HOMES[side]:
        return f"a defeat at {there} can move the front line to your home"
    if view.planets.get(place) == side:
        return f"your planet at {there} is at stake"
    return f"a defeat at {there} moves the front line back{_income(view, side, place, forward=False)}"


def _income(view: WarView, side: Side, place: Place, *, forward: bool) -> str:
    """By how much the income of a turn changes if the front line moves, as the end of a clause; "" if it does not."""
    sector = view.markers_on(place)[0]
    now = view.markers[sector]
    step = 1 if (side == "terran") == forward else -1
    after, before = (view.chart.zone(sector, index).income[SIDES.index(side)] for index in (now + step, now))
    return f": {signed(after - before)} points a turn for you" if after != before else ""


def _next(view: WarView, side: Side, place: Place, *, forward: bool) -> Place:
    """The place to which the front line would move from a place."""
    sector = view.markers_on(place)[0]
    step = 1 if (side == "terran") == forward else -1
    return view.chart.place(sector, view.markers[sector] + step)


def _whose(place: Place, side: Side) -> str:
    if place in HOMES.values():
        return "your home" if place == HOMES[side] else "the enemy's home"
    return place_in_text(place)
