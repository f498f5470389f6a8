"""What stands in a line for a number, a place, a model or a weapon: written, and read back."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, get_args

from engines.warfleets.catalogue import Kind, Size
from engines.warfleets.orders import TURRET
from engines.warfleets.state import Model

WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')
LENGTH: Final = r"-?\d{1,4}(?:\.\d\d?)?"
PLAIN_NAME: Final = re.compile(r"[a-z][a-z-]*")
DRAW: Final = "nobody"
NUMBER: Final = re.compile(r"-?\d{1,6}")


class NotThat(Exception):
    """The words are something else; the message says what was expected."""


@dataclass(slots=True)
class Reader:
    """The words of a line, taken one after the other; `values` are those read so far, for what depends on them."""

    words: list[str]
    models: Sequence[Model]
    at: int = 0
    values: dict[str, Any] = field(default_factory=dict)

    def next(self) -> str:
        """The next word, "" at the end."""
        return self.words[self.at] if self.at < len(self.words) else ""

    def take(self, pattern: re.Pattern[str], expected: str) -> str:
        """The next word if it is like the pattern."""
        word = self.next()
        if not pattern.fullmatch(word):
            raise NotThat(expected)
        self.at += 1
        return word

    def model(self) -> Model | None:
        """The model that the line is about; None if there is none of that number."""
        number = self.values.get("model", -1)
        return self.models[number] if 0 <= number < len(self.models) else None


class Term(NamedTuple):
    """One kind of term: `write` gives its words for a value of a record, `read` takes them."""

    write: Callable[[Any, Any, Sequence[Model]], str]
    read: Callable[[Reader], Any]


def words_of(line: str) -> list[str]:
    """The words of a line; what stands in quotes is one."""
    return WORD.findall(line)


def length(value: int) -> str:
    """A length or a co-ordinate in inches, with two digits behind the point.

    >>> length(450), length(-5)
    ('4.50', '-0.05')
    """
    size = abs(value)
    return f"{'-' if value < 0 else ''}{size // 100}.{size % 100:02}"


def length_of(word: str) -> int:
    """The length that a word says.

    >>> length_of("4.5"), length_of("-0.05"), length_of("12")
    (450, -5, 1200)
    """
    whole, _, parts = word.lstrip("-").partition(".")
    size = 100 * int(whole) + int(parts.ljust(2, "0"))
    return -size if word.startswith("-") else size


def angle(value: int) -> str:
    """A heading in degrees.

    >>> angle(900), angle(1234)
    ('90', '123.4')
    """
    whole, tenth = divmod(value, 10)
    return f"{whole}.{tenth}" if tenth else str(whole)


def turn(value: int) -> str:
    """A turn: to the left or to the right.

    >>> turn(-300), turn(125), turn(0)
    ('L30', 'R12.5', 'R0')
    """
    return f"{'L' if value < 0 else 'R'}{angle(abs(value))}"


def _angle_of(word: str) -> int:
    whole, _, tenth = word.partition(".")
    return 10 * int(whole) + int(tenth or 0)


_LENGTH: Final = re.compile(LENGTH)
_POINT: Final = re.compile(f"({LENGTH}),({LENGTH})")
_ANGLE: Final = re.compile(r"\d{1,3}(?:\.\d)?")
_TURN: Final = re.compile(r"([LR])(\d{1,3}(?:\.\d)?)")
_ACTION: Final = re.compile("move|cruise")
_HOW: Final = re.compile("moved|pivoted|pushed|pulled|displaced|returned")
_SIZE: Final = re.compile("|".join((*get_args(Size), *get_args(Kind), "model")))
_ANY: Final = re.compile(r".+", re.DOTALL)


def _read_point(reader: Reader) -> tuple[int, int]:
    x, y = reader.take(_POINT, "a place such as 12.50,30.00").split(",")
    return length_of(x), length_of(y)


def _read_turn(reader: Reader) -> int:
    word = reader.take(_TURN, "a turn such as L30 or R12.5")
    size = _angle_of(word[1:])
    return -size if word.startswith("L") else size


def write_model(number: int, models: Sequence[Model]) -> str:
    """A model by its size and its number: `medium 3`."""
    return f"{models[number].size if 0 <= number < len(models) else 'model'} {number}"


def read_model(reader: Reader) -> int:
    """The number of a model; its size must be right, unless it is only called a model."""
    size = reader.take(_SIZE, "a model such as medium 3")
    number = int(reader.take(NUMBER, f"the number of the {size}"))
    found = reader.models[number].size if 0 <= number < len(reader.models) else "model"
    if size not in ("model", found):
        raise NotThat(f"{found} {number}, not {size} {number}")
    return number


def write_weapon(number: int, model: Model | None) -> str:
    """The turret, or a weapon by its key."""
    if number == TURRET:
        return "turret"
    keys = [mount.weapon for mount in model.mounts] if model else []
    known = 0 <= number < len(keys) and keys.count(keys[number]) == 1
    return keys[number] if known else f"weapon {number}"


def read_weapon(reader: Reader) -> int:
    """The number of a weapon of the model that the line is about."""
    word = reader.take(PLAIN_NAME, "a weapon")
    if word == "turret":
        return TURRET
    if word == "weapon":
        return int(reader.take(NUMBER, "the number of the weapon"))
    model = reader.model()
    return _only([mount.weapon for mount in model.mounts] if model else [], word, "weapon")


def write_slot(number: int, model: Model | None) -> str:
    """An upgrade by its key."""
    keys = model.slots if model else ()
    known = 0 <= number < len(keys) and keys.count(keys[number]) == 1
    return keys[number] if known else f"slot {number}"


def read_slot(reader: Reader) -> int:
    """The number of an upgrade of the model that the line is about."""
    word = reader.take(PLAIN_NAME, "an upgrade")
    if word == "slot":
        return int(reader.take(NUMBER, "the number of the slot"))
    model = reader.model()
    return _only(model.slots if model else (), word, "upgrade")


def _only(keys: Sequence[str], word: str, what: str) -> int:
    found = [at for at, key in enumerate(keys) if key == word]
    if len(found) != 1:
        raise NotThat(f"one of its {what}s: {', '.join(keys)}" if keys else f"the number of the {what}")
    return found[0]


def _of(record: Any, models: Sequence[Model]) -> Model | None:
    """The model that a record is about."""
    number = record.model
    return models[number] if 0 <= number < len(models) else None


def _read_many(read: Callable[[Reader], Any]) -> Callable[[Reader], tuple[Any, ...]]:
    """As many of them as there are."""

    def all_of(reader: Reader) -> tuple[Any, ...]:
        found: list[Any] = []
        while reader.next():
            begun = reader.at
            try:
                found.append(read(reader))
            except NotThat:
                reader.at = begun
                break
        return tuple(found)

    return all_of


def _read_number(reader: Reader) -> int:
    return int(reader.take(NUMBER, "a whole number"))


def _read_text(reader: Reader) -> str:
    word = reader.take(_ANY, "a name")
    if not word.startswith('"'):
        return word
    try:
        return str(json.loads(word))
    except ValueError:
        raise NotThat("a name in quotes") from None


def _read_winner(reader: Reader) -> str | None:
    word = reader.take(PLAIN_NAME, "terran, talon or nobody")
    return None if word == DRAW else word


def _write_text(value: str) -> str:
    return value if PLAIN_NAME.fullmatch(value) else json.dumps(value, ensure_ascii=False)


MODEL: Final = Term(lambda value, _, models: write_model(value, models), read_model)
MODELS: Final = Term(
    lambda value, _, models: " ".join(write_model(one, models) for one in value), _read_many(read_model)
)
POINT: Final = Term(lambda value, *_: f"{length(value[0])},{length(value[1])}", _read_point)
POINTS: Final = Term(
    lambda value, *_: " ".join(f"{length(x)},{length(y)}" for x, y in value), _read_many(_read_point)
)
DISTANCE: Final = Term(
    lambda value, *_: length(value), lambda reader: length_of(reader.take(_LENGTH, "a length such as 4.50"))
)
HEADING: Final = Term(
    lambda value, *_: angle(value), lambda reader: _angle_of(reader.take(_ANGLE, "a heading such as 90"))
)
TURNED: Final = Term(lambda value, *_: turn(value), _read_turn)
COUNT: Final = Term(lambda value, *_: str(value), _read_number)
COUNTS: Final = Term(lambda value, *_: " ".join(map(str, value)), _read_many(_read_number))
NAME: Final = Term(
    lambda value, *_: str(value), lambda reader: reader.take(PLAIN_NAME, "a word in small letters")
)
ACTION: Final = Term(lambda value, *_: str(value), lambda reader: reader.take(_ACTION, "“move” or “cruise”"))
HOW: Final = Term(lambda value, *_: str(value), lambda reader: reader.take(_HOW, "how a model went"))
TEXT: Final = Term(lambda value, *_: _write_text(value), _read_text)
WEAPON: Final = Term(lambda value, record, models: write_weapon(value, _of(record, models)), read_weapon)
SLOT: Final = Term(lambda value, record, models: write_slot(value, _of(record, models)), read_slot)
WINNER: Final = Term(lambda value, *_: value or DRAW, _read_winner)
