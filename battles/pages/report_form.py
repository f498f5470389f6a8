"""The form for a report: each unit's fields, the result so far, and each problem beside its field."""

from collections.abc import Iterator
from dataclasses import dataclass

from battles.pages.report_view import Outcome, outcome_of
from engines.seam.documents import BattleSetup, Ending, Unit
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDES, Side
from engines.seam.whole_numbers import whole_number
from engines.talon.catalogue import class_of
from engines.talon.results.recording import endings_of, every_unit, fates_open_to, new_critical_boxes
from engines.talon.sheets import typed
from engines.talon.sheets.sheet import TITLES
from engines.talon.sheets.typed import Fields, Reading
from engines.talon.sheets.unit_cards import FATE_ICONS, UnitCard, Weapon, fate_words, unit_card

ENDINGS: dict[Ending, str] = {
    "held": "Held the field",
    "conceded": "Opponent conceded",
    "planet": "Took the planet",
}


@dataclass(frozen=True, slots=True)
class UnitEntry:
    """One unit's part of the form.

    `preset` is the fate last filled in for it, "" for none; `room` counts the critical boxes marked in this battle.
    """

    key: str
    card: UnitCard
    before: UnitCard
    fates: tuple[tuple[str, str, str], ...]
    fate: str
    preset: str
    hull: str
    hull_before: int
    room: int
    weapons: tuple[tuple[Weapon, bool], ...]
    thrusters: str
    thrusters_before: int
    relays: str
    relays_before: int
    lost: str
    lost_before: int
    hurt: str
    problems: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class Landing:
    """The transports among which the invader chooses who lands after the battle (S23)."""

    needed: int
    choices: tuple[tuple[str, str, bool], ...]
    automatic: bool

    @property
    def mark(self) -> str:
        """Differs for every other set of choices."""
        return f"{self.needed}:{len(self.choices)}:{','.join(key for key, _name, _chosen in self.choices)}"


@dataclass(frozen=True, slots=True)
class SideEntries:
    """One side's units in the form."""

    side: Side
    title: str
    entries: tuple[UnitEntry, ...]


@dataclass(frozen=True, slots=True)
class ReportForm:
    """The whole form; `set_for` names the ending the usual fates were set for."""

    winner: str
    ending: str
    endings: tuple[tuple[str, str], ...]
    rounds: str
    set_for: str
    sides: tuple[SideEntries, ...]
    landing: Landing
    problems: tuple[Refusal, ...]
    reading: Reading
    outcome: Outcome | None

    @property
    def entries(self) -> Iterator[UnitEntry]:
        """Every unit's part."""
        return (entry for side in self.sides for entry in side.entries)

    @property
    def problem_count(self) -> int:
        """How many entries are missing or impossible."""
        return len(self.reading.problems)


def report_form(setup: BattleSetup, fields: Fields) -> ReportForm:
    """The form with these fields; untouched units get their usual fates where these are possible."""
    fields = typed.with_usual_fates(setup, fields)
    reading = typed.read(setup, fields)
    names = {unit.name for _side, _index, unit in every_unit(setup)}
    return ReportForm(
        winner=fields.get("winner", ""),
        ending=typed.ending_of(fields),
        endings=tuple((ending, ENDINGS[ending]) for ending in endings_of(setup)),
        rounds=fields.get("rounds", ""),
        set_for=set_for(fields),
        sides=tuple(_side(setup, side, fields, reading) for side in SIDES),
        landing=_landing(setup, fields, reading),
        problems=tuple(problem for problem in reading.problems if problem.where not in names),
        reading=reading,
        outcome=outcome_of(setup, reading.report) if reading.report else None,
    )


def set_for(fields: Fields) -> str:
    """The winner and ending, on which all usual fates depend."""
    return f"{fields.get('winner', '')}-{typed.ending_of(fields)}"


def _side(setup: BattleSetup, side: Side, fields: Fields, reading: Reading) -> SideEntries:
    entries = (_entry(setup, side, index, fields, reading) for index in range(len(setup.force(side))))
    return SideEntries(side, TITLES[side], tuple(entries))


def _entry(setup: BattleSetup, side: Side, index: int, fields: Fields, reading: Reading) -> UnitEntry:
    unit = setup.force(side)[index]
    key = typed.prefix(side, index)
    before, kind = unit.damage, class_of(side, unit)
    typed_hull = whole_number(fields.get(f"{key}-hull", ""))
    hull = before.hull if typed_hull is None else typed_hull
    card = _card_now(side, unit, hull, index, reading)
    return UnitEntry(
        key=key,
        card=card,
        before=unit_card(side, unit),
        fates=tuple(
            (fate, fate_words(kind, fate), FATE_ICONS[fate]) for fate in fates_open_to(setup, side, unit)
        ),
        fate=fields.get(f"{key}-fate", ""),
        preset=fields.get(f"{key}-preset", ""),
        hull=fields.get(f"{key}-hull", str(before.hull)),
        hull_before=before.hull,
        room=0 if kind.fighters else new_critical_boxes(side, unit, hull),
        weapons=tuple(
            (weapon, bool(fields.get(f"{key}-w{weapon.number}"))) for weapon in unit_card(side, unit).weapons
        ),
        thrusters=fields.get(f"{key}-thrusters", str(before.thrusters)),
        thrusters_before=before.thrusters,
        relays=fields.get(f"{key}-relays", str(before.relays)),
        relays_before=before.relays,
        lost=fields.get(f"{key}-lost", str(before.fighters_lost)),
        lost_before=before.fighters_lost,
        hurt=fields.get(f"{key}-hurt", str(sum(boxes == 1 for boxes in before.fighters))),
        problems=tuple(problem for problem in reading.problems if problem.where == unit.name),
    )


def _card_now(side: Side, unit: Unit, hull: int, index: int, reading: Reading) -> UnitCard:
    """The unit's card after the battle, as far as the fields say it."""
    if reading.report is not None:
        fate = reading.report.fates(side)[index]
        return unit_card(side, unit, fate.damage, fate.fate)
    before = unit.damage
    return unit_card(
        side, unit, type(before)(hull, before.weapons_lost, before.thrusters, before.relays, before.fighters)
    )


def _landing(setup: BattleSetup, fields: Fields, reading: Reading) -> Landing:
    choices = tuple(
        (
            f"{typed.prefix(side, index)}-after",
            unit.name,
            bool(fields.get(f"{typed.prefix(side, index)}-after")),
        )
        for side, index, unit in every_unit(setup)
        if side == setup.invader and unit.name in reading.able
    )
    return Landing(reading.landings, choices, automatic=reading.landings == len(choices))
