"""Warfleets: FTL as one of the systems that `engines.seam.systems` knows: an Empire War in miniatures."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from engines.seam.by_hand import ByHand
from engines.seam.cards import UnitCard
from engines.seam.classes import Catalogue, UnitClass
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
    UsualTerms,
)
from engines.seam.estimates import Calibration, Error, Estimate
from engines.seam.refusals import Unreadable
from engines.seam.report_forms import Fields, ReportForm
from engines.seam.sheets import SetupSheet
from engines.seam.sides import Side
from engines.seam.systems import FoughtBattle, NamedDice, System, Upload
from engines.seam.words.whole_numbers import whole_number
from engines.warfleets.war import estimating, fighting, recording, results, sheets, storing, strength
from engines.warfleets.war.by_hand import WarfleetsByHand
from engines.warfleets.war.damage import WarfleetsDamage, damage_of, disabled_in
from engines.warfleets.war.ground import WarfleetsTerrain
from engines.warfleets.war.units import WarCatalogue, WarClass

SECTIONS: Final[dict[str, str]] = {}
"""The game is two pages without numbered sections; rulings name them W1 to W20."""


class Warfleets:
    """Miniatures on a table, in a war by house rules (WF55 to WF60)."""

    key = "warfleets"
    title = "Warfleets: FTL"
    rules_version = fighting.RULES_VERSION
    largest_upload = storing.LARGEST_UPLOAD
    catalogue: Catalogue = WarCatalogue()
    by_hand: ByHand | None = WarfleetsByHand()
    stances_only = True
    damage: type[Damage] = WarfleetsDamage
    terrain: type[Terrain] = WarfleetsTerrain
    terms: type[Terms] = UsualTerms

    def unit_card(
        self, side: Side, unit: Unit, damage: Damage | None = None, fate: FateWord | None = None
    ) -> UnitCard:
        """See `System`."""
        return sheets.unit_card(side, unit, damage, fate)

    def damage_refusals(
        self, kind: UnitClass, name: str, damage: Damage, before: Damage = UNDAMAGED
    ) -> Iterator[tuple[str, str]]:
        """See `System`: what is disabled stays so in a battle (WF36)."""
        if disabled_in(damage) < disabled_in(before):
            yield "WF36", f"{name} came with more of its upgrades disabled."
        yield from results.damage_faults(_own(kind), name, disabled_in(damage))

    def listed_damage_refusals(self, kind: UnitClass, name: str, damage: Damage) -> Iterator[tuple[str, str]]:
        """See `System`."""
        return results.damage_faults(_own(kind), name, disabled_in(damage))

    def marked_base(self, marks: int) -> Damage:
        """See `System`."""
        return damage_of(marks)

    def marks(self, damage: Damage) -> int:
        """See `System`."""
        return disabled_in(damage)

    def repaired_base(self, damage: Damage) -> Damage:
        """See `System`: one upgrade."""
        return damage_of(max(0, disabled_in(damage) - 1))

    def condition(self, kind: UnitClass, damage: Damage) -> float:
        """See `System`."""
        return strength.condition(_own(kind), damage)

    def damage_words(self, kind: UnitClass, damage: Damage) -> tuple[str, ...]:
        """See `System`."""
        return sheets.damage_words(_own(kind), disabled_in(damage))

    def read_damage(self, words: str, kind: UnitClass) -> Damage:
        """See `System`: how many upgrades are disabled, as a number, "2" or "2 disabled"; nothing for none."""
        number, _, rest = words.strip().partition(" ")
        found = whole_number(number or "0", digits=2)
        if found is None or rest not in ("", "disabled", "upgrade disabled", "upgrades disabled"):
            raise Unreadable(f"“{words}” does not say how many upgrades are disabled; write “2 disabled”")
        if found >= max(1, len(_own(kind).slots)) and found:
            raise Unreadable(f"A {kind.title} cannot have {found} upgrades disabled")
        return damage_of(found)

    def tallies(self, setup: BattleSetup, report: Report) -> Sequence[tuple[str, str]]:  # noqa: ARG002
        """See `System`: nothing is."""
        return ()

    def counts_damage(self, setup: BattleSetup) -> bool:  # noqa: ARG002
        """See `System`: it does not."""
        return False

    def counted_double(self, setup: BattleSetup, report: Report) -> tuple[str, ...]:  # noqa: ARG002
        """See `System`: nothing does."""
        return ()

    def decision(self, setup: BattleSetup, report: Report) -> str:  # noqa: ARG002
        """See `System`: who holds the field has won."""
        return ""

    def section_titles(self) -> Mapping[str, str]:
        """See `System`."""
        return SECTIONS

    def section_briefs(self) -> Mapping[str, str]:
        """See `System`."""
        return SECTIONS

    def sheet(self, setup: BattleSetup, position: bytes = b"") -> SetupSheet:
        """See `System`."""
        return sheets.sheet_of(setup, position)

    def report_form(self, setup: BattleSetup, fields: Fields) -> ReportForm:
        """See `System`."""
        return recording.report_form(setup, fields)

    def outcome(self, setup: BattleSetup, report: Report) -> Result:
        """See `System`."""
        return results.outcome(setup, report)

    def result_of(self, setup: BattleSetup, report: Report) -> Result:
        """See `System`."""
        return results.result_of(setup, report)

    def report_fields(self, setup: BattleSetup, report: Report) -> dict[str, str]:
        """See `System`."""
        return recording.fields_of(setup, report)

    def known_fields(self, setup: BattleSetup, posted: Mapping[str, str]) -> dict[str, str]:
        """See `System`."""
        return recording.known_fields(setup, posted)

    def usual_fields(self, setup: BattleSetup, fields: dict[str, str]) -> dict[str, str]:
        """See `System`."""
        return recording.with_usual_fates(setup, fields)

    def fight(
        self,
        setup: BattleSetup,
        doctrines: dict[Side, Doctrine],
        chance: DiceCommitment | NamedDice,
        beat: Callable[[int], None] | None = None,
        levels: Mapping[Side, Level] | None = None,
    ) -> FoughtBattle:
        """See `System`."""
        return fighting.fight(setup, doctrines, chance, beat, levels)

    def play_out(
        self,
        setup: BattleSetup,
        doctrines: Mapping[Side, Doctrine],
        dice: NamedDice,
        levels: Mapping[Side, Level],
        position: str = "",
    ) -> Result:
        """See `System`."""
        return fighting.play_out(setup, doctrines, dice, levels, position.encode())

    def gives_up_unfought(self, setup: BattleSetup, side: Side, doctrine: Doctrine) -> bool:
        """See `System`."""
        return fighting.gives_up_unfought(setup, side, doctrine)

    def estimate(
        self,
        setup: BattleSetup,
        stances: Mapping[Side, Stance],
        level: Level = "captain",
        terrains: Sequence[Terrain] = (),  # noqa: ARG002
    ) -> Estimate:
        """See `System`: what lies on the table matters too little."""
        return estimating.estimate(setup, stances, level)

    def estimate_error(self, level: Level) -> Error:
        """See `System`."""
        return estimating.error_of(level)

    def calibration(self) -> Calibration:
        """See `System`."""
        return estimating.calibration()

    def pack(self, battle: FoughtBattle) -> bytes:
        """See `System`."""
        return storing.pack(own(battle))

    def unpack(self, raw: bytes) -> FoughtBattle:
        """See `System`."""
        return storing.unpack(raw)

    def differences(self, raw: bytes) -> list[str]:
        """See `System`."""
        return [*storing.differences(storing.unpack(raw))]

    def upload(self, setup: BattleSetup, raw: bytes) -> Upload:
        """See `System`."""
        return storing.read_upload(setup, raw)

    def download(self, battle: FoughtBattle, headers: Mapping[str, str], form: str) -> bytes:
        """See `System`."""
        return storing.download(own(battle), headers, form)

    def beginning(self, setup: BattleSetup, headers: Mapping[str, str]) -> bytes:
        """See `System`."""
        return storing.beginning(setup, headers)


def own(battle: FoughtBattle) -> fighting.Fought:
    """A battle fought with miniatures, with all there is to show of it; TypeError for one of another system."""
    if not isinstance(battle, fighting.Fought):
        raise TypeError(f"{type(battle).__name__} is no battle of Warfleets")
    return battle


def _own(kind: UnitClass) -> WarClass:
    return WarCatalogue().unit_class(kind.side, kind.key)


SYSTEM: Final[System] = Warfleets()
