"""Whole positions as text, and back (`docs/notation.md`)."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from battles.engine import docking, floating_map
from battles.engine.catalogue import SIDES, Side, astrometrics
from battles.engine.hexes import FACINGS
from battles.engine.orders import MISSILES
from battles.engine.sequence import STEPS
from battles.engine.state import IMPULSES, Battle, Missile, Unit, Window
from battles.engine.text.orders import tag
from battles.engine.text.tasks import ENDINGS, read_task, write_task
from battles.engine.text.units import read_unit, write_unit
from battles.engine.text.words import (
    Word,
    choice_of,
    hex_of,
    number_of,
    unit_of,
    words_of,
    write_hex,
    write_target,
    write_unit_ref,
)

TERRAIN = ("nebula", "asteroid", "planet", "black-hole")
IN_IMPULSES = ("ap", "move", "fire", "initiative")
BEFORE = ("planet", "terrain", "deploy", "launch", "start")
LAST_ROUND = 40


def write_position(battle: Battle) -> str:
    """The position as text that reads back as the same position."""
    return "\n".join([*_header(battle), *_ground(battle), *_pieces(battle), *_under_way(battle)]) + "\n"


def write_clock(battle: Battle) -> str:
    """Round, impulse, side and step, as "2E terran fire"; "over" when the battle is over."""
    if battle.ending:
        return "over"
    impulse = IMPULSES[battle.impulse] if battle.step in IN_IMPULSES else ""
    return f"{battle.round}{impulse} {battle.side} {battle.step}"


def write_ending(battle: Battle) -> str:
    """How the battle ended, as "held talon" or "draw"; "" while it goes on."""
    return f"{battle.ending} {battle.winner or ''}".strip()


def write_question(battle: Battle) -> str:
    """What is asked in mid-resolution: the side and the kind of answer, as "terran pick"; "" if nothing is."""
    if not battle.options or not (battle.agenda or battle.step == "initiative"):
        return ""
    first = battle.options[0]
    return f"{first.side} {tag(first)}"


def _header(battle: Battle) -> list[str]:
    window = battle.window
    grown = f" rows {window.rows} columns {window.columns}" if window.columns > 23 or window.rows > 11 else ""
    clock = write_clock(battle)
    if battle.ending:
        impulse = IMPULSES[battle.impulse] if battle.step in IN_IMPULSES else ""
        clock = f"{battle.round}{impulse} {battle.side} {battle.step}"
    lines = [
        "position 1",
        f"clock {clock}",
        f"initiative {battle.initiative}",
        f"map {window.q},{window.r}{' extended' if window.extended else ''}{grown}",
    ]
    optional = (
        ("top terran", battle.top == "terran"),
        (f"mode planet of {battle.owner}", battle.mode == "planet"),
        (f"boxes {battle.boxes}", battle.boxes != 1),
        (f"pattern {battle.pattern and ','.join(map(str, battle.pattern))}", battle.pattern is not None),
        (f"quiet {battle.quiet}", battle.quiet > 0),
        ("stirred", battle.stirred),
        (f"offer {' '.join(battle.offers)}", bool(battle.offers)),
        (f"over {write_ending(battle)}", bool(battle.ending)),
        (f"launched {battle.launched}", battle.launched > 0),
    )
    return lines + [line for line, told in optional if told]


def _ground(battle: Battle) -> list[str]:
    lines = []
    for kind in TERRAIN:
        places = sorted(place for place, found in battle.terrain.items() if found == kind)
        if places:
            lines.append(f"terrain {kind} {' '.join(map(write_hex, places))}")
    return lines if battle.capital is None else [*lines, f"capital {write_hex(battle.capital)}"]


def _pieces(battle: Battle) -> list[str]:
    units = [write_unit(battle, unit) for unit in battle.units]
    return units + [missile_line(battle, missile) for missile in battle.missiles]


def missile_line(battle: Battle, missile: Missile) -> str:
    """The missile's line."""
    target = "nothing" if missile.target < 0 else write_unit_ref(battle, missile.target)
    where = f"{write_hex(missile.place)} {FACINGS[missile.facing]}"
    flags = f"{' damaged' if missile.damaged else ''}{' moved' if missile.moved else ''}"
    return f"{missile.side} missile {write_target(battle, missile.number)} {where} at {target}{flags}"


