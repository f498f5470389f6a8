"""The form fields of a battle report, and the report they make.

Fields are flat text: `winner`, `ending`, `rounds`, `planet-damage` where a planet is fired at, `lost-conceding` where
nothing is left of a side that is said to have conceded, and for each unit `terran-0-fate`, `-hull`, `-w0`,
`-thrusters`, `-relays`, `-lost` and `-hurt` (fighters), `-after` (landed after the battle), `-unloaded` (troops
set down, 32.3), `-preset` (the fate last set for it).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast, get_args

from msgspec import UNSET, UnsetType

from engines.seam.documents import UNDAMAGED, BattleSetup, Damage, Ending, Fate, FateWord, Report, Unit
from engines.seam.refusals import Refusal, Refused, refuse
from engines.seam.report_forms import Fields
from engines.seam.sides import SIDE_TITLES, SIDES, Side
from engines.seam.words.whole_numbers import whole_number
from engines.talon.aims import bombardment
from engines.talon.catalogue import class_of
from engines.talon.damage import TalonDamage, in_talon
from engines.talon.results.check import refusals
from engines.talon.results.recording import (
    every_unit,
    landing_candidates,
    likely_fates,
    may_unload,
    new_critical_boxes,
    too_early_to_jump,
    with_landings,
)
from engines.talon.results.reported import nothing_left
from engines.talon.results.units_check import unit_refusals
from engines.talon.terms import aims_of

LONGEST = 12
UNIT_FIELDS = ("fate", "preset", "hull", "thrusters", "relays", "lost", "hurt", "after", "unloaded")
NOBODY = "none"
PLANET_DAMAGE = "planet-damage"
"""The field for the damage done to a planet (26.8)."""
LOST_CONCEDING = "lost-conceding"
"""The field that says that a side's last units were lost by conceding (20.4)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading the fields: the report if complete, every problem, and the landings due (S23).

    `nothing_left`: the side that is said to have conceded, and of which nothing is left.
    """

    report: Report | None
    problems: tuple[Refusal, ...]
    landings: int = 0
    able: tuple[str, ...] = ()
    nothing_left: Side | None = None


def prefix(side: Side, index: int) -> str:
    """How the fields of a unit begin."""
    return f"{side}-{index}"


def known(setup: BattleSetup, posted: Mapping[str, str]) -> Fields:
    """The fields among `posted` that this battle has, each cut to a sensible length."""
    names = ["winner", "ending", "rounds", LOST_CONCEDING]
    names += [PLANET_DAMAGE] if bombardment(aims_of(setup)) is not None else []
    for side, index, unit in every_unit(setup):
        weapons = (f"w{number}" for number in range(len(class_of(side, unit).weapons)))
        names += [f"{prefix(side, index)}-{name}" for name in (*UNIT_FIELDS, *weapons)]
    return {name: posted[name].strip()[:LONGEST].replace("\0", "") for name in names if name in posted}


def winner_of(fields: Fields) -> Side | None:
    """The side said to have won; None if nobody was, or nothing was said."""
    return next((side for side in SIDES if fields.get("winner") == side), None)


def ending_of(fields: Fields) -> Ending:
    """How the battle is said to have ended; the field held where nothing was said."""
    if fields.get("winner") == NOBODY:
        return "draw"
    value = fields.get("ending")
    return cast("Ending", value) if value in ("conceded", "planet", "aim") else "held"


def with_usual_fates(setup: BattleSetup, fields: Fields) -> Fields:
    """The fields with the usual fate for every untouched unit, if it has one, once the winner is chosen."""
    if fields.get("winner") not in (*SIDES, NOBODY):
        return fields
    found = dict(fields)
    winner, ending, rounds = winner_of(fields), ending_of(fields), rounds_of(fields)
    aim = bombardment(aims_of(setup))
    if aim is not None and (ending, winner) == ("aim", aim.side):
        found[PLANET_DAMAGE] = fields.get(PLANET_DAMAGE) or str(aim.needs)
    usual = {side: likely_fates(setup, side, winner, ending, rounds) for side in SIDES}
    for side, index, _unit in every_unit(setup):
        name = prefix(side, index)
        if fields.get(f"{name}-fate", "") in ("", fields.get(f"{name}-preset", "")):
            found[f"{name}-fate"] = found[f"{name}-preset"] = usual[side][index] or ""
    return found


def read(setup: BattleSetup, fields: Fields) -> Reading:
    """The report the fields make, judged; `report` is None while something is missing or unreadable."""
    missing = list(_missing(fields))
    unclear: list[Refusal] = []
    fates: dict[Side, list[Fate]] = {side: [] for side in SIDES}
    for side, index, _unit in every_unit(setup):
        try:
            fates[side].append(_fate(setup, side, index, fields))
        except Refused as refused:
            unclear += [] if "winner" not in fields else refused.refusals
    report = Report(
        rounds=rounds_of(fields),
        ending=ending_of(fields),
        winner=winner_of(fields),
        terran=tuple(fates["terran"]),
        talon=tuple(fates["talon"]),
        planet_damage=_planet_damage(setup, fields),
    )
    if missing or unclear:
        alone = [] if missing else unit_refusals(setup, report)
        return Reading(None, (*missing, *unclear, *alone))
    needed, able = landing_candidates(setup, report)
    report = with_landings(setup, report, _landing(setup, fields))
    given_up = nothing_left(report)
    found = refusals(setup, report)
    if given_up is not None and not fields.get(LOST_CONCEDING):
        found.append(_nothing_left(given_up))
    return Reading(report, tuple(found), needed, able, given_up)


def _nothing_left(side: Side) -> Refusal:
    reason = (
        f"{SIDE_TITLES[side]} has nothing left that could concede: correct how it ended, or what became of its units, "
        "or say that the last were lost by conceding."
    )
    return Refusal("20.4", reason, "ending")


def _missing(fields: Fields) -> Iterator[Refusal]:
    if fields.get("winner") not in (*SIDES, NOBODY):
        yield Refusal("20.1", "Choose who won, or nobody.", "winner")
    if not 1 <= rounds_of(fields) <= 40:
        yield Refusal("R45", "Enter the number of rounds, 1 to 40.", "rounds")


def rounds_of(fields: Fields) -> int:
    """The number of rounds, 0 where none is entered."""
    return whole_number(fields.get("rounds", "")) or 0


def _planet_damage(setup: BattleSetup, fields: Fields) -> int | UnsetType:
    """The damage done to a planet; UNSET where none is entered, or none can be done (26.8)."""
    if bombardment(aims_of(setup)) is None:
        return UNSET
    damage = whole_number(fields.get(PLANET_DAMAGE, ""))
    return UNSET if damage is None else damage


def _fate(setup: BattleSetup, side: Side, index: int, fields: Fields) -> Fate:
    """The fate of one unit by its fields; `Refused` if something is missing or not a number."""
    unit, name = setup.force(side)[index], prefix(side, index)
    word = fields.get(f"{name}-fate", "")
    if word not in get_args(FateWord) or word == "landed_after":
        raise _no_fate(side, unit, rounds_of(fields))
    down = may_unload(setup, side, unit) and bool(word == "landed" or fields.get(f"{name}-unloaded"))
    return Fate(unit.name, cast("FateWord", word), _damage(side, unit, word, name, fields), unloaded=down)


def _no_fate(side: Side, unit: Unit, rounds: int) -> Refused:
    """That the fate is missing, and why none is filled in."""
    kind = class_of(side, unit)
    if too_early_to_jump(kind, rounds):
        reason = f"{unit.name} cannot jump before round {len(kind.hull)}. Choose its fate."
        return refuse("11", reason, unit.name)
    return refuse("31.6", f"Choose the fate of {unit.name}.", unit.name)


def _damage(side: Side, unit: Unit, word: str, name: str, fields: Fields) -> Damage:
    kind = class_of(side, unit)
    if word == "destroyed":
        return UNDAMAGED
    if word == "waited":
        return unit.damage
    before = in_talon(unit.damage)
    if kind.fighters:
        return TalonDamage(fighters=_fighters(unit, kind.fighters, name, fields))
    hull = _typed(fields, f"{name}-hull", before.hull, "hull boxes", unit.name)
    if not new_critical_boxes(side, unit, hull):
        return TalonDamage(hull, before.weapons_lost, before.thrusters, before.relays)
    groups = set(before.weapons_lost)
    groups |= {number for number in range(len(kind.weapons)) if fields.get(f"{name}-w{number}")}
    return TalonDamage(
        hull,
        tuple(sorted(groups)),
        _at_most_two(fields, f"{name}-thrusters", before.thrusters, "thruster criticals", unit.name),
        _at_most_two(fields, f"{name}-relays", before.relays, "power relay criticals", unit.name),
    )


def _typed(fields: Fields, field: str, before: int, what: str, unit: str) -> int:
    text = fields.get(field, "")
    number = before if text == "" else whole_number(text, digits=3)
    if number is None:
        raise refuse("", f"Enter the {what} of {unit} as a number.", unit)
    return number


def _at_most_two(fields: Fields, field: str, before: int, what: str, unit: str) -> int:
    number = _typed(fields, field, before, what, unit)
    if number > 2:
        raise refuse("8.5", f"{unit} has at most two {what}; more have no effect.", unit)
    return number


def _fighters(unit: Unit, total: int, name: str, fields: Fields) -> tuple[int, ...]:
    """The boxes marked on each fighter; the worst hit before are taken to be the worst hit after."""
    damage = in_talon(unit.damage)
    before = damage.fighters or (0,) * total
    lost = _typed(fields, f"{name}-lost", damage.fighters_lost, "fighters lost", unit.name)
    hurt = _typed(fields, f"{name}-hurt", sum(boxes == 1 for boxes in before), "fighters hit", unit.name)
    if lost + hurt > total:
        raise refuse("12", f"{unit.name} has {total} fighters, not {lost + hurt} to lose or hit.", unit.name)
    worst_first = iter([2] * lost + [1] * hurt + [0] * (total - lost - hurt))
    after = [0] * total
    for place in sorted(range(total), key=lambda place: -before[place]):
        after[place] = next(worst_first)
    return tuple(after) if any(after) else ()


def _landing(setup: BattleSetup, fields: Fields) -> frozenset[str]:
    chosen = (
        unit.name for side, index, unit in every_unit(setup) if fields.get(f"{prefix(side, index)}-after")
    )
    return frozenset(chosen)


def from_report(setup: BattleSetup, report: Report) -> Fields:
    """The fields that make this report."""
    fields = {"winner": report.winner or NOBODY, "ending": report.ending, "rounds": str(report.rounds)}
    if report.planet_damage is not UNSET:
        fields[PLANET_DAMAGE] = str(report.planet_damage)
    if nothing_left(report) is not None:
        fields[LOST_CONCEDING] = "on"
    for side, index, unit in every_unit(setup):
        fate = next(fate for fate in report.fates(side) if fate.name == unit.name)
        fields |= {f"{prefix(side, index)}-{name}": value for name, value in _fields_of(fate).items()}
    return fields


def _fields_of(fate: Fate) -> Fields:
    damage = in_talon(fate.damage)
    fields = {
        "fate": "stands" if fate.fate == "landed_after" else fate.fate,
        "hull": str(damage.hull),
        "thrusters": str(damage.thrusters),
        "relays": str(damage.relays),
        "lost": str(damage.fighters_lost),
        "hurt": str(sum(boxes == 1 for boxes in damage.fighters)),
        **{f"w{number}": "on" for number in damage.weapons_lost},
    }
    fields |= {"unloaded": "on"} if fate.unloaded else {}
    return fields | ({"after": "on"} if fate.fate == "landed_after" else {})
