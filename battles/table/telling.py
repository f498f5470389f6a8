"""Messages about a single battle at a table: that its result waits for the other player, or is disputed."""

from collections.abc import Iterable
from typing import Any

from accounts.deliveries import owe
from accounts.models import MessageKind, User
from battles.battle.awaited import TURNS, wait_key
from battles.battle.services.step import read
from battles.battle.services.taking_back import asked_back_by
from battles.models import Battle, BattleNote, Status
from engines.seam.sides import Side, as_side, opponent


def tell_other_player(battle_id: int, **_: Any) -> None:
    """Owes a message to whoever a single battle waits for now, in the transaction of the change; once each turn.

    A deputy is told as the player is, but for what the player alone can answer (S96). A war tells its players itself,
    and so does a battle of teams. Who corrects a result of their own that is not answered yet owes no second message.
    """
    battle = read(battle_id)
    if battle.owner_topic or battle.sandbox or battle.teams or not battle.two_people:
        return
    for asking in asked_back_by(battle):
        name = battle.user_of(asking).username
        asked = [battle.user_of(opponent(asking))]
        _owe(battle, asked, "wrong result?", f"{name} asks to take the result back.")
    if (waiting := _waiting_for_answer(battle)) is not None:
        side, subject, words = waiting
        _owe(battle, battle.acting_for(side), subject, words)


def tell_new_deputy(battle_id: int, deputy: User) -> None:
    """Owes a new deputy in a single battle the message about what waits for their player's answer, if anything does."""
    battle = read(battle_id)
    waiting = _waiting_for_answer(battle)
    if waiting is not None and battle.deputy_of(waiting[0]) == deputy.pk:
        _owe(battle, [deputy], *waiting[1:])


def _waiting_for_answer(battle: Battle) -> tuple[Side, str, str] | None:
    """Whose answer the result of the battle waits for, and a message's subject and words; None if for nobody's."""
    side = battle.answering_side
    if side is not None:
        name = battle.user_of(opponent(side)).username
        return side, "confirm the result", f"{name} has entered a result. Confirm it, or dispute it."
    if battle.status == Status.DISPUTED:
        side = as_side(battle.reported_by)
        name = battle.user_of(opponent(side)).username
        return side, "result disputed", f"{name} disputes your result: {battle.remark}"
    return None


def _owe(battle: Battle, users: Iterable[User], subject: str, words: str) -> None:
    turns = battle.notes.filter(kind__in=(*TURNS, BattleNote.Kind.ASKED_BACK)).count()
    for user in users:
        owe(
            user=user,
            kind=MessageKind.TURN,
            key=wait_key(battle.pk, battle.status, turns),
            subject=f"{battle.place}: {subject}",
            body=f"{battle.title}, {battle.place}: {words}",
            path=f"/battles/{battle.pk}/",
        )
