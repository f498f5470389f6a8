"""The page that asks once before a battle is declined that costs something."""

from dataclasses import dataclass
from typing import ClassVar

from campaign.war.at import At
from campaign.war.frame import WarFrame, frame
from config.pages import Page
from engines.seam.words.in_a_row import in_row

IF_ENGAGED = "If the enemy engages, this is what you lose."


@dataclass(frozen=True, slots=True)
class Giving:
    """What declining one battle costs, in words, if the enemy engages there; `engaged`: the enemy has done so."""

    place: str
    costs: str
    engaged: bool


@dataclass(frozen=True, slots=True)
class DeclinePage(Page):
    """The question whether the side means it; `fields` repeat the form that was sent, by name and value.

    `says` is when it costs what is named: now, or if the enemy engages.
    """

    template: ClassVar = "campaign/decline.html"
    frame: WarFrame
    title: str
    says: str
    giving: list[Giving]
    fields: list[tuple[str, str]]


def decline_page(at: At, giving: list[Giving], fields: list[tuple[str, str]]) -> DeclinePage:
    """The question about the battles that are declined at a cost."""
    places = [one.place for one in giving]
    engaged = all(one.engaged for one in giving)
    says = "The enemy engages, so this is what you lose." if engaged else IF_ENGAGED
    return DeclinePage(frame(at), f"Decline at {in_row(places)}?", says, giving, fields)
