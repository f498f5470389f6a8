"""The chat of a single battle: what its players write to each other, and what they have read."""

from django.db import transaction

from accounts.deliveries import cancel_owed, owe_chat
from accounts.live import publish, topic_of
from accounts.models import User
from battles.battle.selectors import chat_is_closed, chats, reader_of
from battles.models import Battle, BattleChatLine, BattleReader
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, as_side

CLOSED = "From impulse A on the players of a battle of teams say nothing to each other in public."


def fit(text: str, most: int) -> str:
    """What is written, as it is stored; `Refused` if nothing is, or more than `most` characters."""
    text = text.replace("\r\n", "\n").replace("\x00", "").strip()
    if not text:
        raise refuse("", "Write something first.", "text")
    if len(text) > most:
        raise refuse("", f"That is {len(text)} characters. {most} are allowed.", "text")
    return text


@transaction.atomic
def say(*, battle: Battle, side: Side, text: str, user: User | None = None) -> BattleChatLine:
    """The new line of the `user`, or of the side's player; `Refused` if it is empty or too long, or no chat is open."""
    if not chats(battle):
        raise refuse("", "This battle has no chat.")
    if chat_is_closed(battle):
        raise refuse("25", CLOSED, "text")
    text = fit(text, BattleChatLine.MOST)
    writer = user or battle.user_of(side)
    line = BattleChatLine.objects.create(battle=battle, side=side, user=writer, text=text)
    _ring(battle)
    for reader, other in _readers(battle):
        if other != writer and not (reader.mutes and reader.side != side):
            owe_chat(
                user=other,
                key=_owed_key(reader),
                title=battle.place,
                writer=writer.username,
                told=f"wrote to you in the chat of your battle, {battle.place}",
                path=f"/battles/{battle.pk}/chat/",
            )
    return line


def _readers(battle: Battle) -> list[tuple[BattleReader, User]]:
    """Every person who plays the battle, with what they have read."""
    seats = [(as_side(seat.side), seat.place, seat.user) for seat in battle.seats]
    found = seats or [(side, 0, battle.user_of(side)) for side in SIDES]
    return [(reader_of(battle, side, place), user) for side, place, user in found if user is not None]


def mark_read(*, battle: Battle, side: Side, newest: int, user: User | None = None) -> bool:
    """Whether the `user`, or the side's player, had not read the chat up to that line; writes nothing otherwise."""
    user = user or battle.user_of(side)
    place = battle.place_of(user)
    reader = reader_of(battle, side, place)
    if newest <= reader.read:
        return False
    BattleReader.objects.update_or_create(battle=battle, side=side, place=place, defaults={"read": newest})
    cancel_owed(user=user, key=_owed_key(reader))
    return True


def mute(*, battle: Battle, side: Side, muted: bool, place: int = 0) -> None:
    """Hide the other side's chat lines from a player, or show them again; nobody else learns of it."""
    BattleReader.objects.update_or_create(battle=battle, side=side, place=place, defaults={"mutes": muted})


@transaction.atomic
def remove(*, line: BattleChatLine) -> None:
    """Delete a chat line for all players."""
    battle = line.battle
    line.delete()
    _ring(battle)


def _ring(battle: Battle) -> None:
    """Only the players' own topics: the battle's would load the board again, also that of onlookers."""
    publish(*(topic_of(user.pk) for user in battle.people))


def _owed_key(reader: BattleReader) -> str:
    seat = f"{reader.side}{reader.place or ''}"
    return f"battle:{reader.battle_id}:chat:{seat}:{reader.read}"
