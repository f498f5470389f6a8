"""What captains play out of a plan: what is asked of its battles, and what has come of it so far."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from msgspec import structs

from campaign.odds.expecting import planned_fleet
from campaign.odds.forecasts import SHORT
from campaign.odds.played_ahead import PlayedAhead, played_ahead
from campaign.planning.editor.edits import WorkingPlan
from campaign.planning.proposals.chances import LaneChance, played_chance, ships_to
from campaign.rules.battles.forces import has_forces
from campaign.rules.map.strategic_map import Place
from campaign.rules.odds.asked import Asked, asked_ahead
from campaign.rules.odds.assumptions import Expected
from campaign.rules.odds.coming import coming
from campaign.war.at import At
from engines.seam.documents import Doctrine, Level, Stance
from engines.seam.sides import opponent


@dataclass(frozen=True)
class PlayedSoFar:
    """What has been asked of a plan's battles, by place.

    `shown` has figures of just the ships that the plan sends there, led as the plan says. `asked` was asked with the
    whole plan, and is of them too. `outdated` has figures of what the plan sent there before. A single question with
    another doctrine is none of these: a what-if, and no chance of the plan.
    """

    shown: Mapping[Place, PlayedAhead]
    asked: Mapping[Place, PlayedAhead]
    outdated: Mapping[Place, PlayedAhead]

    @property
    def going_on(self) -> list[PlayedAhead]:
        """What was asked with the whole plan and has more to come."""
        return [one for one in self.asked.values() if one.going_on]

    @property
    def counted(self) -> int:
        """How many play-outs there are of that, of each battle only so many as a plan asks for."""
        return sum(min(one.fought, SHORT) for one in self.asked.values())


def played_so_far(at: At, working: WorkingPlan) -> PlayedSoFar:
    """What has been asked of the plan's battles; two queries."""
    shown: dict[Place, PlayedAhead] = {}
    asked: dict[Place, PlayedAhead] = {}
    outdated: dict[Place, PlayedAhead] = {}
    for one in played_ahead(at.war, at.side, at.state.turn):
        sent = one.ships == ships_to(working, one.place).keys()
        led = _is_led(one, working, at.captains)
        if one.ends is not None and (led or one.of_plan):
            (shown if sent and led else outdated)[one.place] = one
        if one.of_plan and sent and led:
            asked[one.place] = one
    return PlayedSoFar(shown, asked, {place: one for place, one in outdated.items() if place not in shown})


def _is_led(one: PlayedAhead, working: WorkingPlan, level: Level) -> bool:
    """Whether it was asked of the captains that lead the ships there, by the doctrine that the plan gives them."""
    wanted = (_stance(working, one.place), "ensign" if level == "ensign" else "captain")
    return (one.asked.doctrine.stance, one.asked.level) == wanted


def _stance(working: WorkingPlan, place: Place) -> Stance:
    """The doctrine of the captain there, by the standing instructions."""
    given = (working.plan.standing.get(sector) for sector in working.view.markers_on(place))
    return next((one.stance for one in given if one is not None), "withdraw")


def played_chances(working: WorkingPlan, so_far: PlayedSoFar) -> dict[str, LaneChance]:
    """By sector what captains have played out with just the ships that the plan sends there."""
    found = {}
    for place, one in so_far.shown.items():
        found.update(dict.fromkeys(working.view.markers_on(place), chance_of(working, one)))
    return found


def chance_of(working: WorkingPlan, one: PlayedAhead) -> LaneChance:
    """What is said of a battle that has figures; LookupError for another one."""
    if one.ends is None:
        raise LookupError("there are no figures yet")
    chance = played_chance(
        working.view, working.side, one.asked.setup, one.ends, one.words, at_random=one.at_random
    )
    return replace(chance, rough=one.rough)


def plan_questions(working: WorkingPlan, level: Level) -> list[Asked]:
    """What is asked of a plan: each battle to which the enemy may send something, against forces at random.

    The rest of the fleet is left out, so that the question stays the same while ships are moved elsewhere.
    """
    view, found = working.view, []
    fleet = planned_fleet(working.plan, working.ships)
    for place in dict.fromkeys(view.place_of(sector) for sector in view.chart.order):
        if not ships_to(working, place):
            continue
        enemy = Expected("drawn", coming(view, opponent(working.side), place))
        doctrine = Doctrine(stance=_stance(working, place))
        asked = asked_ahead(view, place, fleet, enemy, doctrine=doctrine, level=level)
        if has_forces(asked.setup.force(working.side)) and any(map(has_forces, asked.forces)):
            found.append(structs.replace(asked, fleet={}))
    return found
