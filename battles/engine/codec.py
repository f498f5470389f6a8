"""Positions, orders and events as JSON documents, and back.

A document is strict: what is malformed or cannot be is refused with its path, as `$.units[0].hull`, and the reason.
"""

import re
from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from battles.engine import big_guns, black_holes, explosions, firing, missiles, setup, victory
from battles.engine.catalogue import Side
from battles.engine.events import AnyEvent
from battles.engine.orders import MISSILES, AnyOrder, Arc, Facing, Group, Hex, Target
from battles.engine.orders import Missile as MissileNumber
from battles.engine.orders import Unit as UnitNumber
from battles.engine.possible import impossibilities
from battles.engine.ships import kind_of
from battles.engine.state import Battle, Missile, Task, Unit, Window
from battles.seam.documents import Mode, Name
from battles.seam.refusal import Refusal, refuse, refuse_all

D = TypeVar("D")
P = TypeVar("P", bound="_Part")
Few = Annotated[int, Meta(ge=0, le=99)]
Die = Annotated[int, Meta(ge=1, le=6)]
Repairable = Annotated[int, Meta(ge=0, le=2)]
UnitOrNone = Annotated[int, Meta(ge=-1, lt=MISSILES)]
Kind = Literal["asteroid", "black-hole", "nebula", "planet"]
Status = Literal[
    "undeployed", "waiting", "out", "map", "docked", "destroyed", "jumped", "left", "landed", "landed-after"
]
Step = Literal[
    "planet", "terrain", "deploy", "launch", "start", "ap", "move", "fire", "initiative", "curves", "arrivals",
    "jumps", "pull",
]  # fmt: skip
Ending = Literal["held", "conceded", "planet", "draw"]
Agenda = Annotated[list["AnyTask"], Meta(max_length=200)]


