"""What may be seen of a battle, as one document: all that a page needs to draw it, and to ask for an order.

Nothing on the table is secret, so both sides and onlookers see the same; what is offered is shown to the side that is
asked. Lengths are in 1/100 inch, headings and turns in 1/10 degree, clockwise from up the table.
"""

from typing import Final

from msgspec import Struct

from engines.seam.sides import SIDES, Side
from engines.warfleets import offers
from engines.warfleets.catalogue import Special
from engines.warfleets.game import asked
from engines.warfleets.geometry import Place
from engines.warfleets.rules import morale, shooting
from engines.warfleets.rules.shooting import Gun
from engines.warfleets.rules.tracks import speed
from engines.warfleets.state import NOBODY, PHASES, ROUNDS, Battle, Model
from engines.warfleets.table import DEPTH, OPPOSITE, WIDTH, ZONE, Edge
from engines.warfleets.terrain import Terrain

QUARTERS: Final = {"front": (3150, 450), "right": (450, 1350), "rear": (1350, 2250), "left": (2250, 3150)}
"""Of a ship, from which heading to which, clockwise from its bow."""


class SlotView(Struct, frozen=True):
    """An upgrade or a weapon with its damage; `taking` if the next point goes there."""

    key: str
    title: str
    boxes: int
    damage: int
    works: bool
    taking: bool


class WeaponView(Struct, frozen=True):
    """A weapon: its reach from edge to edge, and the arcs that it bears on, as headings from the bow.

    `slot` is where it takes damage, -1 for the turret, which takes none; `arcs` are empty if it bears all round.
    """

    number: int
    title: str
    facing: str
    arcs: tuple[tuple[int, int], ...]
    range: int
    attacks: int
    strength: int
    specials: tuple[Special, ...]
    hold_only: bool
    slot: int
    works: bool


class ModelView(Struct, frozen=True):
    """A ship or a squadron; a squadron has no slots, and `damage` of its own."""

    number: int
    side: Side
    name: str
    size: str
    title: str
    ship: bool
    status: str
    place: Place
    heading: int
    radius: int
    evasion: int
    defence: int
    move: int
    cruise: int
    hero: str
    rank: str
    slots: tuple[SlotView, ...]
    weapons: tuple[WeaponView, ...]
    damage: int
    boxes: int
    live: int
    action: str
    acted: bool
    held: bool
    engaged: tuple[int, ...]
    markers: tuple[int, ...]


class MarkerView(Struct, frozen=True):
    """A marker on the table, or carried by a ship, and then by which side."""

    number: int
    place: Place
    carrier: int
    holder: Side | None


class MineView(Struct, frozen=True):
    """A mine, and whose it is."""

    place: Place
    side: Side


class FleetView(Struct, frozen=True):
    """A side: its edge and zone, the ships that it began with and still has, and the markers that it holds."""

    side: Side
    edge: Edge
    zone: tuple[Place, Place]
    starting: int
    remaining: int
    shaken: bool
    markers: int


class BattleView(Struct, frozen=True):
    """A battle as `side` sees it, or an onlooker if that is None; `step` is "fighting" from the first round on."""

    side: Side | None
    width: int
    depth: int
    terrain: tuple[Terrain, ...]
    fleets: tuple[FleetView, ...]
    models: tuple[ModelView, ...]
    markers: tuple[MarkerView, ...]
    mines: tuple[MineView, ...]
    step: str
    round: int
    rounds: int
    phase: str
    initiative: Side
    turn: Side
    active: int
    asked: offers.Asked | None
    over: bool
    winner: Side | None


def view(battle: Battle, side: Side | None) -> BattleView:
    """The battle for a side or an onlooker."""
    question = asked(battle)
    return BattleView(
        side,
        WIDTH,
        DEPTH,
        battle.terrain,
        tuple(_fleet(battle, one) for one in SIDES),
        tuple(_model(battle, one) for one in battle.models),
        tuple(
            MarkerView(number, one.place, one.carrier, _holder(battle, one.carrier))
            for number, one in enumerate(battle.markers)
        ),
        tuple(MineView(one.place, one.side) for one in battle.mines),
        battle.step,
        battle.round,
        ROUNDS,
        PHASES[battle.phase],
        battle.initiative,
        question.side if question else battle.side,
        battle.active,
        offers.asked_of(battle, question, side == question.side) if question else None,
        battle.over,
        battle.winner,
    )


def _holder(battle: Battle, carrier: int) -> Side | None:
    return None if carrier == NOBODY else battle.models[carrier].side


def _fleet(battle: Battle, side: Side) -> FleetView:
    edge = battle.edges[side]
    return FleetView(
        side,
        edge,
        zone_at(edge),
        battle.starting.get(side, 0),
        len(morale.remaining(battle, side)),
        morale.shaken(battle, side),
        sum(_holder(battle, marker.carrier) == side for marker in battle.markers),
    )


def zone_at(edge: Edge) -> tuple[Place, Place]:
    """The deployment zone at an edge, as its two opposite corners (W6)."""
    low_x = WIDTH - ZONE if edge == "right" else 0
    low_y = DEPTH - ZONE if edge == "top" else 0
    lying = edge in ("top", OPPOSITE["top"])
    return (low_x, low_y), (low_x + (WIDTH if lying else ZONE), low_y + (ZONE if lying else DEPTH))


def _model(battle: Battle, model: Model) -> ModelView:
    return ModelView(
        model.number,
        model.side,
        model.name,
        model.size,
        model.sheet.title,
        model.is_ship,
        model.status,
        model.place,
        model.heading,
        model.radius,
        model.sheet.evasion,
        model.sheet.defence,
        speed(model, "move"),
        speed(model, "cruise"),
        model.hero,
        model.title,
        _slots(model),
        _weapons(model),
        sum(model.damage),
        sum(model.boxes),
        model.live if model.is_ship else 0,
        model.action,
        model.acted,
        model.held,
        tuple([one.number for one in battle.engaged_with(model)]) if model.status == "table" else (),
        tuple([number for number, one in enumerate(battle.markers) if one.carrier == model.number]),
    )


def _slots(model: Model) -> tuple[SlotView, ...]:
    return tuple(
        SlotView(
            key,
            model.slot_titles[at],
            model.boxes[at],
            model.damage[at],
            model.works(at),
            bool(model.order) and model.order[-1] == at and model.works(at),
        )
        for at, key in enumerate(model.slots)
    )


def _weapons(model: Model) -> tuple[WeaponView, ...]:
    return tuple(_weapon(model, shooting.as_mounted(model, at)) for at in range(-1, len(model.mounts)))


def _weapon(model: Model, weapon: Gun) -> WeaponView:
    slot = -1 if weapon.number < 0 else model.slot_of(weapon.number)
    arcs = () if weapon.facing == "turret" else shooting.FACINGS[weapon.facing]
    return WeaponView(
        weapon.number,
        weapon.title,
        weapon.facing,
        tuple([QUARTERS[one] for one in arcs]),
        weapon.range,
        weapon.attacks,
        weapon.strength,
        weapon.specials,
        weapon.hold_only,
        slot,
        bool(weapon.attacks) if slot < 0 else model.works(slot),
    )
