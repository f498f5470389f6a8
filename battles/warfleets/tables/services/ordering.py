"""Giving orders, and taking them back until a die has been rolled."""

from accounts.models import User
from battles.models import WarfleetsBattle
from battles.warfleets.tables.positions import match_of, match_to_play
from battles.warfleets.tables.services.publishing import change, locked, publish
from battles.warfleets.tables.services.settling import tell_war
from engines.seam.refusals import Unreadable, refuse
from engines.seam.sides import SIDE_TITLES, SIDES, Side, as_side
from engines.warfleets.game import asked
from engines.warfleets.notation.lines import read_order
from engines.warfleets.orders import AnyOrder
from engines.warfleets.state import Battle


def give(*, battle_id: int, user: User, seen: int, line: str) -> None:
    """Give an order, and have the computer answer.

    `Refused` if it is not lawful; nothing has changed then, nor if the battle has moved on, `StaleTable`.
    """
    with locked(battle_id, user, seen) as row:
        sealed = match_to_play(row)
        before = sealed.match.battle.round
        sealed.play(order_in(line, sealed.match.battle, own_seats(row, user)))
        publish(row, sealed, user, before=before)


def order_in(line: str, battle: Battle, seats: tuple[Side, ...]) -> AnyOrder:
    """The order of a line, which need not name its side; `Refused` if it is none, or another side's."""
    question = asked(battle)
    if not seats:
        raise refuse("", "A captain gives your orders. Take back command first.")
    side = seats[0] if question is None or question.side not in seats else question.side
    words = line.split(maxsplit=1)
    try:
        order = read_order(line if words and words[0] in SIDES else f"{side} {line}", battle.models)
    except Unreadable as unreadable:
        raise refuse("", f"{unreadable}.") from None
    if order.side not in seats:
        raise refuse("", f"You do not give the orders of {SIDE_TITLES[order.side]}.")
    return order


def undo(*, battle_id: int, user: User, seen: int) -> None:
    """Take back the last order; `Refused` if a die was rolled for it, or if the other side gave it."""
    with locked(battle_id, user, seen) as row:
        last = row.orders.last()
        if last is None or not can_undo(row, user):
            raise refuse(
                "",
                "The last order cannot be taken back: a die was rolled for it, or the other side has decided.",
            )
        last.delete()
        change(row, decider=as_side(last.line.split()[0]))
        tell_war(row, match_of(row))


def can_undo(row: WarfleetsBattle, user: User) -> bool:
    """Whether the last order is the user's, and no die was rolled for it; one query."""
    last = row.orders.last()
    if last is None or row.stage != row.Stage.ON:
        return False
    return not last.dice and not last.captain and last.line.split()[0] in own_seats(row, user)


def own_seats(row: WarfleetsBattle, user: User) -> tuple[Side, ...]:
    """The sides whose orders the user gives now: none of those that a captain plays for them."""
    return tuple(side for side in row.seats_of(user.pk) if not row.captain_of(side))
