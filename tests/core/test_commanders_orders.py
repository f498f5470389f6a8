"""What commanders order in single positions: legal, every minimum met, planets, homes and battles as promised."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bench.wars.commanders import of_two
from bench.wars.random_player import GeneratorDice, random_answer, random_bases, random_plan
from campaign.commanders.commander import Commander
from campaign.rules.decide import bases_refusals, decide, plan_refusals
from campaign.rules.events import WarBegan
from campaign.rules.evolve import evolve, fold
from campaign.rules.fleets.assignment import movers, sent_lp, ships_to_send
from campaign.rules.fleets.just_enough import least_of_all
from campaign.rules.fleets.shortfall import shortfall
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.orders import RESERVE, AnyOrder, Engage, PlaceBases, Plan
from campaign.rules.settings import Settings
from campaign.rules.sight import view
from campaign.rules.state import RULES, Question, War
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import ship_class
from tests.core.cases.openings import facing
from tests.core.table import Table, four_sectors, three_sectors
from tests.core.test_commanders import planned


def lacking(war: War, side: Side, plan: Plan) -> int:
    """What the plan leaves the sectors lacking of the minimum in all, LP (S8)."""
    sent = sent_lp(war, side, ships_to_send(war, side, plan), plan)
    return shortfall(list(sent.values()), war.fleet(side).minimum)


def least_lacking(war: War, side: Side, plan: Plan) -> int:
    """The least that any plan with the same ships could leave lacking, ships from afar included (S8)."""
    every = movers(war, side, ships_to_send(war, side, plan), plan)
    return least_of_all(every, len(war.chart.order), war.fleet(side).minimum)


def check_plan(war: War, side: Side) -> None:
    """Legal, no minimum unmet that could be met, and the damaged in the Reserve where nothing needs them."""
    plan = planned(war, side)
    assert not list(plan_refusals(war, side, plan))
    if war.turn == 1:
        return
    least = lacking(war, side, plan)
    assert least == least_lacking(war, side, plan)
    for name, ship in war.fleet(side).ships.items():
        target = plan.assign[name]
        if ship.damage and target != RESERVE and war.place_of(target) not in HOMES.values():
            rested = replace(plan, assign={**plan.assign, name: RESERVE})
            assert lacking(war, side, rested) > least, f"{name} could be mended"


def random_war(seed: int) -> War:
    """A war between random players that is about to begin."""
    chart = (four_sectors, three_sectors)[seed % 2]()
    told = Settings(treasury=chart.start_treasury, reserve=chart.reserve_points, free_bases=chart.free_bases)
    return fold([WarBegan(replace(told, boxes=1 + seed % 2), chart, RULES)])


def random_step(war: War, random: Random) -> War:
    """The war after the next thing was done at random, for both sides where both are asked."""
    given: list[tuple[Side | None, AnyOrder]]
    if war.phase == "bases":
        given = [(side, random_bases(war, side, random)) for side in SIDES]
    elif war.phase == "planning":
        given = [(side, random_plan(war, side, random)) for side in SIDES]
    else:
        given = [random_answer(war, random)]
    for side, order in given:
        for event in decide(war, side, order, GeneratorDice(random)):
            war = evolve(war, event)
    return war


@pytest.mark.parametrize("seed", range(6))
def test_every_order_is_legal_wherever_the_war_is(seed):
    """In positions of wars between random players, stranded, battered and scattered as these are."""
    war, random = random_war(seed), Random(seed)
    while war.phase != "over" and war.turn < 8:
        for side in SIDES:
            order = Commander(side).decide(view(war, side))
            if war.phase == "bases":
                assert isinstance(order, PlaceBases)
                assert not list(bases_refusals(war, side, order))
            elif war.phase == "planning":
                check_plan(war, side)
            elif war.question is not None and war.question.side == side:
                assert order is not None
                decide(war, side, order, GeneratorDice(random))
            else:
                assert order is None
        war = random_step(war, random)


def board(terran: dict[str, str], minimum: int = 0, **midway) -> War:
    """A Ship Assignment Phase of Terran's."""
    return Table.midway(terran=terran, talon={"Antares": "FF"}, minimum=(minimum, 0), **midway).war


def test_just_enough_ships_come_from_afar():
    """S8: Orion has nobody within reach, so ships of Antares go, and no more than its minimum takes."""
    war = board({"Antares": "3 DD, 2 CA", "Badlands": "DD"}, minimum=1)
    plan = planned(war, "terran")
    assert lacking(war, "terran", plan) == 0
    assert not list(plan_refusals(war, "terran", plan))
    assert sum(target == "Orion" for target in plan.assign.values()) == 1


def test_the_damaged_are_sent_only_as_far_as_they_are_needed():
    """31.5: the minimum goes before repairs, and repairs before anything else."""
    war = board(
        {"Antares": "CA Patton hull=2, CA Zhukov", "Badlands": "CL", "Maelstrom": "CL", "Orion": "CL"}
    )
    assert planned(war, "terran").assign["Patton"] == RESERVE
    war = board(
        {"Antares": "CA Patton hull=2", "Badlands": "DD", "Maelstrom": "DD", "Orion": "DD"}, minimum=1
    )
    assert planned(war, "terran").assign["Patton"] != RESERVE


