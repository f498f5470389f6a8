"""The order of a sent form: a whole line, or one whose fields are filled in."""

import re
from collections.abc import Mapping
from typing import Final

from engines.seam.refusals import Refused, refuse

LONGEST: Final = 1000
FIELD: Final = re.compile(r"\{([a-z]+)\}")
NUMBER: Final = re.compile(r"-?\d{1,4}(\.\d{1,2})?")
ANGLE: Final = re.compile(r"\d{1,3}(\.\d)?")
WORDS: Final = re.compile(r"[a-z0-9 -]{1,40}")
COUNT: Final = re.compile(r"\d{1,2}")
CHOICES: Final = {"model": "Choose a model", "piece": "Choose a piece of terrain"}
"""What is said where a choice is missing, by the name of its field."""
DICE: Final = "dice "
"""What stands before the target in the name of a field for the dice that it gets."""


def line_of(data: Mapping[str, str]) -> str:
    """The order of the form as a line of the notation; `Refused` with the field that is not as it must be."""
    line = data.get("order", "").strip() or FIELD.sub(
        lambda found: _filled(found[1], data), data.get("put", "")
    )
    if not line or len(line) > LONGEST:
        raise refuse("", "Choose an order.")
    return line


def _filled(name: str, data: Mapping[str, str]) -> str:
    value = data.get(name, "").strip().replace(",", ".") if name != "by" else data.get(name, "")
    if name in ("x", "y", "before", "ahead"):
        return _checked(NUMBER, value or ("0" if name == "ahead" else ""), "A length is inches, such as 4.5")
    if name == "turn":
        size = _checked(ANGLE, value or "0", "A turn is degrees, such as 30 or 12.5")
        return f"{'R' if data.get('way') == 'R' else 'L'}{size}"
    if name == "heading":
        return _checked(ANGLE, value or "0", "A heading is degrees from 0 to 359.9")
    if name == "by":
        return _places(value)
    if name == "split":
        return _split(data)
    return _checked(WORDS, value, CHOICES.get(name, "Choose an order"))


def _checked(form: "re.Pattern[str]", value: str, wanted: str) -> str:
    if not form.fullmatch(value):
        raise _wrong(wanted)
    return value


def _places(text: str) -> str:
    """Places as "12.5,30 14,31", as people write them: with blanks, and with a semicolon between two."""
    found = [part for part in re.split(r"[;\s]+", re.sub(r"\s*,\s*", ",", text.strip())) if part]
    for part in found:
        across, _, up = part.partition(",")
        if not NUMBER.fullmatch(across) or not NUMBER.fullmatch(up):
            raise _wrong("Write each place as across,up, such as 12.5,30")
    if not found:
        raise _wrong("Say where it goes: across,up, such as 12.5,30")
    return " ".join(found)


def _split(data: Mapping[str, str]) -> str:
    """At whom a weapon fires that shares its dice, and with how many each."""
    wanted = {
        name.removeprefix(DICE): value.strip()
        for name, value in data.items()
        if name.startswith(DICE) and value.strip() not in ("", "0")
    }
    if not wanted or not all(WORDS.fullmatch(one) and COUNT.fullmatch(many) for one, many in wanted.items()):
        raise _wrong("Say how many dice each target gets")
    return f"at {' '.join(wanted)} split {' '.join(wanted.values())}"


def _wrong(wanted: str) -> Refused:
    return refuse("", f"{wanted}.")
