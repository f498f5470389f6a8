"""Who leaves a side of a battle of teams, having heard its talk: the side is told, and the other one is overheard by
nobody who goes to and fro.
"""

from accounts.deliveries import owe
from accounts.live import publish, topic_of
from accounts.models import MessageKind, User
from battles.models import TeamBattle, TeamLine, TeamSeat
from engines.seam.sides import Side, opponent


def heard_from(team: TeamBattle, user: User, side: Side) -> int:
    """The last line of a side's talk that somebody is not to read who takes a seat there: 0 unless they were with the
    other side.
    """
    if not _was_with(team, user, opponent(side)):
        return 0
    newest = (
        TeamLine.objects.filter(team=team, side=side).order_by("-pk").values_list("pk", flat=True).first()
    )
    return newest or 0


def tell_of_leaving(team: TeamBattle, user: User, side: Side) -> None:
    """Tell a side that the user has left it."""
    _tell(team, user, side, TeamLine.Departure.LEFT)


def tell_of_going_over(team: TeamBattle, user: User, side: Side) -> None:
    """Tell a side that the user, who was with it, plays for the other one now; nothing if they never were."""
    if not _was_with(team, user, side):
        return
    _tell(team, user, side, TeamLine.Departure.OVER)
    for seat in team.seats.filter(side=side, user__isnull=False).exclude(user=user).select_related("user"):
        if seat.user is not None:
            _owe(team, seat.user, user, side)


def _was_with(team: TeamBattle, user: User, side: Side) -> bool:
    """Whether the user has, or had, a seat of the side."""
    left = TeamLine.objects.filter(team=team, side=side, user=user).exclude(departure="")
    return left.exists() or TeamSeat.objects.filter(team=team, side=side, user=user).exists()


def _tell(team: TeamBattle, user: User, side: Side, departure: TeamLine.Departure) -> None:
    """Write it into the side's talk, where the last such line of a player is the only one."""
    TeamLine.objects.filter(team=team, side=side, user=user).exclude(departure="").delete()
    TeamLine.objects.create(team=team, side=side, user=user, departure=departure, words=0, round=0)
    people = team.seats.filter(side=side, user__isnull=False).values_list("user", flat=True)
    publish(*(topic_of(number) for number in people if number is not None))


def _owe(team: TeamBattle, to: User, who: User, side: Side) -> None:
    owe(
        user=to,
        kind=MessageKind.INVITATION,
        key=f"team:{team.pk}:over:{who.pk}:{team.revision}",
        subject=f"{team.title}: {who.username} has changed sides",
        body=f"{who.username}, who has read your side's talk, plays for {opponent(side).title()} now.",
        path=f"/teams/{team.token}/talk/",
    )
