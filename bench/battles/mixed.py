"""A mixture of battles: fleets of the scenarios, fleets of any classes, such fleets at terrain, and planets."""

from random import Random

from bench.battles.fleets import SCENARIOS, fleets_of, of_classes
from engines.seam.documents import BattleSetup
from engines.seam.sides import SIDES
from engines.talon.catalogue import astrometrics
from engines.talon.terrain import TalonTerrain

KINDS = ("scenario", "any classes", "terrain", "planet")
INVASIONS = (
    ("CL,CL,DD,DD,Tran", "FF,Tran,Tran,CL,CL"),
    ("BC,CL,DD,Tran,Tran,Tran", "FF,Base,CL,CL,Tran"),
    ("CA,CL,Tran,Tran", "CL,FF"),
    ("Base,DD,DD", "BC,CL,Tran,Tran"),
)


def setup_of(number: int) -> BattleSetup:
    """The set-up of the battle of that number; its kind is that of `number % 4` among `KINDS`."""
    kind, turn = number % 4, number // 4
    if kind == 0:
        return fleets_of(turn % len(SCENARIOS) + 1)
    if kind == 1:
        return any_fleets(Random(number), TalonTerrain())
    if kind == 2:
        patterns = sorted(astrometrics())
        return any_fleets(Random(number), TalonTerrain("rolled", patterns[turn % len(patterns)], rolled=True))
    terran, talon = INVASIONS[turn % len(INVASIONS)]
    return of_classes(terran, talon, planet_owner=SIDES[turn // len(INVASIONS) % 2])


def any_fleets(random: Random, terrain: TalonTerrain) -> BattleSetup:
    """Fleets of one to six ships, of all classes."""
    classes = []
    for kinds in ("SC,DD,CL,CA,BC,BB,CV", "FF,DD,CL,CA,BC,BB,DN"):
        found = random.choices(kinds.split(","), k=random.randint(1, 6))
        classes.append(",".join(kind if kind != "CV" else "CV,FTR,FTR" for kind in found))
    return of_classes(classes[0], classes[1], terrain=terrain)
