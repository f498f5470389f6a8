"""Orders and answers as lines of text, and back (`docs/notation.md`)."""

from collections.abc import Callable
from typing import Any

from engines.seam.sides import SIDES
from engines.talon import orders as o
from engines.talon.hexes import ARCS, FACINGS, Hex
from engines.talon.state import Battle
from engines.talon.terms import MOST_PLAYERS
from engines.talon.text.words import (
    Named,
    Word,
    choice_of,
    goal_of,
    hex_of,
    marker_of,
    missile_of,
    number_of,
    target_of,
    unit_of,
    words_of,
    write_hex,
    write_marker,
    write_target,
)


class _Reader:
    """The words of an order, taken one after the other."""

    def __init__(self, battle: Battle, words: list[Word], end: Word) -> None:
        self.battle = battle
        self._words = words
        self._end = end

    def next(self, what: str) -> Word:
        """The next word; `Refused` if there is none."""
        if not self._words:
            raise self._end.wrong(f"{what} is missing here.")
        return self._words.pop(0)

    def take(self, text: str) -> bool:
        """Whether the next word is that one; if so, it is taken."""
        if self._words and self._words[0].text == text:
            self._words.pop(0)
            return True
        return False

    def unit(self) -> int:
        return unit_of(self.battle, self.next("a unit's name")).number

    def group(self) -> int:
        return number_of(self.next("a group's number"), 1, 9, "a group") - 1

    def player(self) -> int:
        """The place of a player in his side's order: the first if no number follows (25)."""
        return number_of(self._words.pop(0), 1, MOST_PLAYERS, "a player") - 1 if self._words else 0

    def choice(self, among: tuple[str, ...], what: str) -> str:
        return among[choice_of(self.next(what), among, what)]

    def facing(self) -> int:
        return choice_of(self.next("a hex side"), FACINGS, "a hex side")

    def hex(self) -> Hex:
        return hex_of(self.next("a hex"))

    def finish(self) -> None:
        """`Refused` if words are left over."""
        if self._words:
            raise self._words[0].wrong(
                f"{self._words[0].text!r} does not belong here; the order ends before it."
            )


WAYS = ("ahead", "left", "right", "slip-left", "slip-right")


def _move(kind: type[o.Move] | type[o.Burn]) -> Callable[[Any, _Reader], o.AnyOrder]:
    def read(side: Any, r: _Reader) -> o.AnyOrder:
        unit, way = r.unit(), r.choice(WAYS, "a way to move")
        if r.take("dock"):
            return kind(side, unit, way, r.unit())  # type: ignore[arg-type]
        return kind(side, unit, way, None, r.take("land"))  # type: ignore[arg-type]

    return read


def _charge(side: Any, r: _Reader) -> o.AnyOrder:
    return o.Charge(side, r.unit(), r.group())


def _vote(side: Any, r: _Reader) -> o.AnyOrder:
    return o.Vote(side, r.unit(), r.choice(("change", "defend"), "a marker"))  # type: ignore[arg-type]


def _reinforce(side: Any, r: _Reader) -> o.AnyOrder:
    unit, arc = r.unit(), choice_of(r.next("an arc"), ARCS, "an arc")
    return o.Reinforce(side, unit, arc, marker_of(r.next("a marker")) if r.take("replacing") else None)


def _retarget(side: Any, r: _Reader) -> o.AnyOrder:
    unit, missile = r.unit(), missile_of(r.battle, r.next("a missile"))
    return o.Retarget(side, unit, missile, goal_of(r.battle, r.next("a unit's name")))


def _transmit(side: Any, r: _Reader) -> o.AnyOrder:
    unit, squadron = r.unit(), r.unit()
    use = r.choice(("charge", "power-through", "slip"), "a use of the AP")
    return o.Transmit(side, unit, squadron, use, r.group() if use == "charge" else None)  # type: ignore[arg-type]


def _steer(side: Any, r: _Reader) -> o.AnyOrder:
    missile = missile_of(r.battle, r.next("a missile"))
    return o.Steer(side, missile, r.choice(WAYS[:3], "a way to move"))  # type: ignore[arg-type]


def _fire(side: Any, r: _Reader) -> o.AnyOrder:
    return o.Fire(side, r.unit(), r.group(), *target_of(r.battle, r.next("a target")))


def _speed(r: _Reader) -> int:
    return number_of(r.next("a Speed"), 1, 6, "a Speed")


def _arrive(side: Any, r: _Reader) -> o.AnyOrder:
    return o.Arrive(side, r.unit(), r.hex(), r.facing(), _speed(r))


def _undock(side: Any, r: _Reader) -> o.AnyOrder:
    return o.Undock(side, r.unit(), r.hex(), r.facing(), _speed(r))


