"""The result of a battle in a few lines."""

from collections.abc import Mapping

from msgspec import UNSET

from engines.seam.documents import Result
from engines.seam.sides import SIDES, Side
from engines.talon.records.record import FoughtBattle

ENDINGS = {
    "held": "holds the field",
    "conceded": "was conceded to",
    "planet": "has taken the planet",
    "aim": "wins by its aim",
    "draw": "nobody has won",
}


def of_record(record: FoughtBattle) -> str:
    """The result of a battle that captains fought, with who led them."""
    return of_result(record.result, {side: _led(record, side) for side in SIDES})


def of_result(result: Result, led: Mapping[Side, str]) -> str:
    """Who won, the points, and what became of each ship; `led` is said behind the name of the side."""
    report = result.report
    winner = f"{report.winner.title()}" if report.winner else "A draw:"
    lines = [f"{winner} {ENDINGS[report.ending]} in round {report.rounds}."]
    if report.planet_damage is not UNSET:
        lines.append(f"Damage to the planet: {report.planet_damage}.")
    if result.degree:
        whose = "" if result.winner == report.winner else f" of {(result.winner or '').title()}, by its aim"
        lines.append(
            f"A {result.degree} victory{whose}: {result.terran_lost} Terran points lost, {result.talon_lost} Talon."
        )
    for side in SIDES:
        fates = ", ".join(f"{fate.name} {fate.fate}" for fate in report.fates(side))
        lines.append(f"{side.title()}{led[side]}: {fates}")
    return "\n".join(lines) + "\n"


def _led(record: FoughtBattle, side: Side) -> str:
    """Who led the side's ships, if not captains."""
    level = record.level(side)
    thought = (
        f", who thought {record.play_outs.get(side, 0):,} play-outs through" if level == "admiral" else ""
    )
    return "" if level == "captain" else f" (led by an {level}{thought})"
