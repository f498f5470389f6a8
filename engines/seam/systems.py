"""Which engine plays what: a battle names its system, and its owner asks for it here.

An engine is loaded when it is first asked for, so that the seam imports none.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from engines.seam.by_hand import ByHand
from engines.seam.cards import UnitCard
from engines.seam.classes import Catalogue, Role, UnitClass, faction_of, model_of
from engines.seam.commitments import DiceCommitment
from engines.seam.documents import (
    UNDAMAGED,
    BattleSetup,
    Damage,
    Doctrine,
    FateWord,
    Level,
    Report,
    Result,
    Stance,
    Terms,
    Terrain,
    Unit,
)
from engines.seam.estimates import Calibration, Error, Estimate
from engines.seam.registry import MODULES, system_key_of
from engines.seam.report_forms import Fields, ReportForm
from engines.seam.sheets import SetupSheet
from engines.seam.sides import SIDES, Side


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
    """A tactical game: fights battles, judges what is reported of them, and reads and writes their records.

    It also says of its units what a war and its pages ask.
    """

    key: str
    title: str
    rules_version: str
    """Raised with every change to what the rules or the captains do."""
    largest_upload: int
    """Bytes of a record that is uploaded."""
    catalogue: Catalogue
    """Its classes of units, and its terrain."""
    by_hand: ByHand | None
    """Its battles played in the browser; None where there is no board for it."""
    stances_only: bool
    """Whether its captains ask no more of a doctrine than when to break off."""
    damage: type[Damage]
    """What its units carry from battle to battle: a document with its key as tag `system`, unless it is the first."""
    terrain: type[Terrain]
    """What lies where its battles are fought: a document like that."""
    terms: type[Terms]
    """What sets its battles apart: a document like that; `UsualTerms` if nothing does."""

    def decision(self, setup: BattleSetup, report: Report) -> str:
        """Which aim made somebody the winner, as a sentence; empty if who held the field has won."""

    def section_titles(self) -> Mapping[str, str]:
        """What each section of its printed rules is about, by its number, in their order."""

    def section_briefs(self) -> Mapping[str, str]:
        """What sections of its printed rules say, in brief, by their numbers."""

    def sheet(self, setup: BattleSetup, position: bytes = b"") -> SetupSheet:
        """The set-up sheet; with a position, the damage and the losses of then."""

    def report_form(self, setup: BattleSetup, fields: Fields) -> ReportForm:
        """The form of a report with what was entered; untouched units have their usual fates."""

    def outcome(self, setup: BattleSetup, report: Report) -> Result:
        """What a report comes to, whether it is possible or not."""

    def unit_card(
        self, side: Side, unit: Unit, damage: Damage | None = None, fate: FateWord | None = None
    ) -> UnitCard:
        """A unit as pages show it, with the damage it came with or with `damage`; KeyError for an unknown class."""

    def damage_refusals(
        self, kind: UnitClass, name: str, damage: Damage, before: Damage = UNDAMAGED
    ) -> Iterator[tuple[str, str]]:
        """Rule and reason for all damage that a unit of the class, which is not destroyed, cannot have."""

    def listed_damage_refusals(self, kind: UnitClass, name: str, damage: Damage) -> Iterator[tuple[str, str]]:
        """The same in words for somebody who lists a unit, which is not to be listed once it is destroyed."""

    def marked_base(self, marks: int) -> Damage:
        """The damage of a base of which people have written down so many marks, and nothing else (S14)."""

    def marks(self, damage: Damage) -> int:
        """How many marks of a base's damage people write down, as only these last from turn to turn (S14)."""

    def repaired_base(self, damage: Damage) -> Damage:
        """A base's damage after a Building Phase (31.4, S14)."""

    def condition(self, kind: UnitClass, damage: Damage) -> float:
        """The share of its worth that is left of a unit for a battle, from 0 to 1; 1 without damage."""

    def damage_words(self, kind: UnitClass, damage: Damage) -> tuple[str, ...]:
        """All of a unit's damage, a few words each."""

    def read_damage(self, words: str, kind: UnitClass) -> Damage:
        """The damage of a unit as somebody wrote it down; `Unreadable` if the words are none. Nothing is judged."""

    def tallies(self, setup: BattleSetup, report: Report) -> Sequence[tuple[str, str]]:
        """What was counted in a battle besides rounds and points: what it is, and how far it has come, in words."""

    def counts_damage(self, setup: BattleSetup) -> bool:
        """Whether damage short of destruction counts for the result."""

    def counted_double(self, setup: BattleSetup, report: Report) -> tuple[str, ...]:
        """Why the points that count are not those of what was destroyed, in sentences without full stops."""

    def result_of(self, setup: BattleSetup, report: Report) -> Result:
        """The result of a report; `Refused` with every reason if the report is not possible."""

    def report_fields(self, setup: BattleSetup, report: Report) -> dict[str, str]:
        """The report as the flat fields in which a person enters one."""

    def known_fields(self, setup: BattleSetup, posted: Mapping[str, str]) -> dict[str, str]:
        """The fields among `posted` in which a report of this battle is entered."""

    def usual_fields(self, setup: BattleSetup, fields: dict[str, str]) -> dict[str, str]:
        """The fields with what is usual for each unit whose fate nobody has entered, once the winner is."""

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


def by_hand(key: str) -> ByHand:
    """The battles of a system on its board; LookupError if it has none."""
    found = system(key).by_hand
    if found is None:
        raise LookupError(f"battles of {system(key).title} are not played in the browser")
    return found


def system_of(key: str) -> System:
    """The system that has a class of that key; KeyError if there is none."""
    return system(system_key_of(key))


@cache
def unit_class(side: Side, key: str) -> UnitClass:
    """The class `key` of `side`; KeyError if that side has no such class."""
    return system_of(key).catalogue.unit_class(side, key)


@cache
def place_in_list(side: Side, key: str) -> int:
    """The place, from 0, of a class among those of its faction and system; KeyError if that side has no such class."""
    faction = faction_of(side, key)
    return system_of(key).catalogue.classes(faction).index(unit_class(faction, model_of(key)))


def class_of(side: Side, unit: Unit) -> UnitClass:
    """The class of a unit that fights for the side; KeyError if that side has no such class."""
    return unit_class(side, unit.ship_class)


@cache
def role_of(key: str) -> Role:
    """The role of a class, whichever side has it; KeyError if neither has."""
    model = model_of(key)
    for side in SIDES:
        for kind in system_of(key).catalogue.classes(side):
            if kind.key == model:
                return kind.role
    raise KeyError(key)


def can_land(key: str) -> bool:
    """Whether units of a class take planets (31.8); KeyError if neither side has it."""
    return role_of(key) == "transport"


def needs_room(key: str) -> bool:
    """Whether units of a class need room on others, or at a base, to fight (31.6); KeyError if neither side has it."""
    return role_of(key) == "squadron"


def room_aboard(side: Side, units: Iterable[Unit]) -> int:
    """How many units that need room the others among a side's units take (31.6)."""
    return sum(class_of(side, unit).carries for unit in units)


def unit_card(side: Side, unit: Unit, damage: Damage | None = None, fate: FateWord | None = None) -> UnitCard:
    """A unit of any system as pages show it; see `System`."""
    return system_of(unit.ship_class).unit_card(side, unit, damage, fate)
