"""A battle as a picture in SVG, from its view: one unit is 1/100 inch, and up the table is up.

Every element has classes, so that a page can colour it; by itself the picture brings its own colours.
"""

from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from engines.warfleets.geometry import Place
from engines.warfleets.terrain import Terrain
from engines.warfleets.view import BattleView, FleetView, MarkerView, MineView, ModelView

STYLE: Final = """
.table{fill:#10141f}.zone{fill:none;stroke-width:8;stroke-dasharray:40 30}.terrain{stroke:#8a8f9c;stroke-width:8}
.cover{fill:#2c4a4a}.difficult{fill:#4a452c}.dangerous{fill:#5a2f2a}.blocking{fill:#53565f}.terran{fill:#7fb2e5}
.talon{fill:#e59a7f}.zone.terran{stroke:#7fb2e5;fill:none}.zone.talon{stroke:#e59a7f;fill:none}
.base{stroke:#10141f;stroke-width:6}.acted .base{opacity:.6}.active .base{stroke:#fff;stroke-width:14}
.bow{fill:#10141f}.marker{fill:#e9d36b;stroke:#10141f;stroke-width:6}.mine{stroke:#10141f;stroke-width:6}
text{font:90px sans-serif;text-anchor:middle;fill:#dfe3ec}.model text{fill:#10141f;font-weight:700}
.model .small{font-size:60px}
""".replace("\n", "")
"""The colours of a picture by itself."""
LABEL: Final = 32
"""By how much a label is put lower than the middle of its line."""
SMALL: Final = 21
"""The same of a squadron."""
MARKER: Final = 50
MINE: Final = 40


def drawing(view: BattleView, *, coloured: bool = True) -> str:
    """The picture; without its colours if the page has some."""
    style = f"<style>{STYLE}</style>" if coloured else ""
    parts = [
        f'<rect class="table" width="{view.width}" height="{view.depth}"/>',
        *(_zone(fleet, view) for fleet in view.fleets),
        *(_terrain(piece, view) for piece in view.terrain),
        *(_marker(marker, view) for marker in view.markers if marker.holder is None),
        *(_mine(mine, view) for mine in view.mines),
        *(_model(model, view) for model in view.models if model.status == "table"),
    ]
    title = escape(_title(view))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {view.width} {view.depth}" role="img">'
        f"<title>{title}</title>{style}{''.join(parts)}</svg>\n"
    )


def _title(view: BattleView) -> str:
    if view.over:
        return f"The battle is over: {view.winner or 'a draw'}"
    return f"Round {view.round}, {view.phase} phase" if view.round else "Before the first round"


def _at(place: Place, view: BattleView) -> tuple[int, int]:
    """Where a point of the table is in the picture, which grows downwards."""
    return place[0], view.depth - place[1]


def _zone(fleet: FleetView, view: BattleView) -> str:
    (left, bottom), (right, top) = fleet.zone
    return (
        f'<rect class="zone {fleet.side}" x="{left}" y="{view.depth - top}" '
        f'width="{right - left}" height="{top - bottom}"/>'
    )


def _terrain(piece: Terrain, view: BattleView) -> str:
    kinds = " ".join(piece.kinds)
    title = f"<title>{escape(piece.name)}: {escape(', '.join(piece.kinds))}</title>"
    if piece.corners:
        points = " ".join(f"{x},{y}" for x, y in (_at(corner, view) for corner in piece.corners))
        return f'<polygon class="terrain {kinds}" points="{points}">{title}</polygon>'
    x, y = _at(piece.centre, view)
    return f'<circle class="terrain {kinds}" cx="{x}" cy="{y}" r="{piece.radius}">{title}</circle>'


def _marker(marker: MarkerView, view: BattleView) -> str:
    x, y = _at(marker.place, view)
    return (
        f'<path class="marker" d="M{x} {y - MARKER}l{MARKER} {MARKER}-{MARKER} {MARKER}-{MARKER}-{MARKER}z">'
        f"<title>Marker {marker.number}</title></path>"
    )


def _mine(mine: MineView, view: BattleView) -> str:
    x, y = _at(mine.place, view)
    return (
        f'<rect class="mine {mine.side}" x="{x - MINE // 2}" y="{y - MINE // 2}" width="{MINE}" height="{MINE}">'
        "<title>Mine</title></rect>"
    )


def _model(model: ModelView, view: BattleView) -> str:
    """A base with its number and, if it is a ship, its bow; what is left of it is told by its title."""
    x, y = _at(model.place, view)
    whole, tenth = divmod(model.heading, 10)
    states = " ".join(_states(model, view))
    r = model.radius
    shape = f"M0-{r}l{r // 3} {r // 2}h-{2 * (r // 3)}z"
    bow = f'<path class="bow" transform="rotate({whole}.{tenth})" d="{shape}"/>' if model.ship else ""
    size = "" if model.ship else ' class="small"'
    below = LABEL if model.ship else SMALL
    left = (
        f"{model.live} of {len(model.slots)}"
        if model.ship
        else f"{model.boxes - model.damage} of {model.boxes}"
    )
    held = f", markers {' '.join(map(str, model.markers))}" if model.markers else ""
    words = f"{model.name}, {model.title}: {left} left{held}"
    return (
        f'<g class="model {states}" data-model="{model.number}" transform="translate({x} {y})">'
        f"<title>{escape(words)}</title>"
        f'<circle class="base {model.side}" r="{r}"/>'
        f'{bow}<text{size} y="{below}">{model.number}</text></g>'
    )


def _states(model: ModelView, view: BattleView) -> Iterator[str]:
    yield model.size
    if model.acted:
        yield "acted"
    if model.number == view.active:
        yield "active"
    if model.held:
        yield "held"
    if model.markers:
        yield "carrying"
