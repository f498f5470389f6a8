"""What the pages of seasons show: the form of a new one, a season, and a game of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from clubs.games.results import game_path, progress_words
from clubs.games.words import days_words, legs_words, terms_facts
from clubs.membership.reading import members_of, organisers_among
from clubs.models import Club, Entrant, Member, Pairing, Round, Season
from clubs.rules.standings import Row
from clubs.seasons.beginning import least_in
from clubs.seasons.deciding import others_who_withdraw
from clubs.seasons.forms import ExtendForm, SeasonForm
from clubs.seasons.reading import SeasonState, is_late, is_undecided, state_of
from clubs.seasons.subscribing import address_of
from clubs.seasons.words import ruled_words
from config.pages import Page
from engines.seam.refusals import Refusal


@dataclass(frozen=True, slots=True)
class SeasonNewPage(Page):
    """The form of a new season."""

    template: ClassVar = "clubs/season_new.html"
    club: Club
    form: SeasonForm


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A player in the table, with the games that make up the row."""

    row: Row
    callsign: str
    withdrawn: bool
    is_reader: bool
    games: Sequence["GameLine"]


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in one line; `path` is its page, "" before its round begins; `words` how it stands. No `second`: a bye.

    `ruled` says who decided it instead, "" if nobody did.
    """

    number: int
    round: int
    first: str
    second: str
    words: str
    path: str
    late: bool
    ruled: str


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round with its games; `extend_form` gives it more time, None where nobody may."""

    number: int
    begun: bool
    due_at: datetime | None
    over: bool
    late: bool
    games: Sequence[GameLine]
    extend_form: ExtendForm | None


@dataclass(frozen=True, slots=True)
class MyGame:
    """A game that the reader has to play; `path` is that of the campaign game or war."""

    rival: str
    round: int
    path: str
    due_at: datetime | None
    late: bool


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """Somebody who takes part.

    `may_withdraw`: the reader organises the club and they play on; but `others` withdraw them if there are any.
    """

    number: int
    callsign: str
    withdrawn: bool
    struck: bool
    may_withdraw: bool
    others: Sequence[str]


@dataclass(frozen=True, slots=True)
class SeasonPage(Page):
    """A season for a member of its club.

    `stage` is "open", "on" or "over". `next_round` is the round that the reader can begin before its time, None for
    none. `late` are the games whose deadline has passed, `refused` why the last change was not made. `calendar` is the
    secret address of the reader's calendar, "" without one.
    """

    template: ClassVar = "clubs/season.html"
    season: Season
    stage: str
    facts: Sequence[tuple[str, str]]
    organises: bool
    signed_up: bool
    least: int
    lines: Sequence[StandingLine]
    mine: Sequence[MyGame]
    late: Sequence[GameLine]
    rounds: Sequence[RoundLine]
    players: Sequence[PlayerLine]
    next_round: int | None
    calendar: str
    refused: tuple[Refusal, ...]


def season_page(season: Season, user: User, refused: tuple[Refusal, ...] = ()) -> SeasonPage:
    """The season as a member sees it; six queries."""
    found, organisers = state_of(season), organisers_among(members_of(season.club))
    leads = user.pk in [one.user_id for one in organisers]
    mine, token = found.entrant_of(user), address_of(season, user)
    games = [(pairing, _game(pairing)) for pairing in found.pairings]
    return SeasonPage(
        season=season,
        stage="over" if found.over else season.stage,
        facts=_facts(season),
        organises=leads,
        signed_up=mine is not None,
        least=least_in(season),
        lines=_lines(found, user, games),
        mine=_mine(found, mine),
        late=[line for _pairing, line in games if line.late],
        rounds=[_round(one, games, leads=leads) for one in found.rounds],
        players=_players(found, user, organisers if leads else []),
        next_round=found.next_round if leads and found.undecided and not season.is_swiss else None,
        calendar=f"{settings.SITE_URL}{reverse('season_feed', args=[token])}" if token else "",
        refused=refused,
    )


