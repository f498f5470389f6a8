"""Odds: play-outs without a record, counted; the same tally whoever counts which of them."""

import json
from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest
from msgspec.structs import replace

from bench.battles.fleets import of_classes
from engines.odds import tally as tallies
from engines.odds.chances import Average, Chance, Z
from engines.odds.playing import Question, _drawn, play_out, play_outs, seed_of
from engines.odds.tally import Ended, Losses, Tally, tally_of
from engines.seam.documents import BattleSetup, Doctrine, Level, Result, Terrain
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon.captains.captain import Captain
from engines.talon.catalogue import astrometrics, pattern_title
from engines.talon.documents.codec import encode_position
from engines.talon.game import apply, new_battle, report
from engines.talon.records.play_out import play_out as played_by_talon
from engines.talon.records.record import fight_out, mind_of
from engines.talon.results.degree import result_for
from engines.talon.shell.main import main
from engines.talon.terrain import TalonTerrain
from engines.talon.view import View, decider
from tests.core.battle.records import SETUPS, duel, fleets
from tests.core.battle.test_resolve_command import DUEL

HOLD = Doctrine(stance="hold")
BOTH: dict[Side, Doctrine] = {"terran": Doctrine(), "talon": HOLD}


def question(**more: object) -> Question:
    """How the duel may end."""
    return replace(Question(duel(), BOTH, "lamp"), **more)


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("pair", [("captain", "captain"), ("captain", "ensign"), ("ensign", "ensign")])
def test_a_play_out_ends_as_the_battle_does_that_is_recorded(name: str, pair: tuple[Level, Level]) -> None:
    """Captains and ensigns without a record do what they do with one, to the last box of damage."""
    levels: dict[Side, Level] = dict(zip(SIDES, pair, strict=True))
    for seed in range(2):
        recorded = fight_out(SETUPS[name](), BOTH, SeededDice(seed), levels=levels)
        assert played_by_talon(SETUPS[name](), BOTH, SeededDice(seed), levels) == recorded.result


def test_the_tally_does_not_depend_on_who_counts_what() -> None:
    """In one go, or in pieces by several workers that end in any order."""
    whole = play_outs(question(), range(24), SeededDice)
    for workers in (2, 3, 4):
        pieces = [range(worker, 24, workers) for worker in range(workers)]
        Random(workers).shuffle(pieces)
        found = sum((play_outs(question(), piece, SeededDice) for piece in pieces), Tally())
        assert found == whole
        assert tallies.encode(found) == tallies.encode(whole)
    assert tallies.decode(tallies.encode(whole)) == whole
    assert whole.fought == 24


def test_a_tally_is_of_the_battles_it_counts() -> None:
    """Every figure is a sum over the single results."""
    planet = of_classes("CL,CL,DD,DD,Tran", "FF,Tran,Tran,CL,CL", planet_owner="terran")
    asked = Question(planet, BOTH, "lamp")
    results = [played_by_talon(planet, BOTH, SeededDice(f"lamp/{n}"), {}) for n in range(20)]
    found = play_outs(asked, range(20), SeededDice)
    for side in SIDES:
        assert found.won(side).times == sum(result.winner == side for result in results)
        lost = [result.lost(side) for result in results]
        points = found.points(side)
        assert (points.value, points.squares) == (mean(lost), sum(one * one for one in lost))
        assert points.interval is not None
        low, high = points.interval
        assert high - points.value == pytest.approx(Z * stdev(lost) / sqrt(20))
        assert 0 <= low < points.value
        names = {
            unit.name: sum(
                fate.fate == "destroyed" and fate.name == unit.name
                for result in results
                for fate in result.report.fates(side)
            )
            for unit in asked.setup.force(side)
        }
        assert found.lost(side).by_name == {name: times for name, times in names.items() if times}
    captured = sum(result.captured for result in results)
    assert found.chance(lambda ended: ended.captured).times == captured
    minor = sum(result.winner == "terran" and result.degree == "minor" for result in results)
    assert found.won("terran", "minor").times == minor
    together = found.chance_of_losses("terran", lambda names: len(names) > 1)
    assert together.times == sum(
        sum(fate.fate == "destroyed" for fate in result.report.terran) > 1 for result in results
    )


def test_two_doctrines_are_compared_on_the_same_dice() -> None:
    """One seed for a set-up, so that a play-out begins alike; the same doctrine comes to the same."""
    assert seed_of(duel()) == seed_of(duel()) != seed_of(fleets())
    cautious = question(doctrines={"terran": Doctrine(stance="preserve"), "talon": HOLD})
    rolled: list[list[int]] = []

    class Noted(SeededDice):
        def roll(self, label: object) -> int:
            rolled[-1].append(value := super().roll(label))
            return value

    for asked in (question(), cautious):
        rolled.append([])
        play_out(asked, 3, Noted)
    assert rolled[0] != rolled[1]
    many = min(map(len, rolled))
    assert rolled[0][:many] == rolled[1][:many]


def test_a_level_counts() -> None:
    ensigns = question(levels={"terran": "ensign", "talon": "ensign"})
    assert play_outs(ensigns, range(8), SeededDice) != play_outs(question(), range(8), SeededDice)


