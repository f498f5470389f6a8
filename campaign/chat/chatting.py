"""The chat of a war: what its two players write to each other, and what they have read."""

from accounts.deliveries import cancel_owed, owe_chat
from accounts.live.notices import publish, topic_of
from accounts.models import User
from battles.chat.chatting import fit
from campaign.models import ChatLine, Engagement, Seat, War
from campaign.war.services.log import locked
from engines.seam.refusals import refuse
from engines.seam.sides import Side, as_side, opponent


def chats(war: War, one: Seat, other: Seat) -> bool:
    """Whether the war has a chat: not at one screen, not with the computer, not in an imported war."""
    users = (one.user, other.user)
    return not war.one_screen and not war.imported and all(user and not user.is_computer for user in users)


def say(*, war_id: int, side: Side, text: str, battle: int | None = None) -> ChatLine:
    """The new chat line; `Refused` if it is empty or too long, or the war has no chat or no such battle."""
    with locked(war_id) as war:
        seats = _seats(war)
        mine, rival = seats[side], seats[opponent(side)]
        if mine.user is None or rival.user is None or not chats(war, mine, rival):
            raise refuse("", "This war has no chat.")
        text = fit(text, ChatLine.MOST)
        _check(war, battle)
        line = ChatLine.objects.create(war=war, battle=battle, side=side, user=mine.user, text=text)
        _ring(mine.user, rival.user)
        if not rival.mutes:
            owe_chat(
                user=rival.user,
                key=_owed_key(rival),
                title=war.name,
                writer=mine.user.username,
                told=f"wrote to you in the chat of {war.name}",
                path=f"/wars/{war.pk}/{rival.side}/chat/",
            )
    return line


def _check(war: War, battle: int | None) -> None:
    if battle is not None and not Engagement.objects.filter(war=war, number=battle).exists():
        raise refuse("", "There is no such battle in this war.", "battle")


def mark_read(*, seat: Seat, newest: int) -> bool:
    """Whether the seat's player had not read the chat up to that line before; writes nothing otherwise."""
    if newest <= seat.chat_read or seat.user is None:
        return False
    changed = Seat.objects.filter(pk=seat.pk, chat_read__lt=newest).update(chat_read=newest) > 0
    if changed:
        cancel_owed(user=seat.user, key=_owed_key(seat))
    return changed


def mute(*, war_id: int, side: Side, muted: bool) -> None:
    """Hide the opponent's chat lines from this side, or show them again; the opponent does not learn of it."""
    Seat.objects.filter(war_id=war_id, side=side).update(mutes=muted)


def remove(*, line: ChatLine) -> None:
    """Delete a chat line for both players."""
    with locked(line.war_id) as war:
        line.delete()
        _ring(*(seat.user for seat in _seats(war).values() if seat.user is not None))


def _seats(war: War) -> dict[Side, Seat]:
    return {as_side(seat.side): seat for seat in war.seats.select_related("user")}


def _ring(*users: User) -> None:
    """Only the two players' own topics: a war's topic would load all parts of its pages again."""
    publish(*(topic_of(user.pk) for user in users))


def _owed_key(seat: Seat) -> str:
    return f"war:{seat.war_id}:chat:{seat.side}:{seat.chat_read}"
