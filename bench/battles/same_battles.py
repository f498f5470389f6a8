"""Whether battles are those of before: python -m bench.battles.same_battles write FILE, and later compare FILE.

`write` fights a thousand battles by captains, four hundred of them over planets, and keeps their records in FILE.
`compare` fights them again, and follows the stored orders and dice again: each record and each result has to be the
same, byte for byte; ENGINE says which build of the engine does so. Exits with 1 if one is not, or if fewer than 50
battles have a base, a landing of the owner, or a landing after the battle.
"""

import argparse
import pickle
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from engines.native.builds import is_compiled
from engines.seam import codec
from engines.seam.documents import BattleSetup, Doctrine, Stance, Unit
from engines.seam.sides import SIDES, Side, opponent
from engines.seeded import SeededDice
from engines.talon.catalogue import astrometrics
from engines.talon.fleets.lists import fleet
from engines.talon.records.record import FoughtBattle, fight_out, pack, record_of_orders, unpack
from engines.talon.terrain import TalonTerrain

BATTLES, OVER_PLANETS, LEAST = 1000, 400, 50
ENOUGH = ("with a base", "with a landing of the owner", "with a landing after the battle")
SHIPS = {"terran": "SC DD DD CL CL CA BC BB CV,FTR,FTR", "talon": "FF FF DD DD CL CL CA BC BB DN"}
STANCES: tuple[Stance, ...] = ("withdraw", "hold", "preserve")


def setup_of(number: int) -> BattleSetup:
    """The set-up of the battle of that number."""
    random = Random(f"same {number}")
    ships = {side: random.choices(SHIPS[side].split(), k=random.randint(2, 5)) for side in SIDES}
    start = random.choice(SIDES)
    if number >= OVER_PLANETS:
        pattern = random.choice([None, *sorted(astrometrics())])
        ground = TalonTerrain("rolled", pattern, rolled=True) if pattern else TalonTerrain()
        terran, talon = _forces(ships)
        return BattleSetup("Vega 5", "last_ship_standing", terran, talon, ground, initiative=start)
    owner = random.choice(SIDES)
    invader = opponent(owner)
    if number % 6 in (0, 5):
        ships[owner].append("Base")
    if number % 6 in (1, 3, 4):
        ships = {side: random.choices(SHIPS[side].split(), k=4) for side in SIDES}
        ships[owner] += ["Tran"] * 4
    if number % 6 == 2:
        ships[owner] = ships[owner][:1]
        ships[invader] += random.choices(SHIPS[invader].split(), k=3)
    ships[invader] += ["Tran"] * random.randint(2, 4)
    terran, talon = _forces(ships)
    return BattleSetup("Vega 5", "planet", terran, talon, planet_owner=owner, initiative=start)


def _forces(ships: dict[Side, list[str]]) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    return fleet("terran", ",".join(ships["terran"])), fleet("talon", ",".join(ships["talon"]))


def fought(number: int) -> bytes:
    """The record of that battle."""
    random = Random(f"stance {number}")
    doctrines = {side: Doctrine(random.choice(STANCES), land_first=random.random() < 0.5) for side in SIDES}
    return pack(fight_out(setup_of(number), doctrines, SeededDice(f"same {number}")))


def differs(number: int, stored: bytes) -> str:
    """What of the battle is no more as it was; empty if nothing is."""
    if fought(number) != stored:
        return f"battle {number} is fought in another way"
    was = unpack(stored)
    now = record_of_orders(was.setup, was.written)
    if now.events != was.events or codec.encode(now.result) != codec.encode(was.result):
        return f"battle {number}, by its orders and dice, ends in another way"
    return ""


def kinds_of(record: FoughtBattle) -> Iterator[str]:
    """What of a battle over a planet has to come up often enough."""
    setup, report = record.setup, record.result.report
    if setup.planet_owner is None:
        return
    yield "over planets"
    owner = setup.planet_owner
    if any(unit.ship_class == "base" for unit in setup.force(owner)):
        yield "with a base"
    if any(fate.fate == "landed" for fate in report.fates(owner)):
        yield "with a landing of the owner"
    if any(fate.fate == "landed_after" for fate in report.fates(opponent(owner))):
        yield "with a landing after the battle"
    if report.ending == "planet":
        yield "ended by landing"


def main() -> int:
    """0 if all battles are the same."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("what", choices=["write", "compare"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    print("the engine compiled" if is_compiled() else "the engine as plain Python")
    with ProcessPoolExecutor(asked.processes) as pool:
        if asked.what == "write":
            records = list(pool.map(fought, range(BATTLES), chunksize=10))
            asked.file.write_bytes(pickle.dumps(records))
            return 0
        records = pickle.loads(asked.file.read_bytes())
        found = [one for one in pool.map(differs, range(BATTLES), records, chunksize=10) if one]
    count = Counter(kind for raw in records for kind in kinds_of(unpack(raw)))
    print(f"{len(records)} battles; " + ", ".join(f"{count[kind]} {kind}" for kind in sorted(count)))
    print(*found or ["all the same"], sep="\n")
    few = [kind for kind in ENOUGH if count[kind] < LEAST]
    print(*(f"too few {kind}" for kind in few), sep="\n")
    return 1 if found or few else 0


if __name__ == "__main__":
    sys.exit(main())