def _under_way(battle: Battle) -> list[str]:
    units = [battle.units[number] for number in battle.blasts]
    blasts = [f"blast {write_unit_ref(battle, unit.number)} {write_hex(unit.place)}" for unit in units]
    return blasts + [f"then {write_task(battle, task)}" for task in reversed(battle.agenda)]


@dataclass(slots=True)
class _Draft:
    """A position being read: its battle, and the lines that can only be read when every unit is known."""

    battle: Battle
    seen: set[str] = field(default_factory=set)
    units: list[tuple[Word, dict[str, Word]]] = field(default_factory=list)
    missiles: list[list[Word]] = field(default_factory=list)
    blasts: list[list[Word]] = field(default_factory=list)
    tasks: list[list[Word]] = field(default_factory=list)
    places: dict[int, Word] = field(default_factory=dict)


def read_position(text: str) -> Battle:
    """The position a text tells; `Refused` with line, column and reason if it is malformed or cannot be."""
    draft = _Draft(Battle([]))
    last = 1
    for number, line in enumerate(text.splitlines(), 1):
        words = words_of(line, number)
        if words:
            last = number
            _read_line(draft, words)
    end = Word("", last, 1)
    if "clock" not in draft.seen:
        raise end.wrong("the line with the clock is missing, as: clock 1A terran ap.")
    _number_units(draft, end)
    _connect(draft)
    return draft.battle


def _read_line(draft: _Draft, words: list[Word]) -> None:
    first = words[0]
    if first.text in SIDES:
        if len(words) > 1 and words[1].text == "missile":
            draft.missiles.append(words)
        else:
            unit, others = read_unit(words, len(draft.battle.units))
            draft.battle.units.append(unit)
            draft.units.append((words[2], others))
            draft.places[id(unit)] = words[3]
    elif first.text in _LATER:
        _LATER[first.text](draft, words)
    elif first.text in LINES:
        if first.text in draft.seen:
            raise first.wrong(f"the line {first.text} is told twice.")
        draft.seen.add(first.text)
        LINES[first.text](draft.battle, words)
    else:
        raise first.wrong(
            f"{first.text!r} does not begin a line: {', '.join([*LINES, 'terrain', *SIDES, 'blast', 'then'])}."
        )


def _counted(words: list[Word], least: int, most: int, shape: str) -> None:
    if not least <= len(words) <= most:
        raise words[min(len(words), most + 1) - 1].wrong(f"this line is written as: {shape}.")


def _side(word: Word) -> Side:
    return SIDES[choice_of(word, SIDES, "a side")]


def _version(battle: Battle, words: list[Word]) -> None:
    _counted(words, 2, 2, "position 1")
    number_of(words[1], 1, 1, "a version of the notation")


def _clock(battle: Battle, words: list[Word]) -> None:
    _counted(words, 4, 4, "clock 2E terran fire")
    match = re.fullmatch(r"(\d{1,2})([A-F]?)", words[1].text)
    if not match or int(match[1]) > LAST_ROUND:
        raise words[1].wrong(
            f"{words[1].text!r} is not a round with its impulse, as 2E, up to round {LAST_ROUND}."
        )
    battle.round = int(match[1])
    battle.side = _side(words[2])
    battle.step = tuple(STEPS)[choice_of(words[3], tuple(STEPS), "a step")]
    if bool(match[2]) != (battle.step in IN_IMPULSES):
        told = (
            "needs its impulse, as 2E" if not match[2] else "is no step of an impulse: leave the letter out"
        )
        raise words[1].wrong(f"the step {battle.step} {told}.")
    if (battle.round == 0) != (battle.step in BEFORE):
        raise words[1].wrong("only setting up is round 0, and nothing else.")
    battle.impulse = IMPULSES.index(match[2]) if match[2] else (0 if battle.step in BEFORE else 5)


def _initiative(battle: Battle, words: list[Word]) -> None:
    _counted(words, 2, 2, "initiative talon")
    battle.initiative = _side(words[1])


def _top(battle: Battle, words: list[Word]) -> None:
    _counted(words, 2, 2, "top terran")
    battle.top = _side(words[1])


