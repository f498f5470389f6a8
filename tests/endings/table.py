"""The printed endings and what reaches each, in docs/endings.md: `python -m tests.endings.table` writes it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engines.talon.set_ups.scenarios import numbered
from tests.endings.captains import numbers
from tests.endings.printed import PrintedEnding, printed_endings

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "endings.md"
HEAD: Final = """\
# Endings of the scenarios

Every printed ending of the twelve scenarios (20.1, 26), and what reaches it in the tests. To concede counts only where
the scenario speaks of it. `tests/endings/endings.toml` has the list; a test compares it with the aims of the scenarios.

- **Rules:** every ending has a board shortly before it, its last orders, and the degree that they come to
  (`tests/core/battle/test_printed_endings.py`).
- **Browser:** captains led a whole battle from its printed beginning, and its last order is pressed on the board, at
  this width. The report names what decided it (`tests/browser/test_printed_endings.py`).
- **Worker:** the same battle is fought by captains on the site. The number says which one it is.
- **Record:** the record of every battle is brought to another, and comes to the same result.
- **Table:** the report of every board is typed in (these three are `tests/site/battles/table/test_printed_endings.py`).

| scenario | ending | won by | degree | browser | worker |
|---|---|---|---|---|---|
"""


def written() -> str:
    """The page."""
    return HEAD + "".join(f"{row}\n" for row in _rows())


def _rows() -> Iterator[str]:
    for ending in printed_endings():
        yield f"| {' | '.join(_cells(ending))} |"


def _cells(ending: PrintedEnding) -> Iterator[str]:
    yield f"{ending.scenario}: {numbered()[ending.scenario].title}"
    yield ending.title
    yield ending.won.title()
    yield ending.degree
    yield "390" if ending.scenario % 2 else "1280"
    yield "a person concedes" if ending.conceded else f"battle {numbers()[ending.key]}"


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
