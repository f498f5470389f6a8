"""Just enough ships go beyond their reach: compared with trying everything (31.5, S8, S48)."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules.fleets.assignment import assignment_refusals
from campaign.rules.fleets.just_enough import far_count, fewest_far
from campaign.rules.fleets.nearest import nearest_legal
from campaign.rules.fleets.shortfall import NOWHERE, Mover, loads, shortfall
from campaign.rules.orders import RESERVE, Plan
from campaign.rules.state import War
from tests.core.table import Table, three_sectors

SECTORS = 4
EVERYWHERE = frozenset(range(SECTORS))


def movers_at(homes: list[tuple[int, int]], sectors: int = SECTORS) -> list[Mover]:
    """Ships of some LP, each in a sector or, past the last, in the Reserve."""
    found = []
    for lp, home in homes:
        near = range(sectors) if home == sectors else range(max(0, home - 1), min(sectors, home + 2))
        reach = frozenset(near)
        found.append(Mover(lp, reach, NOWHERE, frozenset(range(sectors)) - reach))
    return found


def best_by_trying_all(movers: list[Mover], minimum: int) -> tuple[int, int]:
    """The smallest shortfall of all assignments, and the fewest far moves with it."""
    return min(
        (shortfall(loads(movers, places, SECTORS), minimum), far_count(movers, places))
        for places in product((NOWHERE, *range(SECTORS)), repeat=len(movers))
    )


ships = st.lists(st.tuples(st.integers(0, 4), st.integers(0, SECTORS)), max_size=5)


@given(ships, st.integers(0, 6))
@settings(max_examples=100)
def test_no_assignment_does_it_with_fewer(homes: list[tuple[int, int]], minimum: int) -> None:
    movers = movers_at(homes)
    places = fewest_far(movers, SECTORS, minimum)
    found = shortfall(loads(movers, places, SECTORS), minimum), far_count(movers, places)
    assert found == best_by_trying_all(movers, minimum)


def test_one_great_ship_goes_far_and_not_two_small_ones() -> None:
    """Orion needs 2 LP; the scouts are enough, but one light cruiser does it alone."""
    movers = movers_at([(2, 0), (1, 0), (1, 0), (2, 0), (2, 1), (2, 2)])
    places = fewest_far(movers, SECTORS, 2)
    assert far_count(movers, places) == 0
    movers = movers_at([(2, 0), (1, 0), (1, 0), (2, 1), (2, 1)])
    assert far_count(movers, fewest_far(movers, SECTORS, 2)) == 1


SIX = 6


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 2)), max_size=40), st.integers(4, 9))
@settings(max_examples=25, deadline=2000)
def test_great_fleets_over_six_sectors_are_judged_in_time(homes: list[tuple[int, int]], minimum: int) -> None:
    """The fleet is crowded at one end: many far moves, and none of them can be taken back alone."""
    movers = movers_at(homes, SIX)
    places = list(fewest_far(movers, SIX, minimum))
    least = shortfall(loads(movers, places, SIX), minimum)
    for ship, mover in enumerate(movers):
        for place in mover.reach if places[ship] in mover.far else ():
            assert (
                shortfall(loads(movers, [*places[:ship], place, *places[ship + 1 :]], SIX), minimum) > least
            )


FLEETS = [
    {"Antares": "DD Achilles, CL Thor, SC Explorer", "Badlands": "CA Patton"},
    {"Antares": "DD, CA, SC", "Orion": "CL"},
    {"Antares": "CA, 2 DD, Tran"},
    {"Antares": "2 DD, CL", "reserve": "SC"},
    {"Antares": "2 CL, DD", "Orion": "FTR Cougar stranded, SC"},
]


def crowded(fleet: dict[str, str], minimum: int) -> War:
    """A Ship Assignment Phase of Terran's."""
    return Table.midway(terran=fleet, talon={"Antares": "BB"}, minimum=(minimum, 0)).war


def every_plan(war: War) -> Iterator[Plan]:
    """Each ship to each sector and to the Reserve; the stranded to the Reserve only."""
    fleet = war.terran.ships
    choices = [(RESERVE,) if ship.stranded else (RESERVE, *war.chart.order) for ship in fleet.values()]
    return (Plan(assign=dict(zip(fleet, targets, strict=True))) for targets in product(*choices))


