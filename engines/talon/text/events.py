"""What happened, as lines of text (`docs/notation.md`): the kind of event, then its fields by name."""

from collections.abc import Callable
from typing import Any

from engines.talon import events as e
from engines.talon.hexes import ARCS, FACINGS
from engines.talon.state import IMPULSES, Battle
from engines.talon.text.words import write_hex, write_target

Writer = Callable[[Any, Battle], str]


def _reference(value: int, battle: Battle) -> str:
    return "nothing" if value < 0 else write_target(battle, value)


def _references(value: tuple[int, ...], battle: Battle) -> str:
    return ",".join(write_target(battle, one) for one in value)


def _rows(value: tuple[tuple[int, int, int], ...], battle: Battle) -> str:
    return ",".join(f"{write_target(battle, unit)}:{power}/{speed}" for unit, power, speed in value) or "none"


WRITERS: dict[str, Writer] = {
    "unit": _reference,
    "missile": _reference,
    "target": _reference,
    "into": _reference,
    "units": _references,
    "rows": _rows,
    "place": lambda value, battle: write_hex(value),
    "places": lambda value, battle: " ".join(map(write_hex, value)),
    "facing": lambda value, battle: FACINGS[value],
    "arc": lambda value, battle: ARCS[value],
    "group": lambda value, battle: str(value + 1),
    "fighter": lambda value, battle: str(value + 1),
    "player": lambda value, battle: str(value + 1),
    "impulse": lambda value, battle: IMPULSES[value],
    "dice": lambda value, battle: ",".join(map(str, value)),
    "group_dice": lambda value, battle: ",".join(map(str, value)),
    "result": lambda value, battle: value.replace(" ", "-"),
    "critical": lambda value, battle: value.replace(" ", "-"),
    "winner": lambda value, battle: value or "nobody",
}


def write_event(event: e.AnyEvent, battle: Battle) -> str:
    """The event as a line, as "went unit Patton place 1,0 facing E how move"; what is as usual is left out."""
    words = [str(type(event).__struct_config__.tag)]
    for name, usual in zip(event.__struct_fields__, _usual(type(event)), strict=True):
        value = getattr(event, name)
        if value is usual or (usual is not _NEEDED and value == usual):
            continue
        word = _word(name, value, battle)
        words += [name.replace("_", "-"), word]
    return " ".join(words)


def _word(name: str, value: Any, battle: Battle) -> str:
    writer = WRITERS.get(name)
    if writer is not None:
        return writer(value, battle)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


_NEEDED = object()


def _usual(kind: type[e.Event]) -> list[object]:
    """The value of each field that is left out; `_NEEDED` where it may not be."""
    fields, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return [_NEEDED] * (len(fields) - len(defaults)) + list(defaults)
