"""What a side is asked now, as one sentence with its rule."""

from collections.abc import Callable
from typing import Any, Final

from engines.talon import orders as o
from engines.talon.play.offered import NOBODY
from engines.talon.play.roster import Roster
from engines.talon.refusals.explain import TASK_RULES
from engines.talon.report.cast import counted
from engines.talon.report.words import WEAPONS
from engines.talon.rules import big_guns, black_holes, firing, missiles, victory
from engines.talon.rules.arriving import setup
from engines.talon.rules.hits import explosions
from engines.talon.state import IMPULSES
from engines.talon.view import View

STEP_RULES: Final = {
    "planet": "31.8",
    "worm-hole": "29.5",
    "terrain": "30.3",
    "deploy": "21",
    "launch": "21",
    "undock": "26",
    "ap": "6",
    "move": "7",
    "fire": "8",
    "initiative": "4.2",
    "tactics": "32.4",
    "curves": "5.4",
    "arrivals": "22",
    "jumps": "11",
}
"""The rule of each step."""
ASKS: Final = {
    "planet": "place the planet",
    "worm-hole": "place the worm hole",
    "terrain": "place the terrain",
    "deploy": "place your ships",
    "launch": "launch your squadrons",
    "undock": "bring your squadron out of the base, or let it stay inside",
    "initiative": "choose who has the initiative",
    "tactics": "change the initiative now, once in the battle, or later",
    "curves": "choose power curves",
    "arrivals": "bring in reinforcements",
    "jumps": "jump away or stay",
}
"""What a step asks, where it does not depend on the units."""
WAITS: Final = {
    "planet": "places the planet",
    "worm-hole": "places the worm hole",
    "terrain": "places the terrain",
    "deploy": "places ships",
    "launch": "launches squadrons",
    "undock": "brings a squadron out of the base, or lets it stay inside",
    "ap": "spends power",
    "move": "moves",
    "fire": "fires",
    "initiative": "chooses who has the initiative",
    "tactics": "may change the initiative by its tactics",
    "curves": "chooses power curves",
    "arrivals": "brings in reinforcements",
    "jumps": "chooses who jumps away",
}
"""What the other side does in a step."""


def rule_of(view: View) -> str:
    """The rule of what is asked now."""
    if view.question is not None:
        return TASK_RULES[type(view.question).__name__]
    return STEP_RULES.get(view.step, "")


def prompt(view: View, roster: Roster) -> str:
    """What the view's side is asked, or what it waits for."""
    decides = view.decides
    if decides is None or not view.is_asked:
        return awaited(view, roster)
    if view.question is not None:
        return f"{decides.title()}: choose {_question(view, roster)}"
    when = f", {moment}" if (moment := _when(view)) else ""
    return f"{decides.title()}{when}: {_asked(view, roster)}."


def awaited(view: View, roster: Roster) -> str:
    """What the side that decides does now, for everybody else."""
    decides = view.decides
    if decides is None:
        return "The battle is over."
    if view.question is not None:
        return f"{_name(view)} chooses {_question(view, roster)}"
    moment = _when(view)
    when = f"{moment[0].upper()}{moment[1:]}: " if moment else ""
    return f"{when}{_name(view)} {WAITS[view.step]}."


def _name(view: View) -> str:
    """Who decides: the side, of a team which of its players (25)."""
    now = view.acting
    if now is None:
        return ""
    title = now.side.title()
    return title if view.players(now.side) == 1 else f"Player {now.player + 1} of {title}"


def _when(view: View) -> str:
    """The moment, as "impulse B"; "" before the first round."""
    if not view.round:
        return ""
    if view.step in ("undock", "ap", "move", "fire", "initiative", "tactics"):
        return f"impulse {IMPULSES[view.impulse]}"
    return f"end of round {view.round}"


def _asked(view: View, roster: Roster) -> str:
    numbers = [unit for order in view.orders if (unit := _giver(order)) != NOBODY]
    who = roster.listed(numbers)
    if view.step == "ap":
        return f"spend power with {who}"
    if view.step == "fire":
        return f"fire with {who}"
    if view.step == "move":
        afterburners = "the afterburner" if len(set(numbers)) == 1 else "the afterburners"
        burns = all(isinstance(order, o.Burn | o.Done) for order in view.orders)
        return f"you may use {afterburners} of {who}" if burns else f"move {who}"
    return ASKS[view.step]


def _giver(order: o.AnyOrder) -> int:
    return order.missile if isinstance(order, o.Steer) else getattr(order, "unit", NOBODY)


def _question(view: View, roster: Roster) -> str:
    asked = QUESTIONS[type(view.question)]
    return asked(view.question, view, roster)


def _volley(task: firing.Volley, view: View, roster: Roster) -> str:
    weapon = WEAPONS[view.unit(task.unit).kind.groups[task.group].weapon]
    left = f"{counted(task.left, weapon)} left" if task.left > 1 else f"the last {weapon}"
    return f"the next target of {roster.name(task.unit)} ({left})."


def _fusion(task: big_guns.Fusion, view: View, roster: Roster) -> str:
    return f"what the fusion cannon of {roster.name(task.unit)} hits next."


def _push(task: big_guns.Push, view: View, roster: Roster) -> str:
    return f"where {roster.name(task.target)} is pushed."


def _launching(task: missiles.Launching, view: View, roster: Roster) -> str:
    missile = f"the missile of {roster.name(task.unit)}"
    return f"which way {missile} faces." if task.place is not None else f"a hex for {missile}."


def _detonation(task: missiles.Detonation, view: View, roster: Roster) -> str:
    return f"the fighter that {roster.name(task.missile)} hits."


def _blast(task: explosions.Blast, view: View, roster: Roster) -> str:
    what = "missile" if task.victims and task.victims[0] >= o.MISSILES else "fighter"
    return f"the {what} that takes the explosion of {roster.name(task.unit)}."


def _pull(task: black_holes.Pull, view: View, roster: Roster) -> str:
    return f"which way the black hole pulls {roster.name(task.left[0])}."


def _berthing(task: setup.Berthing, view: View, roster: Roster) -> str:
    return f"a carrier for {roster.name(task.unit)}."


def _closing(task: victory.Closing, view: View, roster: Roster) -> str:
    lands = view.decides == task.winner
    return "a transport to land." if lands else "a squadron to save."


QUESTIONS: Final[dict[type, Callable[[Any, View, Roster], str]]] = {
    firing.Volley: _volley,
    big_guns.Fusion: _fusion,
    big_guns.Push: _push,
    missiles.Launching: _launching,
    missiles.Detonation: _detonation,
    explosions.Blast: _blast,
    black_holes.Pull: _pull,
    setup.Berthing: _berthing,
    victory.Closing: _closing,
}
"""What each task asks."""
