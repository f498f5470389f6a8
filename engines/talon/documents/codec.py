"""Positions, orders and events as JSON, and back.

Documents are strict: a malformed or impossible one is refused with its path, as `$.units[0].hull`, and the reason.
"""

import re
from collections.abc import Iterable
from typing import Any, TypeVar, cast

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, astuple

from engines.seam.documents import Mode
from engines.seam.refusals import Refusal, refuse, refuse_all
from engines.talon.catalogue import known_class
from engines.talon.documents import positions
from engines.talon.documents.unit_documents import missile_document, missile_of, unit_document, unit_of
from engines.talon.documents.validity import position_errors
from engines.talon.events import AnyEvent
from engines.talon.hexes import Hex
from engines.talon.orders import AnyOrder
from engines.talon.rules import big_guns, black_holes, firing, missiles, victory
from engines.talon.rules.arriving import setup
from engines.talon.rules.hits import explosions
from engines.talon.ships import kind_of
from engines.talon.state import Battle, Players, Qualities, Seat, Window
from engines.talon.units import Unit

D = TypeVar("D")

_TASKS: dict[type, type[positions.TaskDocument]] = {
    firing.Volley: positions.VolleyDocument,
    big_guns.Fusion: positions.FusionDocument,
    big_guns.Push: positions.PushDocument,
    big_guns.Hammer: positions.HammerDocument,
    missiles.Launching: positions.LaunchingDocument,
    missiles.Detonation: positions.DetonationDocument,
    explosions.Blasts: positions.BlastsDocument,
    explosions.Blast: positions.BlastDocument,
    black_holes.Pull: positions.PullDocument,
    setup.Berthing: positions.BerthingDocument,
    victory.Closing: positions.ClosingDocument,
}
_STATES = {document: state for state, document in _TASKS.items()}

_encoder = msgspec.json.Encoder(order="deterministic")
_position = msgspec.json.Decoder(positions.PositionDocument)
_order: msgspec.json.Decoder[AnyOrder] = msgspec.json.Decoder(AnyOrder)
_orders = msgspec.json.Decoder(list[AnyOrder])
_events = msgspec.json.Decoder(list[AnyEvent])


def encode_position(battle: Battle) -> bytes:
    """The position as JSON, the same bytes for the same position; `options`, dice and events are not in it."""
    return _encoder.encode(document_of(battle))


def decode_position(raw: bytes) -> Battle:
    """The position stored as `raw`; `Refused` with path and reason if it is malformed or impossible.

    It has no `options` yet: `game.run_to_decision` goes on from it, and rolls no dice if it was stored at a decision.
    """
    return battle_of(_read(_position, raw))


def recall_position(raw: bytes) -> Battle:
    """The position of trusted bytes from `encode_position`; whether it is possible is not checked."""
    return _battle(_read(_position, raw), "$")


def battle_of(document: positions.PositionDocument, at: str = "$") -> Battle:
    """The battle of a position's document that stands at the path `at`; `Refused` if it is impossible.

    It has no `options` yet, as with `decode_position`.
    """
    battle = _battle(document, at)
    found = ((_path(where, at), rule, reason) for where, rule, reason in position_errors(battle))
    refuse_all(Refusal(rule, f"At {path}: {reason}", path) for path, rule, reason in found)
    return battle


def _path(where: str, at: str) -> str:
    """A place in the state as a path in the document, which lists terrain by kind."""
    return f"{at}.{'terrain' if where.startswith('terrain') else where}".rstrip(".")


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
        match = re.fullmatch(r"(.*?)(?: - at (?:`key` in )?`(.*)`)?", str(error), re.DOTALL)
        reason, path = (match[1], match[2] or "$") if match else (str(error), "$")
        raise refuse("", f"At {path}: {reason}.", path) from error


