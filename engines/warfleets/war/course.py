"""How a battle of a war went, round by round, for its report."""

from collections.abc import Iterator

from msgspec import Struct

from engines.seam.sides import Side
from engines.warfleets.events import AnyEvent
from engines.warfleets.records.match import Match, RecordedDice
from engines.warfleets.state import Model
from engines.warfleets.view import BattleView, view
from engines.warfleets.war.fighting import Fought


class Step(Struct, frozen=True):
    """What an order of a side led to."""

    side: Side
    events: tuple[AnyEvent, ...]


class Round(Struct, frozen=True):
    """A round, 0 before the first: its steps, and the table at its end."""

    number: int
    steps: tuple[Step, ...]
    table: BattleView


class Course(Struct, frozen=True):
    """All rounds of a battle, and its models in their order; none if nobody fought."""

    rounds: tuple[Round, ...] = ()
    models: tuple[Model, ...] = ()


def course_of(fought: Fought) -> Course:
    """The battle played again, round by round."""
    if fought.record is None:
        return Course()
    match = Match.of(fought.record.set_up)
    return Course(tuple(_rounds(fought, match)), tuple(match.battle.models))


def _rounds(fought: Fought, match: Match) -> Iterator[Round]:
    battle, steps, number = match.battle, list[Step](), 0
    for given in fought.record.given if fought.record else ():
        if battle.step == "fighting" and battle.round != number:
            yield Round(number, tuple(steps), view(battle, None))
            steps, number = [], battle.round
        happened = match.play(given.order, RecordedDice([int(die) for die in given.dice]), given.entropy)
        steps.append(Step(given.order.side, tuple(happened)))
    yield Round(number, tuple(steps), view(battle, None))
