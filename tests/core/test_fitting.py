"""The nearest legal plan: legal always, and as near as any that trying everything finds (S69)."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bench.wars.random_player import random_plan
from campaign.rules.corrections.fitting import Fitted, fit_plan
from campaign.rules.decide import plan_refusals
from campaign.rules.events import Purchase
from campaign.rules.fleets.assignment import ships_to_send
from campaign.rules.fleets.building import purchases_of
from campaign.rules.orders import RESERVE, Plan, StandingInstruction, Target
from campaign.rules.record import clone
from campaign.rules.state import Fleet, Ship, War
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import purchasable
from tests.core.table import Table, four_sectors, three_sectors
from tests.core.test_whole_wars import Course

CLASSES = [kind.key for kind in purchasable("terran")]
SIX = 6


@cache
def table(chart: int) -> War:
    war = Table((four_sectors, three_sectors)[chart]()).war
    war.phase, war.turn = "planning", 3
    return war


def position(chart: int, ships: dict[str, Ship], treasury: int, minimum: int) -> War:
    """Turn 3 with a Terran fleet that has these ships, this treasury and this minimum."""
    war = clone(table(chart))
    war.terran = Fleet(treasury=treasury, ships=ships, minimum=minimum, names=list(ships))
    return war


@st.composite
def cases(draw: st.DrawFn) -> tuple[War, Plan, tuple[Purchase, ...]]:
    """A position with few ships, and a plan that was made for another: with other ships and another treasury."""
    chart = draw(st.integers(0, 1))
    order = table(chart).chart.order
    targets = (RESERVE, *order)
    number = draw(st.integers(0, SIX))
    bought = draw(st.lists(st.sampled_from(CLASSES), max_size=SIX - number))
    places = st.sampled_from((*targets, *order))
    kinds = st.sampled_from(CLASSES)
    fleet = {
        f"Ship {at}": Ship(draw(kinds), draw(places), stranded=draw(st.integers(0, 9)) == 0)
        for at in range(number)
    }
    treasury, minimum = draw(st.integers(0, 400)), draw(st.integers(0, 5))
    war = position(chart, fleet, treasury, minimum)
    buy = {key: bought.count(key) for key in bought}
    there = position(chart, fleet | {"Scout": Ship("scout", RESERVE)}, 2000, minimum)
    purchases = purchases_of(there, "terran", Plan(buy=buy))
    names = [*fleet, *(one.name for one in purchases), "Gone"]
    wish = {name: draw(st.sampled_from(targets)) for name in names if draw(st.integers(0, 9))}
    scrap = tuple(name for name in (*fleet, "Gone too") if not draw(st.integers(0, 7)))
    wish = {name: target for name, target in wish.items() if name not in scrap}
    return war, Plan(scrap, buy, wish, {order[0]: StandingInstruction("decline")}), purchases


def wishes(war: War, plan: Plan, purchases: tuple[Purchase, ...], buy: dict[str, int]) -> dict[str, Target]:
    """Where the plan would have the ships that there are if that is bought, the nth of a class as the nth of it."""
    now = purchases_of(war, "terran", replace(plan, buy=buy))
    wish = {name: target for name, target in plan.assign.items() if name in war.terran.ships}
    for kind in buy:
        named = [one.name for one in now if one.ship_class == kind]
        before = [one.name for one in purchases if one.ship_class == kind]
        for name, old in zip(named, before, strict=False):
            if old in plan.assign:
                wish[name] = plan.assign[old]
    return wish


def fewest_by_trying_all(war: War, plan: Plan, purchases: tuple[Purchase, ...]) -> tuple[int, int]:
    """How many purchases the nearest legal plan leaves out, and how many ships it sends elsewhere."""
    scrap = tuple(name for name in plan.scrap if name in war.terran.ships)
    units = [key for key, number in plan.buy.items() for _ in range(number)]
    for left_out in range(len(units) + 1):
        kept = {tuple(sorted(chosen)) for chosen in combinations(units, len(units) - left_out)}
        found = []
        for chosen in kept:
            buy = {key: chosen.count(key) for key in chosen}
            trial = replace(plan, scrap=scrap, buy=buy)
            found += [_fewest_sent(war, trial, wishes(war, plan, purchases, buy))]
        if any(one is not None for one in found):
            return left_out, min(one for one in found if one is not None)
    raise AssertionError("no plan is legal")


def _fewest_sent(war: War, plan: Plan, wish: dict[str, Target]) -> int | None:
    ships = list(ships_to_send(war, "terran", plan))
    free = [name for name in ships if name not in wish]
    planned = [name for name in ships if name in wish]
    for sent in range(len(planned) + 1):
        for elsewhere in combinations(planned, sent):
            moved = (*free, *elsewhere)
            for targets in product((RESERVE, *war.chart.order), repeat=len(moved)):
                assign = {name: wish[name] for name in planned} | dict(zip(moved, targets, strict=True))
                if not any(plan_refusals(war, "terran", replace(plan, assign=assign))):
                    return sent
    return None


def changes(war: War, plan: Plan, purchases: tuple[Purchase, ...], fitted: Fitted) -> tuple[int, int]:
    """How many purchases a fit leaves out, and how many ships it sends elsewhere than planned."""
    now = fitted.plan
    wish = wishes(war, plan, purchases, now.buy)
    sent = sum(now.assign[name] != wish[name] for name in now.assign if name in wish)
    return sum(plan.buy.values()) - sum(now.buy.values()), sent


@given(cases())
@settings(max_examples=100)
def test_s71_no_legal_plan_is_nearer(case: tuple[War, Plan, tuple[Purchase, ...]]) -> None:
    """Up to six ships, against every plan that leaves out purchases and sends ships elsewhere."""
    war, plan, purchases = case
    fitted = fit_plan(war, "terran", plan, purchases)
    assert not list(plan_refusals(war, "terran", fitted.plan))
    assert changes(war, plan, purchases, fitted) == fewest_by_trying_all(war, plan, purchases)
    assert fitted.plan.standing == plan.standing
    assert set(fitted.plan.scrap) == set(plan.scrap) & set(war.terran.ships)
    assert fitted == fit_plan(war, "terran", plan, purchases)


@given(cases(), st.lists(st.tuples(st.integers(0, 2), st.integers(0, 5)), min_size=SIX, max_size=SIX))
@settings(max_examples=30)
def test_a_fit_follows_nothing_of_the_enemy(
    case: tuple[War, Plan, tuple[Purchase, ...]], enemy: list[tuple[int, int]]
) -> None:
    """With another enemy the same plan comes out: nobody learns of the other side by what is fitted."""
    war, plan, purchases = case
    other = clone(war)
    other.talon.treasury = 7
    other.talon.ships = {
        f"Foe {at}": Ship("destroyer", (RESERVE, *war.chart.order)[where % (len(war.chart.order) + 1)])
        for at, (_, where) in enumerate(enemy)
    }
    assert fit_plan(other, "terran", plan, purchases) == fit_plan(war, "terran", plan, purchases)


def planning(seed: int, turn: int) -> War:
    """A random war in which a later turn is planned."""
    course = Course(seed)
    while course.war.turn < turn or course.war.phase != "planning":
        course.step()
    return course.war


@pytest.mark.parametrize("seed", range(7))
def test_whole_fleets_are_fitted_and_a_legal_plan_stays(seed: int) -> None:
    """With every ship lost in turn, with a treasury of nothing, and with several ships gone at once."""
    war = planning(seed, 4)
    random = Random(seed)
    for side in SIDES:
        plan = random_plan(war, side, random)
        bought = purchases_of(war, side, plan)
        assert fit_plan(war, side, plan, bought) == Fitted(plan, {one.name: one.name for one in bought})
        for other in _without_ships(war, side, random):
            fitted = fit_plan(other, side, plan, bought)
            assert not list(plan_refusals(other, side, fitted.plan))
            assert set(fitted.plan.assign) == set(ships_to_send(other, side, fitted.plan))


def _without_ships(war: War, side: Side, random: Random) -> Iterator[War]:
    names = sorted(war.fleet(side).ships)
    gone = [[name] for name in random.sample(names, min(6, len(names)))]
    for lost in (*gone, [], random.sample(names, len(names) // 3)):
        other = clone(war)
        fleet = other.fleet(side)
        for name in lost:
            del fleet.ships[name]
        fleet.treasury = fleet.treasury if lost else 0
        fleet.minimum += random.choice((-1, 0, 0, 1)) if fleet.minimum else 0
        yield other


def test_one_ship_is_moved_where_one_is_lost() -> None:
    order = four_sectors().order
    fleet = {f"Ship {n}": Ship("scout", sector) for n, sector in enumerate(order)}
    fleet["Spare"] = Ship("scout", order[1])
    plan = Plan(assign={name: ship.where or RESERVE for name, ship in fleet.items()})
    del fleet["Ship 0"]
    war = position(0, fleet, 0, 1)
    fitted = fit_plan(war, "terran", plan, ())
    now = {name: target for name, target in fitted.plan.assign.items() if target != plan.assign[name]}
    assert len(now) == 1
    assert set(now.values()) == {order[0]}


def test_the_last_bought_of_a_class_is_left_out_and_names_follow() -> None:
    """A ship that keeps its place in the row of purchases keeps its target, under the name it gets now."""
    order = four_sectors().order
    every = {f"Ship {n}": Ship(kind, RESERVE) for n, kind in enumerate(CLASSES)}
    there = position(0, dict(every), 500, 0)
    plan = Plan(buy={"scout": 2})
    purchases = purchases_of(there, "terran", plan)
    first, second = (one.name for one in purchases)
    assign = dict.fromkeys(every, RESERVE) | {first: order[1], second: order[2]}
    plan = replace(plan, assign=assign)
    here = position(0, dict(every), 37, 0)
    here.terran.names.append(first)
    fitted = fit_plan(here, "terran", plan, purchases)
    assert fitted.plan.buy == {"scout": 1}
    assert fitted.names == {first: second, second: ""}
    assert fitted.plan.assign == dict.fromkeys(every, RESERVE) | {second: order[1]}
