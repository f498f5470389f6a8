"""What is under way as `then` lines of a position, and back (`docs/notation.md`)."""

from collections.abc import Callable
from typing import Any

from engines.seam.sides import SIDES
from engines.talon.hexes import ARCS, FACINGS
from engines.talon.orders import MISSILES
from engines.talon.rules import big_guns, black_holes, firing, missiles, victory
from engines.talon.rules.arriving import setup
from engines.talon.rules.hits import explosions
from engines.talon.state import Battle, Task
from engines.talon.text.words import (
    Word,
    choice_of,
    goal_of,
    hex_of,
    missile_of,
    number_of,
    target_of,
    unit_of,
    write_hex,
    write_target,
)

ENDINGS = ("held", "conceded", "planet", "aim", "draw")


Writer = Callable[[Battle, Any], list[object]]


def _refs(battle: Battle, *numbers: int) -> list[object]:
    return [write_target(battle, number) for number in numbers]


def _write_fusion(battle: Battle, task: big_guns.Fusion) -> list[object]:
    """What has left the area is left out."""
    area = [target for target in task.area if target < MISSILES or battle.missile(target)]
    return [*_refs(battle, task.unit), task.group + 1, task.left, *_refs(battle, *area)]


def _write_hammer(battle: Battle, task: big_guns.Hammer) -> list[object]:
    return [write_target(battle, task.target, task.fighter), ARCS[task.arc], task.points]


def _write_launching(battle: Battle, task: missiles.Launching) -> list[object]:
    place = [] if task.place is None else [write_hex(task.place)]
    return [*_refs(battle, task.unit), task.group + 1, *_refs(battle, task.target), *place]


def _write_blast(battle: Battle, task: explosions.Blast) -> list[object]:
    place = write_hex(battle.units[task.unit].place)
    return [*_refs(battle, task.unit), place, *_refs(battle, *task.victims)]


def _write_pull(battle: Battle, task: black_holes.Pull) -> list[object]:
    found = [word for number, facing in task.found for word in (*_refs(battle, number), FACINGS[facing])]
    return [*_refs(battle, *task.left), "found", *found]


WRITERS: dict[type, tuple[str, Writer]] = {
    firing.Volley: ("volley", lambda battle, task: [*_refs(battle, task.unit), task.group + 1, task.left]),
    big_guns.Fusion: ("fusion", _write_fusion),
    big_guns.Push: ("push", lambda battle, task: _refs(battle, task.unit, task.target)),
    big_guns.Hammer: ("hammer", _write_hammer),
    missiles.Launching: ("launching", _write_launching),
    missiles.Detonation: (
        "detonation",
        lambda battle, task: [*_refs(battle, task.missile), ARCS[task.arc], *task.dice],
    ),
    explosions.Blasts: ("blasts", lambda battle, task: []),
    explosions.Blast: ("blast", _write_blast),
    black_holes.Pull: ("pull", _write_pull),
    setup.Berthing: ("berthing", lambda battle, task: _refs(battle, task.unit)),
    victory.Closing: (
        "closing",
        lambda battle, task: [task.ending, task.winner or "nobody", *_refs(battle, *task.saved)],
    ),
}


def write_task(battle: Battle, task: Task) -> str:
    """The task as the words of its line."""
    word, writer = WRITERS[type(task)]
    return " ".join(map(str, [word, *writer(battle, task)]))


def _numbers(battle: Battle, words: list[Word]) -> list[int]:
    return [target_of(battle, word)[0] for word in words]


def _need(words: list[Word], least: int, most: int = 99) -> None:
    """`Refused` unless there are so many words after the task's own."""
    if not least < len(words) <= most + 1:
        raise words[0].wrong(
            f"{words[0].text} takes {least} to {most} words here, {len(words) - 1} are given."
        )


def _volley(battle: Battle, words: list[Word]) -> Task:
    _need(words, 3, 3)
    unit, group = unit_of(battle, words[1]), _group(battle, words[1], words[2])
    return firing.Volley(unit.number, group, number_of(words[3], 0, 9, "weapons left"))


