"""What the page about the time of a war shows: its deadlines, what a player proposes, and the pause (S65)."""

from dataclasses import dataclass
from typing import ClassVar

from battles.deputies import DeputiesHere
from battles.holidays import Account
from battles.pace import asked_here, pace_here
from battles.proposals import Proposed
from campaign.deadlines.agreements import asked_until
from campaign.deadlines.holidays import accounts_of
from campaign.models import DeputyRequest
from campaign.new_war.pace_form import PaceForm, pace_fields
from campaign.seats.naming import AFTER_ITS_END
from campaign.war.at import At
from campaign.war.frame import WarFrame, frame
from campaign.war.log.fold import gone_on_after_its_end
from campaign.war.services.acting import deputies_now
from campaign.war.time.words import DeadlineNow, deadline_now
from config.pages import Page
from engines.seam.refusals import Refusal
from engines.seam.sides import opponent


@dataclass(frozen=True, slots=True)
class PaceNow:
    """The deadlines of the war."""

    words: str
    given: bool
    """Whether there are any."""
    deadline: DeadlineNow | None
    """That of the phase."""
    form: PaceForm
    """In which others are proposed."""


@dataclass(frozen=True, slots=True)
class Holidays:
    """Who is away, and how long each side can be."""

    mine: Account
    rival: Account
    may_leave: bool
    """Whether the side can begin one."""
    stopped: str
    """Why nobody can begin one now, "" where that is not because the war stands still."""


@dataclass(frozen=True, slots=True)
class TimePage(Page):
    """The time of a war, for one of its two players."""

    template: ClassVar = "campaign/time.html"
    frame: WarFrame
    pace: PaceNow
    proposed: Proposed
    closed: str
    """Why nothing can be proposed now, "" if it can."""
    paused: bool
    """Whether the war stands still by agreement."""
    holidays: Holidays
    deputies: DeputiesHere
    refusals: tuple[Refusal, ...] = ()
    """Why something was not done."""
    callsign: str = ""
    """What was typed for a deputy."""


def deputy_asked(at: At) -> DeputyRequest | None:
    """Whom the player asks to be their deputy; None for nobody, and for a deputy; one query."""
    if at.acts_for:
        return None
    return DeputyRequest.objects.filter(war=at.war, side=at.side).select_related("user").first()


def time_page(at: At, form: PaceForm | None = None, refusals: tuple[Refusal, ...] = ()) -> TimePage:
    """The page with the form as it is, or with the war's own pace."""
    return TimePage(
        frame=frame(at),
        pace=PaceNow(
            words=pace_here(at.war.pace),
            given=bool(at.war.pace),
            deadline=deadline_now(at),
            form=form or PaceForm(initial=pace_fields(at.war.pace)),
        ),
        proposed=_proposed(at),
        closed=_closed(at),
        paused=at.war.paused,
        holidays=_holidays(at),
        deputies=_deputies(at),
        refusals=refusals,
    )


def _proposed(at: At) -> Proposed:
    war = at.war
    return Proposed(
        asked=war.time_asked,
        words="" if not war.time_asked else asked_here(war.time_asked),
        by_me=war.time_asked_by == at.side,
        until=asked_until(war),
    )


def _holidays(at: At) -> Holidays:
    war, accounts = at.war, accounts_of(at.war)
    mine = accounts[at.side]
    return Holidays(
        mine=mine,
        rival=accounts[opponent(at.side)],
        may_leave=bool(war.pace) and not war.frozen and mine.until is None and mine.left > 0,
        stopped=_closed(at) if war.frozen else "",
    )


def _deputies(at: At) -> DeputiesHere:
    found = deputies_now(at.war)
    return DeputiesHere(
        mine=found.get(at.side),
        rival=found.get(opponent(at.side)),
        asked=deputy_asked(at),
        closed=AFTER_ITS_END if gone_on_after_its_end(at.war.pk) else "",
    )


def _closed(at: At) -> str:
    """Why neither other deadlines nor a pause can be proposed now, and what can be done; "" if they can."""
    rival = at.name_of(opponent(at.side))
    if at.war.paused:
        return "The war is paused. Resume it first."
    if at.war.frozen:
        return "The host has frozen this war. Nothing about its time changes until it goes on."
    if at.war.time_asked_by == at.side:
        return f"One proposal at a time: yours waits for {rival}. Withdraw it to make another."
    return f"One proposal at a time: answer {rival} first." if at.war.time_asked else ""
