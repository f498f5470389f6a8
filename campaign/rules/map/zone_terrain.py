"""What a map says of the terrain of a battle: a name, and the dice that name the same kinds in every system (31.7)."""

from msgspec import Struct

from engines.seam.classes import Catalogue, Dice
from engines.seam.documents import Terrain


class ZoneTerrain(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A zone's terrain by its name and, unless it has none, by its dice: column, then row, fixed or `rolled` (30.3)."""

    name: str = "open"
    pattern: Dice | None = None
    rolled: bool = False

    def laid(self, catalogue: Catalogue) -> Terrain:
        """The same as the document of the system by which a battle there is fought."""
        return catalogue.terrain_of(self.name, self.pattern, rolled=self.rolled)