@pytest.mark.parametrize(("zone", "place"), [(6, "Antares/6"), (9, "home/talon")])
def test_transports_go_to_planets_by_two_with_an_escort(zone, place):
    """31.8: where the enemy's planet, or its home, is fought over."""
    fleet = {"Antares": "3 BB, 3 BC, 2 CA", "reserve": "3 Tran"}
    war = board(fleet, markers={"Antares": zone}, treasury=(0, 0))
    war.settings = replace(war.settings, treasury=1000)
    plan = planned(war, "terran")
    assert war.place_of("Antares") == place
    landing = [name for name, target in plan.assign.items() if target == "Antares"]
    classes = [war.terran.ships[name].ship_class for name in landing]
    assert classes.count("transport") >= 2
    assert len(classes) > classes.count("transport")


def test_transports_stay_behind_where_there_is_nothing_to_land_on():
    """They are worth nothing in a battle over open space."""
    war = board({"Antares": "3 BB, 3 BC", "reserve": "3 Tran"})
    plan = planned(war, "terran")
    for name, ship in war.terran.ships.items():
        assert ship.ship_class != "transport" or plan.assign[name] == RESERVE


def asked(terran: str, talon: str, **midway) -> tuple[Table, Question]:
    """A battle in Antares in which one side is asked whether it engages."""
    table = facing(terran, talon, **midway)
    assert table.war.question is not None
    return table, table.war.question


def engages(table: Table, question: Question) -> bool:
    order = Commander(question.side).decide(view(table.war, question.side))
    assert isinstance(order, Engage)
    return order.engage


def test_a_hopeless_battle_is_forfeited_and_a_fair_one_fought():
    """31.6: the side with fewer LP is asked first."""
    assert not engages(*asked("DD", "DN, BB, BC"))
    assert engages(*asked("2 CA, SC", "2 CA, FF", dice=(1,)))


def test_the_own_home_is_never_forfeited():
    """S10: however hopeless it is; and the captain holds."""
    table, question = asked("DD", "DN, BB, BC", zone=1)
    assert question.side == "terran"
    assert engages(table, question)
    assert Commander("terran").doctrine(view(table.war, "terran"), question.battle).stance == "hold"


def test_a_planet_is_not_given_away():
    """S3: two transports would land unopposed; with one, or with a base there, a forfeit keeps the planet."""
    assert engages(*asked("DD", "DN, BB, 2 Tran", zone=4))
    assert not engages(*asked("DD", "DN, BB, Tran", zone=4))
    assert not engages(*asked("DD", "DN, BB, 2 Tran", zone=4, bases={"Antares/4": ("terran", "")}))


def test_who_was_declined_engages():
    """S28: that wins the battle without a shot."""
    table, question = asked("DD", "DD, FF", minimum=(0, 0))
    table.engage(question.side, False)
    assert table.war.question is None or engages(table, table.war.question)


@pytest.mark.parametrize("side", SIDES)
def test_a_weak_fleet_is_preserved(side):
    """Its captain leaves while it can, and first the ships that came damaged; no transport is named."""
    weak, strong = "CL hull=4, DD, Tran hull=2", "3 BC, 2 BB"
    table, question = asked(*((weak, strong) if side == "terran" else (strong, weak)))
    seen = view(table.war, side)
    given = Commander(side).doctrine(seen, question.battle)
    assert given.stance == "preserve"
    named = [unit.ship_class for unit in seen.battle(question.battle).forces[side] if unit.name in given.save]
    assert named == ["light_cruiser"]


@pytest.mark.parametrize("side", SIDES)
def test_the_first_purchase(side):
    """31.2: one of every class, then a fleet of cruisers and up, squadrons for the carriers, little left over."""
    game = of_two(1)
    game.step()
    bought = planned(game.war, side).buy
    assert min(bought.values()) >= 1
    heavy = sum(number for key, number in bought.items() if ship_class(side, key).points >= 100)
    assert heavy >= 9
    assert bought.get("fighter", 0) == 4 * bought.get("carrier", 0)


def test_transports_are_bought_for_the_planet_that_comes_next():
    """31.8: one zone ahead if it lies open, and under the marker in any case."""
    one_of_each = "SC, DD, CL, CA, BC, BB, CV, 4 FTR, Tran"
    near: dict[str, Any] = {"markers": {"Antares": 5, "Orion": 5}, "treasury": (300, 0)}
    assert planned(board({"Antares": one_of_each}, **near), "terran").buy["transport"] == 3
    guarded = {"Antares/6": ("talon", ""), "Orion/6": ("talon", "")}
    assert "transport" not in planned(board({"Antares": one_of_each}, **near, bases=guarded), "terran").buy


def test_a_missing_class_is_saved_for():
    """S6: nothing else may be bought, so the points stay."""
    assert planned(board({"Antares": "BB"}, treasury=(20, 0)), "terran").buy == {}
    assert planned(board({"Antares": "BB"}, treasury=(40, 0)), "terran").buy == {"transport": 1}
