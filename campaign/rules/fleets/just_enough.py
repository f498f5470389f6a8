"""Ships from beyond their reach: as few as bring the shortfall down to the smallest of all (31.5, S8, S48).

Words and forms are those of `shortfall`; a far move sends a mover to one of the sectors in its `far`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from operator import gt

from campaign.rules.fleets.shortfall import Mover, Needs, least_shortfall, wished_back


def least_of_all(movers: Sequence[Mover], sectors: int, minimum: int) -> int:
    """The smallest shortfall of any assignment, far moves included, LP."""
    freed = [replace(mover, reach=mover.reach | mover.far) for mover in movers]
    return least_shortfall(freed, sectors, minimum)


def fewest_far(movers: Sequence[Mover], sectors: int, minimum: int) -> tuple[int, ...]:
    """An assignment with the smallest shortfall of all, and of those one with the fewest far moves.

    Ships that are not needed elsewhere are where they wish to be.
    """
    most = least_of_all(movers, sectors, minimum)
    search = _Search(movers, sectors, most)
    needs = (minimum,) * sectors
    found = next(places for far in count() if (places := search.places(needs, far)) is not None)
    return tuple(wished_back(movers, found, sectors, minimum, most))


def far_count(movers: Sequence[Mover], places: Sequence[int]) -> int:
    """How many ships an assignment sends beyond their reach."""
    return sum(place in mover.far for mover, place in zip(movers, places, strict=True))


class _Search:
    """Ship by ship; what the sectors still lack and how many may still go far is all that counts of the past."""

    def __init__(self, movers: Sequence[Mover], sectors: int, most: int) -> None:
        self.movers, self.most = movers, most
        self.order = sorted(
            (ship for ship, mover in enumerate(movers) if mover.lp and mover.reach | mover.far),
            key=lambda ship: (len(movers[ship].reach), sorted(movers[ship].reach), -movers[ship].lp),
        )
        self.groups = _groups(sectors)
        self.limits: dict[tuple[int, int], list[int]] = {}
        self.dead: dict[tuple[int, Needs], int] = {}

    def places(self, needs: Needs, far: int) -> list[int] | None:
        """A place for each mover with at most that many far moves; None if they leave more than `most` lacking."""
        found = [mover.start for mover in self.movers]
        return found if self._place(0, needs, far, found) else None

    def _place(self, step: int, needs: Needs, far: int, found: list[int]) -> bool:
        if sum(needs) <= self.most:
            return True
        if self.dead.get((step, needs), -1) >= far or self._is_hopeless(step, needs, far):
            return False
        ship = self.order[step]
        for place, after, cost in self._choices(self.movers[ship], needs, far):
            before, found[ship] = found[ship], place
            if self._place(step + 1, after, far - cost, found):
                return True
            found[ship] = before
        self.dead[step, needs] = far
        return False

    def _is_hopeless(self, step: int, needs: Needs, far: int) -> bool:
        """Whether some group of sectors is bound to lack more than `most` LP."""
        if (step, far) not in self.limits:
            self.limits[step, far] = self._limits(step, far)
        return any(map(gt, _sums(needs), self.limits[step, far]))

    def _limits(self, step: int, far: int) -> list[int]:
        """What each group of sectors may lack if the ships from a step on are to bring it down to `most`."""
        left = [self.movers[ship] for ship in self.order[step:]]
        return [self.most + _most_help(left, group, far) for group in self.groups]

    def _choices(self, mover: Mover, needs: Needs, far: int) -> Iterator[tuple[int, Needs, int]]:
        """Where the ship helps, what is lacking then, and the far moves it takes: the near first, else its start."""
        near = _helped(mover, mover.reach, needs)
        yield from ((place, _eased(needs, place, mover.lp), 0) for place in near)
        if not near:
            yield mover.start, needs, 0
        if far:
            beyond = _helped(mover, mover.far, needs)
            yield from ((place, _eased(needs, place, mover.lp), 1) for place in beyond)


def _groups(sectors: int) -> list[frozenset[int]]:
    """Every group of sectors, in the order of `_sums`."""
    groups: list[frozenset[int]] = [frozenset()]
    for sector in range(sectors):
        groups += [group | {sector} for group in groups]
    return groups


def _sums(needs: Needs) -> list[int]:
    """What every group of sectors lacks."""
    sums = [0]
    for need in needs:
        sums += [before + need for before in sums]
    return sums


def _most_help(movers: Sequence[Mover], group: frozenset[int], far: int) -> int:
    """The most LP that ships bring into a group of sectors: all within reach of it, and so many others."""
    strangers = sorted((mover.lp for mover in movers if mover.reach.isdisjoint(group)), reverse=True)
    return sum(mover.lp for mover in movers) - sum(strangers[far:])


def _helped(mover: Mover, places: frozenset[int], needs: Needs) -> list[int]:
    """The places that lack something: first those where nothing of the ship is wasted, then those that lack most."""
    lacking = (place for place in places if needs[place])
    return sorted(lacking, key=lambda place: (needs[place] < mover.lp, -needs[place], place))


def _eased(needs: Needs, place: int, lp: int) -> Needs:
    return (*needs[:place], max(0, needs[place] - lp), *needs[place + 1 :])
