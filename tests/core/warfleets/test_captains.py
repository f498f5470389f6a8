"""What captains of every level do, and that it is lawful and changes nothing."""

import re
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from bench.battles.warfleets import at_random
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.warfleets.building import refusals
from engines.warfleets.captains.admiral import Admiral
from engines.warfleets.captains.captain import Captain
from engines.warfleets.captains.ensign import Ensign
from engines.warfleets.captains.levels import LEVELS, player_of
from engines.warfleets.captains.match import fight
from engines.warfleets.captains.weighing import Sights, Temper, Worths
from engines.warfleets.copies import copied
from engines.warfleets.fleet import Fleet, Mount, Ship
from engines.warfleets.game import apply, asked, begin
from engines.warfleets.orders import (
    Assign,
    Deploy,
    Displace,
    Done,
    Go,
    LayMarker,
    Mine,
    Reserve,
    Return,
    Shoot,
)
from engines.warfleets.random_orders import random_order as anything
from engines.warfleets.rules import shooting
from engines.warfleets.rules.sequence import Question, run
from engines.warfleets.set_ups import SetUp
from engines.warfleets.table import Marker
from engines.warfleets.terrain import Terrain
from tests.core.warfleets.at_random import Chance, random_order
from tests.core.warfleets.scenes import battle, ship, squadron

ROOT = Path(__file__).resolve().parents[3]


def players():
    return [Ensign(1), Captain(1), Admiral(1)]


@pytest.mark.parametrize("seed", range(1))
@pytest.mark.parametrize("level", range(3))
def test_orders_are_lawful_and_looking_at_a_battle_does_not_change_it(level, seed):
    fleet = at_random(Random(seed))
    on = begin(SetUp(fleet, at_random(Random(seed + 100))))
    player, dice = players()[level], SeededDice(seed)
    for number in range(1_000):
        now = asked(on)
        if now is None:
            break
        before = deepcopy(on) if number % 10 == 0 else None
        order = player.decide(on, now)
        if before is not None:
            assert on == before
            assert order == player.decide(on, now)
        assert order.side == now.side
        apply(on, order, dice)
    assert on.over


def play(on, player, dice, until):
    """Let one player play both sides until a round."""
    while on.round < until and (now := asked(on)) is not None:
        apply(on, player.decide(on, now), dice)


def now_of(on):
    """What is asked first in a battle that stands on the table."""
    run(on)
    now = asked(on)
    assert now is not None
    return now


@pytest.mark.parametrize("seed", range(2))
def test_an_admiral_goes_on_from_wherever_others_have_brought_a_battle(seed):
    chance = Random(seed)
    on = begin(SetUp(at_random(Random(seed)), at_random(Random(seed + 9))))
    dice = Chance(chance)
    admiral = Admiral(seed)
    for _ in range(20_000):
        now = asked(on)
        if now is None:
            break
        if chance.random() < 0.3:
            apply(on, admiral.decide(on, now), dice)
        else:
            with suppress(Refused):
                apply(on, random_order(on, chance), dice)
    assert on.over


@pytest.mark.parametrize("seed", range(10))
def test_a_fleet_drawn_at_random_is_lawful(seed):
    assert refusals(at_random(Random(seed)), 300) == ()


def test_two_admirals_of_the_same_seeds_fight_the_same_battle():
    fleet = at_random(Random(5))
    first, second = (
        fight(SetUp(fleet, fleet), {side: player_of("admiral", 3) for side in SIDES}, SeededDice(4))
        for _ in range(2)
    )
    assert first == second
    assert LEVELS == ("ensign", "captain", "admiral")


@pytest.mark.parametrize("seed", range(20))
def test_shots_that_an_admiral_thinks_of_are_those_that_may_be_fired(seed):
    chance = Random(seed)
    on = battle(
        Terrain("Rock", ("blocking",), centre=(3600, 2400), radius=200),
        Terrain("Cloud", ("cover",), centre=(3000, 2400), radius=200),
    )
    weapons = (
        Mount("front", "giga-cannon"),
        Mount("sides", "weapon-batteries"),
        Mount("rear", "energy-cannon"),
    )

    def at():
        return chance.randint(2600, 4400), chance.randint(1600, 3200)

    me = ship(on, "terran", "heavy", at(), chance.randrange(3600), weapons=weapons)
    wing = squadron(on, "terran", chance.choice(["gunship", "fighter", "bomber"]), at())
    for size in ("light", "medium", "heavy"):
        ship(on, "talon", size, at(), chance.randrange(3600))
    squadron(on, "talon", "fighter", at())
    for model in (me, wing):
        model.action = chance.choice(["hold", "move"])
        found = Sights(on, Worths(on, Temper()), model).best_shots()
        may = {
            (gun.number, target.number)
            for gun in shooting.guns(model)
            for target in shooting.targets(on, model, gun)
            if shooting.refusal(on, Shoot("terran", model.number, gun.number, (target.number,))) is None
        }
        assert {(one.weapon, one.target) for one in found} <= may
        assert {one.weapon for one in found} == {weapon for weapon, _ in may}


