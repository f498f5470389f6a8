"""What the pages of secret orders have around them: the moment they are for, and who has sealed."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from campaign.war.at import At
from campaign.war.log.documents import encoded
from campaign.war.services import secret_orders as planning
from campaign.war.time.words import DeadlineNow, deadline_now
from campaign.war.words import history_rows
from campaign.war.words.band import SandboxBand, band_of, may_be_tried
from campaign.war.words.computing import commander_is_silent
from config.pages import Page, Part
from engines.seam.sides import Side, opponent


@dataclass(frozen=True, slots=True)
class WarName:
    """The war as these pages name it."""

    id: int
    name: str
    one_screen: bool
    paused: bool


@dataclass(frozen=True, slots=True)
class SealingRival:
    """The other side, who plays it, and whether they have sealed."""

    side: Side
    name: str
    sealed: bool
    unanswered: bool
    """Whether a computer plays it that has not sealed, as the reader has, and of which nothing is heard."""


@dataclass(frozen=True, slots=True)
class Heard:
    """The numbers of the latest notices when the page was opened."""

    since: int
    """Of the war."""
    aside: int
    """Of the player's own topic."""


@dataclass(frozen=True, slots=True)
class PlanningFrame(Part):
    """What all pages of secret orders have around them."""

    war: WarName
    side: Side
    path: str
    """Where the side's pages are."""
    address: str
    """That of this page."""
    turn: int
    phase: str
    sealed: bool
    """Whether the side has sealed."""
    rival: SealingRival
    heard: Heard
    deadline: DeadlineNow | None
    """None in a war without deadlines."""
    lent: bool
    """Whether the computer plays the side while its player is away."""
    sandbox: SandboxBand | None
    """What a sandbox says on each page; None in any other war."""
    may_try: bool
    """Whether the war can be tried out in a sandbox."""
    acts_for: str
    """The name of the player for whom a deputy looks, "" for the player."""


def planning_frame(at: At) -> PlanningFrame:
    """The frame of a side's pages; one query, more while the computer is waited for or with deadlines."""
    sealed = planning.sealed_sides(at.war, at.state)
    return PlanningFrame(
        war=WarName(at.war.pk, at.war.name, at.war.one_screen, at.war.paused),
        side=at.side,
        path=at.path,
        address=next_page(at),
        turn=at.state.turn,
        phase=at.state.phase,
        sealed=at.side in sealed,
        rival=_rival(at, sealed),
        heard=Heard(at.since, at.since_aside),
        deadline=deadline_now(at),
        lent=at.side in at.state.lent,
        sandbox=band_of(at.war, at.side),
        may_try=may_be_tried(at.war) and not at.acts_for,
        acts_for=at.acts_for,
    )


def _rival(at: At, sealed: Collection[str]) -> SealingRival:
    rival = opponent(at.side)
    return SealingRival(rival, at.name_of(rival), rival in sealed, _is_unanswered(at, sealed))


def _is_unanswered(at: At, sealed: Collection[str]) -> bool:
    rival = opponent(at.side)
    user = at.seats[rival].user
    if at.side not in sealed or rival in sealed or user is None or not user.is_computer:
        return False
    return commander_is_silent(history_rows.waiting_of(at.war), rival)


def next_page(at: At, left: str = "") -> str:
    """Where the side goes now: its bases, its plan, or the war's page.

    Who has `left` a plan goes to the war's page: it tells of the battles, even if they are over by now.
    """
    if left == "planning":
        return at.path
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
