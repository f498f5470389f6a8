"""Plays a whole war between two commanders, every battle fought by captains, and prints how it went."""

import json
import time
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandParser

from campaign.commanders.commander import Commander
from campaign.rules.settings import Settings
from campaign.war.chart.map_library import DEFAULT, shipped_maps, suggested
from campaign.war.log.documents import converted
from campaign.war.playing import Game, new_game
from campaign.war.words.history_line import counted

KEPT = ("turn", "treasury", "active_lp", "minimum_lp", "markers", "losses")


def played(seed: int) -> Game:
    """The war of two commanders that follows from a seed, played to its end; the same for the same seed."""
    chart = shipped_maps()[DEFAULT]
    settings = converted({**suggested(chart), "settled_by": "worker"}, Settings, "settings")
    game = new_game(
        seed,
        {
            "terran": Commander("terran", whim=str(2 * seed)),
            "talon": Commander("talon", whim=str(2 * seed + 1)),
        },
        settings,
        chart,
    )
    game.play()
    return game


class Command(BaseCommand):
    """manage.py play_war --seed N --json"""

    help = "Plays a whole war between two commanders and reports on it."

    def add_arguments(self, parser: CommandParser) -> None:
        """The seed, and the form of the answer."""
        parser.add_argument(
            "--seed", type=int, default=1, help="the same seed gives the same war (default 1)"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Play, print."""
        began = time.perf_counter()
        game = played(options["seed"])
        seconds = round(time.perf_counter() - began, 2)
        self.stdout.write(_json(game, seconds) if options["json"] else _words(game, seconds))


def _json(game: Game, seconds: float) -> str:
    history = [{name: getattr(turn, name) for name in KEPT} for turn in game.history]
    return json.dumps(
        {
            "seed": game.seed,
            "winner": game.war.winner,
            "turns": game.war.turn,
            "battles": game.battles,
            "seconds": seconds,
            "history": msgspec.to_builtins(history),
        }
    )


def _words(game: Game, seconds: float) -> str:
    """The war in a line a turn."""
    winner = game.war.winner.title() if game.war.winner else "Nobody"
    lines = [f"{winner} won in turn {game.war.turn}, after {counted(game.battles, 'battle')} ({seconds} s)."]
    for turn in game.history:
        front = ", ".join(f"{sector} {zone}" for sector, zone in turn.markers.items())
        lost = " and ".join(f"{len(names)} {side.title()}" for side, names in turn.losses.items())
        lines.append(f"Turn {turn.turn}: front line at {front}; lost {lost}.")
    return "\n".join(lines)
