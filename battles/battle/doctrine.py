"""The form of a doctrine: how the captain of a side fights, what it saves, and whether it lands first."""

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec
from django.http import QueryDict

from engines.seam.documents import NEVER_SAVED, Doctrine, Unit
from engines.seam.refusals import refuse
from engines.seam.systems import role_of, system_of

STANCES = (
    ("hold", "Hold the field", "Fight to the end; retreat only when no chance is left."),
    ("withdraw", "Fight and withdraw", "Badly damaged ships retreat; all retreat when the battle is lost."),
    (
        "preserve",
        "Preserve the fleet",
        "Ships retreat at the first serious damage, and give up the field early.",
    ),
)
OF_THE_WHOLE = (
    ("hold", "Hold the field", "Fight to the end."),
    (
        "withdraw",
        "Fight and withdraw",
        "Give the field up when less than half of the enemy's strength is left.",
    ),
    ("preserve", "Preserve the fleet", "Give the field up as soon as the enemy is clearly stronger."),
)
"""The same where a captain has no more to decide (WF60)."""
TITLES = {value: title for value, title, _ in STANCES}


@dataclass(frozen=True, slots=True)
class DoctrineForm:
    """What the form shows: the stances, the ships the player may choose to save, and the choices made."""

    stances: tuple[tuple[str, str, str], ...]
    ships: tuple[str, ...]
    doctrine: Doctrine
    transports: bool


def doctrine_form(units: Iterable[Unit], doctrine: Doctrine) -> DoctrineForm:
    """The form for a side's units with a doctrine filled in."""
    units = tuple(units)
    if any(system_of(unit.ship_class).stances_only for unit in units):
        return DoctrineForm(OF_THE_WHOLE, (), doctrine, transports=False)
    ships = tuple(unit.name for unit in units if role_of(unit.ship_class) not in (*NEVER_SAVED, "squadron"))
    return DoctrineForm(
        STANCES, ships, doctrine, any(role_of(unit.ship_class) == "transport" for unit in units)
    )


def read_doctrine(post: QueryDict, units: Iterable[Unit], prefix: str = "") -> Doctrine:
    """The doctrine that was sent in the fields that begin so; `Refused` if it is unknown or saves what none saves."""
    classes = {unit.name: unit.ship_class for unit in units}
    raw = {
        "document": "doctrine",
        "stance": post.get(f"{prefix}stance", "") or "withdraw",
        "save": post.getlist(f"{prefix}save"),
        "land_first": post.get(f"{prefix}land_first", "") == "on",
    }
    try:
        doctrine = msgspec.convert(raw, Doctrine)
    except msgspec.ValidationError as error:
        reason = f"Unknown doctrine: {error}. Choose one of the three stances."
        raise refuse("S57", reason, "stance") from error
    for name in doctrine.save:
        _check_saved(name, classes.get(name))
    return doctrine


def _check_saved(name: str, ship_class: str | None) -> None:
    if ship_class is None:
        raise refuse("S57", f"{name} is not in this battle. Choose other ships to save.", "save")
    if (role := role_of(ship_class)) in NEVER_SAVED:
        reason = f"{name} is {NEVER_SAVED[role]}. Choose warships or squadrons to save."
        raise refuse("S57", reason, "save")
