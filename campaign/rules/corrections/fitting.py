"""The legal plan nearest to one that was made for another position: what a fitted war changes in it (S69).

A fit leaves out purchases that cannot be, as few ships as possible, and then sends as few ships as possible elsewhere.
It never buys or scraps what its owner did not, and standing instructions stay. Of two fits with as many ships the one
that gives up fewer points, and then fewer LP, is nearer.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from msgspec.structs import replace

from campaign.rules.events import Purchase
from campaign.rules.fleets.assignment import assignment_refusals, movers, ships_to_send
from campaign.rules.fleets.building import building_refusals, cost_of, purchases_of
from campaign.rules.fleets.just_enough import far_count, fewest_far
from campaign.rules.fleets.shortfall import NOWHERE, Mover, Needs, least_shortfall, loads, shortfall
from campaign.rules.orders import RESERVE, Plan, Target
from campaign.rules.position import Position
from campaign.rules.state import Fleet, Ship
from engines.seam.sides import Side

Targets = dict[str, Target]
Cost = tuple[int, int, int]
"""Ships sent elsewhere than planned; new ships that do not stay where they are; the LP of both."""


@dataclass(frozen=True)
class Fitted:
    """A plan brought to the nearest legal one.

    `names` has by the name that the plan gave a bought ship the name that it has now, "" if it was left out.
    """

    plan: Plan
    names: dict[str, str]


def fit_plan(
    war: Position, side: Side, plan: Plan, bought: Sequence[Purchase], names: Mapping[str, str] | None = None
) -> Fitted:
    """The legal plan nearest to one that was given in another position; the plan itself if it is legal.

    `bought` is what the plan bought there, and with which names; `names` has the names that ships bought before have
    here, "" for one that was left out. For turns after the first (31.4, 31.5).
    """
    plan = _in_new_names(war.fleet(side), plan, bought, names or {})
    found: list[tuple[tuple[int, int, int, int], Fitted]] = []
    for buy in _nearest_purchases(war, side, plan):
        trial = replace(plan, buy=buy)
        fitted, cost = _assigned(war, side, trial, bought)
        sent, strayed, lp = cost
        found.append(((sent, -cost_of(side, trial), strayed, lp), fitted))
    return min(found, key=lambda one: one[0])[1]


def _nearest_purchases(war: Position, side: Side, plan: Plan) -> list[dict[str, int]]:
    """The purchases with as few ships left out as make them legal, in every way that does."""
    buy = {key: number for key, number in plan.buy.items() if number}
    for left_out in range(sum(buy.values()) + 1):
        found = [
            kept
            for kept in _without(buy, left_out)
            if not any(building_refusals(war, side, replace(plan, buy=kept)))
        ]
        if found:
            return found
    return [{}]


def _without(buy: Mapping[str, int], left_out: int) -> Iterator[dict[str, int]]:
    """Every way to leave that many ships out."""
    if not buy:
        if not left_out:
            yield {}
        return
    key, *others = buy
    rest = {other: buy[other] for other in others}
    for fewer in range(min(buy[key], left_out) + 1):
        mine = {key: buy[key] - fewer} if buy[key] > fewer else {}
        for kept in _without(rest, left_out - fewer):
            yield mine | kept


def _in_new_names(fleet: Fleet, plan: Plan, bought: Sequence[Purchase], names: Mapping[str, str]) -> Plan:
    """The plan for the ships that there are, by the names they have here, and for those that it buys."""
    new = {purchase.name for purchase in bought}
    scrap = (names.get(name, name) for name in plan.scrap)
    wish = {names.get(name, name): target for name, target in plan.assign.items() if name not in new}
    wish = {name: target for name, target in wish.items() if name in fleet.ships}
    wish |= {_bought(name): target for name, target in plan.assign.items() if name in new}
    return replace(plan, scrap=tuple(name for name in scrap if name in fleet.ships), assign=wish)


def _bought(name: str) -> str:
    """A word for a ship that the plan buys, which no ship has for a name."""
    return f"\n{name}"


def _assigned(war: Position, side: Side, plan: Plan, bought: Sequence[Purchase]) -> tuple[Fitted, Cost]:
    """The plan with the nearest legal assignment, and what that costs."""
    renamed = _renamed(bought, purchases_of(war, side, plan))
    here = {_bought(name): now for name, now in renamed.items()}
    ships = ships_to_send(war, side, plan)
    wish = {here.get(name, name): target for name, target in plan.assign.items()}
    wish = {name: wish[name] for name in ships if name in wish}
    assign, cost = _nearest_assignment(war, side, replace(plan, assign=wish), ships)
    names = {one.name: renamed.get(one.name, "") for one in bought}
    return Fitted(replace(plan, assign=assign), names), cost


def _renamed(before: Sequence[Purchase], now: Sequence[Purchase]) -> dict[str, str]:
    """The names that bought ships had, with those they get now: class by class, in order."""
    names: dict[str, list[str]] = defaultdict(list)
    for purchase in now:
        names[purchase.ship_class].append(purchase.name)
    nth: Counter[str] = Counter()
    found = {}
    for purchase in before:
        kind = purchase.ship_class
        if nth[kind] < len(names[kind]):
            found[purchase.name] = names[kind][nth[kind]]
            nth[kind] += 1
    return found


def _nearest_assignment(
    war: Position, side: Side, plan: Plan, ships: Mapping[str, Ship]
) -> tuple[Targets, Cost]:
    """The legal assignment of the ships that sends the fewest elsewhere than the plan wants."""
    stays = {name: _stays(ship) for name, ship in ships.items()}
    as_planned = {name: plan.assign.get(name, stays[name]) for name in ships}
    if not any(assignment_refusals(war, side, replace(plan, assign=as_planned))):
        return as_planned, (0, 0, 0)
    fleet = movers(war, side, ships, replace(plan, assign=as_planned))
    planned = [name in plan.assign for name in ships]
    sectors, minimum = len(war.chart.order), war.fleet(side).minimum
    least = least_shortfall(fleet, sectors, minimum)
    begin: Needs = (minimum,) * sectors
    searches = [_Search(fleet, planned, begin, least, 0)]
    if least:
        places = fewest_far(fleet, sectors, minimum)
        far, lacking = far_count(fleet, places), shortfall(loads(fleet, places, sectors), minimum)
        searches += [_Search(fleet, planned, begin, lacking, far)] if far else []
    cost, best = min((search.nearest() for search in searches), key=lambda found: found[0])
    order = war.chart.order
    targets = [RESERVE if place == NOWHERE else order[place] for place in best]
    return dict(zip(ships, targets, strict=True)), cost


def _stays(ship: Ship) -> Target:
    return RESERVE if ship.stranded or ship.where is None else ship.where


@dataclass(frozen=True)
class _Node:
    """The cheapest way to a state: where the last ship was sent, and the way before it."""

    cost: Cost
    place: int = NOWHERE
    before: "_Node | None" = None


State = tuple[Needs, int]
"""What the sectors still lack, and how many ships have gone beyond their reach."""


class _Search:
    """The assignment that sends the fewest ships elsewhere, of those that lack no more than `most` LP.

    Ship by ship, with a growing number of ships that may be sent elsewhere: first those without a choice to stay, then
    the rest, of which so few can be sent elsewhere that most ways are hopeless at once.
    """

    def __init__(
        self, fleet: Sequence[Mover], planned: Sequence[bool], begin: Needs, most: int, far: int
    ) -> None:
        self.fleet, self.planned, self.begin, self.most, self.far = fleet, planned, begin, most, far
        self.order = sorted(range(len(fleet)), key=lambda ship: (self._may_stay(ship), -fleet[ship].lp, ship))
        self.free = sum(not self._may_stay(ship) for ship in range(len(fleet)))
        self.to_come = self._to_come(len(begin))

    def nearest(self) -> tuple[Cost, tuple[int, ...]]:
        """What the assignment costs, and the place of each ship."""
        nodes = (self._within(limit) for limit in count())
        found = next(node for node in nodes if node is not None)
        places = [NOWHERE] * len(self.fleet)
        last: _Node | None = found
        for ship in reversed(self.order):
            if last is not None:
                places[ship], last = last.place, last.before
        return found.cost, tuple(places)

    def _may_stay(self, ship: int) -> bool:
        """Whether the ship is wanted where it may go without more ado."""
        mover = self.fleet[ship]
        return self.planned[ship] and (mover.wish == NOWHERE or mover.wish in mover.reach)

    def _to_come(self, sectors: int) -> list[tuple[list[int], int]]:
        """For each step what the ships still to be placed bring if all stay, and the most LP that one of them has."""
        found = [([0] * sectors, 0)]
        for ship in reversed(self.order):
            mover, (sums, most) = self.fleet[ship], found[-1]
            sums = list(sums)
            if self._may_stay(ship) and mover.wish != NOWHERE:
                sums[mover.wish] += mover.lp
            found.append((sums, max(most, mover.lp)))
        return found[::-1]

    def _within(self, limit: int) -> _Node | None:
        """The cheapest way with at most so many ships sent elsewhere, if there is one."""
        layer: dict[State, _Node] = {(self.begin, 0): _Node((0, 0, 0))}
        for step, ship in enumerate(self.order):
            after: dict[State, _Node] = {}
            for (needs, far), node in layer.items():
                for place, cost, gone in self._choices(ship, node.cost, far):
                    state = _eased(needs, place, self.fleet[ship].lp), gone
                    known = after.get(state)
                    if cost[0] > limit or (known is not None and known.cost <= cost):
                        continue
                    if not self._is_hopeless(step + 1, state[0], limit - cost[0]):
                        after[state] = _Node(cost, place, node)
            layer = after
        ends = [node for (needs, _), node in layer.items() if sum(needs) <= self.most]
        return min(ends, key=lambda node: node.cost, default=None)

    def _choices(self, ship: int, cost: Cost, far: int) -> Iterator[tuple[int, Cost, int]]:
        """Where the ship may be sent, what that costs in all, and how many have gone far then."""
        mover = self.fleet[ship]
        places = [NOWHERE, *sorted(mover.reach), *(sorted(mover.far) if far < self.far else ())]
        places.sort(key=lambda place: place != mover.wish)
        sent, strayed, lp = cost
        for place in places:
            gone = far + (place in mover.far)
            if place == mover.wish:
                yield place, cost, gone
            elif self.planned[ship]:
                yield place, (sent + 1, strayed, lp + mover.lp), gone
            else:
                yield place, (sent, strayed + 1, lp + mover.lp), gone

    def _is_hopeless(self, step: int, needs: Needs, left: int) -> bool:
        """Whether too much is bound to be lacking: each ship sent elsewhere makes up for its LP at the most."""
        if step < self.free:
            return False
        sums, most = self.to_come[step]
        lacking = sum(max(0, need - lp) for need, lp in zip(needs, sums, strict=True))
        return lacking - left * most > self.most


def _eased(needs: Needs, place: int, lp: int) -> Needs:
    if place == NOWHERE or not needs[place]:
        return needs
    return (*needs[:place], max(0, needs[place] - lp), *needs[place + 1 :])
