"""The golden battles with every order and die, to be replayed by the rules alone, whatever captains do by now.

`python -m tests.core.battle.golden_orders FILE` writes those of today. The file here holds those of `RULES_VERSION` 5,
with the captains of then. It is written again only if the rules of a battle change on purpose.
"""

import gzip
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from engines.talon import text
from engines.talon.records.exchange import in_form, written_of
from engines.talon.records.reading import read_record
from tests.core.battle.golden_battles import battles

ORDERS = Path(__file__).parent / "golden" / "orders.txt.gz"
MARK = "=== "


def digest(raw: bytes) -> str:
    """The hash of all events of a record and of the position at its end, replayed by the rules."""
    match = read_record(raw)[1]
    return sha256(msgspec.json.encode(match.events) + text.write_position(match.battle).encode()).hexdigest()


def stored() -> Iterator[tuple[str, str, bytes]]:
    """The stored battles: name, digest and record."""
    whole = gzip.decompress(ORDERS.read_bytes()).decode()
    for part in whole.split(MARK)[1:]:
        heading, _, raw = part.partition("\n")
        name, _, digest_then = heading.rpartition(": ")
        yield name, digest_then, raw.encode()


def write(path: Path) -> None:
    """Fight the golden battles and store them."""
    parts = []
    for name, record in battles():
        raw = in_form(written_of(record, {}), "txt")
        parts.append(f"{MARK}{name}: {digest(raw)}\n{raw.decode()}")
    path.write_bytes(gzip.compress("".join(parts).encode(), mtime=0))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
