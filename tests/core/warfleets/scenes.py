"""Small battles of Warfleets: FTL, put together model by model."""

from engines.seam.sides import Side
from engines.warfleets.catalogue import Kind, Size, catalogue
from engines.warfleets.dice import ScriptedDice
from engines.warfleets.fleet import Mount, Ship, Squadron
from engines.warfleets.state import Battle, Model, ship_model, squadron_model
from engines.warfleets.terrain import Terrain

PLAIN = ("armored-plating", "repair-bay", "nuclear-ammo", "reinforced-ram")
PLACES = {"light": 2, "medium": 3, "heavy": 4}


def battle(*terrain: Terrain, dice: tuple[int, ...] = ()) -> Battle:
    """An empty table; `dice` are the next rolls."""
    found = Battle([], "terran", {"terran": "bottom", "talon": "top"}, terrain)
    found.dice = ScriptedDice(list(dice))
    return found


def ship(
    on: Battle,
    side: Side,
    size: Size,
    at: tuple[int, int],
    heading: int = 0,
    *upgrades: str,
    weapons: tuple[Mount, ...] = (),
    hero: str = "",
    title: str = "",
) -> Model:
    """A ship on the table; what is not said of its upgrades is plain, so that the first of them are those given."""
    fill = [one for one in PLAIN if one not in upgrades][: PLACES[size] - len(upgrades) - len(weapons)]
    number = len(on.models)
    document = Ship(f"Ship {number}", size, (*upgrades, *fill), weapons, hero, title)
    found = ship_model(number, side, document, catalogue())
    return _put(on, found, at, heading)


def squadron(on: Battle, side: Side, kind: Kind, at: tuple[int, int]) -> Model:
    """A squadron on the table."""
    number = len(on.models)
    return _put(on, squadron_model(number, side, Squadron(f"Wing {number}", kind)), at, 0)


def _put(on: Battle, model: Model, at: tuple[int, int], heading: int) -> Model:
    model.place, model.heading, model.status = at, heading, "table"
    on.models.append(model)
    if model.is_ship:
        on.starting[model.side] = on.starting.get(model.side, 0) + 1
    return model


def rolled(on: Battle, *dice: int) -> Battle:
    """The same battle with these rolls to come."""
    on.dice = ScriptedDice(list(dice))
    return on


def left(on: Battle) -> list[int]:
    """The rolls that nobody asked for."""
    assert isinstance(on.dice, ScriptedDice)
    return on.dice.values
