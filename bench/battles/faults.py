"""What captains waste and break by themselves in 200 battles: `python -m bench.battles.faults`.

Shots that cannot hit, collisions with their own side, initiative markers, and undamaged units that leave by the map's
edge. The exit code is 1 if a figure misses its limit.
"""

import sys
from collections import Counter
from dataclasses import dataclass, field

from bench.battles.mixed import setup_of
from bench.figures import Measurement, show
from engines.chance.prng import mixed
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import events, game
from engines.talon import orders as o
from engines.talon.captains.captain import Captain
from engines.talon.captains.weighing.homes import homes
from engines.talon.rules.movement import goal
from engines.talon.state import Battle
from engines.talon.view import View, decider
from engines.talon.weapon_table import DAMAGE

BATTLES = 200
COLLISIONS, HOPELESS, IDLE, STRAYS, FORSAKEN = 2, 0, 3.0, 1, 2
FREE, FORCED = "another way was free", "no other way was free"
DEADLY = ("planet", "black-hole")
PURCHASES = (
    o.Charge
    | o.Battery
    | o.Vote
    | o.Reinforce
    | o.Slip
    | o.PowerThrough
    | o.PowerShift
    | o.Retarget
    | o.Transmit
)


@dataclass
class Faults:
    """Counts over battles, by words; `cases` names the cases worth looking at."""

    counts: Counter[str] = field(default_factory=Counter)
    cases: list[str] = field(default_factory=list)


class Watch:
    """One battle, watched order by order."""

    def __init__(self, number: int, faults: Faults) -> None:
        self.number = number
        self.faults = faults
        self.battle: Battle = game.new_battle(setup_of(number))
        self.players: dict[Side, Captain] = {
            side: Captain(seed=mixed(number, at)) for at, side in enumerate(SIDES)
        }
        self.views = {side: View(self.battle, side) for side in SIDES}
        self.votes: list[tuple[Side, str]] = []

    def fight(self) -> None:
        """Fight it out and count."""
        dice = SeededDice(self.number)
        while (side := decider(self.battle)) is not None:
            order = self.players[side].decide(self.views[side])
            self._count_order(order)
            cause = self._cause(order)
            fresh = self._fresh()
            before = self.battle.round, self.battle.impulse
            homed = bool(homes(self.views[order.side]))
            happened = game.apply(self.battle, order, dice)
            self._count_events(happened, cause, fresh, homed)
            if before != (self.battle.round, self.battle.impulse) or self.battle.ending:
                self._count_votes()

    def _count_order(self, order: o.AnyOrder) -> None:
        if isinstance(order, PURCHASES):
            self.faults.counts["AP spent"] += 1
        if isinstance(order, o.Vote):
            self.votes.append((order.side, order.marker))

    def _count_votes(self) -> None:
        """At the end of an impulse: which markers met others (4.2)."""
        changes = sum(marker == "change" for _, marker in self.votes)
        for _, marker in self.votes:
            self.faults.counts[f"initiative: {marker}"] += 1
            self.faults.counts["initiative: defend against no change"] += marker == "defend" and not changes
        self.votes = []

    def _cause(self, order: o.AnyOrder) -> str:
        """Why the order may end in a collision: its unit had no other way, or had one."""
        if not isinstance(order, o.Move | o.Burn):
            return FORCED
        battle = self.battle
        unit = battle.units[order.unit]
        taken = {
            other.place for other in battle.present[unit.side] if other is not unit and not other.kind.base
        } | {place for place, kind in battle.terrain.items() if kind in DEADLY}
        ways = [one for one in battle.options if type(one) is type(order) and one.unit == order.unit]
        if any(goal(unit, one.way) not in taken for one in ways if isinstance(one, o.Move | o.Burn)):
            return FREE
        return FORCED

    def _fresh(self) -> dict[int, str]:
        """The units on the map that are unhurt, and why their captain may want each away."""
        found: dict[int, str] = {}
        if not self.battle.round:
            return found
        for side, units in self.battle.present.items():
            situation = self.players[side].situation(self.views[side])
            for unit in units:
                if not unit.hull and not any(unit.lost):
                    leaving = unit.number in situation.leaving
                    found[unit.number] = "leaving" if leaving else "not leaving"
        return found

    def _count_events(
        self, happened: list[events.AnyEvent], cause: str, fresh: dict[int, str], homed: bool
    ) -> None:
        counts = self.faults.counts
        went, mover = "", -1
        for event in happened:
            match event:
                case events.Went():
                    went, mover = event.how, event.unit
                case events.Shot():
                    self._count_shot(event)
                case events.Collided():
                    why = "pushed or pulled" if went in ("push", "pull") else cause
                    counts[f"collisions: {why}"] += 1
                    self._note("collision", why, event.units)
                case events.Lost() if event.cause == "collision":
                    counts["collisions: units lost"] += 1
                case events.Gone() if event.how == "left":
                    counts["left by the edge"] += 1
                    if event.unit in fresh:
                        why = f"{fresh[event.unit]}, {self._whose(mover, event.unit)}"
                        counts[f"left by the edge unhurt, {why}"] += 1
                        self._note("left", why, (event.unit,))
                    if homed and self.battle.units[event.unit].kind.fighters:
                        counts["squadrons that left their carrier"] += 1
                        self._note("left", "a carrier had room", (event.unit,))
                case events.Lost() if event.cause in ("planet", "black-hole"):
                    counts[f"lost to terrain: {event.cause}"] += 1
                    self._note("lost", event.cause, (event.unit,))
                case _:
                    pass

    def _whose(self, mover: int, unit: int) -> str:
        """Whose move it was by which a unit left: the map shows only so much (7.5)."""
        if mover == unit:
            return "by its own move"
        units = self.battle.units
        return f"by {'a friend' if units[mover].side == units[unit].side else 'an enemy'}'s move"

    def _count_shot(self, shot: events.Shot) -> None:
        """A shot, whether the die lost anything, and whether even a 6 would have missed."""
        self.faults.counts["shots"] += 1
        if shot.modifier:
            self.faults.counts["shots with a modifier"] += 1
            best = DAMAGE[shot.weapon][shot.distance][: max(0, 6 + shot.modifier)]
            self.faults.counts["shots that could not hit"] += not any(best)

    def _note(self, what: str, why: str, numbers: tuple[int, ...]) -> None:
        names = ", ".join(f"{self.battle.units[one].side} {self.battle.units[one].name}" for one in numbers)
        self.faults.cases.append(f"battle {self.number}, round {self.battle.round}: {what}, {why}: {names}")


