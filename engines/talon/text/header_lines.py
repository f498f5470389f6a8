"""The lines of a position about the battle as a whole, as they are read (`docs/notation.md`)."""

import re
from collections.abc import Callable

from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import astrometrics
from engines.talon.documents.validity import BEFORE, IN_IMPULSES, LAST_IMPULSE
from engines.talon.rules.sequence import STEPS
from engines.talon.rules.victory import LAST_ROUND
from engines.talon.state import IMPULSES, Battle, Players, Seat, Window
from engines.talon.terms import MOST_PLAYERS
from engines.talon.text.tasks import ENDINGS
from engines.talon.text.words import Word, choice_of, hex_of, number_of, parts_of

MANY = 999


def counted(words: list[Word], least: int, most: int, shape: str) -> None:
    """`Refused` unless the line has so many words, its first included."""
    if not least <= len(words) <= most:
        raise words[min(len(words), most + 1) - 1].wrong(f"this line is written as: {shape}.")


def side_of(word: Word) -> Side:
    """The side a word names."""
    return SIDES[choice_of(word, SIDES, "a side")]


def _version(battle: Battle, words: list[Word]) -> None:
    counted(words, 2, 2, "position 1")
    number_of(words[1], 1, 1, "a version of the notation")


def _clock(battle: Battle, words: list[Word]) -> None:
    counted(words, 4, 4, "clock 2E terran fire")
    match = re.fullmatch(r"([0-9]{1,2})([A-F]?)", words[1].text)
    if not match or int(match[1]) > LAST_ROUND:
        raise words[1].wrong(
            f"{words[1].text!r} is not a round with its impulse, as 2E, up to round {LAST_ROUND}."
        )
    battle.round = int(match[1])
    battle.side = side_of(words[2])
    battle.step = tuple(STEPS)[choice_of(words[3], tuple(STEPS), "a step")]
    if bool(match[2]) != (battle.step in IN_IMPULSES):
        fault = (
            "needs its impulse, as 2E" if not match[2] else "is not part of an impulse: leave the letter out"
        )
        raise words[1].wrong(f"the step {battle.step} {fault}.")
    at_rest = 0 if battle.step in BEFORE else LAST_IMPULSE
    battle.impulse = IMPULSES.index(match[2]) if match[2] else at_rest


def _initiative(battle: Battle, words: list[Word]) -> None:
    counted(words, 2, 2, "initiative talon")
    battle.initiative = side_of(words[1])


def _top(battle: Battle, words: list[Word]) -> None:
    counted(words, 2, 2, "top terran")
    battle.top = side_of(words[1])


def _map(battle: Battle, words: list[Word]) -> None:
    shape = "map 0,0, or map 0,0 extended, or map 0,0 extended rows 12 columns 26"
    counted(words, 2, 7, shape)
    match = re.fullmatch(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})", words[1].text)
    if not match:
        raise words[1].wrong(f"{words[1].text!r} is not a shift q,r.")
    if len(words) not in (2, 3, 7) or (len(words) > 2 and words[2].text != "extended"):
        raise words[-1].wrong(f"this line is written as: {shape}.")
    extended = len(words) > 2
    battle.window = Window(int(match[1]), int(match[2]), extended, 11, 23 if extended else 15)
    if len(words) == 7:
        choice_of(words[3], ("rows",), "the word before the rows")
        choice_of(words[5], ("columns",), "the word before the columns")
        battle.window.rows = number_of(words[4], 11, MANY, "rows")
        battle.window.columns = number_of(words[6], 23, MANY, "columns")


def _mode(battle: Battle, words: list[Word]) -> None:
    counted(words, 4, 4, "mode planet of talon")
    choice_of(words[1], ("planet",), "a mode")
    choice_of(words[2], ("of",), "the word between mode and owner")
    battle.over_planet(side_of(words[3]))


def _boxes(battle: Battle, words: list[Word]) -> None:
    counted(words, 2, 2, "boxes 2")
    battle.boxes = number_of(words[1], 1, 20, "boxes of the game")


def _pattern(battle: Battle, words: list[Word]) -> None:
    counted(words, 2, 2, "pattern 3,4")
    battle.pattern = _dice(words[1])


def _patterns(battle: Battle, words: list[Word]) -> None:
    counted(words, 2, 4, "patterns 3,4 2,2")
    battle.more = tuple(map(_dice, words[1:]))


def _dice(word: Word) -> tuple[int, int]:
    """The pattern that a word names."""
    match = re.fullmatch(r"([1-6]),([1-6])", word.text)
    if not match or (int(match[1]), int(match[2])) not in astrometrics():
        raise word.wrong(f"{word.text!r} is not a pair of dice, as 3,4.")
    return int(match[1]), int(match[2])


