"""Reading what a command is given."""

from pathlib import Path

from engines.seam.refusals import Unreadable
from engines.warfleets.fleet import Fleet
from engines.warfleets.fleet_files import read_fleet
from engines.warfleets.records.document import MOST_BYTES as MOST_OF_A_RECORD
from engines.warfleets.records.document import Record, read_record
from engines.warfleets.table_files import read_table
from engines.warfleets.terrain import Terrain
from engines.warfleets.toml_files import MOST_BYTES


def read_bytes(path: Path, most: int) -> bytes:
    """What a file holds, or so much that it is seen to be too long; `Unreadable` if it cannot be opened."""
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None


def fleet_in(path: Path) -> Fleet:
    """The fleet of a file; `Unreadable` if it is none."""
    return read_fleet(read_bytes(path, MOST_BYTES))


def table_in(path: Path) -> tuple[Terrain, ...]:
    """The terrain of a file; `Unreadable` if it holds none."""
    return read_table(read_bytes(path, MOST_BYTES))


def record_in(path: Path) -> Record:
    """The battle of a file; `Unreadable` if it is none."""
    return read_record(read_bytes(path, MOST_OF_A_RECORD))
