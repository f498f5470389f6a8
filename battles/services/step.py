"""The one way a battle changes: a conditional update of its version, a note, notices for open pages."""

from functools import partial
from typing import Any

from django.db import transaction

from accounts.deliveries import cancel_owed, owe
from accounts.live import publish
from accounts.models import User
from battles.engine.catalogue import SIDES, Side
from battles.models import Battle, BattleNote, Status
from battles.signals import battle_settled

Kind = BattleNote.Kind


class Stale(Exception):
    """The battle went on since the page was loaded; nothing has changed. `battle` is as it is now."""

    def __init__(self, battle: Battle) -> None:
        super().__init__("This battle went on since you loaded the page. Here is how it stands now.")
        self.battle = battle


def read(battle_id: int) -> Battle:
    """The battle with its players as it is now; Battle.DoesNotExist if there is none."""
    return Battle.objects.select_related("terran_user", "talon_user").get(pk=battle_id)


def step(battle: Battle, *, only: tuple[Status, ...], **changes: Any) -> Battle:
    """The battle with `changes` made, if it is in the version read and in one of `only`; else `Stale`."""
    row = Battle.objects.filter(pk=battle.pk, version=battle.version, status__in=only)
    if not row.update(version=battle.version + 1, **changes):
        raise Stale(read(battle.pk))
    return read(battle.pk)


def note(battle: Battle, kind: BattleNote.Kind, side: Side | None = None, text: str = "") -> None:
    """Write a line of the log, and tell the pages of the battle and of its owner to look again."""
    user = battle.user_of(side) if side else None
    BattleNote.objects.create(battle=battle, kind=kind, side=side or "", user=user, text=text)
    for topic in (battle.topic, battle.owner_topic):
        if topic:
            publish(topic)


def tell_settled(battle: Battle) -> None:
    """Send `battle_settled` once this transaction has committed."""
    transaction.on_commit(partial(battle_settled.send, Battle, battle_id=battle.pk), robust=True)


def message_key(battle: Battle) -> str:
    """The key under which a message about the battle as it stands is owed."""
    return f"battle:{battle.pk}:{battle.version}"


def owe_word(battle: Battle, user: User, subject: str, body: str) -> None:
    """Owe the user a message about the battle, unless they play both sides and know."""
    if not battle.one_screen:
        path = battle.get_absolute_url()
        owe(user=user, key=message_key(battle), subject=subject, body=body, path=path)


def cancel_word(battle: Battle) -> None:
    """Call back what was owed about the battle as it stood and nobody has begun to send."""
    if not battle.one_screen:
        for side in SIDES:
            cancel_owed(user=battle.user_of(side), key=message_key(battle))
