"""What ships are called once the printed names of their class are used up (S34): no name is on both sides."""

from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Final

from engines.seam.classes import UnitClass, faction_of, model_of
from engines.seam.sides import Side

OWN: Final[dict[tuple[Side, str], str]] = {
    ("terran", "scout"): "Pathfinder Humboldt Magellan Nansen Amundsen Vespucci Cabot Tasman Bering Cook",
    ("terran", "destroyer"): "Theseus Perseus Jason Ajax Hector Diomedes Nestor Patroclus Beowulf Roland",
    ("terran", "light_cruiser"): "Odin Freya Heimdall Tyr Baldur Bifrost Njord Skadi Mimir Idun",
    ("terran", "heavy_cruiser"): (
        "Wellington Scipio Belisarius Saladin Suvorov Turenne Kutuzov Grant Marlborough Shaka Agrippa Montrose"
    ),
    (
        "terran",
        "battle_cruiser",
    ): "Hannibal Cyrus Darius Trajan Augustus Ashoka Leonidas Pericles Ramses Aurelian",
    (
        "terran",
        "battleship",
    ): "Warspite Agincourt Majestic Sovereign Monarch Colossus Thunderer Repulse Valiant Renown",
    (
        "terran",
        "carrier",
    ): "Yorktown Saratoga Lexington Intrepid Ranger Essex Midway Antietam Princeton Langley",
    ("terran", "fighter"): (
        "Red_Baron Wild_Card High_Roller Jolly_Roger Rattlesnake Bobcat Sidewinder Full_House Royal_Flush Grey_Wolf "
        "Night_Owl Kestrel Jackdaw Mustang Wildcat Copperhead"
    ),
    ("terran", "transport"): "Anzio Inchon Salerno Tarawa Okinawa Leyte Dieppe Guam Peleliu Walcheren",
    ("talon", "frigate"): "Whisper Omen Insight Portent Instinct Augury Vigil Premonition Oracle Foresight",
    ("talon", "destroyer"): "Stalker Prowler Raptor Lurker Pursuer Seeker Marauder Reaver Harrier Ravager",
    ("talon", "light_cruiser"): (
        "Relentless Resolute Unyielding Tireless Steadfast Implacable Undaunted Tenacious Unbroken Unbending"
    ),
    ("talon", "heavy_cruiser"): (
        "Duty Loyalty Obedience Devotion Discipline Constancy Fidelity Penance Oath Tribute Allegiance Concord"
    ),
    ("talon", "battle_cruiser"): (
        "Glory Triumph Ascendancy Supremacy Prowess Courage Vindication Retribution Reckoning Destiny"
    ),
    ("talon", "battleship"): (
        "Annihilator Devastator Obliterator Desolator Executioner Subjugator Dominator Decimator Vanquisher Tormentor"
    ),
    (
        "talon",
        "dreadnought",
    ): "Hegemony Imperium Throne Suzerain Autarch Regency Dynasty Crown Sceptre Paramount",
    ("talon", "transport"): "Clan Horde Cohort Phalanx Kindred Brood Warband Throng Multitude Levy",
}
"""Names by side and class, with a space between two and an underscore within one."""
ROMAN: Final = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def names_of(kind: UnitClass) -> Iterator[str]:
    """The names of a class without end: those printed, those of this site, and then all of them with a number.

    >>> from engines.talon.catalogue import ship_class
    >>> names = names_of(ship_class("terran", "scout"))
    >>> [next(names) for _ in range(13)][1:3], next(names)
    (['Voyager', 'Pathfinder'], 'Voyager II')
    """
    once = _once(kind)
    yield from once
    for number in count(2):
        yield from (f"{name} {_roman(number)}" for name in once)


def is_own(kind: UnitClass, name: str) -> bool:
    """Whether the name is one of `names_of`."""
    first, _, number = name.rpartition(" ")
    return name in _once(kind) or (first in _once(kind) and set(number) <= set("IVX"))


@cache
def _once(kind: UnitClass) -> tuple[str, ...]:
    own = OWN.get((faction_of(kind.side, kind.key), model_of(kind.key)), "").split()
    return (*kind.names, *(name.replace("_", " ") for name in own))


def _roman(number: int) -> str:
    """A number in Roman digits.

    >>> [_roman(number) for number in (2, 4, 9, 14, 30)]
    ['II', 'IV', 'IX', 'XIV', 'XXX']
    """
    digits = ""
    for value, digit in ROMAN:
        digits += digit * (number // value)
        number %= value
    return digits
