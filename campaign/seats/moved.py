"""Who hears of it when the host has given a seat to somebody else, or it is given back (S72)."""

from accounts.deliveries.owing import owe
from accounts.live.notices import publish, topic_of
from accounts.models import MessageKind, User
from campaign.models import Deputy, Seat, War


def notify_moved(war: War, row: Deputy, user: User) -> None:
    """Tell the other player, the player of before and the one of now; `row` says who had the seat, `user` has it."""
    before, rival = row.user, Seat.objects.exclude(side=row.side).select_related("user").get(war=war).user
    path = f"/wars/{war.pk}/"
    words = {
        before: _to_the_last(row, user),
        user: _to_the_next(row),
        rival: _to_the_rival(row, user),
    }
    for person, said in words.items():
        if person is None or person.is_computer:
            continue
        publish(topic_of(person.pk))
        owe(
            user=person,
            kind=MessageKind.NEWS,
            key=f"war:{war.pk}:seat:{row.pk}",
            subject=f"{war.name}: {said}",
            body=f"{said} in {war.name}, on the {row.side.title()} side.",
            path=path,
        )


def _name(user: User) -> str:
    return "the computer" if user.is_computer else user.username


def _to_the_last(row: Deputy, user: User) -> str:
    if row.how == Deputy.How.RETURNED:
        return f"You gave the seat back to {_name(user)}"
    return f"The host gave your seat to {_name(user)}"


def _to_the_next(row: Deputy) -> str:
    if row.how == Deputy.How.RETURNED:
        return f"{row.user.username} gave you your seat back"
    return f"The host gave you the seat of {_name(row.user)}"


def _to_the_rival(row: Deputy, user: User) -> str:
    if row.how == Deputy.How.RETURNED:
        return f"{row.user.username} gave the seat back to {_name(user)}"
    return f"The host gave the seat of {_name(row.user)} to {_name(user)}"