def game_words(pairing: Pairing) -> str:
    """How a game stands, in the fewest words."""
    score = f"{pairing.first_points} : {pairing.second_points}"
    if pairing.second is None:
        return "Bye"
    if pairing.first.struck or pairing.second.struck:
        return "Does not count"
    if pairing.ruled:
        words = ruled_words(pairing)
        return f"{words[0].upper()}{words[1:]}"
    if pairing.outcome:
        return score
    return "" if pairing.round.begun_at is None else progress_words(pairing)


def _game(pairing: Pairing) -> GameLine:
    return GameLine(
        number=pairing.pk,
        round=pairing.round.number,
        first=pairing.first.user.username,
        second="" if pairing.second is None else pairing.second.user.username,
        words=game_words(pairing),
        path="" if pairing.second is None or pairing.round.begun_at is None else pairing.get_absolute_url(),
        late=is_late(pairing),
        ruled=_who_ruled(pairing),
    )


def _who_ruled(pairing: Pairing) -> str:
    if not pairing.ruled:
        return ""
    return "A player was withdrawn" if pairing.ruled_by is None else "Decided by an organiser"


Games = Sequence[tuple[Pairing, GameLine]]


def _lines(found: SeasonState, user: User, games: Games) -> list[StandingLine]:
    if not found.rounds:
        return []
    entrants = {entrant.pk: entrant for entrant in found.entrants}
    return [
        StandingLine(
            row=row,
            callsign=entrants[row.player].user.username,
            withdrawn=entrants[row.player].withdrawn_at is not None,
            is_reader=entrants[row.player].user_id == user.pk,
            games=[
                line
                for pairing, line in games
                if pairing.round.begun_at and row.player in (pairing.first_id, pairing.second_id)
            ],
        )
        for row in found.rows
    ]


def _mine(found: SeasonState, mine: Entrant | None) -> list[MyGame]:
    if mine is None:
        return []
    return [
        MyGame(
            rival=(pairing.second if pairing.first_id == mine.pk else pairing.first).user.username,
            round=pairing.round.number,
            path=game_path(pairing),
            due_at=pairing.round.due_at,
            late=is_late(pairing),
        )
        for pairing in found.undecided
        if pairing.second is not None and pairing.is_made and mine.pk in (pairing.first_id, pairing.second_id)
    ]


def _round(one: Round, games: Games, *, leads: bool) -> RoundLine:
    held = [(pairing, line) for pairing, line in games if pairing.round_id == one.pk]
    is_open = any(is_undecided(pairing) for pairing, _line in held)
    extends = leads and is_open and one.due_at is not None
    initial = {"due": one.due_at and one.due_at.isoformat()}
    return RoundLine(
        number=one.number,
        begun=one.begun_at is not None,
        due_at=one.due_at,
        over=one.begun_at is not None and not is_open,
        late=any(line.late for _pairing, line in held),
        games=[line for _pairing, line in held],
        extend_form=ExtendForm(initial=initial, prefix=f"round-{one.number}") if extends else None,
    )


def _players(found: SeasonState, user: User, organisers: Sequence[Member]) -> list[PlayerLine]:
    """Everybody who takes part; with `organisers` if the reader is one of them."""
    on = bool(organisers) and found.season.stage == Season.Stage.ON and not found.over
    return [
        PlayerLine(
            number=entrant.pk,
            callsign=entrant.user.username,
            withdrawn=entrant.withdrawn_at is not None,
            struck=entrant.struck,
            may_withdraw=on and entrant.withdrawn_at is None,
            others=others_who_withdraw(organisers, user, entrant, found.pairings) if on else [],
        )
        for entrant in found.entrants
    ]


def _facts(season: Season) -> list[tuple[str, str]]:
    """What is played, each with its title."""
    facts = [("Who plays whom", str(Season.System(season.system).label))]
    if season.rounds:
        left = season.is_swiss and season.stage == Season.Stage.OPEN
        most = f"{season.rounds}, but at most half as many as players" if left else str(season.rounds)
        facts.append(("Rounds", most))
    facts += [("Each pairing", legs_words(season)), ("Deadlines of rounds", days_words(season.days))]
    return [*facts, *terms_facts(season)]
