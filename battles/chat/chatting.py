"""The chat of a single battle: what its two players write to each other, and what they have read."""

from django.db import transaction

from accounts.deliveries import cancel_owed, owe
from accounts.live import publish, topic_of
from accounts.models import MessageKind
from battles.battle.selectors import chats, reader_of
from battles.models import Battle, BattleChatLine, BattleReader
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, as_side, opponent


@transaction.atomic
def say(*, battle: Battle, side: Side, text: str) -> BattleChatLine:
    """The new chat line; `Refused` if it is empty or too long, or the battle has no chat."""
    text = text.replace("\r\n", "\n").replace("\x00", "").strip()
    if not chats(battle):
        raise refuse("", "This battle has no chat.")
    if not text:
        raise refuse("", "Write something first.", "text")
    if len(text) > BattleChatLine.MOST:
        raise refuse("", f"That is {len(text)} characters. {BattleChatLine.MOST} are allowed.", "text")
    line = BattleChatLine.objects.create(battle=battle, side=side, user=battle.user_of(side), text=text)
    _ring(battle)
    rival = opponent(side)
    reader = reader_of(battle, rival)
    if not reader.mutes:
        _owe(battle, reader, battle.user_of(side).username)
    return line


def mark_read(*, battle: Battle, side: Side, newest: int) -> bool:
    """Whether the side's player had not read the chat up to that line before; writes nothing otherwise."""
    reader = reader_of(battle, side)
    if newest <= reader.read:
        return False
    BattleReader.objects.update_or_create(battle=battle, side=side, defaults={"read": newest})
    cancel_owed(user=battle.user_of(side), key=_owed_key(reader))
    return True


def mute(*, battle: Battle, side: Side, muted: bool) -> None:
    """Hide the other side's chat lines from this side, or show them again; the other player does not learn of it."""
    BattleReader.objects.update_or_create(battle=battle, side=side, defaults={"mutes": muted})


@transaction.atomic
def remove(*, line: BattleChatLine) -> None:
    """Delete a chat line for both players."""
    battle = line.battle
    line.delete()
    _ring(battle)


def _ring(battle: Battle) -> None:
    """Only the two players' own topics: the battle's would load the board again, also that of onlookers."""
    publish(*(topic_of(battle.user_of(side).pk) for side in SIDES))


def _owe(battle: Battle, reader: BattleReader, writer: str) -> None:
    """One message for all lines until the player has read them; it does not quote them."""
    side = as_side(reader.side)
    owe(
        user=battle.user_of(side),
        kind=MessageKind.CHAT,
        key=_owed_key(reader),
        subject=f"{battle.place}: {writer} wrote to you",
        body=f"{writer} wrote to you in the chat of your battle, {battle.place}.",
        path=f"/battles/{battle.pk}/chat/",
    )


def _owed_key(reader: BattleReader) -> str:
    return f"battle:{reader.battle_id}:chat:{reader.side}:{reader.read}"
