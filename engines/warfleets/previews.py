"""What would come of an order, before it is given: where the model ends, what it passes, and whom it could shoot at."""

from dataclasses import replace
from typing import Literal

from msgspec import Struct

from engines.seam.refusals import Refusal, Refused
from engines.warfleets import trying
from engines.warfleets.geometry import Place, ahead, overlap
from engines.warfleets.orders import AnyOrder, Deploy, Displace, Fly, Go, Hold, Ram, Return
from engines.warfleets.rules import ramming, tracks
from engines.warfleets.rules.movement import warped
from engines.warfleets.rules.passing import markers_on_way, mines_on_way
from engines.warfleets.rules.tracks import Track, cut_off
from engines.warfleets.shots import ShotOffer, from_here
from engines.warfleets.state import Battle, Model
from engines.warfleets.table import Edge
from engines.warfleets.terrain import TerrainKind

Point = tuple[int, int]
CROSSED: tuple[Literal["difficult", "blocking", "dangerous"], ...] = ("difficult", "blocking", "dangerous")
"""Terrain that matters to a model on its way."""


class Passed(Struct, frozen=True):
    """A piece of terrain that a way comes over."""

    name: str
    kind: TerrainKind


class Way(Struct, frozen=True):
    """Where a model goes: its corners from start to end, its heading there, and what it finds.

    `over` are ships that it goes over and is hurt with, `under` the squadrons that it comes to lie over, `mines` the
    places of those that it sets off. `shots` are those it has from its end, if nothing hurts it before.
    """

    model: int
    corners: tuple[Point, ...]
    heading: int
    leaves: Edge | None = None
    over: tuple[int, ...] = ()
    under: tuple[int, ...] = ()
    markers: tuple[int, ...] = ()
    mines: tuple[Point, ...] = ()
    terrain: tuple[Passed, ...] = ()
    shots: tuple[ShotOffer, ...] = ()


class Preview(Struct, frozen=True):
    """What would come of an order.

    If it is refused, `instead` is the nearest lawful order, and `way` belongs to that; None if nothing like it is
    lawful. Orders that move nothing have no way, and a Warp Drive has one only after its die.
    """

    order: AnyOrder
    refusal: Refusal | None
    instead: AnyOrder | None
    way: Way | None


def preview(battle: Battle, order: AnyOrder) -> Preview:
    """What would come of an order; the battle stays as it is."""
    refusal = trying.refusal(battle, order)
    instead = trying.nearest(battle, order) if refusal is not None else None
    shown = instead if refusal is not None else order
    return Preview(order, refusal, instead, None if shown is None else _way_of(battle, shown))


def _way_of(battle: Battle, order: AnyOrder) -> Way | None:
    if isinstance(order, Deploy):
        return _set_up(battle, battle.models[order.model], order)
    if isinstance(order, Displace):
        return Way(order.model, (order.place,), battle.models[order.model].heading)
    if isinstance(order, Return):
        return Way(order.model, (order.place,), order.heading)
    if isinstance(order, (Hold, Go, Fly, Ram)):
        model = battle.models[order.model]
        action = order.action if isinstance(order, (Go, Fly)) else type(order).__name__.lower()
        return _way(battle, model, _track(battle, model, order), action)
    return None


def _set_up(battle: Battle, model: Model, order: Deploy) -> Way:
    """Where a model stands that is set up; a Vanguard goes on from there."""
    place = order.place
    if not order.ahead:
        return Way(model.number, (place,), order.heading)
    corners = (place, ahead(place, order.heading, order.ahead))
    set_up = replace(model, place=place, heading=order.heading)
    return _way(battle, set_up, Track(corners, order.heading), "vanguard")


def _track(battle: Battle, model: Model, order: Hold | Go | Fly | Ram) -> Track:
    """The way of a lawful order."""
    if isinstance(order, Hold):
        return Track((model.place,), (model.heading + order.turn) % 3600)
    if isinstance(order, Go) and battle.stage == "warping":
        return warped(battle, model, battle.warp, order.before, order.turn)
    if isinstance(order, Go):
        return tracks.track(battle, model, order.action, order.before, order.turn)
    if isinstance(order, Fly):
        corners = (model.place, *order.by)
        return cut_off(corners, model.heading) or Track(corners, model.heading)
    course = ramming.reaching(battle, model, battle.models[order.target], order.before, order.turn)
    if isinstance(course, Refusal):
        raise Refused(course)
    return Track(course.points, course.heading)


def _way(battle: Battle, model: Model, track: Track, action: str) -> Way:
    """A way with what it passes; a Warp Drive passes nothing but markers (WF38)."""
    warps = battle.stage == "warping"
    end = replace(model, place=track.end, heading=track.heading, action=action)
    passes = action != "hold" and not warps
    mines = mines_on_way(battle, model, track.points) if passes else []
    return Way(
        model.number,
        track.points,
        track.heading,
        track.exit.edge if track.exit else None,
        track.crossed,
        () if track.exit or action == "hold" else _under(battle, end),
        tuple(markers_on_way(battle, model, track.points)),
        tuple([one.place for one in mines]),
        _passed(battle, model, track.points) if passes else (),
        () if track.exit else tuple(from_here(battle, end)),
    )


def _under(battle: Battle, model: Model) -> tuple[int, ...]:
    """The squadrons that a ship lies over."""
    if not model.is_ship:
        return ()
    return tuple(
        [one.number for one in battle.on_table() if not one.is_ship and overlap(model.disc, one.disc)]
    )


def _passed(battle: Battle, model: Model, corners: tuple[Place, ...]) -> tuple[Passed, ...]:
    return tuple(
        Passed(piece.name, kind)
        for kind in CROSSED
        for piece in tracks.crossing(battle, model, corners, kind)
    )
