"""Drafts collect several events into one sentence."""

from dataclasses import dataclass, field
from typing import Literal, Protocol

from engines.seam.sides import Side
from engines.talon.orders import MISSILES
from engines.talon.report.cast import Words, counted, listed
from engines.talon.report.words import WEAPONS, arc, suffered, terrain, weapon

Tone = Literal["power", "move", "miss", "hit", "harm", "loss", "note"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One thing that happened, in words, with the dice that decided it."""

    tone: Tone
    words: Words
    dice: tuple[int, ...] = ()


class PendingSentence(Protocol):
    """Something that becomes a sentence once all of it is known."""

    def sentence(self) -> Sentence:
        """The sentence."""


@dataclass(slots=True)
class Plain:
    """A sentence that is known at once."""

    tone: Tone
    words: Words
    dice: tuple[int, ...] = ()

    def sentence(self) -> Sentence:
        """The sentence."""
        return Sentence(self.tone, self.words, self.dice)


@dataclass(slots=True)
class Laying:
    """A side places a planet or worm hole, in `words`, or lays a pattern: so many hexes of each kind."""

    side: str
    words: str = ""
    kinds: dict[str, int] = field(default_factory=dict)

    def sentence(self) -> Sentence:
        """Who lays what."""
        found = [terrain(kind, number) for kind, number in self.kinds.items()]
        *first, last = found or ["terrain"]
        laid = f"{', '.join(first)} and {last}" if first else last
        return Sentence("note", (f"{self.side} {self.words or f'lays {laid}'}.",))


@dataclass(slots=True)
class Harm:
    """What blows together have done to one unit, or to a planet: `total` says how much of what is needed is done."""

    markers: int = 0
    shields: int = 0
    hull: int = 0
    arcs: list[int] = field(default_factory=list)
    fighters_lost: int = 0
    fighters_hit: int = 0
    planet: int = 0
    total: str = ""

    def add(self, arc_: int, markers: int, shields: int, hull: int) -> None:
        """One blow more."""
        self.markers, self.shields, self.hull = (
            self.markers + markers,
            self.shields + shields,
            self.hull + hull,
        )
        if arc_ not in self.arcs:
            self.arcs.append(arc_)

    def add_fighter(self, marked: int) -> None:
        """One blow to a fighter, of whose boxes so many are marked now."""
        self.fighters_lost += marked == 2
        self.fighters_hit += marked == 1

    def add_planet(self, points: int, total: str) -> None:
        """One blow more to a planet."""
        self.planet += points
        self.total = total

    @property
    def points(self) -> int:
        """Points of damage to a ship."""
        return self.markers + self.shields + self.hull

    @property
    def done(self) -> bool:
        """Whether there is any damage to tell of."""
        return bool(self.points or self.fighters_hit or self.fighters_lost or self.planet)

    def in_words(self) -> str:
        """The damage in words: "3 points on its rear (2 on shields, 1 hull box)", "2 fighters destroyed"."""
        if self.planet:
            return f"{counted(self.planet, 'point')} of damage, now {self.total}"
        if self.fighters_lost:
            return f"{counted(self.fighters_lost, 'fighter')} destroyed"
        if self.fighters_hit:
            return "a fighter damaged"
        where = f" on its {arc(self.arcs[0])}" if len(self.arcs) == 1 and self.arcs[0] < 4 else ""
        return f"{counted(self.points, 'point')}{where} ({suffered(self.markers, self.shields, self.hull)})"


@dataclass(slots=True)
class VolleySentence:
    """Weapons of one kind firing at one target, one after the other."""

    unit: int
    weapon: str
    target: int
    distance: int
    modifier: int
    hindrance: str
    over: str = ""
    hit: bool = False
    spared: int = 0
    dice: list[int] = field(default_factory=list)
    points: int = 0
    harm: Harm = field(default_factory=Harm)
    missile: str = ""

    @property
    def aim(self) -> Words:
        """What is fired at."""
        return (self.target,) if self.target < MISSILES else ("a missile",)

    def sentence(self) -> Sentence:
        """Who fires what at whom, and what came of it."""
        terrain = f" {self.hindrance} (−{-self.modifier})" if self.modifier else ""
        start: Words = (self.unit, f" fires {weapon(self.weapon, len(self.dice))} at ", *self.aim)
        words: Words = (
            *start,
            f", range {self.distance}{terrain}{self.over}: {self._outcome()}{self._less()}.",
        )
        return Sentence("hit" if self.points else "miss", words, tuple(self.dice))

    def _less(self) -> str:
        """How much less that is because of the target's crew (32.5)."""
        return f", {self.spared} less by experience" if self.spared else ""

    def _outcome(self) -> str:
        if not self.points and self.hit:
            return "no damage"
        if not self.points:
            return "miss" if len(self.dice) == 1 else "all miss"
        if self.missile:
            return self.missile
        if not self.harm.done:
            return counted(self.points, "point")
        return self.harm.in_words()


@dataclass(slots=True)
class Misses:
    """All misses in one sentence."""

    volleys: list[VolleySentence]

    def sentence(self) -> Sentence:
        """Who missed whom with what."""
        if len(self.volleys) == 1:
            return self.volleys[0].sentence()
        units = dict.fromkeys(one.unit for one in self.volleys)
        clauses: list[Words] = [(unit, " (", *self._aimed(unit), ")") for unit in units]
        dice = tuple(die for one in self.volleys for die in one.dice)
        return Sentence("miss", ("No hits: ", *joined(clauses)), dice)

    def _aimed(self, unit: int) -> Words:
        """What one unit fired at whom, each pair once."""
        aims = dict.fromkeys((one.weapon, *one.aim) for one in self.volleys if one.unit == unit)
        words: Words = ()
        for weapon_, target in aims:
            words = (*words, *((", ",) if words else ()), f"{WEAPONS[str(weapon_)]} at ", target)
        return words


@dataclass(slots=True)
class Launches:
    """Missiles launched by one unit at one target."""

    unit: int
    target: int
    number: int = 1

    def sentence(self) -> Sentence:
        """Who launches how many at whom."""
        many = "a missile" if self.number == 1 else f"{self.number} missiles"
        return Sentence("hit", (self.unit, f" launches {many} at ", self.target, "."))


@dataclass(slots=True)
class Shared:
    """An explosion or a collision, and what each unit takes of it."""

    words: Words
    harms: dict[int, Harm] = field(default_factory=dict)
    missiles: int = 0
    dice: list[int] = field(default_factory=list)

    def harm(self, unit: int) -> Harm:
        """What the unit takes."""
        return self.harms.setdefault(unit, Harm())

    def sentence(self) -> Sentence:
        """What happened, and what each has taken."""
        words = self.words
        for place, (unit, harm) in enumerate(self.harms.items()):
            done = harm.in_words() if harm.done else "no damage"
            words = (*words, ": " if not place else "; ", unit, f", {done}")
        if self.missiles:
            words = (*words, f"{';' if self.harms else ':'} {counted(self.missiles, 'missile')} hit")
        return Sentence("harm", (*words, "."), tuple(self.dice))


@dataclass(slots=True)
class MissileHits:
    """Missiles of one unit that hit another, one after the other."""

    launcher: int
    target: int
    number: int = 0
    harm: Harm = field(default_factory=Harm)
    dice: list[int] = field(default_factory=list)
    over: str = ""

    def sentence(self) -> Sentence:
        """Whose missiles hit whom, and what came of it."""
        many = "A missile" if self.number == 1 else f"{self.number} missiles"
        whose: Words = (f"{many} of ", self.launcher) if self.launcher >= 0 else (many,)
        verb = " hits " if self.number == 1 else " hit "
        done = self.harm.in_words() if self.harm.done else "no damage"
        return Sentence("hit", (*whose, verb, self.target, f"{self.over}: {done}."), tuple(self.dice))


@dataclass(slots=True)
class Moves:
    """All that moves in one turn."""

    moved: list[int] = field(default_factory=list)
    burned: list[int] = field(default_factory=list)
    turned: list[int] = field(default_factory=list)
    flew: int = 0

    def sentence(self) -> Sentence:
        """Who moves, who burns an afterburner, and how many missiles fly on."""
        clauses = [
            _clause(units, verb)
            for units, verb in (
                (self.moved, ("moves", "move", "")),
                (self.burned, ("burns", "burn", " an afterburner")),
                (self.turned, ("turns", "turn", "")),
            )
            if units
        ]
        if self.flew:
            clauses.append((f"{counted(self.flew, 'missile')} {'flies' if self.flew == 1 else 'fly'} on",))
        return Sentence("move", joined(clauses))


Verb = tuple[str, str, str]
"""A verb for one, for several, and what follows it."""


def _clause(units: list[int], verb: Verb) -> Words:
    """Who does what; more than three are only counted."""
    one, several, rest = verb
    return (*listed(units, 3), f" {one if len(set(units)) == 1 else several}{rest}")


@dataclass(slots=True)
class Purchases:
    """What a side does with its power in one turn."""

    bought: dict[Verb, list[int]] = field(default_factory=dict)

    def sentence(self) -> Sentence:
        """Who uses power for what."""
        return Sentence("power", joined([_clause(units, verb) for verb, units in self.bought.items()]))


@dataclass(slots=True)
class RepairSentence:
    """Attempts at repair."""

    tried: list[tuple[int, str, int]] = field(default_factory=list)

    def sentence(self) -> Sentence:
        """Who repairs what, and who fails to."""
        clauses: list[Words] = [
            (unit, f" {'repairs' if die == 6 else 'fails to repair'} {what}")
            for unit, what, die in self.tried
        ]
        return Sentence("note", joined(clauses), tuple(die for _, _, die in self.tried))


def joined(clauses: list[Words]) -> Words:
    """Clauses as one sentence, with semicolons."""
    words: Words = ()
    for place, clause in enumerate(clauses):
        words = (*words, "; ", *clause) if place else clause
    return (*words, ".")


class Arrivals:
    """Units that come onto the map together."""

    def __init__(self, side: str, verb: str, units: list[int]) -> None:
        self.side, self.verb, self.units = side, verb, units

    def sentence(self) -> Sentence:
        """Who comes onto the map, and how."""
        verb = {
            "deployed": " deploys ",
            "launched": " launches ",
            "arrived": " brings in ",
            "undocked": " brings out ",
            "lifted": " brings back from the planet ",
        }[self.verb]
        return Sentence("note", (f"{self.side.title()}{verb}", *listed(self.units), "."))


class Granted:
    """Who is Initiative Player from now on, as the side chose that had the votes (4.2)."""

    def __init__(self, side: Side, to: Side) -> None:
        self.side, self.to, self.passes = side, to, False

    def sentence(self) -> Sentence:
        """Who takes, keeps or leaves the initiative."""
        if self.side == self.to:
            words = f"{self.side.title()} {'takes' if self.passes else 'keeps'} the initiative."
        else:
            verb = "gives" if self.passes else "leaves"
            words = f"{self.side.title()} {verb} the initiative to {self.to.title()}."
        return Sentence("note", (words,))


class Offer:
    """An offer of a draw; the one that ends the battle accepts the other side's."""

    def __init__(self, who: str) -> None:
        self.who, self.accepts = who, False

    def sentence(self) -> Sentence:
        """Who offers a draw, or accepts it."""
        return Sentence("note", (f"{self.who} {'accepts the' if self.accepts else 'offers a'} draw.",))
