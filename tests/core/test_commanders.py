"""Commanders: legal, from their view alone, the same for the same, and true to what a war asks of them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.wars.commanders import of_two, settings
from bench.wars.random_player import RandomCommander
from campaign.commanders.bases import placed
from campaign.commanders.building import bought
from campaign.commanders.commander import Commander
from campaign.commanders.temper import TEMPERS
from campaign.rules.orders import RESERVE, Plan, StandingInstruction
from campaign.rules.record import clone
from campaign.rules.sight import view
from campaign.rules.state import Ship, War
from campaign.war.playing import Player, new_game
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.damage import TalonDamage
from tests.core.table import four_sectors

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_war_of_two_commanders_ends(seed):
    """The benchmark looks at more of them."""
    game = of_two(seed)
    game.play()
    assert game.war.phase == "over"
    assert game.war.turn <= 60


def test_commanders_beat_random_orders():
    """Sides swapped; the whole promise is measured by the benchmark."""
    won = 0
    for seed in range(4):
        side: Side = SIDES[seed % 2]
        other = RandomCommander(opponent(side), seed)
        players = {side: Commander(side, whim=str(seed)), opponent(side): other}
        other.game = game = new_game(seed, players, settings(), four_sectors())  # type: ignore[arg-type]
        game.play()
        won += game.war.winner == side
    assert won >= 3


def planned(war: War, side: Side, commander: Player | None = None) -> Plan:
    order = (commander or Commander(side)).decide(view(war, side))
    assert isinstance(order, Plan)
    return order


def second_turn(seed: int) -> War:
    game = of_two(seed)
    while (game.war.turn, game.war.phase) != (2, "planning"):
        game.step()
    return game.war


def with_other_secrets(war: War, side: Side) -> War:
    """The same war, with all that the side hides made different (S15)."""
    other = clone(war)
    fleet = other.fleet(side)
    fleet.treasury += 500
    fleet.standing = {other.chart.order[0]: StandingInstruction("engage")}
    fleet.active_lp, fleet.minimum = fleet.active_lp + 9, fleet.minimum + 1
    for ship in fleet.ships.values():
        ship.where = RESERVE if ship.where != RESERVE else other.chart.order[0]
        ship.damage = TalonDamage() if ship.damage or ship.class_of(side).fighters else TalonDamage(hull=1)
    fleet.ships["Nobody knows"] = Ship("destroyer", RESERVE)
    return other


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize("side", SIDES)
def test_the_others_secrets_change_nothing(side, seed):
    """S15: two wars that differ only in what the enemy hides get the same orders, whatever is asked."""
    game = of_two(seed)
    compared = 0
    while game.war.phase != "over" and game.war.turn < 4:
        other = with_other_secrets(game.war, opponent(side))
        order = Commander(side).decide(view(game.war, side))
        assert Commander(side).decide(view(other, side)) == order
        compared += order is not None
        game.step()
    assert compared > 3


def test_deciding_changes_nothing():
    """A commander keeps its hands off the view, which shows the state itself."""
    war = second_turn(2)
    before = clone(war)
    for side in SIDES:
        planned(war, side)
    assert war == before


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


@pytest.mark.parametrize("side", SIDES)
def test_no_two_wars_begin_alike(side: Side) -> None:
    """S15: what a commander places and buys first cannot be known from other wars; the rules take all of it."""
    begun = view(of_two(1).war, side)
    places = {frozenset(placed(begun, side, str(whim)).places) for whim in range(60)}
    game = of_two(1)
    while game.war.phase == "bases":
        game.step()
    planning = view(game.war, side)
    fleets = {
        tuple(sorted(bought(planning, side, str(whim), TEMPERS["steady"].taste).buy.items()))
        for whim in range(20)
    }
    assert len(places) >= 3
    assert len(fleets) > 3
