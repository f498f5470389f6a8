"""What happened in a line of a battle under way, in sentences, by the turns and phases that it spans."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engines.seam.sides import Side
from engines.talon import events as e
from engines.talon import orders as o
from engines.talon.play.drafts.lines import Line, Moment
from engines.talon.report.board import Stand
from engines.talon.report.cast import Cast
from engines.talon.report.frames import TITLES, Entry, Frame, Stage, stage_of
from engines.talon.report.pending_sentences import Sentence
from engines.talon.report.sentences import sentences_of
from engines.talon.state import IMPULSES

STEPS: Final[dict[str, Stage]] = {"curves": "power", "arrivals": "arrivals", "jumps": "jumps", "pull": "pull"}
"""The phases between rounds, by the step of the sequence."""
ORDERS: Final[dict[type, Stage]] = {o.Curve: "power", o.Arrive: "arrivals", o.Jump: "jumps"}
"""The same by an order that is given in no other step: lines of earlier versions do not name theirs."""
SILENT: Final = {
    "planet": "{side} sets up.",
    "worm-hole": "{side} sets up.",
    "terrain": "{side} sets up.",
    "deploy": "{side} has set up.",
    "launch": "{side} has set up.",
    "undock": "{side} lets its squadron stay inside the base.",
    "ap": "{side} spends no AP.",
    "move": "{side} is done moving.",
    "curves": "{side} keeps its speeds.",
    "arrivals": "{side} brings in no ships.",
    "jumps": "No {side} ship jumps away.",
}
"""What a side did that ended a step without anything to tell; its fire, and a whole turn, have words of their own."""
FIRST: Final = ("ap", "")
"""The first step of a turn; lines of earlier versions do not say."""


class When(NamedTuple):
    """A turn of an impulse, or a phase."""

    round: int
    stage: Stage
    impulse: int

    @property
    def short(self) -> str:
        """As "3B", "3, Power Phase" or "Set-up"."""
        if not self.round:
            return TITLES["set-up"]
        if self.stage == "turn":
            return f"{self.round}{IMPULSES[self.impulse]}"
        return f"{self.round}, {self._phase}"

    @property
    def words(self) -> str:
        """As "round 3, impulse B", "round 3, Power Phase" or "set-up"."""
        if not self.round:
            return "set-up"
        impulse = f"impulse {IMPULSES[self.impulse]}"
        return f"round {self.round}, {impulse if self.stage == 'turn' else self._phase}"

    @property
    def _phase(self) -> str:
        return TITLES[self.stage]


class Part(NamedTuple):
    """What happened in a turn or phase of a line."""

    when: When
    sentences: tuple[Sentence, ...]


@dataclass(slots=True)
class _Open:
    """A part that is being filled; `steps` are those in which its orders were given."""

    when: When
    whole: bool = True
    log: list[Entry] = field(default_factory=list)
    orders: list[o.AnyOrder] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)


def sentences_of_line(
    line: Line, began: Moment, side: Side, cast: Cast, *, fired: bool = False
) -> tuple[Part, ...]:
    """The side's line in sentences, by turns and phases, in the order in which all happened.

    `fired`: an earlier line of the same turn has fire.
    """
    found = list[Part]()
    for part in _parts(line, began):
        sentences = sentences_of(_frame(part, side, line.speeds), cast)
        if not sentences and part.orders:
            sentences = (Sentence("move", (_silent(part, side, fired=fired),)),)
        if not sentences:
            continue
        if found and found[-1].when == part.when:
            sentences = found.pop().sentences + sentences
        found.append(Part(part.when, sentences))
    return tuple(found)


def fires_on(line: Line) -> bool | None:
    """Whether the turn that the line leaves under way has fire in it; None: as far as the line goes, it has none."""
    for given, events in zip(reversed(line.given), reversed(line.events), strict=True):
        if any(isinstance(event, e.Turn | e.Phase) for event in events):
            return False
        if isinstance(given.order, o.Fire | o.Pick | o.Toward):
            return True
    return None


def _parts(line: Line, began: Moment) -> list[_Open]:
    """The line cut where another turn or phase begins; the first part may continue an earlier line's turn."""
    steps = line.steps or ("",) * len(line.given)
    parts = [_Open(When(began.round, "turn" if began.round else "set-up", began.impulse), whole=False)]
    for step, given, events in zip(steps, line.given, line.events, strict=True):
        stage = STEPS.get(step) or ORDERS.get(type(given.order))
        _enter(parts, stage)
        parts[-1].log.append(given.order)
        parts[-1].orders.append(given.order)
        parts[-1].steps.append(step)
        for event in events:
            _happens(parts, event, conceding=isinstance(given.order, o.Concede))
    return parts


def _enter(parts: list[_Open], stage: Stage | None) -> None:
    """Begin another part if it is another phase by now."""
    now = parts[-1].when
    if stage is not None and stage != now.stage:
        parts.append(_Open(now._replace(stage=stage)))


def _happens(parts: list[_Open], event: e.AnyEvent, *, conceding: bool) -> None:
    now = parts[-1].when
    if isinstance(event, e.Turn):
        parts.append(_Open(When(event.round, "turn", event.impulse)))
    elif isinstance(event, e.Phase):
        stage = STEPS.get(event.step)
        parts.append(_Open(now._replace(round=event.round, stage=stage or "set-up")))
    else:
        if now.stage not in ("turn", "set-up") and not conceding:
            _enter(parts, stage_of(event, now.stage))
        parts[-1].log.append(event)


def _silent(part: _Open, side: Side, *, fired: bool) -> str:
    """What a side did that has nothing to tell."""
    name, last = side.title(), part.steps[-1]
    if not any(isinstance(order, o.Done) for order in part.orders):
        return f"{name} decides."
    if last in SILENT:
        return SILENT[last].format(side=name)
    if fired and not part.whole:
        return f"{name} stops firing."
    return "No moves, no fire." if part.whole or part.steps[0] in FIRST else f"{name} does not fire."


def _frame(part: _Open, side: Side, speeds: Mapping[int, int]) -> Frame:
    """The part as a frame of a report; `speeds` are those before it of the units, by number."""
    return Frame(
        number=0,
        round=part.when.round,
        stage=part.when.stage,
        impulse=part.when.impulse,
        side=side,
        log=tuple(part.log),
        before={unit: Stand(0, 0, speed, 0, ()) for unit, speed in speeds.items()},
        stands={},
        flying={},
        flights={},
        terrain={},
        wrecks={},
        fates={},
        launchers=(),
        chance=0.0,
    )
