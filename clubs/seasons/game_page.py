"""The page of a game of a season: its legs, how each was settled, and what an organiser has decided."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from accounts.models import User
from battles.models import Battle, SettledHow
from battles.talon.series.reading import Fight, LegState, SeriesState, points_of, side_of, state_of, user_of
from clubs.membership.reading import organises
from clubs.models import Pairing, Season
from clubs.seasons.forms import RulingForm
from clubs.seasons.page import game_words
from clubs.seasons.reading import is_late
from clubs.seasons.words import ruled_words
from config.pages import Page
from engines.seam.refusals import Refusal
from engines.seam.series import PLAYERS, Points
from engines.seam.sides import Side


@dataclass(frozen=True, slots=True)
class FightLine:
    """A battle of a leg: who plays which side, and how it was settled."""

    sides: Sequence[tuple[Side, str]]
    words: str


@dataclass(frozen=True, slots=True)
class GameLeg:
    """A leg; `points` as they count, None until it is over."""

    number: int
    title: str
    pair: bool
    doubled: bool
    fights: Sequence[FightLine]
    points: Points | None


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

    `play` is the path of the campaign game for its two players, "" for everybody else. `form` decides the game, None
    for whoever does not organise the club.
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
    legs: Sequence[GameLeg]
    ruling: Ruling | None
    form: RulingForm | None
    refused: tuple[Refusal, ...]


def season_game_page(
    pairing: Pairing, user: User, form: RulingForm | None = None, refused: tuple[Refusal, ...] = ()
) -> SeasonGamePage:
    """The game as a member sees it; six queries at most."""
    season, series = pairing.round.season, pairing.series
    found = None if series is None else state_of(series)
    leads = organises(season.club, user)
    plays = series is not None and user.pk in (series.user_id, series.rival_id)
    return SeasonGamePage(
        season=season,
        number=pairing.pk,
        round=pairing.round.number,
        first=pairing.first.user.username,
        second="" if pairing.second is None else pairing.second.user.username,
        words=game_words(pairing),
        due_at=pairing.round.due_at,
        late=is_late(pairing),
        play=series.get_absolute_url() if series is not None and plays else "",
        legs=[] if found is None else [_leg(found, leg) for leg in found.legs],
        ruling=_ruling(pairing),
        form=(form or RulingForm(pairing)) if leads else None,
        refused=refused,
    )


def _ruling(pairing: Pairing) -> Ruling | None:
    if not pairing.ruled:
        return None
    by = "" if pairing.ruled_by is None else pairing.ruled_by.username
    return Ruling(ruled_words(pairing), pairing.reason, by, pairing.ruled_at)


def _leg(found: SeriesState, leg: LegState) -> GameLeg:
    return GameLeg(
        number=leg.leg.number,
        title=leg.leg.title,
        pair=leg.leg.pair,
        doubled=leg.is_last,
        fights=[_fight(found, fight) for fight in leg.fights],
        points=points_of(found, leg),
    )


def _fight(found: SeriesState, fight: Fight) -> FightLine:
    names = {player: user_of(found.series, player) for player in PLAYERS}
    sides = [
        (side_of(fight, player), "" if user is None else user.username) for player, user in names.items()
    ]
    if fight.battle is None:
        return FightLine(sides, "")
    if fight.going:
        return FightLine(sides, "Under way")
    if fight.won is None:
        return FightLine(sides, "Nobody won: fought again")
    winner = names[fight.won.by]
    name = "" if winner is None else winner.username
    return FightLine(sides, f"{name}, {fight.won.degree} victory, {_settled(fight.battle)}")


def _settled(battle: Battle) -> str:
    return str(SettledHow(battle.settled_how).label)
