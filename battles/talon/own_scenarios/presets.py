"""Aims as they are mostly wanted: each is one or more aims of a side, and the planet that they need."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from engines.seam.sides import Side, opponent

Aims = Callable[[Side, str], list[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Preset:
    """What a side is to do; `of` gives the aims for a side and a unit, `planet`: on the enemy's planet.

    `names_a_unit`: it needs a name, `names_a_ship`: that of a ship of the side.
    """

    title: str
    of: Aims
    planet: bool = False
    names_a_unit: bool = False
    names_a_ship: bool = False


def _losses(role: str) -> Aims:
    return lambda side, _unit: [{"aim": "losses", "side": side, "role": role}]


def _both(*parts: Aims) -> Aims:
    return lambda side, unit: [aim for part in parts for aim in part(side, unit)]


PRESETS: Final[dict[str, Preset]] = {
    "land": Preset(
        "Lands two transports on the enemy's planet",
        _both(lambda side, _unit: [{"aim": "land", "side": side, "needs": 2}], _losses("transport")),
        planet=True,
    ),
    "escape": Preset(
        "Gets its transport away by FTL",
        _both(lambda side, _unit: [{"aim": "escape", "side": side, "decides": True}], _losses("transport")),
    ),
    "destroy": Preset(
        "Destroys the enemy's base",
        lambda side, _unit: [
            {"aim": "destroy", "side": side},
            {"aim": "losses", "side": opponent(side), "role": "base"},
        ],
    ),
    "target": Preset(
        "Has the ship named below as its target: to get away, and hunted by the enemy",
        lambda side, unit: [{"aim": "target", "side": side, "unit": unit}],
        names_a_unit=True,
        names_a_ship=True,
    ),
    "dock": Preset(
        "Brings the ship named below to a base of its own",
        lambda side, unit: [{"aim": "dock", "side": side, "unit": unit}],
        names_a_unit=True,
        names_a_ship=True,
    ),
    "bombard": Preset(
        "Does 50 damage to the enemy's planet, named below, that lies on the table",
        lambda side, name: [{"aim": "bombard", "side": side, "planet": name, "needs": 50}],
        names_a_unit=True,
    ),
    "transports": Preset("Loses double points for a transport", _losses("transport")),
    "bases": Preset("Loses double points for a base", _losses("base")),
}


def planet_of(preset: Preset, side: Side) -> Side | None:
    """Whose planet the aims need."""
    return opponent(side) if preset.planet else None
