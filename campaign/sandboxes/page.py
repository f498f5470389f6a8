"""The page on which a sandbox begins, and one's sandboxes are listed."""

from dataclasses import dataclass
from typing import ClassVar

from campaign.odds.expecting import ExpectedClass
from campaign.rules.moments import Moment
from campaign.rules.odds.assumed_fleet import Supposed, is_first_plan
from campaign.sandboxes.trying_out import Past
from campaign.sandboxes.words import (
    MomentChoice,
    SandboxLine,
    choices_of,
    classes_seen,
    lines_of_sandboxes,
    supposed_to_choose,
    value_of,
)
from campaign.war.at import At
from campaign.war.frame import WarFrame, frame
from config.pages import Page
from engines.seam.sides import opponent


@dataclass(frozen=True, slots=True)
class SandboxPage(Page):
    """The form for a sandbox from a moment of the war.

    `moment` is the one that is chosen, as forms send it; `planning`: it is before the plans of a turn. Of the first
    plans nothing is to be supposed: then there is no `supposed` and no `classes`. `refused` says what is wrong.
    """

    template: ClassVar = "campaign/sandbox.html"
    frame: WarFrame
    moment: str
    moments: list[MomentChoice]
    planning: bool
    supposed: list[tuple[Supposed, str, str, bool]]
    classes: list[ExpectedClass]
    sandboxes: list[SandboxLine]
    refused: str = ""


def sandbox_page(at: At, past: Past, moment: Moment, how: Supposed | None = None) -> SandboxPage:
    """The page with that moment chosen, filled in with what the side knew then."""
    known = past.known(at.side, moment)
    first = is_first_plan(known)
    return SandboxPage(
        frame=frame(at),
        moment=value_of(moment),
        moments=choices_of(past, moment),
        planning=moment.planning,
        supposed=[] if first else supposed_to_choose(how, over=at.view.phase == "over"),
        classes=[] if first else list(classes_seen(known, opponent(at.side))),
        sandboxes=lines_of_sandboxes(at.user),
    )
