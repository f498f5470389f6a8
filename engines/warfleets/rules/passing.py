"""What happens to a model on its way: markers, mines, dangerous terrain, and the edge of the table (W5, W12, W20)."""

from typing import Final

from engines.warfleets.dice import half
from engines.warfleets.events import Danger, Left, Marked, Mined
from engines.warfleets.geometry import Disc, Place, sweeps_disc
from engines.warfleets.rules.damage import drop_markers, wound
from engines.warfleets.rules.tracks import Exit, crossing
from engines.warfleets.state import Battle, Model
from engines.warfleets.table import Terrain

MINE: Final = 200
"""So near an enemy sets a mine off."""


def pass_along(battle: Battle, model: Model, corners: tuple[Place, ...], *, ground: bool = True) -> None:
    """Let a model that went along the corners find what lies there; terrain only if it went over the `ground`."""
    if model.is_ship:
        _take_up(battle, model, corners)
    _set_off(battle, model, corners)
    if ground:
        for piece in crossing(battle, model, corners, "dangerous"):
            endanger(battle, model, piece)


def endanger(battle: Battle, model: Model, piece: Terrain) -> None:
    """The D3 of damage of dangerous terrain (W20)."""
    die = battle.roll(model, "danger")
    battle.events.append(Danger(model.number, piece.name, die))
    wound(battle, model, half(die), "terrain")


def _take_up(battle: Battle, model: Model, corners: tuple[Place, ...]) -> None:
    for number, marker in enumerate(battle.markers):
        if marker.carrier == -1 and _comes_by(model, corners, Disc(marker.place, 0)):
            marker.carrier = model.number
            battle.events.append(Marked(number, model.number, marker.place))


def _set_off(battle: Battle, model: Model, corners: tuple[Place, ...]) -> None:
    """Mines go off under enemies that come within 2 inches, and are gone then."""
    for mine in battle.mines[:]:
        if mine.side != model.side and _comes_by(model, corners, Disc(mine.place, MINE + 1)):
            battle.mines.remove(mine)
            battle.events.append(Mined(model.number, mine.place, exploded=True))
            wound(battle, model, 2, "mine")


def _comes_by(model: Model, corners: tuple[Place, ...], disc: Disc) -> bool:
    return any(
        sweeps_disc(corners[at], corners[at + 1], model.radius, disc) for at in range(len(corners) - 1)
    )


def leave(battle: Battle, model: Model, way_out: Exit) -> None:
    """Take a model off the table until the end of the round; what it carries stays at the edge (W12, WF22)."""
    model.status, model.edge, model.place = "off", way_out.edge, way_out.place
    battle.events.append(Left(model.number, way_out.place))
    drop_markers(battle, model, way_out.place)
