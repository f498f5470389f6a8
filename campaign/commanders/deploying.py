"""The search for the best way to send a fleet out: ships are moved and exchanged as long as that is better."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from campaign.commanders.fronts import Front
from campaign.commanders.muster import Body
from campaign.commanders.strength import chance, piece, strength
from campaign.rules.logistics import SURRENDER_BELOW, minimum_of
from campaign.rules.orders import RESERVE, Target
from campaign.rules.sight import WarView
from campaign.rules.strategic_map import Place
from engines.seam.sides import Side

UNSURE = 4
"""How fast the chance follows from the worth of both sides while the enemy's is a guess."""
BARRED = 0.35
"""What is left of a gain where a planet stops the marker and no transports are at hand (31.8)."""
SHUT = 0.1
"""The same where a base guards the planet: its owner can decline to fight for ever, and keeps it (S3)."""
LACK = 5.0
"""What each LP weighs that a sector lacks of the minimum; so much that it is never traded for anything (S8)."""
WEARY = 0.1
"""What it costs to send damaged ships out, for each: they are to be mended; over the own home, a tenth of it."""
UPKEEP = 0.0004
"""What each LP sent out costs: it is not free to go anywhere next turn, and it raises the next minimum (S16)."""
LEAST_GAIN = 1e-9

Moves = tuple[tuple[int, Target], ...]
Numbers = int
"""Which bodies are meant, a bit for each."""


@dataclass(slots=True)
class Search:
    """The fleet's bodies with their targets, and what each front is worth as they are sent."""

    view: WarView
    side: Side
    ground: tuple[Front, ...]
    expected: dict[Place, float]
    landing: frozenset[Place]
    bodies: list[Body]
    targets: list[Target]
    known: dict[tuple[int, Numbers], float] = field(default_factory=dict)
    here: dict[Target, int] = field(default_factory=dict)
    """By sector the number of its front."""
    sent: dict[Target, int] = field(default_factory=dict)
    """By target the LP sent there."""
    at: list[Numbers] = field(default_factory=list)
    """By front the bodies sent there."""

    def __post_init__(self) -> None:
        """Count what is where."""
        self.here = {sector: number for number, front in enumerate(self.ground) for sector in front.sectors}
        self.sent = dict.fromkeys((*self.view.chart.order, RESERVE), 0)
        self.at = [0] * len(self.ground)
        for number, target in enumerate(self.targets):
            self.sent[target] += self.bodies[number].lp
            if target != RESERVE:
                self.at[self.here[target]] |= 1 << number

    def improve(self) -> float:
        """Move and exchange bodies while that helps; the score that is reached."""
        score = self.score()
        while True:
            moves = self._best(score, self._single()) or self._best(score, self._exchanges())
            if not moves:
                return score
            self.do(moves)
            score = self.score()

    def _best(self, score: float, options: Iterator[Moves]) -> Moves:
        best: Moves = ()
        score += LEAST_GAIN
        for moves in options:
            back = self.do(moves)
            found = self.score()
            self.do(back)
            if found > score:
                score, best = found, moves
        return best

    def do(self, moves: Moves) -> Moves:
        """Send bodies elsewhere; the moves that take it back."""
        back = tuple((number, self.targets[number]) for number, _ in moves)
        for number, target in moves:
            before, lp = self.targets[number], self.bodies[number].lp
            self.targets[number] = target
            self.sent[before] -= lp
            self.sent[target] += lp
            if before != RESERVE:
                self.at[self.here[before]] ^= 1 << number
            if target != RESERVE:
                self.at[self.here[target]] ^= 1 << number
        return back

    def _single(self) -> Iterator[Moves]:
        """One body of each kind and place to each other target in its reach."""
        for number in self._distinct():
            for target in self.bodies[number].reach:
                if target != self.targets[number]:
                    yield ((number, target),)

    def _exchanges(self) -> Iterator[Moves]:
        """Two bodies of different kinds change places."""
        numbers = self._distinct()
        for at, one in enumerate(numbers):
            for other in numbers[at + 1 :]:
                here, there = self.targets[one], self.targets[other]
                if here != there and there in self.bodies[one].reach and here in self.bodies[other].reach:
                    yield ((one, there), (other, here))

    def _distinct(self) -> list[int]:
        seen: dict[object, int] = {}
        for number, body in enumerate(self.bodies):
            seen.setdefault((body.kind, self.targets[number]), number)
        return list(seen.values())

    def score(self) -> float:
        """What the fleet sent so is worth: the stakes by their chances, less what it costs and what is lacking."""
        sectors = [lp for target, lp in self.sent.items() if target != RESERVE]
        out = sum(sectors)
        total = -UPKEEP * out - LACK * self._lacking(sectors, out)
        for number, bodies in enumerate(self.at):
            worth = self.known.get((number, bodies))
            if worth is None:
                worth = self.known[number, bodies] = self._worth(number)
            total += worth
        return total

    def _lacking(self, sectors: list[int], out: int) -> float:
        """What is lacking of minimum and Reserve, LP or hundreds of points (31.2, S8, S16)."""
        if self.view.turn > 1:
            minimum = self.view.fleet(self.side).minimum
            return sum([minimum - lp for lp in sectors if lp < minimum])
        minimum = minimum_of(self.view, self.side, out)
        lack = sum(max(0, minimum - lp) for lp in sectors) + max(0, SURRENDER_BELOW - out)
        kept = sum(b.points for b, target in zip(self.bodies, self.targets, strict=True) if target == RESERVE)
        return lack + max(0, self.view.settings.reserve - kept) / 100

    def _worth(self, number: int) -> float:
        front = self.ground[number]
        won = self.chance_at(number)
        gain = front.gain * self._open(front)
        weary = sum(body.tired for body in self.sent_to(number)) * WEARY * (0.1 if front.own_home else 1.0)
        return won * gain - (1 - won) * front.loss - weary

    def _open(self, front: Front) -> float:
        """The share of a gain that the planet there, if there is one, leaves."""
        if front.shut:
            return SHUT
        return BARRED if front.barred and front.place not in self.landing else 1.0

    def chance_at(self, number: int) -> float:
        """The chance to win at a front with what is sent there, the enemy's forces being a guess."""
        front = self.ground[number]
        pieces = [one for body in self.sent_to(number) for one in body.pieces]
        base = self.view.base_of(self.side, front.place)
        if base is not None:
            pieces.append(piece(self.side, "base", base.damage))
        own = strength(self.side, pieces, self.view.settings.boxes)
        return chance(own, self.expected[front.place], UNSURE)

    def sent_to(self, number: int) -> list[Body]:
        """The bodies sent to a front."""
        bits = self.at[number]
        return [body for at, body in enumerate(self.bodies) if bits >> at & 1]
