"""What every run of the tests does in part, and `make test-all` whole."""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
WHOLE = os.environ.get("THOROUGH") == "1"


def some(of_all: Sequence[T], one_in: int, first: int = 0) -> Sequence[T]:
    """One in so many of them, counted from the first or a later one; all in a whole run."""
    return of_all if WHOLE else of_all[first % one_in :: one_in]
