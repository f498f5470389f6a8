"""Fleets of one's own: sizes by their names, and what a fleet may be made of (12.2, 27, 31.2, 31.6)."""

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from engines.seam.classes import key_in
from engines.seam.refusals import Refusal
from engines.seam.sides import Side
from engines.seam.words.articles import with_article
from engines.talon.catalogue import TABLES, ShipClass, classes_of
from engines.talon.deployment import SQUADRONS_CARRIED

LEAST_SIZE: Final = 20
MOST_SIZE: Final = 2000
MOST_BASES: Final = 1
Number = Annotated[int, Meta(ge=1, le=99)]


class Size(Struct, frozen=True, forbid_unknown_fields=True):
    """What each side of a battle may spend, and what that is called."""

    points: int
    title: str


@cache
def sizes() -> tuple[Size, ...]:
    """Every size, the smallest first (27)."""
    table = tomllib.loads((TABLES / "sizes.toml").read_text("utf-8"))
    return msgspec.convert(table["size"], tuple[Size, ...])


def size_title(points: int) -> str:
    """What a size is called: "Skirmish", or "450 points" if it has no name.

    >>> size_title(600), size_title(450)
    ('Pitched Battle', '450 points')
    """
    return next((size.title for size in sizes() if size.points == points), f"{points} points")


class OwnFleet(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="document", tag="fleet"
):
    """A fleet that somebody puts together: whose ships, what it may cost, and how many there are of each class.

    `ships` are by the keys that their own faction has for them; a class that is not there is not in it.
    """

    faction: Side
    size: Annotated[int, Meta(ge=LEAST_SIZE, le=MOST_SIZE)]
    ships: dict[str, Number] = {}
    format: Literal[1] = 1

    def number_of(self, key: str) -> int:
        """How many of a class there are."""
        return self.ships.get(key, 0)

    @property
    def cost(self) -> int:
        """The Ship Points of all of them."""
        return sum(kind.points * self.number_of(kind.key) for kind in classes_of(self.faction))

    @property
    def left(self) -> int:
        """The Ship Points that are not spent; less than nothing if there are too many ships."""
        return self.size - self.cost

    @property
    def is_armed(self) -> bool:
        """Whether there is anything that can be set up by itself: a ship or a base."""
        return any(kind.role != "squadron" and self.number_of(kind.key) for kind in classes_of(self.faction))

    def keys(self, side: Side) -> list[str]:
        """The class of each unit, by the key that a side has for it, in the order of the table."""
        return [
            key_in(side, self.faction, kind.key)
            for kind in classes_of(self.faction)
            for _ in range(self.number_of(kind.key))
        ]


def with_number(fleet: OwnFleet, key: str, number: int) -> OwnFleet:
    """The fleet with so many of a class; nothing is judged. KeyError if its faction has no such class."""
    if key not in {kind.key for kind in classes_of(fleet.faction)}:
        raise KeyError(key)
    ships = {**fleet.ships, key: number}
    ordered = {kind.key: ships[kind.key] for kind in classes_of(fleet.faction) if ships.get(kind.key)}
    return replace(fleet, ships=ordered)


def fleet_refusals(fleet: OwnFleet) -> Iterator[Refusal]:
    """Every reason why a fleet may not be as it is: no such class, counters, bases, squadrons, points."""
    kinds = {kind.key: kind for kind in classes_of(fleet.faction)}
    yield from (
        Refusal("5", f"{fleet.faction.title()} has no class {key}.")
        for key in fleet.ships
        if key not in kinds
    )
    for kind in kinds.values():
        yield from _too_many(fleet, kind)
    carriers = [kind for kind in kinds.values() if kind.carries]
    room = SQUADRONS_CARRIED * sum(fleet.number_of(kind.key) for kind in carriers)
    squadrons = sum(fleet.number_of(kind.key) for kind in kinds.values() if kind.fighters)
    if squadrons > room:
        carrier = " or ".join(kind.title.lower() for kind in carriers)
        words = f"There is room for {room} squadrons, not for {squadrons}: each {carrier} takes {SQUADRONS_CARRIED}."
        yield Refusal(
            "27", words if room else f"Without {with_article(carrier)} there is no room for squadrons."
        )
    if fleet.left < 0:
        yield Refusal("27", f"That is {_points(-fleet.left)} too many: {fleet.size} are allowed.")


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def _too_many(fleet: OwnFleet, kind: ShipClass) -> Iterator[Refusal]:
    """Why there are too many of a class: a box has no more counters, and a side has one base."""
    number = fleet.number_of(kind.key)
    if kind.role == "base" and number > MOST_BASES:
        yield Refusal("31.2", "A side has one base at most.")
    elif number > kind.counters:
        title = kind.title if kind.counters == 1 else kind.plural
        yield Refusal("31.6", f"A box has counters for {kind.counters} {title}.")


def not_possible(fleet: OwnFleet, key: str, number: int) -> Refusal | None:
    """The first reason why a fleet may not have so many of a class; None if it may."""
    return next(fleet_refusals(with_number(fleet, key, number)), None)
