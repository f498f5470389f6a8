"""Battles whose every order and die is written down: `python -m tests.core.battle.golden_battles` prints the list.

The list is written again only together with a new `RULES_VERSION`.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from bench.battles.fleets import fleets_of
from engines.seam.commitments import DiceCommitment
from engines.seam.documents import BattleSetup, Doctrine, Level
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.talon.catalogue import astrometrics
from engines.talon.records.exchange import in_form, written_of
from engines.talon.records.record import FoughtBattle, fight_out
from engines.talon.terrain import TalonTerrain
from tests.core.battle.records import duel, fleets, invasion

LIST = Path(__file__).parent / "golden" / "battles.txt"
STANCES = ("withdraw", "hold", "preserve")


def setups() -> Iterator[tuple[str, BattleSetup]]:
    """The scenarios' fleets, a planet, and a duel in each pattern of terrain, begun by either side."""
    for number in range(1, 13):
        yield f"scenario {number}", fleets_of(number)
    yield "fleets", fleets()
    yield "invasion", invasion()
    for at, pattern in enumerate(sorted(astrometrics())):
        place = TalonTerrain("rolled", pattern, rolled=True)
        yield f"duel in {pattern}", replace(duel(), terrain=place, initiative=SIDES[at % 2])


def battles() -> Iterator[tuple[str, FoughtBattle]]:
    """Each set-up fought by captains, with sealed dice or a seed, and a duel between the other levels."""
    for at, (name, setup) in enumerate(setups()):
        doctrines = {side: Doctrine(stance=STANCES[(at + n) % 3]) for n, side in enumerate(SIDES)}  # type: ignore[arg-type]
        promise = DiceCommitment(name, sha256(name.encode()).hexdigest(), {"terran": "lamp", "talon": ""})
        yield name, fight_out(setup, doctrines, promise if at % 2 else SeededDice(name))
    levels: dict[str, Level] = {"terran": "admiral", "talon": "ensign"}
    doctrines = {side: Doctrine() for side in SIDES}
    yield "levels", fight_out(duel(), doctrines, SeededDice("levels"), levels=levels)  # type: ignore[arg-type]


def lines() -> Iterator[str]:
    """A line a battle: how many orders and dice it has, and the hash of all of them as text."""
    for name, record in battles():
        told = sha256(in_form(written_of(record, {}), "txt")).hexdigest()
        dice = sum(len(step.dice) for step in record.steps)
        yield f"{name}: {len(record.steps)} orders, {dice} dice, {told}"


if __name__ == "__main__":
    print(*lines(), sep="\n")
