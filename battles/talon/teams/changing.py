"""A battle of teams whose seats are being taken: held while it is changed, and who hears of a change."""

from typing import Final

from django.db.models import F

from accounts.deliveries import cancel_owed, owe
from accounts.live import publish, topic_of
from accounts.models import MessageKind, User
from battles.models import TeamBattle, TeamSeat
from engines.seam import codec
from engines.seam.documents import BattleSetup
from engines.seam.sides import Side

CHANGED: Final = "Seats or ships have changed since you loaded the page. This is how they are now."
TAKEN: Final = "Somebody else has taken this seat."


class TeamClosed(Exception):
    """The battle has begun or was called off, or has changed since the page was loaded; the sentence says which."""


def closed_words(team: TeamBattle) -> str:
    """Why no seat can be taken any more; "" while that is possible."""
    if team.withdrawn:
        return "This battle was called off."
    return "This battle has begun." if team.battle_id is not None else ""


def setup_of(team: TeamBattle) -> BattleSetup:
    """What is fought, before it is divided."""
    return codec.decode_setup(bytes(team.setup))


def held(team_id: int) -> TeamBattle:
    """The battle, held until this transaction ends."""
    rows = TeamBattle.objects.select_for_update(of=("self",)).select_related("user", "battle")
    return rows.get(pk=team_id)


def held_open(team_id: int) -> TeamBattle:
    """The same; `TeamClosed` if its seats cannot be changed any more."""
    team = held(team_id)
    if words := closed_words(team):
        raise TeamClosed(words)
    return team


def changed(team: TeamBattle, *, by: User, side: Side | None = None) -> TeamBattle:
    """The battle with one change more, of how a `side` is arranged; open pages hear of it, and who is waited for gets a
    message.
    """
    row = TeamBattle.objects.filter(pk=team.pk, revision=team.revision, battle=None, withdrawn=False)
    more = {} if side is None else {f"{side}_changed_by": by}
    if not row.update(revision=F("revision") + 1, **more):
        raise TeamClosed(CHANGED)
    team.revision += 1
    seats = list(team.seats.select_related("user"))
    if all(seat.taken for seat in seats):
        for seat in seats:
            if seat.user is not None and not seat.ready and seat.user != by:
                _ask(team, seat, seat.user)
    ring(team, by)
    return team


def ring(team: TeamBattle, *more: User) -> None:
    """Wake the pages of everybody who has a seat, of who set it up, and of those who had one."""
    seated = team.seats.filter(user__isnull=False).values_list("user", flat=True)
    publish(*(topic_of(number) for number in sorted({team.user_id, *seated, *(user.pk for user in more)})))


def _ask(team: TeamBattle, seat: TeamSeat, user: User) -> None:
    """Owe a player the message that they are waited for: once, until they have said that they are ready."""
    if seat.asked:
        return
    TeamSeat.objects.filter(pk=seat.pk).update(asked=team.revision)
    owe(
        user=user,
        kind=MessageKind.INVITATION,
        key=_asked_key(team.pk, team.revision),
        subject=f"{team.title}: say that you are ready",
        body=f"Every seat of your team battle, {team.title}, is taken. It begins once all players are ready.",
        path=f"/teams/{team.token}/",
    )


def answered(seat: TeamSeat, user: User) -> None:
    """The player of a seat is not waited for any more: a message that is not sent yet is none, and the next is new."""
    if seat.asked:
        cancel_owed(user=user, key=_asked_key(seat.team_id, seat.asked))
        TeamSeat.objects.filter(pk=seat.pk).update(asked=0)


def _asked_key(team_id: int, revision: int) -> str:
    return f"team:{team_id}:ready:{revision}"
