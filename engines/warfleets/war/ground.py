"""What the place of a battle brings to the table in a war in miniatures: kinds of terrain (WF58)."""

from typing import Literal

from msgspec import Struct

from engines.seam.documents import OPEN_SPACE, Terrain

Kind = Literal["nebula", "asteroid", "planet", "black_hole"]


class WarfleetsTerrain(
    Terrain, Struct, frozen=True, forbid_unknown_fields=True, tag_field="system", tag="warfleets"
):
    """The name of a zone's terrain, and the kinds of which pieces lie on the table."""

    name: str
    kinds: tuple[Kind, ...] = ()

    @property
    def in_brief(self) -> str:
        """Its name, where there is any of a kind."""
        return self.name if self.kinds else ""

    def __bool__(self) -> bool:
        """Whether it says more than that space is open."""
        return self.name != OPEN_SPACE.name or bool(self.kinds)


def is_terrain_of_warfleets(terrain: Terrain) -> bool:
    """Whether a battle in miniatures can have it: its own, or none."""
    return isinstance(terrain, WarfleetsTerrain) or not terrain


def kinds_in(terrain: Terrain) -> tuple[Kind, ...]:
    """The kinds of which pieces lie on the table; ValueError if it is terrain of another system."""
    if isinstance(terrain, WarfleetsTerrain):
        return terrain.kinds
    if terrain:
        raise ValueError("this is terrain of another system")
    return ()
