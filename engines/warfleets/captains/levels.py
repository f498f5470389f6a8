"""The three levels of captains by their names."""

from typing import Final, Literal, get_args

from engines.warfleets.captains.admiral import Admiral
from engines.warfleets.captains.captain import Captain
from engines.warfleets.captains.ensign import Ensign

Level = Literal["ensign", "captain", "admiral"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)


def player_of(level: Level, seed: int) -> Admiral:
    """Who plays a side on that level; `seed` decides how it lays terrain and markers."""
    if level == "ensign":
        return Ensign(seed)
    if level == "admiral":
        return Admiral(seed)
    return Captain(seed)
