"""The floors of the house as a picture, drawn from the import contracts: `python -m tests.floors` writes it.

A feature may import what is on the floors below it, and no other on its own floor.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

ROOT: Final = Path(__file__).resolve().parents[1]
PICTURE: Final = ROOT / "docs" / "pictures" / "floors.svg"
HOUSES: Final = {
    "clubs": "clubs: who plays together",
    "campaign": "campaign: a war",
    "battles": "battles: a battle",
    "battles.talon": "battles/talon: what draws and plays Talon",
    "accounts": "accounts: people",
}
"""The containers that are drawn, from above, with their titles."""
LEFT_OUT: Final = {"urls", "tasks", "management", "admin", "services"}
"""Doors, which stand above every feature."""
WIDTH: Final = 960
ROW: Final = 36
EM: Final = 7.4
"""About how wide a letter is, in the picture's units."""


def floors() -> dict[str, list[list[str]]]:
    """By container its floors from above, each a list of features; KeyError if a contract is gone."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layered = {
        contract["containers"][0]: contract["layers"] for contract in contracts if "containers" in contract
    }
    return {house: [one for one in map(_features, layered[house]) if one] for house in HOUSES}


def _features(layer: str) -> list[str]:
    names = [name.strip("() ") for name in re.split(r"[|:]", layer)]
    return [name for name in names if name not in LEFT_OUT]


def drawing() -> str:
    """The picture as SVG."""
    parts, top = [], 16
    for house, rows in floors().items():
        parts.append(f'<text x="16" y="{top + 14}" font-size="15" font-weight="700">{HOUSES[house]}</text>')
        top += 24
        for number, row in enumerate(rows):
            parts += _floor(row, top, lowest=number == len(rows) - 1)
            top += ROW * len(_lines(row))
        top += 18
    shown = "; ".join(f"{HOUSES[house]}: {_in_words(rows)}" for house, rows in floors().items())
    return "\n".join([_head(top, shown), *parts, "</svg>", ""])


def _in_words(rows: list[list[str]]) -> str:
    return ", then ".join(" and ".join(row) for row in rows)


HEAD: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"
  role="img" aria-labelledby="t d" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"
  font-size="13" fill="#14222e">
<title id="t">The floors of the site: a feature uses what is below it, and none of its neighbours</title>
<desc id="d">From above: {shown}.</desc>
<rect width="{width}" height="{height}" rx="14" fill="#fbfaf6"/>"""
BOX: Final = """\
<rect x="{left:.0f}" y="{top}" width="{width:.0f}" height="26" rx="6" fill="{colour}" stroke="#5a6b7a"/>
<text x="{middle:.0f}" y="{base}" text-anchor="middle">{name}</text>"""


def _head(height: int, shown: str) -> str:
    return HEAD.format(width=WIDTH, height=height, shown=escape(shown))


def _floor(row: list[str], top: int, *, lowest: bool) -> Iterator[str]:
    colour = "#e4f1ea" if lowest else "#fff"
    for number, line in enumerate(_lines(row)):
        left, y = 16.0, top + ROW * number
        for name in line:
            width = _width(name)
            places = {"left": left, "top": y, "middle": left + width / 2, "base": y + 18}
            yield BOX.format(name=escape(name), width=width, colour=colour, **places)
            left += width + 8
    bottom = top + ROW * len(_lines(row)) - 5
    yield f'<path d="M16 {bottom}H{WIDTH - 16}" stroke="#c9d1d8"/>'


def _lines(row: list[str]) -> list[list[str]]:
    """The features of a floor, in lines that fit."""
    lines: list[list[str]] = [[]]
    for name in row:
        if sum(_width(one) + 8 for one in [*lines[-1], name]) > WIDTH - 32:
            lines.append([])
        lines[-1].append(name)
    return lines


def _width(name: str) -> float:
    return EM * len(name) + 24


if __name__ == "__main__":
    PICTURE.write_text(drawing(), encoding="utf-8")
