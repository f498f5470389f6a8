"""What a fleet can cost of which nothing is told but how many ships and squadrons it has (W3)."""

from functools import cache
from itertools import combinations

from engines.warfleets.building import A_HERO
from engines.warfleets.catalogue import catalogue


@cache
def costs(ships: int, squadrons: int, points: int) -> frozenset[int]:
    """Every cost that such a fleet can have in a game of so many points; none if it has too many squadrons.

    >>> sorted(costs(1, 3, 200))
    [90, 95, 100, 110, 115, 120]
    """
    known = catalogue()
    kinds = {one.points for one in known.squadrons.values()}
    titles = {0, *(one.points for one in known.titles.values())}
    hulls = {(0, 0)}
    for _ in range(ships):
        hulls = {
            (cost + one.points, slots + one.upgrades) for cost, slots in hulls for one in known.ships.values()
        }
    found = {cost for cost, slots in hulls if squadrons <= slots}
    for _ in range(ships):
        found = {cost + title for cost in found for title in titles}
    for _ in range(squadrons):
        found = {cost + kind for cost in found for kind in kinds}
    return frozenset(cost + heroes for cost in found for heroes in _heroes(min(ships, points // A_HERO)))


def _heroes(most: int) -> set[int]:
    """What up to so many heroes can cost, each of them once."""
    prices = [one.points for one in catalogue().heroes.values()]
    return {sum(some) for count in range(most + 1) for some in combinations(prices, count)}
