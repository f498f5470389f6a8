"""Computes the contrast of the pairs of colours in use, from the tokens; ends with 1 if one is poor."""

import re
import sys
from itertools import product
from pathlib import Path

TOKENS = Path(__file__).resolve().parents[2] / "static" / "css" / "tokens.css"
GROUNDS = ("table-1", "panel", "panel-high", "well")
INKS = ("ink", "ink-soft", "brass", "link", "terran", "talon", "good", "bad")
MARKS = ("line-strong", "red-box", "yellow-box", "terran", "talon")
TEXT = list(product(INKS, GROUNDS))
OWN = [
    ("ink-dark", "brass-fill"),
    ("on-side", "terran"),
    ("on-side", "talon"),
    ("on-side", "brass"),
    ("ink", "calls"),
    ("ink", "warned"),
    ("ink", "faulty"),
    ("terran", "terran-well"),
    ("talon", "talon-well"),
    ("good", "good-deep"),
    ("bad", "bad-deep"),
    ("sealed", "sealed-deep"),
]
SHAPES = list(product(MARKS, GROUNDS))


THEMES = ("light", "dark")
EACH = re.compile(
    r"--([\w-]+): (?:var\(--light, (#[0-9a-f]{6})\) var\(--dark, (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));"
)


def tokens(theme: str) -> dict[str, str]:
    """Returns the colour tokens of a theme by name."""
    found = EACH.findall(TOKENS.read_text())
    return {name: (light if theme == "light" else dark) or both for name, light, dark, both in found}


def luminance(colour: str) -> float:
    """Returns the relative luminance of a #rrggbb colour (WCAG 2)."""
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Returns the contrast of two colours.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def poor_pairs() -> list[str]:
    """Returns the pairs under 4.5 for text and under 3 for shapes, in either theme."""
    pairs = [(pair, 4.5) for pair in TEXT + OWN] + [(pair, 3.0) for pair in SHAPES]
    found = []
    for theme in THEMES:
        colours = tokens(theme)
        measured = [(one, two, bound, contrast(colours[one], colours[two])) for (one, two), bound in pairs]
        found += [
            f"{theme}: {one} on {two}: {ratio:.2f} < {bound}"
            for one, two, bound, ratio in measured
            if ratio < bound
        ]
    return found


if __name__ == "__main__":
    found = poor_pairs()
    print(*found or ["every pair meets its bound"], sep="\n")
    sys.exit(bool(found))
