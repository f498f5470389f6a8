"""Count the sequences of orders under each position anew, by the oracle's lists: `python -m tests.oracle.count`."""

from engines.talon.state import Battle
from tests.oracle.compare import oracle_orders
from tests.oracle.tree import COUNTS, children, load, names, sequences

DICE = [3, 6, 1, 5, 2, 4, 6]
MOST_BATTLES = 400
MOST_SEQUENCES = 6000
HEAD = """\
# How many legal sequences of `depth` orders there are from each position, as the oracle finds them; standing orders
# (conceding, offering a draw) count. The dice are this list told over and over, from its beginning in each position.
# Written by `python -m tests.oracle.count`.
"""


def ignore(battle: Battle) -> None:
    """Nothing to look at."""


def depth_of(battle: Battle) -> int:
    """The greatest depth, three at most, whose tree is not too large and does not end before."""
    width = len(oracle_orders(battle))
    if width + 1 > MOST_BATTLES:
        return 1
    widths = [len(oracle_orders(child)) for child, _ in children(battle, DICE, 0)]
    if sum(widths) > MOST_SEQUENCES or not any(widths):
        return 1
    if 1 + width + sum(widths) > MOST_BATTLES or not sequences(battle, 3, DICE, ignore):
        return 2
    return 3


def counted() -> str:
    """The text of the data file."""
    lines = [HEAD, f"dice = {DICE}", "", "[positions]"]
    for name in names():
        battle = load(name)
        depth = depth_of(battle)
        found = sequences(battle, depth, DICE, ignore)
        lines.append(f'"{name}" = {{ depth = {depth}, sequences = {found} }}')
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    COUNTS.write_text(counted())
