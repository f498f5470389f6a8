"""The words for weapons, arcs, criticals and causes, as the report uses them."""

from engines.seam.words.articles import with_article
from engines.talon.aims import NUMBERS
from engines.talon.catalogue import PLURALS
from engines.talon.events import Cause
from engines.talon.hexes import ARCS
from engines.talon.report.cast import counted

WEAPONS = {
    "phaser": "phaser",
    "anti_matter_torpedo": "anti-matter torpedo",
    "wave_motion_gun": "wave motion gun",
    "disruptor": "disruptor",
    "fusion_cannon": "fusion cannon",
    "missile": "missile",
}
CRITICALS = {
    "secondary": "secondary explosions, 3 more hull boxes",
    "shields": "shields down",
    "helm": "helm down",
    "weapon": "a weapon lost",
    "thrusters": "thrusters damaged",
    "nothing": "no effect",
    "relay": "power relay damaged",
    "ftl": "FTL offline, 1 more hull box",
    "power": "power loss",
    "breach": "core breach",
}
MENDED = {"shields": "its shields", "helm": "its helm", "power": "its power"}
ENDS: dict[Cause, str] = {
    "weapon": " is destroyed",
    "missile": " is destroyed by a missile",
    "collision": " is destroyed in the collision",
    "explosion": " is destroyed by the explosion",
    "asteroid": " breaks up in the asteroids",
    "critical": " is destroyed by a critical hit",
    "planet": " crashes into the planet",
    "black-hole": " falls into the black hole",
    "worm-hole": " is lost in the worm hole",
    "edge": " is lost over the map edge",
    "break-up": " runs out of power and breaks up",
    "conceded": " cannot get away and is lost",
}
LEAVES = {
    "jumped": " jumps away",
    "left": " leaves over the map edge",
    "through": " leaves through the worm hole",
    "landed": " lands on the planet",
    "landed-after": " lands unopposed",
    "docked": " docks",
    "boarded": " boards",
}
AT_THE_END = " gets away"
"""How a unit leaves whose side has lost the battle, in any round (20.4)."""


def weapon(name: str, number: int = 1) -> str:
    """Weapons in words: "its phaser", "2 disruptors"."""
    return f"its {WEAPONS[name]}" if number == 1 else counted(number, WEAPONS[name])


def arc(number: int) -> str:
    """The side of a ship on which it is hit."""
    return ARCS[number]


def terrain(kind: str, number: int) -> str:
    """So many hexes of terrain in words.

    >>> terrain("asteroid", 6), terrain("planet", 1), terrain("black-hole", 1)
    ('six asteroids', 'a barren planet', 'a black hole')
    """
    if number > 1:
        many = NUMBERS[number] if number < len(NUMBERS) else str(number)
        return f"{many} {PLURALS[kind.replace('-', '_')]}"
    return with_article({"planet": "barren planet"}.get(kind, kind.replace("-", " ")))


def suffered(markers: int, shields: int, hull: int) -> str:
    """Where the damage went: "2 on shields, 1 hull box"; reinforcements count as shields."""
    parts = []
    if markers + shields:
        parts.append(f"{markers + shields} on shields")
    if hull:
        parts.append(counted(hull, "hull box"))
    return ", ".join(parts)
