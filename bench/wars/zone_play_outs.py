"""Zones of whole wars played out under every pair of stances: python -m bench.wars.zone_play_outs FILE.

Each line of the file is a zone, a pair of stances, and what its play-outs came to. The estimate is fitted to them.
"""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from random import Random

import msgspec

from bench.wars.zones import Zone, zones
from campaign.rules.battles.predicting import STANCES
from campaign.rules.odds.asked import asked_of
from engines.odds.playing import Question, play_outs
from engines.odds.tally import Tally
from engines.seam.documents import BattleSetup, Doctrine, Level, Stance, Terrain
from engines.seam.own_documents import read_own
from engines.seam.sides import Side
from engines.seeded import SeededDice

FIRST = 500_000
ENSIGNS = 0.25
"""The share of wars whose zones are fought by ensigns."""


class PlayedOut(msgspec.Struct, frozen=True):
    """A zone under a pair of stances: how many of the `fought` play-outs each side won, and so on, Terran first.

    `advanced`: won by a victory that moves the front line where no planet stops it (31.6.4). `lost`: Ship Points, all
    play-outs together.
    """

    war: int
    turn: int
    setup: BattleSetup
    terrains: tuple[Terrain, ...]
    stances: tuple[Stance, Stance]
    level: Level
    fought: int
    won: tuple[int, int]
    advanced: tuple[int, int]
    captured: int
    lost: tuple[int, int]


def played_out(zone: Zone, question: Question, tally: Tally, level: Level) -> PlayedOut:
    """What the play-outs of a zone came to."""
    return PlayedOut(
        war=zone.war,
        turn=zone.view.turn,
        setup=question.setup,
        terrains=question.terrains,
        stances=(question.doctrines["terran"].stance, question.doctrines["talon"].stance),
        level=level,
        fought=tally.fought,
        won=(tally.won("terran").times, tally.won("talon").times),
        advanced=(_advanced(tally, "terran"), _advanced(tally, "talon")),
        captured=tally.chance(lambda ended: ended.captured).times,
        lost=(tally.terran.points, tally.talon.points),
    )


def _advanced(tally: Tally, side: Side) -> int:
    return tally.chance(
        lambda ended: ended.winner == side and (ended.degree != "minor" or ended.unhurt)
    ).times


def of_war(number: int, fought: int, pairs: int, every: int) -> list[PlayedOut]:
    """What is played out of a war: of every so many of its zones one, from one that is drawn."""
    found = list(zones(number, 1))[Random(f"first {number}").randrange(every) :: every]
    return [one for zone in found for one in _pairs(zone, fought, pairs)]


def _pairs(zone: Zone, fought: int, pairs: int) -> Iterator[PlayedOut]:
    random = Random(f"stances {zone.war} {zone.battle.number}")
    level: Level = "ensign" if Random(f"level {zone.war}").random() < ENSIGNS else "captain"
    for terran, talon in random.sample(list(product(STANCES, repeat=2)), pairs):
        asked = asked_of(zone.view, "terran", zone.battle, Doctrine(stance=terran), level)
        question = asked.case(STANCES.index(talon))
        yield played_out(zone, question, play_outs(question, range(fought), SeededDice), level)


def read(file: Path) -> list[PlayedOut]:
    """All lines of a file."""
    decoder = msgspec.json.Decoder(PlayedOut, dec_hook=read_own)
    return [decoder.decode(line) for line in file.read_bytes().splitlines()]


def main(arguments: list[str]) -> None:
    """Add to the file what is played out of so many wars."""
    parser = argparse.ArgumentParser(prog="python -m bench.wars.zone_play_outs", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--first", type=int, default=FIRST, help="the number of the first war")
    parser.add_argument("--wars", type=int, default=150)
    parser.add_argument("--fought", type=int, default=2, help="play-outs of each zone and pair of stances")
    parser.add_argument("--pairs", type=int, default=9, help="pairs of stances of each zone, 1 to 9")
    parser.add_argument("--every", type=int, default=1, help="of so many zones one is played out")
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args(arguments)
    numbers = range(asked.first, asked.first + asked.wars)
    many = [[one] * asked.wars for one in (asked.fought, asked.pairs, asked.every)]
    with asked.file.open("ab") as out, ProcessPoolExecutor(asked.processes) as pool:
        for found in pool.map(of_war, numbers, *many):
            out.writelines(msgspec.json.encode(one) + b"\n" for one in found)
            out.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