def _capital(battle: Battle, words: list[Word]) -> None:
    counted(words, 2, 2, "capital 3,9")
    battle.capital = hex_of(words[1])


def _moon(battle: Battle, words: list[Word]) -> None:
    counted(words, 2, 2, "moon 3,1")
    battle.moon = hex_of(words[1])


def _planet(battle: Battle, words: list[Word]) -> None:
    counted(words, 3, 3, "planet damage 31")
    choice_of(words[1], ("damage",), "what is said of the planet")
    battle.planet_damage = number_of(words[2], 0, 99, "points of damage")


def _quiet(battle: Battle, words: list[Word]) -> None:
    counted(words, 2, 2, "quiet 4")
    battle.quiet = number_of(words[1], 0, 10, "quiet rounds")


def _power_shift(battle: Battle, words: list[Word]) -> None:
    counted(words, 1, 1, "power-shift")
    battle.power_shift = True


def _bases_fall(battle: Battle, words: list[Word]) -> None:
    counted(words, 1, 1, "bases-fall")
    battle.bases_fall = True


def _tactics(battle: Battle, words: list[Word]) -> None:
    counted(words, 2, 2, "tactics terran")
    battle.tactics = side_of(words[1])


def _no_retreat(battle: Battle, words: list[Word]) -> None:
    counted(words, 2, 2, "no-retreat talon")
    battle.no_retreat = side_of(words[1])


def _stirred(battle: Battle, words: list[Word]) -> None:
    counted(words, 1, 1, "stirred")
    battle.stirred = True


def _offer(battle: Battle, words: list[Word]) -> None:
    counted(words, 2, 3, "offer talon")
    battle.offers = [side_of(word) for word in words[1:]]


def _player(battle: Battle, words: list[Word]) -> None:
    counted(words, 2, 2, "player 2")
    players_of(battle).current = player_of(words[1])


def players_of(battle: Battle) -> Players:
    """The players of a position that is being read; a line that speaks of one says that there are several."""
    if battle.players is None:
        battle.players = Players(())
    return battle.players


def player_of(word: Word) -> int:
    """The place in its side's order that a word gives, from 1."""
    return number_of(word, 1, MOST_PLAYERS, "a player") - 1


def _seats(words: list[Word], shape: str) -> list[Seat]:
    counted(words, 2, 1 + 2 * MOST_PLAYERS, shape)
    found = []
    for word in words[1:]:
        side, *rest = parts_of(word)
        if len(rest) != 1:
            raise word.wrong(f"{word.text!r} is not a player, as terran/2.")
        found.append(Seat(side_of(side), player_of(rest[0])))
    return found


def _barred(battle: Battle, words: list[Word]) -> None:
    players_of(battle).barred = _seats(words, "barred terran/1")


def _conceding(battle: Battle, words: list[Word]) -> None:
    players_of(battle).conceding = _seats(words, "conceding terran/1")


def _drawing(battle: Battle, words: list[Word]) -> None:
    players_of(battle).drawing = _seats(words, "drawing terran/1")


def _over(battle: Battle, words: list[Word]) -> None:
    counted(words, 2, 3, "over held talon, or over draw")
    battle.ending = ENDINGS[choice_of(words[1], ENDINGS, "an ending")]
    battle.winner = side_of(words[2]) if len(words) > 2 else None


def _launched(battle: Battle, words: list[Word]) -> None:
    counted(words, 2, 2, "launched 7")
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
    "patterns": _patterns,
    "capital": _capital,
    "moon": _moon,
    "planet": _planet,
    "quiet": _quiet,
    "stirred": _stirred,
    "power-shift": _power_shift,
    "bases-fall": _bases_fall,
    "tactics": _tactics,
    "no-retreat": _no_retreat,
    "offer": _offer,
    "player": _player,
    "barred": _barred,
    "conceding": _conceding,
    "drawing": _drawing,
    "over": _over,
    "launched": _launched,
}
WORD_OF = {
    "round": ("clock", 1),
    "impulse": ("clock", 1),
    "step": ("clock", 3),
    "window": ("map", 1),
    "mode": ("mode", 1),
    "pattern": ("pattern", 1),
    "more": ("patterns", 1),
    "capital": ("capital", 1),
    "moon": ("moon", 1),
    "planet_damage": ("planet", 2),
    "quiet": ("quiet", 1),
    "tactics": ("tactics", 1),
    "no_retreat": ("no-retreat", 1),
    "offers": ("offer", 1),
    "players.current": ("player", 1),
    "players.barred": ("barred", 1),
    "players.conceding": ("conceding", 1),
    "players.drawing": ("drawing", 1),
    "ending": ("over", 1),
    "winner": ("over", 1),
}
"""The line of each field of the battle, and the number of its word there."""