def document_of(battle: Battle) -> positions.PositionDocument:
    """The position as a document."""
    kinds: dict[Any, list[Hex]] = {}
    for place, kind in sorted(battle.terrain.items()):
        kinds.setdefault(kind, []).append(place)
    window = battle.window
    return positions.PositionDocument(
        units=[unit_document(unit) for unit in battle.units],
        round=battle.round,
        impulse=battle.impulse,
        side=battle.side,
        step=cast("positions.Step", battle.step),
        initiative=battle.initiative,
        top=battle.top,
        mode=cast("Mode", battle.mode),
        owner=battle.owner,
        boxes=battle.boxes,
        pattern=battle.pattern,
        capital=battle.capital,
        terrain=kinds,
        window=positions.WindowDocument(window.q, window.r, window.extended, window.rows, window.columns),
        missiles=[missile_document(missile) for missile in battle.missiles],
        launched=battle.launched,
        quiet=battle.quiet,
        stirred=battle.stirred,
        offers=battle.offers[:],
        agenda=[_task_document(task) for task in battle.agenda],
        blasts=battle.blasts[:],
        ending=cast("positions.Ending", battle.ending),
        winner=battle.winner,
        aims=UNSET if battle.own_aims is None else battle.own_aims,
        planet_damage=battle.planet_damage or UNSET,
        layout=UNSET if battle.layout is None else battle.layout,
        moon=UNSET if battle.moon is None else battle.moon,
        more=battle.more or UNSET,
        power_shift=battle.power_shift or UNSET,
        bases_fall=battle.bases_fall or UNSET,
        players=UNSET if battle.players is None else _players_document(battle.players),
        qualities=UNSET if battle.qualities is None else _qualities_document(battle.qualities),
        tactics=UNSET if battle.tactics is None else battle.tactics,
        no_retreat=UNSET if battle.no_retreat is None else battle.no_retreat,
        unloaded=battle.unloaded or UNSET,
    )


def _players_document(players: Players) -> positions.PlayersDocument:
    barred, conceding, drawing = (
        tuple((seat.side, seat.player) for seat in seats)
        for seats in (players.barred, players.conceding, players.drawing)
    )
    return positions.PlayersDocument(players.owners, players.current, barred, conceding, drawing)


def _qualities_document(qualities: Qualities) -> positions.QualitiesDocument:
    return positions.QualitiesDocument(qualities.of, tuple(qualities.charged))


def _players(document: positions.PlayersDocument) -> Players:
    barred, conceding, drawing = (
        [Seat(*seat) for seat in seats] for seats in (document.barred, document.conceding, document.drawing)
    )
    return Players(document.owners, document.current, barred, conceding, drawing)


def _task_document(task: object) -> Any:
    document = _TASKS[type(task)]
    return document(**{name: _own(getattr(task, name)) for name in document.__struct_fields__})


def _own(value: Any) -> Any:
    """The value, a list as a copy: state and document change apart."""
    return list(value) if isinstance(value, list) else value


def _fields(document: Struct) -> dict[str, Any]:
    """The document's fields by name, for the state to keep."""
    return {name: _own(value) for name, value in asdict(document).items()}


def _battle(document: positions.PositionDocument, at: str) -> Battle:
    terrain = {place: kind for kind, places in document.terrain.items() for place in places}
    if len(terrain) < sum(map(len, document.terrain.values())):
        path = f"{at}.terrain"
        raise refuse("17", f"At {path}: this hex has terrain twice, or of two kinds.", path)
    return Battle(
        _units(document.units, at),
        round=document.round,
        impulse=document.impulse,
        side=document.side,
        step=document.step,
        initiative=document.initiative,
        top=document.top,
        mode=document.mode,
        owner=document.owner,
        aims=None if document.aims is UNSET else document.aims,
        layout=None if document.layout is UNSET else document.layout,
        boxes=document.boxes,
        pattern=document.pattern,
        more=() if document.more is UNSET else document.more,
        power_shift=document.power_shift is True,
        bases_fall=document.bases_fall is True,
        players=None if document.players is UNSET else _players(document.players),
        qualities=_qualities(document.qualities),
        tactics=None if document.tactics is UNSET else document.tactics,
        no_retreat=None if document.no_retreat is UNSET else document.no_retreat,
        unloaded=() if document.unloaded is UNSET else document.unloaded,
        capital=document.capital,
        moon=None if document.moon is UNSET else document.moon,
        planet_damage=0 if document.planet_damage is UNSET else document.planet_damage,
        terrain=dict(sorted(terrain.items())),
        window=Window(*astuple(document.window)),
        missiles=[missile_of(missile) for missile in document.missiles],
        launched=document.launched,
        quiet=document.quiet,
        stirred=document.stirred,
        offers=document.offers[:],
        agenda=[_STATES[type(task)](**_fields(task)) for task in document.agenda],
        blasts=document.blasts[:],
        ending=document.ending,
        winner=document.winner,
    )


def _qualities(document: positions.QualitiesDocument | UnsetType) -> Qualities | None:
    return None if document is UNSET else Qualities(document.of, list(document.charged))


def _units(found: list[positions.UnitDocument], at: str) -> list[Unit]:
    try:
        return [
            unit_of(number, kind_of(unit.side, unit.ship_class), unit) for number, unit in enumerate(found)
        ]
    except KeyError:
        number, unit = next(
            one for one in enumerate(found) if known_class(one[1].side, one[1].ship_class) is None
        )
        path = f"{at}.units[{number}].ship_class"
        words = f"At {path}: {unit.ship_class!r} is no class of {unit.side.title()}."
        raise refuse("5", words, path) from None
