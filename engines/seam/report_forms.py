"""The form in which people enter what became of a battle, as pages show it, whatever its system."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.seam.cards import UnitCard, Weapon
from engines.seam.documents import Report
from engines.seam.refusals import Refusal
from engines.seam.sheets import Rule
from engines.seam.sides import Side

Fields = dict[str, str]
"""What was entered: flat text, by the names that the system gives its fields."""


@dataclass(frozen=True, slots=True)
class UnitEntry:
    """One unit's part of the form; a system leaves out what its units do not have.

    `fates` are those open to it, each with its words and icon; `preset` is the one last filled in for it, "" for none;
    `room` counts the critical boxes marked in this battle. `unloads`: it is asked whether its troops were set
    down (32.3), and `unloaded` says that they were. `asks_criticals`: it can have criticals that last.
    """

    key: str
    card: UnitCard
    before: UnitCard
    fates: tuple[tuple[str, str, str], ...]
    fate: str
    preset: str = ""
    hull: str = ""
    hull_before: int = 0
    room: int = 0
    weapons: tuple[tuple[Weapon, bool], ...] = ()
    thrusters: str = ""
    thrusters_before: int = 0
    relays: str = ""
    relays_before: int = 0
    lost: str = ""
    lost_before: int = 0
    hurt: str = ""
    unloads: bool = False
    unloaded: bool = False
    asks_criticals: bool = True
    problems: tuple[Refusal, ...] = ()


@dataclass(frozen=True, slots=True)
class Landing:
    """The transports among which the invader chooses who lands after the battle (S23)."""

    needed: int = 0
    choices: tuple[tuple[str, str, bool], ...] = ()
    automatic: bool = True

    @property
    def mark(self) -> str:
        """Differs for every other set of choices."""
        return f"{self.needed}:{len(self.choices)}:{','.join(key for key, _name, _chosen in self.choices)}"


@dataclass(frozen=True, slots=True)
class Count:
    """A number of the whole battle besides its rounds: the field, what it counts, and what it is from and to."""

    key: str
    title: str
    value: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class SideEntries:
    """One side's units in the form."""

    side: Side
    title: str
    entries: tuple[UnitEntry, ...]


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Something that is seldom so, and has to be said if it is: the field, its words, and whether it is said."""

    key: str
    words: str
    said: bool


@dataclass(frozen=True, slots=True)
class ReportForm:
    """The whole form.

    `asked` is what the winner is the answer to, `aims` say what decides a battle with terms of its own, and `counts`
    are numbers of the whole battle. `endings` are those that a battle like this can have, each with its words. `report`
    is what the fields come to, None while something is missing; `every_problem` is what is missing or impossible, and
    `problems` what of it is no unit's. `lost_conceding` is asked where nothing is left of a side that conceded (20.4).
    """

    winner: str
    ending: str
    endings: tuple[tuple[str, str], ...]
    rounds: str
    sides: tuple[SideEntries, ...]
    landing: Landing
    report: Report | None
    every_problem: tuple[Refusal, ...]
    counts: tuple[Count, ...] = ()
    asked: str = "Who won?"
    aims: tuple[Rule, ...] = ()
    lost_conceding: Confirmation | None = None

    @property
    def decided_by_aim(self) -> bool:
        """Whether an aim decides who has won, so that the winner is not asked for."""
        return self.asked != "Who won?"

    @property
    def last_mark(self) -> str:
        """Differs for every other set of questions below the units."""
        return f"{self.landing.mark}:{self.lost_conceding.words if self.lost_conceding else ''}"

    @property
    def first_asked(self) -> str:
        """What is to be answered first."""
        return "Choose who held the field first." if self.decided_by_aim else "Choose who won first."

    @property
    def entries(self) -> Iterator[UnitEntry]:
        """Every unit's part."""
        return (entry for side in self.sides for entry in side.entries)

    @property
    def problems(self) -> tuple[Refusal, ...]:
        """What is wrong with the battle itself, and with no unit."""
        names = {entry.card.name for entry in self.entries}
        return tuple(problem for problem in self.every_problem if problem.where not in names)

    @property
    def problem_count(self) -> int:
        """How many entries are missing or impossible."""
        return len(self.every_problem)

    @property
    def set_for(self) -> str:
        """The winner and ending, on which all usual fates depend."""
        return f"{self.winner}-{self.ending}"
