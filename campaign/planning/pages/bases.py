"""What the page of the first bases shows: the choice and what is against it, or what was sealed."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from campaign.planning.editor import bases as base_choice
from campaign.planning.editor.shipyard import Figure
from campaign.planning.pages.frame import PlanningFrame, mark_of
from campaign.planning.proposals.proposals import Proposal, base_proposals
from campaign.rules import start
from campaign.rules.fleets.building import one_of_each
from campaign.rules.map.strategic_map import place_title
from campaign.rules.orders import PlaceBases
from campaign.war.at import At
from campaign.war.chart.layout import draw_map
from campaign.war.chart.shapes import MapDrawing
from campaign.war.chart.sight import sectors_of
from config.pages import Page
from engines.seam.refusals import Refusal


@dataclass(frozen=True, slots=True)
class BasesPage(Page):
    """The choice as it is in the editor.

    `taken` is the key of the proposal in the editor, "" for none. `price` is that of a base beyond the `free` ones,
    `one_of_each` of a ship of each class; `remarks` is what is against the choice, `refused` what was just tried in
    vain; `mark` identifies these orders.
    """

    template: ClassVar = "campaign/bases.html"
    frame: PlanningFrame
    board: MapDrawing
    proposals: list[Proposal]
    taken: str
    groups: list[base_choice.PlaceGroup]
    figures: list[Figure]
    price: int
    one_of_each: int
    free: int
    chosen: list[str]
    remarks: list[Refusal]
    mark: str
    refused: tuple[Refusal, ...]


def bases_page(
    at: At, frame: PlanningFrame, order: PlaceBases, refused: tuple[Refusal, ...] = ()
) -> BasesPage:
    """The page with a choice."""
    offered, mine = base_proposals(at.view, at.side), set(order.places)
    return BasesPage(
        frame=frame,
        board=_drawn(at, order.places, links=True),
        proposals=[one for one, _ in offered.values()],
        taken=next((key for key, (_, whole) in offered.items() if set(whole.places) == mine), ""),
        groups=base_choice.groups(at.state, at.side, order.places),
        figures=base_choice.figures(at.state, at.side, len(order.places)),
        price=start.base_price(at.state, at.side),
        one_of_each=one_of_each(at.state.settings, at.side),
        free=start.free_bases(at.state, at.side),
        chosen=[place_title(place) for place in order.places],
        remarks=list(start.base_refusals(at.state, at.side, order)),
        mark=mark_of(order),
        refused=refused,
    )


@dataclass(frozen=True, slots=True)
class SealedBasesPage(Page):
    """The choice as it was sealed; `refused` is what was just tried in vain."""

    template: ClassVar = "campaign/sealed_bases.html"
    frame: PlanningFrame
    board: MapDrawing
    figures: list[Figure]
    chosen: list[str]
    refused: tuple[Refusal, ...]


def sealed_bases_page(
    at: At, frame: PlanningFrame, order: PlaceBases, refused: tuple[Refusal, ...] = ()
) -> SealedBasesPage:
    """The page with a choice that is sealed."""
    return SealedBasesPage(
        frame=frame,
        board=_drawn(at, order.places, links=False),
        figures=base_choice.figures(at.state, at.side, len(order.places)),
        chosen=[place_title(place) for place in order.places],
        refused=refused,
    )


def _drawn(at: At, places: Collection[str], *, links: bool) -> MapDrawing:
    """The map with the side's own choice on it; zones where a base can stand lead to their line."""
    legal = set(start.base_places(at.state, at.side)) if links else set()
    ours = dict.fromkeys(places, at.side)

    def href(place: str) -> str:
        return f"#{base_choice.anchor_of(at.state, place)}" if place in legal else ""

    return draw_map(sectors_of(at.view, bases=ours, href=href))
