"""A player, or the player's deputy, at a side of a war."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from accounts.live import latest_notices, topic_of
from accounts.models import User
from battles.models import turn_topic_of
from campaign.models import Seat, War
from campaign.rules import state as core
from campaign.rules.sight import WarView, view
from campaign.war.log.documents import decode_state
from engines.seam.documents import Level
from engines.seam.sides import Side


@dataclass(frozen=True, slots=True)
class Stand:
    """A war as it stands, for one side: the view follows from the state and the side, so it can be the key of both."""

    state: bytes
    side: Side
    view: WarView = field(compare=False)


@dataclass(frozen=True)
class At:
    """A player or deputy at a side of a war: `state` is for judging that side's own orders, pages show `view`.

    `known` are the latest notices from before the war was read, by topic; None where nobody has asked for them yet.
    `unread` is what features have counted for this page, by what it is, so that nobody counts it twice.
    """

    user: User
    war: War
    side: Side
    seats: dict[Side, Seat]
    known: Mapping[str, int] | None = None
    unread: dict[str, int] = field(default_factory=dict, compare=False)

    @cached_property
    def state(self) -> core.War:
        """The war as it stood when the page was asked for; decoded where it is needed."""
        return decode_state(bytes(self.war.state or b""))

    def now(self) -> "At":
        """The same seat with the war as it stands now; one query."""
        self.war.refresh_from_db()
        return At(self.user, self.war, self.side, self.seats, self.known)

    @property
    def view(self) -> WarView:
        """The war as this side may see it; kept from page to page, and not to be changed."""
        return self.stand.view

    @cached_property
    def stand(self) -> Stand:
        """The war as this side sees it, to keep by it what is worked out from nothing else."""
        stored = bytes(self.war.state or b"")
        return Stand(stored, self.side, _seen(stored, self.side))

    @cached_property
    def _notices(self) -> Mapping[str, int]:
        return latest_news(self.war.pk, self.user) if self.known is None else self.known

    @property
    def since(self) -> int:
        """The number of the war's latest notice: what comes after it is news."""
        return self._notices.get(f"war:{self.war.pk}", 0)

    @property
    def since_aside(self) -> int:
        """The number of the latest notice of the player's own, or of whose turn it is in a battle of the war."""
        return max(self._notices.get(topic, 0) for topic in topics_aside(self.war.pk, self.user))

    @property
    def acts_for(self) -> str:
        """The name of the player for whom the user acts as deputy; "" for the player."""
        seat = self.seats[self.side]
        return "" if seat.user_id == self.user.pk else seat.title

    @property
    def captains(self) -> Level:
        """How well the captains of this war play: those of a war against the computer as it is set."""
        users = (seat.user for seat in self.seats.values())
        computer = any(user is not None and user.is_computer for user in users)
        return self.view.settings.computer if computer else "captain"

    @property
    def path(self) -> str:
        """The side's page."""
        return f"/wars/{self.war.pk}/{self.side}/"

    def name_of(self, side: Side) -> str:
        """Who plays a side; at one screen, where one account plays both, the side's own name."""
        seat = self.seats[side]
        return seat.label or side.title() if self.war.one_screen else seat.title


@lru_cache(maxsize=64)
def _seen(state: bytes, side: Side) -> WarView:
    """The view that follows from a stored state: a war's pages and parts are asked for again and again."""
    return view(decode_state(state), side)


def topics_aside(war_id: int, user: User) -> tuple[str, str]:
    """The topics that a page of a war hears beside the war's own: the player's, and whose turn it is in its battle."""
    return topic_of(user.pk), turn_topic_of(f"war:{war_id}")


def latest_news(war_id: int, user: User) -> Mapping[str, int]:
    """The numbers of the latest notices that a page of the war hears, by topic; one query."""
    return latest_notices([f"war:{war_id}", *topics_aside(war_id, user)])
