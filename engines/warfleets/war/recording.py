"""The form in which people enter a battle of a war that they fought with miniatures, and the report it makes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engines.seam.cards import FATE_ICONS, fate_words
from engines.seam.documents import BattleSetup, Ending, Fate, FateWord, Report, Unit
from engines.seam.refusals import Refusal, Refused, refuse
from engines.seam.report_forms import Fields, Landing, ReportForm, SideEntries, UnitEntry
from engines.seam.sides import SIDE_TITLES, SIDES, Side, opponent
from engines.seam.words.whole_numbers import whole_number
from engines.warfleets.state import ROUNDS
from engines.warfleets.war.damage import damage_of, disabled_in
from engines.warfleets.war.results import fates_open_to, refusals, with_landings
from engines.warfleets.war.sheets import ENDINGS, GOT_AWAY, unit_card
from engines.warfleets.war.units import WarClass, class_of

NOBODY: Final = "none"
LONGEST: Final = 12
OWN: Final = ("fate", "preset", "hull")
"""The fields of a unit; `hull` counts the upgrades that are disabled."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The report that fields make, None while something is missing, and what is missing or impossible."""

    report: Report | None
    problems: tuple[Refusal, ...]


def known_fields(setup: BattleSetup, posted: Mapping[str, str]) -> Fields:
    """The fields among `posted` that this battle has, each cut to a sensible length."""
    units = [f"{key}-{name}" for _, key, _ in _units(setup) for name in OWN]
    names = ("winner", "ending", "rounds", *units)
    return {name: posted[name].strip()[:LONGEST].replace("\0", "") for name in names if name in posted}


def _units(setup: BattleSetup) -> Iterator[tuple[Side, str, Unit]]:
    return ((side, f"{side}-{at}", unit) for side in SIDES for at, unit in enumerate(setup.force(side)))


def _winner_in(fields: Fields) -> Side | None:
    return next((side for side in SIDES if fields.get("winner") == side), None)


def _ending_in(fields: Fields) -> Ending:
    if fields.get("winner") == NOBODY:
        return "draw"
    return "conceded" if fields.get("ending") == "conceded" else "held"


def with_usual_fates(setup: BattleSetup, fields: Fields) -> Fields:
    """The fields with the usual fate of every unit that nobody has touched, once the winner is chosen."""
    if fields.get("winner") not in (*SIDES, NOBODY):
        return fields
    found, winner = dict(fields), _winner_in(fields)
    gave_up = opponent(winner) if winner is not None and _ending_in(fields) == "conceded" else None
    for side, key, unit in _units(setup):
        if fields.get(f"{key}-fate", "") in ("", fields.get(f"{key}-preset", "")):
            away = side == gave_up and not class_of(side, unit).moored
            found[f"{key}-fate"] = found[f"{key}-preset"] = "jumped" if away else "stands"
    return found


def read(setup: BattleSetup, fields: Fields) -> Reading:
    """The report that the fields make, judged."""
    missing = list(_missing(fields))
    fates: dict[Side, list[Fate]] = {side: [] for side in SIDES}
    for side, key, unit in _units(setup):
        try:
            fates[side].append(_fate(setup, side, key, unit, fields))
        except Refused as refused:
            missing += [] if "winner" not in fields else refused.refusals
    if missing:
        return Reading(None, tuple(missing))
    told = Report(
        rounds=_rounds_in(fields),
        ending=_ending_in(fields),
        winner=_winner_in(fields),
        terran=tuple(fates["terran"]),
        talon=tuple(fates["talon"]),
    )
    report = with_landings(setup, told)
    return Reading(report, tuple(refusals(setup, report)))


def _missing(fields: Fields) -> Iterator[Refusal]:
    if fields.get("winner") not in (*SIDES, NOBODY):
        yield Refusal("W5", "Choose who won, or nobody.", "winner")
    if not 1 <= _rounds_in(fields) <= ROUNDS:
        yield Refusal("W5", f"Enter the number of rounds, 1 to {ROUNDS}.", "rounds")


def _rounds_in(fields: Fields) -> int:
    return whole_number(fields.get("rounds", "")) or 0


def _fate(setup: BattleSetup, side: Side, key: str, unit: Unit, fields: Fields) -> Fate:
    kind, told = class_of(side, unit), fields.get(f"{key}-fate", "")
    word = next((one for one in fates_open_to(setup, side, kind) if one == told), None)
    if word is None:
        raise refuse("31.6", f"Choose the fate of {unit.name}.", unit.name)
    if word == "destroyed" or not kind.size:
        return Fate(unit.name, word)
    text = fields.get(f"{key}-hull", "")
    disabled = disabled_in(unit.damage) if text == "" else whole_number(text, digits=2)
    if disabled is None:
        raise refuse("", f"Enter how many upgrades of {unit.name} are disabled, as a number.", unit.name)
    if disabled >= len(kind.slots):
        raise refuse("W18", f"All upgrades of {unit.name} are disabled, so it is destroyed.", unit.name)
    return Fate(unit.name, word, damage_of(disabled))


def report_form(setup: BattleSetup, fields: Fields) -> ReportForm:
    """The form with these fields; units that nobody has touched get their usual fates."""
    fields = with_usual_fates(setup, fields)
    reading = read(setup, fields)
    return ReportForm(
        winner=fields.get("winner", ""),
        ending=_ending_in(fields),
        endings=ENDINGS,
        rounds=fields.get("rounds", ""),
        sides=tuple(
            SideEntries(side, SIDE_TITLES[side], tuple(_entries(setup, side, fields, reading)))
            for side in SIDES
        ),
        landing=Landing(),
        report=reading.report,
        every_problem=reading.problems,
    )


def _entries(setup: BattleSetup, side: Side, fields: Fields, reading: Reading) -> Iterator[UnitEntry]:
    for at, (_, key, unit) in enumerate(one for one in _units(setup) if one[0] == side):
        kind, before = class_of(side, unit), disabled_in(unit.damage)
        known = None if reading.report is None else reading.report.fates(side)[at]
        yield UnitEntry(
            key=key,
            card=unit_card(side, unit, known.damage if known else None, known.fate if known else None),
            before=unit_card(side, unit),
            fates=tuple(
                (word, _words(kind, word), FATE_ICONS[word]) for word in fates_open_to(setup, side, kind)
            ),
            fate=fields.get(f"{key}-fate", ""),
            preset=fields.get(f"{key}-preset", ""),
            hull=fields.get(f"{key}-hull", str(before)),
            hull_before=before,
            asks_criticals=False,
            problems=tuple(problem for problem in reading.problems if problem.where == unit.name),
        )


def _words(kind: WarClass, word: FateWord) -> str:
    """A fate in words; nothing jumps from a table."""
    return GOT_AWAY if word == "jumped" else fate_words(kind, word)


def fields_of(setup: BattleSetup, report: Report) -> Fields:
    """The fields that make this report."""
    fields = {"winner": report.winner or NOBODY, "ending": report.ending, "rounds": str(report.rounds)}
    for side, key, unit in _units(setup):
        fate = next(fate for fate in report.fates(side) if fate.name == unit.name)
        fields[f"{key}-fate"] = "stands" if fate.fate == "landed_after" else fate.fate
        fields[f"{key}-hull"] = str(disabled_in(fate.damage))
    return fields
