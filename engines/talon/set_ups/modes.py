"""Battle modes for fleets of one's own: what they ask of both fleets, and the aims they give a battle (29)."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from engines.seam.classes import Role
from engines.seam.codec import as_usual
from engines.seam.documents import BattleSetup, Mode, Unit
from engines.seam.sides import SIDE_TITLES, SIDES, Side, opponent
from engines.talon.aim_documents import Aim
from engines.talon.catalogue import TABLES, class_of, role_of
from engines.talon.fleets.lists import prices
from engines.talon.set_ups.bases import with_bases_that_fall
from engines.talon.terms import TalonTerms

BOTH = "both"
MANY = 99
Forces = Mapping[Side, tuple[Unit, ...]]


class Demand(Struct, frozen=True, forbid_unknown_fields=True):
    """How many ships of a role the side of a part must and may bring."""

    side: str
    ship: Role
    least: int = 0
    most: int = MANY


class BattleMode(Struct, frozen=True, forbid_unknown_fields=True):
    """A mode; `aims` name a part of `roles` or "both" where an aim names its side.

    `planet` is whose planet is fought over, or "both"; `bottom` who has the bottom edge, `most_points` what a side may
    bring.
    """

    key: str
    rule: str
    title: str
    words: str
    roles: tuple[str, ...] = ()
    planet: str = ""
    bottom: str = ""
    most_points: int | None = None
    demands: tuple[Demand, ...] = ()
    aims: tuple[dict[str, Any], ...] = ()

    def sides_of(self, part: str, first: Side) -> tuple[Side, ...]:
        """Who has a part, if that side has the first of the roles."""
        if part == BOTH:
            return SIDES
        return (first,) if part == self.roles[0] else (opponent(first),)


@cache
def battle_modes() -> dict[str, BattleMode]:
    """Every mode by its key, in the order of the rules."""
    table = tomllib.loads((TABLES / "modes.toml").read_text("utf-8"))
    found = msgspec.convert(table["mode"], tuple[BattleMode, ...])
    return {mode.key: mode for mode in found}


def faults(mode: BattleMode, forces: Forces, first: Side) -> Iterator[str]:
    """Why these fleets cannot fight in the mode, if that side has the first of its roles, as sentences."""
    for side in SIDES:
        yield from faults_of(mode, side, forces[side], first)


def faults_of(mode: BattleMode, side: Side, force: tuple[Unit, ...], first: Side) -> Iterator[str]:
    """Why a side cannot fight with this fleet in the mode, whatever the other brings."""
    cost, title = prices(force, side), SIDE_TITLES[side]
    if mode.most_points is not None and cost > mode.most_points:
        yield f"{title}'s fleet costs {cost} points; in this mode {mode.most_points} are allowed."
    for demand in mode.demands:
        found = sum(role_of(unit.ship_class) == demand.ship for unit in force)
        if side in mode.sides_of(demand.side, first) and not demand.least <= found <= demand.most:
            yield _asked(demand, title, found)
    if any(aim["aim"] == "target" for aim in mode.aims) and dearest(force, side) is None:
        yield f"{title} needs one ship that costs more than any other: that is its target."


def _asked(demand: Demand, title: str, found: int) -> str:
    """What a side has to bring, and how many it brings."""
    if demand.most == 0:
        return f"{title} brings no {demand.ship} in this mode."
    how = f"exactly {demand.least}" if demand.least == demand.most else f"at least {demand.least}"
    plural = "" if demand.least == 1 else "s"
    return f"{title} needs {how} {demand.ship}{plural} in this mode, and has {found}."


def dearest(force: tuple[Unit, ...], side: Side) -> Unit | None:
    """The ship of a force that costs more than any other; None if there is none (29.8)."""
    ships = [unit for unit in force if role_of(unit.ship_class) not in ("base", "squadron")]
    ranked = sorted(ships, key=lambda unit: -class_of(side, unit).points)
    if not ranked or (
        len(ranked) > 1 and class_of(side, ranked[0]).points == class_of(side, ranked[1]).points
    ):
        return None
    return ranked[0]


def in_mode(mode: BattleMode, setup: BattleSetup, first: Side) -> BattleSetup:
    """A set-up of format 1 as a battle of the mode, if that side has the first of its roles; its fleets are right."""
    forces: Forces = {side: setup.force(side) for side in SIDES}
    aims = tuple(aim for told in mode.aims for aim in _aims(mode, told, forces, first))
    bottom = mode.sides_of(mode.bottom, first)[0] if mode.bottom else None
    top = opponent(bottom) if bottom is not None else None
    terms = TalonTerms(f"{mode.title} ({mode.rule})", aims, top=top)
    owner = _first_planet(mode, setup, first) if mode.planet else None
    way: Mode = "planet" if owner else "last_ship_standing"
    found = msgspec.structs.replace(setup, mode=way, planet_owner=owner, format=2, terms=terms)
    return with_bases_that_fall(found)


def _first_planet(mode: BattleMode, setup: BattleSetup, first: Side) -> Side:
    """Whose planet it is; where each side has one, the Second Player's, who places it first (29.3, R95)."""
    return opponent(setup.initiative) if mode.planet == BOTH else mode.sides_of(mode.planet, first)[0]


def _aims(mode: BattleMode, told: dict[str, Any], forces: Forces, first: Side) -> Iterator[Aim]:
    for side in mode.sides_of(told["side"], first):
        aim = {**told, "side": side}
        if told["aim"] != "losses":
            aim["rule"] = mode.rule
        if told["aim"] == "target" and (unit := dearest(forces[side], side)) is not None:
            aim["unit"] = unit.name
        found: Aim = msgspec.convert(aim, Aim)
        yield as_usual(found)
