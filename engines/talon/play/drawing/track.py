"""The impulse track: where the round stands, and how many of each side move and have an AP in each impulse."""

from dataclasses import dataclass

from engines.seam.sides import Side, opponent
from engines.talon.aims import places_hole
from engines.talon.rules.movement import scheduled_in
from engines.talon.rules.power import receives_in
from engines.talon.state import IMPULSES
from engines.talon.units import Unit
from engines.talon.view import View

STEPS = {"ap": "Power", "move": "Move", "fire": "Fire"}
PHASES = {
    "planet": "Planet",
    "worm-hole": "Worm hole",
    "terrain": "Terrain",
    "deploy": "Fleets",
    "launch": "Squadrons",
    "curves": "Power Phase",
    "arrivals": "Reinforcements",
    "jumps": "Retreat",
    "pull": "Black holes",
}
BEFORE = ("planet", "worm-hole", "terrain", "deploy", "launch")


@dataclass(frozen=True, slots=True)
class Acting:
    """How many units of a side move in an impulse, and how many have an AP."""

    side: Side
    move: int
    power: int


@dataclass(frozen=True, slots=True)
class Impulse:
    """An impulse of the round: its letter, "done", "now" or "later", and what each side does in it."""

    letter: str
    state: str
    acting: tuple[Acting, Acting]


@dataclass(frozen=True, slots=True)
class Leg:
    """A step of the present impulse, or a phase: whose it is, its name, and "done", "now" or "later"."""

    side: Side
    name: str
    state: str


@dataclass(frozen=True, slots=True)
class Track:
    """The round, its impulses, and the steps of the present one; before the first round the phases of setting up."""

    round: int
    impulses: tuple[Impulse, ...]
    legs: tuple[Leg, ...]

    @property
    def now(self) -> str:
        """The letter of the present impulse, "" before the first round and between rounds."""
        return next((impulse.letter for impulse in self.impulses if impulse.state == "now"), "")

    @property
    def title(self) -> str:
        """Where the battle stands, as "Round 3, impulse C" or "Set-up"."""
        if not self.round:
            return "Set-up"
        return f"Round {self.round}, impulse {self.now}" if self.now else f"End of round {self.round}"


def track(view: View) -> Track:
    """Where the battle stands."""
    if not view.round:
        return Track(0, (), tuple(_phases(view)))
    between = view.step not in (*STEPS, "undock", "initiative", "tactics")
    impulses = tuple(_impulse(view, at, between) for at in range(len(IMPULSES)))
    return Track(view.round, impulses, tuple(_phases(view) if between else _turns(view)))


def _impulse(view: View, at: int, between: bool) -> Impulse:
    state = "done" if between or at < view.impulse else "now" if at == view.impulse else "later"
    return Impulse(IMPULSES[at], state, (_acting("terran", view, at), _acting("talon", view, at)))


def _acting(side: Side, view: View, at: int) -> Acting:
    units = view.own if side == view.side else view.enemies
    return Acting(
        side,
        sum(_moves(unit, at) for unit in units),
        sum(receives_in(unit, at) and not unit.kind.fighters for unit in units),
    )


def _moves(unit: Unit, at: int) -> bool:
    return not unit.kind.base and scheduled_in(unit, at)


def _turns(view: View) -> list[Leg]:
    """The three steps of both sides, the Initiative Player's first; before them who comes out of a base (26.9)."""
    order = [(side, step) for side in (view.initiative, opponent(view.initiative)) for step in STEPS]
    if view.step == "undock":
        now = order.index((view.turn_of, "ap"))
        legs = [Leg(side, STEPS[step], _state(at, now - 0.5)) for at, (side, step) in enumerate(order)]
        return [*legs[:now], Leg(view.turn_of, "Undocking", "now"), *legs[now:]]
    if view.step == "tactics":
        legs = [Leg(side, STEPS[step], "later") for side, step in order]
        return [Leg(view.turn_of, "Tactics", "now"), *legs]
    now = len(order) if view.step == "initiative" else order.index((view.turn_of, view.step))
    legs = [Leg(side, STEPS[step], _state(at, now)) for at, (side, step) in enumerate(order)]
    return [*legs, Leg(view.turn_of, "Initiative", "now")] if view.step == "initiative" else legs


def _phases(view: View) -> list[Leg]:
    order = [step for step in PHASES if (step in BEFORE) == (not view.round) and _comes(view, step)]
    now = order.index(view.step) if view.step in order else len(order)
    return [Leg(view.turn_of, PHASES[step], _state(at, now)) for at, step in enumerate(order)]


def _comes(view: View, step: str) -> bool:
    """Whether there is a worm hole to place, or anything that pulls, for the phases of that; all others always come."""
    if step == "worm-hole":
        return step == view.step or places_hole(view.aims) is not None
    return step != "pull" or step == view.step or "black-hole" in view.terrain.values()


def _state(at: int, now: float) -> str:
    return "done" if at < now else "now" if at == now else "later"
