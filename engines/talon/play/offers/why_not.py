"""What a unit cannot do now, and why: the orders one could think of that are not offered, each with its reason."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from engines.talon import orders as o
from engines.talon.aims import planet_name
from engines.talon.hexes import ARCS, FACINGS, RANGE, Hex
from engines.talon.play.board import hex_words
from engines.talon.play.offers.unit_offers import WAY_WORDS
from engines.talon.play.offers.why import reason
from engines.talon.play.roster import Roster
from engines.talon.report.drawing.geometry import SIZE, centre
from engines.talon.report.words import WEAPONS
from engines.talon.rules import floating_map, movement
from engines.talon.units import Unit
from engines.talon.view import View

Thought = tuple[str, o.AnyOrder]
"""An order that a player could think of, with its words."""


class WhyNot(NamedTuple):
    """What was thought of, why it is not possible, and the rule; what is possible after all has no rule."""

    what: str
    why: str
    rule: str


def not_offered(view: View, unit: Unit) -> tuple[WhyNot, ...]:
    """What the unit cannot do in this step or not at all, with the reasons; what has one reason stands together."""
    if unit.side != view.side:
        return (_foreign(view, unit),)
    own = THINKABLE.get(_step(view), _nothing)(view, unit)
    return _refused(view, (*own, *_of_other_steps(view, unit)))


def _foreign(view: View, unit: Unit) -> WhyNot:
    words = (
        f"{Roster(view).name(unit.number)} is {unit.side.title()}'s. You give orders for {view.side.title()}."
    )
    return WhyNot("Give it an order", words, "3")


def _step(view: View) -> str:
    """The step in which the view's side decides now; "" if the other does, or a question waits for an answer."""
    return view.step if view.orders and view.question is None else ""


def _refused(view: View, thoughts: Iterable[Thought]) -> tuple[WhyNot, ...]:
    found: dict[tuple[str, str], list[str]] = {}
    for words, order in thoughts:
        refusal = reason(view, order)
        if refusal is not None:
            found.setdefault((refusal.reason, refusal.rule), []).append(words)
    return tuple(WhyNot(_listed(words), why, rule) for (why, rule), words in found.items())


def _listed(words: list[str]) -> str:
    first, *others = words
    return ", ".join([first, *(one[0].lower() + one[1:] for one in others)])


def _nothing(view: View, unit: Unit) -> Iterator[Thought]:
    return iter(())


def _powers(view: View, unit: Unit) -> Iterator[Thought]:
    """What an AP could be spent on (6)."""
    side, number = view.side, unit.number
    for group, bar in enumerate(unit.kind.groups):
        yield f"Charge {WEAPONS[bar.weapon]}, group {group + 1}", o.Charge(side, number, group)
    yield "Charge the battery", o.Battery(side, number)
    yield "Bid for the initiative", o.Vote(side, number, "change")
    if len(unit.markers) < MOST_MARKERS:
        for arc in range(len(unit.shields)):
            yield f"Reinforce the {ARCS[arc]} shield", o.Reinforce(side, number, arc)
    yield "Prepare a side slip", o.Slip(side, number)
    yield "Power through the turn", o.PowerThrough(side, number)
    if view.power_shift:
        yield "Prepare a power shift", o.PowerShift(side, number)


MOST_MARKERS: Final = 2
"""With so many reinforcements, a new one takes the place of another (6.4)."""


def _moves(view: View, unit: Unit) -> Iterator[Thought]:
    """The ways to move, and to burn where the unit has afterburners (7, 10.2)."""
    if unit.kind.base:
        yield "Rotate", o.Rotate(view.side, unit.number)
        return
    burning = unit.kind.afterburners and not movement.scheduled_in(unit, view.impulse)
    for way in movement.WAYS:
        words = WAY_WORDS[way].capitalize()
        if burning:
            yield f"Afterburner, {words.lower()}", o.Burn(view.side, unit.number, way)
        else:
            yield words, o.Move(view.side, unit.number, way)


def _fires(view: View, unit: Unit) -> Iterator[Thought]:
    """The fire of each group at the nearest enemy (8)."""
    enemies = sorted(view.enemies, key=lambda enemy: RANGE[enemy.place - unit.place])
    if enemies and unit.status == "map":
        yield from _fires_at(view, unit, enemies[0])


def _fires_at(view: View, unit: Unit, target: Unit) -> Iterator[Thought]:
    name = Roster(view).name(target.number)
    flying = (at for at, lost in enumerate(target.lost) if not lost) if target.kind.fighters else iter(())
    first = next(flying, None)
    for group, bar in enumerate(unit.kind.groups):
        fighter = None if bar.weapon == "missile" else first
        words = f"Fire {WEAPONS[bar.weapon]}, group {group + 1}, at {name}"
        yield words, o.Fire(view.side, unit.number, group, target.number, fighter)


def _curves(view: View, unit: Unit) -> Iterator[Thought]:
    """The Speeds of its curve (5.4)."""
    for speed in sorted({row[1] for row in unit.kind.curve}):
        if speed != unit.speed:
            yield f"Speed {speed}", o.Curve(view.side, unit.number, speed)


