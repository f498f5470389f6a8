"""Documents of Warfleets: FTL in files of TOML: read strictly, with a sentence about what is wrong."""

import tomllib
from decimal import Decimal, InvalidOperation
from typing import Final, TypeVar

import msgspec

from engines.seam.document_errors import describe_error
from engines.seam.refusals import Unreadable

T = TypeVar("T")
MOST_BYTES: Final = 20_000
"""A file may have so many; a fleet of 30 ships has a tenth."""
MOST_DOTS: Final = 2_000
"""A file may have so many: names of parts with thousands of dots are read for seconds."""
MOST_OF_A_NUMBER: Final = 10**9
"""No number in a file is greater: one in base 16 is read at any length, and cannot always be written in base 10."""


def read_toml(raw: bytes, kind: type[T], what: str) -> T:
    """The document of a file, of which people say "a fleet"; Unreadable if it is none. Fractions are exact."""
    if len(raw) > MOST_BYTES:
        raise Unreadable(f"The file has {len(raw)} bytes; {what} has at most {MOST_BYTES}")
    if raw.count(b".") > MOST_DOTS:
        raise Unreadable(f"The file has more than {MOST_DOTS:,} dots")
    try:
        return msgspec.convert(_in_bounds(tomllib.loads(raw.decode("utf-8-sig"), parse_float=Decimal)), kind)
    except UnicodeDecodeError:
        raise Unreadable("The file is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(f"The file is not valid TOML: {error}") from None
    except RecursionError:
        raise Unreadable("The file has too many brackets inside each other") from None
    except msgspec.ValidationError as error:
        raise Unreadable(f"This is not {what}: {describe_error(error, what)}") from None
    except (ValueError, InvalidOperation):
        raise Unreadable("The file has a number with too many digits") from None


def _in_bounds(document: dict[str, object]) -> dict[str, object]:
    """The same document; ValueError if a number in it is too great."""
    left: list[object] = [document]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            left.extend(one.values())
        elif isinstance(one, list):
            left.extend(one)
        elif isinstance(one, int) and abs(one) > MOST_OF_A_NUMBER:
            raise ValueError("too great")
    return document
