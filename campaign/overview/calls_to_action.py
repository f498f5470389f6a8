"""What a war waits for from the side that looks, as cards with the one thing to do; and what it waits for elsewhere."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Literal

from campaign.engaging.questions import NO_PLAY, EngageForm, OwnPlay, engage_form
from campaign.models import Waiting
from campaign.odds.words import Odds
from campaign.rules.map.strategic_map import place_in_text
from campaign.rules.sight import WarView
from campaign.rules.state import Battle, Question
from campaign.war.chart.home_battles import forces, whose
from campaign.war.waiting import TASKS, heading, named, sentence, sentence_of_other
from engines.seam.documents import Level
from engines.seam.sides import Side, opponent
from engines.seam.systems import class_of

CallToActionKind = Literal["link", "engage", "first", "land", "strand", "go-on", "draw", "withdraw"]
Kind = Waiting.Kind
SHORT, BY_HAND = "proposals/", {Kind.BASES: "bases/", Kind.PLAN: "plan/"}


@dataclass(frozen=True)
class Option:
    """Something to choose: the value a form sends, and its words."""

    value: str
    words: str
    note: str = ""


@dataclass(frozen=True)
class CallToAction:
    """One thing to do: a link to follow (`path`, `action`; `by_hand`: the long form of it), or a form of its kind.

    `others_turn` says whom it waits for first, "" if it is the side's own turn; `by_turns`: that changes with each
    turn in a battle, of which the war hears nothing else.
    """

    kind: CallToActionKind
    title: str
    words: str
    rule: str = ""
    path: str = ""
    action: str = ""
    by_hand: str = ""
    others_turn: str = ""
    by_turns: bool = False
    battle: int = 0
    place: str = ""
    options: tuple[Option, ...] = ()
    count: int = 0
    asked: EngageForm | None = None


@dataclass(frozen=True)
class Elsewhere:
    """What the war waits for from the other side, and since when."""

    sentence: str
    since: datetime


def calls_to_action(
    view: WarView,
    side: Side,
    waiting: Iterable[Waiting],
    withdrawal_asked_by: str,
    odds: Mapping[int, Odds] = MappingProxyType({}),
    *,
    play: OwnPlay = NO_PLAY,
    decides: str = "",
    level: Level = "captain",
) -> list[CallToAction]:
    """What waits for a side, the most pressing first; nothing of the other side's is in it.

    `odds` are those that the side has asked for, by battle, and `play` says which battles it plays itself. `decides` is
    the other player if they have to decide now in the battle that is played by hand; `level` is that of the captains.
    """
    links = [_link(row, decides) for row in waiting if row.side == side and TASKS[row.kind].action]
    asked = _asked(view, side, odds, play, level)
    on = [_go_on(view)] if view.paused else []
    draw = [_draw(side)] if view.draw_offered_by == opponent(side) else []
    withdraw = [_withdraw(side)] if withdrawal_asked_by == opponent(side) else []
    return [*asked, *links, *withdraw, *on, *draw]


def elsewhere(side: Side, waiting: Iterable[Waiting], rival: str) -> list[Elsewhere]:
    """What waits for the other side, by name, and not for this one as well."""
    rows = list(waiting)
    mine = {TASKS[row.kind].as_well or row.kind for row in rows if row.side == side}
    theirs = [row for row in rows if row.side == opponent(side) and row.kind not in mine]
    return [Elsewhere(sentence_of_other(rival, row), row.since) for row in theirs]


def _link(row: Waiting, decides: str) -> CallToAction:
    if row.kind == Kind.PLAY and decides:
        return CallToAction(
            "link",
            sentence(row),
            "You can watch the board meanwhile.",
            path=row.path,
            action="Go to the board",
            others_turn=f"Waiting for {named(decides)}",
            by_turns=True,
        )
    task = TASKS[row.kind]
    short = row.path.endswith(SHORT)
    by_hand = row.path.removesuffix(SHORT) + BY_HAND[Kind(row.kind)] if short else ""
    by_turns = row.kind == Kind.PLAY
    words, path, action = task.words, row.path, task.action
    return CallToAction(
        "link", heading(row), words, path=path, action=action, by_hand=by_hand, by_turns=by_turns
    )


def _asked(
    view: WarView, side: Side, odds: Mapping[int, Odds], play: OwnPlay, level: Level
) -> list[CallToAction]:
    question = view.question
    if question is None or question.side != side:
        return []
    battle = next((found for found in view.battles if found.number == question.battle), None)
    if question.kind == "first":
        return [_first(view, side, question)]
    if battle is None:
        return []
    if question.kind == "engage":
        return [_engage(battle, engage_form(view, side, battle, odds, play=play, level=level))]
    return [_choose(question, battle)]


def _engage(battle: Battle, asked: EngageForm) -> CallToAction:
    title = f"Engage or decline at {place_in_text(battle.place)}?"
    if asked.later:
        title = f"Engage or decline in {len(asked.later) + 1} battles?"
    return CallToAction("engage", title, asked.counted, "S28", battle=battle.number, asked=asked)


def _first(view: WarView, side: Side, question: Question) -> CallToAction:
    homes = (opponent(side), side)
    options = tuple(
        Option(home, f"{whose(home, side)} first".capitalize(), forces(view, side, home)) for home in homes
    )
    words = (
        "Either battle can end the war. An attacker who wins ends it at once, and the other home is not fought over. "
        "You choose: you have more Logistics Points in the sectors, or as many and won the die."
    )
    return CallToAction(
        "first", "Which home is fought over first?", words, "S19", options=options, count=question.count
    )


def _choose(question: Question, battle: Battle) -> CallToAction:
    place = place_in_text(battle.place)
    classes = {unit.name: unit for unit in battle.forces.get(question.side, ())}
    options = tuple(
        Option(name, name, class_of(question.side, classes[name]).title if name in classes else "")
        for name in question.options
    )
    if question.kind == "land":
        title, rule = f"Which transports land at {place}?", "S3"
        words = f"The enemy forfeits the planet. Choose {question.count} transports to land. They go to your Reserve."
        return CallToAction(
            "land",
            title,
            words,
            rule,
            battle=battle.number,
            place=place,
            options=options,
            count=question.count,
        )
    title, rule = f"Which squadrons are left behind at {place}?", "S26"
    words = (
        f"You have no room for {question.count} of them. They go to the Reserve with your next assignment."
    )
    return CallToAction(
        "strand", title, words, rule, battle=battle.number, place=place, options=options, count=question.count
    )


def _go_on(view: WarView) -> CallToAction:
    waiting = [battle for battle in view.battles if battle.status in ("hidden", "revealed")]
    after = f" at {place_in_text(waiting[0].place)}" if waiting else ""
    words = f"Either side can open the next battle{after}. The last result is then final."
    return CallToAction("go-on", "Next battle", words, "S42")


def _draw(side: Side) -> CallToAction:
    enemy = opponent(side).title()
    return CallToAction(
        "draw",
        f"{enemy} offers a draw",
        "If you accept, the war ends without a winner and without a bonus.",
        "S33",
    )


def _withdraw(side: Side) -> CallToAction:
    enemy = opponent(side).title()
    words = "If you agree, the last battle is open again and everything since its result is undone."
    return CallToAction("withdraw", f"{enemy} asks to withdraw the last result", words, "S42")
