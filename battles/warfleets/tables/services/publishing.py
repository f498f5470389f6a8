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
from battles.battle.services.resolving import doctrines_of
from battles.battle.services.step import check_going_on, read
from battles.models import Play, WarfleetsBattle, WarfleetsOrder
from battles.warfleets.tables.access import WITH
from battles.warfleets.tables.positions import match_of
from battles.warfleets.tables.services.scoring import score
from battles.warfleets.tables.services.settling import settle, tell_war
from battles.warfleets.tables.stale import StaleTable
from engines.seam.documents import Doctrine
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, opponent
from engines.warfleets.captains.levels import LEVELS, player_of
from engines.warfleets.captains.match import Player
from engines.warfleets.game import asked
from engines.warfleets.notation.lines import write_order
from engines.warfleets.records.match import SealedMatch
from engines.warfleets.war.fighting import breaks_off

HOLD: Final = Doctrine(stance="hold")
Stage, Ended = WarfleetsBattle.Stage, WarfleetsBattle.Ended


@contextmanager
def locked(battle_id: int, user: User, seen: int) -> Iterator[WarfleetsBattle]:
    """The battle in a transaction, for its player to change; `StaleTable` if it has changed since `seen`.

    `Refused` if it is over or stands still, `SeatLost` for anybody else.
    """
    with transaction.atomic():
        row = locked_row(battle_id)
        if not row.seats_of(user.pk):
            raise SeatLost
        if row.number != seen:
            raise StaleTable
        if row.stage != Stage.ON:
            raise refuse("", "This battle is over.")
        if row.play is not None:
            check_going_on(row.play.battle)
            if row.play.stage != Play.Stage.ON:
                raise refuse("S35", "This battle was laid aside. Agree on its page to play on here.")
        yield row


def locked_row(battle_id: int) -> WarfleetsBattle:
    """The battle for a change in a transaction: that of a war after the war's own, as wherever that is changed."""
    of_war = WarfleetsBattle.objects.values_list("play__battle", flat=True).get(pk=battle_id)
    if of_war is not None:
        read(of_war, lock=True)
    rows = WarfleetsBattle.objects.select_for_update(of=("self",)).select_related(*WITH)
    return rows.get(pk=battle_id)


def publish(row: WarfleetsBattle, sealed: SealedMatch, by: User | None, *, before: int = 0) -> None:
    """Have captains answer what `by` has ordered, and write down all new orders, in the transaction of the change.

    `before` is the round in which the battle was. `StaleTable` if somebody else has changed it meanwhile.
    """
    people = len(sealed.match.given)
    gave_up = _captains_play(row, sealed, before)
    match, question = sealed.match, asked(sealed.match.battle)
    known = row.orders.count()
    new = [
        WarfleetsOrder(
            battle=row,
            number=at,
            line=write_order(given.order, match.battle.models),
            dice=given.dice,
            captain=at >= people,
        )
        for at, given in enumerate(match.given[known:], known)
    ]
    WarfleetsOrder.objects.bulk_create(new)
    if gave_up is not None:
        end(row, how=Ended.CONCEDED, winner=opponent(gave_up), by=by)
    elif question is None:
        end(row, how=Ended.PLAYED, winner=match.battle.winner or "", by=by)
    else:
        ordered = {one.line.split()[0] for one in new}
        stands = {name: asker if {asker} >= ordered else "" for name, asker in _asks(row).items()}
        change(row, decider=question.side, moved_at=timezone.now(), **stands)
        tell_war(row, match)


def _asks(row: WarfleetsBattle) -> dict[str, str]:
    """Who has offered a draw, and who would call the battle off: each stands until the other side orders."""
    return {} if row.play is not None else {"drawn_by": row.drawn_by, "left_by": row.left_by}


def end(row: WarfleetsBattle, *, how: str, winner: Side | str, by: User | None) -> None:
    """The battle is over and counts: in the lifetime score, or in its war; whoever did not end it is told."""
    match = match_of(row)
    if row.play is not None:
        gave_up = next((side for side in SIDES if how == Ended.CONCEDED and opponent(side) == winner), None)
        winner = settle(row, gave_up) or ""
    over = {"decider": "", "drawn_by": "", "left_by": "", "left_too": False, "over_at": timezone.now()}
    change(row, stage=Stage.OVER, ended=how, winner=winner, **over)
    if row.play is not None or by is None:
        return
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


def _captains_play(row: WarfleetsBattle, sealed: SealedMatch, before: int) -> Side | None:
    """Give the captains' orders until a person is asked; the side that breaks off as a round begins, if one does."""
    captains = {side: captain for side in SIDES if (captain := _captain(row, side)) is not None}
    battle, told = sealed.match.battle, before
    while (question := asked(battle)) is not None:
        if battle.step == "fighting" and battle.round != told:
            told = battle.round
            if told > 1 and (side := _breaks_off(row, sealed)) is not None:
                return side
        captain = captains.get(question.side)
        if captain is None:
            return None
        sealed.play(captain.decide(battle, question))
    return None


def _captain(row: WarfleetsBattle, side: Side) -> Player | None:
    level = next((one for one in LEVELS if one == row.captain_of(side)), None)
    return None if level is None else player_of(level, int(row.commitment[:7], 16) + (side == "terran"))


def _breaks_off(row: WarfleetsBattle, sealed: SealedMatch) -> Side | None:
    """The side of a war that gives the field up before the next round: as its player said, or its captain (WF60)."""
    battle = row.war_battle
    if battle is None:
        return None
    said = next(iter(row.leaving), None)
    told = doctrines_of(battle)
    doctrines = {side: told[side] if row.captain_of(side) else HOLD for side in SIDES}
    return said or breaks_off(sealed.match.battle, doctrines)
