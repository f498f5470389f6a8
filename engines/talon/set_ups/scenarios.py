"""The printed scenarios: each is a file of fleets, aims, zones and options (26); number 0 is the tutorial."""

import tomllib
from collections.abc import Iterable
from functools import cache
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engines.seam.codec import as_usual
from engines.seam.documents import BattleSetup, Degree, GroupIndex, Unit
from engines.seam.sides import SIDES, Side
from engines.talon.aim_documents import Aim
from engines.talon.catalogue import TABLES
from engines.talon.damage import TalonDamage
from engines.talon.fleets.lists import fleet_of_names
from engines.talon.layout import Arrival, Layout, Patch, Start, Zone
from engines.talon.results.layout_check import written
from engines.talon.set_ups.bases import with_bases_that_fall
from engines.talon.terms import TalonTerms

FILES: Final = TABLES / "scenarios"


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """Another way to play a scenario, if both players agree: ships `replaced`, aims and zones besides its own.

    `begins` is whose turn comes first, of a scenario that begins in mid-round.
    """

    key: str
    title: str
    words: str
    replaced: dict[str, str] = {}
    aims: tuple[Aim, ...] = ()
    zones: tuple[Zone, ...] = ()
    begins: Side | None = None


class Note(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is said of a scenario besides its aims, with its rule."""

    words: str
    rule: str


class Lasting(Struct, frozen=True, forbid_unknown_fields=True):
    """How long it takes between captains: the middle half of 100 battles by `rounds`, the median of all `orders`."""

    rounds: tuple[int, int]
    orders: int


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A printed scenario; `whole` if its own rules are in, otherwise its fleets fight a standard battle.

    `terran` and `talon` are the ships by class and name, as "CA Napoleon". `planet` is whose planet is to be landed on,
    `most` the highest degree of a victory, `initiative` and `top` who has the initiative and the top edge.
    By a ship's name, `damage` is what it brings along, and `jury` its group that is jury rigged, counted from 0 (24).
    `pair`: it is played twice, with sides changed (R68). `notes` stand with the aims. With a `start` it begins in
    mid-round. `lasting` is measured: `python -m bench.battles.lengths`.
    """

    title: str
    story: str
    terran: tuple[str, ...]
    talon: tuple[str, ...]
    whole: bool = False
    planet: Side | None = None
    most: Degree = "devastating"
    initiative: Side = "talon"
    top: Side | None = None
    aims: tuple[Aim, ...] = ()
    zones: tuple[Zone, ...] = ()
    terrain: tuple[Patch, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    damage: dict[str, TalonDamage] = {}
    jury: dict[str, GroupIndex] = {}
    notes: tuple[Note, ...] = ()
    start: Start | None = None
    options: tuple[Option, ...] = ()
    pair: bool = False
    lasting: Lasting | None = None

    def force(self, side: Side) -> tuple[str, ...]:
        """The ships of a side, by class and name."""
        return self.terran if side == "terran" else self.talon

    @property
    def name(self) -> str:
        """What a battle of it is called."""
        return self.title if self.whole else f"Fleets of {self.title}"


@cache
def scenarios() -> dict[int, Scenario]:
    """Every scenario by its number."""
    files = sorted(FILES.glob("*.toml"))
    return {
        int(file.stem): msgspec.convert(tomllib.loads(file.read_text("utf-8")), Scenario) for file in files
    }


def numbered() -> dict[int, Scenario]:
    """The twelve scenarios that have fleets for any battle: all but the tutorial."""
    return {number: found for number, found in scenarios().items() if number}


def fleets_of(number: int) -> BattleSetup:
    """The fleets with which a scenario begins, for a standard battle until one side is left."""
    found = scenarios()[number]
    later = {name for arrival in found.arrivals for name in arrival.units}
    terran, talon = (
        tuple(unit for unit in _fleet(found.force(side), side, {}) if unit.name not in later)
        for side in SIDES
    )
    return BattleSetup(f"Fleets of {found.title}", "last_ship_standing", terran, talon)


def scenario(number: int, options: Iterable[str] = ()) -> BattleSetup:
    """The scenario as printed, with the options of those keys; KeyError if it has none of that key.

    Of one that is not `whole` only the fleets, for a standard battle.
    """
    found = scenarios()[number]
    if not found.whole:
        known = {option.key: option for option in found.options}
        return _standard(found, [known[key] for key in options])
    return setup_of(found, f"Scenario {number}" if number else "Tutorial", options)


def setup_of(found: Scenario, label: str, options: Iterable[str] = ()) -> BattleSetup:
    """The battle of a scenario by its own rules, with the options of those keys; KeyError if it has none of that key.

    `label` names the rules by which it is fought.
    """
    known = {option.key: option for option in found.options}
    chosen = [known[key] for key in options]
    terran, talon = _fleets(found, chosen)
    names = {unit.name for unit in (*terran, *talon)}
    zones = [*found.zones, *(zone for option in chosen for zone in option.zones)]
    layout = Layout(
        tuple(_for(zone, names) for zone in zones), found.terrain, found.arrivals, _start(found, chosen)
    )
    told = (*found.aims, *(aim for option in chosen for aim in option.aims))
    aims: tuple[Aim, ...] = tuple(as_usual(aim) for aim in told)
    laid = written(layout) if layout != Layout() else {}
    return with_bases_that_fall(
        BattleSetup(
            found.title,
            "planet" if found.planet else "last_ship_standing",
            terran,
            talon,
            planet_owner=found.planet,
            initiative=found.initiative,
            format=2,
            terms=TalonTerms(label, aims, found.most, laid, found.top, pair=found.pair),
        )
    )


def _standard(found: Scenario, chosen: Iterable[Option]) -> BattleSetup:
    """The fleets alone, for a standard battle."""
    terran, talon = _fleets(found, chosen)
    return BattleSetup(found.name, "last_ship_standing", terran, talon)


def _fleets(found: Scenario, chosen: Iterable[Option]) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """Terran's and Talon's ships, with those that the options replace."""
    replaced = {ship: new for option in chosen for ship, new in option.replaced.items()}
    terran, talon = (_fleet(found.force(side), side, replaced) for side in SIDES)
    return _as_they_come(found, terran), _as_they_come(found, talon)


def _as_they_come(found: Scenario, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The ships with the damage that they bring along, and with what is jury rigged."""
    return tuple(
        replace(unit, damage=found.damage.get(unit.name, unit.damage), jury=found.jury.get(unit.name))
        for unit in units
    )


def _fleet(ships: Iterable[str], side: Side, replaced: dict[str, str]) -> tuple[Unit, ...]:
    return tuple(unit for ship in ships for unit in fleet_of_names(side, replaced.get(ship, ship)))


def _start(found: Scenario, chosen: Iterable[Option]) -> Start | None:
    """Where it begins in mid-round, in the turn that an option names."""
    begins = next((option.begins for option in chosen if option.begins is not None), None)
    return found.start if found.start is None or begins is None else replace(found.start, side=begins)


def _for(zone: Zone, names: set[str]) -> Zone:
    """The zone for those of its units that take part."""
    return replace(zone, units=tuple(name for name in zone.units if name in names))
