"""What is said of something that was judged."""

from collections.abc import Iterable, Sequence
from typing import Final, TextIO

from engines.seam.refusals import Refusal

REFUSED: Final = 1


def told(out: TextIO, lines: Iterable[str], found: Sequence[Refusal], where: str) -> int:
    """Say what it holds and why it may not be played; 0 if it may be, 1 if not."""
    out.write("".join(f"{line}\n" for line in (*lines, *map(str, found))))
    if not found:
        out.write(f"It may be played {where}.\n")
    return REFUSED if found else 0
