"""The three levels of captains by their names."""

from engines.seam.documents import Doctrine, Level
from engines.talon.captains.admiral import Admiral
from engines.talon.captains.captain import Captain
from engines.talon.captains.ensign import Ensign


def player_of(level: Level, doctrine: Doctrine, seed: int) -> Ensign | Captain | Admiral:
    """Who plays a side on that level by the doctrine; `seed` makes each another person."""
    if level == "ensign":
        return Ensign(doctrine, seed)
    if level == "admiral":
        return Admiral(doctrine, seed)
    return Captain(doctrine, seed)


def captain_of(player: Ensign | Captain | Admiral) -> Captain:
    """The captain whose eye for a battle the player has."""
    return player if isinstance(player, Captain) else player.captain


def play_outs_of(player: Ensign | Captain | Admiral) -> int:
    """How many play-outs the player has thought through so far."""
    return player.spent_in_all if isinstance(player, Admiral) else 0
