"""Rounds, phases and turns of Warfleets: FTL, from W4, W5, W7, W12 and W19 of its text, and whole games."""

from copy import deepcopy
from random import Random

import pytest

from engines.seam.refusals import Refused
from engines.seam.sides import Side
from engines.warfleets.catalogue import Kind
from engines.warfleets.dice import ScriptedDice
from engines.warfleets.events import Gone, Over, Steadied
from engines.warfleets.fleet import Mount
from engines.warfleets.game import apply, asked
from engines.warfleets.orders import (
    Assign,
    Done,
    Go,
    Hold,
    Mine,
    Pull,
    Repair,
    Return,
)
from engines.warfleets.rules.morale import shaken
from engines.warfleets.rules.sequence import run, to_act
from engines.warfleets.state import NOBODY
from engines.warfleets.table import Marker
from engines.warfleets.terrain import Terrain
from tests.core.warfleets.at_random import Chance, random_order, refusal_of
from tests.core.warfleets.scenes import battle, ship, squadron

NO_DICE = ScriptedDice([])


def hold_all(on, *dice, until=40):
    """Hold with everybody whose turn it is; the models in the order in which they were activated."""
    found: list[int] = []
    rolls = ScriptedDice(list(dice))
    while len(found) < until and (now := asked(on)) and now.word == "activate":
        model = to_act(on, now.side)[0]
        apply(on, Hold(now.side, model.number), rolls)
        found.append(model.number)
    return found


def apart():
    """Two fleets that are too far from each other to shoot."""
    on = battle()
    ship(on, "terran", "heavy", (1000, 500), 0)
    ship(on, "terran", "light", (2000, 500), 0)
    squadron(on, "terran", "gunship", (3000, 500))
    ship(on, "talon", "light", (2000, 4300), 1800)
    ship(on, "talon", "light", (3000, 4300), 1800)
    squadron(on, "talon", "gunship", (4000, 4300))
    squadron(on, "talon", "gunship", (5000, 4300))
    return on


def test_w4_w7_squadrons_first_then_light_medium_and_heavy_in_turn_from_the_initiative():
    on = apart()
    run(on)
    assert hold_all(on, until=7) == [2, 5, 6, 1, 3, 4, 0]


def test_w4_the_initiative_passes_every_round():
    on = apart()
    run(on)
    hold_all(on, until=7)
    assert (on.round, on.initiative) == (2, "talon")
    assert hold_all(on, until=7) == [5, 2, 6, 3, 1, 4, 0]
    assert on.initiative == "terran"


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (Hold("talon", 5), "W4"),
        (Hold("terran", 0), "W7"),
        (Done("terran", 2), "W15"),
        (Assign("terran", 0, 0), "W18"),
        (Repair("terran", 2, 0), "W18"),
    ],
)
def test_w4_w7_what_is_not_in_turn_is_refused_and_changes_nothing(order, rule):
    on = apart()
    run(on)
    before = deepcopy(on)
    with pytest.raises(Refused) as refused:
        apply(on, order, NO_DICE)
    assert refused.value.refusals[0].rule == rule
    before.dice = on.dice
    before.events = on.events
    assert on == before


def test_w5_after_four_rounds_most_markers_win_and_a_tie_is_a_draw():
    held: list[tuple[tuple[int, ...], Side | None]] = [((0, 1, 3), "terran"), ((0, 3), None), ((3,), "talon")]
    for carriers, winner in held:
        on = apart()
        on.markers = [Marker((0, 0), carrier) for carrier in carriers]
        run(on)
        hold_all(on)
        assert (on.over, on.winner, on.round) == (True, winner, 4)
        assert on.events[-1] == Over(winner)


def test_w19_wf9_wf46_at_half_the_ships_each_tests_a_die_and_its_upgrades():
    on = battle()
    ship(on, "terran", "heavy", (1000, 500), 0)
    ship(on, "terran", "light", (2000, 500), 0)
    ship(on, "talon", "light", (2000, 4300), 1800)
    for _ in range(2):
        ship(on, "terran", "light", (0, 0), 0).status = "destroyed"
    on.models[1].damage = [0, 3]
    run(on)
    hold_all(on, 2, 4, until=3)
    tests = [one for one in on.events if isinstance(one, Steadied | Gone)]
    assert tests == [Steadied(0, 2), Gone(1, "surrendered", 4)]


def test_w19_more_than_half_need_no_test():
    on = battle()
    for x in (1000, 2000, 3000):
        ship(on, "terran", "light", (x, 500), 0)
    ship(on, "talon", "light", (2000, 4300), 1800)
    ship(on, "terran", "light", (0, 0), 0).status = "destroyed"
    run(on)
    hold_all(on, until=4)
    assert on.round == 2


