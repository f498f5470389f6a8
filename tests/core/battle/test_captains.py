"""Captains: legal, the same for the same, better than chance, and true to their doctrine."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.battles.captains import RandomPlayer
from bench.battles.fleets import fleet, fleets_of
from engines.seam.documents import BattleSetup, Doctrine
from engines.seam.sides import SIDES, Side, opponent
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.captains.fight import Player, fight
from engines.talon.orders import Arrive, Fire, Jump, Move, Rotate
from engines.talon.records.record import fight_out, pack, unpack
from engines.talon.results.check import refusals
from engines.talon.results.degree import result_for
from engines.talon.state import Battle
from engines.talon.view import View
from tests.core.board import board

ROOT = Path(__file__).resolve().parents[3]


def over_a_planet() -> BattleSetup:
    return BattleSetup(
        "test",
        "planet",
        fleet("terran", "BC,CL,DD,Tran,Tran"),
        fleet("talon", "CL,DD"),
        planet_owner="talon",
    )


def fought(setup: BattleSetup, seed: int, **doctrines: Doctrine) -> Battle:
    players: dict[Side, Player] = {side: Captain(doctrines.get(side, Doctrine())) for side in SIDES}
    return fight(setup, players, SeededDice(seed)).battle


@pytest.mark.parametrize("number", range(1, 13))
def test_every_scenario_is_fought_to_a_result_that_can_be(number):
    """The checker of recorded results finds nothing wrong with it."""
    setup = fleets_of(number)
    report = game.report(fought(setup, number))
    assert refusals(setup, report) == []


def test_captains_beat_random_play():
    """The whole promise is measured by the benchmark; here a few battles, sides swapped."""
    won = 0
    for at in range(12):
        side: Side = SIDES[at % 2]
        players: dict[Side, Player] = {side: Captain(), opponent(side): RandomPlayer(at)}
        won += fight(fleets_of((1, 5, 8)[at % 3]), players, SeededDice(at)).battle.winner == side
    assert won >= 11


def test_doctrines_are_obeyed():
    """Those that preserve the fleet lose less than those that hold the field."""
    lost = {}
    for stance in ("hold", "preserve"):
        doctrine = Doctrine(stance=stance)
        results = [
            result_for(fleets_of(8), game.report(fought(fleets_of(8), seed, terran=doctrine)))
            for seed in range(8)
        ]
        lost[stance] = sum(result.terran_lost for result in results)
    assert lost["preserve"] < lost["hold"]


def test_a_ship_to_be_saved_leaves_when_it_is_hurt():
    """At the first hull damage it heads out, and jumps when it may."""
    table = board("""
        clock 6 terran jumps
        terran CA Patton 0,0 E speed 1 hull 1
        terran CA Zhukov 0,2 E
        talon CA Sacrifice 10,0 W
    """)
    captain = Captain(Doctrine(stance="hold", save=("Patton",)))
    assert captain.decide(View(table.battle, "terran")) == Jump("terran", 0)


def test_transports_land():
    """An invader with the upper hand lands and takes the planet in most battles."""
    taken = 0
    for seed in range(6):
        setup = over_a_planet()
        taken += result_for(setup, game.report(fought(setup, seed))).captured
    assert taken >= 4


def test_a_captain_keeps_off_planets():
    """17: straight ahead lies a planet, so it turns."""
    table = board("""
        clock 1B terran move
        terrain planet 1,0
        terran CA Patton 0,0 E
        talon CA Sacrifice 10,0 W
    """)
    order = Captain().decide(View(table.battle, "terran"))
    assert isinstance(order, Move)
    assert order.way in ("left", "right")


def test_a_captain_fires_at_the_open_side():
    """8.4: of two targets at the same range it takes the one whose shield is down."""
    table = board("""
        clock 1E terran fire
        terran CA Patton 0,0 E charge 0+0/2+2/0+0
        talon CA Sacrifice 2,0 W
        talon CA Justice 2,-1 W shields 0/4/4/3
    """)
    order = Captain().decide(View(table.battle, "terran"))
    assert isinstance(order, Fire)
    assert table.battle.units[order.target].name == "Justice"


def test_a_base_turns():
    """14: there is nothing to decide about it but when."""
    table = board("""
        clock 1C terran move
        terran Base Valley_Forge 0,0 NE
        terran CA Patton 3,0 E speed 2
        talon CA Sacrifice 10,0 W
    """)
    order = Captain().decide(View(table.battle, "terran"))
    assert isinstance(order, Rotate | Move)


def test_the_same_seed_gives_the_same_battle():
    doctrines: dict[Side, Doctrine] = {side: Doctrine() for side in SIDES}
    one, two = (pack(fight_out(fleets_of(5), doctrines, SeededDice("seed"))) for _ in range(2))
    assert one == two
    assert unpack(one).result == result_for(fleets_of(5), unpack(one).result.report)
    assert pack(fight_out(fleets_of(5), doctrines, SeededDice("other"))) != one


def test_every_decision_is_heard_not_every_round_alone():
    """A round of a large battle lasts longer than the lease of the worker that fights it."""
    heard: list[int] = []
    record = fight_out(fleets_of(1), {side: Doctrine() for side in SIDES}, SeededDice("seed"), heard.append)
    assert len(heard) == len(record.steps)
    assert heard == sorted(heard)
    assert set(heard) >= set(range(1, record.result.report.rounds + 1))


def test_the_dearest_ship_that_waits_comes_in_first():
    table = board("""
        clock 2 terran arrivals
        map 0,0
        terran DD Caleb destroyed
        terran SC Explorer destroyed
        terran DD Achilles waiting
        terran SC Voyager waiting
        terran BB Prometheus 8,4 NE
        talon CA Sacrifice 3,4 SE
    """)
    order = Captain().decide(View(table.battle, "terran"))
    assert isinstance(order, Arrive)
    assert table.battle.units[order.unit].name == "Achilles"


SCRIPT = """
from hashlib import sha256
from engines.seam.documents import Doctrine
from engines.seeded import SeededDice
from engines.talon.records.record import fight_out, pack
from bench.battles.fleets import fleets_of
record = fight_out(fleets_of(11), {"terran": Doctrine(), "talon": Doctrine(stance="hold")}, SeededDice("x"))
print(sha256(pack(record)).hexdigest())
"""


def test_the_battle_is_the_same_in_any_process():
    """Whatever the hash seed of the process."""
    found = set()
    for seed in ("0", "1", "4711"):
        environ = {**os.environ, "PYTHONHASHSEED": seed}
        run = [sys.executable, "-c", SCRIPT]
        found.add(subprocess.run(run, cwd=ROOT, env=environ, check=True, capture_output=True).stdout)
    assert len(found) == 1


def test_a_captain_forgets_one_battle_in_another():
    """What it saw while it spent AP is of that battle, though the other is at the same moment."""
    far = "clock 1B terran ap\nterran CA Patton 0,0 E charge 0+0/0+0/0+0\ntalon CA Justice 11,0 W\n"
    near = far.replace("11,0", "2,0")
    captain = Captain(Doctrine())
    captain.decide(View(board(far).battle, "terran"))
    seen = captain.situation(View(board(near).battle, "terran"))
    assert seen.spot(0).distance == 2
