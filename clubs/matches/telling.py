"""What organisers and players are told of a match."""

from collections.abc import Iterable

from accounts.deliveries import owe
from accounts.models import MessageKind, User
from accounts.readers_zone import zone_of
from accounts.zones import instant_words
from clubs.games.results import game_path
from clubs.membership.reading import members_of, organisers_among
from clubs.models import Board, Club, Match, Member


def tell_organisers(match: Match, club: Club, what: str, words: str, path: str = "") -> None:
    """Owes the organisers of a club a message about the match, once for each thing; it leads to its page or `path`."""
    _tell(match, [one.user for one in organisers_among(members_of(club))], what, words, path)


def tell_begun(match: Match, boards: Iterable[Board]) -> None:
    """Tells all players whom they play, and until when."""
    for board in boards:
        for mine, rival in ((board.first, board.second), (board.second, board.first)):
            words = f"The match has begun. You play {rival.user.username} of {rival.club.name} on board {board.number}."
            if match.due_at is not None:
                words += f" The game is to be over by {instant_words(match.due_at, zone_of(mine.user))}."
            _tell(match, [mine.user], "begun", words, game_path(board))


def tell_over(match: Match, users: Iterable[User]) -> None:
    """Tells all players that every board is decided."""
    _tell(match, users, "over", f"All boards of {match.name} are decided. Look at the result.")


def tell_given_up(match: Match, board: Board, club: Club, by: User) -> None:
    """Tells both players of a board that it was given up for one of them."""
    words = f"{by.username} has given up board {board.number} for {club.name}."
    _tell(
        match,
        [board.first.user, board.second.user],
        f"given-up:{board.number}",
        words,
        board.get_absolute_url(),
    )


def _tell(match: Match, users: Iterable[User], what: str, words: str, path: str = "") -> None:
    """To those of these people who belong to one of the two clubs, once for each thing."""
    told = list(users)
    rows = Member.objects.filter(club__in=[match.home_id, match.away_id], user__in=told)
    here = set(rows.values_list("user_id", flat=True))
    for user in [one for one in told if one.pk in here]:
        owe(
            user=user,
            kind=MessageKind.SEASON,
            key=f"match:{match.pk}:{what}",
            subject=f"{match.name}, {match.home.name} against {match.away.name}",
            body=words,
            path=path or match.get_absolute_url(),
        )
