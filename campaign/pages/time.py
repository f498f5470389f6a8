"""What the page about the time of a war shows: its deadlines, what a player proposes, and the pause (S65)."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from campaign.at import At
from campaign.log.fold import gone_on_after_its_end
from campaign.models import Deputy, DeputyRequest
from campaign.pace import asked_here, pace_here
from campaign.pace_form import PaceForm, pace_fields
from campaign.pages.frame import WarFrame, frame
from campaign.services.acting import deputies_now
from campaign.services.agreements import asked_until
from campaign.services.holidays import Account, accounts_of
from campaign.telling.deadlines import DeadlineNow, deadline_now
from config.pages import Page
from engines.seam.refusals import Refusal
from engines.seam.sides import opponent


@dataclass(frozen=True, slots=True)
class TimePage(Page):
    """The time of a war, for one of its two players.

    `pace` is in words. `asked` is what is proposed, as it is written, and `asked_words` in words, both "" for nothing;
    `asked_by_me`: by this side; it can be answered until `asked_until`. `closed` says why nothing can be proposed
    now, "" if it can. `paused`: the war stands still by agreement.
    `holiday` is that of this side, and `may_leave`: it can begin one. `deputy` acts for this side, `rival_deputy` for
    the other, None if nobody does; `deputy_asked` is the player's request that is not answered yet; `has_deputies`:
    somebody can be asked. `callsign` is what was typed for a deputy. `refusals` say why something was not done.
    """

    template: ClassVar = "campaign/time.html"
    frame: WarFrame
    pace: str
    has_pace: bool
    deadline: DeadlineNow | None
    asked: str
    asked_words: str
    asked_by_me: bool
    asked_until: datetime | None
    closed: str
    paused: bool
    holiday: Account
    rival_holiday: Account
    may_leave: bool
    form: PaceForm
    deputy: Deputy | None
    deputy_asked: DeputyRequest | None
    rival_deputy: Deputy | None
    has_deputies: bool
    refusals: tuple[Refusal, ...] = ()
    callsign: str = ""


def deputy_asked(at: At) -> DeputyRequest | None:
    """Whom the player asks to be their deputy; None for nobody, and for a deputy; one query."""
    if at.acts_for:
        return None
    return DeputyRequest.objects.filter(war=at.war, side=at.side).select_related("user").first()


def time_page(at: At, form: PaceForm | None = None, refusals: tuple[Refusal, ...] = ()) -> TimePage:
    """The page with the form as it is, or with the war's own pace."""
    war, accounts, deputies = at.war, accounts_of(at.war), deputies_now(at.war)
    mine = accounts[at.side]
    return TimePage(
        frame=frame(at),
        pace=pace_here(war.pace),
        has_pace=bool(war.pace),
        deadline=deadline_now(at),
        asked=war.time_asked,
        asked_words="" if not war.time_asked else asked_here(war.time_asked),
        asked_by_me=war.time_asked_by == at.side,
        asked_until=asked_until(war),
        closed=_closed(at),
        paused=war.paused,
        holiday=mine,
        rival_holiday=accounts[opponent(at.side)],
        may_leave=bool(war.pace) and not war.frozen and mine.until is None and mine.left > 0,
        deputy=deputies.get(at.side),
        deputy_asked=deputy_asked(at),
        rival_deputy=deputies.get(opponent(at.side)),
        has_deputies=not gone_on_after_its_end(war.pk),
        form=form or PaceForm(initial=pace_fields(war.pace)),
        refusals=refusals,
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
