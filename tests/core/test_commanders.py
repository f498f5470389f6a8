"""Commanders: legal, from their view alone, the same for the same, and true to what a war asks of them."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from battles.engine.catalogue import SIDES, Side, opponent
from battles.seam.documents import Doctrine
from campaign.commanders.commander import Commander
from campaign.documents import converted
from campaign.playing import Game, new_game
from campaign.rules.assignment import sent_lp, ships_to_send
from campaign.rules.orders import RESERVE, AnyOrder, Plan
from campaign.rules.settings import Settings
from campaign.rules.sight import WarView, view
from campaign.rules.state import War
from tests.core.random_player import random_answer, random_bases, random_plan
from tests.core.table import four_sectors

ROOT = Path(__file__).resolve().parents[2]


def settings() -> Settings:
    plan = four_sectors()
    return converted(
        {"treasury": plan.start_treasury, "reserve": plan.reserve_points, "settled_by": "worker"},
        Settings,
        "test",
    )


class RandomCommander:
    """Gives any legal order; it judges by the state itself, which a commander never sees."""

    def __init__(self, side: Side, seed: int) -> None:
        self.side, self.random = side, Random(seed)
        self.game: Game | None = None

    def decide(self, seen: WarView) -> AnyOrder | None:
        """A random order where one is owed."""
        assert self.game is not None
        war = self.game.war
        if war.phase == "bases":
            return random_bases(war, self.side, self.random)
        if war.phase == "planning":
            return random_plan(war, self.side, self.random)
        return random_answer(war, self.random)[1]

    def doctrine(self, seen: WarView, number: int) -> Doctrine:
        """The usual one."""
        return Doctrine()


def of_two(seed: int) -> Game:
    players = {"terran": Commander("terran", whim=seed), "talon": Commander("talon", whim=seed + 100)}
    return new_game(seed, players, settings(), four_sectors())  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_war_of_two_commanders_ends(seed):
    """The benchmark looks at more of them."""
    game = of_two(seed)
    game.play()
    assert game.war.phase == "over"
    assert game.war.turn <= 60


def test_commanders_beat_random_orders():
    """Sides swapped; the whole promise is measured by the benchmark."""
    won = 0
    for seed in range(6):
        side: Side = SIDES[seed % 2]
        other = RandomCommander(opponent(side), seed)
        players = {side: Commander(side, whim=seed), opponent(side): other}
        other.game = game = new_game(seed, players, settings(), four_sectors())  # type: ignore[arg-type]
        game.play()
        won += game.war.winner == side
    assert won >= 5


def planned(war: War, side: Side) -> Plan:
    order = Commander(side).decide(view(war, side))
    assert isinstance(order, Plan)
    return order


def second_turn(seed: int) -> War:
    game = of_two(seed)
    while (game.war.turn, game.war.phase) != (2, "planning"):
        game.step()
    return game.war


@pytest.mark.parametrize("seed", range(1, 5))
def test_no_minimum_is_left_unmet_that_can_be_met(seed):
    """31.5: in turn 2 both fleets are large enough for every sector."""
    war = second_turn(seed)
    for side in SIDES:
        fleet = war.fleet(side)
        plan = planned(war, side)
        sent = sent_lp(war, side, ships_to_send(war, side, plan), plan)
        assert min(sent[sector] for sector in war.chart.order) >= fleet.minimum


def test_damaged_ships_go_to_the_reserve():
    """31.5: those that are hurt badly, as long as the minimum is met without them."""
    war = second_turn(1)
    for side in SIDES:
        plan, fleet = planned(war, side), war.fleet(side)
        hurt = [
            name
            for name, ship in fleet.ships.items()
            if ship.damage.hull * 2 >= len(ship.class_of(side).hull) > 2 and ship.ship_class != "base"
        ]
        kept = [name for name in hurt if plan.assign.get(name) == RESERVE]
        assert len(kept) * 2 >= len(hurt)


@pytest.mark.parametrize("side", SIDES)
def test_the_others_secrets_change_nothing(side):
    """S15: two wars that differ only in what the enemy hides get the same orders."""
    war = second_turn(3)
    enemy = war.fleet(opponent(side))
    before = planned(war, side)
    enemy.treasury += 500
    for name, ship in list(enemy.ships.items()):
        if ship.where == RESERVE:
            enemy.ships[name] = replace(ship, where=None)
    assert planned(war, side) == before


SCRIPT = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
import django
django.setup()
from campaign.management.commands.play_war import played
import hashlib, msgspec
game = played(5)
print(hashlib.sha256(msgspec.json.encode(game.events)).hexdigest())
"""


def test_the_war_is_the_same_in_any_process():
    """Whatever the hash seed of the process."""
    found = set()
    for seed in ("0", "4711"):
        environ = {**os.environ, "PYTHONHASHSEED": seed}
        run = [sys.executable, "-c", SCRIPT]
        found.add(subprocess.run(run, cwd=ROOT, env=environ, check=True, capture_output=True).stdout)
    assert len(found) == 1


def test_play_war_prints_what_it_promises(capsys):
    from django.core.management import call_command

    call_command("play_war", "--seed", "4", "--json")
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["seed", "winner", "turns", "battles", "seconds", "history"]
    assert list(told["history"][0]) == [
        "turn",
        "treasury",
        "active_lp",
        "minimum_lp",
        "markers",
        "losses",
    ]
    assert len(told["history"]) == told["turns"]
