"""Matches follow the campaign games and wars of their boards; an organiser can give one up."""

from django.db import transaction

from accounts.models import User
from battles.arranged import Arranged
from battles.models import Series
from battles.talon.series.reading import SeriesState
from campaign.models import War
from clubs.games.results import COLUMNS, GameResult, note_result, of_series, of_war
from clubs.matches.challenging import held_by_organiser, note
from clubs.matches.reading import is_seen, outcome_of, state_of
from clubs.matches.telling import tell_given_up, tell_over
from clubs.models import Board, ClubNote, Match
from engines.seam.refusals import refuse


def follow(found: SeriesState) -> None:
    """Stores what has become of a campaign game of a board; in the transaction that changed it."""
    _follow(Board.objects.filter(series=found.series).first(), of_series(found))


def follow_war(war: War) -> None:
    """The same for a war."""
    _follow(Board.objects.filter(war=war).first(), of_war(war))


def _follow(known: Board | None, result: GameResult) -> None:
    """The only place that writes a result; it writes the result as it is now, whatever it was before."""
    if known is None or not note_result(known, result):
        return  # most changes are moves
    match = (
        Match.objects.select_for_update(of=("self",)).select_related("home", "away").get(pk=known.match_id)
    )
    known.save(update_fields=COLUMNS)
    _end(match)


@transaction.atomic
def give_up(*, match: Match, club_id: int, by: User, number: int) -> None:
    """Gives a board up for a club whose player cannot play it: it is won by the other, without points.

    The game itself goes on as it is, and so does the lifetime score. Nothing happens to a board that was given up.
    `Refused` once it is decided.
    """
    row, club = held_by_organiser(match, club_id, by)
    board = row.board_set.select_related("first__user", "second__user", "match").filter(number=number).first()
    if board is None:
        raise refuse("", "There is no such board in this match.")
    if board.given_up:
        return
    if outcome_of(board):
        raise refuse("", "This board is decided already.")
    board.given_up = "first" if board.first.club_id == club.pk else "second"
    board.save(update_fields=["given_up"])
    other = row.away if club.pk == row.home_id else row.home
    note(club, ClubNote.Kind.GAVE_UP, by, f"board {number} of the match with {other.name}")
    tell_given_up(row, board, club, by)
    _end(row)


def _end(match: Match) -> None:
    found = state_of(match)
    if found.over:
        tell_over(match, [place.user for place in found.places])


def arranged(game: Series | War, user: User) -> Arranged | None:
    """The match that a campaign game or a war belongs to; None for one of no match. Two queries.

    Only members of the two clubs get its address.
    """
    rows = Board.objects.select_related(
        "match__home", "match__away", "first__user", "second__user", "first__club", "second__club"
    )
    row = (rows.filter(war=game) if isinstance(game, War) else rows.filter(series=game)).first()
    if row is None:
        return None
    match = row.match
    return Arranged(
        name=f"{match.name}, {match.home.name} against {match.away.name}",
        path=row.get_absolute_url() if is_seen(match, user) else "",
        due_at=None if outcome_of(row) else match.due_at,
        decided=f"{given_up_words(row)}." if row.given_up else "",
    )


def given_up_words(board: Board) -> str:
    """For whom a board was given up: "Given up for ben, so it counts as won by anna"."""
    lost, won = (board.first, board.second) if board.given_up == "first" else (board.second, board.first)
    return f"Given up for {lost.user.username}, so it counts as won by {won.user.username}"
