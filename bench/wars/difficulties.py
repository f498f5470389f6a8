"""Each difficulty as it is played: whole wars of the recommended proposals against the computer, and their battles.

`python -m bench.wars.whole_wars difficulties`. Captains stand in for admirals in the battles, which would take minutes
each; the commander decides as one of admirals. The sides are evened (S77), as the form of a new war does. The last
table is of medium against medium on the same terms.

A turn has a contest if a battle is fought in which the weaker side wins or holds the front line in a quarter or more,
by the estimate with both captains told to withdraw. Where declining would lose no ground, it has to win (S76).

That each level is harder than the one before it is tested until it is sure: every level plays the same wars, a round of
them at a time, and Wald's sequential test takes each war that was won against one level and lost against the next. It
is wrong in at most one of twenty tests. With `--wars` so many are played in any case.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import log

from msgspec.structs import replace

from bench.battles.ladder import wilson
from bench.wars.commanders import settings
from bench.wars.proposal_player import ProposalPlayer
from campaign.commanders.commander import Commander
from campaign.commanders.strength import pieces_of, strength
from campaign.rules import events as e
from campaign.rules.battles.forces import has_forces
from campaign.rules.battles.predicting import USUAL, estimated, stands_ground
from campaign.rules.settings import DIFFICULTIES, EVEN_HANDICAP, DifficultyName
from campaign.rules.state import Battle, War
from campaign.war.chart.map_library import DEFAULT, shipped_maps
from campaign.war.playing import MOST_TURNS, Game, Player, new_game, play_outs
from engines.seam.documents import BattleSetup, Level
from engines.seam.sides import SIDES, Side, opponent

FIRST = 40_000
"""The seed of the first war."""
RATIOS = (0.0, 0.45, 0.6, 0.8, 0.9, 1.01)
"""The weaker side's strength by the stronger's, where one line of the table ends and the next begins."""
CLOSE = 0.6
"""From here on the strengths of both sides are called close."""
CONTESTED = 25
"""In so many of 100 the weaker side wins or holds the front line in a battle that is a contest."""
LONG = 12
"""So many turns are enough for a war."""
GOALS: dict[DifficultyName, tuple[float, float]] = {"easy": (55, 70), "medium": (40, 60), "hard": (25, 40)}
"""What the recommended proposals are to win against each level, in percent, in either seat."""
CONTEST_GOAL, LONG_GOAL = 80.0, 80.0
EQUALS: tuple[float, float] = (42, 58)
"""What either side is to win of the wars of medium against medium, in percent."""
ROUND, LEAST = 20, 40
"""So many wars against each level are played at a time, and in any case."""
MOST = 200
"""So many wars against each level are played if their order is not sure before."""
SHARE = 0.65
"""Of the wars that end otherwise against the next level, in which part it does better if it is harder as meant."""
WRONG = 0.05
"""How often the test may be wrong."""


@dataclass(frozen=True)
class Met:
    """A zone with forces of both sides: the weaker one's strength by the stronger's, and whether it was fought."""

    turn: int
    ratio: float
    fought: bool


@dataclass(frozen=True)
class LevelWar:
    """A whole war of the recommended proposals on `side`: the score is 1, 0.5 or 0.

    `contests` are the turns in which a battle was fought that was one.
    """

    side: Side
    score: float
    turns: int
    zones: tuple[Met, ...]
    contests: frozenset[int]


def played(difficulty: DifficultyName, number: int) -> LevelWar:
    """The war of that number; the seats are swapped from one to the next."""
    side: Side = SIDES[number % 2]
    enemy, level = opponent(side), DIFFICULTIES[difficulty]
    seed = FIRST + number // 2
    other = Commander(enemy, level.commander, f"{difficulty} {seed}", level.captains, play_outs())
    captains: Level = "ensign" if level.captains == "ensign" else "captain"
    return _war(seed, {side: ProposalPlayer(side, "middle"), enemy: other}, side, captains)


def of_equals(number: int) -> LevelWar:
    """The war of that number of medium against medium, as Terran saw it."""
    seed, level = FIRST + number, DIFFICULTIES["medium"]
    players: dict[Side, Player] = {
        side: Commander(side, level.commander, f"{side} {seed}", level.captains) for side in SIDES
    }
    return _war(seed, players, SIDES[0], level.captains)


def _war(seed: int, players: dict[Side, Player], side: Side, captains: Level) -> LevelWar:
    agreed = replace(settings(), handicap=EVEN_HANDICAP, computer=captains)
    game = new_game(seed, players, agreed, shipped_maps()[DEFAULT], dict.fromkeys(SIDES, captains))
    fought: dict[int, bool] = {}
    contests = set[int]()
    while game.war.phase != "over" and game.war.turn <= MOST_TURNS:
        battle = game.war.current_battle()
        if battle is not None and battle.setup is not None and battle.number not in fought:
            fought[battle.number] = is_contest(game.war, battle, battle.setup)
            if fought[battle.number]:
                contests.add(game.war.turn)
        game.step()
    score = 0.5 if game.war.winner is None else float(game.war.winner == side)
    return LevelWar(side, score, game.war.turn, tuple(zones_of(game)), frozenset(contests))


def is_contest(war: War, battle: Battle, setup: BattleSetup) -> bool:
    """Whether the side that wins less often stands its ground in `CONTESTED` of 100, if both captains may withdraw."""
    won = estimated(war, battle, setup, dict.fromkeys(SIDES, USUAL), war.settings.computer).won
    weaker = min(SIDES, key=lambda side: won[side])
    return stands_ground(war, battle, weaker, USUAL, setup) >= CONTESTED


def zones_of(game: Game) -> Iterator[Met]:
    """The zones of a war in which both sides had forces."""
    fought = {event.battle for event in game.events if isinstance(event, e.BattleJoined)}
    for given in game.given:
        for event in given.events:
            if isinstance(event, e.ForcesRevealed) and has_forces(event.terran) and has_forces(event.talon):
                yield Met(given.turn, _ratio(event), event.battle in fought)


def _ratio(event: e.ForcesRevealed) -> float:
    terran = strength("terran", pieces_of("terran", event.terran), 1)
    talon = strength("talon", pieces_of("talon", event.talon), 1)
    return min(terran, talon) / max(terran, talon, 1e-9)


def measured(wars: int | None, processes: int) -> bool:
    """Play so many wars each, or rounds until the order of the levels is sure, at most `MOST`; whether all is kept."""
    found: dict[DifficultyName, list[LevelWar]] = {difficulty: [] for difficulty in DIFFICULTIES}
    with ProcessPoolExecutor(processes) as pool:
        for first in range(0, wars or MOST, ROUND):
            numbers = range(first, min(first + ROUND, wars or MOST))
            for difficulty, played_so_far in found.items():
                played_so_far.extend(pool.map(played, [difficulty] * len(numbers), numbers))
            if wars is None and first + ROUND >= LEAST and all(sure is not None for _, sure in _order(found)):
                break
        equals = list(pool.map(of_equals, range(max(len(one) for one in found.values()))))
    kept = [
        _show(difficulty, played_wars, GOALS[difficulty], SIDES) for difficulty, played_wars in found.items()
    ]
    kept.append(_show("medium against medium", equals, EQUALS, SIDES[:1]))
    return all(kept) & _in_order(found)


def is_harder(easier: Sequence[float], other: Sequence[float]) -> bool | None:
    """Whether the same wars are won less often against the other level; None as long as it is not sure.

    Wald's sequential probability ratio test of the wars with different scores: in half of them the harder level did
    better if both are alike, in `SHARE` of them if it is harder as meant. Half a win of difference counts half.
    """
    better = sum(max(0.0, first - second) for first, second in zip(easier, other, strict=True))
    worse = sum(max(0.0, second - first) for first, second in zip(easier, other, strict=True))
    ratio = better * log(SHARE / 0.5) + worse * log((1 - SHARE) / 0.5)
    bound = log((1 - WRONG) / WRONG)
    return None if abs(ratio) < bound else ratio > 0


def _order(
    found: Mapping[DifficultyName, Sequence[LevelWar]],
) -> Iterator[tuple[tuple[DifficultyName, DifficultyName], bool | None]]:
    """Each two neighbouring levels, and whether the second is harder; None if it is not sure."""
    for pair in itertools.pairwise(found):
        yield pair, is_harder(*([war.score for war in found[one]] for one in pair))


def _show(who: str, wars: Sequence[LevelWar], won: tuple[float, float], seats: Sequence[Side]) -> bool:
    """Print what came of the wars; whether the goals are kept, also what is to be `won` in each of the seats."""
    zones = [zone for war in wars for zone in war.zones]
    print(
        f"{who}, {len(wars)} wars: {_percent([zone.fought for zone in zones])} of {len(zones)} zones fought"
    )
    for low, high in itertools.pairwise(RATIOS):
        these = [zone.fought for zone in zones if low <= zone.ratio < high]
        share = _percent([low <= zone.ratio < high for zone in zones])
        print(
            f"    ratio {low:.2f} to {min(high, 1):.2f}: {share} of the zones, {_percent(these)} of them fought"
        )
    close = [any(_close(war, turn)) for war in wars for turn in range(1, war.turns + 1)]
    print(f"    turns with a battle of ratio {CLOSE} or more: {_percent(close)} of {len(close)}")
    contests = [turn in war.contests for war in wars for turn in range(1, war.turns + 1)]
    goals = [
        _goal("turns with a contest", contests, CONTEST_GOAL, 100.0),
        _goal(f"wars over in {LONG} turns", [war.turns <= LONG for war in wars], LONG_GOAL, 100.0),
    ]
    for side in seats:
        scores = [war.score for war in wars if war.side == side]
        goals.append(_goal(f"won as {side.title()}", scores, *won))
    return all(goals)


def _close(war: LevelWar, turn: int) -> Iterator[bool]:
    """Of each zone of a turn whether it was fought at close strengths."""
    return (zone.fought and zone.ratio >= CLOSE for zone in war.zones if zone.turn == turn)


def _goal(words: str, came: Sequence[float], least: float, most: float) -> bool:
    share = sum(came) / max(1, len(came))
    low, high = wilson(share, max(1, len(came)))
    kept = least <= 100 * share <= most
    interval = f"{100 * share:3.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    print(
        f"    {words:34} {interval:18} goal {least:.0f} to {most:.0f}  {'kept' if kept else 'MISSED'}",
        flush=True,
    )
    return kept


def _in_order(found: Mapping[DifficultyName, Sequence[LevelWar]]) -> bool:
    """Whether each level is surely harder than the one before it: fewer of the same wars are won against it."""
    names = " > ".join(f"{name} {_percent([war.score for war in wars])}" for name, wars in found.items())
    print(f"won against each level: {names}")
    words = {True: "sure", False: "NO: it is not harder", None: "NOT SURE"}
    for (easier, other), sure in _order(found):
        print(
            f"    {other} is harder than {easier}: {words[sure]}, after {len(found[other])} wars against each"
        )
    return all(sure for _, sure in _order(found))


def _percent(came: Sequence[float]) -> str:
    return f"{100 * sum(came) / max(1, len(came)):.0f} %"
