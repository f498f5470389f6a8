"""A case played by this program's engine, and where it goes otherwise than the case says."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from engines.seam.documents import BattleSetup, Mode, Result, Unit
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from engines.talon import game, teams, text
from engines.talon.documents.written import Rolled
from engines.talon.events import AnyEvent
from engines.talon.match import DiceOfRecord, RecordedDie
from engines.talon.results.degree import outcome
from engines.talon.state import Battle
from engines.talon.terms import TalonTerms
from engines.talon.text.positions import write_seat
from engines.talon.text.words import unit_of, words_of
from tests.conformance.reading import Case, Line, Step

NONE = ["none"]


@dataclass(slots=True)
class Done:
    """What came of one step: the dice as rolled, and the events, as lines."""

    dice: list[str]
    events: list[str]


@dataclass(slots=True)
class Play:
    """A case being played: what came of each of its orders, the end, and what is `wrong`, told with its line.

    `map` is the line of its map at the beginning.
    """

    case: Case
    map: str = ""
    done: dict[int, Done] = field(default_factory=dict)
    end: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def differs(self, line: int, reason: str) -> None:
        """Note a difference."""
        self.wrong.append(f"{self.case.where(line)}: {reason}")


def play(case: Case) -> Play:
    """The case played to its end, or to the first step that cannot be done.

    Events and end are compared where they are told: everywhere, if the case has an end; else only where it has any.
    """
    found = Play(case)
    line = case.position[0].number
    try:
        battle = text.read_position("\n".join(_spread(case.position)), line)
        found.map = next(one for one in text.write_position(battle).splitlines() if one.startswith("map "))
        for step in case.steps:
            line = step.line
            if step.sign:
                for reason in LOOKS[step.sign](battle, step):
                    found.differs(line, reason)
            else:
                _give(found, battle, step)
    except Refused as refused:
        told = refused.refusals[0]
        found.differs(line, f"{told.rule or 'cannot be read'}: {told.reason}")
        return found
    found.end = text.write_position(battle).splitlines()
    if case.end is not None:
        _compare(found, case.end, found.end, case.last, "the end")
    return found


def _spread(lines: list[Line]) -> Iterator[str]:
    """The lines with empty ones between, as they stand in the file."""
    at = lines[0].number
    for line in lines:
        yield from [""] * (line.number - at)
        yield line.text
        at = line.number + 1


def _give(found: Play, battle: Battle, step: Step) -> None:
    """Give an order, or go on to the first decision; `Refused` if it is not allowed or its dice are others."""
    told = [_told(battle, line) for line in step.dice]
    dice = DiceOfRecord(battle, told, f"Line {step.line}")
    if step.words:
        events = game.apply(battle, text.read_order(step.words, battle, step.line), dice)
    else:
        events = game.run_to_decision(battle, dice)
    done = _done(battle, dice.finish(), events)
    found.done[step.line] = done
    if found.case.end is not None or step.events:
        last = (step.events or step.dice or [Line(step.line, "")])[-1].number
        _compare(found, step.events, done.events, last, "its events")


def _told(battle: Battle, line: Line) -> RecordedDie:
    words = words_of(line.text, line.number)
    unit = unit_of(battle, words[1]).number if len(words) > 1 else None
    cause = " ".join(word.text for word in words[2:]) or None
    return RecordedDie(int(words[0].text), f"Line {line.number}", unit, cause)


def _done(battle: Battle, dice: tuple[Rolled, ...], events: list[AnyEvent]) -> Done:
    rolled = [
        f"{die.die} {text.write_unit_ref(battle, die.unit)} {die.cause}"
        for die in dice
        if die.unit is not None
    ]
    return Done(rolled, [text.write_event(event, battle) for event in events])


def _compare(found: Play, told: list[Line], is_so: list[str], last: int, what: str) -> None:
    """Note the first line that differs."""
    for line, real in zip(told, is_so, strict=False):
        if line.text != real:
            found.differs(line.number, f"{what}: told {line.text!r}, found {real!r}.")
            return
    if len(told) > len(is_so):
        found.differs(
            told[len(is_so)].number, f"{what}: {told[len(is_so)].text!r} is told, nothing more found."
        )
    elif len(told) < len(is_so):
        found.differs(last, f"{what}: nothing more is told, found {is_so[len(told)]!r}.")


def _refused(battle: Battle, step: Step) -> Iterator[str]:
    before = text.write_position(battle)
    order = text.read_order(step.words, battle, step.line)
    if order in game.legal_orders(battle):
        yield f"refused by {step.rule} is told, but it may be given: {step.words}"
        return
    try:
        game.apply(battle, order, DiceOfRecord(battle, [], f"Line {step.line}"))
    except Refused as refused:
        rule = refused.refusals[0].rule
        if rule != step.rule and not rule.startswith(f"{step.rule}."):
            yield f"refused by {step.rule} is told, by {rule} found: {refused.refusals[0].reason}"
    if text.write_position(battle) != before:
        yield f"the refused order has changed something: {step.words}"


def _may(battle: Battle, step: Step) -> Iterator[str]:
    if text.read_order(step.words, battle, step.line) not in game.legal_orders(battle):
        yield f"may be given is told, but it is refused: {step.words}"


def _may_not(battle: Battle, step: Step) -> Iterator[str]:
    if text.read_order(step.words, battle, step.line) in game.legal_orders(battle):
        yield f"may not be given is told, but it may: {step.words}"


def _among(battle: Battle, step: Step) -> Iterator[str]:
    beginning = step.words.split()
    orders = [text.write_order(order, battle).split(" ") for order in game.legal_orders(battle)]
    found = sorted(" ".join(order) for order in orders if order[: len(beginning)] == beginning)
    rests = [order[len(" ".join(beginning)) :].strip() or "itself" for order in found] or NONE
    if rests != sorted(step.among):
        yield f"may be given after {step.words!r}: told {'; '.join(step.among)}, found {'; '.join(rests)}"


def _state(battle: Battle, step: Step) -> Iterator[str]:
    """Clock, question and ending by their words, anything else is a unit or missile."""
    word, _, rest = step.words.partition(" ")
    if word in GENERAL:
        found = GENERAL[word](battle)
        if found != rest:
            yield f"{word}: told {rest!r}, found {found!r}"
        return
    yield from (f"told {step.words!r}, found {one}" for one in text.differences(battle, step.words))


def _points(battle: Battle) -> str:
    """The points that count as destroyed, "none" before the end (20.2, R36, R75)."""
    found = _outcome(battle)
    return f"terran {found.terran_lost} talon {found.talon_lost}" if found else "none"


def _won(battle: Battle) -> str:
    """Who has won, whoever holds the field (R42); "nobody" before the end too."""
    found = _outcome(battle)
    return (found and found.winner) or "nobody"


def _degree(battle: Battle) -> str:
    """The degree of the victory, "none" where nobody has won (20.2)."""
    found = _outcome(battle)
    return (found and found.degree) or "none"


def _outcome(battle: Battle) -> Result | None:
    """What the battle came to; nothing before the end."""
    return outcome(_setup(battle), game.report(battle)) if battle.ending else None


def _decides(battle: Battle) -> str:
    """The player who has to decide, "nobody" when the battle is over (25, R40)."""
    seat = teams.acting(battle)
    return "nobody" if seat is None else write_seat(seat)


def _setup(battle: Battle) -> BattleSetup:
    """A set-up from which the battle could have come, as far as its result goes."""
    terran, talon = (tuple(Unit(unit.name, unit.kind.key) for unit in battle.force(side)) for side in SIDES)
    mode: Mode = "planet" if battle.owner else "last_ship_standing"
    setup = BattleSetup("A case", mode, terran, talon, planet_owner=battle.owner)
    return (
        setup if battle.own_aims is None else replace(setup, format=2, terms=TalonTerms(aims=battle.own_aims))
    )


GENERAL: dict[str, Callable[[Battle], str]] = {
    "clock": text.write_clock,
    "asked": lambda battle: text.write_question(battle) or "nothing",
    "decides": _decides,
    "over": lambda battle: text.write_ending(battle) or "no",
    "points": _points,
    "won": _won,
    "degree": _degree,
}


def _line(battle: Battle, step: Step) -> Iterator[str]:
    lines = text.write_position(battle).splitlines()
    beginning, _, count = step.words.partition(": ")
    if count:
        found = sum(line.startswith(f"{beginning} ") or line == beginning for line in lines)
        if str(found or "none") != count:
            yield f"lines that begin {beginning!r}: told {count}, found {found or 'none'}"
    elif step.words not in lines:
        alike = [line for line in lines if line.split()[:3] == step.words.split()[:3]]
        yield f"the position has no line {step.words!r}{f', but {alike[0]!r}' if alike else ''}"


LOOKS: dict[str, Callable[[Battle, Step], Iterator[str]]] = {
    "!": _refused,
    "+": _may,
    "-": _may_not,
    "?": _among,
    ":": _state,
    "|": _line,
}
