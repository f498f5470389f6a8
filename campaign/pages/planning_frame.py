"""What the pages of secret orders have around them: the moment they are for, and who has sealed."""

import hashlib
from dataclasses import dataclass
from typing import ClassVar

from accounts.live import latest_notice
from campaign.at import At
from campaign.log.documents import encoded
from campaign.services import planning
from config.pages import Page, Part
from engines.seam.sides import Side, opponent


@dataclass(frozen=True, slots=True)
class WarName:
    """The war as these pages name it."""

    id: int
    name: str
    one_screen: bool


@dataclass(frozen=True, slots=True)
class SealingRival:
    """The other side, who plays it, and whether they have sealed."""

    side: Side
    name: str
    sealed: bool


@dataclass(frozen=True, slots=True)
class PlanningFrame(Part):
    """What all pages of secret orders have around them.

    `path` is where the side's pages are, `address` this page's own; `sealed`: the side has sealed; `since` is the
    number of the latest notice.
    """

    war: WarName
    side: Side
    path: str
    address: str
    turn: int
    phase: str
    sealed: bool
    rival: SealingRival
    since: int


def planning_frame(at: At) -> PlanningFrame:
    """The frame of a side's pages; two queries."""
    sealed = planning.sealed_sides(at.war, at.state)
    rival = opponent(at.side)
    return PlanningFrame(
        war=WarName(at.war.pk, at.war.name, at.war.one_screen),
        side=at.side,
        path=at.path,
        address=next_page(at),
        turn=at.state.turn,
        phase=at.state.phase,
        sealed=at.side in sealed,
        rival=SealingRival(rival, at.name_of(rival), rival in sealed),
        since=latest_notice([f"war:{at.war.pk}"]),
    )


def next_page(at: At) -> str:
    """Where the side goes now: its bases, its plan, or the war's page."""
    return at.path + {"bases": "bases/", "planning": "plan/"}.get(at.state.phase, "")


def mark_of(order: planning.Sealed) -> str:
    """A short mark of the orders a page was made with; a seal that bears another is from a page gone stale."""
    return hashlib.sha256(encoded(order)).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class GoneOnPage(Page):
    """The answer to a form for an earlier phase: nothing was changed, and the way on."""

    template: ClassVar = "campaign/gone_on.html"
    frame: PlanningFrame
    words: str
    way_on: str


@dataclass(frozen=True, slots=True)
class SealsLine(Page):
    """Whether the other side has sealed, in a line that open pages follow."""

    template: ClassVar = "campaign/seals.html#line"
    frame: PlanningFrame
