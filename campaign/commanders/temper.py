"""What a commander of each level dares, and how steady its hand is."""

from dataclasses import dataclass, replace
from math import inf
from typing import Final

from campaign.rules.orders import USUAL_ODDS
from campaign.rules.settings import CommanderLevel
from engines.seam.documents import Level
from engines.seam.sides import Side

CONTESTED: Final = USUAL_ODDS / 100
"""A fight in which a side stands its ground as often as this is taken, as the site recommends to people (S76)."""
EVEN: Final = 0.45
"""The same with play-outs: they stop once the worth is clear, and may leave the chance in doubt."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How a commander weighs what it may win and lose.

    `bold`: so many Ship Points less than to decline may a fight be worth that it takes. A fight in which it stands its
    ground as often as `contested` says it takes in any case. `tries`: it has battles played out before it decides,
    where the estimate leaves it open.

    `drive` weighs what can be won against what can be lost; it grows by `impatience` every turn, so that wars end.
    `unsure` says how fast a chance follows from the worth of both sides while the enemy's is a guess.

    `reads`: for so many fleets that the enemy may have it works out how a steady commander would send them.

    `captains`: the level of the captains on both sides, which lead both fleets.

    By whim: `whimsy` and `taste` say by how much of itself a stake and a class's share of the fleet may shift from turn
    to turn, `fancy` is the share of its answers to a battle that are a whim's, and `spreads` the share of turns in
    which it sends as much to one sector as to another, instead of to where it counts.

    `homeward`: how many times as much it fears to lose its home, and the zone before it; and so much slower does it
    despair of its home, however many may come.

    `opens`: it fights every battle of the first turn, so that a newcomer has some to look at; one that also `scatters`
    spreads its ships in that turn in any case.
    """

    drive: float
    impatience: float
    whimsy: float = 0.15
    taste: float = 0.5
    fancy: float = 0.0
    spreads: float = 0.0
    captains: Level = "captain"
    unsure: float = 4
    homeward: float = 1.0
    opens: bool = False
    scatters: bool = False
    bold: float = 0.0
    contested: float = inf
    tries: bool = False
    reads: int = 0

    def opening(self, turn: int) -> bool:
        """Whether the turn is the first one of a commander that `opens`."""
        return self.opens and turn == 1

    def scattering(self, turn: int) -> bool:
        """Whether the turn is the first one of a commander that `scatters`."""
        return self.scatters and turn == 1


TEMPERS: dict[CommanderLevel, Temper] = {
    "gentle": Temper(
        drive=0.4,
        impatience=0.05,
        whimsy=0.6,
        taste=0.7,
        fancy=0.25,
        spreads=0.7,
        opens=True,
        scatters=True,
    ),
    "steady": Temper(drive=0.4, impatience=0.08, contested=CONTESTED),
    "shrewd": Temper(drive=0.4, impatience=0.08, spreads=0.1, unsure=8, reads=8, contested=EVEN, tries=True),
}
SPARING: Final = replace(TEMPERS["steady"], contested=inf)
"""Steady, but it declines every fight that costs more than it is worth."""
OF_SEATS: dict[tuple[CommanderLevel, Side], Temper] = {
    ("shrewd", "talon"): replace(TEMPERS["shrewd"], spreads=0.2),
}
"""Tempers of a seat that differ from the level's: with fewer such turns hard would be too hard for Terran."""
OF_ENSIGNS: dict[tuple[CommanderLevel, Side], Temper] = {
    ("gentle", "terran"): replace(SPARING, spreads=0.2, opens=True),
    ("gentle", "talon"): replace(SPARING, spreads=0.35, opens=True, scatters=True),
}
"""Tempers by seat where ensigns lead, as in an easy war: sparing, but for a newcomer's mistakes. It spreads its ships
in some turns, and fights all that the first turn brings. Terran, the harder side, must spread them less often.
"""


def temper_of(level: CommanderLevel, side: Side, captains: Level) -> Temper:
    """The temper of a commander of the level in the side's seat, with captains of their level."""
    return (OF_ENSIGNS if captains == "ensign" else OF_SEATS).get((level, side), TEMPERS[level])
