"""Orders for the round as a sheet to fill in: what each ship may be ordered by impulse, with what stands in it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from engines.seam.documents import Doctrine
from engines.seam.words.in_a_row import in_row
from engines.talon.aims import docks, landing
from engines.talon.hexes import ARCS, STEP
from engines.talon.orders import Fire
from engines.talon.play.offers.unit_offers import WAY_WORDS, OfferBuilder
from engines.talon.play.offers.volley import volley
from engines.talon.play.roster import Roster
from engines.talon.play.rounds.checks import farthest, havens, may_dock, targets_of
from engines.talon.play.rounds.orders import KEEP, LAND, RETARGET, STAY, FireRule, RoundOrders, ShipOrders
from engines.talon.report.cast import counted
from engines.talon.report.drawing.geometry import Point, centre
from engines.talon.report.words import WEAPONS
from engines.talon.rules.movement import WAYS, scheduled_in
from engines.talon.rules.power import LAST_IMPULSE, receives_in
from engines.talon.rules.power_phase import rows
from engines.talon.state import IMPULSES
from engines.talon.units import Unit
from engines.talon.view import View

STEPS: Final = ("ap", "move", "fire")
CHANCES: Final = (0, 34, 50, 67, 84)
"""The least chances to choose from, in percent: those of one die."""
REACHES: Final = (1, 2, 3, 4)
MODES: Final = {
    "captain": "As the captain thinks best",
    "free": "Whenever it can",
    "hold": "Hold fire",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that a field of the sheet may say; `suggested` is what the captain would order."""

    value: str
    words: str
    suggested: bool = False
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """What a ship may do in an impulse that is still to come: moves, and what an AP may buy; none if it has none.

    Its moves are by afterburner unless one is `scheduled`.
    """

    impulse: int
    letter: str
    scheduled: bool
    moves: tuple[Entry, ...]
    power: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A ship of the sheet: its impulses, its fire, the Speed it sets, whether it jumps away, and where it docks.

    `summary` says its moves, AP and fire in short.
    """

    number: int
    name: str
    title: str
    summary: str
    cells: tuple[Cell, ...]
    modes: tuple[Entry, ...]
    targets: tuple[Entry, ...]
    reaches: tuple[Entry, ...]
    chances: tuple[Entry, ...]
    groups: tuple[Entry, ...]
    speeds: tuple[Entry, ...]
    leaves: tuple[Entry, ...]
    docks: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Trail:
    """Where a ship goes by the orders on the sheet: the middles of its hexes, the first where it is now."""

    number: int
    points: tuple[Point, ...]

    @property
    def drawn(self) -> str:
        """The points of a line."""
        return " ".join(f"{x},{y}" for x, y in self.points)


def round_sheet(view: View, plan: RoundOrders, chosen: RoundOrders | None = None) -> tuple[SheetRow, ...]:
    """A row for each ship on the map that the player commands.

    `plan` is the captain's, `chosen` what stands in the fields.
    """
    builder = OfferBuilder(view, Roster(view))
    found = chosen or plan
    now = fired_now(builder, found.doctrine)
    return tuple(
        _row(builder, unit, plan.of(unit.number), found.of(unit.number), now.get(unit.number, ""))
        for unit in view.commanded
    )


def fired_now(builder: OfferBuilder, doctrine: Doctrine) -> dict[int, str]:
    """What a captain would fire in the step of fire that is under way, by unit: "2 missiles at Patton"."""
    aimed: dict[int, dict[int, Counter[str]]] = {}
    for one in volley(builder.view, doctrine):
        if isinstance(one.order, Fire):
            group = builder.view.unit(one.order.unit).kind.groups[one.order.group]
            targets = aimed.setdefault(one.order.unit, {})
            targets.setdefault(one.order.target, Counter())[WEAPONS[group.weapon]] += group.count
    return {
        unit: in_row([_shots(builder, *shots) for shots in targets.items()])
        for unit, targets in aimed.items()
    }


def _shots(builder: OfferBuilder, target: int, weapons: Counter[str]) -> str:
    """What is fired at a target: "2 missiles at Patton"."""
    fired = in_row([counted(count, weapon) if count > 1 else weapon for weapon, count in weapons.items()])
    return f"{fired} at {builder.roster.name(target)}"


def due(view: View, impulse: int, step: str) -> bool:
    """Whether the side's step in that impulse of the round is still to come, or is under way."""
    if not view.round or view.step not in (*STEPS, "initiative", "tactics") or impulse < view.impulse:
        return False
    if impulse > view.impulse or view.step == "tactics":
        return True
    if view.step == "initiative":
        return False
    if view.turn_of == view.side:
        return STEPS.index(step) >= STEPS.index(view.step)
    return view.side != view.initiative


