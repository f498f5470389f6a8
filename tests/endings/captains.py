"""A battle between captains for each printed ending: `python -m tests.endings.captains` looks for them, some minutes.

`battles.json` says by ending which battle it is: the number from which its sealed dice follow. Look for them anew when
captains or rules have changed.
"""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from engines.seam.commitments import DiceCommitment, part_of_seed
from engines.seam.documents import Doctrine, Report
from engines.seam.sides import SIDES
from engines.talon.records.record import FoughtBattle, fight_out
from tests.endings.printed import PrintedEnding, printed_endings

FILE: Final = Path(__file__).with_name("battles.json")
MOST: Final = 5000
DOCTRINES: Final = {side: Doctrine("hold") for side in SIDES}


def promise_of(ending: PrintedEnding, number: int) -> DiceCommitment:
    """The dice of the battle of that number, as the site seals them if nobody adds to them."""
    name = " ".join(["ending", ending.of, *ending.options, *(ending.fleets or ()), str(number)])
    seed = sha256(name.encode()).hexdigest()
    return DiceCommitment(name, seed, {side: part_of_seed(name, seed, side) for side in SIDES})


@cache
def numbers() -> dict[str, int]:
    """By ending the number of a battle that ends in this way."""
    found: dict[str, int] = json.loads(FILE.read_text("utf-8"))
    return found


def by_captains() -> list[PrintedEnding]:
    """The endings that captains bring about: all but one that takes a side which concedes."""
    return [ending for ending in printed_endings() if not ending.conceded]


def fought(ending: PrintedEnding, number: int) -> FoughtBattle:
    """The battle of that number between captains that hold the field."""
    return fight_out(ending.setup, DOCTRINES, promise_of(ending, number))


def looked_for() -> dict[str, int]:
    """By ending the first battle that ends in this way; each serves one. LookupError if one is not found."""
    found: dict[str, int] = {}
    for number in range(MOST):
        wanted = [one for one in printed_endings() if one.key not in found]
        for battle in {(one.of, one.options, one.fleets): one for one in wanted}.values():
            report = fought(battle, number).result.report
            same = [one for one in wanted if one.setup == battle.setup and _serves(one, report)]
            found |= {one.key: number for one in same[:1]}
        if len(found) == len(printed_endings()):
            return {one.key: found[one.key] for one in printed_endings()}
    missing = [one.key for one in printed_endings() if one.key not in found]
    raise LookupError(f"in {MOST} battles nobody reached {', '.join(missing)}")


def _serves(ending: PrintedEnding, report: Report) -> bool:
    """Whether a battle ends in this way; one that a person concedes only has to have hit the planet before."""
    return bool(report.planet_damage) if ending.conceded else ending.is_reached(report)


if __name__ == "__main__":
    FILE.write_text(json.dumps(looked_for(), indent=2) + "\n", encoding="utf-8")
