"""How close ships can come to a minimum in every sector (S8): exact, and with as few changes of mind as possible.

Sectors are numbers here, ships are `Mover`s, and an assignment is a tuple of sectors in the movers' order, `NOWHERE`
for the Reserve. The shortfall is the sum over the sectors of what they lack of the minimum, in LP.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

NOWHERE = -1
Needs = tuple[int, ...]
"""What each sector still lacks of the minimum, LP."""


@dataclass(frozen=True, slots=True)
class Mover:
    """A ship of `lp` that may be sent to the sectors in `reach`, and is by preference in `wish`.

    `far` are the sectors beyond its reach to which it may go if it is needed there (`just_enough`).
    """

    lp: int
    reach: frozenset[int]
    wish: int = NOWHERE
    far: frozenset[int] = frozenset()

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
    """An assignment with a shortfall of `most` at the most, few wishes denied; None if there is none."""
    found = _Search(movers, sectors, most).places((minimum,) * sectors)
    return None if found is None else tuple(wished_back(movers, found, sectors, minimum, most))


def wished_back(
    movers: Sequence[Mover], places: list[int], sectors: int, minimum: int, most: int
) -> list[int]:
    """The places with every ship back where it wished to be that no shortfall of `most` needs elsewhere."""
    sums = loads(movers, places, sectors)
    for ship, mover in enumerate(movers):
        after = list(sums)
        _shift(after, mover.lp, places[ship], mover.start)
        if shortfall(after, minimum) <= most:
            places[ship], sums = mover.start, after
    return places


class _Search:
    """Ship by ship, those with the least choice first; what a sector still lacks is all that counts of the past."""

    def __init__(self, movers: Sequence[Mover], sectors: int, most: int) -> None:
        self.movers, self.most = movers, most
        self.order = sorted(
            (ship for ship, mover in enumerate(movers) if mover.lp),
            key=lambda ship: (len(movers[ship].reach), sorted(movers[ship].reach), -movers[ship].lp),
        )
        everywhere = range(sectors)
        self.groups = [g for size in range(1, sectors + 1) for g in combinations(everywhere, size)]
        self.help = self._help_to_come()
        self.dead: set[tuple[int, Needs]] = set()

    def places(self, needs: Needs) -> list[int] | None:
        """A place for each mover, the start for those not needed; None if the needs cannot be met so far."""
        found = [mover.start for mover in self.movers]
        return found if self._place(0, needs, found) else None

    def _help_to_come(self) -> list[list[int]]:
        """For each step and each group of sectors, the LP of the ships still to be placed that reach any of them."""
        sums = [[0] * len(self.groups)]
        for ship in reversed(self.order):
            mover = self.movers[ship]
            helps = [0 if mover.reach.isdisjoint(group) else mover.lp for group in self.groups]
            sums.append([before + lp for before, lp in zip(sums[-1], helps, strict=True)])
        return sums[::-1]

    def _place(self, step: int, needs: Needs, found: list[int]) -> bool:
        if sum(needs) <= self.most:
            return True
        if (step, needs) in self.dead or self._is_hopeless(step, needs):
            return False
        ship = self.order[step]
        for place, after in self._choices(self.movers[ship], needs):
            before, found[ship] = found[ship], place
            if self._place(step + 1, after, found):
                return True
            found[ship] = before
        self.dead.add((step, needs))
        return False

    def _is_hopeless(self, step: int, needs: Needs) -> bool:
        """Whether some group of sectors is bound to lack more than `most` LP."""
        most, helps = self.most, self.help[step]
        return any(
            sum([needs[sector] for sector in group]) - lp > most
            for group, lp in zip(self.groups, helps, strict=True)
        )

    def _choices(self, mover: Mover, needs: Needs) -> list[tuple[int, Needs]]:
        """Where the ship helps, and what is lacking then: where none of it is lost first; else its start."""
        helped = [place for place in mover.reach if needs[place]]
        if not helped:
            return [(mover.start, needs)]
        helped.sort(key=lambda place: (needs[place] < mover.lp, place != mover.start, -needs[place], place))
        return [
            (place, (*needs[:place], max(0, needs[place] - mover.lp), *needs[place + 1 :]))
            for place in helped
        ]