def counted(battles: int = BATTLES) -> Faults:
    """The faults of so many battles, the first number 0."""
    faults = Faults()
    for number in range(battles):
        Watch(number, faults).fight()
    return faults


def figures() -> list[Measurement]:
    """The faults as figures with their limits; every count, and each case, is printed on the way."""
    faults = counted()
    counts = faults.counts
    print(f"\nof {BATTLES} battles")
    for word, count in sorted(counts.items()):
        print(f"{word:45} {count:7}")
    print(*faults.cases, sep="\n")
    own = counts[f"collisions: {FREE}"] + counts[f"collisions: {FORCED}"]
    defend = counts["initiative: defend"]
    idle = 100 * defend / max(1, counts["AP spent"])
    flew, left = (
        sum(counts[f"left by the edge unhurt, {why}, by {whose} move"] for why in ("leaving", "not leaving"))
        for whose in ("its own", "a friend's")
    )
    words = f"{counts['initiative: defend against no change']} of {defend} met no Change"
    return [
        Measurement(
            "own_collisions", own, "count", COLLISIONS, note="by a move of one's own, not a push or pull"
        ),
        Measurement("hopeless_shots", counts["shots that could not hit"], "shots", HOPELESS),
        Measurement("ap_on_defend_percent", idle, "%", IDLE, note=words),
        Measurement("flew_off_the_map", flew, "units", STRAYS, note="unhurt, by a move of their own"),
        Measurement("left_behind", left, "units", note="the same, by a friend's move"),
        Measurement(
            "squadrons_that_left_their_carrier",
            counts["squadrons that left their carrier"],
            "squadrons",
            FORSAKEN,
            note="off the map, though a carrier or base had room",
        ),
    ]


def main() -> int:
    """1 if a figure misses its limit, else 0."""
    found = figures()
    show(found)
    return int(any(figure.missed for figure in found))


if __name__ == "__main__":
    sys.exit(main())
