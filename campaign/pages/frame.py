"""What all pages of a war have around them."""

from dataclasses import dataclass

from battles.chat import Chat
from campaign.at import At
from campaign.services.agreements import may_arrange
from campaign.services.sandboxes import may_be_tried
from campaign.telling.chat import has_chat, unread_in
from campaign.telling.sandboxes import SandboxBand, band_of
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

    `since_aside` is the latest notice of the player's own topic. `unread` is how many chat lines the player has not
    read; `watched`: there is a link for onlookers; `has_time`: two people can agree about the time of the war.
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
    has_chat: bool
    unread: int
    watched: bool
    has_time: bool
    sandbox: SandboxBand | None
    may_try: bool
    acts_for: str


def frame(at: At, chat: Chat | None = None) -> WarFrame:
    """The frame of a side's pages; no query, or one in a war with a chat that the page does not show itself."""
    rival = opponent(at.side)
    user = at.seats[rival].user
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
        rival=Rival(rival, at.name_of(rival), is_computer=user is not None and user.is_computer),
        since=at.since,
        since_aside=at.since_aside,
        has_chat=has_chat(at),
        unread=chat.unread if chat is not None else unread_in(at),
        watched=at.war.watch_token is not None and not at.acts_for,
        has_time=has_time(at),
        sandbox=band_of(at.war, at.side),
        may_try=may_be_tried(at.war) and not at.acts_for,
        acts_for=at.acts_for,
    )


def has_time(at: At) -> bool:
    """Whether the war goes on between two people in different places, who can agree about its time."""
    return at.view.phase != "over" and may_arrange(at.war, at.seats.values())