class _Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a position; its fields are those of the state that it stands for."""


class UnitDocument(_Part, frozen=True):
    """A ship, base or squadron; its number is its place among the units."""

    side: Side
    ship_class: str
    name: Name
    status: Status
    place: Hex
    facing: Facing
    row: Few
    power: Annotated[int, Meta(ge=-20, le=20)]
    shields: list[Few]
    red: list[Few]
    yellow: list[Few]
    lost: list[bool]
    turn: Few = 0
    slip: bool = False
    markers: Annotated[list[Annotated[int, Meta(ge=0, le=23)]], Meta(max_length=2)] = []
    hull: Few = 0
    battery: bool = False
    afterburners: Few = 0
    shields_down: Repairable = 0
    helm_down: Repairable = 0
    power_loss: Repairable = 0
    ftl_offline: bool = False
    thrusters: Few = 0
    relays: Few = 0
    vote: Literal["", "change", "defend"] = ""
    fighters: list[Few] = []
    carrier: UnitOrNone = -1
    spent: bool = False
    moved: bool = False
    firing: bool = False
    fired: bool = False
    curve_set: bool = False
    arrived: bool = False


class MissileDocument(_Part, frozen=True):
    """A missile in flight."""

    number: MissileNumber
    side: Side
    place: Hex
    facing: Facing
    target: UnitOrNone = -1
    damaged: bool = False
    moved: bool = False


class WindowDocument(_Part, frozen=True):
    """Where the map lies."""

    q: int
    r: int
    extended: bool
    rows: Annotated[int, Meta(ge=11, le=999)]
    columns: Annotated[int, Meta(ge=15, le=999)]


class _Task(_Part, frozen=True, tag_field="task", tag=lambda name: name.removesuffix("Document").lower()):
    """Something under way."""


class VolleyDocument(_Task, frozen=True):
    """A group that is firing."""

    unit: UnitNumber
    group: Group
    left: Few


class FusionDocument(_Task, frozen=True):
    """Fusion cannons that are firing."""

    unit: UnitNumber
    group: Group
    left: Few
    area: list[Target]


class PushDocument(_Task, frozen=True):
    """A target about to be pushed."""

    unit: UnitNumber
    target: UnitNumber


class HammerDocument(_Task, frozen=True):
    """The damage after the push."""

    target: UnitNumber
    fighter: Group | None
    arc: Arc
    points: Few


class LaunchingDocument(_Task, frozen=True):
    """A missile about to be put down."""

    unit: UnitNumber
    group: Group
    target: UnitNumber
    place: Hex | None


class DetonationDocument(_Task, frozen=True):
    """A missile about to hit."""

    missile: MissileNumber
    arc: Arc
    dice: tuple[Die, ...]


class BlastsDocument(_Task, frozen=True):
    """The queue of explosions is dealt."""


class BlastDocument(_Task, frozen=True):
    """One explosion with its victims to come."""

    unit: UnitNumber
    victims: list[Target]


class PullDocument(_Task, frozen=True):
    """The pull of black holes."""

    left: list[UnitNumber]
    found: list[tuple[UnitNumber, Facing]]


class BerthingDocument(_Task, frozen=True):
    """A squadron that stays docked."""

    unit: UnitNumber


class ClosingDocument(_Task, frozen=True):
    """A battle that is ending."""

    ending: Ending
    winner: Side | None
    saved: list[UnitNumber]


AnyTask = (
    VolleyDocument
    | FusionDocument
    | PushDocument
    | HammerDocument
    | LaunchingDocument
    | DetonationDocument
    | BlastsDocument
    | BlastDocument
    | PullDocument
    | BerthingDocument
    | ClosingDocument
)


class PositionDocument(Struct, frozen=True, forbid_unknown_fields=True, tag_field="document", tag="position"):
    """A position; `terrain` has the hexes of each kind, all else is as in the state."""

    units: Annotated[list[UnitDocument], Meta(max_length=MISSILES)]
    round: Annotated[int, Meta(ge=0, le=victory.LAST_ROUND)]
    impulse: Annotated[int, Meta(ge=0, le=5)]
    side: Side
    step: Step
    initiative: Side
    top: Side
    mode: Mode
    owner: Side | None
    boxes: Annotated[int, Meta(ge=1, le=20)]
    pattern: tuple[Die, Die] | None
    capital: Hex | None
    terrain: dict[Kind, Annotated[list[Hex], Meta(min_length=1)]]
    window: WindowDocument
    missiles: list[MissileDocument]
    launched: Annotated[int, Meta(ge=0, le=9999)]
    quiet: Annotated[int, Meta(ge=0, le=victory.QUIET_ROUNDS)]
    stirred: bool
    offers: Annotated[list[Side], Meta(max_length=2)]
    agenda: Agenda
    blasts: list[UnitNumber]
    ending: Ending | Literal[""]
    winner: Side | None
    format: Literal[1] = 1


_TASKS: dict[type, type[_Task]] = {
    firing.Volley: VolleyDocument,
    big_guns.Fusion: FusionDocument,
    big_guns.Push: PushDocument,
    big_guns.Hammer: HammerDocument,
    missiles.Launching: LaunchingDocument,
    missiles.Detonation: DetonationDocument,
    explosions.Blasts: BlastsDocument,
    explosions.Blast: BlastDocument,
    black_holes.Pull: PullDocument,
    setup.Berthing: BerthingDocument,
    victory.Closing: ClosingDocument,
}
_STATES = {document: state for state, document in _TASKS.items()}
_OWN = ("units", "terrain", "window", "missiles", "agenda", "format")
"""Fields of a position that are not simply taken over."""

_encoder = msgspec.json.Encoder(order="deterministic")
_position = msgspec.json.Decoder(PositionDocument)
_order: msgspec.json.Decoder[AnyOrder] = msgspec.json.Decoder(AnyOrder)
_orders = msgspec.json.Decoder(list[AnyOrder])
_events = msgspec.json.Decoder(list[AnyEvent])


def encode_position(battle: Battle) -> bytes:
    """The position as JSON, the same bytes for the same position; `options`, dice and events are not in it."""
    return _encoder.encode(_document(battle))


def decode_position(raw: bytes) -> Battle:
    """The position stored as `raw`; `Refused` with path and reason if it is malformed or cannot be.

    It has no `options` yet: `game.settle` goes on from it, and rolls no dice if it was stored at a decision.
    """
    battle = _battle(_read(_position, raw))
    found = (
        (f"$.{where}" if where else "$", rule, reason) for where, rule, reason in impossibilities(battle)
    )
    refuse_all(Refusal(rule, f"At {path}: {reason}", path) for path, rule, reason in found)
    return battle


def encode_orders(orders: Iterable[AnyOrder]) -> bytes:
    """The orders as a JSON array."""
    return _encoder.encode(list(orders))


def decode_order(raw: bytes) -> AnyOrder:
    """One order, whether or not it may be given; `Refused` with path and reason if it is malformed."""
    return _read(_order, raw)


def decode_orders(raw: bytes) -> list[AnyOrder]:
    """The orders of a JSON array; `Refused` with path and reason if one is malformed."""
    return _read(_orders, raw)


def encode_events(events: Iterable[AnyEvent]) -> bytes:
    """The events as a JSON array."""
    return _encoder.encode(list(events))


def decode_events(raw: bytes) -> list[AnyEvent]:
    """The events of a JSON array; `Refused` with path and reason if one is malformed."""
    return _read(_events, raw)


def _read(decoder: msgspec.json.Decoder[D], raw: bytes) -> D:
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        told = re.fullmatch(r"(.*?)(?: - at `(.*)`)?", str(error), re.DOTALL)
        reason, path = (told[1], told[2] or "$") if told else (str(error), "$")
        raise refuse("notation", f"At {path}: {reason}.", path) from error


def _document(battle: Battle) -> PositionDocument:
    kinds: dict[Any, list[Hex]] = {}
    for place, kind in sorted(battle.terrain.items()):
        kinds.setdefault(kind, []).append(place)
    plain = {name: getattr(battle, name) for name in PositionDocument.__struct_fields__ if name not in _OWN}
    return PositionDocument(
        units=[_part(UnitDocument, unit, ship_class=unit.kind.key) for unit in battle.units],
        terrain=kinds,
        window=_part(WindowDocument, battle.window),
        missiles=[_part(MissileDocument, missile) for missile in battle.missiles],
        agenda=[_part(_TASKS[type(task)], task) for task in battle.agenda],  # type: ignore[misc]
        **plain,
    )


def _part(document: type[P], state: object, **more: str) -> P:
    """The document of a part of the state, whose fields have the same names."""
    fields = {name: getattr(state, name) for name in document.__struct_fields__ if name not in more}
    return document(**fields, **more)


def _battle(document: PositionDocument) -> Battle:
    fields = msgspec.structs.asdict(document)
    plain = {name: value for name, value in fields.items() if name not in _OWN}
    terrain = {place: kind for kind, places in document.terrain.items() for place in places}
    if len(terrain) < sum(map(len, document.terrain.values())):
        raise refuse("17", "At $.terrain: there is terrain of two kinds, or twice, in one hex.", "$.terrain")
    return Battle(
        [_unit(number, unit) for number, unit in enumerate(document.units)],
        terrain=dict(sorted(terrain.items())),
        window=Window(**msgspec.structs.asdict(document.window)),
        missiles=[Missile(**msgspec.structs.asdict(missile)) for missile in document.missiles],
        agenda=[_STATES[type(task)](**msgspec.structs.asdict(task)) for task in document.agenda],
        **plain,
    )


def _unit(number: int, document: UnitDocument) -> Unit:
    fields = msgspec.structs.asdict(document)
    try:
        kind = kind_of(document.side, fields.pop("ship_class"))
    except KeyError as error:
        path, side = f"$.units[{number}].ship_class", document.side.title()
        raise refuse("5", f"At {path}: {error.args[0][1]!r} is no class of {side}.", path) from error
    return Unit(number, kind=kind, **fields)
