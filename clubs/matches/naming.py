"""Both clubs name their teams, and the match begins once they have."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from clubs.games.arranging import arrange_games
from clubs.matches.challenging import closed, held_by_organiser, note
from clubs.matches.telling import tell_begun, tell_organisers
from clubs.membership.reading import members_of
from clubs.models import Board, Club, ClubNote, Match, Member, TeamPlace
from engines.seam.refusals import refuse


@transaction.atomic
def name_team(*, match: Match, club_id: int, by: User, players: Sequence[int]) -> Match:
    """The match with a club's team: these users in their order, from board 1 on. It can be named anew until it begins.

    It begins once both teams are named; the other club does not see the team before. `Refused` unless all boards have
    a member of the club alone, each of them once.
    """
    row, club = held_by_organiser(match, club_id, by)
    if row.stage == Match.Stage.ASKED:
        raise refuse("", "The challenge has to be accepted first.")
    if row.stage != Match.Stage.NAMING:
        raise closed(row)
    if len(players) != row.boards or len(set(players)) != row.boards:
        raise refuse("", f"Name a player for each of the {row.boards} boards, each once.")
    if not set(players) <= {user.pk for user in eligible(row, club)}:
        raise refuse("", "Only members of your club play for it, and nobody who belongs to both clubs.")
    was = row.places.filter(club=club).exists()
    other = row.away if club.pk == row.home_id else row.home
    row.places.filter(club=club).delete()
    _check_still_here(row, other)
    TeamPlace.objects.bulk_create(
        TeamPlace(match=row, club=club, board=number, user_id=user) for number, user in enumerate(players, 1)
    )
    if not was:
        note(club, ClubNote.Kind.TEAM, by, other.name)
    if row.places.filter(club=other).exists():
        _begin(row)
    elif not was:
        tell_organisers(
            row, other, "named", f"{club.name} has named its team. The match begins once yours is named."
        )
    return row


def eligible(match: Match, club: Club) -> list[User]:
    """Who can play for the club: its members, of longest standing first, without those who belong to both clubs.

    Two queries.
    """
    other = match.away_id if club.pk == match.home_id else match.home_id
    theirs = set(Member.objects.filter(club=other).values_list("user", flat=True))
    return [one.user for one in members_of(club) if one.user_id not in theirs]


def _check_still_here(row: Match, club: Club) -> None:
    """Takes the team of a club back if somebody in it has left the club or joined the other: it is named anew.

    Before the other team is stored, in which that player may be by now.
    """
    here = {user.pk for user in eligible(row, club)}
    if not here.issuperset(row.places.filter(club=club).values_list("user_id", flat=True)):
        row.places.filter(club=club).delete()
        words = f"A player of {club.name} can no longer play for it. Name the team anew."
        tell_organisers(row, club, f"anew:{timezone.now().isoformat()}", words)


def _begin(row: Match) -> None:
    """The boards are made with their games, and all players told."""
    now = timezone.now()
    row.stage, row.begun_at = Match.Stage.ON, now
    row.due_at = now + timedelta(days=row.days) if row.days else None
    row.save(update_fields=["stage", "begun_at", "due_at"])
    homes, aways = [
        list(row.places.filter(club=club).select_related("user", "club").order_by("board"))
        for club in (row.home, row.away)
    ]
    boards = []
    for home, away in zip(homes, aways, strict=True):
        first, second = (home, away) if home.board % 2 else (away, home)
        boards.append(Board.objects.create(match=row, number=home.board, first=first, second=second))
    arrange_games(row, row.name, [(one, one.first.user, one.second.user) for one in boards])
    tell_begun(row, boards)
