"""What pages of a campaign game say of deputies: who acts for whom, who has, and who is asked (S70, S96)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, cast

from accounts.models import User
from battles.deputies import DeputiesHere
from battles.models import Series, SeriesDeputy, SeriesDeputyRequest
from battles.talon.series.access import SeriesSeat
from battles.talon.series.acting import deputies_of
from battles.talon.series.reading import user_of
from config.pages import Page
from engines.seam.refusals import Refusal
from engines.seam.series import Player, other


@dataclass(frozen=True, slots=True)
class ActingLine:
    """A deputy and the player for whom they act; `mine`: that is the reader."""

    name: str
    acts_for: str
    mine: bool


@dataclass(frozen=True, slots=True)
class TermLine:
    """Who acted for a player from when until when; `until` is None while that goes on."""

    name: str
    acts_for: str
    since: datetime
    until: datetime | None


@dataclass(frozen=True, slots=True)
class SeriesDeputyPage(Page):
    """A request to be a deputy: `player` asks, `rival` is whom they play against."""

    template: ClassVar = "battles/series_deputy.html"
    series: Series
    player: str
    rival: str
    refused: tuple[Refusal, ...] = ()


def acting_lines(seat: SeriesSeat) -> tuple[ActingLine, ...]:
    """Who acts for whom, beside the reader."""
    return tuple(
        ActingLine(deputy.username, _name(seat.series, player), player == seat.player)
        for player, deputy in deputies_of(seat.series).items()
        if deputy.pk != seat.user.pk
    )


def deputies_here(seat: SeriesSeat, terms: Sequence[SeriesDeputy]) -> DeputiesHere:
    """Who of these acts for the reader and the other player now, and whom the reader asks; one query."""
    acting = deputies_of(seat.series)
    found = {row.player: row for row in terms if row.ended_at is None and row.player in acting}
    asked = SeriesDeputyRequest.objects.filter(series=seat.series, player=seat.player).select_related("user")
    mine, rival = found.get(seat.player), found.get(other(seat.player))
    return DeputiesHere(mine, rival, None if seat.acts_for else asked.first())


def term_lines(series: Series, terms: Sequence[SeriesDeputy]) -> tuple[TermLine, ...]:
    """Everybody who has acted for a player, in order."""
    return tuple(
        TermLine(row.user.username, _name(series, cast("Player", row.player)), row.given_at, row.ended_at)
        for row in terms
    )


def series_deputy_page(asked: SeriesDeputyRequest, refused: tuple[Refusal, ...] = ()) -> SeriesDeputyPage:
    """The request to whoever is asked."""
    series, player = asked.series, cast("Player", asked.player)
    return SeriesDeputyPage(series, _name(series, player), _name(series, other(player)), refused)


def _name(series: Series, player: Player) -> str:
    return cast("User", user_of(series, player)).username
