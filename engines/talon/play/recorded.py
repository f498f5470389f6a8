"""Recording at a table a battle that was begun here: nothing is better than where it stood on the board (S35)."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from engines.seam.documents import BattleSetup, Fate, FateWord, Report
from engines.seam.documents import Unit as UnitDocument
from engines.seam.refusals import Refusal
from engines.seam.report_forms import Fields
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import ship_class
from engines.talon.damage import TalonDamage, in_talon
from engines.talon.game import fate_now
from engines.talon.results.damage_check import damage_refusals
from engines.talon.sheets.typed import prefix
from engines.talon.state import Battle
from engines.talon.units import Unit

ENDED: Final[dict[FateWord, str]] = {
    "destroyed": "was destroyed",
    "jumped": "had jumped away",
    "left": "had left the map",
    "through": "had gone through the worm hole",
    "landed": "had landed",
}


def as_it_stood(battle: Battle, setup: BattleSetup) -> BattleSetup:
    """The set-up with the damage that its units had on the board; those that are gone have what they came with."""
    forces = {side: tuple(_as_it_stood(battle, side, setup)) for side in SIDES}
    return replace(setup, **forces)


def _as_it_stood(battle: Battle, side: Side, setup: BattleSetup) -> Iterator[UnitDocument]:
    for unit, document in zip(battle.force(side), setup.force(side), strict=True):
        fate = fate_now(battle, unit)
        yield document if fate.fate in ENDED else replace(document, damage=fate.damage)


def gone_on(battle: Battle) -> dict[Side, dict[str, FateWord]]:
    """By side and name what became of the units that are gone from the board."""
    fates = {side: [fate_now(battle, unit) for unit in battle.force(side)] for side in SIDES}
    return {side: {fate.name: fate.fate for fate in fates[side] if fate.fate in ENDED} for side in SIDES}


def fields_so_far(battle: Battle) -> Fields:
    """What the form of a report can say already: the rounds, and the fate of units that are gone."""
    fields = {"rounds": str(max(1, battle.round))}
    for side in SIDES:
        for index, unit in enumerate(battle.force(side)):
            fate = fate_now(battle, unit)
            if fate.fate in ENDED:
                fields[f"{prefix(side, index)}-fate"] = fate.fate
    return fields


def begun_refusals(battle: Battle, report: Report) -> Iterator[Refusal]:
    """Every reason why the report is better for a unit, or shorter, than where the battle stood.

    While the sides still set up, none is bound by which of its ships are down.
    """
    if report.rounds < battle.round:
        yield Refusal("S35", f"On the board the battle had reached round {battle.round}.", "rounds")
    for side in SIDES:
        said = {fate.name: fate for fate in report.fates(side)}
        for unit in battle.force(side):
            yield from _unit(battle, unit, fate_now(battle, unit), said[unit.name])


def _unit(battle: Battle, unit: Unit, stood: Fate, said: Fate) -> Iterator[Refusal]:
    if stood.fate in ENDED:
        if said.fate != stood.fate:
            yield Refusal("S35", f"{unit.name} {ENDED[stood.fate]} on the board.", unit.name)
        return
    if stood.fate == "stands" and said.fate == "waited":
        if battle.step == "deploy":
            return  # which of them is under a covered counter is its side's secret (R37)
        yield Refusal("S35", f"{unit.name} was on the map already.", unit.name)
    elif said.fate != "destroyed":
        now, before = _worst_first(in_talon(said.damage)), _worst_first(in_talon(stood.damage))
        for _rule, reason in damage_refusals(ship_class(unit.side, unit.kind.key), unit.name, now, before):
            yield Refusal("S35", f"From where it stood on the board: {reason}", unit.name)


def _worst_first(damage: TalonDamage) -> TalonDamage:
    """The damage with its fighters in order: which of a squadron was hit makes no difference (12)."""
    return replace(damage, fighters=tuple(sorted(damage.fighters, reverse=True)))
