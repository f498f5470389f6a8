"""Play-outs of a battle that has not been fought: captains fight it, nothing is recorded, and the ends are counted.

Each play-out has dice of its own, which follow from the question's seed and the play-out's number. So a tally does not
depend on who counts which play-outs, and two questions with one seed are compared on the same dice.
"""

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engines.odds.tally import Tally, tally_of, unfought
from engines.seam import codec
from engines.seam.documents import BattleSetup, Doctrine, Level, Terrain, Unit
from engines.seam.sides import Side, opponent
from engines.seam.systems import NamedDice, system

SEED_DIGITS = 16
FACES = 6
MOST_TERRAINS = FACES * FACES
DiceNamed = Callable[[str], NamedDice]
"""Makes the dice of that name: the same rolls for the same name, always."""


class Question(Struct, frozen=True, forbid_unknown_fields=True, tag_field="document", tag="question"):
    """How may this battle end? `terrains` are those it may have, each as likely; without any the set-up's own.

    `levels` are of sides whose captains are not of the usual level. `drawn` are forces of a side instead of the
    set-up's, one after the other for the play-outs; with no unit in it the other side wins without a fight. `position`
    is where a battle stands that has begun, in its system's words.
    """

    setup: BattleSetup
    doctrines: dict[Side, Doctrine]
    seed: str
    levels: dict[Side, Level] = {}
    terrains: tuple[Terrain, ...] = ()
    drawn: dict[Side, tuple[tuple[Unit, ...], ...]] = {}
    position: str = ""
    format: Literal[1] = 1


def seed_of(setup: BattleSetup) -> str:
    """A seed that follows from the set-up: whatever is asked of it is compared on the same dice."""
    return sha256(codec.encode(setup)).hexdigest()[:SEED_DIGITS]


def play_out(question: Question, number: int, dice_named: DiceNamed) -> Tally:
    """The tally of the play-out of that number; `Refused` if the set-up cannot be fought."""
    dice = dice_named(f"{question.seed}/{number}")
    setup = _met(question, number)
    for side in question.drawn:
        if not setup.force(side):
            return unfought(opponent(side))
    if question.terrains:
        setup = replace(setup, terrain=question.terrains[_drawn(dice, len(question.terrains))])
    engine = system(setup.system)
    return tally_of(engine.play_out(setup, question.doctrines, dice, question.levels, question.position))


def _met(question: Question, number: int) -> BattleSetup:
    """The set-up with the forces that are drawn for the play-out of that number."""
    setup = question.setup
    forces = {side: forces[number % len(forces)] for side, forces in question.drawn.items()}
    return replace(setup, terran=forces.get("terran", setup.terran), talon=forces.get("talon", setup.talon))


def play_outs(question: Question, numbers: Iterable[int], dice_named: DiceNamed) -> Tally:
    """The tally of the play-outs of those numbers."""
    return sum((play_out(question, number, dice_named) for number in numbers), Tally())


def _drawn(dice: NamedDice, many: int) -> int:
    """A number below `many`, each as likely, by two dice that are rolled again where they do not divide evenly."""
    if not 1 <= many <= MOST_TERRAINS:
        raise ValueError(f"{many} terrains; there are 1 to {MOST_TERRAINS}")
    while True:
        rolled = FACES * (dice.roll("terrain") - 1) + dice.roll("terrain") - 1
        if rolled < MOST_TERRAINS - MOST_TERRAINS % many:
            return rolled % many
