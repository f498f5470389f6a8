"""Ending a battle before its end: by giving up, by a draw agreed on, or by calling it off."""

from django.utils import timezone

from accounts.models import MessageKind, User
from battles.models import WarfleetsBattle
from battles.warfleets.tables.positions import match_of
from battles.warfleets.tables.services.publishing import Ended, Stage, change, end, locked, tell_the_other
from engines.seam.refusals import refuse
from engines.seam.sides import Side, as_side, opponent


def concede(*, battle_id: int, user: User, seen: int) -> None:
    """Give up; at one screen the side that decides now does."""
    with locked(battle_id, user, seen) as row:
        seats = row.seats_of(user.pk)
        side = as_side(row.decider) if row.decider in seats else seats[0]
        end(row, match_of(row), how=Ended.CONCEDED, winner=opponent(side), by=user)


def draw(*, battle_id: int, user: User, seen: int) -> None:
    """Offer a draw, or agree to the other player's; `Refused` where there is no other player."""
    with locked(battle_id, user, seen) as row:
        if not of_two(row):
            raise refuse("", "There is no other player who could agree to a draw.")
        side = row.seats_of(user.pk)[0]
        if row.drawn_by == opponent(side):
            end(row, match_of(row), how=Ended.DRAWN, winner="", by=user)
        elif not row.drawn_by:
            change(row, drawn_by=side)
            _ask(row, user, f"{user.username} offers you a draw in your battle of Warfleets.")


def call_off(*, battle_id: int, user: User, seen: int) -> None:
    """Call the battle off, or ask the other player to agree to that, once the first round has begun."""
    with locked(battle_id, user, seen) as row:
        side = row.seats_of(user.pk)[0]
        if may_leave(row) or row.left_by == opponent(side):
            off = {"decider": "", "drawn_by": "", "left_by": "", "over_at": timezone.now()}
            change(row, stage=Stage.OFF, **off)
            tell_the_other(
                row,
                user,
                kind=MessageKind.NEWS,
                what="off",
                subject="Warfleets: the battle is called off",
                body=f"Your battle of Warfleets against {user.username} is called off. It counts nowhere.",
            )
        elif not row.left_by:
            change(row, left_by=side)
            _ask(row, user, f"{user.username} would like to call your battle of Warfleets off.")


def refuse_offers(*, battle_id: int, user: User, seen: int) -> None:
    """Refuse what the other player has offered, or take back what one has offered oneself."""
    with locked(battle_id, user, seen) as row:
        change(row, drawn_by="", left_by="")


def of_two(row: WarfleetsBattle) -> bool:
    """Whether two people play it."""
    return not row.level and not row.one_screen


def may_leave(row: WarfleetsBattle) -> bool:
    """Whether a player may call the battle off alone: before the first round, and where nobody else plays."""
    return not of_two(row) or not match_of(row).battle.round


def offered_by(row: WarfleetsBattle) -> tuple[Side | None, Side | None]:
    """Who has offered a draw, and who would call the battle off."""
    drawn, left = (as_side(one) if one else None for one in (row.drawn_by, row.left_by))
    return drawn, left


def _ask(row: WarfleetsBattle, user: User, body: str) -> None:
    tell_the_other(
        row,
        user,
        kind=MessageKind.PROPOSAL,
        what=f"asked:{row.number}",
        subject="Warfleets: a question to you",
        body=body,
    )
