"""What organisers decide in a season: more time, a disputed game, and that a player is withdrawn."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from battles.models import Series
from clubs.membership.reading import members_of, organisers_among
from clubs.models import Club, ClubNote, Pairing, Season
from clubs.seasons.beginning import go_on
from clubs.seasons.deciding import others_who_decide, others_who_withdraw
from clubs.seasons.reading import is_undecided, players_of, state_of
from clubs.seasons.setting_up import held_by_organiser, not_started, note
from clubs.seasons.telling import tell, tell_deadline
from clubs.seasons.withdrawing import take_out
from clubs.seasons.words import ruled_words
from engines.seam.refusals import refuse


@transaction.atomic
def extend(*, season: Season, by: User, number: int, days: int, due: datetime) -> None:
    """Gives a round so many days more, from its deadline, or from now if that has passed.

    Nothing happens if the deadline is not `due` any more: it was moved already.
    """
    club, row = held_by_organiser(season, by)
    found = row.round_set.filter(number=number, begun_at__isnull=False).first()
    if found is None or found.due_at is None:
        raise refuse("", "This round has no deadline.")
    if found.due_at != due:
        return
    found.due_at = max(due, timezone.now()) + timedelta(days=days)
    found.save(update_fields=["due_at"])
    more = f"{days} day{'s' if days > 1 else ''}"
    note(club, ClubNote.Kind.EXTENDED, by, f"round {number} of {row.name} {more} more")
    tell_deadline(
        row, found, [one for one in state_of(row).pairings if one.round_id == found.pk and is_undecided(one)]
    )


@transaction.atomic
def rule(*, season: Season, by: User, game: int, ruled: Pairing.Ruled, reason: str) -> None:
    """Decides how a game counts in the standings, with a sentence for everybody in the season; both players are told.

    The game itself goes on as it is, and so does the lifetime score. Nothing happens if it is decided so already.
    `Refused` for whoever plays the game, if another could decide it.
    """
    club, row = held_by_organiser(season, by)
    pairing = _game(row, game)
    _check_not_own(club, by, pairing)
    if (pairing.ruled, pairing.reason) == (ruled, reason):
        return
    pairing.ruled, pairing.reason = ruled, reason
    pairing.ruled_by, pairing.ruled_at = by, timezone.now()
    pairing.save(update_fields=["ruled", "reason", "ruled_by", "ruled_at"])
    words = (
        f"{_players(pairing)}, round {pairing.round.number} of {row.name}: {ruled_words(pairing)}. {reason}"
    )
    note(club, ClubNote.Kind.RULED, by, words)
    _tell_both(row, pairing, f"{by.username} has decided your game. {words}")
    go_on(row)


@transaction.atomic
def take_back_ruling(*, season: Season, by: User, game: int) -> None:
    """Takes a decision back: the game counts again as it was played. Nothing happens without one.

    `Refused` once the players have called the campaign game off.
    """
    club, row = held_by_organiser(season, by)
    pairing = _game(row, game)
    _check_not_own(club, by, pairing)
    if not pairing.ruled:
        return
    if pairing.series is not None and pairing.series.stage == Series.Stage.CALLED_OFF:
        raise refuse(
            "", "The campaign game has been called off, so it has to be decided. You can decide it anew."
        )
    pairing.ruled, pairing.reason, pairing.ruled_by, pairing.ruled_at = "", "", None, None
    pairing.save(update_fields=["ruled", "reason", "ruled_by", "ruled_at"])
    words = f"{_players(pairing)}, round {pairing.round.number} of {row.name}"
    note(club, ClubNote.Kind.UNRULED, by, words)
    _tell_both(row, pairing, f"{by.username} has taken back the decision on your game. {words}.")
    go_on(row)


@transaction.atomic
def withdraw(*, season: Season, by: User, entrant: int) -> None:
    """Withdraws a player, who plays on no longer; nothing happens for one who is withdrawn.

    `Refused` for whoever has a game that would count otherwise then, if another organiser has none, and once the season
    is over.
    """
    club, row = held_by_organiser(season, by)
    if row.stage != Season.Stage.ON:
        raise not_started()
    found = row.entrants.select_related("user").filter(pk=entrant).first()
    if found is None:
        raise refuse("", "There is no such player in this season.")
    if found.withdrawn_at is not None:
        return
    now = state_of(row)
    if now.over:
        raise refuse("", "This season is over. Its last table stands.")
    others = others_who_withdraw(organisers_among(members_of(club)), by, found, now.pairings)
    if others:
        name = found.user.username
        words = (
            f"That would decide a game of yours. Another organiser can withdraw {name}: {', '.join(others)}."
        )
        raise refuse("", words)
    take_out(found, f"{found.user.username} was withdrawn.")
    note(club, ClubNote.Kind.WITHDREW, by, row.name, found.user)
    tell(row, [found.user], "withdrawn", f"{by.username} has withdrawn you from the season {row.name}.")
    go_on(row)


def _game(row: Season, game: int) -> Pairing:
    rows = Pairing.objects.select_related("round__season", "first__user", "second__user", "series")
    found = rows.filter(round__season=row, pk=game, second__isnull=False).first()
    if found is None or found.round.begun_at is None:
        raise refuse("", "The round of this game has not begun.")
    return found


def _check_not_own(club: Club, by: User, pairing: Pairing) -> None:
    """Refuse somebody who plays the game, unless all organisers of the club do."""
    others = others_who_decide(organisers_among(members_of(club)), by, players_of(pairing))
    if others:
        raise refuse("", f"You play this game yourself. Another organiser decides it: {', '.join(others)}.")


def _players(pairing: Pairing) -> str:
    second = pairing.second
    return f"{pairing.first.user.username} against {second.user.username if second else 'nobody'}"


def _tell_both(row: Season, pairing: Pairing, words: str) -> None:
    users = [entrant.user for entrant in (pairing.first, pairing.second) if entrant is not None]
    tell(row, users, f"ruled:{pairing.pk}:{timezone.now().isoformat()}", words, pairing.get_absolute_url())