def still_due(orders: RoundOrders, view: View) -> RoundOrders:
    """The orders without the moves and AP whose time is over."""
    ships = (
        replace(one, course=_ahead(one.course, view, "move"), power=_ahead(one.power, view, "ap"))
        for one in orders.ships
    )
    missiles = (replace(one, course=_ahead(one.course, view, "move")) for one in orders.missiles)
    return replace(orders, ships=tuple(ships), missiles=tuple(missiles))


def _ahead(by_impulse: Mapping[int, str], view: View, step: str) -> dict[int, str]:
    """What is ordered for impulses whose step is still to come."""
    return {at: words for at, words in by_impulse.items() if due(view, at, step)}


def _row(builder: OfferBuilder, unit: Unit, plan: ShipOrders, chosen: ShipOrders, now: str) -> SheetRow:
    view, fire = builder.view, chosen.fire
    enemies = [(str(one), builder.roster.name(one)) for one in targets_of(view)]
    allowed = fire.groups if fire.groups is not None else range(len(unit.kind.groups))
    groups = [at for at in range(len(unit.kind.groups)) if not unit.lost[at]]
    return SheetRow(
        unit.number,
        unit.name,
        unit.kind.abbreviation,
        " ".join((summary(unit, chosen), fire_in_words(builder, unit, fire, now))).strip(),
        tuple(_cells(builder, unit, plan, chosen)),
        _entries(MODES.items(), fire.mode),
        _entries([("", "Any enemy"), *enemies], "" if fire.target is None else str(fire.target)),
        _entries([("", "Any range"), *((str(at), _within(at)) for at in REACHES)], str(fire.reach or "")),
        _entries([(str(at), _at_least(at)) for at in CHANCES], str(fire.chance)),
        tuple(Entry(str(at), builder.weapon(unit, at), chosen=at in allowed) for at in groups),
        _entries([("", "As the captain decides"), *_speeds(builder.view, unit)], str(chosen.speed or "")),
        _entries(_leaves(view, unit), chosen.leave),
        _entries(_docks(builder, unit), chosen.dock),
    )


def tactics(view: View, chosen: RoundOrders) -> tuple[Entry, ...]:
    """When the side may change the initiative by its tactics in this round; none if it cannot (32.4)."""
    if view.tactics != view.side:
        return ()
    ahead = [
        (str(at), f"At the start of impulse {letter}")
        for at, letter in enumerate(IMPULSES)
        if at > view.impulse or (at == view.impulse and view.step == "tactics")
    ]
    found = [("", OPEN), ("keep", "Not in this round"), *ahead]
    return _entries(found, "" if chosen.tactics is UNSET else chosen.tactics)


def _docks(builder: OfferBuilder, unit: Unit) -> Iterator[tuple[str, str]]:
    """Where a squadron or transport may be ordered to dock or land, with words; none for others (16, 23)."""
    lands = unit.kind.transport and landing(builder.view.aims, unit.side) is not None
    places = havens(unit, builder.view) if may_dock(unit, builder.view) else []
    if not (places or lands):
        return
    yield from (("", OPEN), (STAY, "Stays out"))
    yield from ((str(number), f"In {builder.roster.name(number)}, as soon as it can") for number in places)
    if lands:
        yield LAND, "On the planet, as soon as it can"


