#!/usr/bin/env python
"""Whether templates are laid out to be read: lines of 120 columns, one element a line; `make lint` asks.

Elements that stand among words, such as links and emphasis, may share a line with what is around them.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.template_files import template_files  # noqa: E402

COLUMNS: Final = 120
WORDS_WITH = "a abbr b bdi br cite code dfn em i img kbd mark q s samp small span strong sub sup svg time u use var wbr"
AMONG_WORDS: Final = frozenset(WORDS_WITH.split())
DJANGO_TAG: Final = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}")
OPENING: Final = re.compile(r"<([a-z][a-z0-9-]*)")


def faults(source: str) -> Iterator[tuple[int, str]]:
    """What keeps a template from being read easily: number of the line, and a sentence."""
    for number, line in enumerate(source.splitlines(), 1):
        if len(line) > COLUMNS:
            yield number, f"The line has {len(line)} columns; {COLUMNS} is the limit."
        if "{#" in DJANGO_TAG.sub("", line):
            yield number, "A comment ends on the line on which it begins; else it is shown on the page."
        found = [name for name in OPENING.findall(DJANGO_TAG.sub("", line)) if name not in AMONG_WORDS]
        if len(found) > 1:
            yield (
                number,
                f"{len(found)} elements begin here ({', '.join(found)}). Put each on a line of its own.",
            )


def main() -> int:
    """0 if every template is in order; what is not is printed."""
    wrong = 0
    for path in template_files():
        for number, sentence in faults(path.read_text()):
            print(f"{path.relative_to(ROOT)}:{number}: {sentence}")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
