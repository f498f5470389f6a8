"""The printed endings and what reaches each, in docs/endings.md: `python -m tests.endings.table` writes it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.endings.captains import numbers
from tests.endings.printed import PrintedEnding, printed_endings, told

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "endings.md"
WIDTHS: Final = {True: 390, False: 1280}
"""How wide a page is, by whether it is on a phone."""
HEAD: Final = """\
# Endings of the scenarios and modes

Every printed ending of the twelve scenarios and of the modes 29.2 to 29.8 (20.1, 26), and what reaches it in the
tests. To concede counts only where the scenario speaks of it. `tests/endings/endings.toml` has the list; a test
compares it with the aims. The modes are fought with the fleets by which captains are measured, two endings with
others. Terran has the first part. At the end Terran fights Terran (33.2).

- **Rules:** every ending has a board shortly before it, its last orders, and the degree that they come to
  (`tests/core/battle/test_printed_endings.py`).
- **Browser:** captains led a whole battle from its printed beginning, and its last order is pressed on the board, at
  this width. The report names what decided it (`tests/browser/test_printed_endings.py`). Of each mode one ending is
  reached so.
- **Worker:** the same battle is fought by captains on the site. The number says which one it is.
- **Record:** the record of every battle is brought to another, and comes to the same result.
- **Table:** the report of every board is typed in (these three are `tests/site/battles/table/test_printed_endings.py`).

| scenario or mode | ending | won by | degree | browser | worker |
|---|---|---|---|---|---|
"""


def written() -> str:
    """The page."""
    return HEAD + "".join(f"{row}\n" for row in _rows())


def _rows() -> Iterator[str]:
    for ending in printed_endings():
        yield f"| {' | '.join(_cells(ending))} |"


def on_a_phone(of: str) -> bool:
    """Whether the endings of a scenario or mode are looked at on a phone: those of odd numbers."""
    return int(of[-1]) % 2 > 0


def in_browser(of: str) -> list[PrintedEnding]:
    """The endings of a scenario or mode that are reached in a browser: all of a scenario, the first of a mode."""
    found = [one for one in printed_endings() if one.of == of]
    return found[:1] if found[0].mode else found


def _cells(ending: PrintedEnding) -> Iterator[str]:
    yield f"{ending.of}: {told()[ending.of]}"
    yield ending.title
    yield ending.won.title()
    yield ending.degree
    yield str(WIDTHS[on_a_phone(ending.of)]) if ending in in_browser(ending.of) else ""
    yield "a person concedes" if ending.conceded else f"battle {numbers()[ending.key]}"


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
