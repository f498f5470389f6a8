"""How close ships can come to a minimum in every sector (S8): exact, and with as few changes of mind as possible.

Sectors are numbers here, ships are `Mover`s, and an assignment is a tuple of sectors in the movers' order, `NOWHERE`
for the Reserve. The shortfall is the sum over the sectors of what they lack of the minimum, in LP.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Mover:
    """A ship of `lp` that may be sent to the sectors in `reach`, and is by preference in `wish`."""

    lp: int
    reach: frozenset[int]
    wish: int = NOWHERE

    @property
    def start(self) -> int:
        """The wish if it is within reach, else the Reserve."""
        return self.wish if self.wish in self.reach else NOWHERE


def loads(movers: Sequence[Mover], places: Sequence[int], sectors: int) -> list[int]:
    """The LP sent to each sector."""
    sums = [0] * sectors
    for mover, place in zip(movers, places, strict=True):
        if place != NOWHERE:
            sums[place] += mover.lp
    return sums


def shortfall(sums: Sequence[int], minimum: int) -> int:
    """What the sectors lack of the minimum in all, LP (S8)."""
    return sum(max(0, minimum - lp) for lp in sums)


def least_shortfall(movers: Sequence[Mover], sectors: int, minimum: int) -> int:
    """The smallest shortfall that any assignment within reach has (S8)."""
    places = best_places(movers, sectors, minimum)
    return shortfall(loads(movers, places, sectors), minimum)


def best_places(movers: Sequence[Mover], sectors: int, minimum: int) -> tuple[int, ...]:
    """An assignment within reach with the smallest shortfall, near the movers' wishes.

    Single moves and pairs of moves first; where they do not reach the bound, every combination that could do better.
    """
    places = _improve(movers, [mover.start for mover in movers], sectors, minimum)
    found = shortfall(loads(movers, places, sectors), minimum)
    goals = range(_bound(movers, sectors, minimum), found)
    searched = (_search(movers, sectors, minimum, goal) for goal in goals)
    return next((better for better in searched if better is not None), tuple(places))


def _bound(movers: Sequence[Mover], sectors: int, minimum: int) -> int:
    """No assignment can have less than this shortfall: some sectors lack the LP of all that reach any of them."""
    everywhere = range(sectors)
    groups = (group for size in range(sectors + 1) for group in combinations(everywhere, size))
    return max(_lack(movers, group, minimum) for group in groups)


def _lack(movers: Sequence[Mover], group: tuple[int, ...], minimum: int) -> int:
    return minimum * len(group) - sum(mover.lp for mover in movers if not mover.reach.isdisjoint(group))


Moves = tuple[tuple[int, int], ...]


def _improve(movers: Sequence[Mover], places: list[int], sectors: int, minimum: int) -> list[int]:
    sums = loads(movers, places, sectors)
    while shortfall(sums, minimum):
        moves = _best(movers, places, sums, minimum)
        if not moves:
            break
        for ship, place in moves:
            _shift(sums, movers[ship].lp, places[ship], place)
            places[ship] = place
    return places


def _shift(sums: list[int], lp: int, start: int, end: int) -> None:
    if start != NOWHERE:
        sums[start] -= lp
    if end != NOWHERE:
        sums[end] += lp


def _best(movers: Sequence[Mover], places: Sequence[int], sums: list[int], minimum: int) -> Moves:
    """The move, or else the pair of moves, that lowers the shortfall most; none if none does."""
    for options in (_single_moves(movers, places), _paired_moves(movers, places, sums, minimum)):
        gain, moves = _most_gain(movers, places, sums, minimum, options)
        if gain > 0:
            return moves
    return ()


def _most_gain(
    movers: Sequence[Mover], places: Sequence[int], sums: list[int], minimum: int, options: Iterator[Moves]
) -> tuple[int, Moves]:
    best: tuple[int, int, Moves] = (0, 0, ())
    before = shortfall(sums, minimum)
    for moves in options:
        after = list(sums)
        for ship, place in moves:
            _shift(after, movers[ship].lp, places[ship], place)
        waste = sum(movers[ship].lp for ship, _ in moves)
        best = max(best, (before - shortfall(after, minimum), -waste, moves))
    return best[0], best[2]


def _single_moves(movers: Sequence[Mover], places: Sequence[int]) -> Iterator[Moves]:
    """One ship of each kind at each place to each other sector in its reach."""
    seen = set()
    for ship, mover in enumerate(movers):
        kind = (mover.lp, mover.reach, places[ship])
        if mover.lp and kind not in seen:
            seen.add(kind)
            for place in sorted(mover.reach - {places[ship]}):
                yield ((ship, place),)


def _paired_moves(
    movers: Sequence[Mover], places: Sequence[int], sums: Sequence[int], minimum: int
) -> Iterator[Moves]:
    """One ship into a sector that lacks LP, and another into the sector it left."""
    singles = [moves[0] for moves in _single_moves(movers, places)]
    for ship, place in singles:
        if sums[place] < minimum and places[ship] != NOWHERE:
            for other, there in singles:
                if other != ship and there == places[ship]:
                    yield ((ship, place), (other, there))


def _search(movers: Sequence[Mover], sectors: int, minimum: int, most: int) -> tuple[int, ...] | None:
    """An assignment with a shortfall of `most` at the most, fewest wishes denied; None if there is none.

    Ship by ship, largest first, over the loads that can still lead there (each counted only up to the minimum).
    """
    order = sorted((ship for ship, mover in enumerate(movers) if mover.lp), key=lambda ship: -movers[ship].lp)
    states: States = {(0,) * sectors: (0, None)}
    for step, ship in enumerate(order):
        help_to_come = _help([movers[later] for later in order[step + 1 :]], sectors)
        after = _place_one(movers[ship], ship, states, minimum)
        states = {full: kept for full, kept in after.items() if _can_reach(full, minimum, help_to_come, most)}
    if not states:
        return None
    full = min(states, key=lambda sums: (shortfall(sums, minimum), states[sums][0]))
    return _unwind(movers, states[full][1])


Link = tuple["Link", int, int] | None
States = dict[tuple[int, ...], tuple[int, Link]]
Help = list[tuple[tuple[int, ...], int]]


def _help(later: Sequence[Mover], sectors: int) -> Help:
    """For each group of sectors the LP of the ships still to come that reach any of them."""
    groups = (group for size in range(1, sectors + 1) for group in combinations(range(sectors), size))
    return [(g, sum(mover.lp for mover in later if not mover.reach.isdisjoint(g))) for g in groups]


def _can_reach(sums: Sequence[int], minimum: int, help_to_come: Help, most: int) -> bool:
    """Whether no group of sectors is bound to lack more than `most` LP."""
    lacks = [minimum - lp for lp in sums]
    return all(sum(map(lacks.__getitem__, group)) - lp <= most for group, lp in help_to_come)


def _place_one(mover: Mover, ship: int, states: States, minimum: int) -> States:
    after: States = {}
    for sums, (denied, link) in states.items():
        for place in (NOWHERE, *sorted(mover.reach)):
            full = sums
            if place != NOWHERE:
                full = (*sums[:place], min(minimum, sums[place] + mover.lp), *sums[place + 1 :])
            cost = denied + (place != mover.start)
            known = after.get(full)
            if known is None or cost < known[0]:
                after[full] = (cost, (link, ship, place))
    return after


def _unwind(movers: Sequence[Mover], link: Link) -> tuple[int, ...]:
    places = [mover.start for mover in movers]
    while link is not None:
        link, ship, place = link
        places[ship] = place
    return tuple(places)
