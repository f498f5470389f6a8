"""What has just happened on the board, as steps that a page shows one after the other.

A step is a list: its word, then units or missiles by number, points of the drawing, angles and damage.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from engines.talon import events as e
from engines.talon.hexes import Hex
from engines.talon.orders import PLANET
from engines.talon.report.drawing.geometry import angle, centre
from engines.talon.view import View

Step = list[int | str]


def film(view: View, events: Iterable[e.AnyEvent]) -> list[Step]:
    """The steps of the events that change something on the board, in order; covered counters are not among them."""
    found: list[Step] = []
    for event in events:
        shown = STEPS.get(type(event))
        if shown is not None and not _is_covered(view, event):
            found.append(shown(event))
    return found


def _is_covered(view: View, event: e.AnyEvent) -> bool:
    """Whether the event would show where a covered counter of the enemy stands (21, R37)."""
    return view.veiled and isinstance(event, e.Put) and view.conceals(view.unit(event.unit).side)


def _to(word: str, number: int, place: Hex, facing: int) -> Step:
    return [word, number, *centre(place), angle(facing)]


STEPS: Final[dict[type, Callable[[Any], Step]]] = {
    e.Put: lambda event: _to("put", event.unit, event.place, event.facing),
    e.Went: lambda event: _to("go", event.unit, event.place, event.facing),
    e.Flew: lambda event: _to("go", event.missile, event.place, event.facing),
    e.Launched: lambda event: ["launch", event.missile, event.unit],
    e.Shot: lambda event: ["shot", event.unit, event.target, event.points],
    e.Struck: lambda event: ["hurt", event.unit, event.markers + event.shields, event.hull],
    e.FighterStruck: lambda event: ["hurt", event.unit, 0, event.hull],
    e.Bombarded: lambda event: ["hurt", PLANET, 0, event.points],
    e.MissileStruck: lambda event: ["gone" if event.gone else "hurt", event.missile, 0, 1],
    e.Critical: lambda event: ["critical", event.unit, event.result],
    e.Lost: lambda event: ["lost", event.unit],
    e.Exploded: lambda event: ["burst", event.unit, *centre(event.place)],
    e.Gone: lambda event: ["gone", event.unit],
}
