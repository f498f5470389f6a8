"""What the engine goes on with by itself, held against the oracle: nobody's decision may be passed over."""

from collections.abc import Callable, Sequence

from engines.talon import text
from engines.talon.documents.positions import FusionDocument, LaunchingDocument, PositionDocument
from engines.talon.orders import AnyOrder, Done
from engines.talon.state import Battle
from tests.oracle.compare import document_of
from tests.oracle.rules import asked_orders

Proceed = Callable[[Battle], Sequence[AnyOrder]]


def watched(proceed: Proceed, found: list[str]) -> Proceed:
    """The engine's way on from a position, with a line in `found` for every decision it takes upon itself."""

    def watching(battle: Battle) -> Sequence[AnyOrder]:
        before, told = document_of(battle), text.write_position(battle)
        options = proceed(battle)
        under_way = bool(before.agenda or battle.agenda or battle.ending)
        if len(options) == 1 and not same(before, options):
            found.append(f"{told}\ntakes {options[0]}, and there are {asked_orders(before)}")
        if not options and not under_way and not nothing_to_ask(before):
            found.append(f"{told}\ngoes on, and there are {asked_orders(before)}")
        return options

    return watching


def same(before: PositionDocument, options: Sequence[AnyOrder]) -> bool:
    """Whether the oracle has the only order too.

    How a missile looks that hits at once does not matter (13.2), and a cannon's area is only told once it fires (R27).
    """
    task = before.agenda[-1] if before.agenda else None
    if isinstance(task, LaunchingDocument) and task.place == before.units[task.target].place:
        return True
    if isinstance(task, FusionDocument) and not task.area:
        return True
    return asked_orders(before) == list(options)


def nothing_to_ask(before: PositionDocument) -> bool:
    """Whether the oracle finds at most the end of the step."""
    return all(isinstance(order, Done) for order in asked_orders(before))
