"""The chat of a campaign game: what its two players write to each other, and what they have read."""

from typing import cast

from django.db import transaction

from accounts.deliveries import cancel_owed, owe_chat
from accounts.models import User
from battles.chat.chatting import fit
from battles.models import Series, SeriesChatLine, SeriesReader
from battles.talon.series.arranging import tell
from battles.talon.series.reading import user_of
from battles.talon.series.talk import has_chat, reader_of
from engines.seam.refusals import refuse
from engines.seam.series import Player, other


@transaction.atomic
def say(*, series: Series, player: Player, text: str) -> SeriesChatLine:
    """The player's new line; `Refused` if it is empty or too long, or there is nobody to read it."""
    if not has_chat(series):
        raise refuse("", "This campaign game has no chat.")
    line = SeriesChatLine.objects.create(series=series, player=player, text=fit(text, SeriesChatLine.MOST))
    tell(series)
    reader = reader_of(series, other(player))
    if not reader.mutes:
        owe_chat(
            user=cast("User", user_of(series, other(player))),
            key=_owed_key(reader),
            title=series.name,
            writer=cast("User", user_of(series, player)).username,
            told=f"wrote to you in the chat of the campaign game {series.name}",
            path=f"{series.get_absolute_url()}chat/",
        )
    return line


def mark_read(*, series: Series, player: Player, newest: int) -> bool:
    """Whether the player had not read the chat up to that line; writes nothing otherwise."""
    reader = reader_of(series, player)
    if newest <= reader.read:
        return False
    SeriesReader.objects.update_or_create(series=series, player=player, defaults={"read": newest})
    cancel_owed(user=cast("User", user_of(series, player)), key=_owed_key(reader))
    return True


def mute(*, series: Series, player: Player, muted: bool) -> None:
    """Hide the other player's lines, or show them again; the other player does not learn of it."""
    SeriesReader.objects.update_or_create(series=series, player=player, defaults={"mutes": muted})


@transaction.atomic
def remove(*, line: SeriesChatLine) -> None:
    """Delete a chat line for both players."""
    series = line.series
    line.delete()
    tell(series)


def _owed_key(reader: SeriesReader) -> str:
    return f"series:{reader.series_id}:chat:{reader.player}:{reader.read}"
