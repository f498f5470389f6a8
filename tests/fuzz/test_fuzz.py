"""A short run of the fuzzer, and that it tells what it finds."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from engines.seam.refusals import refuse
from engines.talon import game
from engines.talon.match import Match
from engines.talon.records.text_form import read_text
from engines.talon.state import Battle
from tests.fuzz import battle as fuzzed
from tests.fuzz import invariants, running
from tests.fuzz.__main__ import is_long, parser
from tests.fuzz.battle import EVERY, Shares
from tests.fuzz.reached import Reached, expected
from tests.fuzz.running import Outcome, Plan, run

ROOT = Path(__file__).resolve().parents[2]
OFTEN = Shares(positions=25, units=2, complete=1500, records=3)
COMMON = {
    "step deploy", "step ap", "step move", "step fire", "step curves", "step arrivals", "step initiative",
    "question volley", "order move", "order burn", "order fire", "order charge", "order reinforce", "order vote",
    "order curve", "order arrive", "event shot", "event struck", "event critical", "event lost", "event exploded",
    "event collided", "event repairtried", "event gone", "ending held", "taking back done", "taking back die",
    "taking back other side", "secret kept", "cause asteroid", "cause weapon", "cause explosion", "cause collision",
}  # fmt: skip
"""What any short run comes to."""
SMALL = (20, 118, 180, 355)
"""Seeds of battles of two or three units: at their beginning, and in their midst."""


@pytest.fixture(scope="module")
def short() -> Outcome:
    """Some battles, and some in which every list is compared with the oracle's."""
    outcome = run(Plan(seed=30, battles=15, shares=OFTEN))
    beside = run(Plan(seed=200, battles=1, oracle=True, shares=OFTEN))
    outcome.add(beside)
    return outcome


def test_nothing_is_wrong(short):
    assert not short.failures, short.failures[0]
    assert short.done["battles to their end"] == short.done["battles"] == 16


def test_every_look_was_taken(short):
    assert short.done.keys() >= {
        "constructible orders by lot",
        "constructible orders, every one",
        "lists compared with the oracle's",
        "positions stored, written, played again and taken back",
        "records read and played again",
        "units stored and written",
        "views compared",
    }


@pytest.mark.parametrize("seed", SMALL)
def test_every_look_can_be_taken_after_each_order(seed):
    """Slow; here along a few orders of small battles."""
    one = fuzzed.FuzzedBattle(seed, fuzzed.Tally(), EVERY)
    for _ in range(12):
        one.step()
    done = one.tally.done
    assert done["positions with every order tried"] >= done["orders"] == 12
    assert done["positions stored, written, played again and taken back"] == 12


def test_the_common_was_reached(short):
    assert expected() >= COMMON
    assert set(short.reached) >= COMMON


def test_what_was_not_reached_is_told(short):
    """A long run that leaves something out fails for it."""
    assert set(short.missing) == expected() - set(short.reached)
    assert Reached().missing() == sorted(expected())


def test_a_fault_is_told_with_a_record_that_can_be_played_again(monkeypatch, tmp_path):
    """With its seed, and the orders up to it."""
    looked = []

    def finds(battle: Battle):
        looked.append(battle.round)
        if len(looked) == 300:
            yield "something is wrong"

    monkeypatch.setattr(invariants, "of_battle", finds)
    monkeypatch.setattr(running, "FOLDER", tmp_path)
    outcome = run(Plan(seed=5, battles=20))
    [failure] = outcome.failures
    assert "something is wrong" in failure
    assert "--seed" in failure
    [path] = tmp_path.glob("battle-*.txt")
    assert str(path) in failure
    told, replay = read_text(path.read_text(encoding="utf-8"))
    assert replay.given == list(told.given)
    assert told.given


def test_a_battle_is_the_same_whatever_is_looked_at():
    """The looks draw from lots of their own: the same seed plays the same battle."""
    played = []
    for shares in (Shares(), OFTEN):
        one = fuzzed.FuzzedBattle(77, fuzzed.Tally(), shares)
        one.play()
        played.append(one.record())
    assert len({len(record.given) for record in played}) == 1
    assert all(one == other for one, other in pairwise(played))
    assert game.report(one.battle)


def test_every_refusal_of_the_code_has_a_place_in_the_report():
    """As many as there are reasons in the modules of refusals."""
    found = [name for name in expected() if name.startswith("refusal ")]
    assert len(found) > 90


@pytest.mark.parametrize(
    ("words", "long"),
    [
        ("--minutes 10", True),
        ("--minutes 5 --processes 2", True),
        ("--minutes 9 --processes 1", False),
        ("--minutes 30 --oracle", False),
        ("--minutes 30 --every", False),
        ("--minutes 30 --battles 4", False),
    ],
)
def test_a_run_of_ten_minutes_is_meant_to_reach_everything(words, long):
    """Those of its processes added up; a number of battles and the oracle are for something else."""
    assert is_long(parser().parse_args(words.split())) is long


def test_an_order_taken_back_after_a_single_die_is_found(monkeypatch):
    """Where the rule is only that two dice are not taken back."""
    monkeypatch.setattr(Match, "take_back", _after_one_die)
    outcome = run(Plan(seed=5, battles=3))
    assert "taken back" in outcome.failures[0]


def _after_one_die(self: Match, side):
    last = self.given[-1]
    if len(last.dice) > 1 or last.order.side != side or self.battle.ending:
        raise refuse("", "A die has been rolled since.")
    return self.given.pop()


def test_battles_also_begin_in_their_midst():
    """Their record begins there, and is read and played again as any."""
    shares = Shares(records=1)
    begun = []
    for seed in range(12):
        one = fuzzed.FuzzedBattle(seed, fuzzed.Tally(), shares)
        begun.append(one.record().position.round > 0)
        if begun[-1]:
            one.play()
    assert 1 <= sum(begun) < len(begun)


def test_the_command_runs_without_the_site():
    environ = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, "-m", "tests.fuzz", "--battles", "1", "--seed", "3"]
    ran = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
