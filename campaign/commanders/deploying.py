"""The search for the best way to send a fleet out: ships are moved and exchanged as long as that is better."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from campaign.commanders.fronts import Front
from campaign.commanders.muster import Body
from campaign.commanders.strength import chance, piece, strength
from campaign.commanders.temper import Temper
from campaign.rules.logistics import SURRENDER_BELOW, minimum_of
from campaign.rules.orders import RESERVE, Target
from campaign.rules.sight import WarView
from campaign.rules.strategic_map import Place
from engines.seam.sides import Side

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

MANY = 1000
"""More bodies than a fleet has: the base of the number that says how many of each kind are at a front."""

Moves = tuple[tuple[int, Target], ...]


@dataclass(slots=True)
class Sending:
    """How much is sent where: by target the LP, by front the bodies as one number, `MANY` to the power of each kind."""

    lp: dict[Target, int]
    at: list[int]
    reserve: int = 0
    """The Ship Points in the Reserve."""

    def copy(self) -> "Sending":
        """The same again, to be changed."""
        return Sending(self.lp.copy(), self.at.copy(), self.reserve)


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
    temper: Temper
    known: dict[tuple[int, int], float] = field(default_factory=dict)
    """What a front is worth, by its number and what is sent there."""
    needed: dict[int, int] = field(default_factory=dict)
    """The minimum of a sector, by the LP that are sent out."""
    here: dict[Target, int] = field(default_factory=dict)
    """By sector the number of its front."""
    kinds: list[Body] = field(default_factory=list)
    """One body of each kind that is alike at a front."""
    unit: list[int] = field(default_factory=list)
    """By body what it adds to the number of a front."""
    sending: Sending = field(default_factory=lambda: Sending({}, []))

    def __post_init__(self) -> None:
        """Count what is where."""
        self.here = {sector: number for number, front in enumerate(self.ground) for sector in front.sectors}
        alike: dict[object, int] = {}
        for body in self.bodies:
            kind = alike.setdefault((body.pieces, body.tired), len(alike))
            if kind == len(self.kinds):
                self.kinds.append(body)
            self.unit.append(MANY**kind)
        self.sending = Sending(dict.fromkeys((*self.view.chart.order, RESERVE), 0), [0] * len(self.ground))
        for number, target in enumerate(self.targets):
            self._count(self.sending, number, target, 1)

    def _count(self, sending: Sending, number: int, target: Target, times: int) -> None:
        sending.lp[target] += times * self.bodies[number].lp
        if target == RESERVE:
            sending.reserve += times * self.bodies[number].points
        else:
            sending.at[self.here[target]] += times * self.unit[number]

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
                self.sending = self._after(best)
                for moved, target in best:
                    self.targets[moved] = target
        return score

    def _after(self, moves: Moves) -> Sending:
        """What is where once bodies are sent elsewhere."""
        sending = self.sending.copy()
        for number, target in moves:
            self._count(sending, number, self.targets[number], -1)
            self._count(sending, number, target, 1)
        return sending

    def _single(self, number: int) -> Iterator[Moves]:
        """A body to each other target in its reach."""
        for target in self.bodies[number].reach:
            if target != self.targets[number]:
                yield ((number, target),)

    def _exchanges(self, one: int) -> Iterator[Moves]:
        """A body changes places with each of another kind."""
        here = self.targets[one]
        for other in self._distinct():
            there = self.targets[other]
            if here != there and there in self.bodies[one].reach and here in self.bodies[other].reach:
                yield ((one, there), (other, here))

    def _distinct(self) -> list[int]:
        seen: dict[object, int] = {}
        for number, body in enumerate(self.bodies):
            seen.setdefault((body.kind, self.targets[number]), number)
        return list(seen.values())

    def _score(self, sending: Sending) -> float:
        """What the fleet sent so is worth: the stakes by their chances, less what it costs and what is lacking."""
        sectors = [lp for target, lp in sending.lp.items() if target != RESERVE]
        out = sum(sectors)
        total = -UPKEEP * out - LACK * self._lacking(sectors, out, sending.reserve)
        for key in enumerate(sending.at):
            worth = self.known.get(key)
            if worth is None:
                worth = self.known[key] = self._worth(*key)
            total += worth
        return total

    def _lacking(self, sectors: list[int], out: int, reserve: int) -> float:
        """What is lacking of minimum and Reserve, LP or hundreds of points (31.2, S8, S16)."""
        if self.view.turn > 1:
            minimum = self.view.fleet(self.side).minimum
            return sum([minimum - lp for lp in sectors if lp < minimum])
        if out not in self.needed:
            self.needed[out] = minimum_of(self.view, self.side, out)
        minimum = self.needed[out]
        lack = sum(max(0, minimum - lp) for lp in sectors) + max(0, SURRENDER_BELOW - out)
        return lack + max(0, self.view.settings.reserve - reserve) / 100

    def _worth(self, number: int, sent: int) -> float:
        front = self.ground[number]
        won = self._chance(number, sent)
        gain = front.gain * self._open(front)
        tired = sum(count for kind, count in self._counts(sent) if kind.tired)
        weary = tired * WEARY * (0.1 if front.own_home else 1.0)
        return won * gain - (1 - won) * front.loss - weary

    def _open(self, front: Front) -> float:
        """The share of a gain that the planet there, if there is one, leaves."""
        if front.shut:
            return SHUT
        return BARRED if front.barred and front.place not in self.landing else 1.0

    def chance_at(self, number: int) -> float:
        """The chance to win at a front with what is sent there, the enemy's forces being a guess."""
        return self._chance(number, self.sending.at[number])

    def goes_to(self, number: int) -> bool:
        """Whether anything is sent to a front."""
        return bool(self.sending.at[number])

    def _chance(self, number: int, sent: int) -> float:
        front = self.ground[number]
        pieces = [one for kind, count in self._counts(sent) for one in kind.pieces * count]
        base = self.view.base_of(self.side, front.place)
        if base is not None:
            pieces.append(piece(self.side, "base", base.damage))
        own = self.temper.skill * strength(self.side, pieces, self.view.settings.boxes)
        return chance(own, self.expected[front.place], self.temper.unsure)

    def _counts(self, sent: int) -> Iterator[tuple[Body, int]]:
        """How many bodies of each kind a front's number stands for."""
        for kind in self.kinds:
            sent, count = divmod(sent, MANY)
            yield kind, count
