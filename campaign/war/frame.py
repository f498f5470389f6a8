"""What all pages of a war have around them."""

from dataclasses import dataclass
from itertools import chain

from campaign.war.at import At
from campaign.war.hooks import TABS, Tab
from campaign.war.words.band import SandboxBand, band_of, may_be_tried
from config.pages import Part
from engines.seam.sides import Side, opponent


@dataclass(frozen=True, slots=True)
class WarHead:
    """The war as every page of it names it."""

    id: int
    name: str
    version: int
    turn: int
    map: str
    one_screen: bool
    imported: bool
    frozen: bool
    paused: bool
    over: bool


@dataclass(frozen=True, slots=True)
class Rival:
    """The other side, and who plays it."""

    side: Side
    name: str
    is_computer: bool


@dataclass(frozen=True, slots=True)
class WarFrame(Part):
    """What all pages of a war have around them; `path` is where the side's pages are, `since` the latest notice.

    `since_aside` is the latest notice of the player's own topic. `tabs` are the pages that features bring.
    `sandbox` is what a sandbox says on each page, None in any other war; `may_try`: the war can be tried out in one.
    `acts_for` is the name of the player for whom a deputy looks, "" for the player.
    """

    war: WarHead
    side: Side
    path: str
    me: str
    rival: Rival
    since: int
    since_aside: int
    tabs: tuple[Tab, ...]
    sandbox: SandboxBand | None
    may_try: bool
    acts_for: str


def rival_of(at: At) -> Rival:
    """The other side, and who plays it."""
    rival = opponent(at.side)
    user = at.seats[rival].user
    return Rival(rival, at.name_of(rival), is_computer=user is not None and user.is_computer)


def frame(at: At) -> WarFrame:
    """The frame of a side's pages; no query, or one in a war with a chat that was not read before."""
    return WarFrame(
        war=WarHead(
            id=at.war.pk,
            name=at.war.name,
            version=at.war.version,
            turn=at.view.turn,
            map=at.war.map_name,
            one_screen=at.war.one_screen,
            imported=at.war.imported,
            frozen=at.war.frozen,
            paused=at.war.paused,
            over=at.view.phase == "over",
        ),
        side=at.side,
        path=at.path,
        me=at.name_of(at.side),
        rival=rival_of(at),
        since=at.since,
        since_aside=at.since_aside,
        tabs=tuple(chain.from_iterable(TABS.ask(at))),
        sandbox=band_of(at.war, at.side),
        may_try=may_be_tried(at.war) and not at.acts_for,
        acts_for=at.acts_for,
    )
