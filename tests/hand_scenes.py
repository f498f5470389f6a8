"""Positions in which a player gives an order of each kind and answers each question, from the conformance cases."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, cast, get_args

from engines.seam.documents import BattleSetup, Mode, Unit
from engines.seam.refusals import Refused
from engines.seam.sides import Side
from engines.talon import game, text
from engines.talon import orders as o
from engines.talon.dice import ScriptedDice
from engines.talon.documents.codec import encode_position
from engines.talon.refusals.explain import TASK_RULES
from engines.talon.results.setup_check import setup_refusals
from engines.talon.state import Battle as Board
from engines.talon.view import decider
from tests.conformance.reading import Case, Step, read_all

BY_TALK = {"Exceed"}
"""Booked when a player sends too many words to the side, and never offered (`teams/test_talk.py`)."""
ORDERS = frozenset(kind.__name__ for kind in get_args(o.AnyOrder)) - BY_TALK
QUESTIONS = frozenset(TASK_RULES)


class Scene(NamedTuple):
    """A position as it is stored, the order to be given in it, and what it shows: kinds of orders and questions."""

    position: bytes
    setup: BattleSetup
    side: Side
    order: str
    shows: frozenset[str]


@cache
def scenes() -> list[Scene]:
    """The first scene that shows each kind, and no other."""
    wanted, found = ORDERS | QUESTIONS, list[Scene]()
    for case in read_all():
        for scene in _of_case(case):
            if new := scene.shows & wanted:
                wanted -= new
                found.append(scene)
        if not wanted:
            break
    return found


def _of_case(case: Case) -> Iterator[Scene]:
    try:
        battle = text.read_position("\n".join(line.text for line in case.position))
        for step in case.steps:
            if step.sign:
                continue
            yield from _before(battle, step)
            _carried_out(battle, step)
    except (Refused, LookupError, ValueError):
        return


def _before(battle: Board, step: Step) -> Iterator[Scene]:
    """The moment before the order of a step, if the side that decides gives it."""
    if not step.words:
        return
    order = text.read_order(step.words, battle)
    sides = [unit.side for unit in battle.units]
    if decider(battle) != order.side or sides != sorted(sides, reverse=True):
        return
    setup = _setup(battle)
    if any(setup_refusals(setup)):
        setup = _setup(battle, of_class="destroyer")
    if any(setup_refusals(setup)):
        return
    asked = {type(battle.agenda[-1]).__name__} if battle.agenda else set()
    yield Scene(
        encode_position(battle),
        setup,
        order.side,
        text.write_order(order, battle),
        frozenset({type(order).__name__, *asked}),
    )


def _carried_out(battle: Board, step: Step) -> None:
    dice = ScriptedDice([int(die.text.split()[0]) for die in step.dice])
    if step.words:
        game.apply(battle, text.read_order(step.words, battle), dice)
    else:
        game.run_to_decision(battle, dice)


def _setup(battle: Board, of_class: str = "") -> BattleSetup:
    """A set-up with the units of the position; all of one class where squadrons alone would be refused."""
    units = {
        side: tuple(Unit(unit.name, of_class or unit.kind.key) for unit in battle.units if unit.side == side)
        for side in ("terran", "talon")
    }
    return BattleSetup(
        "Vega 5",
        cast("Mode", battle.mode),
        units["terran"],
        units["talon"],
        planet_owner=battle.owner,
        boxes=battle.boxes,
    )
