"""Who hears of a battle whose fleets are being chosen: pages that are open, and messages."""

from typing import cast

from accounts.deliveries import owe
from accounts.live import publish, topic_of
from accounts.models import MessageKind, User
from battles.models import DesignedBattle
from battles.talon.choosing.reading import choices_in, design_in, seats_in
from engines.talon.set_ups.choosing import Drawn, chooser


def wake(row: DesignedBattle) -> None:
    """Wakes the pages of both players."""
    people = {row.user_id, row.rival_id} - {None}
    publish(*sorted(topic_of(cast("int", one)) for one in people))


def message_first(row: DesignedBattle) -> None:
    """Tells the first players of both teams that they can gather theirs."""
    for user in (row.user, row.rival):
        if user is not None:
            words = "Both fleets are chosen. Send the players of your side their links, and divide the ships."
            message(row, user, "chosen", words, "Both fleets are chosen")


def message_turn(row: DesignedBattle, user: User, settled: Drawn) -> None:
    """Tells the other player that it is their turn, if it is."""
    choices = choices_in(row)
    side = None if row.is_chosen else chooser(design_in(row), settled, choices)
    other = other_of(row, user)
    if side is not None and other is not None and side in seats_in(row, other):
        words = f"{user.username} has chosen. It is your turn to choose a ship."
        message(row, other, f"choice:{len(choices)}", words)


def other_of(row: DesignedBattle, user: User) -> User | None:
    """Against whom the user plays; None while nobody has accepted."""
    return row.rival if row.user_id == user.pk else row.user


def message(
    row: DesignedBattle, user: User, what: str, words: str, subject: str = "Choose your fleet"
) -> None:
    """Owes a player by link a message; what was owed once is not owed again."""
    if row.opponent == DesignedBattle.Opponent.LINK:
        owe(
            user=user,
            kind=MessageKind.TURN,
            key=f"design:{row.pk}:{what}",
            subject=subject,
            body=words,
            path=f"/design/{row.token}/",
        )
