"""Writes the sentences of a frame, one after the other: each thing that happened begins one or completes one."""

from collections.abc import Container, Sequence
from typing import Any

from engines.talon import events as e
from engines.talon.report.cast import Cast
from engines.talon.report.edges import missile_words
from engines.talon.report.frames import Frame
from engines.talon.report.pending_sentences import (
    Harm,
    MissileHits,
    Moves,
    PendingSentence,
    Plain,
    Purchases,
    Shared,
    Tone,
    Verb,
    VolleySentence,
)


class Writer:
    """Reads a frame's log; each handler adds a draft or completes one."""

    def __init__(self, frame: Frame, cast: Cast, at_the_end: Container[int]) -> None:
        self.frame, self.cast, self.at_the_end = frame, cast, at_the_end
        self.drafts: list[PendingSentence] = []
        self.launchers = iter(frame.launchers)
        self.detonated: e.Detonated | None = None
        self._moves: Moves | None = None
        self._bought: Purchases | None = None

    def say(self, tone: Tone, *words: str | int, dice: Sequence[int] = ()) -> None:
        """Add a sentence that is whole."""
        self.drafts.append(Plain(tone, words, tuple(dice)))

    def last(self, kind: type) -> Any:
        """The last draft of a kind, or None."""
        return next((draft for draft in reversed(self.drafts) if isinstance(draft, kind)), None)

    @property
    def moves(self) -> Moves:
        """The one sentence of moves, added when first needed."""
        if self._moves is None:
            self._moves = Moves()
            self.drafts.append(self._moves)
        return self._moves

    def buys(self, unit: int, what: Verb) -> None:
        """Add to the one sentence of power."""
        if self._bought is None:
            self._bought = Purchases()
            self.drafts.append(self._bought)
        self._bought.bought.setdefault(what, []).append(unit)

    def harmed(self, event: e.Struck | e.FighterStruck) -> Harm | None:
        """What takes note of damage; None where it is a sentence of its own."""
        if event.cause == "weapon":
            volley: VolleySentence | None = self.last(VolleySentence)
            return volley.harm if volley and volley.target == event.unit else None
        if event.cause in ("explosion", "collision"):
            shared: Shared | None = self.last(Shared)
            return shared.harm(event.unit) if shared else None
        return self.hit(event.unit).harm if event.cause == "missile" else None

    def hit(self, unit: int) -> MissileHits:
        """The sentence of missiles that hit the unit, with one more."""
        launcher = next(self.launchers, -1)
        hits = self.drafts[-1] if self.drafts else None
        over = "" if self.detonated is None else missile_words(self.detonated)
        if not isinstance(hits, MissileHits) or (hits.launcher, hits.target, hits.over) != (
            launcher,
            unit,
            over,
        ):
            hits = MissileHits(launcher, unit, over=over)
            self.drafts.append(hits)
        hits.number += 1
        return hits
