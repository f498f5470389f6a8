"""Commanders: whole wars of two of them, and against random legal orders."""

import statistics
from time import perf_counter

from bench.figures import Measurement, middle
from bench.wars.random_player import RandomCommander
from campaign.commanders.commander import Commander
from campaign.rules.settings import Settings
from campaign.war.chart.map_library import DEFAULT, shipped_maps
from campaign.war.log.documents import converted
from campaign.war.playing import Game, new_game
from engines.seam.sides import SIDES, Side, opponent

WARS, AGAINST_RANDOM = 40, 50


def figures() -> list[Measurement]:
    """How long wars of two commanders are, what they cost, and how often one beats random orders."""
    return [*of_themselves(), against_random()]


def of_themselves() -> list[Measurement]:
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
        Measurement(
            "commanders_war_turns_median", statistics.median(turns), "turns", 20, note=words, least=4
        ),
        Measurement("commanders_war_turns_most", max(turns), "turns", 60),
        middle("commanders_war_s", seconds, "s", 30.0, "one core"),
    ]


def against_random() -> Measurement:
    """Wars of a commander against random legal orders, sides swapped."""
    won = 0
    for seed in range(AGAINST_RANDOM):
        side: Side = SIDES[seed % 2]
        other = RandomCommander(opponent(side), seed)
        players = {side: Commander(side, whim=str(seed)), opponent(side): other}
        other.game = game = new_game(seed, players, settings(), shipped_maps()[DEFAULT])  # type: ignore[arg-type]
        game.play()
        won += game.war.winner == side
    share = 100 * won / AGAINST_RANDOM
    return Measurement(
        "commander_beats_random_percent", share, "%", least=90.0, note=f"{AGAINST_RANDOM} wars"
    )


def settings() -> Settings:
    """What the default map suggests; battles are the computer's."""
    plan = shipped_maps()[DEFAULT]
    return converted(
        {"treasury": plan.start_treasury, "reserve": plan.reserve_points, "settled_by": "worker"},
        Settings,
        "bench",
    )


def of_two(seed: int) -> Game:
    """A war of two commanders, not begun yet."""
    players = {
        "terran": Commander("terran", whim=str(seed)),
        "talon": Commander("talon", whim=str(seed + 100)),
    }
    return new_game(seed, players, settings(), shipped_maps()[DEFAULT])  # type: ignore[arg-type]
