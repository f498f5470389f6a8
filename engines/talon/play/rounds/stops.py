"""Stops: when a side that gave orders for the round is asked again before it ends."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec import Struct

from engines.talon.hexes import RANGE
from engines.talon.play.rounds.orders import RoundOrders, Stops
from engines.talon.units import Unit
from engines.talon.view import View

LOST = ("destroyed",)


class Watched(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """What a side saw when it gave orders for the round: who was in range of whom, damage, losses, the initiative.

    `offered`: the enemy's offer of a draw stood (R57).
    """

    pairs: tuple[tuple[int, int], ...]
    hull: dict[int, int]
    criticals: dict[int, int]
    shields: dict[int, int]
    lost: tuple[int, ...]
    initiative: str
    offered: bool = False


class Met(NamedTuple):
    """A stop that was met, by its field in `Stops` or as "round", and the units it is about."""

    stop: str
    units: tuple[int, ...] = ()


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Watched)


def encode_watched(watched: Watched) -> bytes:
    """What was seen, as JSON."""
    return _encoder.encode(watched)


def decode_watched(raw: bytes) -> Watched:
    """What was seen, from its JSON; msgspec.ValidationError if it is none."""
    return _decoder.decode(raw)


def watch(view: View, reach: int) -> Watched:
    """What the view's side sees now; `reach` is how many hexes count as in range."""
    own = [unit for unit in view.units(view.side) if view.is_own(unit.number)]
    units = (*view.units(view.side), *view.units(view.enemy_side))
    return Watched(
        tuple(_pairs(view, reach)),
        {unit.number: _hull(unit) for unit in own},
        {unit.number: _criticals(unit) for unit in own},
        {unit.number: sum(unit.shields) for unit in own},
        tuple(unit.number for unit in units if unit.status in LOST),
        view.initiative,
        view.enemy_side in view.offers,
    )


def without_lapsed(before: Watched, view: View) -> Watched:
    """The same, knowing no offer of a draw if none stands any more: the next one is another (R57)."""
    lapsed = before.offered and view.enemy_side not in view.offers
    return msgspec.structs.replace(before, offered=False) if lapsed else before


def _pairs(view: View, reach: int) -> list[tuple[int, int]]:
    return [
        (own.number, enemy.number)
        for own in view.commanded
        for enemy in view.enemies
        if RANGE[enemy.place - own.place] <= reach
    ]


def _hull(unit: Unit) -> int:
    return unit.hull + sum(unit.fighters)


def _criticals(unit: Unit) -> int:
    if unit.kind.fighters:
        return 0
    standing = (unit.shields_down, unit.helm_down, unit.power_loss, unit.ftl_offline)
    return sum(map(bool, standing)) + unit.thrusters + unit.relays + sum(unit.lost)


def met(orders: RoundOrders, before: Watched, view: View) -> tuple[Met, ...]:
    """The stops that the side has met since it gave the orders; none while they are to be followed further."""
    if view.round > orders.round:
        return (Met("round"), *_left_behind(orders, view))
    stops, now = orders.stops, watch(view, orders.stops.reach)
    found = [
        Met("contact", _contacts(stops, before, now)),
        Met("hull", _more(before.hull, now.hull) if stops.hull else ()),
        Met("critical", _more(before.criticals, now.criticals) if stops.critical else ()),
        Met("loss", tuple(sorted({*now.lost} - {*before.lost})) if stops.loss else ()),
        Met("shields", _more(now.shields, before.shields) if stops.shields else ()),
    ]
    others = list[Met]()
    if stops.initiative and (view.initiative != before.initiative or view.step == "initiative"):
        others.append(Met("initiative"))
    if stops.phase and view.step == "curves":
        others.append(Met("phase"))
    return (*(one for one in found if one.units), *others, *asked_now(orders, before, view))


def _left_behind(orders: RoundOrders, view: View) -> Iterator[Met]:
    """The ships that were to jump away and could not (11)."""
    stayed = tuple(unit.number for unit in view.commanded if orders.of(unit.number).leave == "jump")
    if stayed:
        yield Met("stayed", stayed)


def asked_now(orders: RoundOrders, before: Watched, view: View) -> tuple[Met, ...]:
    """The stops that are looked at before every order.

    They are a question in the middle of an effect, if the side is asked one and wants to answer it, and always an offer
    of a draw that it has not seen: it would lapse by the next order (R57). While a question waits it cannot be taken.
    """
    if view.question is not None:
        return (Met("questions"),) if orders.stops.questions and view.is_asked else ()
    return (Met("draw"),) if view.enemy_side in view.offers and not before.offered else ()


def _contacts(stops: Stops, before: Watched, now: Watched) -> tuple[int, ...]:
    """The own units that have an enemy in range whom they had not; with "first", any enemy at all."""
    if not stops.contact:
        return ()
    known, near = {*before.pairs}, {own for own, _ in before.pairs}
    new = [own for own, enemy in now.pairs if (own, enemy) not in known]
    return tuple(dict.fromkeys(own for own in new if stops.contact == "each" or own not in near))


def _more(before: dict[int, int], now: dict[int, int]) -> tuple[int, ...]:
    """The units whose number is larger than it was."""
    return tuple(unit for unit, value in now.items() if value > before.get(unit, value))
