"""What two players at one screen see between their turns: the table, and the curtain before a side's pages."""

from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse

from campaign.models import Seat, Waiting, War
from campaign.war.at import At
from campaign.war.log.documents import decode_state
from campaign.war.services.secret_orders import sealed_sides
from config.pages import Page
from engines.seam.sides import SIDES, Side, opponent


@dataclass(frozen=True, slots=True)
class SideCard:
    """One of the two players: what waits for them, and the way to their side."""

    side: Side
    title: str
    sealed: bool
    waiting: list[Waiting]
    href: str


@dataclass(frozen=True, slots=True)
class TablePage(Page):
    """The table between two players; nothing of either side's is on it. `up_next` is who has something to do."""

    template: ClassVar = "campaign/table.html"
    war: War
    cards: list[SideCard]
    up_next: Side | None


def table_page(war: War) -> TablePage:
    """The table of a war at one screen."""
    waiting = list(war.waiting.order_by("since"))
    sealed = sealed_sides(war, decode_state(bytes(war.state or b"")))
    cards = [
        SideCard(
            side=side,
            title=f"{side.title()} player",
            sealed=side in sealed,
            waiting=[row for row in waiting if row.side == side],
            href=reverse("war-curtain", args=[war.pk, side]),
        )
        for side in SIDES
    ]
    up_next = next((card.side for card in cards if card.waiting), None)
    return TablePage(war=war, cards=cards, up_next=up_next)


@dataclass(frozen=True, slots=True)
class CurtainPage(Page):
    """The curtain before one side's pages; `action` lifts it, and leads to `next`."""

    template: ClassVar = "campaign/curtain.html"
    war: War
    side: Side
    player: str
    hidden_from: str
    action: str
    next: str


def curtain_page(at: At, *, action: str, following: str) -> CurtainPage:
    """The curtain before a side; `following` is the page behind it."""
    return CurtainPage(
        war=at.war,
        side=at.side,
        player=_player(at.seats, at.side),
        hidden_from=_player(at.seats, opponent(at.side)),
        action=action,
        next=following,
    )


def _player(seats: dict[Side, Seat], side: Side) -> str:
    return seats[side].label or side.title()
