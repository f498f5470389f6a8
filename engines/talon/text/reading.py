"""Positions read from text (`docs/notation.md`)."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from engines.seam.refusals import refuse_all
from engines.seam.sides import SIDES
from engines.talon.aim_documents import Aim
from engines.talon.documents.validity import parents, position_errors
from engines.talon.hexes import FACINGS
from engines.talon.layout import Arrival, Layout, Zone
from engines.talon.orders import MISSILES
from engines.talon.rules import floating_map
from engines.talon.state import Battle, Window
from engines.talon.text.header_lines import LINES, WORD_OF, counted, player_of, players_of, side_of
from engines.talon.text.positions import TERRAIN
from engines.talon.text.tasks import read_task
from engines.talon.text.terms import read_aim, read_arrival, read_zone
from engines.talon.text.unit_lines import UnitLine, qualities_of, read_unit
from engines.talon.text.words import Word, choice_of, goal_of, hex_of, lines_of, unit_of, words_of
from engines.talon.units import Missile


@dataclass(slots=True)
class _Draft:
    """A position being read: its battle, and every line, of which some are only read when every unit is known."""

    battle: Battle
    end: Word
    headers: dict[str, list[Word]] = field(default_factory=dict)
    terrain: dict[int, Word] = field(default_factory=dict)
    units: list[UnitLine] = field(default_factory=list)
    missiles: list[list[Word]] = field(default_factory=list)
    blasts: list[list[Word]] = field(default_factory=list)
    tasks: list[list[Word]] = field(default_factory=list)
    aims: list[Aim | None] = field(default_factory=list)
    aim_words: list[list[Word]] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    arrivals: list[Arrival] = field(default_factory=list)


def read_position(text: str, begins: int = 1) -> Battle:
    """The position of a text, whose first line has the number `begins` in the file it stands in.

    `Refused` with line, column and reason if it is malformed or impossible.
    """
    draft = _Draft(Battle([]), end=Word("", begins, 1))
    for number, line in enumerate(lines_of(text), begins):
        words = words_of(line, number)
        if words:
            draft.end = Word("", number, 1)
            _read_line(draft, words)
    if "clock" not in draft.headers:
        raise draft.end.wrong("the line with the clock is missing, as: clock 1A terran ap.")
    draft.units.sort(key=lambda line: SIDES.index(line.unit.side))
    for number, unit_line in enumerate(draft.units):
        unit_line.unit.number = number
        draft.battle.units.append(unit_line.unit)
    draft.battle.muster()
    if draft.aims:
        draft.battle.aims = tuple(aim for aim in draft.aims if aim is not None)
    if draft.zones or draft.arrivals:
        draft.battle.layout = Layout(tuple(draft.zones), arrivals=tuple(draft.arrivals))
    _connect(draft)
    _lay_map(draft)
    found = [(_word_at(draft, where), rule, reason) for where, rule, reason in position_errors(draft.battle)]
    found.sort(key=lambda one: (one[0].line, one[0].column))
    refuse_all(word.refusal(rule, reason) for word, rule, reason in found)
    return draft.battle


def _read_line(draft: _Draft, words: list[Word]) -> None:
    first = words[0]
    begun = draft.headers or draft.units or draft.terrain or draft.missiles
    if first.text == "position" and begun:
        raise first.wrong("the first line must give the version.")
    if first.text in SIDES and len(words) > 1 and words[1].text == "missile":
        draft.missiles.append(words)
    elif first.text in SIDES:
        draft.units.append(read_unit(words))
    elif first.text in _LATER:
        _LATER[first.text](draft, words)
    elif first.text not in LINES:
        among = ", ".join([*LINES, "terrain", "aim", "zone", "arrival", *SIDES, "blast", "then"])
        raise first.wrong(f"{first.text!r} does not begin a line: {among}.")
    elif first.text in draft.headers:
        raise first.wrong(f"the line {first.text} appears twice.")
    else:
        draft.headers[first.text] = words
        LINES[first.text](draft.battle, words)


def _terrain(draft: _Draft, words: list[Word]) -> None:
    if len(words) < 3:
        raise words[-1].wrong("this line is written as: terrain nebula 3,4 3,5.")
    kind = TERRAIN[choice_of(words[1], TERRAIN, "a kind of terrain")]
    for word in words[2:]:
        place = hex_of(word)
        if place in draft.terrain:
            raise word.wrong(f"{word.text} already has terrain.")
        draft.terrain[place] = word
        draft.battle.terrain[place] = kind


def _aim(draft: _Draft, words: list[Word]) -> None:
    draft.aims.append(read_aim(words))
    draft.aim_words.append(words)


_LATER: dict[str, Callable[[_Draft, list[Word]], None]] = {
    "then": lambda draft, words: draft.tasks.insert(0, words),
    "blast": lambda draft, words: draft.blasts.append(words),
    "terrain": _terrain,
    "aim": _aim,
    "zone": lambda draft, words: draft.zones.append(read_zone(words)),
    "arrival": lambda draft, words: draft.arrivals.append(read_arrival(words)),
}


def _connect(draft: _Draft) -> None:
    """Read the lines that name units."""
    battle = draft.battle
    owners = tuple(player_of(line.words["player"]) if "player" in line.words else 0 for line in draft.units)
    if any(owners) or battle.players is not None:
        players_of(battle).owners = owners
    battle.qualities = qualities_of(draft.units)
    battle.unloaded = tuple(at for at, line in enumerate(draft.units) if "unloaded" in line.words)
    for line in draft.units:
        for item in ("docked", "boarded", "aboard"):
            if item in line.words:
                line.unit.carrier = unit_of(battle, line.words[item]).number
        line.unit.home = _home(battle, line)
    for words in draft.missiles:
        _missile(battle, words)
    for words in draft.blasts:
        counted(words, 3, 3, "blast Justice 3,4")
        unit = unit_of(battle, words[1])
        unit.place = hex_of(words[2])
        battle.blasts.append(unit.number)
    battle.agenda = [read_task(battle, words[1:], words[0]) for words in draft.tasks]


def _home(battle: Battle, line: UnitLine) -> int:
    """The number of a squadron's home; by default the own carrier or base in which it is or was docked."""
    if "home" not in line.words:
        docks = line.unit.kind.fighters and "boarded" not in line.words
        return line.unit.carrier if docks else -1
    word = line.words["home"]
    return -1 if word.text == "nothing" else unit_of(battle, word).number


