"""A unit's card during a battle: everything on its sheet that changes, as one side sees it."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from engines.seam.cards import HullBox
from engines.seam.sides import Side
from engines.talon.catalogue import ship_class, weapon_words
from engines.talon.hexes import ARCS
from engines.talon.layout import edges_in_words
from engines.talon.play.board import flying
from engines.talon.qualities import level
from engines.talon.rules import boarding
from engines.talon.rules.movement import scheduled_in
from engines.talon.rules.power import receives_in
from engines.talon.sheets.space_empires import crew_words
from engines.talon.state import IMPULSES
from engines.talon.units import STANDING, Unit
from engines.talon.view import View

PLACES = {
    "undeployed": "not placed yet",
    "covered": "covered",
    "waiting": "waits to come in",
    "out": "sits out",
    "destroyed": "destroyed",
    "jumped": "gone by FTL",
    "left": "left the map",
    "through": "gone through the worm hole",
    "landed": "landed",
    "landed-after": "landed",
}
BACK: Final = "on the planet, comes back in the next Power Phase"
"""Where a transport is that has set its troops down (32.3)."""


@dataclass(frozen=True, slots=True)
class ArcLine:
    """The shields of an arc: boxes left and printed, and how many reinforcements lie on it (6.4)."""

    name: str
    left: int
    whole: int
    markers: int


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A weapon group or fighter: its number, weapons and arcs, and the boxes of its bar as (colour, marked).

    `state` is "ready", "charging", "broken" or "lost". `jury` says how a group is that is jury rigged (24).
    """

    number: int
    words: str
    arcs: str
    boxes: tuple[tuple[str, bool], ...]
    state: str
    jury: str = ""


@dataclass(frozen=True, slots=True)
class Beat:
    """An impulse: its letter, and whether the unit moves or has an AP in it (4.1)."""

    letter: str
    moves: bool
    power: bool

    @property
    def css(self) -> str:
        """The classes of its mark."""
        return " ".join(name for name, on in (("move", self.moves), ("power", self.power)) if on)


@dataclass(frozen=True, slots=True)
class ShipCard:
    """A unit: where it is, its figures, shields, hull, groups and criticals, and who is docked in it.

    `facts` are pairs of a word and a figure; `ap` says that it has an AP to spend in its turn of this impulse. Whether
    it is `ready`, that is can be ordered now, is not on the card, and two cards that differ only in it are equal.
    """

    number: int
    side: Side
    key: str
    name: str
    title: str
    place: str
    facts: tuple[tuple[str, str], ...]
    ap: bool
    arcs: tuple[ArcLine, ...]
    hull: tuple[HullBox, ...]
    hull_left: int
    groups: tuple[GroupLine, ...]
    criticals: tuple[str, ...]
    docked: tuple[str, ...]
    beats: tuple[Beat, ...]
    left: int
    whole: int
    ready: bool = field(compare=False, repr=False)

    @property
    def acts(self) -> str:
        """When it moves and when it has an AP, as "Moves in B, D, F. Has an AP in C, F."."""
        moves = ", ".join(beat.letter for beat in self.beats if beat.moves)
        power = ", ".join(beat.letter for beat in self.beats if beat.power)
        return " ".join(
            [
                f"Moves in {moves}." if moves else "Does not move.",
                f"Has an AP in {power}." if power else "No AP.",
            ]
        )

    @property
    def here(self) -> bool:
        """Whether it is on the map."""
        return self.place == ""

    @property
    def gone(self) -> bool:
        """Whether it takes no part in the battle any more."""
        return self.place in (
            "destroyed",
            "gone by FTL",
            "left the map",
            PLACES["through"],
            "landed",
            "sits out",
        )


def ship_cards(view: View, ready: set[int]) -> tuple[ShipCard, ...]:
    """The cards of every unit, the view's own side first; `ready` are those that may do something now."""
    units = [*view.units(view.side), *view.units(view.enemy_side)]
    docked: dict[int, list[str]] = {}
    for unit in units:
        if unit.status == "docked":
            docked.setdefault(unit.carrier, []).append(unit.name)
    return tuple(
        _card(view, unit, _place(view, unit, units), tuple(docked.get(unit.number, ())), unit.number in ready)
        for unit in units
    )


def _card(view: View, unit: Unit, place: str, docked: tuple[str, ...], ready: bool) -> ShipCard:
    kind = unit.kind
    fighters = kind.fighters
    return ShipCard(
        unit.number,
        unit.side,
        kind.key,
        unit.name,
        ship_class(unit.side, kind.key).title,
        place,
        (*_player(view, unit), *_facts(unit), *_quality(view, unit)),
        _has_ap(view, unit),
        () if fighters else tuple(_arc(unit, arc) for arc in range(4)),
        () if fighters else _boxes(kind.modifiers, kind.critical, unit.hull),
        flying(unit) if fighters else kind.boxes - unit.hull,
        tuple(_group(unit, at) for at in range(len(kind.groups))),
        tuple(_criticals(unit)),
        docked,
        _beats(*_acts(unit)) if unit.status == "map" and view.round else (),
        flying(unit) if fighters else kind.boxes - unit.hull,
        fighters or kind.boxes,
        ready,
    )


