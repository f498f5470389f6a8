"""The page of a game of a season: its legs, how each was settled, and what an organiser has decided."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

from accounts.models import User
from battles.models import SettledHow
from battles.talon.series.reading import Fight, LegState, SeriesState, state_of
from battles.talon.series.watch_page import WatchedFight, WatchedLeg, watched_leg
from clubs.membership.reading import members_of, organisers_among
from clubs.models import Pairing, Season
from clubs.seasons.deciding import others_who_decide
from clubs.seasons.forms import RulingForm
from clubs.seasons.page import game_words
from clubs.seasons.reading import is_late, is_undecided, players_of
from clubs.seasons.words import ruled_words
from config.pages import Page
from engines.seam.refusals import Refusal


@dataclass(frozen=True, slots=True)
class Ruling:
    """What an organiser has decided, and why; `by` is "" if nobody did so alone."""

    words: str
    reason: str
    by: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class SeasonGamePage(Page):
    """A game of a season for a member of the club: no more of its battles than onlookers of the game would see.

    `play` is the path of the campaign game for its two players, "" for everybody else; the legs link their battles only
    to them. `form` decides the game, None for whoever does not organise the club, or leaves it to the organisers in
    `others`.
    """

    template: ClassVar = "clubs/season_game.html"
    season: Season
    number: int
    round: int
    first: str
    second: str
    words: str
    due_at: datetime | None
    late: bool
    play: str
    legs: Sequence[WatchedLeg]
    ruling: Ruling | None
    form: RulingForm | None
    others: Sequence[str]
    refused: tuple[Refusal, ...]


def season_game_page(
    pairing: Pairing, user: User, form: RulingForm | None = None, refused: tuple[Refusal, ...] = ()
) -> SeasonGamePage:
    """The game as a member sees it; six queries at most."""
    season, series = pairing.round.season, pairing.series
    found = None if series is None else state_of(series)
    organisers = organisers_among(members_of(season.club))
    leads = user.pk in [one.user_id for one in organisers]
    others = others_who_decide(organisers, user, players_of(pairing)) if leads else []
    plays = series is not None and user.pk in (series.user_id, series.rival_id)
    return SeasonGamePage(
        season=season,
        number=pairing.pk,
        round=pairing.round.number,
        first=pairing.first.user.username,
        second="" if pairing.second is None else pairing.second.user.username,
        words=game_words(pairing),
        due_at=pairing.round.due_at if is_undecided(pairing) else None,
        late=is_late(pairing),
        play=series.get_absolute_url() if series is not None and plays else "",
        legs=[] if found is None else [_leg(found, leg, plays=plays) for leg in found.legs],
        ruling=_ruling(pairing),
        form=(form or RulingForm(pairing)) if leads and not others else None,
        others=others,
        refused=refused,
    )


def _ruling(pairing: Pairing) -> Ruling | None:
    if not pairing.ruled:
        return None
    by = "" if pairing.ruled_by is None else pairing.ruled_by.username
    return Ruling(ruled_words(pairing), pairing.reason, by, pairing.ruled_at)


def _leg(found: SeriesState, leg: LegState, *, plays: bool) -> WatchedLeg:
    """A leg as onlookers see it, with how each battle was settled, and for the two players with the way to it."""
    shown = watched_leg(found, leg, lambda _fight: "")
    fights = zip(shown.fights, leg.fights, strict=True)
    return replace(shown, fights=tuple(_fight(line, fight, plays=plays) for line, fight in fights))


def _fight(line: WatchedFight, fight: Fight, *, plays: bool) -> WatchedFight:
    if fight.battle is None:
        return line
    words = line.words
    if fight.won is not None:
        words = f"{words}, {SettledHow(fight.battle.settled_how).label}"
    return replace(line, words=words, path=fight.battle.get_absolute_url() if plays else "")
