"""Tables in files of TOML: pieces of terrain, with their lengths in inches."""

from decimal import Decimal

from msgspec import Struct

from engines.seam.refusals import Unreadable
from engines.warfleets.terrain import Terrain, TerrainKind
from engines.warfleets.toml_files import read_toml

Inches = Decimal


class WrittenPiece(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece as it is written: corners in turn, or a middle and a radius."""

    name: str
    kinds: tuple[TerrainKind, ...]
    corners: tuple[tuple[Inches, Inches], ...] = ()
    centre: tuple[Inches, Inches] | None = None
    radius: Inches | None = None


class WrittenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it is written."""

    terrain: tuple[WrittenPiece, ...]


def read_table(raw: bytes) -> tuple[Terrain, ...]:
    """The terrain of a file; Unreadable if it holds none. Whether it may be played on, `set_ups` says."""
    return tuple([_piece(piece) for piece in read_toml(raw, WrittenTable, "a table").terrain])


def _piece(written: WrittenPiece) -> Terrain:
    if bool(written.corners) == (written.centre is not None and written.radius is not None):
        raise Unreadable(f"{written.name} has either corners or a centre and a radius")
    if written.centre is None or written.radius is None:
        corners = tuple([_point(written.name, corner) for corner in written.corners])
        return Terrain(written.name, written.kinds, corners)
    centre = _point(written.name, written.centre)
    return Terrain(
        written.name, written.kinds, centre=centre, radius=_hundredths(written.name, written.radius)
    )


def _point(name: str, point: tuple[Inches, Inches]) -> tuple[int, int]:
    return _hundredths(name, point[0]), _hundredths(name, point[1])


def _hundredths(name: str, inches: Inches) -> int:
    """A length in 1/100 inch; Unreadable if it is no whole number of them, or longer than any table."""
    if not inches.is_finite() or abs(inches) > 1000 or inches * 100 != int(inches * 100):
        raise Unreadable(f"{name}: {inches} is not a length in inches with two places at most")
    return int(inches * 100)
