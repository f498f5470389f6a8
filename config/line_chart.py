"""Curves over steps of time, drawn on the server, each with its figures as a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

WIDTH, HEIGHT, MARGIN = 640, 240, 48
LEVELS: Final = 4
MARKS: Final = 10
Values = Mapping[int, int]
"""Figures by step, as by turn; a step without one is not drawn."""


@dataclass(frozen=True)
class Curve:
    """One curve, as a path with its last point and value.

    `look` is how it is drawn: "terran" or "talon" for a side, "front", or "mine" and "theirs". `name` is its heading.
    """

    look: str
    name: str
    path: str
    x: int
    y: int
    last: int

    @property
    def is_dashed(self) -> bool:
        """Whether it is the dashed one of two."""
        return self.look in ("talon", "theirs")


@dataclass(frozen=True)
class LineChart:
    """Curves over steps, the scale's lines and marks, and the same as rows: a step, and a figure or "–" a curve.

    `step` says what a step is, as "Turn".
    """

    title: str
    words: str
    step: str
    curves: tuple[Curve, ...]
    levels: tuple[tuple[int, int], ...]
    marks: tuple[tuple[str, int], ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    right: int = WIDTH - MARGIN
    foot: int = HEIGHT - MARGIN // 3


@dataclass(frozen=True)
class Plotted:
    """What a curve shows: its look and name, and its values."""

    look: str
    name: str
    values: Values


def scale_to(most: int) -> tuple[int, ...]:
    """Round figures from 0 to `most` or a little above, some `LEVELS` steps."""
    steps = (first * 10**digits for digits in count() for first in (1, 2, 5))
    step = next(step for step in steps if step * LEVELS >= most)
    return tuple(range(0, -(-max(most, 1) // step) * step + 1, step))


def line_chart(
    title: str,
    words: str,
    plotted: Sequence[Plotted],
    labels: Sequence[str],
    scale: Sequence[int],
    *,
    step: str = "Turn",
    marks: int = MARKS,
) -> LineChart:
    """The chart of these curves over as many steps as there are labels, with some `marks` of them at the foot."""
    low, high, last = scale[0], scale[-1], len(labels) - 1
    every = -(-len(labels) // marks)
    return LineChart(
        title=title,
        words=words,
        step=step,
        curves=tuple(_curve(one, last, low, high) for one in plotted),
        levels=tuple((value, _y(value, low, high)) for value in scale),
        marks=tuple((label, _x(at, last)) for at, label in enumerate(labels) if at % every == 0),
        rows=tuple(
            (label, tuple(str(one.values[at]) if at in one.values else "–" for one in plotted))
            for at, label in enumerate(labels)
            if any(at in one.values for one in plotted)
        ),
    )


def _curve(one: Plotted, last: int, low: int, high: int) -> Curve:
    points = [(_x(at, last), _y(value, low, high)) for at, value in sorted(one.values.items())]
    path = "M" + "L".join(f"{x} {y}" for x, y in points)
    return Curve(one.look, one.name, path, *points[-1], one.values[max(one.values)])


def _x(at: int, last: int) -> int:
    return MARGIN + (WIDTH - 2 * MARGIN) * at // max(last, 1)


def _y(value: int, low: int, high: int) -> int:
    return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - low) // max(high - low, 1)