READERS: dict[str, Callable[[Any, _Reader], o.AnyOrder]] = {
    "charge": _charge,
    "battery": lambda side, r: o.Battery(side, r.unit()),
    "vote": _vote,
    "reinforce": _reinforce,
    "slip": lambda side, r: o.Slip(side, r.unit()),
    "power-through": lambda side, r: o.PowerThrough(side, r.unit()),
    "power-shift": lambda side, r: o.PowerShift(side, r.unit()),
    "retarget": _retarget,
    "transmit": _transmit,
    "move": _move(o.Move),
    "burn": _move(o.Burn),
    "rotate": lambda side, r: o.Rotate(side, r.unit()),
    "steer": _steer,
    "fire": _fire,
    "curve": lambda side, r: o.Curve(side, r.unit(), _speed(r)),
    "arrive": _arrive,
    "undock": _undock,
    "jump": lambda side, r: o.Jump(side, r.unit()),
    "planet": lambda side, r: o.Planet(side, r.hex()),
    "worm-hole": lambda side, r: o.WormHole(side, r.hex()),
    "terrain": lambda side, r: o.Pattern(side, r.hex(), number_of(r.next("a turn"), 0, 5, "a turn")),
    "deploy": lambda side, r: o.Deploy(side, r.unit(), r.hex(), r.facing()),
    "launch": lambda side, r: o.Launch(side, r.unit(), r.hex(), r.facing()),
    "done": lambda side, r: o.Done(side),
    "concede": lambda side, r: o.Concede(side, r.player()),
    "offer-draw": lambda side, r: o.OfferDraw(side, r.player()),
    "fight-on": lambda side, r: o.FightOn(side, r.player()),
    "exceed": lambda side, r: o.Exceed(side, r.player()),
    "pick": lambda side, r: o.Pick(side, *target_of(r.battle, r.next("a target"))),
    "toward": lambda side, r: o.Toward(side, r.facing()),
    "place": lambda side, r: o.Place(side, r.hex()),
    "tactics": lambda side, r: o.Tactics(side),
    "grant": lambda side, r: o.Grant(side, r.choice(SIDES, "a side")),  # type: ignore[arg-type]
}


def read_order(text: str, battle: Battle, line: int = 1) -> o.AnyOrder:
    """The order of a line, legal or not; `Refused` with its place if the line is malformed."""
    words = words_of(text, line)
    reader = _Reader(battle, words, Word("", line, len(text.rstrip()) + 1))
    side = reader.choice(SIDES, "a side")
    verb = reader.next("an order")
    if verb.text not in READERS:
        raise verb.wrong(f"{verb.text!r} is not an order: {', '.join(READERS)}.")
    order = READERS[verb.text](side, reader)
    reader.finish()
    return order


Writer = Callable[[Any, Named], list[object]]


def _piece(order: Any, battle: Named) -> list[object]:
    return [write_target(battle, order.unit)]


def _write_player(order: Any, battle: Named) -> list[object]:
    return [order.player + 1] if order.player else []


def _write_reinforce(order: o.Reinforce, battle: Named) -> list[object]:
    replaced = [] if order.replacing is None else ["replacing", write_marker(order.replacing)]
    return [write_target(battle, order.unit), ARCS[order.arc], *replaced]


def _write_retarget(order: o.Retarget, battle: Named) -> list[object]:
    return [write_target(battle, number) for number in (order.unit, order.missile, order.target)]


def _write_transmit(order: o.Transmit, battle: Named) -> list[object]:
    fighter = [] if order.fighter is None else [order.fighter + 1]
    return [write_target(battle, order.unit), write_target(battle, order.squadron), order.use, *fighter]


def _write_move(order: o.Move | o.Burn, battle: Named) -> list[object]:
    dock = [] if order.dock is None else ["dock", write_target(battle, order.dock)]
    return [write_target(battle, order.unit), order.way, *dock, *(["land"] if order.land else [])]


def _write_fire(order: o.Fire, battle: Named) -> list[object]:
    target = write_target(battle, order.target, order.fighter)
    return [write_target(battle, order.unit), order.group + 1, target]


def _write_put(order: o.Deploy | o.Launch | o.Arrive | o.Undock, battle: Named) -> list[object]:
    speed = [order.speed] if isinstance(order, o.Arrive | o.Undock) else []
    return [write_target(battle, order.unit), write_hex(order.place), FACINGS[order.facing], *speed]


WRITERS: dict[type, Writer] = {
    o.Charge: lambda order, battle: [write_target(battle, order.unit), order.group + 1],
    o.Battery: _piece,
    o.Vote: lambda order, battle: [write_target(battle, order.unit), order.marker],
    o.Reinforce: _write_reinforce,
    o.Slip: _piece,
    o.PowerThrough: _piece,
    o.PowerShift: _piece,
    o.Retarget: _write_retarget,
    o.Transmit: _write_transmit,
    o.Move: _write_move,
    o.Burn: _write_move,
    o.Rotate: _piece,
    o.Steer: lambda order, battle: [write_target(battle, order.missile), order.way],
    o.Fire: _write_fire,
    o.Curve: lambda order, battle: [write_target(battle, order.unit), order.speed],
    o.Arrive: _write_put,
    o.Undock: _write_put,
    o.Jump: _piece,
    o.Planet: lambda order, battle: [write_hex(order.place)],
    o.WormHole: lambda order, battle: [write_hex(order.place)],
    o.Pattern: lambda order, battle: [write_hex(order.place), order.turned],
    o.Deploy: _write_put,
    o.Launch: _write_put,
    o.Pick: lambda order, battle: [write_target(battle, order.target, order.fighter)],
    o.Toward: lambda order, battle: [FACINGS[order.facing]],
    o.Place: lambda order, battle: [write_hex(order.place)],
    o.Grant: lambda order, battle: [order.to],
    o.Concede: _write_player,
    o.OfferDraw: _write_player,
    o.FightOn: _write_player,
    o.Exceed: _write_player,
}


def tag(order: o.AnyOrder) -> str:
    """The order's own word, as "fire"."""
    return str(type(order).__struct_config__.tag)


def write_order(order: o.AnyOrder, battle: Named) -> str:
    """The order as a line of text."""
    rest = WRITERS[type(order)](order, battle) if type(order) in WRITERS else []
    return " ".join(map(str, [order.side, tag(order), *rest]))