def _place(view: View, unit: Unit, units: list[Unit]) -> str:
    arrival = view.arrival_of(unit)
    if unit.status == "docked":
        carrier = next((other.name for other in units if other.number == unit.carrier), "")
        return f"docked in {carrier}"
    if unit.status == "boarded":
        base = next((other.name for other in units if other.number == unit.carrier), "")
        return f"inside {base}, may come out in {boarding.moment_words(unit.boarded + boarding.ROUND)}"
    if unit.status == "landed" and unit.number in view.unloaded:
        return BACK
    if unit.status == "waiting" and arrival is not None:
        return f"arrives in round {arrival.first} {edges_in_words(arrival.edges)}"
    return PLACES.get(unit.status, "")


def _player(view: View, unit: Unit) -> list[tuple[str, str]]:
    """Whose it is, where its side has several players (25)."""
    return [("Player", f"{view.seat_of(unit.number).player + 1}")] if view.players(unit.side) > 1 else []


def _facts(unit: Unit) -> list[tuple[str, str]]:
    kind = unit.kind
    if kind.base:
        return [("Power", f"{unit.power}")]
    found = [("Speed", f"{unit.speed}")]
    if not kind.fighters:
        found.append(("Power", f"{unit.power}"))
    found += [("Turn count", f"{unit.turn}"), ("Turn Radius", f"{unit.radius}")]
    if kind.battery:
        found.append(("Battery", "charged" if unit.battery else "empty"))
    if kind.afterburners:
        found.append(("Afterburners", f"{unit.afterburners}"))
    if unit.slip:
        found.append(("Side slip", "enabled"))
    if unit.shift:
        found.append(("Power shift", "two rows"))
    if unit.intel:
        found.append(("Intelligence", "aboard"))
    if unit.vote:
        found.append(("Initiative marker", unit.vote))
    return found


def _quality(view: View, unit: Unit) -> list[tuple[str, str]]:
    """Its technology, its crew and its troops, in a battle of Space Empires: 4X (32.3 to 32.5)."""
    found = [("Troops", "on the planet")] if unit.number in view.unloaded else []
    own = view.quality(unit.number)
    if own is None:
        return found
    found += [
        ("Attack", f"{own.attack}"),
        ("Defence", f"{own.defence}"),
        ("Crew", f"{crew_words(own)} (level {level(own)})"),
    ]
    if own.legendary and not unit.kind.fighters:
        found.append(("Extra AP", "ready" if view.has_extra(unit) else "spent"))
    return found


def _has_ap(view: View, unit: Unit) -> bool:
    """Whether it can still spend an AP in its side's turn (6, 10.1), in a team in its player's (25)."""
    if unit.status != "map" or view.step != "ap" or not view.is_in_turn(unit):
        return False
    if unit.spent or unit.power_loss or unit.kind.fighters:
        return False
    return unit.battery or receives_in(unit, view.impulse) or view.has_extra(unit)


def _arc(unit: Unit, arc: int) -> ArcLine:
    markers = sum(marker // 6 == arc for marker in unit.markers)
    return ArcLine(ARCS[arc], unit.shields[arc] if unit.shields else 0, unit.kind.shields[arc], markers)


def _group(unit: Unit, at: int) -> GroupLine:
    group = unit.kind.groups[at]
    red, yellow = (unit.red[at], unit.yellow[at]) if unit.red else (0, 0)
    boxes = [("red", box < red) for box in range(group.red)]
    boxes += [("yellow", box < yellow) for box in range(group.yellow)]
    weapon = weapon_words(group.weapon)
    words = f"fighter {at + 1}, {weapon}" if unit.kind.fighters else weapon
    arcs = ", ".join(ARCS[arc] for arc in range(4) if group.covers[arc])
    lost = bool(unit.lost) and unit.lost[at]
    state = "lost" if lost else "broken" if unit.is_broken(at) else "charging"
    if unit.red and unit.ready(at):
        state = "ready"
    return GroupLine(
        at + 1,
        f"{group.count} × {words}" if group.count > 1 else words,
        arcs,
        tuple(boxes),
        state,
        _jury(unit, at),
    )


def _jury(unit: Unit, at: int) -> str:
    """What is the matter with a group that is jury rigged; "" of any other (24, R39)."""
    if at != unit.jury:
        return ""
    if not unit.broken:
        return "jury rigged, works until it has fired"
    return "jury rigged, broken" if unit.broken == STANDING else "jury rigged, broken in this impulse"


def _criticals(unit: Unit) -> list[str]:
    marked = [
        (unit.shields_down, "shields down"),
        (unit.helm_down, "helm down"),
        (unit.power_loss, "power loss"),
        (unit.ftl_offline, "FTL offline"),
    ]
    found = [words for state, words in marked if state]
    if unit.thrusters:
        found.append(f"thrusters hit, Turn Radius +{unit.thrusters}")
    if unit.relays:
        found.append(f"relay lost, Power −{unit.relays}")
    return found


def _acts(unit: Unit) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    """In which impulses it moves, and in which it has an AP."""
    impulses = range(len(IMPULSES))
    moves = tuple(not unit.kind.base and scheduled_in(unit, at) for at in impulses)
    return moves, tuple(not unit.kind.fighters and receives_in(unit, at) for at in impulses)


@lru_cache(maxsize=256)
def _beats(moves: tuple[bool, ...], power: tuple[bool, ...]) -> tuple[Beat, ...]:
    return tuple(map(Beat, IMPULSES, moves, power))


@lru_cache(maxsize=512)
def _boxes(modifiers: tuple[int, ...], criticals: tuple[bool, ...], marked: int) -> tuple[HullBox, ...]:
    hull = zip(modifiers, criticals, strict=True)
    return tuple(HullBox(f"{value}", critical, at < marked) for at, (value, critical) in enumerate(hull))
