"""The way a ship goes, before anything is changed by it (W8, W10, W11, W20)."""

from collections.abc import Sequence
from math import isqrt
from typing import Final, Literal, NamedTuple

from engines.seam.refusals import Refusal
from engines.warfleets.geometry import Disc, Place, ahead, rounded, squared_distance, sweeps_disc
from engines.warfleets.shapes import Shape
from engines.warfleets.state import Battle, Model
from engines.warfleets.table import CLEAR, Edge, edge_left

Action = Literal["move", "cruise", "ram"]
PIVOT: Final[dict[str, int]] = {"hold": 1800, "move": 900, "cruise": 450, "ram": 450}
"""How far a ship may turn with each action (W8)."""
PULSE: Final = {"move": 200, "cruise": 300, "ram": 300}
"""What a Pulse Engine adds."""
FARTHEST: Final = 10_000
STEP: Final = 50
"""Turns that are looked for as the nearest lawful ones are whole steps of 5 degrees."""


class Exit(NamedTuple):
    """Where a way leaves the table."""

    edge: Edge
    place: Place


class Track(NamedTuple):
    """A way: its corners from start to end, the heading at the end, and the ships it came over if it had to go on."""

    points: tuple[Place, ...]
    heading: int
    crossed: tuple[int, ...] = ()
    exit: Exit | None = None

    @property
    def end(self) -> Place:
        """Where it ends."""
        return self.points[-1]


def speed(model: Model, action: Action) -> int:
    """The full speed of a model with an action, without what lies in its way."""
    inches = model.sheet.move if action == "move" else model.sheet.cruise
    return inches * 100 + (PULSE[action] if model.has("pulse-engine") else 0)


def halved(battle: Battle, model: Model, corners: tuple[Place, ...]) -> bool:
    """Whether a way comes over difficult terrain, and so has half the length (W20, WF21)."""
    return bool(crossing(battle, model, corners, "difficult"))


def crossing(
    battle: Battle,
    model: Model,
    corners: tuple[Place, ...],
    kind: Literal["difficult", "blocking", "dangerous"],
) -> list[Shape]:
    """The pieces of a kind that a way comes over."""
    found = []
    for piece in battle.pieces(kind):
        for at in range(len(corners) - 1):
            if piece.in_the_way(corners[at], corners[at + 1], model.radius):
                found.append(piece)
                break
    return found


def plain_corners(model: Model, full: int, before: int, turn: int) -> tuple[Place, ...]:
    """The corners of a way of full length with its pivot."""
    pivot = ahead(model.place, model.heading, before)
    end = ahead(pivot, model.heading + turn, full - before)
    return (model.place, pivot, end) if turn and before < full else (model.place, end)


def track(battle: Battle, model: Model, action: Action, before: int, turn: int) -> Track:
    """The way with a pivot by `turn` after `before` of the full speed; in difficult terrain both are halved (WF21)."""
    full = speed(model, action)
    corners = plain_corners(model, full, before, turn)
    if halved(battle, model, corners):
        corners = plain_corners(model, rounded(full, 2), rounded(before, 2), turn)
    heading = (model.heading + turn) % 3600
    return _on(battle, model, corners, heading)


def _on(battle: Battle, model: Model, corners: tuple[Place, ...], heading: int) -> Track:
    """The way as far as it goes: off the table, or straight on until it is clear of ships (W11, W12)."""
    if found := cut_off(corners, heading):
        return found
    if not _over_ship(battle, model, corners[-1]):
        return Track(corners, heading)
    others = [one for one in battle.ships() if one is not model]
    last = clear((corners[-1], model.radius), heading, others)
    crossed = tuple([one.number for one in others if sweeps_disc(corners[-1], last, model.radius, one.disc)])
    found = cut_off((*corners, last), heading)
    return (found or Track((*corners, last), heading))._replace(crossed=crossed)


def _over_ship(battle: Battle, model: Model, place: Place) -> bool:
    """Whether a ship would lie over another at a place."""
    for one in battle.models:
        if one.is_ship and one.status == "table" and one is not model:
            far = model.radius + one.radius
            if squared_distance(place, one.place) < far * far:
                return True
    return False


def cut_off(corners: tuple[Place, ...], heading: int) -> Track | None:
    """The way up to the edge over which it leaves the table; None if it stays on it (WF27)."""
    for at in range(len(corners) - 1):
        if left := edge_left(corners[at], corners[at + 1]):
            return Track((*corners[: at + 1], left[1]), heading, (), Exit(*left))
    return None


def legs(corners: tuple[Place, ...]) -> list[tuple[Place, Place]]:
    """The straight parts of a way."""
    return [(corners[at], corners[at + 1]) for at in range(len(corners) - 1)]


def clear(end: Disc, heading: int, others: list[Model], pieces: Sequence[Shape] = ()) -> Place:
    """Where a ship that goes straight on is 1 inch from all ships, and over none of the pieces (W11, WF24)."""
    (start, radius), far = end, 0
    while far < FARTHEST:
        place = ahead(start, heading, far)
        lacking = 0
        for one in others:
            short = _lacking(place, radius, one)
            lacking = max(lacking, short)
        if not lacking and not any(piece.under((place, radius)) for piece in pieces):
            return place
        far += max(lacking - 2, 1)
    raise RuntimeError("no table has so many ships")


def _lacking(place: Place, radius: int, other: Model) -> int:
    """By how much a ship would be too near another, rounded up; it has to go so far at least, but for rounding."""
    reach = radius + CLEAR + other.radius
    squared = squared_distance(place, other.place)
    return reach - isqrt(squared) if squared < reach * reach else 0


def refusal(battle: Battle, model: Model, action: Action, before: int, turn: int) -> Refusal | None:
    """Why a ship may not go that way; None if it may."""
    if wrong := pivot_refusal(model, action, speed(model, action), before, turn):
        return wrong
    blocked = crossing(battle, model, track(battle, model, action, before, turn).points, "blocking")
    if blocked:
        return Refusal("W20", f"{blocked[0].name} is in the way: nothing moves through it.", model.name)
    return None


def pivot_refusal(model: Model, action: Action, full: int, before: int, turn: int) -> Refusal | None:
    """Why a ship that goes so far in all may not pivot so; None if it may (W8, W10)."""
    if abs(turn) > PIVOT[action]:
        return Refusal(
            "W8", f"A ship that uses {action} pivots by at most {PIVOT[action] // 10}°.", model.name
        )
    if before > full or (turn and before < rounded(full, 2)):
        least, most = inches(rounded(full, 2)), inches(full)
        return Refusal("W10", f"The pivot comes after {least} to {most} inches of the way.", model.name)
    return None


def nearest(battle: Battle, model: Model, action: Action, before: int, turn: int) -> tuple[int, int] | None:
    """The lawful pivot nearest to one: after how much of the way, and by how much; None if there is none."""
    full = speed(model, action)
    before = min(max(before, rounded(full, 2)), full)
    most = PIVOT[action]
    turn = min(max(turn, -most), most)
    turns = sorted({turn, *range(-most, most + 1, STEP)}, key=lambda one: (abs(one - turn), one))
    for one in turns:
        if refusal(battle, model, action, before, one) is None:
            return before, one
    return None


def inches(length: int) -> str:
    """A length in inches as people write it.

    >>> inches(450), inches(600), inches(1207)
    ('4.5', '6', '12.07')
    """
    return f"{length // 100}.{length % 100:02}".rstrip("0").rstrip(".")
