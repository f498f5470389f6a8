"""What a turn costs in the core alone: both plans judged and booked, and the next turn begun."""

from random import Random
from time import perf_counter

from bench.figures import Measurement, middle
from bench.wars.plans import free_bases, opening_plan, quiet_plan
from bench.wars.random_player import GeneratorDice
from campaign.rules import events as e
from campaign.rules.decide import decide
from campaign.rules.evolve import evolve
from campaign.rules.orders import AnyOrder
from campaign.rules.settings import Settings
from campaign.rules.state import RULES, War
from campaign.war.chart.map_library import DEFAULT, shipped_maps
from engines.seam.sides import SIDES, Side

SHIPS, TIMES = 60, 4
TURNS = 25
TURN_LIMIT_MS = 50.0
RATIO_LIMIT = 1.3


def figures() -> list[Measurement]:
    """The turn at 60 ships a side, and the cost of a ship at 240 over that at 60."""
    few, many = _turns(SHIPS), _turns(SHIPS * TIMES)
    return [
        middle("core_turn_without_battles_ms", few, "ms", TURN_LIMIT_MS, f"{SHIPS} ships a side"),
        ratio("core_turn_cost_ratio", few, many),
    ]


def ratio(name: str, few: list[float], many: list[float]) -> Measurement:
    """The median cost of a ship with four times the ships over that with one times."""
    ratios = [after / before / TIMES for before, after in zip(sorted(few), sorted(many), strict=False)]
    note = f"a ship's cost at {SHIPS * TIMES} a side over that at {SHIPS}"
    return middle(name, ratios, "ratio", RATIO_LIMIT, note)


def _turns(ships: int) -> list[float]:
    war, random = _opened(ships), Random(5)
    runs = []
    for _ in range(TURNS):
        orders = {side: quiet_plan(war, side) for side in SIDES}
        turn, began = war.turn, perf_counter()
        for side in SIDES:
            war = _given(war, side, orders[side], random)
        runs.append(1000 * (perf_counter() - began))
        if (war.turn, war.phase) != (turn + 1, "planning"):
            raise RuntimeError("a battle was fought in a turn that was to have none")
    return runs[3:]


def _opened(ships: int) -> War:
    random = Random(5)
    war = evolve(None, e.WarBegan(Settings(treasury=20_000, boxes=9), shipped_maps()[DEFAULT], RULES))
    for side in SIDES:
        war = _given(war, side, free_bases(war, side), random)
    for side in SIDES:
        war = _given(war, side, opening_plan(war, side, ships), random)
    if min(len(war.fleet(side).ships) for side in SIDES) < ships:
        raise RuntimeError(f"the fleets are smaller than {ships} ships")
    return war


def _given(war: War, side: Side, order: AnyOrder, random: Random) -> War:
    for event in decide(war, side, order, GeneratorDice(random)):
        war = evolve(war, event)
    return war