def _leaves(view: View, unit: Unit) -> Iterator[tuple[str, str]]:
    """Whether a ship may be ordered to jump away at the end of the round, with words; none if it cannot (11)."""
    if unit.kind.base or unit.kind.fighters or view.round < unit.kind.boxes:
        return
    if docks(view.aims, unit.side, unit.name):
        return
    yield from (("", OPEN), ("jump", "Jumps away at Speed 1"), ("stay", "Stays"))


def _entries(
    found: Iterable[tuple[str, str]], chosen: str, suggested: str | None = None
) -> tuple[Entry, ...]:
    return tuple(Entry(value, words, value == suggested, value == chosen) for value, words in found)


def _within(reach: int) -> str:
    return "Range 1" if reach == 1 else f"Range {reach} or less"


def _at_least(chance: int) -> str:
    return f"{chance}% or more" if chance else "Any chance"


def _speeds(view: View, unit: Unit) -> Iterator[tuple[str, str]]:
    for row in rows(unit, farthest(view, unit)):
        speed = unit.kind.curve[row][1]
        yield str(speed), f"Speed {speed}, Power {max(0, unit.power_on(row))}"


def _cells(builder: OfferBuilder, unit: Unit, plan: ShipOrders, chosen: ShipOrders) -> Iterator[Cell]:
    view = builder.view
    for at, letter in enumerate(IMPULSES):
        moves: tuple[Entry, ...] = ()
        power: tuple[Entry, ...] = ()
        if due(view, at, "move") and not _moved(view, unit, at):
            moves = _entries(_ways(unit, at), chosen.course.get(at, ""), plan.course.get(at))
        fed = receives_in(unit, at) or at in plan.power or at in chosen.power
        if not unit.kind.fighters and fed and due(view, at, "ap") and not (at == view.impulse and unit.spent):
            power = _entries(purchases(builder, unit, at), chosen.power.get(at, ""), plan.power.get(at))
        if moves or power:
            yield Cell(at, letter, scheduled_in(unit, at), moves, power)


def _ways(unit: Unit, impulse: int) -> Iterator[tuple[str, str]]:
    """How the unit can be ordered to move in an impulse, with words; none where it does not."""
    if unit.kind.base or not (scheduled_in(unit, impulse) or unit.afterburners):
        return
    yield "", OPEN
    if not scheduled_in(unit, impulse):
        yield STAY, "No afterburner"
    yield from ((way, words.capitalize()) for way, words in WAY_WORDS.items())


OPEN: Final = "As the captain decides"


def _moved(view: View, unit: Unit, impulse: int) -> bool:
    return impulse == view.impulse and view.turn_of == view.side and unit.moved


def purchases(builder: OfferBuilder, unit: Unit, impulse: int) -> Iterator[tuple[str, str]]:
    """All that an AP of the ship can be ordered to buy in this round, with words (6)."""
    yield "", OPEN
    for at in range(len(unit.kind.groups)):
        if not unit.lost[at]:
            yield f"charge-{at}", f"Charge {builder.weapon(unit, at)}"
    for arc, name in enumerate(ARCS):
        yield f"reinforce-{arc}", f"Reinforce {name}"
    if unit.kind.battery:
        yield "battery", "Charge the battery"
    if not unit.kind.base:
        yield "slip", "Prepare a side slip"
        yield "power-through", "Power through the turn"
        if builder.view.power_shift and impulse == LAST_IMPULSE:
            yield "power-shift", "Prepare a power shift"
    if unit.kind.carries:
        yield from _transmissions(builder)
    if unit.kind.launchers and any(one.side == unit.side for one in builder.view.missiles):
        yield RETARGET, "Give a missile the target below"
    yield "change", "Bid to change the initiative"
    yield "defend", "Bid to defend the initiative"
    yield KEEP, "Spend nothing"


