"""The degree of a victory, from the points that both sides have lost (20.2)."""

from engines.seam.documents import Degree


def degree_of(winner_lost: int, loser_lost: int) -> Degree:
    """The degree of a victory from both sides' points destroyed (20.2, S1).

    >>> degree_of(100, 150), degree_of(100, 300), degree_of(0, 0), degree_of(0, 37)
    ('great', 'devastating', 'minor', 'devastating')
    """
    if winner_lost == 0:
        return "devastating" if loser_lost else "minor"
    if loser_lost >= 3 * winner_lost:
        return "devastating"
    return "great" if 2 * loser_lost >= 3 * winner_lost else "minor"
