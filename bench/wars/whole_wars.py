"""How strong commanders and the site's proposals are, in whole wars.

`python -m bench.wars.whole_wars [levels|proposals|difficulties]`

`levels`: each level of commander against each lower one, seats swapped, the same captains on both sides; shrewd has to
beat gentle in 80 %. `proposals`: who takes the first, the middle or the last proposal of every choice, against the
computer as Play now sets it; each has to win 40 % in either seat, and the middle one not more than 70 %. Every battle
is fought by captains. `difficulties`: each level as it is played, against the recommended proposals
(`bench.wars.difficulties`), until it is sure that each is harder than the one before. A war without a winner is half a
win. Intervals are Wilson's of 95 %. What is measured goes into var/wars.json too.
"""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import combinations
from time import perf_counter

from bench.battles.ladder import wilson
from bench.figures import OUT
from bench.wars.commanders import settings
from bench.wars.difficulties import measured
from bench.wars.proposal_player import ProposalPlayer, Taken
from campaign.commanders.commander import Commander
from campaign.rules.settings import DIFFICULTIES, CommanderLevel
from campaign.war.chart.map_library import DEFAULT, shipped_maps
from campaign.war.playing import Game, Player, new_game
from engines.native.builds import is_compiled
from engines.seam.documents import Level
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.catalogue import ship_class

WARS_OUT = OUT.with_name("wars.json")
LEVELS: tuple[CommanderLevel, ...] = ("shrewd", "steady", "gentle")
LEAST = 80.0
BOTTOM = 40.0
MOST: dict[Taken, float] = {"middle": 70.0, "first": 100.0, "last": 100.0}
BY = {"home": "home captured", "logistics": "too few LP", "surrender": "surrender", None: "not over"}


@dataclass(frozen=True)
class PlayedWar:
    """How a war went for one side: `score` is 1, 0.5 or 0; `ended` in words; losses in Ship Points.

    `zones`: by sector how many zones the front line moved toward the enemy's home.
    """

    side: Side
    score: float
    turns: int
    ended: str
    own_lost: int
    enemy_lost: int
    zones: dict[str, int]


@dataclass(frozen=True)
class Standing:
    """What came of a number of wars: the share won in percent with its interval, and how they ended."""

    who: str
    wars: int
    share: float
    low: float
    high: float
    turns: float
    endings: dict[str, int]
    lost: dict[str, float]
    kept: bool | None = None


def between(better: CommanderLevel, worse: CommanderLevel, wars: int) -> Iterator[PlayedWar]:
    """Wars of two levels, the first in either seat in turn with the same seed."""
    for number in range(wars):
        side, seed = SIDES[number % 2], 20_000 + number // 2
        players: dict[Side, Player] = {
            side: Commander(side, better, f"better {seed}"),
            opponent(side): Commander(opponent(side), worse, f"worse {seed}"),
        }
        yield _played(seed, players, {}, side)


def by_proposals(side: Side, wars: int, taken: Taken = "middle") -> Iterator[PlayedWar]:
    """Wars of the proposals that are taken, against the computer at its easiest."""
    enemy, first = opponent(side), DIFFICULTIES["easy"]
    for seed in range(30_000, 30_000 + wars):
        other = Commander(enemy, first.commander, f"first {seed}", first.captains)
        players: dict[Side, Player] = {side: ProposalPlayer(side, taken), enemy: other}
        yield _played(seed, players, dict.fromkeys(SIDES, first.captains), side)


def _played(seed: int, players: dict[Side, Player], levels: dict[Side, Level], side: Side) -> PlayedWar:
    game = new_game(seed, players, settings(), shipped_maps()[DEFAULT], levels)
    game.play()
    return _played_war(game, side)


def _played_war(game: Game, side: Side) -> PlayedWar:
    war, forward = game.war, 1 if side == "terran" else -1
    points = Counter[Side]()
    for loss in war.losses:
        points[loss.side] += ship_class(loss.side, loss.ship_class).points
    moved = {sector: forward * (at - war.chart.start(sector)) for sector, at in war.markers.items()}
    score = 0.5 if war.winner is None else float(war.winner == side)
    return PlayedWar(
        side, score, war.turn, BY.get(war.ended, "agreed"), points[side], points[opponent(side)], moved
    )