class Given:
    """Dice with a name and given rolls."""

    name = "given"

    def __init__(self, values: list[int]) -> None:
        self.values = values

    def roll(self, _label: object) -> int:
        """The next given roll."""
        return self.values.pop(0)


@pytest.mark.parametrize("many", [1, 5, 30, 36])
def test_each_terrain_is_as_likely(many: int) -> None:
    """Of all throws of two dice each terrain has as many; the others are rolled again."""
    found = []
    for first in range(1, 7):
        for second in range(1, 7):
            dice = Given([first, second, 1, 1])
            drawn = _drawn(dice, many)
            if len(dice.values) == 2:
                found.append(drawn)
    assert {found.count(number) for number in range(many)} == {36 // many}
    with pytest.raises(ValueError, match="terrains"):
        _drawn(Given([1, 1]), 37)


def test_a_terrain_is_drawn_for_each_play_out(monkeypatch: pytest.MonkeyPatch) -> None:
    terrains = tuple(TalonTerrain(pattern_title(*dice), dice, rolled=True) for dice in sorted(astrometrics()))
    fought: list[Terrain] = []
    same = played_by_talon(duel(), BOTH, SeededDice(1), {})

    def noted(setup: BattleSetup, *_rest: object) -> Result:
        fought.append(setup.terrain)
        return same

    monkeypatch.setattr("engines.talon.system.play_out", noted)
    play_outs(question(terrains=terrains), range(40), SeededDice)
    assert set(fought) <= set(terrains)
    assert len(set(fought)) > 12


def test_wilsons_interval() -> None:
    """Against published values: 0 of 10, 50 of 100, 10 of 10."""
    for times, fought, low, high in ((0, 10, 0.0, 0.2775), (50, 100, 0.4038, 0.5962), (10, 10, 0.7225, 1.0)):
        found = Chance(times, fought).interval
        assert found == pytest.approx((low, high), abs=1e-4)
    assert (Chance(0, 0).share, Chance(0, 0).interval) == (0.0, (0.0, 1.0))


def test_a_battle_that_nobody_wins() -> None:
    drawn = played_by_talon(duel(), BOTH, SeededDice(1), {})
    nobody = replace(drawn, report=replace(drawn.report, winner=None, ending="draw"), degree=None)
    found = tally_of(nobody)
    assert found.ended == ((Ended(), 1),)
    assert found.chance(lambda ended: not ended.winner) == Chance(1, 1)
    assert (Tally().points("terran").value, Losses().by_name) == (0.0, {})


def test_an_average_has_a_range_once_battles_differ_and_not_below_nothing() -> None:
    assert Tally().points("terran").interval is None
    assert Average(10, 100, 1).interval is None
    assert Average(30, 300, 3).interval is None
    assert Average(4, 0, 2).interval is None, "tallied before squares were"
    low, high = Average(10, 100, 2).interval or (1.0, 1.0)
    assert low == 0.0
    assert high == pytest.approx(5 + Z * 5)


def test_the_command_prints_what_the_library_counts(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["odds", str(DUEL), "--times", "12", "--seed", "lamp", "--talon", "hold"]
    assert main([*words, "--json"]) == 0
    found = tallies.decode(capsys.readouterr().out.encode())
    assert found.fought == 12
    assert main(words) == 0
    said = capsys.readouterr().out
    assert said.startswith("12 play-outs by captains.")
    low, high = found.won("terran").interval
    share = found.won("terran").share
    assert f"Terran wins: {100 * share:.0f} % ({100 * low:.0f} to {100 * high:.0f})" in said
    assert f"Talon loses {found.points('talon').value:.0f} points on average" in said
    assert main([*words[:4], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["fought"] == 12


@pytest.mark.parametrize("times", ["0", "-1", "1e3", "many", "100001"])
def test_the_command_refuses_another_number(times: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["odds", str(DUEL), "--times", times])
    assert "is not a number from 1 to 100000" in capsys.readouterr().err


@pytest.mark.parametrize("orders", [0, 5, 40])
def test_from_a_position_captains_play_on_as_they_would_have(orders: int) -> None:
    """The same dice from there on, and the same result to the last box of damage."""
    battle, dice = new_battle(duel()), SeededDice("lamp")
    players = {side: Captain(BOTH[side], mind_of("storm/0", side)) for side in SIDES}
    for _ in range(orders):
        side = decider(battle)
        assert side is not None
        apply(battle, players[side].decide(View(battle, side)), dice)
    written = encode_position(battle).decode()
    dice = SeededDice("storm/0")
    while (side := decider(battle)) is not None:
        apply(battle, players[side].decide(View(battle, side)), dice)
    asked = question(seed="storm", position=written)
    assert play_out(asked, 0, SeededDice) == tally_of(result_for(duel(), report(battle)))


def test_a_drawn_force_comes_in_its_turn_and_without_one_nobody_fights() -> None:
    setup = duel()
    asked = question(drawn={"talon": (setup.talon, ())})
    assert play_out(asked, 0, SeededDice) == play_out(question(), 0, SeededDice)
    assert play_out(asked, 3, SeededDice).ended == ((Ended("terran", unhurt=True, unfought=True), 1),)
