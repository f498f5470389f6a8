"""What the pages of matches show: the form of a challenge, a match, and a board of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from accounts.models import User
from clubs.games.results import game_path, progress_words
from clubs.games.shown import ShownGame, shown_game
from clubs.games.words import legs_words, span_words, terms_facts
from clubs.matches.following import given_up_words
from clubs.matches.forms import MatchForm, TeamForm
from clubs.matches.naming import eligible
from clubs.matches.reading import MatchState, is_late, outcome_of, state_of
from clubs.membership.reading import organises, seen_by
from clubs.models import Board, Club, Match
from clubs.rules.standings import Row
from config.pages import Page
from engines.seam.refusals import Refusal


@dataclass(frozen=True, slots=True)
class MatchNewPage(Page):
    """The form of a challenge."""

    template: ClassVar = "clubs/match_new.html"
    club: Club
    form: MatchForm


@dataclass(frozen=True, slots=True)
class NamedClub:
    """A club that plays the match; `path` is its page, "" for whoever does not see it."""

    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Columns:
    """What the players of a board are called."""

    terran: str
    talon: str


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club in the table of a match."""

    name: str
    row: Row


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board in one line, the first-named player first; `words` say how it stands. `play` leads its players to it."""

    number: int
    first: str
    first_club: str
    second: str
    second_club: str
    words: str
    path: str
    play: str
    late: bool


@dataclass(frozen=True, slots=True)
class OwnClub:
    """A club that the reader organises, and its team's form, None unless teams are named now.

    `answers`: it was challenged and is to answer; `named`: its team is named.
    """

    number: int
    name: str
    answers: bool
    named: bool
    form: TeamForm | None


@dataclass(frozen=True, slots=True)
class MatchPage(Page):
    """A match for a member of one of its clubs.

    `stage` is "asked", "naming", "on" or "over", `columns` what the players of a board are, who keep their sides in a
    war. `own` are the clubs that the reader organises; nobody else sees a team
    before the match begins. `named` is the club whose team is named by then, "" if none is. `refused` says why the last
    change was not made.
    """

    template: ClassVar = "clubs/match.html"
    match: Match
    clubs: Sequence[NamedClub]
    stage: str
    facts: Sequence[tuple[str, str]]
    columns: Columns
    lines: Sequence[ClubLine]
    boards: Sequence[BoardLine]
    own: Sequence[OwnClub]
    named: str
    refused: tuple[Refusal, ...]


def match_page(
    match: Match,
    user: User,
    refused: tuple[Refusal, ...] = (),
    forms: dict[int, TeamForm] | None = None,
) -> MatchPage:
    """The match as a member sees it, with a team's form as it was sent, by its club."""
    found = state_of(match)
    clubs = {club.pk: club for club in (match.home, match.away)}
    sides = [club for club in clubs.values() if organises(club, user)]
    seen = set(seen_by(user).filter(pk__in=clubs).values_list("pk", flat=True))
    return MatchPage(
        match=match,
        clubs=[
            NamedClub(one.name, one.get_absolute_url() if one.pk in seen else "") for one in clubs.values()
        ],
        stage="over" if found.over else match.stage,
        facts=_facts(match),
        columns=Columns("Terran", "Talon") if match.plays_wars else Columns("Terran first", "Talon first"),
        lines=[ClubLine(clubs[row.player].name, row) for row in found.rows] if found.boards else [],
        boards=[_board(one, match, user) for one in found.boards],
        own=[_own(found, club, (forms or {}).get(club.pk)) for club in sides],
        named=next((club.name for club in clubs.values() if found.team(club)), ""),
        refused=refused,
    )


def _facts(match: Match) -> list[tuple[str, str]]:
    facts = [("Boards", str(match.boards)), ("Each board", legs_words(match))]
    return [*facts, ("Deadline", span_words(match.days)), *terms_facts(match)]


def _own(found: MatchState, club: Club, form: TeamForm | None) -> OwnClub:
    match, team = found.match, found.team(club)
    is_naming = match.stage == Match.Stage.NAMING
    fresh = (
        TeamForm(match=match, players=eligible(match, club), team=[one.user_id for one in team])
        if is_naming
        else None
    )
    answers = match.stage == Match.Stage.ASKED and club.pk == match.away_id
    return OwnClub(club.pk, club.name, answers, bool(team), form or fresh)


def _board(one: Board, match: Match, user: User) -> BoardLine:
    plays = user.pk in (one.first.user_id, one.second.user_id)
    return BoardLine(
        number=one.number,
        first=one.first.user.username,
        first_club=one.first.club.name,
        second=one.second.user.username,
        second_club=one.second.club.name,
        words=board_words(one),
        path=one.get_absolute_url(),
        play=game_path(one) if plays and not outcome_of(one) else "",
        late=is_late(one, match.due_at),
    )


def board_words(board: Board) -> str:
    """How a board stands, in the fewest words."""
    if board.given_up:
        return given_up_words(board)
    if board.outcome:
        return f"{board.first_points} : {board.second_points}"
    return progress_words(board)


@dataclass(frozen=True, slots=True)
class MatchBoardPage(Page):
    """A board of a match for a member of one of its clubs: no more of its battles than onlookers would see.

    `gives_up` is the name of the club for which the reader can give it up, "" for everybody else.
    """

    template: ClassVar = "clubs/match_board.html"
    match: Match
    line: BoardLine
    due_at: datetime | None
    game: ShownGame
    gives_up: str
    refused: tuple[Refusal, ...]


def match_board_page(
    board: Board, match: Match, user: User, refused: tuple[Refusal, ...] = ()
) -> MatchBoardPage:
    """The board as a member sees it."""
    decided, line = bool(outcome_of(board)), _board(board, match, user)
    mine = next((club for club in (match.home, match.away) if organises(club, user)), None)
    plays = user.pk in (board.first.user_id, board.second.user_id)
    return MatchBoardPage(
        match=match,
        line=line,
        due_at=None if decided else match.due_at,
        game=shown_game(board, (line.first, line.second), plays=plays),
        gives_up="" if mine is None or decided else mine.name,
        refused=refused,
    )
