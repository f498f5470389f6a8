"""What an order is judged by: the ground, which is open, and the fleet of the side that gives it."""

from typing import Protocol

from campaign.rules.map.strategic_map import Place, StrategicMap
from campaign.rules.settings import Settings
from campaign.rules.state import Base, Fleet, Phase, Rules
from engines.seam.sides import Side


class Position(Protocol):
    """A war, or what one side sees of it: enough to judge that side's orders."""

    @property
    def settings(self) -> Settings:
        """What both sides agreed on."""

    @property
    def rules(self) -> Rules:
        """The rules the war began with."""

    @property
    def chart(self) -> StrategicMap:
        """The map."""

    @property
    def phase(self) -> Phase:
        """How far the turn is."""

    @property
    def turn(self) -> int:
        """The strategic turn."""

    @property
    def markers(self) -> dict[str, int]:
        """Each sector's zone index from the Terran home."""

    @property
    def bases(self) -> dict[Place, Base]:
        """The standing bases."""

    def fleet(self, side: Side) -> Fleet:
        """The fleet of one side."""

    def markers_on(self, place: Place) -> tuple[str, ...]:
        """The sectors, in battle order, whose marker stands on a place."""
