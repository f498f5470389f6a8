"""What sets a battle of Space Empires: 4X apart, in sentences for a table (32.2 to 32.5)."""

from collections.abc import Iterator
from typing import Final

from engines.seam.documents import BattleSetup, Quality, Unit
from engines.seam.sheets import Rule
from engines.seam.sides import SIDE_TITLES, SIDES
from engines.talon.aim_documents import Land
from engines.talon.terms import aims_of, terms_of

CREWS: Final = ("green", "skilled", "veteran", "elite")
"""The levels of crews, from 0; above them are the legendary ones."""
USUAL: Final = Quality()


def rules_in_words(setup: BattleSetup) -> Iterator[Rule]:
    """What counts besides the rules of every battle."""
    terms = terms_of(setup)
    if terms.tactics is not None:
        yield Rule(
            f"{SIDE_TITLES[terms.tactics]} may change the initiative once, at the start of an impulse.",
            "32.4",
        )
    if terms.no_retreat is not None:
        yield Rule(f"{SIDE_TITLES[terms.no_retreat]} may not retreat.", "32.2")
    for aim in aims_of(setup):
        if isinstance(aim, Land) and aim.returns:
            yield Rule(
                f"A transport of {SIDE_TITLES[aim.side]} that lands sets its troops down. In the next Power Phase it "
                "comes back beside the planet at Speed 1, facing any way.",
                "32.3",
            )
    skilled = [(side, unit) for side in SIDES for unit in setup.force(side) if quality_of(unit) != USUAL]
    if not skilled:
        return
    yield Rule(
        "To each roll, and to the 2 points of each missile, add the firer's Attack and subtract the target's Defence. "
        "A missile that is fired at has Defence 1. More than 6 counts as 6, and 0 misses.",
        "32.4",
    )
    yield Rule(
        "A crew that fires and is a level ahead adds 1. One that is fired at and is two levels ahead subtracts 1, and "
        "one that is three levels ahead also takes a point less of any damage.",
        "32.5",
    )
    if any(quality_of(unit).legendary for _, unit in skilled):
        yield Rule(
            "A legendary crew is a level above an elite one, and has an AP more in each round from the second on.",
            "32.5",
        )
    for side, unit in skilled:
        yield Rule(f"{SIDE_TITLES[side]} {unit.name}: {quality_words(unit)}.", "32.4")


def quality_of(unit: Unit) -> Quality:
    """A unit's quality, if it has none that of a battle of Talon alone."""
    return unit.quality or USUAL


def quality_words(unit: Unit) -> str:
    """A unit's technology and crew: "Attack 2, Defence 1, veteran crew"."""
    own = quality_of(unit)
    return f"Attack {own.attack}, Defence {own.defence}, {crew_words(own)} crew"


def crew_words(quality: Quality) -> str:
    """What a crew is called by its level."""
    return "legendary" if quality.legendary else CREWS[quality.experience]
