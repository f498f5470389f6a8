"""Writing down what was ordered: the one way a battle moves on."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.deliveries import owe
from accounts.live import publish as publish_notice
from accounts.models import MessageKind, User
from accounts.seats import SeatLost
from battles.models import WarfleetsBattle, WarfleetsOrder
from battles.warfleets.tables.services.scoring import score
from engines.seam.refusals import refuse
from engines.warfleets.captains.levels import LEVELS, player_of
from engines.warfleets.game import asked
from engines.warfleets.notation.lines import write_order
from engines.warfleets.records.match import Match, SealedMatch

COMPUTER: Final = "talon"
"""The side that the computer plays."""
Stage, Ended = WarfleetsBattle.Stage, WarfleetsBattle.Ended


class StaleTable(Exception):
    """The battle has moved on since the page was loaded; nothing was written."""

    def __init__(self) -> None:
        super().__init__("The battle has moved on since you loaded the page. This is how it stands now.")


@contextmanager
def locked(battle_id: int, user: User, seen: int) -> Iterator[WarfleetsBattle]:
    """The battle in a transaction, for its player to change; `StaleTable` if it has changed since `seen`.

    `Refused` if it is over, `SeatLost` for anybody else.
    """
    with transaction.atomic():
        rows = WarfleetsBattle.objects.select_for_update(of=("self",)).select_related(
            "terran_user", "talon_user"
        )
        row = rows.get(pk=battle_id)
        if not row.seats_of(user.pk):
            raise SeatLost
        if row.number != seen:
            raise StaleTable
        if row.stage != Stage.ON:
            raise refuse("", "This battle is over.")
        yield row


def publish(row: WarfleetsBattle, sealed: SealedMatch, by: User) -> None:
    """Have the computer answer what `by` has ordered, and write down all new orders, in the transaction of the change.

    `StaleTable` if somebody else has changed it meanwhile.
    """
    _computer_plays(row, sealed)
    match, question = sealed.match, asked(sealed.match.battle)
    known = row.orders.count()
    new = [
        WarfleetsOrder(
            battle=row, number=at, line=write_order(given.order, match.battle.models), dice=given.dice
        )
        for at, given in enumerate(match.given[known:], known)
    ]
    WarfleetsOrder.objects.bulk_create(new)
    if question is None:
        end(row, match, how=Ended.PLAYED, winner=match.battle.winner or "", by=by)
    else:
        ordered = {one.line.split()[0] for one in new}
        stands = {name: asker if {asker} >= ordered else "" for name, asker in _asks(row).items()}
        change(row, decider=question.side, moved_at=timezone.now(), **stands)


def _asks(row: WarfleetsBattle) -> dict[str, str]:
    """Who has offered a draw, and who would call the battle off: each stands until the other side orders."""
    return {"drawn_by": row.drawn_by, "left_by": row.left_by}


def end(row: WarfleetsBattle, match: Match, *, how: str, winner: str, by: User) -> None:
    """The battle is over, and counts in the lifetime score; whoever did not end it is told."""
    over = {"decider": "", "drawn_by": "", "left_by": "", "over_at": timezone.now()}
    change(row, stage=Stage.OVER, ended=how, winner=winner, **over)
    score(row, match)
    tell_the_other(
        row,
        by,
        kind=MessageKind.NEWS,
        what="over",
        subject="Warfleets: the battle is over",
        body=f"Your battle of Warfleets against {by.username} is over.",
    )


def tell_the_other(
    row: WarfleetsBattle, by: User, *, kind: MessageKind, what: str, subject: str, body: str
) -> None:
    """Owe the other player a message; nothing to the computer, nor to somebody who plays both sides."""
    if row.level:
        return
    for user in (row.terran_user, row.talon_user):
        if user is not None and user.pk != by.pk:
            path = row.get_absolute_url()
            owe(user=user, kind=kind, key=f"{row.topic}:{what}", subject=subject, body=body, path=path)


def change(row: WarfleetsBattle, **fields: object) -> None:
    """Change the battle, and wake the pages that show it; `StaleTable` if it has changed since it was read."""
    new = row.number + 1
    mine = WarfleetsBattle.objects.filter(pk=row.pk, number=row.number)
    if not mine.update(number=new, **fields):
        raise StaleTable
    for name, value in fields.items():
        setattr(row, name, value)
    row.number = new
    publish_notice(row.topic)


def _computer_plays(row: WarfleetsBattle, sealed: SealedMatch) -> None:
    level = next((one for one in LEVELS if one == row.level), None)
    if level is None:
        return
    captain = player_of(level, int(row.commitment[:7], 16))
    while (question := asked(sealed.match.battle)) is not None and question.side == COMPUTER:
        sealed.play(captain.decide(sealed.match.battle, question))
