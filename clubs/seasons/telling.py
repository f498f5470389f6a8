"""What players are told of a season."""

from collections.abc import Iterable

from accounts.deliveries import owe
from accounts.models import MessageKind, User
from accounts.readers_zone import zone_of
from accounts.zones import instant_words
from clubs.games.results import game_path
from clubs.membership.reading import members_of
from clubs.models import Entrant, Pairing, Round, Season


def tell(season: Season, users: Iterable[User], what: str, words: str, path: str = "") -> None:
    """Owes those of these people who belong to the club a message about the season, once for each thing."""
    told = list(users)
    here = set(season.club.members.filter(user__in=told).values_list("user_id", flat=True))
    for user in [one for one in told if one.pk in here]:
        owe(
            user=user,
            kind=MessageKind.SEASON,
            key=f"club:{season.club_id}:season:{season.pk}:{what}",
            subject=f"{season.name}, {season.club.name}",
            body=words,
            path=path or season.get_absolute_url(),
        )


def tell_opened(season: Season, by: User) -> None:
    """Tells all other members that they can sign up."""
    others = [one.user for one in members_of(season.club) if one.user_id != by.pk]
    tell(season, others, "opened", f"{by.username} has opened the season {season.name}. You can sign up now.")


def tell_round(season: Season, row: Round, pairings: Iterable[Pairing]) -> None:
    """Tells everybody whom they play in a round that has begun, and until when, or that they have a bye."""
    for pairing in pairings:
        for entrant, rival in _both(pairing):
            words = f"Round {row.number} has begun. "
            if rival is None:
                words += "You have a bye."
            elif not pairing.is_made:
                words += f"Your game with {rival.user.username} is decided already."
            else:
                words += f"You play {rival.user.username}.{_until(row, entrant.user)}"
            tell(season, [entrant.user], f"round:{row.number}", words, game_path(pairing))


def tell_deadline(season: Season, row: Round, pairings: Iterable[Pairing]) -> None:
    """Tells those who have not finished their games of a round that they have longer."""
    if row.due_at is None:
        return
    for pairing in pairings:
        for entrant, rival in _both(pairing):
            if rival is not None:
                words = (
                    f"There is more time for your game with {rival.user.username}.{_until(row, entrant.user)}"
                )
                tell(season, [entrant.user], f"round:{row.number}:until:{row.due_at.timestamp():.0f}", words)


def tell_reminder(season: Season, row: Round, pairings: Iterable[Pairing]) -> None:
    """Tells those who have not finished their games of a round that its deadline is near."""
    if row.due_at is None:
        return
    for pairing in pairings:
        for entrant, rival in _both(pairing):
            if rival is not None:
                words = f"Your game with {rival.user.username} is not decided yet.{_until(row, entrant.user)}"
                key = f"round:{row.number}:near:{row.due_at.timestamp():.0f}"
                tell(season, [entrant.user], key, words, game_path(pairing))


def tell_over(season: Season, entrants: Iterable[Entrant]) -> None:
    """Tells all who took part that the last table stands."""
    users = [entrant.user for entrant in entrants]
    tell(season, users, "over", f"All games of {season.name} are decided. Look at the last table.")


def _both(pairing: Pairing) -> list[tuple[Entrant, Entrant | None]]:
    if pairing.second is None:
        return [(pairing.first, None)]
    return [(pairing.first, pairing.second), (pairing.second, pairing.first)]


def _until(row: Round, user: User) -> str:
    return (
        ""
        if row.due_at is None
        else f" The game is to be over by {instant_words(row.due_at, zone_of(user))}."
    )
