"""Ending a battle before its end: by giving up, by a draw agreed on, or by calling it off."""

from django.utils import timezone

from accounts.models import MessageKind, User
from battles.models import Play, PlayedBy, WarfleetsBattle
from battles.warfleets.tables.positions import match_of
from battles.warfleets.tables.services.publishing import Ended, Stage, change, end, locked, tell_the_other
from battles.warfleets.tables.services.settling import tell_war_of_players
from engines.seam.refusals import refuse
from engines.seam.sides import Side, as_side, opponent
from engines.warfleets.state import ROUNDS


def concede(*, battle_id: int, user: User, seen: int) -> None:
    """Give up; at one screen the side that decides now does.

    In a battle of a war the side breaks off: before the first round at once, later when the round ends (WF60).
    """
    with locked(battle_id, user, seen) as row:
        side = _decides(row, user)
        if row.play is None or not (now := match_of(row).battle.round):
            end(row, how=Ended.CONCEDED, winner=opponent(side), by=user)
        elif now >= ROUNDS:
            raise refuse("WF60", "This is the last round: the battle ends with it.")
        elif not any(one in row.leaving for one in row.seats_of(user.pk)):
            _say(row, (*row.leaving, side))


def stay(*, battle_id: int, user: User, seen: int) -> None:
    """Not break off after all, in a battle of a war."""
    with locked(battle_id, user, seen) as row:
        if row.play is not None:
            _say(row, tuple(side for side in row.leaving if side not in row.seats_of(user.pk)))


def _say(row: WarfleetsBattle, leaving: tuple[Side, ...]) -> None:
    """Keep who breaks off when the round ends. The other side sees no change of the battle, not even its number."""
    said = {"left_by": leaving[0] if leaving else "", "left_too": len(leaving) > 1}
    WarfleetsBattle.objects.filter(pk=row.pk).update(**said)


def _decides(row: WarfleetsBattle, user: User) -> Side:
    seats = row.seats_of(user.pk)
    return as_side(row.decider) if row.decider in seats else seats[0]


def take_command(*, battle_id: int, user: User, seen: int) -> None:
    """Give one's orders oneself again, in a battle of a war in which a captain gives them."""
    with locked(battle_id, user, seen) as row:
        led = [side for side in row.seats_of(user.pk) if side not in row.computers and row.captain_of(side)]
        back = {f"{side}_by": PlayedBy.PERSON for side in led}
        if row.play is not None and back:
            Play.objects.filter(pk=row.play.pk).update(**back)
            change(row)
            tell_war_of_players(row)


def draw(*, battle_id: int, user: User, seen: int) -> None:
    """Offer a draw, or agree to the other player's; `Refused` where there is no other player."""
    with locked(battle_id, user, seen) as row:
        _check_single(row)
        if not of_two(row):
            raise refuse("", "There is no other player who could agree to a draw.")
        side = row.seats_of(user.pk)[0]
        if row.drawn_by == opponent(side):
            end(row, how=Ended.DRAWN, winner="", by=user)
        elif not row.drawn_by:
            change(row, drawn_by=side)
            _ask(row, user, f"{user.username} offers you a draw in your battle of Warfleets.")


def call_off(*, battle_id: int, user: User, seen: int) -> None:
    """Call the battle off, or ask the other player to agree to that, once the first round has begun."""
    with locked(battle_id, user, seen) as row:
        _check_single(row)
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
        _check_single(row)
        change(row, drawn_by="", left_by="")


def _check_single(row: WarfleetsBattle) -> None:
    if row.play is not None:
        raise refuse("WF60", "A battle of a war is played to its end, or until a side breaks off.")


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
