"""How far the player of a scene has come, judged by what was ordered and what happened."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engines.talon.events import AnyEvent
from engines.talon.lessons.lesson import Scene, Step
from engines.talon.lessons.patterns import any_matches, first_match, matches
from engines.talon.orders import AnyOrder
from engines.talon.state import Battle
from engines.talon.text import write_event, write_order

ENDED = "The battle ended before you reached the goal. Start this part again."
WON = "You have won the battle already: a lucky shot. Start this part again to do it step by step."
OTHERWISE = "That was a different order. You can take it back with Undo, or start this part again."


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a scene has come: the `step` that is next, counted from 0, and the number of steps when all are done.

    `said` is about the goal that was reached last, while nothing else was ordered since; `reply` answers the last
    order; `failed` says why the goal can no longer be reached.
    """

    step: int
    said: str = ""
    reply: str = ""
    failed: str = ""


@dataclass(slots=True)
class _Watch:
    """A scene while it is watched: `since` are the lines since the last goal was reached, `tally` the goal's times."""

    scene: Scene
    at: int = 0
    tally: int = 0
    last: Step | None = None
    since: list[str] | None = None
    reply: str = ""
    failed: str = ""

    def see(self, line: str) -> None:
        """Take the next line into account."""
        ordered = line.startswith(f"{self.scene.side} ")
        if ordered:
            self.last = None
            self.reply = ""
        if self.last is not None and self.since is not None:
            self.since.append(line)
        if self.failed or self.at == len(self.scene.steps):
            return
        step = self.scene.steps[self.at]
        if any_matches(step.done, line):
            self.reach(step, line)
        elif ordered:
            self.reply = _reply(step, line)
        elif failure := _failure(self.scene, line):
            self.failed = failure

    def reach(self, step: Step, line: str) -> None:
        """Count a goal that was reached, once or for good."""
        self.tally += 1
        if self.tally == step.times:
            self.at, self.tally, self.reply = self.at + 1, 0, ""
            self.last, self.since = step, [line]


def watch(scene: Scene, lines: Iterable[str]) -> Standing:
    """How far the scene has come after these orders and events, in the notation."""
    seen = _Watch(scene)
    for line in lines:
        seen.see(line)
    said = "" if seen.last is None else _said(seen.last, seen.since or [])
    return Standing(seen.at, said, seen.reply, seen.failed)


def _said(step: Step, since: list[str]) -> str:
    """What is said when the goal of the step is reached."""
    found = (remark.says for remark in step.met_on if any(matches(remark.on, line) for line in since))
    return next(found, step.met)


def _reply(step: Step, order: str) -> str:
    answer = next((remark.says for remark in step.replies if matches(remark.on, order)), None)
    if answer is not None:
        return answer
    return "" if any_matches(step.show, order) or order.endswith(" done") else OTHERWISE


def _failure(scene: Scene, event: str) -> str:
    answer = next((remark.says for remark in scene.fails if matches(remark.on, event)), "")
    if answer or not event.startswith("ended "):
        return answer
    return WON if event.endswith(f" winner {scene.side}") else ENDED


def chosen_by(patterns: Iterable[str], orders: Sequence[str]) -> str:
    """The order that the patterns ask for first; without one the end of the step, the way ahead, or the first."""
    return (
        first_match(patterns, orders)
        or next((order for order in orders if order.endswith(" done")), "")
        or next((order for order in orders if order.endswith(" ahead")), "")
        or orders[0]
    )


def in_notation(battle: Battle, order: AnyOrder, events: Iterable[AnyEvent]) -> list[str]:
    """An order and what followed, as lines; `battle` tells the names of the units."""
    return [write_order(order, battle), *(write_event(event, battle) for event in events)]
