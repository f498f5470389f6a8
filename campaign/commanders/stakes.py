"""What each front is worth by the bodies that are sent there, each force worked out once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from struct import Struct

from campaign.commanders.fronts import Front
from campaign.commanders.muster import Body
from campaign.commanders.strength import chance, class_strength, piece
from campaign.commanders.temper import Temper
from campaign.rules.map.strategic_map import Place
from campaign.rules.sight import WarView
from engines.seam.sides import Side
from engines.seam.systems import unit_class

BARRED = 0.35
"""What is left of a gain where a planet stops the marker and no transports are at hand (31.8)."""
SHUT = 0.1
"""The same where a base guards the planet: its owner can decline to fight for ever, and keeps it (S3)."""
WEARY = 0.1
"""What it costs to send damaged ships out, for each: they are to be mended; over the own home, a tenth of it."""
BITS = 16
"""How many bits of a force's number say how many bodies of one kind it has: for more than a fleet has."""

Counts = tuple[int, ...]
"""How many bodies of each kind there are somewhere."""


@dataclass(frozen=True, slots=True)
class Member:
    """A kind with ships of some class: its number, and what damage has left of those in one body."""

    kind: int
    shares: tuple[float, ...]


@dataclass(slots=True)
class Stakes:
    """What is at stake at each front, and a side's chances there.

    Bodies alike in a fight are of one kind. A force is one number, the sum of its bodies' units.
    """

    view: WarView
    side: Side
    temper: Temper
    ground: tuple[Front, ...]
    expected: Mapping[Place, tuple[float, ...]]
    """What the enemy may have at each front, each as likely."""
    landing: frozenset[Place]
    bodies: Sequence[Body]
    given_up: frozenset[Place] = frozenset()
    """Where nothing more is to be won, whatever is sent."""
    alike: list[int] = field(default_factory=list)
    """By body the number of its kind."""
    kinds: list[Body] = field(default_factory=list)
    """One body of each kind."""
    units: list[int] = field(default_factory=list)
    """By body what it adds to the number of a force: one, `BITS` higher for each kind before its own."""
    members: dict[str, list[Member]] = field(default_factory=dict)
    """By class the kinds with such ships."""
    carrying: list[tuple[int, int]] = field(default_factory=list)
    """The kinds that take squadrons, each with how many one body of it takes."""
    classes: list[tuple[str, ...]] = field(default_factory=list)
    """By kind the classes of its ships."""
    counting: Struct = field(default_factory=lambda: Struct("<"))
    """Reads how many of each kind there are off the bytes of a force."""
    known: list[dict[int, float]] = field(default_factory=list)
    """By front what a force there is worth."""
    strengths: dict[tuple[str, Counts, int], float] = field(default_factory=dict)
    """What the ships of a class are worth together, by how many bodies of its kinds there are, and by their room."""

    def __post_init__(self) -> None:
        """Tell the kinds apart."""
        numbers: dict[object, int] = {}
        for body in self.bodies:
            kind = numbers.setdefault((body.pieces, body.tired), len(numbers))
            if kind == len(self.kinds):
                self.kinds.append(body)
            self.alike.append(kind)
            self.units.append(1 << BITS * kind)
        for kind, body in enumerate(self.kinds):
            self.classes.append(tuple(dict.fromkeys(key for key, _ in body.pieces)))
            for key in self.classes[kind]:
                shares = tuple(left for other, left in body.pieces if other == key)
                self.members.setdefault(key, []).append(Member(kind, shares))
                if carries := unit_class(self.side, key).carries:
                    self.carrying.append((kind, carries * len(shares)))
        self.counting = Struct(f"<{len(self.kinds)}H")
        self.known = [{} for _ in self.ground]

    def worth(self, number: int, force: int) -> float:
        """What a force is worth at a front: what it may win and lose there by its chance, less what damage costs."""
        known = self.known[number]
        found = known.get(force)
        if found is None:
            found = known[force] = self._worth(number, force)
        return found

    def chance(self, number: int, force: int) -> float:
        """The chance of a force to win at a front, the enemy's being a guess."""
        return self._chance(self.ground[number], self._counts(force))

    def _worth(self, number: int, force: int) -> float:
        front, counts = self.ground[number], self._counts(force)
        won = self._chance(front, counts)
        gain = front.gain * self._open(front)
        tired = sum([count for kind, count in zip(self.kinds, counts, strict=True) if count and kind.tired])
        weary = tired * WEARY * (0.1 if front.own_home else 1.0)
        return won * gain - (1 - won) * front.loss - weary

    def _open(self, front: Front) -> float:
        """The share of a gain that the planet there, if there is one, leaves."""
        if front.shut:
            return SHUT
        return BARRED if front.barred and front.place not in self.landing else 1.0

    def _chance(self, front: Front, counts: Counts) -> float:
        if front.place in self.given_up:
            return 0.0
        own = self._strength(front, counts)
        unsure = self.temper.unsure / (self.temper.homeward if front.own_home else 1.0)
        expected = self.expected[front.place]
        return sum([chance(own, enemy, unsure) for enemy in expected]) / len(expected)

    def _strength(self, front: Front, counts: Counts) -> float:
        """What bodies are worth at a front together with the base there, about in Ship Points."""
        base = self.view.base_of(self.side, front.place)
        space = sum([counts[kind] * carries for kind, carries in self.carrying])
        if base is not None:
            based = self.view.settings.catalogue.base_class(self.side)
            space += based.carries
        there = [self.classes[kind] for kind, count in enumerate(counts) if count]
        total = 0.0
        for key in dict.fromkeys([key for keys in there for key in keys]):
            total += self._of_class(key, counts, space)
        if base is not None:
            key, left = piece(self.side, based.key, base.damage)
            total += class_strength(self.side, key, [left], space, self.view.settings.boxes)
        return total

    def _of_class(self, key: str, counts: Counts, space: int) -> float:
        members = self.members[key]
        state = key, tuple([counts[one.kind] for one in members]), space
        found = self.strengths.get(state)
        if found is None:
            shares = [left for one in members for left in one.shares * counts[one.kind]]
            found = class_strength(self.side, key, shares, space, self.view.settings.boxes)
            self.strengths[state] = found
        return found

    def _counts(self, force: int) -> Counts:
        """How many bodies of each kind a force has."""
        return self.counting.unpack(force.to_bytes(self.counting.size, "little"))
