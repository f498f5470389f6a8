"""Talon as one of the systems that `engines.seam.systems` knows."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engines.seam.commitments import DiceCommitment
from engines.seam.documents import BattleSetup, Doctrine, Level, Report, Result, Stance, Terrain
from engines.seam.estimates import Calibration, Error, Estimate
from engines.seam.sides import Side, opponent
from engines.seam.systems import FoughtBattle, NamedDice, System, Upload
from engines.talon import game
from engines.talon.captains.doctrine import temper_of
from engines.talon.captains.withdrawal import gives_up_unfought
from engines.talon.estimate.estimating import calibration, error_of, estimate
from engines.talon.play_out import play_out
from engines.talon.records import exchange, judged_again, record
from engines.talon.results.degree import result_for
from engines.talon.sheets import typed


class Talon:
    """The tactical game of Talon."""

    key = "talon"
    title = "Talon"
    rules_version = record.RULES_VERSION
    largest_upload = exchange.LARGEST_UPLOAD

    def result_of(self, setup: BattleSetup, report: Report) -> Result:
        """See `System`."""
        return result_for(setup, report)

    def report_fields(self, setup: BattleSetup, report: Report) -> dict[str, str]:
        """See `System`."""
        return typed.from_report(setup, report)

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
        battle = game.new_battle(setup)
        own, enemies = (battle.force(of) for of in (side, opponent(side)))
        return gives_up_unfought(side, own, enemies, temper_of(doctrine))

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