def _jumps(view: View, unit: Unit) -> Iterator[Thought]:
    yield "Jump away", o.Jump(view.side, unit.number)


THINKABLE: Final[dict[str, Callable[[View, Unit], Iterator[Thought]]]] = {
    "ap": _powers,
    "move": _moves,
    "fire": _fires,
    "curves": _curves,
    "jumps": _jumps,
}
"""What a unit could do in each step."""


def _of_other_steps(view: View, unit: Unit) -> Iterator[Thought]:
    """One order of each other step."""
    side, number = view.side, unit.number
    enemy = next(iter(view.enemies), None)
    thoughts: dict[str, Thought] = {
        "ap": ("Spend AP", o.Vote(side, number, "change")),
        "move": ("Move", o.Move(side, number, "ahead")),
        "curves": ("Change its Speed", o.Curve(side, number, unit.speed)),
        "jumps": ("Jump away", o.Jump(side, number)),
    }
    if enemy is not None:
        thoughts["fire"] = ("Fire", o.Fire(side, number, 0, enemy.number))
    yield from (thought for step, thought in thoughts.items() if step != _step(view))


def hex_near(view: View, x: int, y: int) -> Hex | None:
    """The hex of the map in which a point of the drawing lies; None beside the map."""
    nearest = min(floating_map.hexes(view.window), key=lambda place: _far(place, x, y), default=None)
    return None if nearest is None or _far(nearest, x, y) > SIZE * SIZE else nearest


def _far(place: Hex, x: int, y: int) -> int:
    middle = centre(place)
    return (middle[0] - x) ** 2 + (middle[1] - y) ** 2


def not_there(view: View, unit: Unit, place: Hex) -> tuple[WhyNot, ...]:
    """Why the unit cannot move, fire or be put there; that it can, where that is so."""
    if unit.side != view.side or _step(view) not in THERE:
        return not_offered(view, unit)
    thoughts = tuple(THERE[view.step](view, unit, place))
    refused = _refused(view, thoughts)
    possible = [words for words, order in thoughts if reason(view, order) is None]
    fine = (WhyNot(_listed(possible), "This is possible.", ""),) if possible else ()
    return (*fine, *refused) or (_out_of_reach(view, unit, place),)


def _moves_there(view: View, unit: Unit, place: Hex) -> Iterator[Thought]:
    if unit.status != "map":
        return
    for words, order in _moves(view, unit):
        if isinstance(order, o.Move | o.Burn) and movement.goal(unit, order.way) == place:
            yield words, order


def _fires_there(view: View, unit: Unit, place: Hex) -> Iterator[Thought]:
    for enemy in view.enemies:
        if enemy.place == place and unit.status == "map":
            yield from _fires_at(view, unit, enemy)
    if place == view.bombarded and unit.status == "map":
        for group, bar in enumerate(unit.kind.groups):
            words = f"Fire {WEAPONS[bar.weapon]}, group {group + 1}, at {planet_name(view.aims)}"
            yield words, o.Fire(view.side, unit.number, group, o.PLANET)


def _put_there(kind: Callable[..., Any]) -> Callable[[View, Unit, Hex], Iterator[Thought]]:
    def thoughts(view: View, unit: Unit, place: Hex) -> Iterator[Thought]:
        for facing, name in enumerate(FACINGS):
            yield f"Facing {name}", kind(view.side, unit.number, place, facing)

    return thoughts


def _arrive(side: Any, number: int, place: Hex, facing: int) -> o.Arrive:
    return o.Arrive(side, number, place, facing, 1)


def _undock(side: Any, number: int, place: Hex, facing: int) -> o.Undock:
    return o.Undock(side, number, place, facing, 1)


THERE: Final[dict[str, Callable[[View, Unit, Hex], Iterator[Thought]]]] = {
    "move": _moves_there,
    "fire": _fires_there,
    "deploy": _put_there(o.Deploy),
    "launch": _put_there(o.Launch),
    "arrivals": _put_there(_arrive),
    "undock": _put_there(_undock),
}
"""What a unit could do with a hex, by step."""


def _out_of_reach(view: View, unit: Unit, place: Hex) -> WhyNot:
    """That no order of the step leads from the unit to the hex."""
    name, where = Roster(view).name(unit.number), hex_words(place)
    if view.step == "fire":
        return WhyNot(f"Fire at {where}", "There is no enemy in that hex.", "8")
    if unit.status != "map":
        return WhyNot(f"Move to {where}", f"{name} is not on the map.", "3")
    away = RANGE[place - unit.place]
    if away == 0:
        return WhyNot(f"Move to {where}", f"{name} stands there now.", "7")
    if away == 1:
        return WhyNot(f"Move to {where}", "It lies behind the ship, which moves ahead or half ahead.", "7")
    words = f"{name} moves one hex at a time; this one is {away} hexes away."
    return WhyNot(f"Move to {where}", words, "7")
