"""The dice game as one of the systems that `engines.seam.systems` knows."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from engines.seam import codec
from engines.seam import documents as d
from engines.seam.by_hand import ByHand
from engines.seam.cards import HullBox, UnitCard
from engines.seam.classes import Catalogue, UnitClass
from engines.seam.commitments import DiceCommitment
from engines.seam.documents import BattleSetup, Damage, Fate, FateWord, Report, Result, Unit
from engines.seam.estimates import Calibration, Error, Estimate
from engines.seam.refusals import Refusal, Unreadable, refuse
from engines.seam.report_forms import Fields, Landing, ReportForm, SideEntries, UnitEntry
from engines.seam.sheets import SetupSheet, SheetForce
from engines.seam.sides import SIDE_TITLES, SIDES, Side, as_side, opponent
from engines.seam.systems import FoughtBattle, NamedDice, System, Upload
from engines.seeded import SeededDice
from tests.dice_game.units import CLASSES, DiceCatalogue, DiceClass

MOST_ROUNDS = 12
LANDING_PARTY = 2
ENDINGS = (("held", "Threw more"),)
FATES = ("stands", "destroyed")
OPEN = tuple((word, word.title(), word) for word in FATES)


@dataclass(frozen=True)
class Thrown:
    """A battle that was fought."""

    setup: BattleSetup
    result: Result


def kind_of(side: Side, unit: Unit) -> DiceClass:
    """The class of a unit."""
    return next(kind for kind in CLASSES[side] if kind.key == unit.ship_class)


def thrown(setup: BattleSetup, dice: NamedDice, beat: Callable[[int], None] | None = None) -> Report:
    """Each round both sides roll all of their dice, and who rolls less loses a ship, until one has none that rolls."""
    left = {side: [u for u in setup.force(side) if kind_of(side, u).dice] for side in SIDES}
    number = 0
    while all(left.values()) and number < MOST_ROUNDS:
        number += 1
        if beat is not None:
            beat(number)
        rolled = {side: sum(_rolls(side, left[side], dice)) for side in SIDES}
        if rolled["terran"] != rolled["talon"]:
            left[min(SIDES, key=lambda side: rolled[side])].pop()
    standing = [side for side in SIDES if left[side]]
    winner = standing[0] if len(standing) == 1 else None
    fates = {side: _fates(setup, side, winner, {unit.name for unit in left[side]}) for side in SIDES}
    ending: d.Ending = "held" if winner else "draw"
    return Report(max(number, 1), ending, fates["terran"], fates["talon"], winner)


def _rolls(side: Side, units: list[Unit], dice: NamedDice) -> Iterator[int]:
    return (dice.roll(unit.name) for unit in units for _ in range(kind_of(side, unit).dice))


def _fates(setup: BattleSetup, side: Side, winner: Side | None, left: set[str]) -> tuple[Fate, ...]:
    words: dict[str, FateWord] = {}
    landing = LANDING_PARTY if winner == side == setup.invader else 0
    for unit in setup.force(side):
        barge = not kind_of(side, unit).dice
        lost = unit.name not in left and not (barge and winner != opponent(side))
        words[unit.name] = "destroyed" if lost else "landed_after" if barge and landing else "stands"
        landing -= words[unit.name] == "landed_after"
    return tuple(Fate(unit.name, words[unit.name]) for unit in setup.force(side))


class DiceGame:
    """The dice game. Nobody decides anything, nothing is damaged, and a record is the set-up with the report."""

    key = "dice"
    title = "Dice"
    rules_version = "1"
    largest_upload = 1_000_000
    catalogue: Catalogue = DiceCatalogue()
    by_hand: ByHand | None = None
    stances_only = True
    damage: type[Damage] = d.NoDamage
    terrain: type[d.Terrain] = d.OpenSpace
    terms: type[d.Terms] = d.UsualTerms

    def unit_card(
        self, side: Side, unit: Unit, damage: Damage | None = None, fate: FateWord | None = None
    ) -> UnitCard:
        box = HullBox("0", critical=False)
        return UnitCard(side, unit.name, kind_of(side, unit), (box,), 1, (), (), (), (), fate=fate)

    def damage_refusals(
        self, kind: UnitClass, name: str, damage: Damage, before: Damage = d.UNDAMAGED
    ) -> Iterator[tuple[str, str]]:
        if damage:
            yield "", f"{name} cannot be damaged."

    def listed_damage_refusals(self, kind: UnitClass, name: str, damage: Damage) -> Iterator[tuple[str, str]]:
        return self.damage_refusals(kind, name, damage)

    def marked_base(self, marks: int) -> Damage:
        return d.UNDAMAGED

    def marks(self, damage: Damage) -> int:
        return 0

    def repaired_base(self, damage: Damage) -> Damage:
        return damage

    def condition(self, kind: UnitClass, damage: Damage) -> float:
        return 1.0

    def damage_words(self, kind: UnitClass, damage: Damage) -> tuple[str, ...]:
        return ()

    def read_damage(self, words: str, kind: UnitClass) -> Damage:
        if words not in ("", "none"):
            raise Unreadable(f"“{words}” is no damage")
        return d.UNDAMAGED

    def tallies(self, setup: BattleSetup, report: Report) -> Sequence[tuple[str, str]]:
        return ()

    def counts_damage(self, setup: BattleSetup) -> bool:
        return False

    def counted_double(self, setup: BattleSetup, report: Report) -> tuple[str, ...]:
        return ()

    def decision(self, setup: BattleSetup, report: Report) -> str:
        return ""

    def section_titles(self) -> Mapping[str, str]:
        return {}

    def section_briefs(self) -> Mapping[str, str]:
        return {}

    def sheet(self, setup: BattleSetup, position: bytes = b"") -> SetupSheet:
        cards = {side: tuple(self.unit_card(side, unit) for unit in setup.force(side)) for side in SIDES}
        forces = [
            SheetForce(s, SIDE_TITLES[s], cards[s], sum(c.kind.points for c in cards[s])) for s in SIDES
        ]
        return SetupSheet(setup, "All dice", tuple(forces), tuple(dict(ENDINGS).values()))

    def report_form(self, setup: BattleSetup, fields: Fields) -> ReportForm:
        def entry(side: Side, at: int, unit: Unit) -> UnitEntry:
            key, card = f"{side}-{at}", self.unit_card(side, unit)
            return UnitEntry(key, card, card, OPEN, fields.get(f"{key}-fate", ""))

        winner, rounds = fields.get("winner", ""), fields.get("rounds", "")
        units = {s: tuple(entry(s, at, unit) for at, unit in enumerate(setup.force(s))) for s in SIDES}
        named = [(f"Say what became of {one.card.name}.", one.card.name) for s in SIDES for one in units[s]]
        missing = [one.fate not in FATES for s in SIDES for one in units[s]]
        problems = [Refusal("", *named[at]) for at, left_out in enumerate(missing) if left_out]
        if winner not in SIDES or not rounds.isdecimal():
            problems.append(Refusal("", "Say who won, and after how many rounds.", "winner"))
        terran, talon = (tuple(Fate(e.card.name, cast("FateWord", e.fate)) for e in units[s]) for s in SIDES)
        report = None if problems else Report(int(rounds), "held", terran, talon, as_side(winner))
        sides = tuple(SideEntries(side, SIDE_TITLES[side], units[side]) for side in SIDES)
        return ReportForm(winner, "held", ENDINGS, rounds, sides, Landing(), report, tuple(problems))

    def result_of(self, setup: BattleSetup, report: Report) -> Result:
        for side in SIDES:
            if [unit.name for unit in setup.force(side)] != [fate.name for fate in report.fates(side)]:
                raise refuse("", f"Say what became of each {side.title()} unit.", side)
        return self.outcome(setup, report)

    def outcome(self, setup: BattleSetup, report: Report) -> Result:
        lost = {
            side: sum(
                kind_of(side, unit).points
                for unit, fate in zip(setup.force(side), report.fates(side), strict=True)
                if fate.fate == "destroyed"
            )
            for side in SIDES
        }
        degree: d.Degree | None = None
        if report.winner is not None:
            degree = "great" if 2 * lost[report.winner] < lost[opponent(report.winner)] else "minor"
        landed = (
            0 if setup.invader is None else sum(f.fate == "landed_after" for f in report.fates(setup.invader))
        )
        return Result(report, lost["terran"], lost["talon"], degree, landed >= LANDING_PARTY)

    def report_fields(self, setup: BattleSetup, report: Report) -> dict[str, str]:
        fates = {f"{side}-{at}-fate": one.fate for side in SIDES for at, one in enumerate(report.fates(side))}
        return {"winner": report.winner or "none", "rounds": str(report.rounds), **fates}

    def known_fields(self, setup: BattleSetup, posted: Mapping[str, str]) -> dict[str, str]:
        names = [f"{side}-{at}-fate" for side in SIDES for at in range(len(setup.force(side)))]
        return {name: posted[name] for name in ("winner", "rounds", *names) if name in posted}

    def usual_fields(self, setup: BattleSetup, fields: dict[str, str]) -> dict[str, str]:
        return fields

    def fight(
        self,
        setup: BattleSetup,
        doctrines: dict[Side, d.Doctrine],
        chance: DiceCommitment | NamedDice,
        beat: Callable[[int], None] | None = None,
        levels: Mapping[Side, d.Level] | None = None,
    ) -> Thrown:
        dice = SeededDice(f"{chance.name}:{chance.seed}") if isinstance(chance, DiceCommitment) else chance
        return Thrown(setup, self.result_of(setup, thrown(setup, dice, beat)))

    def play_out(
        self,
        setup: BattleSetup,
        doctrines: Mapping[Side, d.Doctrine],
        dice: NamedDice,
        levels: Mapping[Side, d.Level],
        position: str = "",
    ) -> Result:
        return self.fight(setup, dict(doctrines), dice).result

    def gives_up_unfought(self, setup: BattleSetup, side: Side, doctrine: d.Doctrine) -> bool:
        return False

    def estimate(
        self,
        setup: BattleSetup,
        stances: Mapping[Side, d.Stance],
        level: d.Level = "captain",
        terrains: Sequence[d.Terrain] = (),
    ) -> Estimate:
        own = {side: sum(kind_of(side, unit).dice for unit in setup.force(side)) for side in SIDES}
        won = {side: own[side] / max(1, sum(own.values())) for side in SIDES}
        lost = {side: (1 - won[side]) * 30 * len(setup.force(side)) for side in SIDES}
        return Estimate(won, won, won[setup.invader] / 2 if setup.invader else 0.0, lost)

    def estimate_error(self, level: d.Level) -> Error:
        return Error(0, 0.0, 0.0, 0.0)

    def calibration(self) -> Calibration:
        return Calibration(0, 0, 0.0, (), self.rules_version)

    def pack(self, battle: FoughtBattle) -> bytes:
        assert isinstance(battle, Thrown)
        documents = battle.setup, battle.result.report
        return json.dumps([codec.encode(one).decode() for one in documents]).encode()

    def unpack(self, raw: bytes) -> Thrown:
        setup, report = (one.encode() for one in json.loads(raw))
        decoded = codec.decode_setup(setup)
        return Thrown(decoded, self.result_of(decoded, codec.decode_report(report)))

    def differences(self, raw: bytes) -> list[str]:
        return []

    def upload(self, setup: BattleSetup, raw: bytes) -> Upload:
        return Upload(self.unpack(raw), committed=False)

    def download(self, battle: FoughtBattle, headers: Mapping[str, str], form: str) -> bytes:
        return self.pack(battle)

    def beginning(self, setup: BattleSetup, headers: Mapping[str, str]) -> bytes:
        return codec.encode(setup)


SYSTEM: Final[System] = DiceGame()
