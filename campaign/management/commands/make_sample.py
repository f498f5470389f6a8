"""Makes the sample that is shipped with the site; only for those who work on it."""

from gzip import compress
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from campaign.management.commands.play_war import played
from campaign.sample.making import battle_file, best_battle, war_file
from campaign.sample.shipped import BATTLE, WAR

SEED = 358
"""Of some 400 wars one in which most battles are fought: the lead changes, and who won fewer battles wins the war."""


class Command(BaseCommand):
    """manage.py make_sample --seed N"""

    help = "Plays the war that visitors can look at, and writes it and its best battle into campaign/sample/."

    def add_arguments(self, parser: CommandParser) -> None:
        """The seed of the war."""
        parser.add_argument(
            "--seed", type=int, default=SEED, help=f"the same seed gives the same war (default {SEED})"
        )

    def handle(self, *_args: Any, seed: int, **_options: Any) -> None:
        """Play, write, and say what came of it."""
        game = played(seed)
        WAR.write_bytes(compress(war_file(game), mtime=0))
        BATTLE.write_bytes(battle_file(game))
        sizes = WAR.stat().st_size + BATTLE.stat().st_size
        self.stdout.write(f"{game.war.turn} turns; best battle {best_battle(game)}; {sizes} bytes.")
