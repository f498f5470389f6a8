"""What differs between a unit and what is expected of it, in the words of the notation."""

import re

from engines.talon.orders import MISSILES
from engines.talon.state import Battle
from engines.talon.text.positions import missile_line
from engines.talon.text.units import FLAGS, SAID, items, items_in_full, write_unit
from engines.talon.text.words import Word, unit_of, words_of
from engines.talon.units import Unit


def differences(battle: Battle, expected: str) -> list[str]:
    """What differs between a unit or missile and what is expected of it, as its line says it, without side and class.

    What is not named is not compared; "no slip" and "no markers" say that there is none.
    """
    words = words_of(expected)
    if re.fullmatch(r"m\d+", words[0].text):
        return _missile_differences(battle, words)
    unit = unit_of(battle, words[0])
    rest = words[1:]
    line = words_of(write_unit(battle, unit))
    found = []
    where = [word.text for word in line[3:]]
    while rest and rest[0].text not in items(battle, unit) and rest[0].text != "no":
        word = rest.pop(0)
        if not where or where.pop(0) != word.text:
            found.append(f"{words[0].text} is {' '.join(one.text for one in line[3:])}")
            break
    return found + _item_differences(battle, unit, rest)


def _item_differences(battle: Battle, unit: Unit, rest: list[Word]) -> list[str]:
    now = items(battle, unit)
    plain = items_in_full(unit)
    found = []
    while rest:
        word = rest.pop(0)
        name = rest.pop(0).text if word.text == "no" else word.text
        if word.text == "no":
            is_so, wanted = not now[name], f"no {name}"
        elif name in FLAGS or name in SAID:
            is_so, wanted = bool(now[name]), name
        else:
            value = rest.pop(0).text
            is_so, wanted = (now[name].partition(" ")[2] or plain.get(name, "")) == value, f"{name} {value}"
        if not is_so:
            actual = now[name] or (f"{name} {plain[name]}" if name in plain else f"no {name}")
            found.append(f"{unit.name}: {actual}, not {wanted}")
    return found


def _missile_differences(battle: Battle, words: list[Word]) -> list[str]:
    missile = battle.missile(MISSILES + int(words[0].text[1:]))
    now = missile_line(battle, missile).split(" ")[2:] if missile else [words[0].text, "gone"]
    wanted = [word.text for word in words]
    flags = [word for word in wanted[1:] if word in ("damaged", "moved", "gone")]
    where = wanted[: len(wanted) - len(flags)]
    is_so = now[: len(where)] == where and all(flag in now for flag in flags)
    return [] if is_so else [f"{' '.join(now)}, not {' '.join(wanted)}"]
