"""What is wrong with a scenario whose parts are as they must be: its ships, aims, zones and options."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from engines.seam.refusals import Refusal
from engines.seam.sides import SIDE_TITLES, SIDES, Side, opponent
from engines.seam.words.names import fault as fault_of_name
from engines.talon.aim_documents import Aim, Bombard, Dock, Land, Losses, Target, Unhurt
from engines.talon.catalogue import classes_of
from engines.talon.deployment import SQUADRONS_CARRIED, takes_squadrons
from engines.talon.layout import Zone
from engines.talon.results.setup_check import setup_refusals
from engines.talon.scenario_files.lines import Path
from engines.talon.scenario_files.shape import Wrong, meant, path_of
from engines.talon.set_ups.scenarios import Scenario, setup_of

MOST_UNITS: Final = 24
"""The most units of a side."""
NUMBERED: Final = re.compile(r"[0-9]{1,2}(\.[0-9]{1,2})?|[RS][0-9]{1,3}")
"""How a rule or ruling is numbered."""
KEYED: Final = re.compile(r"[a-z0-9-]{1,30}")
"""The key of an option."""


def ship_faults(scenario: Scenario) -> Iterator[Wrong]:
    """Ships of no class or without a name, names that two have, and too many of them."""
    names = Counter(_name_of(ship) for side in SIDES for ship in scenario.force(side))
    for side in SIDES:
        ships = scenario.force(side)
        if len(ships) > MOST_UNITS:
            words = f"{SIDE_TITLES[side]} has {len(ships)} units; {MOST_UNITS} are allowed."
            yield (side,), words, ""
        for place, ship in enumerate(ships):
            yield from (((side, place), words, rule) for words, rule in _ship(side, ship, names))
        yield from _squadrons(scenario, side)
    yield from _of_the_replaced(scenario, names)
    yield from _of_the_words(scenario)
    names_of_all = sorted({_name_of(ship) for ship in _every_ship(scenario)})
    for key, named in (("damage", scenario.damage), ("jury", scenario.jury)):
        for name in named:
            if name not in names_of_all:
                yield (key,), f"No side has a ship {name}.{meant(name, names_of_all)}", ""
    for path, zone in _zones(scenario):
        for name in zone.units:
            if name not in names_of_all:
                own = sorted(_name_of(ship) for ship in scenario.force(zone.side))
                words = f"{SIDE_TITLES[zone.side]} has no {name} to set up.{meant(name, own)}"
                yield (*path, "units"), words, "26"


def _squadrons(scenario: Scenario, side: Side) -> Iterator[Wrong]:
    """Squadrons for which no carrier and no base has room (27)."""
    roles = {kind.abbreviation: kind.role for kind in classes_of(side)}
    own: list[str] = [roles.get(ship.partition(" ")[0], "") for ship in scenario.force(side)]
    room = SQUADRONS_CARRIED * sum(takes_squadrons(role) for role in own)
    squadrons = [place for place, role in enumerate(own) if role == "squadron"]
    if room < len(squadrons) < len(own):
        words = f"{SIDE_TITLES[side]} has {len(squadrons)} squadrons, and its carriers and bases have room for {room}."
        yield (side, squadrons[room]), words, "27"


def _of_the_words(scenario: Scenario) -> Iterator[Wrong]:
    """Words of aims and options that cannot be shown, or written into a record."""
    for place, aim in enumerate(scenario.aims):
        yield from ((("aims", place, *path), words, "") for path, words in _aim(aim))
    for at, option in enumerate(scenario.options):
        if not KEYED.fullmatch(option.key):
            words = "The key of an option has small letters, digits and hyphens, at most 30."
            yield ("options", at, "key"), words, ""
        for key, text, longest in (("title", option.title, 60), ("words", option.words, 240)):
            if wrong := fault_of_name(text, longest, what=key):
                yield ("options", at, key), wrong, ""
        for aim in option.aims:
            yield from ((("options", at, "aims"), words, "") for _path, words in _aim(aim))


def _aim(aim: Aim) -> Iterator[tuple[Path, str]]:
    rule = getattr(aim, "rule", "26")
    if not NUMBERED.fullmatch(rule):
        yield ("rule",), "A rule is a number, such as 29.4, or a ruling, such as R71."
    if isinstance(aim, Bombard) and (wrong := fault_of_name(aim.planet)):
        yield ("planet",), wrong


def aim_faults(scenario: Scenario) -> Iterator[Wrong]:
    """Landings for which there are too few transports, two aims of a kind, and a target on one side alone."""
    kinds: set[tuple[str, Side]] = set()
    targeted = {aim.side for aim in scenario.aims if isinstance(aim, Target)}
    for place, aim in enumerate(scenario.aims):
        title, kind = SIDE_TITLES[aim.side], type(aim).__name__.lower()
        if isinstance(aim, Dock) and any(isinstance(one, Dock) for one in scenario.aims[:place]):
            yield ("aims", place), "Only one unit of both sides can be to dock.", aim.rule
        elif not isinstance(aim, Losses | Unhurt) and (kind, aim.side) in kinds:
            yield ("aims", place), f"{title} has two aims of the kind “{kind}”; one is allowed.", ""
        kinds.add((kind, aim.side))
        if isinstance(aim, Land):
            brought = sum(ship.startswith("Tran ") for ship in scenario.force(aim.side))
            if 0 < brought < aim.needs:
                words = f"{title} is to land {aim.needs} transports, and has {brought}."
                yield ("aims", place), words, aim.rule
        elif isinstance(aim, Target) and opponent(aim.side) not in targeted:
            enemy = SIDE_TITLES[opponent(aim.side)]
            yield (
                ("aims", place),
                f"{title} has a target, and {enemy} has none: each side needs one.",
                aim.rule,
            )


def _of_the_replaced(scenario: Scenario, names: Counter[str]) -> Iterator[Wrong]:
    """Ships that an option replaces and nobody has, and what is wrong with those that come instead."""
    for at, option in enumerate(scenario.options):
        for old, new in option.replaced.items():
            side: Side = "terran" if old in scenario.terran else "talon"
            if old not in scenario.force(side):
                yield ("options", at, "replaced"), f"No side has {old}, which is to be replaced.", ""
            for words, rule in _ship(side, new, Counter()):
                yield ("options", at, "replaced"), words, rule
            name = _name_of(new)
            if names[name] and name != _name_of(old):
                yield ("options", at, "replaced"), f"2 units would be named {name}.", "S34"


def _zones(scenario: Scenario) -> Iterator[tuple[Path, Zone]]:
    """The zones of the scenario and those of its options, with where they stand."""
    yield from ((("zones", at), zone) for at, zone in enumerate(scenario.zones))
    for at, option in enumerate(scenario.options):
        yield from ((("options", at, "zones", place), zone) for place, zone in enumerate(option.zones))


def _every_ship(scenario: Scenario) -> Iterator[str]:
    """The ships of both sides, with those that an option brings."""
    for side in SIDES:
        yield from scenario.force(side)
    for option in scenario.options:
        yield from option.replaced.values()


def _places(scenario: Scenario, label: str) -> dict[Refusal, Path]:
    """Where a refusal belongs that names all aims or zones: at the first without which it is not there."""
    found: dict[Refusal, Path] = {}
    for key in ("aims", "zones"):
        entries = getattr(scenario, key)
        for many in range(1, len(entries) + 1):
            fewer = replace(scenario, **{key: entries[:many]})
            for refusal in setup_refusals(setup_of(fewer, label)):
                if path_of(refusal.where) == (key,):
                    found.setdefault(refusal, (key, many - 1))
    return found


def _name_of(ship: str) -> str:
    return ship.partition(" ")[2].strip()


def _ship(side: Side, ship: str, names: Counter[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with a ship as it is written, as "CA Patton"."""
    kind, _, name = ship.partition(" ")
    known = [one.abbreviation for one in classes_of(side)]
    if kind not in known:
        words = f"{SIDE_TITLES[side]} has no class “{kind}”. A ship is written as “{_example(side)}”."
        yield words + meant(kind, known), "5"
    elif wrong := fault_of_name(name.strip()):
        yield f"{kind}: {wrong} A ship is written as “{_example(side)}”.", "S34"
    elif "," in name:
        yield f"“{name}” has a comma. Each ship is a text of its own.", "S34"
    elif names[name.strip()] > 1:
        yield f"{names[name.strip()]} units are named {name.strip()}.", "S34"


