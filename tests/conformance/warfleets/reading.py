"""The cases as they are written: TOML, read strictly. README.md says what each part means."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

CASES: Final = Path(__file__).parent / "cases"
Team = Literal["a", "b"]
Inches = float | int


class Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Any part of a case: nothing is in it that the format does not know."""


class Given(Part, frozen=True):
    """A model as it stands before the first order; one without a place is not on the table yet."""

    name: str
    side: Team
    kind: str
    x: Inches | None = None
    y: Inches | None = None
    heading: Inches = 0
    upgrades: tuple[str, ...] = ()
    weapons: dict[str, str] = {}
    hero: str = ""
    title: str = ""
    special: tuple[str, ...] = ()
    damage: dict[str, int] = {}
    held: bool = False
    engaged: bool | None = None
    damaged_this_round: bool = False


class Round(Part, frozen=True):
    """A round piece of terrain."""

    x: Inches
    y: Inches
    radius: Inches


class Piece(Part, frozen=True):
    """A piece of terrain."""

    kind: str
    disc: Round | None = None
    polygon: tuple[tuple[Inches, Inches], ...] = ()


class Lying(Part, frozen=True):
    """A marker or a mine on the table, or a marker on a ship."""

    x: Inches = 0
    y: Inches = 0
    kind: str = ""
    side: Team = "a"
    carried_by: str = ""


class Point(Part, frozen=True):
    """Where a model is put."""

    model: str
    x: Inches
    y: Inches
    heading: Inches = 0


class Target(Part, frozen=True):
    """A shot."""

    target: str
    weapon: str
    attacks: int | None = None
    facing: str = ""


class Use(Part, frozen=True):
    """What a ship does as it is activated."""

    effect: str
    on: str = ""
    x: Inches = 0
    y: Inches = 0


class Do(Part, frozen=True):
    """What one activation does, or something before or after them."""

    action: str
    model: str = ""
    distance: Inches = 0
    pivot: Inches = 0
    path: tuple[tuple[Inches, Inches], ...] = ()
    ram: str = ""
    targets: tuple[Target, ...] = ()
    use: tuple[Use, ...] = ()
    place: tuple[Point, ...] = ()
    back: tuple[Point, ...] = ()
    by: str = ""
    side: Team = "a"
    x: Inches = 0
    y: Inches = 0
    heading: Inches = 0
    vanguard: Inches = 0
    points: int = 0


class State(Part, frozen=True):
    """A model afterwards: only what is named is compared."""

    name: str
    x: Inches | None = None
    y: Inches | None = None
    heading: Inches | None = None
    damage: dict[str, int] | None = None
    disabled: tuple[str, ...] | None = None
    held: bool | None = None
    engaged: bool | None = None
    destroyed: bool | None = None
    surrendered: bool | None = None
    off_table: bool | None = None
    carries: int | None = None


class Shot(Part, frozen=True):
    """A shot with its sums and dice."""

    by: str
    at: str
    weapon: str
    range: Inches
    facing: str
    attacks: int
    hit_on: int
    hits: int
    block_on: int
    blocked: int
    damage: int
    hit_dice: tuple[int, ...]
    block_dice: tuple[int, ...] = ()
    cover: bool = False


class Refusal(Part, frozen=True):
    """By which rule the last order is refused."""

    rule: str
    why: str


class Then(Part, frozen=True):
    """What follows."""

    models: tuple[State, ...] = ()
    shots: tuple[Shot, ...] = ()
    refused: Refusal | None = None
    initiative: Team | None = None
    to_lay: int | None = None
    markers: tuple[tuple[Inches, Inches], ...] | None = None
    mines: tuple[tuple[Inches, Inches], ...] | None = None
    winner: Team | Literal["", "nobody"] = ""
    remarks: tuple[str, ...] = ()


class SetUp(Part, frozen=True):
    """Round and initiative; with `in_turn` the order of turns and phases is a part of the case."""

    in_turn: bool = False
    round: int = 0
    initiative: Team = "a"


class Case(Part, frozen=True):
    """A case of its own number."""

    id: str
    rule: str
    text: str
    then: Then
    rulings: tuple[str, ...] = ()
    setup: SetUp = SetUp()
    fleet_start: dict[Team, int] = {}
    assign: dict[str, tuple[str, ...]] = {}
    given: tuple[Given, ...] = ()
    terrain: tuple[Piece, ...] = ()
    markers: tuple[Lying, ...] = ()
    do: tuple[Do, ...] = ()
    dice: tuple[int, ...] = ()


class File(Part, frozen=True):
    """What a file holds."""

    case: tuple[Case, ...]


@cache
def read_all() -> list[Case]:
    """Every case of the folder, file by file; msgspec.ValidationError if one is not as it must be."""
    files = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(CASES.glob("*.toml"))]
    return [case for file in files for case in msgspec.convert(file, File).case]
