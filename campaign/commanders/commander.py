"""The commander: from one side's view to that side's next order, the same for the same view."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from campaign.commanders import assigning, bases, building, engaging
from campaign.commanders.playing_out import PlayOuts
from campaign.commanders.reading import plans_read
from campaign.commanders.strength import condition
from campaign.commanders.temper import Temper, temper_of
from campaign.rules.orders import AnswerDraw, AnyOrder, ChooseFirst, Engage, Land, Strand
from campaign.rules.settings import CommanderLevel
from campaign.rules.sight import WarView
from campaign.rules.state import Question
from engines.seam.documents import Doctrine, Level
from engines.seam.sides import Side, opponent


@dataclass(frozen=True, slots=True)
class Commander:
    """Plays one side of a war and remembers nothing: all it knows is in the view.

    `whim` is its own secret number: with another one its bases, its fleet and its fronts are a little different. With
    `play_outs` its captains play battles out before it engages, where the estimate leaves it open.
    """

    side: Side
    level: CommanderLevel = "steady"
    whim: str = ""
    captains: Level = "captain"
    play_outs: PlayOuts | None = None

    @property
    def temper(self) -> Temper:
        """What this commander dares in its seat, with the captains it has."""
        return replace(temper_of(self.level, self.side, self.captains), captains=self.captains)

    def decide(self, view: WarView) -> AnyOrder | None:
        """The order this side owes now, or None if nothing waits for it."""
        if view.phase == "over":
            return None
        if view.draw_offered_by == opponent(self.side):
            return AnswerDraw(accept=False)
        return DECIDE_PHASE[view.phase](self, view)

    def doctrine(self, view: WarView, number: int) -> Doctrine:
        """How a revealed battle of this turn is to be fought for this side."""
        return engaging.doctrine(view, self.side, number, self.temper, self.whim, self.play_outs)


def _bases(commander: Commander, view: WarView) -> AnyOrder | None:
    return (
        None
        if view.fleet(commander.side).bases_placed
        else bases.placed(view, commander.side, commander.whim)
    )


def _plan(commander: Commander, view: WarView) -> AnyOrder | None:
    if view.fleet(commander.side).planned:
        return None
    temper = commander.temper
    plan = building.bought(view, commander.side, commander.whim, temper.taste)
    read = plans_read(view, commander.side, temper.reads, commander.whim)
    return assigning.assigned(view, commander.side, plan, temper, commander.whim, read=read)


def _answer(commander: Commander, view: WarView) -> AnyOrder | None:
    question = view.question
    if question is None or question.side != commander.side:
        return None
    return ANSWERS[question.kind](commander, view, question)


def _engage(commander: Commander, view: WarView, question: Question) -> AnyOrder:
    number = question.battle
    temper, play_outs = commander.temper, commander.play_outs
    return Engage(number, engaging.engages(view, commander.side, number, temper, commander.whim, play_outs))


def _first(commander: Commander, view: WarView, question: Question) -> AnyOrder:
    """The enemy's home first: to win there ends the war before one's own can be lost (S19)."""
    return ChooseFirst(opponent(commander.side))


def _land(commander: Commander, view: WarView, question: Question) -> AnyOrder:
    return Land(question.battle, _worst(view, commander.side, question))


def _strand(commander: Commander, view: WarView, question: Question) -> AnyOrder:
    return Strand(question.battle, _worst(view, commander.side, question))


def _worst(view: WarView, side: Side, question: Question) -> tuple[str, ...]:
    """As many as are asked for, the most damaged first: they are repaired in the Reserve."""
    ships = view.fleet(side).ships

    def left(name: str) -> tuple[float, str]:
        return condition(ships[name].class_of(side), ships[name].damage), name

    return tuple(sorted(sorted(question.options, key=left)[: question.count]))


DECIDE_PHASE: dict[str, Callable[[Commander, WarView], AnyOrder | None]] = {
    "bases": _bases,
    "planning": _plan,
    "battles": _answer,
}
ANSWERS: dict[str, Callable[[Commander, WarView, Question], AnyOrder]] = {
    "engage": _engage,
    "first": _first,
    "land": _land,
    "strand": _strand,
}
