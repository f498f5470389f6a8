"""The form for a report of a battle of Talon: each unit's fields, and each problem beside its field."""

from typing import Final

from msgspec.structs import replace

from engines.seam.cards import FATE_ICONS, UnitCard, fate_words, squadrons_home
from engines.seam.documents import BattleSetup, Ending, Unit
from engines.seam.report_forms import Confirmation, Count, Fields, Landing, ReportForm, SideEntries, UnitEntry
from engines.seam.sides import SIDE_TITLES, SIDES, Side
from engines.seam.words.whole_numbers import whole_number
from engines.talon.aims import bombardment, courier, decides_otherwise, intelligence
from engines.talon.catalogue import class_of
from engines.talon.damage import in_talon
from engines.talon.results.recording import (
    endings_of,
    every_unit,
    fates_open_to,
    may_unload,
    new_critical_boxes,
)
from engines.talon.sheets import typed
from engines.talon.sheets.aims import aims_in_words
from engines.talon.sheets.typed import Reading
from engines.talon.sheets.unit_cards import unit_card
from engines.talon.terms import aims_of, terms_of

ENDINGS: Final[dict[Ending, str]] = {
    "held": "Held the field",
    "conceded": "Opponent conceded",
    "planet": "Took the planet",
    "aim": "Destroyed the target, own target away",
}


def endings_in_words(setup: BattleSetup) -> tuple[tuple[str, str], ...]:
    """The endings that a battle like this can have, each with its words."""
    carried, aim, sought = courier(aims_of(setup)), bombardment(aims_of(setup)), intelligence(aims_of(setup))
    words = dict(ENDINGS)
    if carried is not None:
        words["aim"] = f"{carried.unit} docked, or was stopped"
    elif aim is not None:
        words["aim"] = f"Destroyed {aim.planet}"
    elif sought is not None:
        words["aim"] = f"{sought.unit} jumped with the intelligence, or that was prevented"
    return tuple((ending, words[ending]) for ending in endings_of(setup))


def counts_of(setup: BattleSetup, fields: Fields) -> tuple[Count, ...]:
    """What is counted in the battle besides its rounds: damage to a planet (26.8)."""
    aim = bombardment(aims_of(setup))
    if aim is None:
        return ()
    key = typed.PLANET_DAMAGE
    return (Count(key, f"Damage to {aim.planet}", fields.get(key, ""), 0, aim.needs),)


def report_form(setup: BattleSetup, fields: Fields) -> ReportForm:
    """The form with these fields; untouched units get their usual fates where these are possible."""
    fields = typed.with_usual_fates(setup, fields)
    reading = typed.read(setup, fields)
    return ReportForm(
        winner=fields.get("winner", ""),
        ending=typed.ending_of(fields),
        endings=endings_in_words(setup),
        rounds=fields.get("rounds", ""),
        counts=counts_of(setup, fields),
        sides=tuple(_side(setup, side, fields, reading) for side in SIDES),
        landing=_landing(setup, fields, reading),
        report=reading.report,
        every_problem=reading.problems,
        aims=aims_in_words(setup),
        asked="Who held the field?" if decides_otherwise(aims_of(setup)) else "Who won?",
        lost_conceding=_lost_conceding(fields, reading, falls=terms_of(setup).bases_fall),
    )


def _side(setup: BattleSetup, side: Side, fields: Fields, reading: Reading) -> SideEntries:
    entries = (_entry(setup, side, index, fields, reading) for index in range(len(setup.force(side))))
    return SideEntries(side, SIDE_TITLES[side], tuple(entries))


def _entry(setup: BattleSetup, side: Side, index: int, fields: Fields, reading: Reading) -> UnitEntry:
    unit = setup.force(side)[index]
    key = typed.prefix(side, index)
    before, kind = in_talon(unit.damage), class_of(side, unit)
    home = squadrons_home((class_of(side, one), None) for one in setup.force(side))
    typed_hull = whole_number(fields.get(f"{key}-hull", ""))
    hull = before.hull if typed_hull is None else typed_hull
    card = _card_now(side, unit, hull, index, reading)
    return UnitEntry(
        key=key,
        card=card,
        before=unit_card(side, unit),
        fates=tuple(
            (fate, fate_words(kind, fate, home), FATE_ICONS[fate])
            for fate in fates_open_to(setup, side, unit)
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
        unloads=may_unload(setup, side, unit),
        unloaded=bool(fields.get(f"{key}-unloaded")),
        problems=tuple(problem for problem in reading.problems if problem.where == unit.name),
    )


def _card_now(side: Side, unit: Unit, hull: int, index: int, reading: Reading) -> UnitCard:
    """The unit's card after the battle, as far as the fields say it."""
    if reading.report is not None:
        fate = reading.report.fates(side)[index]
        return unit_card(side, unit, fate.damage, fate.fate)
    return unit_card(side, unit, replace(in_talon(unit.damage), hull=hull))


def _lost_conceding(fields: Fields, reading: Reading, *, falls: bool) -> Confirmation | None:
    if reading.nothing_left is None:
        return None
    title = SIDE_TITLES[reading.nothing_left]
    where = "" if falls else ", in an enemy's arc and range"
    words = f"{title}'s last units were lost by conceding{where}"
    return Confirmation(typed.LOST_CONCEDING, words, bool(fields.get(typed.LOST_CONCEDING)))


def _landing(setup: BattleSetup, fields: Fields, reading: Reading) -> Landing:
    choices = tuple(
        (
            f"{typed.prefix(side, index)}-after",
            unit.name,
            bool(fields.get(f"{typed.prefix(side, index)}-after")),
        )
        for side, index, unit in every_unit(setup)
        if unit.name in reading.able
    )
    return Landing(reading.landings, choices, automatic=reading.landings == len(choices))