USES: Final = {"charge": "a charge", "slip": "a side slip", "power-through": "a lower turn count"}
"""What a squadron gets for an AP (12.2)."""


def _transmissions(builder: OfferBuilder) -> Iterator[tuple[str, str]]:
    for squadron in builder.view.own:
        if squadron.kind.fighters:
            name = builder.roster.name(squadron.number)
            yield from (
                (f"transmit-{squadron.number}-{use}", f"Send {name} {words}") for use, words in USES.items()
            )


GOES: Final = {**WAY_WORDS, STAY: "no afterburner"}
SHORT: Final = {
    "ahead": "ahead",
    "left": "left",
    "right": "right",
    "slip-left": "slip left",
    "slip-right": "slip right",
    STAY: "stay",
    "battery": "battery",
    "slip": "slip",
    "power-through": "power through",
    "power-shift": "power shift",
    "change": "bid to change the initiative",
    "defend": "bid to defend the initiative",
    RETARGET: "aim a missile",
    KEEP: "nothing",
}


def summary(unit: Unit, orders: ShipOrders) -> str:
    """The moves and AP of a ship by impulse, without what is open: "Moves: A left, C ahead. AP: A charge group 1."."""
    moves = ", ".join(f"{IMPULSES[at]} {SHORT[way]}" for at, way in sorted(orders.course.items()))
    power = ", ".join(f"{IMPULSES[at]} {short(spend)}" for at, spend in sorted(orders.power.items()))
    docks = {"": "", STAY: "Stays out.", LAND: "Lands."}.get(orders.dock, "Docks.")
    found = [f"Moves: {moves}." if moves else "", f"AP: {power}." if power else "", docks]
    return " ".join(filter(None, found)) or "Nothing ordered."


def fire_in_words(builder: OfferBuilder, unit: Unit, fire: FireRule, now: str) -> str:
    """When a ship fires, "" if it has nothing to fire with; `now` is what a captain would fire in this step."""
    if all(unit.lost[at] for at in range(len(unit.kind.groups))):
        return ""
    if fire.mode == "hold":
        return "Fire: none."
    at = "" if fire.target is None else f" at {builder.roster.name(fire.target)}"
    if fire.mode == "free":
        return f"Fire: whenever it can{at}."
    if fire == FireRule() and now:
        return f"Fire: {now}, then as your captain decides."
    return f"Fire: your captain decides{', only' if at else ''}{at}."


def short(spend: str) -> str:
    """What an AP buys, in a few words."""
    if spend.startswith("transmit-"):
        return "to a squadron"
    what, _, number = spend.rpartition("-")
    if what == "charge":
        return f"charge group {int(number) + 1}"
    return f"reinforce {ARCS[int(number)]}" if what == "reinforce" else SHORT[spend]


def trails(view: View, orders: RoundOrders) -> tuple[Trail, ...]:
    """Where the side's ships go by their orders, as far as these say it without a gap."""
    found = (_trail(view, unit, orders.of(unit.number)) for unit in view.commanded)
    return tuple(trail for trail in found if len(trail.points) > 1)


def _trail(view: View, unit: Unit, orders: ShipOrders) -> Trail:
    place, facing, points = unit.place, unit.facing, [centre(unit.place)]
    for at in range(len(IMPULSES)):
        if not due(view, at, "move") or _moved(view, unit, at):
            continue
        way = orders.course.get(at)
        if way is None and scheduled_in(unit, at):
            break
        if way is not None and way != STAY:
            turn, aside = WAYS[way]
            place, facing = place + STEP[(facing + turn + aside) % 6], (facing + turn) % 6
            points.append(centre(place))
    return Trail(unit.number, tuple(points))