def _group(battle: Battle, unit: Word, word: Word) -> int:
    return number_of(word, 1, len(unit_of(battle, unit).kind.groups), "a group") - 1


def _fusion(battle: Battle, words: list[Word]) -> Task:
    _need(words, 3)
    unit, group = unit_of(battle, words[1]), _group(battle, words[1], words[2])
    left = number_of(words[3], 0, 9, "cannons left")
    return big_guns.Fusion(unit.number, group, left, _numbers(battle, words[4:]))


def _push(battle: Battle, words: list[Word]) -> Task:
    _need(words, 2, 2)
    return big_guns.Push(unit_of(battle, words[1]).number, unit_of(battle, words[2]).number)


def _hammer(battle: Battle, words: list[Word]) -> Task:
    _need(words, 3, 3)
    target, fighter = target_of(battle, words[1])
    arc = choice_of(words[2], ARCS, "an arc")
    return big_guns.Hammer(target, fighter, arc, number_of(words[3], 1, 20, "points"))


def _launching(battle: Battle, words: list[Word]) -> Task:
    _need(words, 3, 4)
    unit, group = unit_of(battle, words[1]), _group(battle, words[1], words[2])
    target = goal_of(battle, words[3])
    return missiles.Launching(unit.number, group, target, hex_of(words[4]) if len(words) > 4 else None)


def _detonation(battle: Battle, words: list[Word]) -> Task:
    _need(words, 2)
    dice = tuple(number_of(word, 1, 6, "a die") for word in words[3:])
    return missiles.Detonation(missile_of(battle, words[1]), choice_of(words[2], ARCS, "an arc"), dice)


def _blast(battle: Battle, words: list[Word]) -> Task:
    _need(words, 2)
    unit = unit_of(battle, words[1])
    unit.place = hex_of(words[2])
    return explosions.Blast(unit.number, _numbers(battle, words[3:]))


def _pull(battle: Battle, words: list[Word]) -> Task:
    names = [word.text for word in words]
    if "found" not in names:
        raise words[0].wrong(
            "the word found is missing: pull, who is still asked, found, then name and hex side of each."
        )
    middle = names.index("found")
    pairs = words[middle + 1 :]
    if len(pairs) % 2:
        raise pairs[-1].wrong("a hex side is missing after this name.")
    found = [
        (unit_of(battle, name).number, choice_of(side, FACINGS, "a hex side"))
        for name, side in zip(pairs[::2], pairs[1::2], strict=True)
    ]
    return black_holes.Pull(_numbers(battle, words[1:middle]), found)


def _berthing(battle: Battle, words: list[Word]) -> Task:
    _need(words, 1, 1)
    return setup.Berthing(unit_of(battle, words[1]).number)


def _closing(battle: Battle, words: list[Word]) -> Task:
    _need(words, 2)
    ending = ENDINGS[choice_of(words[1], ENDINGS, "an ending")]
    winner = (*SIDES, None)[choice_of(words[2], (*SIDES, "nobody"), "a side")]
    return victory.Closing(ending, winner, _numbers(battle, words[3:]))  # type: ignore[arg-type]


def _blasts(battle: Battle, words: list[Word]) -> Task:
    _need(words, 0, 0)
    return explosions.Blasts()


READERS: dict[str, Callable[[Battle, list[Word]], Task]] = {
    "volley": _volley,
    "fusion": _fusion,
    "push": _push,
    "hammer": _hammer,
    "launching": _launching,
    "detonation": _detonation,
    "blasts": _blasts,
    "blast": _blast,
    "pull": _pull,
    "berthing": _berthing,
    "closing": _closing,
}


def read_task(battle: Battle, words: list[Word], then: Word) -> Task:
    """The task of a `then` line, from the words after `then`."""
    if not words:
        raise then.wrong("the task is missing after then.")
    if words[0].text not in READERS:
        raise words[0].wrong(f"{words[0].text!r} is not a task: {', '.join(READERS)}.")
    return READERS[words[0].text](battle, words)
