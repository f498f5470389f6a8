"""A case as a battle of this engine."""

from typing import Final, get_args

import msgspec

from engines.seam.sides import SIDES, Side
from engines.warfleets.catalogue import Facing, Kind, Size, Special, catalogue
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron
from engines.warfleets.state import Battle, Model, ship_model, squadron_model
from engines.warfleets.table import Marker, Mine
from engines.warfleets.terrain import Terrain, TerrainKind
from tests.conformance.warfleets.reading import Case, Given, Inches, Lying, Piece, Team

SIDE: Final[dict[Team, Side]] = {"a": "terran", "b": "talon"}
FILL: Final = ("repair-bay", "tractor-beam", "gravity-bumper", "reinforced-ram")
ASIDE: Final = {"terran": (-9000, -9000), "talon": (9000, 16000)}
"""Where the bystander of a side is: far from everything, and still to act, so that the round goes on."""


def hundredths(inches: Inches) -> int:
    """A length in 1/100 inch."""
    return round(inches * 100)


def key(title: str) -> str:
    """The key of an upgrade, weapon, hero or title by its printed name."""
    return title.lower().replace(" ", "-")


def document(given: Given) -> Ship | Squadron:
    """A model as a part of a fleet."""
    if given.kind in get_args(Kind):
        return Squadron(given.name, msgspec.convert(given.kind, Kind))
    facings = [facing for facing in get_args(Facing) if facing in given.weapons]
    mounts = tuple([Mount(facing, key(given.weapons[facing])) for facing in facings])
    upgrades = tuple([key(one) for one in given.upgrades])
    size = msgspec.convert(given.kind, Size)
    return Ship(given.name, size, upgrades, mounts, key(given.hero), key(given.title))


def fleet_of(case: Case, team: Team) -> Fleet:
    """The models of a side as a fleet."""
    found = [document(given) for given in case.given if given.side == team]
    ships = tuple([one for one in found if isinstance(one, Ship)])
    return Fleet("Fleet", ships, tuple([one for one in found if isinstance(one, Squadron)]))


def terrain_of(case: Case) -> tuple[Terrain, ...]:
    """The terrain of a case."""
    return tuple([_piece(f"Piece {at}", piece) for at, piece in enumerate(case.terrain)])


def _piece(name: str, piece: Piece) -> Terrain:
    kinds = (msgspec.convert(piece.kind, TerrainKind),)
    if piece.disc is None:
        corners = tuple([(hundredths(x), hundredths(y)) for x, y in piece.polygon])
        return Terrain(name, kinds, corners)
    centre = (hundredths(piece.disc.x), hundredths(piece.disc.y))
    return Terrain(name, kinds, centre=centre, radius=hundredths(piece.disc.radius))


def scene(case: Case) -> Battle:
    """The battle that a case begins with."""
    battle = Battle([], SIDE[case.setup.initiative], {"terran": "bottom", "talon": "top"}, terrain_of(case))
    battle.side = battle.initiative
    battle.round = case.setup.round or 1
    for given in case.given:
        battle.models.append(_model(len(battle.models), given))
    for lying in case.markers:
        _lay(battle, lying)
    _stand_by(case, battle)
    for side in SIDES:
        battle.starting[side] = sum(one.side == side and one.is_ship for one in battle.models)
    for team, ships in case.fleet_start.items():
        battle.starting[SIDE[team]] = ships
    return battle


def _model(number: int, given: Given) -> Model:
    found = document(given)
    side = SIDE[given.side]
    model = (
        ship_model(number, side, found, catalogue())
        if isinstance(found, Ship)
        else squadron_model(number, side, found)
    )
    if given.x is not None and given.y is not None:
        model.place, model.status = (hundredths(given.x), hundredths(given.y)), "table"
    model.heading, model.held, model.hurt = round(given.heading * 10), given.held, given.damaged_this_round
    model.specials = (*model.specials, *[msgspec.convert(key(one), Special) for one in given.special])
    for title, points in given.damage.items():
        slot = model.slots.index(key(title)) if model.is_ship else 0
        model.damage[slot] = points
        model.order.append(slot)
    model.order.sort(key=model.works)
    return model


def _lay(battle: Battle, lying: Lying) -> None:
    place = (hundredths(lying.x), hundredths(lying.y))
    if lying.kind == "mine":
        battle.mines.append(Mine(place, SIDE[lying.side]))
    else:
        carrier = next((one.number for one in battle.models if one.name == lying.carried_by), -1)
        battle.markers.append(Marker(place, carrier))


def _stand_by(case: Case, battle: Battle) -> None:
    """Give each side a ship far away that is still to act; none that counts if turns or the end are in the case."""
    ends = case.setup.in_turn or any(one.action == "end_round" for one in case.do)
    for side in SIDES:
        if ends and any(one.side == side and one.is_ship for one in battle.models):
            continue
        model = ship_model(len(battle.models), side, Ship(f"Bystander {side}", "heavy", FILL), catalogue())
        model.place, model.status = ASIDE[side], "waiting" if ends else "table"
        battle.models.append(model)