def _example(side: Side) -> str:
    return "CA Patton" if side == "terran" else "CA Sacrifice"


def _of_the_options(scenario: Scenario, label: str) -> Iterator[Refusal]:
    """What is wrong as soon as an option is chosen, and was not before."""
    before = set(setup_refusals(setup_of(scenario, label)))
    keys = Counter(option.key for option in scenario.options)
    for at, option in enumerate(scenario.options):
        if keys[option.key] > 1:
            yield Refusal("", f"Two options have the key “{option.key}”.", f"options[{at}]")
        for one in setup_refusals(setup_of(scenario, label, [option.key])):
            if one not in before:
                before.add(one)
                yield Refusal(one.rule, f"With the option “{option.title}”: {one.reason}", f"options[{at}]")
    if len(keys) > 1:
        for one in setup_refusals(setup_of(scenario, label, keys)):
            if one not in before:
                yield Refusal(one.rule, f"With all options together: {one.reason}", "options")


def battle_faults(scenario: Scenario, label: str) -> list[Wrong]:
    """Why no battle can be fought by the scenario, whose rules are called `label`, or by one of its options."""
    judged = [*setup_refusals(setup_of(scenario, label)), *_of_the_options(scenario, label)]
    places = _places(scenario, label) if judged else {}
    return [(places.get(one) or path_of(one.where), one.reason, one.rule) for one in judged]
