"""What technology and crews do to a roll or to a missile, in words (32.4, 32.5)."""

from engines.talon import events as e
from engines.talon.report.cast import counted
from engines.talon.weapon_table import DAMAGE

FACES = 6


def signed(number: int) -> str:
    """A number with its sign.

    >>> signed(2), signed(-1)
    ('+2', '−1')
    """
    return f"+{number}" if number > 0 else f"−{-number}"


def edge_words(technology: int, crews: int) -> str:
    """What technology and crews add.

    >>> edge_words(1, -1), edge_words(0, 0)
    (', technology +1, experience −1', '')
    """
    found = (("technology", technology), ("experience", crews))
    return "".join(f", {what} {signed(number)}" for what, number in found if number)


def counts_as(shot: e.Shot) -> int:
    """What a die counts as, all that changes it included: 6 at most, and 0 for a sure miss (8, 32.4)."""
    return max(0, min(FACES, shot.die + shot.modifier + shot.technology + shot.crews))


def is_hit(shot: e.Shot) -> bool:
    """Whether a shot hits, also one whose only point the target's crew is spared (32.5)."""
    result = counts_as(shot) if shot.spared else 0
    return shot.points > 0 or (result > 0 and DAMAGE[shot.weapon][shot.distance][result - 1] > 0)


def came_to(shot: e.Shot) -> str:
    """What a shot came to: "counts as 4: miss", "2 points", "no damage" where a crew is spared the only point."""
    changed = f"counts as {counts_as(shot)}: " if shot.technology or shot.crews else ""
    if not is_hit(shot):
        return f"{changed}miss"
    spared = ", 1 less by experience" if shot.spared else ""
    return f"{changed}{counted(shot.points, 'point') if shot.points else 'no damage'}{spared}"


def missile_words(hit: e.Detonated) -> str:
    """What technology and crews change of a missile's damage: " (technology +1, 1 less by experience)"."""
    spared = ", 1 less by experience" if hit.spared else ""
    words = f"{edge_words(hit.technology, hit.crews)}{spared}".removeprefix(", ")
    return f" ({words})" if words else ""
