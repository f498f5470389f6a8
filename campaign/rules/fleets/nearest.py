"""The legal assignment nearest to a draft: what a player would have to change least (31.2, 31.5, S8, S16)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from campaign.rules.fleets.assignment import assignment_refusals, movers, reach, ships_to_send
from campaign.rules.fleets.logistics import SURRENDER_BELOW, TABLE_ENDS_AT, minimum_of
from campaign.rules.fleets.shortfall import NOWHERE, best_places
from campaign.rules.orders import RESERVE, Plan, Target
from campaign.rules.position import Position
from campaign.rules.state import Ship
from engines.seam.sides import Side

Targets = dict[str, Target]


def nearest_legal(war: Position, side: Side, plan: Plan) -> Targets:
    """A legal assignment of all the plan's ships, close to the one it has; purchases are taken as they are.

    A legal plan stays as it is; else nobody is sent beyond reach.
    On turn 1, if the purchases allow no legal assignment, the draft itself.
    """
    ships = ships_to_send(war, side, plan)
    wish = {name: _within_reach(war, ship, plan.assign.get(name)) for name, ship in ships.items()}
    if war.turn == 1:
        return _first(war, side, ships, wish)
    if wish != plan.assign and not any(assignment_refusals(war, side, plan)):
        return dict(plan.assign)
    return _meet(war, side, ships, wish, war.fleet(side).minimum)


def _within_reach(war: Position, ship: Ship, target: Target | None) -> Target:
    if target is not None and target in reach(war, ship):
        return target
    return RESERVE if ship.stranded or ship.where is None else ship.where


def _meet(war: Position, side: Side, ships: Mapping[str, Ship], wish: Targets, minimum: int) -> Targets:
    """The wish, changed as little as meets the minimum, or comes as close as reach allows."""
    order = war.chart.order
    places = best_places(movers(war, side, ships, Plan(assign=wish)), len(order), minimum)
    chosen = zip(ships, places, strict=True)
    return {name: RESERVE if place == NOWHERE else order[place] for name, place in chosen}


def _first(war: Position, side: Side, ships: Mapping[str, Ship], wish: Targets) -> Targets:
    """On turn 1 the minimum follows from what is sent: try each minimum, and keep the legal one nearest the wish."""
    draft = FirstDraft(war, side, ships, wish)
    if draft.legal():
        return wish
    most = TABLE_ENDS_AT // (len(war.chart.order) + 2)
    found = []
    for least in range(1, most + 1):
        trial = FirstDraft(war, side, ships, _meet(war, side, ships, wish, least))
        if trial.settle(least):
            found.append(trial.assign)
    return min(found, key=lambda assign: sum(assign[name] != wish[name] for name in ships), default=wish)


@dataclass
class FirstDraft:
    """An assignment of turn 1 that is being made legal: Reserve, minimum and surrender at once (31.2, S16)."""

    war: Position
    side: Side
    ships: Mapping[str, Ship]
    assign: Targets

    def lp(self, name: str) -> int:
        """A ship's LP."""
        return self.ships[name].class_of(self.side).lp

    def points(self, name: str) -> int:
        """A ship's Ship Points."""
        return self.ships[name].class_of(self.side).points

    def sent(self) -> dict[Target, int]:
        """The LP sent to each sector."""
        sums = dict.fromkeys(self.war.chart.order, 0)
        for name, target in self.assign.items():
            if target != RESERVE:
                sums[target] += self.lp(name)
        return sums

    def minimum(self) -> int:
        """The minimum per sector that follows from what is sent."""
        return minimum_of(self.war, self.side, sum(self.sent().values()))

    def kept(self) -> int:
        """The Ship Points in the Reserve."""
        return sum(self.points(name) for name, target in self.assign.items() if target == RESERVE)

    def legal(self) -> bool:
        """Whether it can be sealed without surrendering."""
        sent = self.sent()
        enough = self.kept() >= self.war.settings.reserve and sum(sent.values()) >= SURRENDER_BELOW
        return enough and min(sent.values()) >= self.minimum()

    def settle(self, least: int) -> bool:
        """Bring ships that sectors of `least` LP can spare into the Reserve until all is legal; whether it is."""
        for _ in range(2 * len(self.ships)):
            if self.legal():
                return True
            moves: list[Targets] = self._sallies() or [*self._spared(least)] or [*self._exchanges(least)]
            if not moves:
                return False
            best = max(moves, key=self._worth)
            self.assign = {**self.assign, **best}
        return self.legal()

    def _sallies(self) -> list[Targets]:
        """Ships out of the Reserve while so few LP are sent that the fleet would surrender."""
        if sum(self.sent().values()) >= SURRENDER_BELOW:
            return []
        sector = self.war.chart.order[0]
        return [{name: sector} for name, target in self.assign.items() if target == RESERVE and self.lp(name)]

    def _in_command(self, change: int) -> bool:
        return sum(self.sent().values()) + change >= SURRENDER_BELOW

    def _worth(self, moves: Mapping[str, Target]) -> tuple[int, int, int]:
        """What moves bring: LP out of the sectors while the minimum is too high, else points for the Reserve."""
        gone = [name for name, target in moves.items() if target == RESERVE]
        back = [name for name in moves if name not in gone]
        lp = sum(map(self.lp, gone)) - sum(map(self.lp, back))
        points = sum(map(self.points, gone)) - sum(map(self.points, back))
        if self.kept() >= self.war.settings.reserve:
            return lp, 0, -points
        return points, -lp, 0

    def _spared(self, least: int) -> Iterator[Targets]:
        sent = self.sent()
        for name, target in self.assign.items():
            spared = target != RESERVE and sent[target] - self.lp(name) >= least
            if spared and self._in_command(-self.lp(name)):
                yield {name: RESERVE}

    def _exchanges(self, least: int) -> Iterator[Targets]:
        """A dearer ship into the Reserve for a cheaper one out of it."""
        sent = self.sent()
        spare = [name for name, target in self.assign.items() if target == RESERVE]
        for name, target in self.assign.items():
            for other in spare if target != RESERVE else ():
                change = self.lp(other) - self.lp(name)
                enough = sent[target] + change >= least and self._in_command(change)
                if enough and self.points(other) < self.points(name):
                    yield {name: RESERVE, other: target}
