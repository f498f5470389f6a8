"""Zones of whole wars played out under every pair of stances: python -m bench.wars.zone_play_outs FILE.

Each line of the file is a zone, a pair of stances, and what its play-outs came to. The estimate is fitted to them.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product, repeat
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from bench.wars.zones import Zone, zones
from campaign.rules.battles.predicting import STANCES
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.odds.asked import asked_of
from engines.odds.playing import Question, play_outs
from engines.odds.tally import Tally
from engines.seam.documents import BattleSetup, Doctrine, Level, Stance, Terrain
from engines.seam.own_documents import read_own
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon.estimate.estimating import estimate

FIRST = 500_000
ENSIGNS = 0.25
"""The share of wars whose zones are fought by ensigns."""
DECIDED = 0.03
"""A battle that either side wins less often by the estimate in use is decided."""


class PlayedOut(msgspec.Struct, frozen=True):
    """A zone under a pair of stances: how many of the `fought` play-outs each side won, and so on, Terran first.

    `advanced`: won by a victory that moves the front line where no planet stops it (31.6.4). `lost`: Ship Points, all
    play-outs together. `stands_for`: so many battles as decided, of which this one was played out.
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
    stands_for: int = 1


def played_out(zone: Zone, question: Question, tally: Tally, level: Level, stands_for: int = 1) -> PlayedOut:
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
        stands_for=stands_for,
    )


def _advanced(tally: Tally, side: Side) -> int:
    return tally.chance(
        lambda ended: ended.winner == side and (ended.degree != "minor" or ended.unhurt)
    ).times


class Asked(msgspec.Struct, frozen=True):
    """What is played out of a war.

    Of `every` so many zones one, from one that is drawn, under `pairs` of stances, and `crossed` as often with the
    Talon force of another zone of the war. Of `thinned` so many decided battles one.
    """

    fought: int
    pairs: int
    every: int
    crossed: int
    thinned: int


def of_war(number: int, asked: Asked) -> list[PlayedOut]:
    """What is played out of a war."""
    found = list(zones(number, 1))
    chosen = found[Random(f"first {number}").randrange(asked.every) :: asked.every]
    level: Level = "ensign" if Random(f"level {number}").random() < ENSIGNS else "captain"
    return [
        one
        for zone in chosen
        for met in (zone, *_crossed(zone, found, asked.crossed))
        for one in _pairs(met, level, asked)
    ]


def _crossed(zone: Zone, others: Sequence[Zone], many: int) -> Iterator[Zone]:
    """The zone with the Talon forces of others that are fought for the same kind of place."""
    alike = [other for other in others if other is not zone and _place(other) == _place(zone)]
    random = Random(f"crossed {zone.war} {zone.battle.number}")
    for other in random.sample(alike, min(many, len(alike))):
        forces = zone.battle.forces | {"talon": other.battle.forces["talon"]}
        yield Zone(zone.war, zone.view, zone.side, replace(zone.battle, forces=forces))


def _place(zone: Zone) -> tuple[bool, Side | None]:
    """Whether it is a home, and who has its planet."""
    return zone.battle.place in HOMES.values(), zone.view.planets.get(zone.battle.place)


def _pairs(zone: Zone, level: Level, asked: Asked) -> Iterator[PlayedOut]:
    talon_force = ",".join(unit.name for unit in zone.battle.forces["talon"])
    random = Random(f"stances {zone.war} {zone.battle.number} {talon_force}")
    for terran, talon in random.sample(list(product(STANCES, repeat=2)), asked.pairs):
        about = asked_of(zone.view, "terran", zone.battle, Doctrine(stance=terran), level)
        question = about.case(STANCES.index(talon))
        stands_for = asked.thinned if _decided(question, level) else 1
        if random.randrange(stands_for) == 0:
            tally = play_outs(question, range(asked.fought), SeededDice)
            yield played_out(zone, question, tally, level, stands_for)


def _decided(question: Question, level: Level) -> bool:
    """Whether the estimate in use gives either side hardly a chance."""
    stances = {side: question.doctrines[side].stance for side in SIDES}
    won = estimate(question.setup, stances, level, question.terrains).won["terran"]
    return not DECIDED <= won <= 1 - DECIDED


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
    parser.add_argument(
        "--crossed", type=int, default=0, help="so many battles more with Talon forces of others"
    )
    parser.add_argument("--thinned", type=int, default=1, help="of so many decided battles one is played out")
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args(arguments)
    numbers = range(asked.first, asked.first + asked.wars)
    what = Asked(asked.fought, asked.pairs, asked.every, asked.crossed, asked.thinned)
    with asked.file.open("ab") as out, ProcessPoolExecutor(asked.processes) as pool:
        for found in pool.map(of_war, numbers, repeat(what)):
            out.writelines(msgspec.json.encode(one) + b"\n" for one in found)
            out.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