def _map(battle: Battle, words: list[Word]) -> None:
    shape = "map 0,0, or map 0,0 extended, or map 0,0 extended rows 12 columns 26"
    _counted(words, 2, 7, shape)
    match = re.fullmatch(r"(-?\d{1,3}),(-?\d{1,3})", words[1].text)
    if not match:
        raise words[1].wrong(f"{words[1].text!r} is not a shift q,r.")
    names = [word.text for word in words[2::2]]
    if len(words) not in (2, 3, 7) or (len(words) > 2 and words[2].text != "extended"):
        raise words[-1].wrong(f"this line is written as: {shape}.")
    battle.window = Window(int(match[1]), int(match[2]), bool(names), 11, 23 if names else 15)
    if len(words) == 7:
        if (words[3].text, words[5].text) != ("rows", "columns"):
            raise words[3].wrong(f"this line is written as: {shape}.")
        battle.window.rows = number_of(words[4], 11, 200, "rows")
        battle.window.columns = number_of(words[6], 23, 200, "columns")


def _mode(battle: Battle, words: list[Word]) -> None:
    _counted(words, 4, 4, "mode planet of talon")
    choice_of(words[1], ("planet",), "a mode")
    choice_of(words[2], ("of",), "the word between mode and owner")
    battle.mode, battle.owner = "planet", _side(words[3])


def _boxes(battle: Battle, words: list[Word]) -> None:
    _counted(words, 2, 2, "boxes 2")
    battle.boxes = number_of(words[1], 1, 20, "boxes of the game")


def _pattern(battle: Battle, words: list[Word]) -> None:
    _counted(words, 2, 2, "pattern 3,4")
    match = re.fullmatch(r"([1-6]),([1-6])", words[1].text)
    if not match or (int(match[1]), int(match[2])) not in astrometrics():
        raise words[1].wrong(f"{words[1].text!r} is not a pair of dice, as 3,4.")
    battle.pattern = (int(match[1]), int(match[2]))


def _capital(battle: Battle, words: list[Word]) -> None:
    _counted(words, 2, 2, "capital 3,9")
    battle.capital = hex_of(words[1])
    battle.terrain[battle.capital] = "planet"


def _quiet(battle: Battle, words: list[Word]) -> None:
    _counted(words, 2, 2, "quiet 4")
    battle.quiet = number_of(words[1], 0, 10, "quiet rounds")


def _stirred(battle: Battle, words: list[Word]) -> None:
    _counted(words, 1, 1, "stirred")
    battle.stirred = True


def _offer(battle: Battle, words: list[Word]) -> None:
    _counted(words, 2, 3, "offer talon")
    battle.offers = [_side(word) for word in words[1:]]


def _over(battle: Battle, words: list[Word]) -> None:
    _counted(words, 2, 3, "over held talon, or over draw")
    battle.ending = ENDINGS[choice_of(words[1], ENDINGS, "an ending")]
    battle.winner = _side(words[2]) if len(words) > 2 else None
    if (battle.ending == "draw") != (battle.winner is None):
        raise words[-1].wrong("a draw has no winner, every other ending has one.")


def _launched(battle: Battle, words: list[Word]) -> None:
    _counted(words, 2, 2, "launched 7")
    battle.launched = number_of(words[1], 0, 9999, "missiles launched so far")


LINES: dict[str, Callable[[Battle, list[Word]], None]] = {
    "position": _version,
    "clock": _clock,
    "initiative": _initiative,
    "top": _top,
    "map": _map,
    "mode": _mode,
    "boxes": _boxes,
    "pattern": _pattern,
    "capital": _capital,
    "quiet": _quiet,
    "stirred": _stirred,
    "offer": _offer,
    "over": _over,
    "launched": _launched,
}


def _terrain(draft: _Draft, words: list[Word]) -> None:
    if len(words) < 3:
        raise words[-1].wrong("this line is written as: terrain nebula 3,4 3,5.")
    kind = TERRAIN[choice_of(words[1], TERRAIN, "a kind of terrain")]
    for word in words[2:]:
        if hex_of(word) in draft.battle.terrain:
            raise word.wrong(f"there is terrain in {word.text} already.")
        draft.battle.terrain[hex_of(word)] = kind


