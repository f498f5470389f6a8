"""The shortest way into a hex for a ship that turns as its Turn Radius lets it (7.2)."""

from functools import cache
from typing import Final

from engines.talon.hexes import STEP, Facing, Hex, at, distance

FARTHEST: Final = 16
"""Hexes from the goal up to which ways are looked up."""
ENDLESS: Final = 60
"""As many moves as there are to a goal that is not reached."""
State = tuple[Hex, Facing, int]
"""Where a ship is as seen from the goal, how it faces, and its turn-radius count."""


def moves_to(goal: Hex, place: Hex, facing: Facing, count: int, radius: int) -> int:
    """How many moves lead into the goal, if nothing else is in the way; from far away by the distance."""
    away = place - goal
    far = distance(away)
    if far > FARTHEST:
        return far + 2
    return _ways(radius).get((away, facing, min(count, radius)), ENDLESS)


@cache
def _ways(radius: int) -> dict[State, int]:
    """The moves to the goal from everywhere around it, for one Turn Radius."""
    around = [
        at(q, r)
        for q in range(-FARTHEST, FARTHEST + 1)
        for r in range(-FARTHEST, FARTHEST + 1)
        if distance(at(q, r)) <= FARTHEST
    ]
    before: dict[State, list[State]] = {}
    for place in around:
        for facing in range(6):
            for count in range(radius + 1):
                state = (place, facing, count)
                for after in _moves(state, radius):
                    before.setdefault(after, []).append(state)
    found: dict[State, int] = {(0, facing, count): 0 for facing in range(6) for count in range(radius + 1)}
    latest = list(found)
    moves = 0
    while latest:
        moves += 1
        reached: list[State] = []
        for state in latest:
            for earlier in before.get(state, []):
                if earlier not in found:
                    found[earlier] = moves
                    reached.append(earlier)
        latest = reached
    return found


def _moves(state: State, radius: int) -> list[State]:
    """Where one move leads: ahead, or a turn and ahead if no moves are to be made first."""
    place, facing, count = state
    found = [(place + STEP[facing], facing, max(0, count - 1))]
    if not count:
        turned = [(facing + 1) % 6, (facing + 5) % 6]
        found += [(place + STEP[one], one, radius) for one in turned]
    return found
