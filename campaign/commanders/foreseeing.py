"""How the battles of a plan are likely to go, by the estimate, against the enemy as it was last seen (S15).

And what a plan sends in vain: where it hardly ever wins, though the same ships would count at another front.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from campaign.commanders.muster import bodies
from campaign.rules.battles.settling import chance_to_win
from campaign.rules.fleets import assignment
from campaign.rules.map.strategic_map import HOMES, Place
from campaign.rules.odds.asked import expected_battle
from campaign.rules.odds.assumptions import Force, as_seen, drawn
from campaign.rules.orders import Plan
from campaign.rules.sight import WarView
from campaign.rules.state import Ship
from engines.seam.sides import Side, opponent

HOPELESS: Final = 0.05
"""A chance to win that is no reason to send anything."""
COUNTS: Final = 0.01
"""So much has a ship to add to the chance at a front to count there."""
DRAWN: Final = 12
"""So many forces of the enemy are drawn for a front where none was seen."""

Ships = Mapping[str, Ship]


@dataclass(frozen=True)
class Vain:
    """A front at which a plan hardly ever wins: the ships it sends there, and the chance to win, from 0 to 1.

    `elsewhere`: by the names of those that would go together the sectors in which they would count, of what the minimum
    lets go: ships one by one, a carrier with its squadrons. `forced`: the minimum lets nothing go that has LP.
    """

    place: Place
    sectors: tuple[str, ...]
    sent: tuple[str, ...]
    chance: float
    elsewhere: dict[tuple[str, ...], tuple[str, ...]]
    forced: bool


def sent_in_vain(view: WarView, side: Side, plan: Plan) -> tuple[Vain, ...]:
    """The fronts to which a plan sends ships that win in one of twenty battles or fewer, in battle order.

    Not the own home, for who declines there loses the war (S10), and nothing in turn 1, when no enemy was seen yet.
    """
    return tuple(Foresight(view, side).in_vain(plan)) if view.turn > 1 else ()


@dataclass(frozen=True)
class Foresight:
    """What a side may foresee of this turn's battles."""

    view: WarView
    side: Side
    forces: dict[Place, tuple[Force, ...]] = field(default_factory=dict)
    """By place what the enemy may come with, each as likely, where that has been asked for."""

    def in_vain(self, plan: Plan) -> Iterator[Vain]:
        """The fronts to which the plan sends ships in vain."""
        ships = assignment.ships_to_send(self.view, self.side, plan)
        there = self._sent(ships, plan)
        chances = {place: self.chance(place, sent) for place, sent in there.items()}
        for place, sent in there.items():
            if sent and place != HOMES[self.side] and chances[place] <= HOPELESS:
                leaving = list(self._leaving(ships, sent, plan))
                better = self._elsewhere(leaving, place, there, chances)
                yield Vain(
                    place, self.view.markers_on(place), tuple(sent), chances[place], better, not leaving
                )

    def chance(self, place: Place, ships: Ships) -> float:
        """The chance to win there with these ships and the base, from 0 to 1; where no enemy comes it is won."""
        forces = self._expected(place)
        battles = (expected_battle(self.view, self.side, place, ships, force) for force in forces)
        level = self.view.settings.computer
        return sum(chance_to_win(self.view, battle, self.side, level) for battle in battles) / len(forces)

    def _expected(self, place: Place) -> tuple[Force, ...]:
        """The enemy as it was last seen there; where none was seen, forces that are drawn."""
        if place not in self.forces:
            enemy = opponent(self.side)
            seen = as_seen(self.view, enemy, place)
            self.forces[place] = (seen,) if seen else drawn(self.view, enemy, place, DRAWN)
        return self.forces[place]

    def _sent(self, ships: Ships, plan: Plan) -> dict[Place, dict[str, Ship]]:
        """By place the ships that the plan sends there, in battle order."""
        found: dict[Place, dict[str, Ship]] = {}
        for sector in self.view.chart.order:
            there = found.setdefault(self.view.place_of(sector), {})
            there |= {name: ship for name, ship in ships.items() if plan.assign.get(name) == sector}
        return found

    def _leaving(self, ships: Ships, sent: Ships, plan: Plan) -> Iterator[dict[str, Ship]]:
        """What has LP and may leave at once so that the minimum is still met, a carrier with what it can take along."""
        lp = assignment.sent_lp(self.view, self.side, ships, plan)
        minimum = assignment.minimum_for(self.view, self.side, lp)
        fighting, transports = bodies(self.view, self.side, plan)
        for body in [*fighting, *transports]:
            for names in _together(body.names, plan):
                if names[0] in sent:
                    points = {name: sent[name].class_of(self.side).lp for name in names}
                    going = _spared(points, lp[str(plan.assign[names[0]])] - minimum)
                    if going:
                        yield {name: sent[name] for name in going}

    def _elsewhere(
        self,
        leaving: Iterable[Ships],
        place: Place,
        there: Mapping[Place, Ships],
        chances: Mapping[Place, float],
    ) -> dict[tuple[str, ...], tuple[str, ...]]:
        """Where else those that may leave a place would count."""
        found: dict[tuple[str, ...], tuple[str, ...]] = {}
        for group in leaving:
            near = assignment.reach(self.view, next(iter(group.values())))
            others = [to for to in near if to in self.view.chart.order and self.view.place_of(to) != place]
            better = tuple(to for to in others if self._counts(group, to, there, chances))
            found |= {tuple(group): better} if better else {}
        return found

    def _counts(
        self, group: Ships, to: str, there: Mapping[Place, Ships], chances: Mapping[Place, float]
    ) -> bool:
        """Whether a group more makes a difference in a sector, and not a hopeless one."""
        place = self.view.place_of(to)
        after = self.chance(place, {**there[place], **group})
        return after > HOPELESS and after - chances[place] >= COUNTS


def _together(names: Sequence[str], plan: Plan) -> Iterator[tuple[str, ...]]:
    """A carrier, which comes first, with the squadrons that are sent to its sector; all others one by one."""
    first, *rest = names
    along = [name for name in rest if plan.assign.get(name) == plan.assign.get(first)]
    yield (first, *along)
    yield from ((name,) for name in rest if name not in along)


def _spared(points: Mapping[str, int], spare: int) -> tuple[str, ...]:
    """Of ships that go together by name with their LP, as many as so many LP allow; a carrier never alone."""
    names = list(points)
    while len(names) > 2 and sum(points[name] for name in names) > spare:
        names.pop()
    return tuple(names) if 0 < sum(points[name] for name in names) <= spare else ()