def legal_by_the_text(war: War) -> list[Plan]:
    """The plans that 31.5 and S8 allow, from the whole list of plans, by counting."""
    minimum, order = war.terran.minimum, war.chart.order

    def lack(plan: Plan) -> int:
        sums = dict.fromkeys((RESERVE, *order), 0)
        for name, ship in war.terran.ships.items():
            sums[plan.assign[name]] += ship.class_of("terran").lp
        return sum(max(0, minimum - sums[sector]) for sector in order)

    def far(plan: Plan) -> int:
        return sum(
            ship.where in order
            and plan.assign[name] in order
            and abs(order.index(plan.assign[name]) - order.index(str(ship.where))) > 1
            for name, ship in war.terran.ships.items()
        )

    told = [(plan, lack(plan), far(plan)) for plan in every_plan(war)]
    near = min(lacking for _, lacking, moves in told if not moves)
    least = min(lacking for _, lacking, _ in told)
    fewest = min(moves for _, lacking, moves in told if lacking == least)
    goals = {(near, 0), (least, fewest)}
    return [plan for plan, lacking, moves in told if (lacking, moves) in goals]


@pytest.mark.parametrize("minimum", [1, 2, 3])
@pytest.mark.parametrize("fleet", FLEETS)
def test_s8_s48_every_plan_of_a_small_fleet_is_judged_by_the_text(
    fleet: dict[str, str], minimum: int
) -> None:
    """S8, S48: all plans of a fleet, legal and not, beside a list made by counting."""
    war = crowded(fleet, minimum)
    judged = [plan for plan in every_plan(war) if not any(assignment_refusals(war, "terran", plan))]
    assert judged == legal_by_the_text(war)


@pytest.mark.parametrize("fleet", FLEETS)
def test_the_nearest_of_every_plan_is_legal_and_a_legal_plan_stays(fleet: dict[str, str]) -> None:
    war = crowded(fleet, 2)
    for plan in every_plan(war):
        nearest = Plan(assign=nearest_legal(war, "terran", plan))
        assert not any(assignment_refusals(war, "terran", nearest))
        if not any(assignment_refusals(war, "terran", plan)):
            assert nearest.assign == plan.assign


def test_s48_a_refusal_says_how_many_are_enough_and_which() -> None:
    """S48: two scouts go far where one light cruiser is enough."""
    war = crowded({"Antares": "CL Thor, CL Asgard, SC Explorer, SC Voyager", "Badlands": "CA Patton"}, 2)
    far = {"Explorer": "Orion", "Voyager": "Orion", "Thor": "Antares", "Asgard": "Badlands"}
    refusals = list(assignment_refusals(war, "terran", Plan(assign={**far, "Patton": "Maelstrom"})))
    (reason,) = [refusal.reason for refusal in refusals]
    assert reason.startswith("You send 2 ships beyond their reach, and 1 is enough, for example ")
    assert reason.endswith((" Thor to Orion.", " Asgard to Orion."))


def test_s48_nobody_goes_far_where_ships_within_reach_do_as_well() -> None:
    """S48: two ships for four sectors leave two of them short, wherever they go."""
    war = crowded({"Antares": "DD Achilles, DD Caleb"}, 1)
    plan = Plan(assign={"Achilles": "Antares", "Caleb": "Orion"})
    refusals = list(assignment_refusals(war, "terran", plan))
    assert [refusal.reason for refusal in refusals] == [
        "Ships within reach would come as close to the minimum. Send these within their reach: Caleb."
    ]


def test_s48_the_order_of_moves_does_not_matter() -> None:
    """S48: no far move can be taken back alone, and yet one fewer would do by sending others."""
    table = Table.midway(
        terran={"Lantern": "DD Achilles, DD Caleb, CL Thor, CL Asgard"},
        talon={"Lantern": "BB"},
        minimum=(2, 0),
        chart=three_sectors(),
    )
    with table.refused("S8"):
        table.plan("terran", send={"Maw": "Asgard", "Thorn": "Achilles, Caleb"})
    table.plan("terran", send={"Maw": "Asgard", "Thorn": "Thor"})


def test_a_war_begun_by_the_first_rules_judges_each_far_move_alone() -> None:
    """Neither scout could stay without leaving more lacking, so both may go; a third may not."""
    war = crowded(
        {"Antares": "CL Thor, CL Asgard, SC Explorer, SC Voyager, SC Third", "Badlands": "CA Patton"}, 2
    )
    war.rules = 1
    far = {"Explorer": "Orion", "Voyager": "Orion", "Thor": "Antares", "Asgard": "Badlands"}
    plan = Plan(assign={**far, "Patton": "Maelstrom", "Third": "Antares"})
    assert not any(assignment_refusals(war, "terran", plan))
    third = Plan(assign={**plan.assign, "Third": "Orion"})
    assert {refusal.where for refusal in assignment_refusals(war, "terran", third)} == {
        "Explorer", "Voyager", "Third",
    }  # fmt: skip
