"""What became of a battle of a war: the report of one that was played, what a report comes to, and what cannot be."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engines.seam.degrees import degree_of
from engines.seam.documents import BattleSetup, Damage, Fate, FateWord, Report, Result, Unit
from engines.seam.refusals import Refusal, refuse_all
from engines.seam.sides import SIDE_TITLES, SIDES, Side, opponent
from engines.warfleets.state import ROUNDS, Battle, Model
from engines.warfleets.war.damage import WarfleetsDamage, damage_of, disabled_in
from engines.warfleets.war.units import WarClass, class_of

LANDINGS: Final = 2
"""So many transports take a planet (31.8)."""
ASHORE: Final = ("landed", "landed_after")
AWAY: Final = ("stands", "jumped", *ASHORE)
"""What becomes of units that are not lost."""


def report_of(setup: BattleSetup, battle: Battle, gave_up: Side | None) -> Report:
    """The report of a battle that is over, or that a side gave up (WF59, WF60)."""
    if gave_up is not None and not battle.round:
        return unfought(setup, gave_up)
    ended = _Ended(setup, battle, gave_up)
    fates = {side: tuple(ended.fate(side, unit) for unit in setup.force(side)) for side in SIDES}
    rounds = min(battle.round, ROUNDS)
    if gave_up is not None:
        told = Report(rounds, "conceded", fates["terran"], fates["talon"], opponent(gave_up))
    else:
        winner = battle.winner or _destroyed_more(setup, fates)
        told = Report(rounds, "held" if winner else "draw", fates["terran"], fates["talon"], winner)
    return with_landings(setup, told)


def _destroyed_more(setup: BattleSetup, fates: Mapping[Side, tuple[Fate, ...]]) -> Side | None:
    """Of two that hold as many markers, the side that has destroyed more Ship Points; None if neither has (WF59)."""
    lost = {side: _points_lost(setup, fates[side], side) for side in SIDES}
    if lost["terran"] == lost["talon"]:
        return None
    return "terran" if lost["terran"] < lost["talon"] else "talon"


def unfought(setup: BattleSetup, loser: Side) -> Report:
    """The report of a battle that a side gave up before it began: its squadrons are lost if it has no ship (WF59)."""
    fates = {side: tuple(_unfought(setup, side, unit, loser) for unit in setup.force(side)) for side in SIDES}
    return with_landings(setup, Report(1, "conceded", fates["terran"], fates["talon"], opponent(loser)))


def _unfought(setup: BattleSetup, side: Side, unit: Unit, loser: Side) -> Fate:
    if side != loser or class_of(side, unit).moored:
        return Fate(unit.name, "stands", unit.damage)
    homeless = not any(class_of(side, one).size for one in setup.force(side))
    return Fate(unit.name, "destroyed") if homeless else Fate(unit.name, "jumped", unit.damage)


class _Ended:
    """A battle that is over, and the side that gave it up, if one did."""

    def __init__(self, setup: BattleSetup, battle: Battle, gave_up: Side | None) -> None:
        self.invader, self.gave_up = setup.invader, gave_up
        self.models = {(model.side, model.name): model for model in battle.models}
        self.carriers = {marker.carrier for marker in battle.markers}

    def fate(self, side: Side, unit: Unit) -> Fate:
        """What became of a unit; a squadron without room took no part."""
        kind, model = class_of(side, unit), self.models.get((side, unit.name))
        away: FateWord = "jumped" if side == self.gave_up and not kind.moored else "stands"
        if model is None:
            return Fate(unit.name, away)
        if model.status in ("destroyed", "surrendered"):
            return Fate(unit.name, "destroyed")
        landed = side == self.invader and kind.role == "transport" and model.number in self.carriers
        return Fate(unit.name, "landed" if landed else away, _damage(model))


def _damage(model: Model) -> Damage:
    """The upgrades that are disabled at the end; damage on the others is repaired (S13, WF55)."""
    return damage_of(len(model.slots) - model.live if model.is_ship else 0)


def with_landings(setup: BattleSetup, report: Report) -> Report:
    """The report in which the transports of an invader that holds the field land after the battle (S23)."""
    side = setup.invader
    if side is None or report.winner != side:
        return report
    fates = tuple(
        Fate(fate.name, "landed_after", fate.damage)
        if fate.fate == "stands" and class_of(side, unit).role == "transport"
        else fate
        for unit, fate in zip(setup.force(side), report.fates(side), strict=True)
    )
    there = sum(fate.fate in ASHORE for fate in fates)
    if there < LANDINGS:
        return report
    terran, talon = (fates if side == one else report.fates(one) for one in SIDES)
    return Report(report.rounds, report.ending, terran, talon, report.winner)


def outcome(setup: BattleSetup, report: Report) -> Result:
    """What a report comes to, whether it is possible or not (20.2, 31.8)."""
    lost = {side: _points_lost(setup, report.fates(side), side) for side in SIDES}
    winner = report.winner
    degree = None if winner is None else degree_of(lost[winner], lost[opponent(winner)])
    ashore = 0 if setup.invader is None else sum(fate.fate in ASHORE for fate in report.fates(setup.invader))
    captured = winner is not None and winner == setup.invader and ashore >= LANDINGS
    return Result(report, lost["terran"], lost["talon"], degree, captured)


def _points_lost(setup: BattleSetup, fates: Iterable[Fate], side: Side) -> int:
    gone = {fate.name for fate in fates if fate.fate == "destroyed"}
    return sum(class_of(side, unit).points for unit in setup.force(side) if unit.name in gone)


def result_of(setup: BattleSetup, report: Report) -> Result:
    """The result of a report; `Refused` with every reason if it is not possible."""
    refuse_all(refusals(setup, report))
    return outcome(setup, report)


def refusals(setup: BattleSetup, report: Report) -> list[Refusal]:
    """Every reason why a report is impossible; none if it is possible."""
    if wrong := [*_names(setup, report, "terran"), *_names(setup, report, "talon")]:
        return wrong
    return [*_of_the_whole(setup, report), *(one for side in SIDES for one in _of_side(setup, report, side))]


def _names(setup: BattleSetup, report: Report, side: Side) -> Iterator[Refusal]:
    have = Counter(unit.name for unit in setup.force(side))
    told = Counter(fate.name for fate in report.fates(side))
    for name in have - told:
        yield Refusal("31.6", f"The fate of {SIDE_TITLES[side]} {name} is missing.", name)
    for name in told - have:
        yield Refusal("31.6", f"{SIDE_TITLES[side]} {name} is not in this battle, or is listed twice.", name)


def _of_the_whole(setup: BattleSetup, report: Report) -> Iterator[Refusal]:
    if report.rounds > ROUNDS:
        yield Refusal("W5", f"A battle has {ROUNDS} rounds at most. Correct the number.", "rounds")
    if report.ending not in ("held", "conceded", "draw"):
        yield Refusal("W5", "Say who held more markers, who conceded, or that nobody won.", "ending")
    if (report.ending == "draw") != (report.winner is None):
        yield Refusal("W5", "Choose who won, or nobody.", "winner")
        return
    if report.ending == "conceded":
        return
    left = {side: _ships_left(setup, report, side) for side in SIDES}
    for side in SIDES:
        if not left[side] and left[opponent(side)] and report.winner != opponent(side):
            words = f"{SIDE_TITLES[side]} has no ship left, so {SIDE_TITLES[opponent(side)]} has won."
            yield Refusal("W19", words, "winner")
    if all(left.values()) and report.rounds < ROUNDS:
        words = (
            f"Both sides have ships left, so the battle goes on to round {ROUNDS}, unless a side concedes."
        )
        yield Refusal("W5", words, "rounds")


def _ships_left(setup: BattleSetup, report: Report, side: Side) -> int:
    fates = {fate.name: fate.fate for fate in report.fates(side)}
    return sum(fates[unit.name] in AWAY for unit in setup.force(side) if class_of(side, unit).size)


def _of_side(setup: BattleSetup, report: Report, side: Side) -> Iterator[Refusal]:
    for unit, fate in _paired(setup, report, side):
        kind = class_of(side, unit)
        yield from _of_fate(setup, report, side, kind, fate)
        yield from _of_damage(kind, unit, fate)
    if _not_all_after(report, side):
        yield Refusal(
            "S23", "Fewer than two transports have landed, so none lands after the battle.", "landing"
        )


def _paired(setup: BattleSetup, report: Report, side: Side) -> Iterator[tuple[Unit, Fate]]:
    fates = {fate.name: fate for fate in report.fates(side)}
    return ((unit, fates[unit.name]) for unit in setup.force(side))


def _of_fate(setup: BattleSetup, report: Report, side: Side, kind: WarClass, fate: Fate) -> Iterator[Refusal]:
    conceded = report.ending == "conceded" and report.winner == opponent(side)
    if fate.fate not in fates_open_to(setup, side, kind) and fate.fate != "landed_after":
        yield Refusal("31.6", f"{fate.name} cannot have come to that end.", fate.name)
    if fate.fate in ASHORE and (side != setup.invader or kind.role != "transport"):
        yield Refusal("31.8", f"{fate.name} cannot land here.", fate.name)
    elif fate.fate == "landed_after" and report.winner != side:
        yield Refusal(
            "S23",
            f"Only the side that holds the field lands after the battle, so {fate.name} does not.",
            fate.name,
        )
    if conceded and fate.fate == "stands" and not kind.moored:
        yield Refusal(
            "WF60", f"{SIDE_TITLES[side]} conceded, so {fate.name} got away or was destroyed.", fate.name
        )
    if not conceded and fate.fate == "jumped":
        yield Refusal("WF60", f"{fate.name} gets away only if its side concedes.", fate.name)


def _of_damage(kind: WarClass, unit: Unit, fate: Fate) -> Iterator[Refusal]:
    if not isinstance(fate.damage, WarfleetsDamage) and fate.damage:
        yield Refusal("WF55", f"{fate.name} has damage of another game.", fate.name)
        return
    disabled, before = disabled_in(fate.damage), disabled_in(unit.damage)
    for rule, reason in damage_faults(kind, fate.name, disabled):
        yield Refusal(rule, reason, fate.name)
    if fate.fate == "destroyed":
        if disabled:
            yield Refusal("WF55", f"{fate.name} is destroyed, so no damage is noted for it.", fate.name)
    elif disabled < before:
        words = f"{fate.name} came with {before} of its upgrades disabled, and what is disabled stays so in a battle."
        yield Refusal("WF36", words, fate.name)


def damage_faults(kind: WarClass, name: str, disabled: int) -> Iterator[tuple[str, str]]:
    """Rule and reason why a unit that is not destroyed cannot have so many upgrades disabled."""
    if kind.squadron and disabled:
        yield "WF55", f"{name} is a squadron. It is there or gone, and has no damage."
    elif disabled >= len(kind.slots) and not kind.squadron:
        yield "W18", f"{name} has {len(kind.slots)} upgrades. If all are disabled it is destroyed."


def _not_all_after(report: Report, side: Side) -> bool:
    words = [fate.fate for fate in report.fates(side)]
    return "landed_after" in words and sum(word in ASHORE for word in words) < LANDINGS


def fates_open_to(setup: BattleSetup, side: Side, kind: WarClass) -> tuple[FateWord, ...]:
    """What can have become of a unit of a class, "landed_after" apart."""
    away: tuple[FateWord, ...] = () if kind.moored else ("jumped",)
    ashore: tuple[FateWord, ...] = ("landed",) if side == setup.invader and kind.role == "transport" else ()
    return ("stands", "destroyed", *away, *ashore)
