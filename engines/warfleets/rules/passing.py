"""What happens to a model on its way: markers, mines, dangerous terrain, and the edge of the table (W5, W12, W20)."""

from typing import Final

from engines.warfleets.dice import half
from engines.warfleets.events import Danger, Left, Marked, Mined
from engines.warfleets.geometry import Place, comes_within, sweeps_disc
from engines.warfleets.rules.damage import drop_markers, wound
from engines.warfleets.rules.tracks import Exit, crossing, legs
from engines.warfleets.state import NOBODY, Battle, Model
from engines.warfleets.table import Mine

REACH_OF_MINE: Final = 200
"""So near an enemy sets a mine off."""


def pass_along(battle: Battle, model: Model, corners: tuple[Place, ...]) -> None:
    """Let a model that moved along the corners find what lies there (WF22)."""
    take_up(battle, model, corners)
    set_off(battle, model, corners)
    for piece in crossing(battle, model, corners, "dangerous"):
        endanger(battle, model, piece.name)


def endanger(battle: Battle, model: Model, terrain: str) -> None:
    """The D3 of damage of dangerous terrain of that name (W20)."""
    die = battle.roll(model, "danger")
    battle.events.append(Danger(model.number, terrain, die))
    wound(battle, model, half(die), "terrain")


def take_up(battle: Battle, model: Model, corners: tuple[Place, ...]) -> None:
    """A ship takes every marker that its base comes over; a squadron takes none (W5, WF10)."""
    for number in markers_on_way(battle, model, corners):
        marker = battle.markers[number]
        marker.carrier = model.number
        battle.events.append(Marked(number, model.number, marker.place))


def markers_on_way(battle: Battle, model: Model, corners: tuple[Place, ...]) -> list[int]:
    """The markers that a model would take up along the corners."""
    if not model.is_ship:
        return []
    return [
        number
        for number, marker in enumerate(battle.markers)
        if marker.carrier == NOBODY
        and any(sweeps_disc(start, end, model.radius, (marker.place, 0)) for start, end in legs(corners))
    ]


def mines_on_way(battle: Battle, model: Model, corners: tuple[Place, ...]) -> list[Mine]:
    """The mines that a model would set off along the corners."""
    return [
        mine
        for mine in battle.mines
        if mine.side != model.side
        and any(
            comes_within(start, end, model.radius, (mine.place, 0), REACH_OF_MINE)
            for start, end in legs(corners)
        )
    ]


def set_off(battle: Battle, model: Model, corners: tuple[Place, ...]) -> None:
    """Mines go off under enemies that come within 2 inches, and are gone then (WF40)."""
    for mine in mines_on_way(battle, model, corners):
        battle.mines.remove(mine)
        battle.events.append(Mined(model.number, mine.place, exploded=True))
        wound(battle, model, 2, "mine")


def leave(battle: Battle, model: Model, way_out: Exit) -> None:
    """Take a model off the table until the end of the round; what it carries stays at the edge (W12, WF27)."""
    model.status, model.edge, model.place = "off", way_out.edge, way_out.place
    battle.events.append(Left(model.number, way_out.place))
    drop_markers(battle, model, way_out.place)
