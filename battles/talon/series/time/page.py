"""What the page about the time of a campaign game shows: deadlines, a proposal, the pause, and holidays."""

from dataclasses import dataclass
from typing import ClassVar, cast

from django import forms

from accounts.models import User
from battles.deputies import DeputiesHere
from battles.holidays import Account
from battles.models import Series
from battles.pace import PAUSE, WITHOUT, asked_words, pace_words
from battles.proposals import ANSWER_WITHIN, Proposed
from battles.talon.series.access import SeriesSeat
from battles.talon.series.acting import terms_of
from battles.talon.series.deputies.page import TermLine, deputies_here, term_lines
from battles.talon.series.forms import PACES
from battles.talon.series.manners import has_deadlines
from battles.talon.series.reading import closed_of, proposal_of, state_of, user_of
from battles.talon.series.time.agreements import UNIT
from battles.talon.series.time.holidays import accounts_of
from battles.talon.series.time.now import TimeNow, time_now
from config.pages import Page
from engines.seam.refusals import Refusal
from engines.seam.series import Player, other


class PaceForm(forms.Form):
    """Other deadlines of a campaign game, as they are proposed."""

    pace = forms.ChoiceField(label="Deadlines", choices=PACES, required=False)

    @property
    def asked(self) -> str:
        """What a valid form asks for, as players propose it (S65)."""
        return str(self.cleaned_data["pace"]) or WITHOUT


@dataclass(frozen=True, slots=True)
class Holidays:
    """Who is away, how many days both have, and whether the reader can leave."""

    mine: Account
    rival: Account
    may_leave: bool


@dataclass(frozen=True, slots=True)
class SeriesTimePage(Page):
    """The time of a campaign game and its deputies, for one of its two players, or a deputy.

    `pace` is that of its deadlines in words, and `due`: anything has a deadline. `form` is that in which others are
    proposed, and `closed` says why nothing can be proposed now. `acts_for` is the player for whom the reader acts as
    deputy, "" for none, and `terms` are those of all deputies. `callsign` is what was typed for another.
    """

    template: ClassVar = "battles/series_time.html"
    series: Series
    acts_for: str
    rival: str
    pace: str
    due: bool
    deadline: TimeNow | None
    form: PaceForm
    proposed: Proposed
    closed: str
    holidays: Holidays
    deputies: DeputiesHere
    terms: tuple[TermLine, ...]
    refused: tuple[Refusal, ...] = ()
    callsign: str = ""


def has_time(series: Series) -> bool:
    """Whether the campaign game goes on between two people, who can agree about its time."""
    people = (series.user, series.rival)
    alone = any(user is None or user.is_computer for user in people)
    return series.stage == Series.Stage.ON and not alone and closed_of(series) is None


def series_time_page(
    seat: SeriesSeat,
    form: PaceForm | None = None,
    refused: tuple[Refusal, ...] = (),
    callsign: str = "",
) -> SeriesTimePage:
    """The page with the form as it is, or with the campaign game's own deadlines."""
    series, player = seat.series, seat.player
    rival = cast("User", user_of(series, other(player))).username
    accounts, terms = accounts_of(series), terms_of(series)
    mine = accounts[player]
    return SeriesTimePage(
        series=series,
        acts_for=seat.acts_for,
        rival=rival,
        pace=pace_words(series.pace, UNIT),
        due=has_deadlines(series),
        deadline=time_now(state_of(series), player, seat.acts_for),
        form=form or PaceForm(initial={"pace": series.pace}),
        proposed=_proposed(series, player),
        closed=_closed(series, player, rival),
        holidays=Holidays(mine, accounts[other(player)], mine.until is None and mine.left > 0),
        deputies=deputies_here(seat, terms),
        terms=term_lines(series, terms),
        refused=refused,
        callsign=callsign,
    )


def _proposed(series: Series, player: Player) -> Proposed:
    found = proposal_of(series)
    until = series.time_asked_at + ANSWER_WITHIN if found.asked and series.time_asked_at else None
    words = asked_words(found.asked, UNIT) if found.asked else ""
    return Proposed(found.asked, words, found.by == player, until)


def _closed(series: Series, player: Player, rival: str) -> str:
    """Why neither other deadlines nor a pause can be proposed now, and what can be done; "" if they can."""
    if series.paused:
        return "The campaign game is paused. Resume it first."
    found = proposal_of(series)
    if found.asked and found.by == player:
        return f"One proposal at a time: yours waits for {rival}. Withdraw it to make another."
    return f"One proposal at a time: answer {rival} first." if found.asked else ""


def proposal_words(series: Series, player: Player) -> str:
    """What the other player proposes, for the page of the campaign game; "" for nothing."""
    found = proposal_of(series)
    if not found.asked or found.by == player:
        return ""
    return "a pause" if found.asked == PAUSE else "other deadlines"
