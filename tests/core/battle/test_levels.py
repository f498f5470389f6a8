"""The levels of captains: legal, the same again, without a trace in the battle, and each better than the one below."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from bench.battles.fleets import fleet, fleets_of
from bench.battles.ladder import standing
from engines.chance.prng import Prng
from engines.native.builds import running
from engines.seam.documents import BattleSetup, Doctrine, Level
from engines.seam.sides import SIDES, Side, opponent
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.admiral import Admiral
from engines.talon.captains.captain import Captain
from engines.talon.captains.ensign import FANCY, Ensign, prng_of
from engines.talon.captains.fight import Player, fight
from engines.talon.captains.prng import dice_of
from engines.talon.documents import codec
from engines.talon.records.record import FoughtBattle, fight_out, pack, unpack
from engines.talon.state import Battle
from engines.talon.terrain import TalonTerrain
from engines.talon.view import View, decider

LEVELS = get_args(Level)
ROOT = Path(__file__).resolve().parents[3]


def duel() -> BattleSetup:
    return BattleSetup("duel", "last_ship_standing", fleet("terran", "CA"), fleet("talon", "CA"))


def opened(setup: BattleSetup, orders: int) -> Battle:
    """A battle some orders on."""
    battle = game.new_battle(setup)
    captains = {side: Captain(Doctrine()) for side in SIDES}
    dice = SeededDice(6)
    for _ in range(orders):
        side = decider(battle)
        assert side is not None
        game.apply(battle, captains[side].decide(View(battle, side)), dice)
    return battle


@pytest.mark.parametrize("number", [1, 6, 9, 11])
def test_an_ensign_gives_only_legal_orders(number):
    """`apply` refuses any other."""
    players: dict[Side, Player] = {"terran": Ensign(Doctrine(), 3), "talon": Captain(Doctrine())}
    assert fight(fleets_of(number), players, SeededDice(number)).battle.ending


def test_an_ensign_is_lively():
    """Another seed is another person; the same seed is the same."""
    battles = [
        fight(duel(), {"terran": Ensign(Doctrine(), seed), "talon": Captain(Doctrine())}, SeededDice(2))
        for seed in (1, 1, 2)
    ]
    assert battles[0].orders == battles[1].orders != battles[2].orders


def test_an_admiral_thinks_without_a_trace():
    """The battle is as it was, and its own dice have not been touched."""
    for orders in (40, 60, 90):
        battle = opened(duel(), orders)
        side = decider(battle)
        assert side is not None
        before = codec.encode_position(battle), list(battle.options)
        order = Admiral(Doctrine(), 1, 12).decide(View(battle, side))
        assert (codec.encode_position(battle), list(battle.options)) == before
        assert order in game.legal_orders(battle)


def test_an_admiral_keeps_to_its_budget():
    """No order takes more play-outs than it may."""
    battle = opened(duel(), 40)
    admirals: dict[Side, Admiral] = {side: Admiral(Doctrine(), 1, 9) for side in SIDES}
    dice, most = SeededDice(1), 0
    for _ in range(40):
        side = decider(battle)
        if side is None:
            break
        game.apply(battle, admirals[side].decide(View(battle, side)), dice)
        most = max(most, admirals[side].spent)
    assert 0 < most <= 9


@pytest.mark.parametrize("left", [0, 1, 5, 7])
def test_a_clock_cuts_an_admirals_thinking(left):
    """It stops after as many play-outs as there is time for, says how many, and still gives a good order."""
    battle = opened(duel(), 40)
    side = decider(battle)
    assert side is not None
    view = View(battle, side)
    asked = iter([True] * left + [False] * 100)
    admiral = Admiral(Doctrine(), 1, 16, lambda: next(asked))
    order = admiral.decide(view)
    assert admiral.spent == admiral.spent_in_all == left
    assert order in view.orders
    assert left or order == Captain(Doctrine()).decide(view)


def test_an_admiral_thinks_less_about_more_ships():
    """Twelve units on the map cost three times what four do, so there are a third of the play-outs."""
    setup = BattleSetup(
        "x", "last_ship_standing", fleet("terran", "CA,CA,CA,CL,CL,DD"), fleet("talon", "CA,CA,CA,CL,CL,DD")
    )
    battle = opened(setup, 20)
    side = decider(battle)
    assert side is not None
    admiral = Admiral(Doctrine(), 1)
    admiral.decide(View(battle, side))
    assert 0 < admiral.spent <= 5


def test_nobody_imagines_a_battle_with_covered_counters():
    """What is where is not known yet, so there is nothing to be played out (21, R37)."""
    battle = game.new_battle(duel())
    for side in SIDES:
        with pytest.raises(LookupError, match="covered"):
            View(battle, side).imagined()


def test_an_admiral_decides_the_same_in_any_process():
    """Whatever PYTHONHASHSEED, with the engine that runs here."""
    program = (
        "from tests.core.battle.test_levels import *\n"
        "battle = opened(duel(), 60)\n"
        "print(running(), Admiral(Doctrine(), 4, 12).decide(View(battle, decider(battle))))\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert told.pop().startswith(f"{running()} ")


def test_the_captain_is_better_than_the_ensign():
    """20 of 24, and a coin gets there once in 1,300 times; `make ladder` says how much better."""
    won = 0
    for seed in range(24):
        side = SIDES[seed % 2]
        setup = fleets_of((1, 5, 8)[seed // 2 % 3])
        players: dict[Side, Player] = {side: Captain(Doctrine()), opponent(side): Ensign(Doctrine(), seed)}
        won += fight(setup, players, SeededDice(seed)).battle.winner == side
    assert won >= 20


@pytest.mark.compiled
def test_the_admiral_is_better_than_the_captain():
    """25 of 32, and a coin gets there once in 950 times; with 8 play-outs it wins 85 % of 96."""
    won = 0
    for seed in range(32):
        side = SIDES[seed % 2]
        players: dict[Side, Player] = {
            side: Admiral(Doctrine(), seed, 8),
            opponent(side): Captain(Doctrine()),
        }
        won += fight(duel(), players, SeededDice(seed)).battle.winner == side
    assert won >= 25


MIXED = {
    "duel": duel(),
    "scenario 9": fleets_of(9),
    "scenario 11": fleets_of(11),
    "landing": BattleSetup(
        "landing", "planet", fleet("terran", "CA,CL,Tran,Tran"), fleet("talon", "CL,FF"), planet_owner="talon"
    ),
    "carriers at a hole": BattleSetup(
        "hole",
        "last_ship_standing",
        fleet("terran", "CV,FTR,FTR,BB,DD"),
        fleet("talon", "DN,BC,FF"),
        TalonTerrain("hole", (3, 4)),
    ),
}
"""Battles in which there is all that captains weigh."""


def player(level: str, doctrine: Doctrine) -> Player:
    """A player of the level, freshly made."""
    if level == "ensign":
        return Ensign(doctrine, 7)
    return Admiral(doctrine, 7, 8) if level == "admiral" else Captain(doctrine)


@pytest.mark.parametrize("stance", ["hold", "withdraw", "preserve"])
@pytest.mark.parametrize("level", ["captain", "ensign", "admiral"])
def test_a_player_that_has_been_playing_decides_as_a_fresh_one(level, stance):
    """Nothing that was seen or decided before has a part in an order."""
    doctrine = Doctrine(stance=stance)
    setups, most = (
        (list(MIXED.values()), 700) if level != "admiral" else ([MIXED["duel"], MIXED["landing"]], 50)
    )
    for seed, setup in enumerate(setups):
        battle, dice = game.new_battle(setup), SeededDice(seed)
        views = {side: View(battle, side) for side in SIDES}
        playing = {side: player(level, doctrine) for side in SIDES}
        for _ in range(most):
            side = decider(battle)
            if side is None:
                break
            order = playing[side].decide(views[side])
            assert order == player(level, doctrine).decide(View(battle, side))
            game.apply(battle, order, dice)


def test_play_out_dice_are_even():
    """Each face about as often as any other."""
    whim = Prng(11)
    faces = [whim.below(6) for _ in range(60_000)]
    assert all(9_500 < faces.count(face) < 10_500 for face in range(6))


def chi_square(pairs: list[tuple[int, int]]) -> float:
    """How far pairs of faces, 0 to 5, are from all being as likely: 35 on average, above 80 once in 40,000 times."""
    expected, counts = len(pairs) / 36, Counter(pairs)
    return sum((counts[one, other] - expected) ** 2 / expected for one in range(6) for other in range(6))


@pytest.mark.parametrize("draw", range(6))
@pytest.mark.parametrize("lag", [1, 2, 5])
def test_dice_of_play_outs_have_nothing_to_do_with_each_other(draw, lag):
    """The same draw in two play-outs of one order, and in the same play-out of two positions alike."""

    def face(seed: int, course: int) -> int:
        whim = dice_of(seed, course)
        return [whim.below(6) for _ in range(draw + 1)][-1]

    games = [[face(seed, course) for course in range(12)] for seed in range(500)]
    assert chi_square([pair for faces in games for pair in zip(faces, faces[lag:], strict=False)]) < 80
    ahead = zip(games, games[lag:], strict=False)
    assert chi_square([pair for one, other in ahead for pair in zip(one, other, strict=True)]) < 80


def test_an_ensign_has_no_rhythm():
    """Whether it does as it fancies says nothing of its next decisions."""
    battle, dice = game.new_battle(fleets_of(1)), SeededDice(1)
    captains = {side: Captain(Doctrine()) for side in SIDES}
    fancies: list[int] = []
    while (side := decider(battle)) is not None:
        view = View(battle, side)
        if battle.round:
            fancies.append(prng_of(3, view).below(100) < FANCY)
        game.apply(battle, captains[side].decide(view), dice)
    share = sum(fancies) / len(fancies)
    assert abs(share - FANCY / 100) < 4 * (0.25 / len(fancies)) ** 0.5
    for lag in range(1, 21):
        pairs = list(zip(fancies, fancies[lag:], strict=False))
        product_moment = sum((one - share) * (other - share) for one, other in pairs)
        correlation = product_moment / (len(pairs) * share * (1 - share))
        assert abs(correlation) < 4 / len(pairs) ** 0.5


def test_a_limit_is_kept_by_the_worse_end_of_the_interval():
    """59 of 100 are more than 58 in 100, but not surely."""
    assert not standing("x", [1.0] * 59 + [0.0] * 41, 58.0).kept
    assert standing("x", [1.0] * 80 + [0.0] * 20, 58.0).kept


def fought(level: Level, seed: str = "lamp") -> FoughtBattle:
    """A duel in which Talon is led so."""
    both: dict[Side, Doctrine] = {"terran": Doctrine(), "talon": Doctrine()}
    return fight_out(duel(), both, SeededDice(seed), levels={"talon": level})


@pytest.mark.parametrize("level", LEVELS)
def test_a_battle_is_led_as_asked_and_is_the_same_again(level):
    record = fought(level)
    assert pack(record) == pack(fought(level))
    assert (record.level("terran"), record.level("talon")) == ("captain", level)
    assert bool(record.play_outs) == (level == "admiral")
    assert unpack(pack(record)) == record


def test_another_level_fights_otherwise():
    ensign, captain, admiral = (fought(level).steps for level in LEVELS)
    assert ensign != captain != admiral != ensign


def test_captains_are_the_usual_level_and_need_not_be_told():
    both: dict[Side, Doctrine] = {"terran": Doctrine(), "talon": Doctrine()}
    record = fight_out(duel(), both, SeededDice("lamp"))
    assert record == fought("captain")
    assert (record.levels, record.play_outs) == ({}, {})


class Ones:
    """Dice that all show one, whatever their name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def roll(self, label: object) -> int:
        del label
        return 1


def test_ensigns_of_two_battles_are_two_persons():
    """With the same dice each does as it fancies."""
    both: dict[Side, Doctrine] = {"terran": Doctrine(), "talon": Doctrine()}
    told = [
        [step.order for step in fight_out(duel(), both, Ones(seed), levels={"talon": "ensign"}).steps]
        for seed in ("lamp", "lamps")
    ]
    assert told[0] != told[1]
