"""A player at a side of a war."""

from dataclasses import dataclass

from accounts.models import User
from campaign.models import Seat, War
from campaign.rules import state as core
from campaign.rules.sight import WarView, view
from engines.seam.sides import Side


@dataclass(frozen=True)
class At:
    """A player at a side of a war: `state` is for judging that side's own orders, pages show `view`."""

    user: User
    war: War
    side: Side
    state: core.War
    seats: dict[Side, Seat]

    @property
    def view(self) -> WarView:
        """The war as this side may see it."""
        return view(self.state, self.side)

    @property
    def path(self) -> str:
        """The side's page."""
        return f"/wars/{self.war.pk}/{self.side}/"

    def name_of(self, side: Side) -> str:
        """Who plays a side; at one screen, where one account plays both, the side's own name."""
        seat = self.seats[side]
        return seat.label or side.title() if self.war.one_screen else seat.title