def _missile(battle: Battle, words: list[Word]) -> None:
    shape = "talon missile m4 2,-1 W at Patton, then damaged, moved, by Hunter and player 2 if it is so"
    counted(words, 7, 13, shape)
    choice_of(words[5], ("at",), "the word before the target")
    match = re.fullmatch(r"m([1-9][0-9]{0,3})", words[2].text)
    if not match:
        raise words[2].wrong(f"{words[2].text!r} is not a missile's number, as m4.")
    target = -1 if words[6].text == "nothing" else goal_of(battle, words[6])
    number = MISSILES + int(match[1])
    missile = Missile(number, side_of(words[0]), hex_of(words[3]), 0, target)
    missile.facing = choice_of(words[4], FACINGS, "a hex side")
    flags = words[7:]
    if len(flags) > 1 and flags[-2].text == "player":
        missile.player = player_of(flags[-1])
        flags = flags[:-2]
    if len(flags) > 1 and flags[-2].text == "by":
        missile.firer = unit_of(battle, flags[-1]).number
        flags = flags[:-2]
    for word in flags:
        flag = ("damaged", "moved")[choice_of(word, ("damaged", "moved"), "a missile's item")]
        if getattr(missile, flag):
            raise word.wrong(f"{flag} appears twice.")
        setattr(missile, flag, True)
    battle.missiles.append(missile)
    battle.launched = max(battle.launched, int(match[1]))


def _lay_map(draft: _Draft) -> None:
    """Set the planets of `capital` and `moon`, and a default window around the units, or around everything."""
    battle = draft.battle
    for planet in battle.planets:
        battle.terrain.setdefault(planet, "planet")
    if "map" in draft.headers:
        return
    held = floating_map.must_hold(battle)
    battle.window = floating_map.laid_around(held) if held and battle.round else Window()
    around = [*battle.terrain, *(missile.place for missile in battle.missiles)]
    if battle.round and not all(floating_map.inside(battle.window, place) for place in around):
        battle.window = floating_map.laid_around(held + around)


def _word_at(draft: _Draft, where: str) -> Word:
    """The word for a place in the position, or else for what it is part of; the last line for the whole."""
    return next(found for found in (_word(draft, path) for path in parents(where)) if found is not None)


def _word(draft: _Draft, path: str) -> Word | None:
    path = re.sub(r"players\.owners\[(\d+)\]", r"units[\1].player", path)
    path = re.sub(r"qualities\.of\[(\d+)\]", r"units[\1].legendary", path)
    if path in WORD_OF and WORD_OF[path][0] in draft.headers:
        line, at = WORD_OF[path]
        return draft.headers[line][at]
    match = re.fullmatch(r"(\w+)\[(-?\d+)\](?:\.(.*))?", path)
    if not match:
        return None if path else draft.end
    number, inner = int(match[2]), match[3] or ""
    if match[1] == "units":
        return draft.units[number].word_of(inner)
    if match[1] == "missiles":
        return draft.missiles[number][{"place": 3, "target": 6}.get(inner, 2)]
    if match[1] == "terrain":
        return draft.terrain.get(number)
    return {"blasts": draft.blasts, "agenda": draft.tasks, "aims": draft.aim_words}[match[1]][number][1]
