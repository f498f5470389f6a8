"""odds: two fleets fought by captains many times over."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final, TextIO

from engines.odds.chances import Chance
from engines.seam.sides import SIDE_TITLES, SIDES, Side
from engines.seeded import SeededDice
from engines.warfleets.captains.levels import LEVELS, player_of
from engines.warfleets.captains.match import Player, fight
from engines.warfleets.set_ups import USUAL, SetUp
from engines.warfleets.shell.files import fleet_in, table_in

HELP = "have captains fight a battle many times, and count who wins"
USUAL_BATTLES: Final = 50
MOST_BATTLES: Final = 10_000


def add_arguments(parser: ArgumentParser) -> None:
    """Two fleets, the table, how many battles, and the level of the captains."""
    for side in SIDES:
        parser.add_argument(
            side, type=Path, metavar=side.upper(), help=f"{SIDE_TITLES[side]}'s fleet in TOML"
        )
    parser.add_argument("--points", type=int, default=USUAL, help="of the game (%(default)s unless you say)")
    parser.add_argument(
        "--table", type=Path, metavar="FILE", help="terrain in TOML; without it captains lay it"
    )
    words = f"how many, {MOST_BATTLES} at most (%(default)s unless you say)"
    parser.add_argument("--battles", type=int, default=USUAL_BATTLES, help=words)
    parser.add_argument("--level", choices=LEVELS, default="admiral", help="of both captains (%(default)s)")


def run(options: Namespace, _answers: TextIO, out: TextIO) -> int:
    """0 when the battles are fought, 2 for a number of battles that nobody fights; `Refused` if none can begin."""
    if not 1 <= options.battles <= MOST_BATTLES:
        out.write(f"Ask for 1 to {MOST_BATTLES} battles.\n")
        return 2
    terrain = table_in(options.table) if options.table is not None else ()
    set_up = SetUp(fleet_in(options.terran), fleet_in(options.talon), options.points, terrain)
    winners: list[Side | None] = []
    for number in range(options.battles):
        players: dict[Side, Player] = {
            side: player_of(options.level, 2 * number + at) for at, side in enumerate(SIDES)
        }
        winners.append(fight(set_up, players, SeededDice(f"odds/{number}")).winner)
    for side in SIDES:
        chance = Chance(winners.count(side), options.battles)
        low, high = chance.interval
        out.write(
            f"{SIDE_TITLES[side]} wins {100 * chance.share:.0f} % ({100 * low:.0f} to {100 * high:.0f}) "
            f"of {options.battles}\n"
        )
    out.write(f"{winners.count(None)} of {options.battles} are drawn\n")
    return 0