_LATER: dict[str, Callable[[_Draft, list[Word]], None]] = {
    "then": lambda draft, words: draft.tasks.append(words),
    "blast": lambda draft, words: draft.blasts.append(words),
    "terrain": _terrain,
}


def _number_units(draft: _Draft, end: Word) -> None:
    """Number the units, Terran first, and refuse names that one side has twice."""
    battle = draft.battle
    if not battle.units:
        raise end.wrong("there is no unit in this position.")
    together = sorted(zip(battle.units, draft.units, strict=True), key=lambda one: SIDES.index(one[0].side))
    names: set[tuple[str, str]] = set()
    for number, (unit, (word, _)) in enumerate(together):
        unit.number = number
        if (unit.side, unit.name) in names:
            raise word.wrong(f"{unit.side.title()} has two units named {unit.name}.")
        names.add((unit.side, unit.name))
    battle.units = [unit for unit, _ in together]
    draft.units = [told for _, told in together]
    battle.muster()


def _connect(draft: _Draft) -> None:
    """Read what names units, then lay the map and look whether the position can be."""
    battle = draft.battle
    for unit, (_, others) in zip(battle.units, draft.units, strict=True):
        for item, word in others.items():
            _house(battle, unit, item, word)
    for words in draft.missiles:
        _missile(battle, words)
    for words in draft.blasts:
        _counted(words, 3, 3, "blast Justice 3,4")
        unit = unit_of(battle, words[1])
        unit.place = hex_of(words[2])
        battle.blasts.append(unit.number)
    for words in draft.tasks:
        battle.agenda.insert(0, read_task(battle, words[1:], words[0]))
    if "map" not in draft.seen:
        held = floating_map.must_hold(battle)
        battle.window = floating_map.laid_around(held) if held and battle.round else Window()
    _possible(draft)


def _house(battle: Battle, unit: Unit, item: str, word: Word) -> None:
    carrier = unit_of(battle, word)
    if carrier.side != unit.side or not carrier.kind.carries:
        raise word.wrong(f"{word.text} is no carrier or base of that side (16).")
    if not unit.kind.fighters and (item == "home" or not unit.kind.transport):
        raise word.wrong(f"a {unit.kind.abbreviation} does not dock (16).")
    unit.carrier = carrier.number
    if docking.docked_in(battle, carrier) > docking.ROOM:
        raise word.wrong(f"{carrier.name} has room for {docking.ROOM} squadrons (16).")


def _missile(battle: Battle, words: list[Word]) -> None:
    shape = "talon missile m4 2,-1 W at Patton, then damaged and moved if it is so"
    _counted(words, 7, 9, shape)
    choice_of(words[5], ("at",), "the word before the target")
    side = _side(words[0])
    match = re.fullmatch(r"m([1-9]\d{0,3})", words[2].text)
    if not match or battle.missile(MISSILES + int(match[1])):
        raise words[2].wrong(f"{words[2].text!r} is not a missile's number of its own, as m4.")
    target = -1
    if words[6].text != "nothing":
        unit = unit_of(battle, words[6])
        target = unit.number
        if unit.side == side:
            raise words[6].wrong(f"{unit.name} is on the missile's own side (13.2).")
    missile = Missile(MISSILES + int(match[1]), side, hex_of(words[3]), 0, target)
    missile.facing = choice_of(words[4], FACINGS, "a hex side")
    for word in words[7:]:
        setattr(
            missile, ("damaged", "moved")[choice_of(word, ("damaged", "moved"), "a missile's item")], True
        )
    battle.missiles.append(missile)
    battle.launched = max(battle.launched, int(match[1]))


def _possible(draft: _Draft) -> None:
    """Refuse units where none can stand."""
    battle = draft.battle
    for unit in battle.units:
        word = draft.places[id(unit)]
        if unit.status != "map":
            continue
        if battle.terrain.get(unit.place) in ("planet", "black-hole") and not battle.agenda:
            raise word.wrong(f"nothing stays in a {battle.terrain[unit.place]} hex (17, 18).")
        if not floating_map.inside(battle.window, unit.place) and not battle.agenda:
            raise word.wrong(
                f"{word.text} lies outside the map; leave out the map line to have it laid around the units."
            )
