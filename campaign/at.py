"""A player at a side of a war."""

from dataclasses import dataclass
from functools import cached_property

from accounts.models import User
from campaign.log.documents import decode_state
from campaign.models import Seat, War
from campaign.rules import state as core
from campaign.rules.sight import WarView, view
from engines.seam.sides import Side


@dataclass(frozen=True)
class At:
    """A player at a side of a war: `state` is for judging that side's own orders, pages show `view`.

    `since` is the number of the latest notice from before the war was read: whatever has changed since is news.
    `since_aside` is the same of the player's own topic.
    """

    user: User
    war: War
    side: Side
    seats: dict[Side, Seat]
    since: int = 0
    since_aside: int = 0

    @cached_property
    def state(self) -> core.War:
        """The war as it stood when the page was asked for; decoded where it is needed."""
        return decode_state(bytes(self.war.state or b""))

    def now(self) -> "At":
        """The same seat with the war as it stands now; one query."""
        self.war.refresh_from_db()
        return At(self.user, self.war, self.side, self.seats, self.since, self.since_aside)

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
