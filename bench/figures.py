"""A measured number, its limit, and how both are printed and kept."""

import json
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from bench.yardstick import REFERENCE_MS, yardstick

OUT = Path(__file__).parents[1] / "var" / "bench.json"


MILLISECONDS: Final = {"us": 0.001, "ms": 1.0, "s": 1000.0}
RATE: Final = "1/s"


class Measurement(msgspec.Struct, frozen=True):
    """One number: at most `limit`, or at the least `least`; `low` and `high` are the extremes of its runs.

    The limit of a figure of time is for a machine whose yardstick takes REFERENCE_MS. What is compared is the ratio of
    the figure to `pace`, the yardstick here in the same minute: when the figure is made, unless it is given.
    """

    name: str
    value: float
    unit: str
    limit: float | None = None
    low: float | None = None
    high: float | None = None
    note: str = ""
    least: float | None = None
    pace: float | None = None

    def __post_init__(self) -> None:
        """Measures the yardstick where it is needed."""
        if self.pace is None and self.of_time and (self.limit is not None or self.least is not None):
            msgspec.structs.force_setattr(self, "pace", yardstick())

    @property
    def of_time(self) -> bool:
        """Whether the figure depends on the speed of the machine."""
        return self.unit in MILLISECONDS or self.unit == RATE

    def ratio(self, value: float, pace: float | None) -> float:
        """A value of this figure in yardsticks (of a rate, how many in one); itself if it is none of time."""
        if pace is None or not self.of_time:
            return value
        return value * pace / 1000 if self.unit == RATE else value * MILLISECONDS[self.unit] / pace

    @property
    def missed(self) -> bool:
        """Whether the value is beyond its limit, or short of the least it may be."""
        value = self.ratio(self.value, self.pace)
        over = self.limit is not None and value > self.ratio(self.limit, REFERENCE_MS)
        return over or (self.least is not None and value < self.ratio(self.least, REFERENCE_MS))

    @property
    def bound(self) -> str:
        """The limit as it is printed; "" without one."""
        if self.least is not None:
            return f">= {self.ratio(self.least, REFERENCE_MS):.3g}"
        return "" if self.limit is None else f"{self.ratio(self.limit, REFERENCE_MS):.3g}"


BLOCK = 8


def quietest(runs: Sequence[float]) -> float:
    """The middle of the quietest block of runs that followed each other: what else goes on can only add to them."""
    return min(statistics.median(runs[at : at + BLOCK]) for at in range(0, len(runs) - BLOCK + 1, BLOCK))


def middle(
    name: str,
    runs: Sequence[float],
    unit: str,
    limit: float | None,
    note: str = "",
    *,
    pace: float | None = None,
) -> Measurement:
    """The median of several runs, with the least and the most."""
    return Measurement(name, statistics.median(runs), unit, limit, min(runs), max(runs), note, pace=pace)


def p95(runs: Sequence[float]) -> float:
    """The value that 95 of 100 runs do not exceed."""
    ordered = sorted(runs)
    return ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def show(figures: Sequence[Measurement]) -> None:
    """Print a table: value, range over the runs, value in yardsticks, limit, and whether it is kept."""
    print(f"\n{'figure':38} {'value':>9} {'unit':8} {'min - max':>19} {'of time':>8} {'limit':>7}")
    for figure in figures:
        limit = figure.bound
        verdict = "" if not limit else "MISSED" if figure.missed else "kept"
        spread = f"{figure.low:.1f} - {figure.high:.1f}" if figure.low is not None else ""
        of_time = f"{figure.ratio(figure.value, figure.pace):.3g}" if figure.pace else ""
        value = f"{figure.name:38} {figure.value:9.2f} {figure.unit:8} {spread:>19}"
        print(f"{value} {of_time:>8} {limit:>7} {verdict:6} {figure.note}".rstrip(), flush=True)
    print(
        "\nFigures of time are judged by their ratio to the yardstick (of time), measured in the same minute."
    )


def keep(figures: Sequence[Measurement]) -> None:
    """Write the figures to var/bench.json; those of an earlier run that were not measured now stay."""
    OUT.parent.mkdir(parents=True, exist_ok=True)
    measured = {figure.name: _row(figure) for figure in figures}
    OUT.write_text(json.dumps([*({**_kept(), **measured}).values()], indent=1) + "\n")


def drop(ending: str) -> None:
    """Take the figures whose names end so out of var/bench.json: they can no longer be measured."""
    left = [row for name, row in _kept().items() if not name.endswith(ending)]
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(json.dumps(left, indent=1) + "\n")


def _row(figure: Measurement) -> dict[str, Any]:
    row = {"name": figure.name, "value": round(figure.value, 3), "unit": figure.unit}
    return {**row, "peer": None, "peer_value": None}


def _kept() -> dict[str, dict[str, Any]]:
    try:
        return {row["name"]: row for row in json.loads(OUT.read_text())}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
