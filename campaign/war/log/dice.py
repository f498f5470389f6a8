"""The dice of a real war."""

import secrets

from campaign.models import Entry, War
from campaign.rules.corrections.recorded_dice import FallenDice, Happened
from campaign.rules.dice import Dice
from campaign.war.log.documents import decode_events
from campaign.war.log.fold import in_force, log_of


class SecretDice(Dice):
    """Dice nobody can foresee."""

    def roll(self, cause: str, place: str = "") -> int:  # noqa: ARG002 - the caller books the cause
        """The next roll, 1 to 6."""
        return secrets.randbelow(6) + 1


def dice_of(war: War, turn: int) -> Dice:
    """The dice of a turn: in a war that has gone back, what was rolled for the same cause falls again (S69)."""
    if not war.generation:
        return SecretDice()
    entries = log_of(war.pk)
    return FallenDice(_happened(entries), _happened(in_force(entries)), turn, SecretDice())


def ever_rolled(war: War) -> list[Happened]:
    """All that has ever happened in the war, with what no longer counts: what was rolled in it falls again (S69)."""
    return _happened(log_of(war.pk))


def _happened(entries: list[Entry]) -> list[Happened]:
    return [(entry.turn, decode_events(bytes(entry.events))) for entry in entries]
