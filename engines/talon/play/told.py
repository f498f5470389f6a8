"""What happened in a line of a battle under way, in sentences."""

from collections.abc import Iterable, Mapping

from engines.seam.sides import Side
from engines.talon import events as e
from engines.talon.orders import AnyOrder
from engines.talon.report.board import Stand
from engines.talon.report.cast import Cast
from engines.talon.report.frames import Frame
from engines.talon.report.pending_sentences import Sentence
from engines.talon.report.sentences import sentences_of

Step = tuple[AnyOrder, Iterable[e.AnyEvent]]


def told(
    steps: Iterable[Step], side: Side, cast: Cast, speeds: Mapping[int, int] | None = None
) -> tuple[Sentence, ...]:
    """The orders of a side with their events, as sentences in the order in which they happened.

    `speeds` are those of the units, by number, before a Power Phase in which Speeds change.
    """
    log = tuple(entry for order, events in steps for entry in (order, *events))
    frame = Frame(
        number=0,
        round=0,
        stage="turn",
        impulse=0,
        side=side,
        log=log,
        before={unit: Stand(0, 0, speed, 0, ()) for unit, speed in (speeds or {}).items()},
        stands={},
        flying={},
        flights={},
        terrain={},
        wrecks={},
        fates={},
        launchers=(),
        chance=0.0,
    )
    return sentences_of(frame, cast)
