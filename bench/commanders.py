"""Commanders: whole wars of two of them, and against random legal orders."""

import statistics
from time import perf_counter

from bench.figures import Figure, middle
from campaign.commanders.commander import Commander
from campaign.playing import new_game
from engines.seam.sides import SIDES, Side, opponent
from tests.core.table import four_sectors
from tests.core.test_commanders import RandomCommander, of_two, settings

WARS, AGAINST_RANDOM = 40, 50


def figures() -> list[Figure]:
    """How long wars of two commanders are, what they cost, and how often one beats random orders."""
    return [*of_themselves(), against_random()]


def of_themselves() -> list[Figure]:
    """Turns and seconds of wars between two commanders."""
    turns, seconds, battles = [], [], []
    for seed in range(WARS):
        game, began = of_two(1000 + seed), perf_counter()
        game.play()
        seconds.append(perf_counter() - began)
        turns.append(float(game.war.turn if game.war.phase == "over" else 999))
        battles.append(float(game.battles))
    words = f"{WARS} wars, {statistics.median(battles):.0f} battles in the median"
    return [
        Figure("commanders_war_turns_median", statistics.median(turns), "turns", 20, note=words, least=4),
        Figure("commanders_war_turns_most", max(turns), "turns", 60),
        middle("commanders_war_s", seconds, "s", 30.0, "one core"),
    ]


def against_random() -> Figure:
    """Wars of a commander against random legal orders, sides swapped."""
    won = 0
    for seed in range(AGAINST_RANDOM):
        side: Side = SIDES[seed % 2]
        other = RandomCommander(opponent(side), seed)
        players = {side: Commander(side, whim=seed), opponent(side): other}
        other.game = game = new_game(seed, players, settings(), four_sectors())  # type: ignore[arg-type]
        game.play()
        won += game.war.winner == side
    share = 100 * won / AGAINST_RANDOM
    return Figure("commander_beats_random_percent", share, "%", least=90.0, note=f"{AGAINST_RANDOM} wars")
