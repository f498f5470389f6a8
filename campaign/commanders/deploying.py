"""The search for the best way to send a fleet out: ships are moved and exchanged as long as that is better."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from campaign.commanders.stakes import Stakes
from campaign.rules.fleets.logistics import SURRENDER_BELOW, minimum_of
from campaign.rules.orders import RESERVE, Target

LACK = 5.0
"""What each LP weighs that a sector lacks of the minimum; so much that it is never traded for anything (S8)."""
UPKEEP = 0.0004
"""What each LP sent out costs: it is not free to go anywhere next turn, and it raises the next minimum (S16)."""
LEAST_GAIN = 1e-9

Moves = tuple[tuple[int, Target], ...]


Sending = tuple[list[int], list[int], int]
"""How much is sent where: by sector the LP, by front the force there as a number, and the points in the Reserve."""
Exchange = tuple[int, Target, int, Target]
"""Two kinds of bodies, and the target to which each goes; of a body that moves alone, its own twice."""


@dataclass(slots=True)
class Search:
    """The fleet's bodies with their targets, and what is sent to each front by them."""

    stakes: Stakes
    targets: list[Target]
    needed: dict[int, int] = field(default_factory=dict)
    """The minimum of a sector, by the LP that are sent out."""
    here: dict[Target, tuple[int, int]] = field(default_factory=dict)
    """By sector its own number, and that of its front."""
    movers: list[int] = field(default_factory=list)
    """By body a number that is the same for those that are alike to a plan: in a fight, and in reach."""
    sending: Sending = field(default_factory=lambda: ([], [], 0))
    apart: list[int] | None = None
    """One body of each kind at each target; None once a body has been sent elsewhere."""
    tried: set[Exchange] = field(default_factory=set)
    """What has been tried as things stand: with bodies that are alike it comes to the same."""

    def __post_init__(self) -> None:
        """Count what is where."""
        order, ground = self.stakes.view.chart.order, self.stakes.ground
        front_of = {sector: number for number, front in enumerate(ground) for sector in front.sectors}
        self.here = {sector: (number, front_of[sector]) for number, sector in enumerate(order)}
        kinds: dict[object, int] = {}
        self.movers = [kinds.setdefault(body.kind, len(kinds)) for body in self.stakes.bodies]
        reserve = sum(body.points for body in self.stakes.bodies)
        self.sending = [0] * len(order), [0] * len(ground), reserve
        begun, self.targets = self.targets, [RESERVE] * len(self.targets)
        self._send(tuple(enumerate(begun)))

    def _send(self, moves: Moves) -> None:
        """Send bodies elsewhere."""
        self.sending = self._after(moves)
        self.apart = None
        self.tried.clear()
        for number, target in moves:
            self.targets[number] = target

    def improve(self) -> float:
        """Move and exchange bodies while that helps; the score that is reached."""
        score, before = self._score(self.sending), float("-inf")
        while score > before:
            before = score
            score = self._taken(score, self._single)
            if score == before:
                score = self._taken(score, self._exchanges)
        return score

    def _taken(self, score: float, options: Callable[[int], Iterator[Moves]]) -> float:
        """The score once each body in turn has taken the best of its moves that help."""
        for number in self._distinct():
            best: Moves = ()
            for moves in options(number):
                found = self._score(self._after(moves))
                if found > score + LEAST_GAIN:
                    score, best = found, moves
            if best:
                self._send(best)
        return score

    def _after(self, moves: Moves) -> Sending:
        """What is where once bodies are sent elsewhere."""
        lp, at, reserve = self.sending
        lp, at = lp.copy(), at.copy()
        for number, target in moves:
            body, unit, there = self.stakes.bodies[number], self.stakes.units[number], self.targets[number]
            if there == RESERVE:
                reserve -= body.points
            else:
                sector, front = self.here[there]
                lp[sector] -= body.lp
                at[front] -= unit
            if target == RESERVE:
                reserve += body.points
            else:
                sector, front = self.here[target]
                lp[sector] += body.lp
                at[front] += unit
        return lp, at, reserve

    def _single(self, number: int) -> Iterator[Moves]:
        """A body to each other target in its reach."""
        here, kind = self.targets[number], self.stakes.alike[number]
        for target in self.stakes.bodies[number].reach:
            if target != here and self._is_new((kind, here, kind, target)):
                yield ((number, target),)

    def _exchanges(self, one: int) -> Iterator[Moves]:
        """A body changes places with each that differs from it in a fight."""
        here, reach = self.targets[one], self.stakes.bodies[one].reach
        alike, kind = self.stakes.alike, self.stakes.alike[one]
        for other in self._distinct():
            there = self.targets[other]
            if here == there or alike[other] == kind or there not in reach:
                continue
            if here in self.stakes.bodies[other].reach and self._is_new((kind, there, alike[other], here)):
                self.tried.add((alike[other], here, kind, there))
                yield ((one, there), (other, here))

    def _is_new(self, exchange: Exchange) -> bool:
        """Whether that was not tried before as things stand; it is from now on."""
        if exchange in self.tried:
            return False
        self.tried.add(exchange)
        return True

    def _distinct(self) -> list[int]:
        """One body of each kind at each target, the first of them."""
        if self.apart is None:
            seen: dict[tuple[int, Target], int] = {}
            for number, key in enumerate(zip(self.movers, self.targets, strict=True)):
                seen.setdefault(key, number)
            self.apart = list(seen.values())
        return self.apart

    def _score(self, sending: Sending) -> float:
        """What the fleet sent so is worth: the stakes by their chances, less what it costs and what is lacking."""
        sectors, forces, reserve = sending
        out = sum(sectors)
        total = -UPKEEP * out - LACK * self._lacking(sectors, out, reserve)
        for number, force in enumerate(forces):
            total += self.stakes.worth(number, force)
        return total

    def _lacking(self, sectors: list[int], out: int, reserve: int) -> float:
        """What is lacking of minimum and Reserve, LP or hundreds of points (31.2, S8, S16)."""
        view, side = self.stakes.view, self.stakes.side
        if view.turn > 1:
            minimum = view.fleet(side).minimum
            return sum([minimum - lp for lp in sectors if lp < minimum])
        if out not in self.needed:
            self.needed[out] = minimum_of(view, side, out)
        minimum = self.needed[out]
        lack = sum([minimum - lp for lp in sectors if lp < minimum]) + max(0, SURRENDER_BELOW - out)
        return lack + max(0, view.settings.reserve - reserve) / 100

    def chance_at(self, number: int) -> float:
        """The chance to win at a front with what is sent there, the enemy's forces being a guess."""
        return self.stakes.chance(number, self.sending[1][number])

    def goes_to(self, number: int) -> bool:
        """Whether anything is sent to a front."""
        return bool(self.sending[1][number])