def test_w19_squadrons_surrender_with_the_last_ship_and_the_fleet_has_lost():
    on = apart()
    on.models[0].status = on.models[1].status = "destroyed"
    run(on)
    assert on.models[2].status == "surrendered"
    assert (on.over, on.winner) == (True, "talon")


def test_wf42_a_ship_that_is_still_to_come_counts():
    on = battle()
    ship(on, "terran", "light", (1000, 500), 0)
    assert not shaken(on, "terran")
    ship(on, "terran", "light", (2000, 500), 0).status = "reserve"
    assert not shaken(on, "terran")
    on.models[1].status = "destroyed"
    assert shaken(on, "terran")


def test_w12_what_left_comes_back_before_the_next_round():
    on = battle()
    ship(on, "terran", "light", (2000, 300), 1800)
    ship(on, "talon", "light", (2000, 4300), 1800)
    run(on)
    apply(on, Go("terran", 0, "move"), NO_DICE)
    apply(on, Hold("talon", 1), NO_DICE)
    assert asked(on) == ("terran", "return", 0)
    apply(on, Return("terran", 0, (2100, 79), 0), NO_DICE)
    assert (on.round, on.models[0].status, asked(on)) == (2, "table", ("talon", "activate", NOBODY))


def test_wf8_repair_mine_and_pull_come_before_the_action_each_once():
    on = battle()
    sapper = ship(on, "terran", "light", (2000, 1000), 0, "repair-bay", "tractor-beam", hero="expert-sapper")
    friend = ship(on, "terran", "light", (2300, 1000), 0, "warp-drive", "repair-bay")
    ship(on, "talon", "light", (2000, 1700), 1800)
    friend.damage, friend.order = [2, 0], [0]
    run(on)
    apply(on, Repair("terran", sapper.number, friend.number), NO_DICE)
    apply(on, Mine("terran", 0, (2000, 1479)), NO_DICE)
    for order, rule in ((Repair("terran", 0, 1), "WF8"), (Hold("terran", 1), "W8")):
        with pytest.raises(Refused) as refused:
            apply(on, order, NO_DICE)
        assert refused.value.refusals[0].rule == rule
    apply(on, Pull("terran", 0, 2), ScriptedDice([1]))
    assert friend.damage == [1, 0]
    assert on.models[2].place == (2000, 1500)
    assert on.mines == []
    assert on.wounds[0].points == 2


def armed(on, side, y, heading):
    weapons = (
        Mount("front", "missile-cluster"),
        Mount("sides", "weapon-batteries"),
        Mount("rear", "heavy-cannon"),
    )
    ship(on, side, "heavy", (2600, y), heading, "shield-booster", weapons=weapons)
    ship(on, side, "medium", (3200, y), heading, "warp-drive", "tractor-beam", "gravity-bumper")
    ship(on, side, "light", (3800, y), heading, "warp-drive", weapons=(Mount("front", "plasma-cannon"),))
    ship(on, side, "light", (4200, y), heading, "pulse-engine", "repair-bay", title="defiant")
    kinds: tuple[Kind, ...] = ("fighter", "bomber", "gunship")
    for at, kind in enumerate(kinds):
        squadron(on, side, kind, (2800 + 500 * at, y + 300))


def test_wf40_a_mine_too_far_away_is_refused_with_the_nearest_place():
    on = battle()
    ship(on, "terran", "light", (2000, 1000), 0, hero="expert-sapper")
    ship(on, "talon", "light", (2000, 4300), 1800)
    run(on)
    with pytest.raises(Refused) as refused:
        apply(on, Mine("terran", 0, (2000, 1500)), NO_DICE)
    assert str(refused.value) == (
        "That is 4.21 inches away; a mine is laid on the table within 4. "
        "The nearest lawful place found is 20, 14.5. [WF40]"
    )


@pytest.mark.parametrize("seed", range(12))
def test_a_game_of_random_orders_ends_and_refused_orders_change_nothing(seed):
    chance = Random(seed)
    rock = Terrain("Rock", ("blocking",), centre=(3600, 2400), radius=150)
    fire = Terrain("Fire", ("dangerous", "difficult"), centre=(2600, 2500), radius=250)
    on = battle(rock, fire)
    armed(on, "terran", 1500, 0)
    armed(on, "talon", 3000, 1800)
    on.markers = [Marker((x, 2300)) for x in (2000, 3000, 4000)]
    run(on)
    dice = Chance(chance)
    given = 0
    for _ in range(20_000):
        if asked(on) is None:
            break
        before = deepcopy(on) if chance.random() < 0.05 else None
        wrong = refusal_of(on, random_order(on, chance), dice)
        if wrong is None:
            given += 1
            continue
        assert wrong.rule
        assert wrong.reason.endswith(".")
        if before is not None:
            before.events = on.events
            assert on == before
    assert on.over
    assert given > 60
    assert all(sum(one.damage) <= sum(one.boxes) for one in on.models)
    assert all(-200 <= one.place[0] <= 7400 for one in on.models)