def standing(
    who: str, played: Iterable[PlayedWar], least: float | None = None, most: float = 100.0
) -> Standing:
    """The share of the wars that were won; with `least`, whether it lies between the limits."""
    wars = list(played)
    share = sum(war.score for war in wars) / len(wars)
    low, high = wilson(share, len(wars))
    words = {1.0: "won", 0.5: "drawn", 0.0: "lost"}
    return Standing(
        who=who,
        wars=len(wars),
        share=100 * share,
        low=100 * low,
        high=100 * high,
        turns=sum(war.turns for war in wars) / len(wars),
        endings=dict(Counter(f"{words[war.score]}, {war.ended}" for war in wars).most_common()),
        lost=_of_the_lost([war for war in wars if not war.score]),
        kept=None if least is None else least <= 100 * share <= most,
    )


def _of_the_lost(wars: list[PlayedWar]) -> dict[str, float]:
    """Of lost wars the mean points lost by either side, and the mean move of each front line; nothing without any."""
    if not wars:
        return {}
    found = {
        "own points lost": sum(war.own_lost for war in wars) / len(wars),
        "enemy points lost": sum(war.enemy_lost for war in wars) / len(wars),
    }
    for sector in wars[0].zones:
        found[f"{sector} zones"] = sum(war.zones[sector] for war in wars) / len(wars)
    return found


def show(one: Standing) -> Standing:
    """Print a share with its interval, how the wars ended, and what the lost ones had alike."""
    verdict = {None: "", True: "  kept", False: "  MISSED"}[one.kept]
    share = f"{one.share:5.1f} % ({one.low:.1f} to {one.high:.1f})"
    print(f"{one.who:42} {share} of {one.wars}, {one.turns:.1f} turns{verdict}")
    print("    " + "; ".join(f"{words} {number}" for words, number in one.endings.items()))
    if one.lost:
        print(
            "    lost wars, mean: " + ", ".join(f"{words} {value:.1f}" for words, value in one.lost.items())
        )
    sys.stdout.flush()
    return one


def _levels(wars: int, _taken: Iterable[Taken]) -> Iterator[Standing]:
    for better, worse in combinations(LEVELS, 2):
        least = LEAST if (better, worse) == (LEVELS[0], LEVELS[-1]) else None
        yield show(standing(f"{better} over {worse}", between(better, worse, wars), least))


def _proposals(wars: int, which: Iterable[Taken]) -> Iterator[Standing]:
    for taken in which:
        for side in SIDES:
            who = f"{taken} proposals as {side.title()}"
            yield show(standing(who, by_proposals(side, wars, taken), BOTTOM, MOST[taken]))


LEVELS_PLAYED = "difficulties"
PARTS = {"levels": (_levels, 200), "proposals": (_proposals, 100)}


def main(arguments: list[str]) -> int:
    """0 when every limit is kept."""
    parser = argparse.ArgumentParser(prog="python -m bench.wars.whole_wars", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join((*PARTS, LEVELS_PLAYED)))
    parser.add_argument(
        "--wars",
        type=int,
        help="instead of 200 for each step, 100 for each proposal in each seat, and until the order is sure",
    )
    parser.add_argument(
        "--taken",
        nargs="+",
        choices=list(MOST),
        default=list(MOST),
        help="which of the proposals; all without it",
    )
    asked = parser.parse_args(arguments)
    wanted = asked.parts or [*PARTS, LEVELS_PLAYED]
    if unknown := [name for name in wanted if name not in (*PARTS, LEVELS_PLAYED)]:
        parser.error(f"no such part: {', '.join(unknown)}")
    began = perf_counter()
    print(f"Whole wars, the engine {'compiled' if is_compiled() else 'as plain Python'}", flush=True)
    found = [
        one
        for name in wanted
        if name in PARTS
        for one in PARTS[name][0](asked.wars or PARTS[name][1], asked.taken)
    ]
    kept = LEVELS_PLAYED not in wanted or measured(asked.wars, os.cpu_count() or 1)
    print(f"{perf_counter() - began:.0f} s")
    WARS_OUT.parent.mkdir(exist_ok=True)
    WARS_OUT.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n", encoding="utf-8")
    return 0 if kept and all(one.kept is not False for one in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
