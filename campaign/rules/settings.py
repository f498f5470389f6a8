"""The settings of a war, agreed before it starts (S32)."""

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from engines.seam.classes import Catalogue
from engines.seam.documents import Level
from engines.seam.registry import DEFAULT, check_system
from engines.seam.sides import SIDES, Side
from engines.seam.systems import system

CommanderLevel = Literal["gentle", "steady", "shrewd"]
"""How well the commander of a side plays that the computer plays."""
DifficultyName = Literal["easy", "medium", "hard"]
Hours = Annotated[int, Meta(ge=1, le=24 * 30)]

EVEN_HANDICAP = 200
"""A handicap for Terran with which wars of equals are about even, Ship Points: found by whole wars of computers."""
PACE = r"^((days:[0-9]+|weekdays:[0-9]+:[A-Za-z_/+-]+)(;tables-wait)?)?\Z"
"""How a pace is written: deadlines by days or by weekdays at an hour of a time zone, and whether table battles wait."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What both players agree on at the start (S32), with the published defaults.

    `treasury` and `reserve` are Ship Points. `handicap`: so many more has Terran at the start; below 0, Talon (S77).
    `boxes` of the game at the table limit the counters (31.6);
    `settled_by` says where battles are fought unless both players change it: at the table, by the computer's captains,
    or by hand in the browser; `clock` is that of battles by hand, as battles/clocks.py writes it; `pace` says by when
    each phase is due, as battles/pace.py writes it (S63).
    `take_declined`: what the other side declines is taken without asking (S74).
    `system` is the key of the one by which battles are fought, and whose ships are bought.
    `confirm_hours` is how long a recorded result may wait for the other side before it stands (S35). Of the
    computer's side, if it plays one, `computer` is the level of the captains and `commander` that of the commander.
    """

    treasury: Annotated[int, Meta(ge=1000, le=20_000)] = 2000
    reserve: Annotated[int, Meta(ge=0, le=10_000)] = 500
    free_bases: Annotated[int, Meta(ge=0, le=20)] = 3
    boxes: Annotated[int, Meta(ge=1, le=9)] = 1
    black_holes: bool = False
    transports_are_a_class: bool = True
    lifetime_score: bool = False
    reveal: Literal["one_by_one", "together"] = "one_by_one"
    settled_by: Literal["table", "worker", "hand"] = "table"
    take_declined: bool = False
    handicap: Annotated[int, Meta(ge=-5000, le=5000)] = 0
    confirm_hours: Hours = 72
    computer: Level = "captain"
    commander: CommanderLevel = "steady"
    clock: Annotated[str, Meta(max_length=24, pattern=r"^(turn:[0-9]+|budget:[0-9]+:[0-9]+)?\Z")] = ""
    pace: Annotated[str, Meta(max_length=60, pattern=PACE)] = ""
    system: str = DEFAULT
    format: Literal[1] = 1

    def __post_init__(self) -> None:
        """ValueError if there is no such system."""
        check_system(self.system)

    @property
    def catalogue(self) -> Catalogue:
        """The classes and terrain of the war's system."""
        return system(self.system).catalogue

    def first_treasury(self, side: Side) -> int:
        """What a side has to spend when the war begins, Ship Points (31.2, S77)."""
        more = self.handicap if side == SIDES[0] else -self.handicap
        return self.treasury + max(0, more)


class Difficulty(NamedTuple):
    """How well the computer plays a war: the levels of its commander and of its captains."""

    commander: CommanderLevel
    captains: Level


DIFFICULTIES: dict[DifficultyName, Difficulty] = {
    "easy": Difficulty("gentle", "ensign"),
    "medium": Difficulty("steady", "captain"),
    "hard": Difficulty("shrewd", "admiral"),
}


def difficulty_of(settings: Settings) -> DifficultyName | None:
    """The difficulty that the settings come to; None if their two levels are of no one difficulty."""
    levels = Difficulty(settings.commander, settings.computer)
    return next((name for name, meant in DIFFICULTIES.items() if meant == levels), None)
