"""Whether the tasks under way are possible, with the units and missiles they name (8, 13, 15, 16, 18, 20, 21)."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from engines.seam.sides import opponent
from engines.talon.hexes import RANGE
from engines.talon.orders import MISSILES, PLANET
from engines.talon.rules.arriving.setup import Berthing
from engines.talon.rules.big_guns import Fusion, Hammer, Push
from engines.talon.rules.black_holes import Pull, holes
from engines.talon.rules.firing import Volley
from engines.talon.rules.hits.explosions import Blast, Blasts
from engines.talon.rules.missiles import Detonation, Launching
from engines.talon.rules.victory import Closing
from engines.talon.state import Battle, Task
from engines.talon.units import Unit

Finding = tuple[str, str, str]
Reason = tuple[str, str]
FIRE_TASKS: Final = (Volley, Fusion, Push, Hammer, Launching)


def deals_blasts(task: Task) -> bool:
    """Whether the task is the queue of explosions."""
    return isinstance(task, Blasts)


def numbers(battle: Battle) -> Iterator[Finding]:
    """Numbers in tasks that belong to no unit or missile."""
    units, missiles = range(len(battle.units)), range(MISSILES, MISSILES + battle.launched + 1)
    for at, task in enumerate(battle.agenda):
        for number in _named(task):
            if number == PLANET and isinstance(task, Fusion | Launching):
                if battle.bombarded_by(battle.side) is None:
                    yield (
                        f"agenda[{at}]",
                        "26",
                        f"{battle.side.title()} cannot fire at a planet in this battle.",
                    )
            elif number not in units and number not in missiles:
                yield f"agenda[{at}]", "3", f"There is no unit or missile number {number}."


def _named(task: Task) -> list[int]:
    """Every unit and missile a task names; those that must be units come from `_units_of`."""
    found = _units_of(task)
    if isinstance(task, Fusion):
        found += task.area
    if isinstance(task, Blast):
        found += task.victims
    return found


def _units_of(task: Task) -> list[int]:
    if isinstance(task, Pull):
        return [*task.left, *(number for number, _ in task.found)]
    if isinstance(task, Closing):
        return list(task.saved)
    numbers = [getattr(task, field, None) for field in ("unit", "target")]
    return [number for number in numbers if number is not None]


def findings(battle: Battle) -> Iterator[Finding]:
    """Everything impossible about the tasks under way."""
    for at, task in enumerate(battle.agenda):
        where = f"agenda[{at}]"
        if any(number >= MISSILES for number in _units_of(task)):
            yield where, "3", "This must name a unit, not a missile."
            continue
        if isinstance(task, FIRE_TASKS) and battle.step != "fire":
            yield where, "8", "This is under way only in a fire step."
        yield from ((where, rule, reason) for rule, reason in _REASONS[type(task)](battle, task))
        if isinstance(task, Blast) and not (at and deals_blasts(battle.agenda[at - 1])):
            yield where, "R26", "An explosion comes from the queue: blasts must come after it."


def _group(battle: Battle, task: Any, weapons: Callable[[str], bool]) -> Iterator[Reason]:
    unit: Unit = battle.units[task.unit]
    if unit.side != battle.side:
        yield "3", f"It is not {unit.name}'s turn to fire."
    if not 0 <= task.group < len(unit.kind.groups) or not weapons(unit.kind.groups[task.group].weapon):
        yield "8", f"Group {task.group + 1} of {unit.name} does not fire this way."
    elif not 0 <= getattr(task, "left", 0) < unit.kind.groups[task.group].count:
        yield "8", f"Group {task.group + 1} of {unit.name} has fewer weapons left to fire."


def _volley(battle: Battle, task: Volley) -> Iterator[Reason]:
    yield from _group(battle, task, lambda weapon: weapon != "fusion_cannon")


def _fusion(battle: Battle, task: Fusion) -> Iterator[Reason]:
    yield from _group(battle, task, lambda weapon: weapon == "fusion_cannon")
    named = [battle.units[number] for number in task.area if number < PLANET]
    if any(unit.kind.fighters or unit.number == task.unit for unit in named):
        yield "15", "A fusion cannon hits neither squadrons nor the ship that fires it."
    if len(set(task.area)) < len(task.area):
        yield "15", "A fusion cannon hits each target once."


def _enemy(battle: Battle, unit: Unit, target: Unit) -> Iterator[Reason]:
    if target.side == unit.side:
        yield "8", f"{target.name} is not an enemy of {unit.name}."
    if target.status != "map" or unit.status != "map":
        yield "8", f"{unit.name} and {target.name} are not both on the map."
    elif not RANGE[target.place - unit.place]:
        yield "8", f"{unit.name} and {target.name} are in the same hex; nothing fires at range 0."


def _push(battle: Battle, task: Push) -> Iterator[Reason]:
    unit, target = battle.units[task.unit], battle.units[task.target]
    yield from _enemy(battle, unit, target)
    if target.kind.base:
        yield "R13", "A base is not displaced."


def _hammer(battle: Battle, task: Hammer) -> Iterator[Reason]:
    target = battle.units[task.target]
    squadron = bool(target.kind.fighters)
    if (task.fighter is not None) != squadron or (squadron and task.fighter not in range(len(target.lost))):
        yield "R16", f"Name a fighter if the target is a squadron, and only then: {target.name}."
    if task.arc not in range(4) or not 1 <= task.points <= 20:
        yield "15", "A wave motion gun cannot have this arc or these points."


def _launching(battle: Battle, task: Launching) -> Iterator[Reason]:
    unit = battle.units[task.unit]
    yield from _group(battle, task, lambda weapon: weapon == "missile")
    if task.target != PLANET:
        yield from _enemy(battle, unit, battle.units[task.target])
    if task.place is not None and RANGE[task.place - unit.place] != 1:
        yield "13.2", f"A missile is placed in a hex beside {unit.name}."


def _detonation(battle: Battle, task: Detonation) -> Iterator[Reason]:
    if battle.missile(task.missile) is None:
        yield "13.5", f"There is no missile m{task.missile - MISSILES} in flight."


def _blast(battle: Battle, task: Blast) -> Iterator[Reason]:
    unit = battle.units[task.unit]
    if unit.status != "destroyed" or unit.kind.fighters:
        yield "8.6", f"{unit.name} does not explode: a ship explodes when it is destroyed."
    if len(set(task.victims)) < len(task.victims):
        yield "8.6", "An explosion hits each victim once."


def _pull(battle: Battle, task: Pull) -> Iterator[Reason]:
    named = _units_of(task)
    if not holes(battle) or battle.step != "pull":
        yield "18", "A pull is under way only at the end of a round, with a black hole on the map."
    if len(set(named)) < len(named) or any(battle.units[number].status != "map" for number in named):
        yield "18", "A pull takes each unit on the map once."


def _berthing(battle: Battle, task: Berthing) -> Iterator[Reason]:
    unit = battle.units[task.unit]
    if battle.round or not unit.kind.fighters or unit.status != "waiting":
        yield "21", f"{unit.name} is not a squadron that is still to be launched."


def _closing(battle: Battle, task: Closing) -> Iterator[Reason]:
    if len(battle.agenda) > 1 or battle.blasts:
        yield "20.1", "Nothing else is under way when a battle is ending."
    if (task.ending == "draw") != (task.winner is None):
        yield "20.1", "A draw has no winner; every other ending has one."
    units = [battle.units[number] for number in task.saved]
    loser = opponent(task.winner) if task.winner else None
    if any(not unit.kind.fighters or unit.side != loser or unit.status != "map" for unit in units):
        yield "20.4", "Only squadrons of the side that gives up are saved."
    if len(set(task.saved)) < len(task.saved):
        yield "20.4", "A squadron is saved once."


def _nothing(battle: Battle, task: Blasts) -> Iterator[Reason]:
    yield from ()


_REASONS: Final[dict[type, Callable[[Battle, Any], Iterator[Reason]]]] = {
    Volley: _volley,
    Fusion: _fusion,
    Push: _push,
    Hammer: _hammer,
    Launching: _launching,
    Detonation: _detonation,
    Blast: _blast,
    Blasts: _nothing,
    Pull: _pull,
    Berthing: _berthing,
    Closing: _closing,
}
