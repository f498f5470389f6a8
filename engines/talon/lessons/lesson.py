"""The lessons, read from their texts: each a row of scenes, and each scene a position with steps."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from engines.seam.documents import BattleSetup, Level, Unit
from engines.seam.sides import Side
from engines.talon.state import Battle
from engines.talon.text import read_position

TEXTS: Final = Path(__file__).parent / "texts"


class Remark(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said when an order or event is as a pattern says."""

    on: str
    says: str


class Step(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing to learn: what is said, and the `goal` in words.

    `done` are patterns: one of them reaches the goal, or reaches it after so many `times`. `show` are patterns of the
    orders that lead there, the best first. `met` is said when the goal is reached, or the first of `met_on` for which
    something happened; `replies` answer other orders. `marks` are hexes with a ring, `rule` is the rule it is about.
    """

    says: str
    goal: str
    done: tuple[str, ...]
    show: tuple[str, ...]
    rule: str = ""
    times: int = 1
    met: str = ""
    met_on: tuple[Remark, ...] = ()
    replies: tuple[Remark, ...] = ()
    marks: tuple[str, ...] = ()


class Scene(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position in the notation, and the steps that the player of `side` does in it.

    The other side gives the first order that its `script` allows, else it flies straight and does nothing; or a
    captain leads it. `fails` are remarks on what ends the scene before its goals are reached.
    """

    position: str
    steps: tuple[Step, ...]
    side: Side = "terran"
    script: tuple[str, ...] = ()
    led_by: Level | None = None
    fails: tuple[Remark, ...] = ()

    def battle(self) -> Battle:
        """A new battle in the position."""
        return read_position(self.position)

    def setup(self, place: str) -> BattleSetup:
        """The units of the position as a set-up."""
        units = self.battle().units
        terran, talon = (
            tuple(Unit(unit.name, unit.kind.key) for unit in units if unit.side == side)
            for side in ("terran", "talon")
        )
        return BattleSetup(place=place, mode="last_ship_standing", terran=terran, talon=talon)


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson: its `title`, what it is `about`, how long it takes, its scenes, and what is said at its end."""

    name: str
    title: str
    about: str
    minutes: int
    closing: str
    scenes: tuple[Scene, ...]

    @property
    def steps(self) -> int:
        """How many steps it has."""
        return sum(len(scene.steps) for scene in self.scenes)

    def steps_before(self, scene: int) -> int:
        """How many steps come before the scene."""
        return sum(len(one.steps) for one in self.scenes[:scene])


@cache
def lessons() -> dict[str, Lesson]:
    """Every lesson by its name in addresses, in the order in which they are learned."""
    found = [_read(path) for path in sorted(TEXTS.glob("*.toml"))]
    return {lesson.name: lesson for lesson in found}


def lesson_after(name: str) -> Lesson | None:
    """The lesson that follows the one of that name, None after the last."""
    names = list(lessons())
    following = names[names.index(name) + 1 :]
    return lessons()[following[0]] if following else None


def _read(path: Path) -> Lesson:
    """The lesson of a file, whose name begins with a number: "3_arcs_and_shields.toml"."""
    name = path.stem.partition("_")[2].replace("_", "-")
    return msgspec.convert({"name": name, **tomllib.loads(path.read_text(encoding="utf-8"))}, Lesson)
