"""A measured number, its limit, and how both are printed and kept."""

import json
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

OUT = Path(__file__).parents[1] / "var" / "bench.json"


class Measurement(msgspec.Struct, frozen=True):
    """One number: at most `limit`, or at the least `least`; `low` and `high` are the extremes of its runs."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    low: float | None = None
    high: float | None = None
    note: str = ""
    least: float | None = None

    @property
    def missed(self) -> bool:
        """Whether the value is beyond its limit, or short of the least it may be."""
        over = self.limit is not None and self.value > self.limit
        return over or (self.least is not None and self.value < self.least)

    @property
    def bound(self) -> str:
        """The limit as it is printed; "" without one."""
        if self.least is not None:
            return f">= {self.least:g}"
        return "" if self.limit is None else f"{self.limit:g}"


def middle(name: str, runs: Sequence[float], unit: str, limit: float | None, note: str = "") -> Measurement:
    """The median of several runs, with the least and the most."""
    return Measurement(name, statistics.median(runs), unit, limit, min(runs), max(runs), note)


def p95(runs: Sequence[float]) -> float:
    """The value that 95 of 100 runs do not exceed."""
    ordered = sorted(runs)
    return ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def show(figures: Sequence[Measurement]) -> None:
    """Print a table: value, range over the runs, limit, and whether it is kept."""
    print(f"\n{'figure':38} {'value':>9} {'unit':8} {'min - max':>19} {'limit':>7}")
    for figure in figures:
        limit = figure.bound
        verdict = "" if not limit else "MISSED" if figure.missed else "kept"
        spread = f"{figure.low:.1f} - {figure.high:.1f}" if figure.low is not None else ""
        line = f"{figure.name:38} {figure.value:9.2f} {figure.unit:8} {spread:>19} {limit:>7} {verdict:6} "
        print((line + figure.note).rstrip(), flush=True)


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