def test_nothing_is_shot_after_a_cruise():
    on = battle()
    me = ship(on, "terran", "light", (3000, 2000))
    ship(on, "talon", "light", (3000, 2500), 1800)
    me.action = "cruise"
    assert Sights(on, Worths(on, Temper()), me).best_shots() == []


@pytest.mark.parametrize("player", [Admiral(1), Captain(1)])
def test_an_admiral_and_a_captain_take_a_marker_that_they_can_reach(player):
    on = battle()
    ship(on, "terran", "light", (3000, 2000))
    ship(on, "talon", "heavy", (6000, 4000), 1800)
    on.markers = [Marker((3000, 2750))]
    apply(on, player.decide(on, now_of(on)), SeededDice(1))
    assert on.markers[0].carrier == 0


def test_an_admiral_fires_at_the_ship_that_carries_a_marker():
    on = battle()
    me = ship(on, "terran", "light", (3000, 2000))
    ship(on, "talon", "light", (2700, 2600), 900)
    carrier = ship(on, "talon", "light", (3300, 2600), 2700)
    on.markers = [Marker(carrier.place, carrier.number)]
    me.action, on.active, on.stage, on.side = "hold", 0, "shooting", "terran"
    assert Admiral().decide(on, Question("terran", "shoot", 0)) == Shoot("terran", 0, -1, (carrier.number,))


def test_an_admiral_is_done_when_nothing_can_be_fired():
    on = battle()
    ship(on, "terran", "light", (3000, 2000)).action = "cruise"
    ship(on, "talon", "light", (3000, 2600))
    for player in (Admiral(), Captain(), Ensign()):
        assert player.decide(on, Question("terran", "shoot", 0)) == Done("terran", 0)


def test_an_admiral_takes_damage_on_what_it_misses_least():
    on = battle()
    ship(on, "terran", "medium", (3000, 2000), 0, "shield-booster", "armored-plating", "nuclear-ammo")
    assert Admiral().decide(on, Question("terran", "damage", 0)) == Assign("terran", 0, 1)
    assert Ensign().decide(on, Question("terran", "damage", 0)) == Assign("terran", 0, 0)


def test_an_expert_sapper_lays_a_mine_towards_the_nearest_enemy():
    on = battle()
    ship(on, "terran", "light", (3000, 2000), hero="expert-sapper")
    ship(on, "talon", "light", (3000, 4000), 1800)
    order = Admiral().decide(on, Question("terran", "act", 0))
    assert isinstance(order, Mine)
    assert order.place[0] == 3000
    assert order.place[1] > 2300


def test_an_admiral_does_not_run_into_dangerous_terrain_on_its_way():
    fire = Terrain("Fire", ("dangerous",), centre=(3000, 2700), radius=250)
    on = battle(fire)
    me = ship(on, "terran", "light", (3000, 2000))
    ship(on, "talon", "heavy", (3000, 4500), 1800)
    on.phase, on.markers = 1, [Marker((3000, 3600))]
    order = Admiral().decide(on, Question("terran", "act", me.number))
    trial = copied(on)
    apply(trial, order, SeededDice(2))
    assert trial.models[0].damage == [0, 0]
    assert isinstance(order, Go)


def test_an_enemy_squadron_is_put_aside_away_from_ones_own_ships():
    on = battle()
    ship(on, "terran", "heavy", (3000, 2000))
    other = ship(on, "terran", "light", (3000, 1500))
    under = squadron(on, "talon", "fighter", (3000, 2040))
    on.displaced = [(under.number, 0)]
    order = Admiral().decide(on, Question("terran", "displace", under.number))
    assert isinstance(order, Displace)
    assert order.place[1] > 2100 > other.place[1]
    apply(on, order, SeededDice(1))
    assert on.displaced == []


