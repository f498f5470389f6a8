"""The page of a game of a season: its battles, how each was settled, and what an organiser has decided."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from accounts.models import User
from clubs.games.shown import ShownGame, shown_game
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

    `form` decides the game, None for whoever does not organise the club, or leaves it to the organisers in
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
    game: ShownGame
    ruling: Ruling | None
    form: RulingForm | None
    others: Sequence[str]
    refused: tuple[Refusal, ...]


def season_game_page(
    pairing: Pairing, user: User, form: RulingForm | None = None, refused: tuple[Refusal, ...] = ()
) -> SeasonGamePage:
    """The game as a member sees it; eight queries at most."""
    season, players = pairing.round.season, players_of(pairing)
    names = pairing.first.user.username, "" if pairing.second is None else pairing.second.user.username
    organisers = organisers_among(members_of(season.club))
    leads = user.pk in [one.user_id for one in organisers]
    others = others_who_decide(organisers, user, players) if leads else []
    return SeasonGamePage(
        season=season,
        number=pairing.pk,
        round=pairing.round.number,
        first=names[0],
        second=names[1],
        words=game_words(pairing),
        due_at=pairing.round.due_at if is_undecided(pairing) else None,
        late=is_late(pairing),
        game=shown_game(pairing, names, plays=user.pk in players),
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
