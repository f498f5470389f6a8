"""What a battle needs of the other game's charts: technology, hull sizes, costs (32.4), ours or a player's."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from engines.seam.refusals import Refusal, refuse
from engines.talon.catalogue import TABLES, ship_classes

LONGEST: Final = 10_000
"""Characters of the longest file of a player."""
LEVELS: Final = (0, 1, 2, 3)
Source = Literal["32", "ours", "yours"]
"""Where a value is from: the rules of Talon in words, our reading, or the file of a player."""
SOURCES: Final[dict[Source, str]] = {"32": "the rules", "ours": "ours", "yours": "your file"}


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """What a level of technology adds to a die, and to the damage of a missile."""

    change: Annotated[int, Meta(ge=-2, le=2)]
    source: Source = "yours"


class Hull(Struct, frozen=True, forbid_unknown_fields=True):
    """The hull size of a class in the other game."""

    size: Annotated[int, Meta(ge=0, le=5)]
    source: Source = "yours"


Changes = dict[str, Change]
Number = Annotated[int, Meta(ge=0, le=99)]


class Chart(Struct, frozen=True, forbid_unknown_fields=True):
    """What is known: by level what attack and defence add, by class its hull size, by side and class its cost in CP.

    `bombardment` is the rating by class with which it fires at a planet. What is in none of them is not known.
    """

    attack: Changes = {}
    defence: Changes = {}
    hull: dict[str, Hull] = {}
    cp: dict[str, dict[str, Number]] = {}
    bombardment: dict[str, Number] = {}

    def size_of(self, model: str) -> Hull | None:
        """The hull size of a class; None if it is not known."""
        return self.hull.get(model)

    def attack_of(self, level: int) -> Change:
        """What a level of attack adds."""
        return self.attack[str(level)]

    def defence_of(self, level: int) -> Change:
        """What a level of defence adds to an enemy's die."""
        return self.defence[str(level)]

    def cost_of(self, side: str, model: str) -> int | None:
        """What a ship costs in CP; None if it is not known."""
        return self.cp.get(side, {}).get(model)


class _Told(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's file: a plain number for each value."""

    attack: dict[str, Annotated[int, Meta(ge=-1, le=2)]] = {}
    defence: dict[str, Annotated[int, Meta(ge=-2, le=1)]] = {}
    hull: dict[str, Annotated[int, Meta(ge=0, le=5)]] = {}
    cp: dict[str, dict[str, Number]] = {}
    bombardment: dict[str, Number] = {}


@cache
def our_chart() -> Chart:
    """The chart of the rules, completed by our reading."""
    return msgspec.convert(tomllib.loads((TABLES / "space_empires.toml").read_text("utf-8")), Chart)


def chart_of(text: str) -> Chart:
    """Our chart with what a player's file says instead, "" without one; `Refused` if the file is none."""
    ours = our_chart()
    if not text.strip():
        return ours
    told = _read(text)
    wrong = tuple(_wrong(told))
    if wrong:
        raise refuse("", " ".join(one.reason for one in wrong))
    return Chart(
        {**ours.attack, **{level: Change(change) for level, change in told.attack.items()}},
        {**ours.defence, **{level: Change(change) for level, change in told.defence.items()}},
        {**ours.hull, **{model: Hull(size) for model, size in told.hull.items()}},
        told.cp,
        told.bombardment,
    )


def file_of(chart: Chart) -> str:
    """The chart as a player's file has it, with a remark where each value is from."""
    parts = [
        ("attack", {level: (one.change, one.source) for level, one in chart.attack.items()}),
        ("defence", {level: (one.change, one.source) for level, one in chart.defence.items()}),
        ("hull", {model: (one.size, one.source) for model, one in chart.hull.items()}),
    ]
    lines = (
        "\n".join(
            (
                f"[{title}]",
                *(f"{key} = {value}  # {SOURCES[source]}" for key, (value, source) in told.items()),
            )
        )
        for title, told in parts
    )
    return "\n\n".join(lines) + "\n"


def _read(text: str) -> _Told:
    if len(text) > LONGEST:
        raise refuse("", f"The file has {len(text):,} characters; {LONGEST:,} are allowed.")
    try:
        return msgspec.convert(tomllib.loads(text), _Told)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise refuse("", f"The file cannot be read: {error}.") from error


def _wrong(told: _Told) -> Iterator[Refusal]:
    """Names of levels, sides and classes that there are not."""
    for title, found in (("attack", told.attack), ("defence", told.defence)):
        for level in found.keys() - {str(level) for level in LEVELS}:
            yield Refusal("", f"[{title}] has the level “{level}”. Levels are 0, 1, 2 and 3.")
    models = {model for _side, model in ship_classes()}
    for title, named in (("hull", told.hull), ("bombardment", told.bombardment)):
        yield from _unknown(title, named, models)
    for side, costs in told.cp.items():
        if side not in ("terran", "talon"):
            yield Refusal("", f"[cp.{side}] is no side. Write [cp.terran] or [cp.talon].")
            continue
        yield from _unknown(f"cp.{side}", costs, {model for of, model in ship_classes() if of == side})


def _unknown(title: str, named: Mapping[str, object], models: set[str]) -> Iterator[Refusal]:
    for model in named.keys() - models:
        yield Refusal("", f"[{title}] has no class “{model}”. Classes are: {', '.join(sorted(models))}.")
