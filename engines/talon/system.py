"""Talon as one of the systems that `engines.seam.systems` knows."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final

from engines.seam.by_hand import ByHand
from engines.seam.cards import UnitCard
from engines.seam.classes import Catalogue, Dice, ReadyFleet, UnitClass
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
from engines.seam.report_forms import Fields, ReportForm
from engines.seam.sheets import SetupSheet
from engines.seam.sides import Side, opponent
from engines.seam.systems import FoughtBattle, NamedDice, System, Upload
from engines.talon import catalogue, game
from engines.talon.aim_documents import Unhurt
from engines.talon.aims import bombardment
from engines.talon.captains.doctrine import temper_of
from engines.talon.captains.withdrawal import gives_up_unfought
from engines.talon.damage import TalonDamage, condition, in_talon
from engines.talon.estimate.estimating import calibration, error_of, estimate
from engines.talon.fleets import ship_names
from engines.talon.fleets.mixes import BEST, MIX, ready_fleets
from engines.talon.play.by_hand import TalonByHand
from engines.talon.play.drafts.lines import resumed
from engines.talon.play.recorded import as_it_stood, gone_on
from engines.talon.records import exchange, judged_again, record
from engines.talon.records.play_out import play_out
from engines.talon.results.counting import counted_double
from engines.talon.results.damage_check import damage_refusals, listed_damage_refusals
from engines.talon.results.degree import decision, outcome, result_for
from engines.talon.sheets import typed
from engines.talon.sheets.damage_lines import read_damage
from engines.talon.sheets.report_form import report_form
from engines.talon.sheets.sheet import sheet_of
from engines.talon.sheets.unit_cards import damage_words, unit_card
from engines.talon.terms import TalonTerms, aims_of
from engines.talon.terrain import TalonTerrain


class TalonCatalogue:
    """The ship classes and terrain patterns of Talon."""

    def classes(self, side: Side) -> tuple[UnitClass, ...]:
        """See `Catalogue`."""
        return catalogue.classes_of(side)

    def unit_class(self, side: Side, key: str) -> UnitClass:
        """See `Catalogue`."""
        return catalogue.ship_class(side, key)

    def purchasable(self, side: Side) -> tuple[UnitClass, ...]:
        """See `Catalogue`."""
        return catalogue.purchasable(side)

    def base_class(self, side: Side) -> UnitClass:
        """See `Catalogue`."""
        return catalogue.ship_class(side, "base")

    def transport_class(self, side: Side) -> UnitClass:
        """See `Catalogue`."""
        return catalogue.ship_class(side, "transport")

    def squadron_class(self, side: Side) -> UnitClass | None:
        """See `Catalogue`."""
        return catalogue.ship_classes().get((side, "fighter"))

    def names_of(self, kind: UnitClass) -> Iterator[str]:
        """See `Catalogue`."""
        return ship_names.names_of(kind)

    def is_own_name(self, kind: UnitClass, name: str) -> bool:
        """See `Catalogue`."""
        return ship_names.is_own(kind, name)

    def mix(self, side: Side, *, thrifty: bool) -> Mapping[str, int]:
        """See `Catalogue`."""
        return (BEST if thrifty else MIX)[side]

    def ready_fleets(self, side: Side) -> Sequence[ReadyFleet]:
        """See `Catalogue`."""
        return ready_fleets(side)

    def terrain_kinds(self) -> Mapping[Dice, Collection[str]]:
        """See `Catalogue`."""
        return catalogue.astrometrics()

    def terrain_title(self, column: int, row: int) -> str:
        """See `Catalogue`."""
        return catalogue.pattern_title(column, row)

    def terrain_of(self, name: str, dice: Dice | None, *, rolled: bool) -> Terrain:
        """See `Catalogue`: the pattern of the dice."""
        return TalonTerrain(name, dice, rolled)


class Talon:
    """The tactical game of Talon."""

    key = "talon"
    title = "Talon"
    rules_version = record.RULES_VERSION
    largest_upload = exchange.LARGEST_UPLOAD
    catalogue: Catalogue = TalonCatalogue()
    by_hand: ByHand | None = TalonByHand()
    stances_only = False
    damage: type[Damage] = TalonDamage
    terrain: type[Terrain] = TalonTerrain
    terms: type[Terms] = TalonTerms

    def unit_card(
        self, side: Side, unit: Unit, damage: Damage | None = None, fate: FateWord | None = None
    ) -> UnitCard:
        """See `System`."""
        return unit_card(side, unit, damage, fate)

    def damage_refusals(
        self, kind: UnitClass, name: str, damage: Damage, before: Damage = UNDAMAGED
    ) -> Iterator[tuple[str, str]]:
        """See `System`."""
        return damage_refusals(catalogue.ship_class(kind.side, kind.key), name, damage, before)

    def listed_damage_refusals(self, kind: UnitClass, name: str, damage: Damage) -> Iterator[tuple[str, str]]:
        """See `System`."""
        return listed_damage_refusals(catalogue.ship_class(kind.side, kind.key), name, damage)

    def marked_base(self, marks: int) -> Damage:
        """See `System`."""
        return TalonDamage(hull=marks)

    def marks(self, damage: Damage) -> int:
        """See `System`."""
        return in_talon(damage).hull

    def repaired_base(self, damage: Damage) -> Damage:
        """See `System`: one hull box and all criticals."""
        return TalonDamage(hull=max(0, in_talon(damage).hull - 1))

    def condition(self, kind: UnitClass, damage: Damage) -> float:
        """See `System`."""
        return condition(catalogue.ship_class(kind.side, kind.key), in_talon(damage))

    def damage_words(self, kind: UnitClass, damage: Damage) -> tuple[str, ...]:
        """See `System`."""
        return damage_words(catalogue.ship_class(kind.side, kind.key), in_talon(damage))

    def read_damage(self, words: str, kind: UnitClass) -> Damage:
        """See `System`."""
        return read_damage(words, catalogue.ship_class(kind.side, kind.key))

    def tallies(self, setup: BattleSetup, report: Report) -> Sequence[tuple[str, str]]:
        """See `System`: the damage to a planet that is fired at (26.8)."""
        aim = bombardment(aims_of(setup))
        if aim is None:
            return ()
        return ((f"Damage to {aim.planet}", f"{report.damage_to_planet} of {aim.needs}"),)

    def counts_damage(self, setup: BattleSetup) -> bool:
        """See `System`: if a ship is not to be hurt (26.10)."""
        return any(isinstance(aim, Unhurt) for aim in aims_of(setup))

    def counted_double(self, setup: BattleSetup, report: Report) -> tuple[str, ...]:
        """See `System`."""
        return counted_double(setup, report)

    def decision(self, setup: BattleSetup, report: Report) -> str:
        """See `System`."""
        return decision(setup, report)

    def section_titles(self) -> Mapping[str, str]:
        """See `System`."""
        return catalogue.section_titles()

    def section_briefs(self) -> Mapping[str, str]:
        """See `System`."""
        return catalogue.section_briefs()

    def sheet(self, setup: BattleSetup, position: bytes = b"") -> SetupSheet:
        """See `System`."""
        if not position:
            return sheet_of(setup)
        board = resumed(position)
        return sheet_of(as_it_stood(board, setup), gone_on(board))

    def report_form(self, setup: BattleSetup, fields: Fields) -> ReportForm:
        """See `System`."""
        return report_form(setup, fields)

    def outcome(self, setup: BattleSetup, report: Report) -> Result:
        """See `System`."""
        return outcome(setup, report)

    def result_of(self, setup: BattleSetup, report: Report) -> Result:
        """See `System`."""
        return result_for(setup, report)

    def report_fields(self, setup: BattleSetup, report: Report) -> dict[str, str]:
        """See `System`."""
        return typed.from_report(setup, report)

    def known_fields(self, setup: BattleSetup, posted: Mapping[str, str]) -> dict[str, str]:
        """See `System`."""
        return typed.known(setup, posted)

    def usual_fields(self, setup: BattleSetup, fields: dict[str, str]) -> dict[str, str]:
        """See `System`."""
        return typed.with_usual_fates(setup, fields)

    def fight(
        self,
        setup: BattleSetup,
        doctrines: dict[Side, Doctrine],
        chance: DiceCommitment | NamedDice,
        beat: Callable[[int], None] | None = None,
        levels: Mapping[Side, Level] | None = None,
    ) -> FoughtBattle:
        """See `System`."""
        return record.fight_out(setup, doctrines, chance, beat, levels)

    def play_out(
        self,
        setup: BattleSetup,
        doctrines: Mapping[Side, Doctrine],
        dice: NamedDice,
        levels: Mapping[Side, Level],
        position: str = "",
    ) -> Result:
        """See `System`."""
        return play_out(setup, doctrines, dice, levels, position)

    def gives_up_unfought(self, setup: BattleSetup, side: Side, doctrine: Doctrine) -> bool:
        """See `System`."""
        if bombardment(aims_of(setup)) is not None:
            return False
        battle = game.new_battle(setup)
        own, enemies = (battle.force(of) for of in (side, opponent(side)))
        return gives_up_unfought(own, enemies, temper_of(doctrine))

    def estimate(
        self,
        setup: BattleSetup,
        stances: Mapping[Side, Stance],
        level: Level = "captain",
        terrains: Sequence[Terrain] = (),
    ) -> Estimate:
        """See `System`."""
        return estimate(setup, stances, level, terrains)

    def estimate_error(self, level: Level) -> Error:
        """See `System`."""
        return error_of(level)

    def calibration(self) -> Calibration:
        """See `System`."""
        return calibration()

    def pack(self, battle: FoughtBattle) -> bytes:
        """See `System`."""
        fought = own(battle)
        exchange.check_readable(fought.written)
        return record.pack(fought)

    def unpack(self, raw: bytes) -> FoughtBattle:
        """See `System`."""
        return record.unpack(raw)

    def differences(self, raw: bytes) -> list[str]:
        """See `System`."""
        return [*judged_again.differences(record.unpack(raw))]

    def upload(self, setup: BattleSetup, raw: bytes) -> Upload:
        """See `System`."""
        return exchange.read_upload(setup, raw)

    def download(self, battle: FoughtBattle, headers: Mapping[str, str], form: str) -> bytes:
        """See `System`."""
        return exchange.in_form(exchange.written_of(own(battle), headers), form)

    def beginning(self, setup: BattleSetup, headers: Mapping[str, str]) -> bytes:
        """See `System`."""
        return exchange.in_form(exchange.beginning_of(setup, headers), "txt")


def own(battle: FoughtBattle) -> record.FoughtBattle:
    """A battle that Talon fought, with all there is to show of it; TypeError for one of another system."""
    if not isinstance(battle, record.FoughtBattle):
        raise TypeError(f"{type(battle).__name__} is no battle of Talon")
    return battle


SYSTEM: Final[System] = Talon()
