"""Who of a club's organisers decides, so that nobody does so in a matter of their own if another can."""

from collections.abc import Collection, Sequence

from accounts.models import User
from clubs.models import Member


def others_who_decide(organisers: Sequence[Member], user: User, concerned: Collection[int]) -> list[str]:
    """The callsigns of the organisers who decide instead of a user who is `concerned`; none if the user decides.

    An organiser who is concerned decides all the same if all of them are.
    """
    if user.pk not in concerned:
        return []
    return [one.user.username for one in organisers if one.user_id not in concerned]
