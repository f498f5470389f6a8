"""Fleets in files of TOML: read strictly, with a sentence about what is wrong."""

import tomllib
from typing import Final

import msgspec

from engines.seam.document_errors import describe_error
from engines.seam.refusals import Unreadable
from engines.warfleets.fleet import Fleet

MOST_BYTES: Final = 20_000
"""A file may have so many; a fleet of 30 ships has a tenth."""


def read_fleet(raw: bytes) -> Fleet:
    """The fleet of a file; Unreadable if it is none."""
    if len(raw) > MOST_BYTES:
        raise Unreadable(f"The file has {len(raw)} bytes; a fleet has at most {MOST_BYTES}")
    try:
        return msgspec.convert(tomllib.loads(raw.decode("utf-8")), Fleet)
    except UnicodeDecodeError:
        raise Unreadable("The file is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(f"The file is not valid TOML: {error}") from None
    except RecursionError:
        raise Unreadable("The file has too many brackets inside each other") from None
    except msgspec.ValidationError as error:
        raise Unreadable(f"This is not a fleet: {describe_error(error, 'a fleet')}") from None
