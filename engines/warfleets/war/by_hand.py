"""What is asked of a battle of a war that is played on the table in the browser; see `engines.seam.by_hand`."""

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engines.seam.documents import BattleSetup, Report, Unit
from engines.seam.refusals import Refusal
from engines.seam.report_forms import Fields
from engines.seam.sides import SIDE_TITLES, SIDES, Side
from engines.warfleets.notation.lines import read_order, write_order
from engines.warfleets.records.match import Match, RecordedDice
from engines.warfleets.set_ups import refusals
from engines.warfleets.state import ROUNDS, Battle
from engines.warfleets.war.damage import damage_of, disabled_in
from engines.warfleets.war.setting_up import foreign_refusals, set_up_of, shipless

SETTING_UP: Final = "Setting up"


class UnitNow(Struct, frozen=True, array_like=True):
    """A unit as it stands: whether it is lost, and how many of its upgrades are disabled."""

    name: str
    lost: bool
    disabled: int


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a battle stands: its round, the units of both sides, and every order with its dice, to play it on."""

    round: int
    units: dict[str, tuple[UnitNow, ...]]
    orders: tuple[tuple[str, str], ...]


_encoder: Final = msgspec.json.Encoder(order="deterministic")
_decoder: Final = msgspec.json.Decoder(Position)


def position_of(setup: BattleSetup, match: Match) -> bytes:
    """Where the battle of a set-up stands, as it is stored."""
    battle = match.battle
    orders = tuple((write_order(given.order, battle.models), given.dice) for given in match.given)
    units = {str(side): tuple(_units(setup, side, battle)) for side in SIDES}
    return _encoder.encode(Position(min(battle.round, ROUNDS), units, orders))


def _units(setup: BattleSetup, side: Side, battle: Battle) -> Iterator[UnitNow]:
    models = {model.name: model for model in battle.models if model.side == side}
    for unit in setup.force(side):
        model = models.get(unit.name)
        if model is None or not model.is_ship:
            lost = model is not None and model.status in ("destroyed", "surrendered")
            yield UnitNow(unit.name, lost, disabled_in(unit.damage))
        else:
            lost = model.status in ("destroyed", "surrendered")
            yield UnitNow(unit.name, lost, len(model.slots) - model.live)


def resumed(setup: BattleSetup, position: bytes) -> Match:
    """The battle as it stands, to be played on."""
    match = Match.of(set_up_of(setup))
    for line, dice in _decoder.decode(position).orders:
        match.play(read_order(line, match.battle.models), RecordedDice([int(die) for die in dice]))
    return match


class WarfleetsByHand:
    """Battles of a war on the table. Nothing on it is secret."""

    surface = "a table"
    clicks = ""
    going_on = "Put all models where the table here shows them, with its markers, mines and damage."
    clocks = False

    def refusals_to_play(self, setup: BattleSetup) -> Iterator[Refusal]:
        """See `ByHand`: a side without a ship has lost already (WF59)."""
        empty = shipless(setup)
        for side in empty:
            yield Refusal("WF59", f"{SIDE_TITLES[side]} has no ship, so there is nothing to play.")
        foreign = [*foreign_refusals(setup)]
        yield from foreign
        if not empty and not foreign:
            yield from refusals(set_up_of(setup))

    def moment(self, position: bytes) -> str:
        """See `ByHand`."""
        number = _decoder.decode(position).round
        return f"Round {number}" if number else SETTING_UP

    def is_set_up(self, position: bytes) -> bool:
        """See `ByHand`."""
        return _decoder.decode(position).round > 0

    def known_to(self, position: bytes, side: Side) -> bytes | None:  # noqa: ARG002
        """See `ByHand`."""
        return position

    def destroyed(self, position: bytes) -> set[str]:
        """See `ByHand`."""
        return lost_in(position)

    def as_it_stood(self, position: bytes, setup: BattleSetup) -> BattleSetup:
        """See `ByHand`."""
        return as_it_stood(setup, position)

    def fields_so_far(self, position: bytes) -> Fields:
        """See `ByHand`."""
        found = _decoder.decode(position)
        fields = {"rounds": str(max(1, found.round))}
        for side in SIDES:
            for at, unit in enumerate(found.units[side]):
                if unit.lost:
                    fields[f"{side}-{at}-fate"] = "destroyed"
        return fields

    def refusals_since(self, position: bytes, report: Report) -> Iterator[Refusal]:
        """See `ByHand`."""
        found = _decoder.decode(position)
        if report.rounds < found.round:
            yield Refusal("S35", f"On the table here the battle had reached round {found.round}.", "rounds")
        for side in SIDES:
            said = {fate.name: fate for fate in report.fates(side)}
            for unit in found.units[side]:
                told = said[unit.name]
                if unit.lost and told.fate != "destroyed":
                    yield Refusal("S35", f"{unit.name} was destroyed on the table here.", unit.name)
                elif told.fate != "destroyed" and disabled_in(told.damage) < unit.disabled:
                    words = f"{unit.name} had {unit.disabled} of its upgrades disabled on the table here."
                    yield Refusal("S35", words, unit.name)


def as_it_stood(setup: BattleSetup, position: bytes) -> BattleSetup:
    """The set-up with the damage that its units had; those that are lost have what they came with."""
    units = _decoder.decode(position).units
    terran, talon = (
        tuple(_damaged(unit, now) for unit, now in zip(setup.force(side), units[side], strict=True))
        for side in SIDES
    )
    return replace(setup, terran=terran, talon=talon)


def lost_in(position: bytes) -> set[str]:
    """The names of the units that are lost."""
    units = _decoder.decode(position).units
    return {unit.name for side in SIDES for unit in units[side] if unit.lost}


def _damaged(unit: Unit, now: UnitNow) -> Unit:
    return unit if now.lost else replace(unit, damage=damage_of(now.disabled))
