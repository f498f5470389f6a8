"""Which engine plays what: a battle names its system, and its owner asks for it here.

An engine is loaded when it is first asked for, so that the seam imports none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Final, Protocol, cast

from engines.seam.commitments import DiceCommitment
from engines.seam.documents import BattleSetup, Doctrine, Level, Report, Result, Stance, Terrain
from engines.seam.estimates import Calibration, Error, Estimate
from engines.seam.sides import Side

MODULES: Final = {"talon": "engines.talon.system"}
"""By the name of a system the module whose SYSTEM plays it."""


class NamedDice(Protocol):
    """Six-sided dice with a name, from which captains take what makes each a person of their own."""

    name: str

    def roll(self, label: Any) -> int:
        """The next roll, 1 to 6; each engine labels its rolls in its own way."""


class FoughtBattle(Protocol):
    """A battle of which every order is known. All but its result is for the engine that made it."""

    @property
    def result(self) -> Result:
        """What became of every unit, and what follows from it."""


@dataclass(frozen=True, slots=True)
class Upload:
    """The battle of a record that somebody has uploaded; `committed`: its dice follow from a seed, and were checked."""

    battle: FoughtBattle
    committed: bool


class System(Protocol):
    """A tactical game: fights battles, judges what is reported of them, and reads and writes their records."""

    key: str
    title: str
    rules_version: str
    """Raised with every change to what the rules or the captains do."""
    largest_upload: int
    """Bytes of a record that is uploaded."""

    def result_of(self, setup: BattleSetup, report: Report) -> Result:
        """The result of a report; `Refused` with every reason if the report is not possible."""

    def report_fields(self, setup: BattleSetup, report: Report) -> dict[str, str]:
        """The report as the flat fields in which a person enters one."""

    def fight(
        self,
        setup: BattleSetup,
        doctrines: dict[Side, Doctrine],
        chance: DiceCommitment | NamedDice,
        beat: Callable[[int], None] | None = None,
        levels: Mapping[Side, Level] | None = None,
    ) -> FoughtBattle:
        """The battle fought by captains: the same for the same, always.

        `beat` is called before every decision with the number of the round; `Refused` if the set-up is not possible.
        """

    def play_out(
        self,
        setup: BattleSetup,
        doctrines: Mapping[Side, Doctrine],
        dice: NamedDice,
        levels: Mapping[Side, Level],
        position: str = "",
    ) -> Result:
        """The result that `fight` comes to with the same dice, without the battle: in less time.

        `levels` are of sides whose captains are not of the usual level; `Refused` if the set-up is not possible.
        With a position, in the system's own words, captains play on from there.
        """

    def gives_up_unfought(self, setup: BattleSetup, side: Side, doctrine: Doctrine) -> bool:
        """Whether the side's captain concedes before anybody fires, by the forces and its doctrine alone."""

    def estimate(
        self,
        setup: BattleSetup,
        stances: Mapping[Side, Stance],
        level: Level = "captain",
        terrains: Sequence[Terrain] = (),
    ) -> Estimate:
        """How a battle is likely to end that captains of one level fight for both sides; nothing is played out.

        `terrains` are those that the battle may have, each as likely; without any it has that of the set-up.
        """

    def estimate_error(self, level: Level) -> Error:
        """How far its estimates of battles that captains of that level fight were off, in battles played out."""

    def calibration(self) -> Calibration:
        """How often its estimated chances came true, in battles that it was not fitted to."""

    def pack(self, battle: FoughtBattle) -> bytes:
        """The battle as it is stored; `Refused` if its record could not be read again."""

    def unpack(self, raw: bytes) -> FoughtBattle:
        """The battle stored as `raw`; ValueError if it is none."""

    def differences(self, raw: bytes) -> list[str]:
        """How the battle stored as `raw` is another by the rules of now, in sentences; ValueError if it is none."""

    def upload(self, setup: BattleSetup, raw: bytes) -> Upload:
        """The battle that a record, as text or JSON, describes for this set-up; `Refused` with place and reason."""

    def download(self, battle: FoughtBattle, headers: Mapping[str, str], form: str) -> bytes:
        """The record of a battle as "txt" or "json", with these headers before its own."""

    def beginning(self, setup: BattleSetup, headers: Mapping[str, str]) -> bytes:
        """The record, as text, of a battle in which nothing has been ordered yet."""


@cache
def system(key: str) -> System:
    """The system of that name; KeyError if there is none."""
    return cast("System", import_module(MODULES[key]).SYSTEM)
