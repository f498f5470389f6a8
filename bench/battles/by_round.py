"""Orders for the round: how often players are asked, and what they win: `python -m bench rounds`.

Both sides, or one of them, give orders for the round whenever they are asked: courses and AP as a play-out of captains
has them, the rest open. A battle that asks nothing more after `MOST` orders has stalled. The other player of the
battles that are won or lost is a captain that gives order by order; sides are swapped with the same dice.
"""

import os
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from statistics import median
from typing import Final, NamedTuple, cast

from bench.battles.fleets import SCENARIOS, fleets_of, of_classes
from bench.battles.ladder import wilson
from bench.figures import Measurement, p95
from engines.seam.documents import BattleSetup
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.captains.fight import Player
from engines.talon.orders import AnyOrder, Concede, OfferDraw
from engines.talon.play.rounds.in_force import InForce
from engines.talon.play.rounds.orders import STOPS, RoundOrders, Stops
from engines.talon.play.rounds.plan import planned
from engines.talon.play.rounds.stops import Watched, watch
from engines.talon.view import View, decider

COUNTED: Final = 200
PLAYED: Final = 400
MOST: Final = 20_000
"""More orders than any battle has."""
FLEETS: Final = ("CA,CL,DD,DD", "BB,BC,CA,CL,DD,DD")
NO_STOPS: Final = Stops(contact="", hull=False, critical=False, loss=False)
TEMPOS: Final = {"round": STOPS["round"], "impulse": STOPS["impulse"], "unstopped": NO_STOPS}
LIMITS: Final = {"round": (2, 4), "impulse": (3, 5), "unstopped": (1, 1)}
LEAST_WON: Final = 45.0


class Outcome(NamedTuple):
    """What came of a battle: how often each side was asked in each round, its winner, and whether it came to an end."""

    asked: list[int]
    winner: Side | None
    ended: bool
    steps: int
    unable: int


class ByRound:
    """A player who gives orders for the round as a captain would play it, and is asked again at its stops."""

    def __init__(self, stops: Stops) -> None:
        self.stops = stops
        self.asked: Counter[int] = Counter()
        self.unable = 0
        self.steps = 0
        self._captain = Captain()
        self._given: tuple[RoundOrders, Watched] | None = None
        self._following: InForce | None = None

    def begin_line(self) -> None:
        """The other side has decided since: what follows is a new line."""
        self._following = InForce(*self._given) if self._given else None

    def decide(self, view: View) -> AnyOrder:
        """The next order: by the orders for the round, or of the captain before the first round."""
        if not view.round:
            return self._captain.decide(view)
        before = len(self._following.unable) if self._following else 0
        order = self._following.decide(view) if self._following else None
        if order is None:
            return self._asked(view)
        assert self._following is not None
        self.unable += len(self._following.unable) - before
        return order

    def _asked(self, view: View) -> AnyOrder:
        """New orders for the rest of the round, and the first of them; or the battle given up."""
        self.asked[view.round] += 1
        given_up = self._captain.decide(view)
        if isinstance(given_up, Concede | OfferDraw):
            return given_up
        orders = planned(view, self.stops)
        self.steps += sum(len(one.course) + len(one.power) for one in orders.ships)
        self._given = orders, watch(view, self.stops.reach)
        self.begin_line()
        return self.decide(view)


def setup_of(number: int) -> BattleSetup:
    """The set-up of the battle of that number: four ships a side, six, or a scenario."""
    if number % 3 < len(FLEETS):
        return of_classes(FLEETS[number % 3], FLEETS[number % 3])
    return fleets_of(number // 3 % len(SCENARIOS) + 1)


def fought(setup: BattleSetup, players: dict[Side, Player], seed: int) -> Outcome:
    """The battle of two players, to its end or until it has stalled."""
    battle, dice = game.new_battle(setup), SeededDice(seed)
    views, last = {side: View(battle, side) for side in SIDES}, None
    for _ in range(MOST):
        side = decider(battle)
        if side is None:
            break
        player = players[side]
        if side != last and isinstance(player, ByRound):
            player.begin_line()
        last = side
        game.apply(battle, player.decide(views[side]), dice)
    by_round = [one for one in players.values() if isinstance(one, ByRound)]
    asked = [times for one in by_round for times in one.asked.values()]
    steps, unable = sum(one.steps for one in by_round), sum(one.unable for one in by_round)
    return Outcome(asked, battle.winner, bool(battle.ending), steps, unable)


def counted(task: tuple[str, int]) -> Outcome:
    """The battle of that number between two players with the stops of a tempo."""
    tempo, number = task
    return fought(setup_of(number), {side: ByRound(TEMPOS[tempo]) for side in SIDES}, number)


def played(number: int) -> tuple[float, Outcome]:
    """1 if orders for the round win the battle of that number against order by order, 0.5 for a draw."""
    side = SIDES[number % 2]
    players: dict[Side, Player] = {one: Captain() for one in SIDES}
    players[side] = ByRound(STOPS["round"])
    outcome = fought(setup_of(number // 2), players, number // 2)
    return (0.5 if outcome.winner is None else float(outcome.winner == side)), outcome


def figures(counted_battles: int = COUNTED, played_battles: int = PLAYED) -> list[Measurement]:
    """How often players are asked, what orders for the round win, and the battles that stalled."""
    with ProcessPoolExecutor(int(os.environ.get("PROCESSES", os.cpu_count() or 1))) as pool:
        by_tempo = {
            tempo: list(pool.map(counted, [(tempo, at) for at in range(counted_battles)], chunksize=5))
            for tempo in TEMPOS
        }
        scores = list(pool.map(played, range(played_battles), chunksize=5))
    outcomes = [outcome for found in by_tempo.values() for outcome in found] + [
        outcome for _, outcome in scores
    ]
    found = [one for tempo, battles in by_tempo.items() for one in _asked(tempo, battles)]
    return [*found, _won([score for score, _ in scores]), _unable(outcomes), _stalled(outcomes)]


def _asked(tempo: str, outcomes: Sequence[Outcome]) -> list[Measurement]:
    asked = [times for one in outcomes for times in one.asked]
    usual, often = LIMITS[tempo]
    note = f"asked a round and player, {tempo}, in {len(outcomes)} battles"
    return [
        Measurement(f"rounds_{tempo}_asked", median(asked), "", usual, min(asked), max(asked), note),
        Measurement(
            f"rounds_{tempo}_asked_p95", p95(cast("list[float]", asked)), "", often, note="the same, p95"
        ),
    ]


def _won(scores: list[float]) -> Measurement:
    share = sum(scores) / len(scores)
    low, high = (100 * end for end in wilson(share, len(scores)))
    note = f"won against order by order, of {len(scores)} battles; the interval of 95 %"
    return Measurement("rounds_won", 100 * share, "%", None, low, high, note, least=LEAST_WON)


def _unable(outcomes: Sequence[Outcome]) -> Measurement:
    steps = sum(one.steps for one in outcomes)
    share = 100 * sum(one.unable for one in outcomes) / steps
    return Measurement(
        "rounds_unable", share, "%", None, note=f"of {steps} ordered steps not possible when due"
    )


def _stalled(outcomes: Sequence[Outcome]) -> Measurement:
    stalled = sum(not one.ended for one in outcomes)
    return Measurement("rounds_stalled", stalled, "", 0, note=f"of {len(outcomes)} battles")


if __name__ == "__main__":
    for one in figures(*map(int, sys.argv[1:])):
        print(one.name, round(one.value, 2), one.low, one.high, one.note)
