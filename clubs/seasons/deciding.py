"""Who of a club's organisers decides, so that nobody does so in a matter of their own if another can."""

from collections.abc import Collection, Iterable, Sequence

from accounts.models import User
from clubs.models import Entrant, Member, Pairing
from clubs.seasons.reading import players_of
from clubs.seasons.withdrawing import changed_by_leaving


def others_who_decide(organisers: Sequence[Member], user: User, concerned: Collection[int]) -> list[str]:
    """The callsigns of the organisers who decide instead of a user who is `concerned`; none if the user decides.

    An organiser who is concerned decides all the same if all of them are.
    """
    if user.pk not in concerned:
        return []
    return [one.user.username for one in organisers if one.user_id not in concerned]


def others_who_withdraw(
    organisers: Sequence[Member], user: User, entrant: Entrant, games: Iterable[Pairing]
) -> list[str]:
    """The callsigns of the organisers who withdraw a player instead of a user whose own games would count otherwise.

    None if the user may: everybody can withdraw themselves.
    """
    if user.pk == entrant.user_id:
        return []
    changed = changed_by_leaving(entrant, games)
    concerned = {entrant.user_id, *[player for one in changed for player in players_of(one)]}
    return others_who_decide(organisers, user, concerned)