def test_a_ship_comes_back_with_its_bow_to_the_middle():
    on = battle()
    back = ship(on, "terran", "light", (3000, 0))
    ship(on, "talon", "light", (3000, 4000))
    back.status, on.returning = "off", True
    order = Admiral().decide(on, Question("terran", "return", 0))
    assert order == Return("terran", 0, (3000, back.radius), 0)


def test_a_ship_in_reserve_comes_near_a_marker_and_not_near_an_enemy():
    on = battle()
    late = ship(on, "terran", "light", (0, 0), hero="tactical-master")
    ship(on, "talon", "light", (3600, 3600))
    late.status, on.coming = "reserve", (0,)
    on.markers = [Marker((3600, 2400))]
    order = Admiral().decide(on, Question("terran", "arrive", 0))
    assert isinstance(order, Deploy)
    assert order.place[1] < 2500


def test_a_ship_stays_in_reserve_where_there_is_no_room():
    on = battle()
    late = ship(on, "terran", "light", (0, 0), hero="tactical-master")
    for x in range(300, 7200, 900):
        for y in range(300, 4800, 900):
            ship(on, "talon", "light", (x, y))
    late.status, on.coming = "reserve", (0,)
    assert Admiral().decide(on, Question("terran", "arrive", 0)) == Reserve("terran", 0)


def test_an_admiral_takes_the_marker_that_wins_in_the_last_round():
    on = battle()
    on.round = 4
    ship(on, "terran", "light", (3000, 2000))
    ship(on, "talon", "light", (3000, 3900), 1800)
    on.markers = [Marker((3000, 2900))]
    order = Admiral(1).decide(on, now_of(on))
    apply(on, order, SeededDice(1))
    assert on.markers[0].carrier == 0


def test_a_battle_that_is_copied_is_played_on_by_itself():
    on = battle()
    ship(on, "terran", "light", (3000, 2000))
    ship(on, "talon", "light", (3000, 2600), 1800)
    on.markers = [Marker((3000, 2900))]
    run(on)
    on.events, on.dice = [], None
    before, twin = deepcopy(on), copied(on)
    assert twin == on
    play(twin, Admiral(), SeededDice(3), until=9)
    assert twin.over
    assert on == before


def test_the_page_shows_a_battle_that_ends(capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    page = Path("docs/warfleets.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    exec(block, {})
    assert re.fullmatch(r"(terran|talon|None) [1-4]\n", capsys.readouterr().out)


def zones(gap):
    """Terrain that fills both zones up to a gap of that width, and one piece between them."""
    walls: list[Terrain] = []
    for low in (0, 3600):
        for left, right in ((0, 3629 - gap // 2), (3629 + gap // 2, 7200)):
            corners = ((left, low), (right, low), (right, low + 1200), (left, low + 1200))
            walls.append(Terrain(f"Wall {len(walls)}", ("blocking",), corners))
    return (*walls, Terrain("Rock", ("cover",), centre=(3600, 2400), radius=100))


def test_a_captain_finds_the_only_room_in_its_zone_or_says_that_there_is_none():
    fleet = Fleet("Fleet", (Ship("Ark", "light", ("warp-drive", "pulse-engine")),))
    sides = {side: Captain(1) for side in SIDES}
    assert fight(SetUp(fleet, fleet, 300, zones(200)), sides, SeededDice(1)).over
    on = battle(*zones(150))
    ship(on, "terran", "light", (0, 0)).status, on.step = "waiting", "ships"
    with pytest.raises(Refused, match="zone has no room for Ship 0"):
        Captain(1).decide(on, Question("terran", "deploy"))


def test_a_captain_finds_the_only_room_for_a_marker_or_says_that_there_is_none():
    on = battle()
    on.step, on.to_lay = "markers", 2
    on.markers = [Marker((across, 2400)) for across in (1750, 3650, 5400)]
    order = Captain(1).decide(on, Question("terran", "marker"))
    assert isinstance(order, LayMarker)
    apply(on, order, SeededDice(1))
    assert on.markers[-1].place == order.place
    on.markers = [Marker((across, 2400)) for across in range(900, 6301, 600)]
    with pytest.raises(ValueError, match="no room for a marker"):
        Captain(1).decide(on, Question("terran", "marker"))


def test_random_orders_come_to_an_end_where_nothing_is_lawful():
    on = battle(*zones(150))
    ship(on, "terran", "light", (0, 0)).status, on.step = "waiting", "ships"
    with pytest.raises(Refused, match="No lawful order was found in 200 tries: deploy"):
        anything(on, Random(1))
