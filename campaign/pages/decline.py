"""The page that asks once before a battle is declined that costs something."""

from dataclasses import dataclass
from typing import ClassVar

from campaign.at import At
from campaign.pages.frame import WarFrame, frame
from config.pages import Page
from engines.seam.names_in_a_row import in_row


@dataclass(frozen=True, slots=True)
class Giving:
    """What declining one battle costs, in words, if the enemy engages there."""

    place: str
    costs: str


@dataclass(frozen=True, slots=True)
class DeclinePage(Page):
    """The question whether the side means it; `fields` repeat the form that was sent, by name and value."""

    template: ClassVar = "campaign/decline.html"
    frame: WarFrame
    title: str
    giving: list[Giving]
    fields: list[tuple[str, str]]


def decline_page(at: At, giving: list[Giving], fields: list[tuple[str, str]]) -> DeclinePage:
    """The question about the battles that are declined at a cost."""
    places = [one.place for one in giving]
    return DeclinePage(frame(at), f"Decline at {in_row(places)}?", giving, fields)
