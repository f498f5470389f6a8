"""What the short screens of secret orders show: named proposals, one of them to be chosen."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, NamedTuple

from battles.selectors import commitments
from campaign.at import At
from campaign.map.layout import draw_map
from campaign.map.shapes import MapDrawing
from campaign.map.sight import sectors_of
from campaign.pages.plan import LastTurn, last_turn
from campaign.pages.planning_frame import PlanningFrame, next_page, planning_frame
from campaign.planning import proposals as named
from campaign.planning.proposals import ANSWERS, Proposal
from campaign.planning.prospects import SectorProspect
from campaign.rules.orders import Plan
from campaign.services.consequences import dice_names_ahead
from campaign.telling import annals
from campaign.telling.computing import commander_is_silent
from config.pages import Page
from engines.seam.refusals import Refusal
from engines.seam.sides import opponent

Screen = Literal["bases", "fleet", "assignment"]
SCREENS: tuple[Screen, ...] = ("bases", "fleet", "assignment")


class Answer(NamedTuple):
    """What the captains answer when a battle is offered."""

    key: str
    words: str


@dataclass(frozen=True, slots=True)
class ProposalsPage(Page):
    """One of the short screens, `number` of `screens`.

    `front` says what is to be known of each sector where a fleet is assigned, and is empty elsewhere.
    `answer` is the key of the one that is chosen at the start, `unanswered`: nothing is heard of the computer that
    plays the other side; `dice_ahead` are the commitments of this turn's battles, `by_hand` is where the long form
    is. Of a choice that was not taken: `refused` and `words` say why.
    """

    template: ClassVar = "campaign/proposals.html"
    frame: PlanningFrame
    screen: Screen
    number: int
    screens: int
    proposals: list[Proposal]
    front: tuple[SectorProspect, ...]
    answers: list[Answer]
    answer: str
    unanswered: bool
    dice_ahead: list[str]
    board: MapDrawing | None
    by_hand: str
    last_turn: LastTurn
    refused: tuple[Refusal, ...] = ()
    words: str = ""


def offered(at: At, screen: Screen, bought: Plan | None) -> dict[str, tuple[Proposal, Any]]:
    """What is to choose from on a screen, each with the order that it makes; `bought` is what is on the desk."""
    if screen == "bases":
        return dict(named.base_proposals(at.view, at.side))
    if screen == "fleet":
        return dict(named.purchase_proposals(at.view, at.side))
    return dict(named.sending_proposals(at.view, at.side, bought or Plan()))


def proposals_page(at: At, screen: Screen, bought: Plan | None) -> ProposalsPage:
    """The page of a screen; of a side that has sealed it shows no proposals."""
    frame = replace(planning_frame(at), address=f"{at.path}proposals/")
    first = at.state.turn == 1
    screens = SCREENS if first else SCREENS[1:]
    choices = [] if frame.sealed else [one for one, _ in offered(at, screen, bought).values()]
    return ProposalsPage(
        frame=frame,
        screen=screen,
        number=screens.index(screen) + 1,
        screens=len(screens),
        proposals=choices,
        front=next((one.prospect.sectors for one in choices if one.prospect is not None), ()),
        answers=[Answer(key, words) for key, (words, _) in ANSWERS.items()],
        answer="engage" if first else "ask",
        unanswered=frame.sealed and commander_is_silent(annals.waiting_of(at.war), opponent(at.side)),
        dice_ahead=commitments(dice_names_ahead(at.war, at.state)) if screen == "assignment" else [],
        board=None if screen == "fleet" else draw_map(sectors_of(at.view)),
        by_hand=next_page(at),
        last_turn=last_turn(at) if screen == "fleet" else LastTurn(),
    )
