"""What a war waits for from the side that looks, as cards with the one thing to do; and what it waits for elsewhere."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Literal

from campaign.map.home_battles import forces, whose
from campaign.models import Waiting
from campaign.rules.map.strategic_map import place_in_text
from campaign.rules.sight import WarView
from campaign.rules.state import Battle, Question
from campaign.telling.odds import Odds
from campaign.telling.questions import NO_PLAY, EngageForm, OwnPlay, engage_form
from campaign.waiting import about, named, sentence, sentence_of_other
from engines.seam.documents import Level
from engines.seam.sides import Side, opponent
from engines.talon.catalogue import ship_class

CallKind = Literal["link", "engage", "first", "land", "strand", "go-on", "draw", "withdraw"]
Kind = Waiting.Kind
SHORT, BY_HAND = "proposals/", {Kind.BASES: "bases/", Kind.PLAN: "plan/"}
LINKS: dict[str, tuple[str, str, str]] = {
    Kind.BASES: (
        "Place your bases",
        "Place your free bases, one of them at home. The enemy sees them when both sides have sealed.",
        "Place bases",
    ),
    Kind.PLAN: (
        "Plan this turn",
        "Buy ships, assign each to a sector or the Reserve, and seal.",
        "Plan turn",
    ),
    Kind.TIME: (
        "A proposal about {about}",
        "The war goes on as it is until you agree.",
        "Answer",
    ),
    Kind.CORRECT: (
        "A corrected result for {place}",
        "See what it would change, then agree or decline.",
        "View correction",
    ),
}
ON_THE_PAGE = frozenset(
    {Kind.ENGAGE, Kind.FIRST, Kind.LAND, Kind.STRAND, Kind.GO_ON, Kind.WITHDRAW, Kind.DRAW}
)
"""What is answered on the war's own page, where the state of the war shows it."""
AGREE = "If you agree, captains fight it in a second. Or fight it at your table and record it."
RECORD = "The battle page has the set-up sheet and the result form."
OF_A_BATTLE: dict[str, tuple[str, str]] = {
    Kind.RECORD: (RECORD, "Open battle"),
    Kind.FAILED: (RECORD, "Open battle"),
    Kind.SETTLE: ("The result is disputed. Enter it again together, or agree on it.", "Open battle"),
    Kind.AGREE_OR_RECORD: (AGREE, "Answer"),
    Kind.AGREE_OR_SETTLE: (AGREE, "Answer"),
    Kind.AGREE_TO_PLAY: ("If you agree, you play it on a hex board in the browser.", "Answer"),
    Kind.PLAY: ("You play it on a hex board in the browser.", "Play"),
    Kind.FINISH: ("If you agree, captains of both sides play on from where it stands.", "Answer"),
    Kind.TO_TABLE: ("If you agree, it stops where it stands, and one of you records the result.", "Answer"),
    Kind.TO_BOARD: ("If you agree, you give your orders on the hex board.", "Answer"),
    Kind.CONFIRM: (
        "Your opponent has entered a result. Check it, then confirm or dispute it.",
        "Answer",
    ),
}
"""What is to be done on a battle's page, and the words of the link to it."""
SAME: dict[str, str] = {
    Kind.AGREE_OR_RECORD: Kind.RECORD,
    Kind.AGREE_OR_SETTLE: Kind.SETTLE,
    Kind.AGREE_TO_PLAY: Kind.RECORD,
}
"""What both the side that asks and the side that answers have to do."""


@dataclass(frozen=True)
class Option:
    """Something to choose: the value a form sends, and its words."""

    value: str
    words: str
    note: str = ""


@dataclass(frozen=True)
class Call:
    """One thing to do: a link to follow (`path`, `action`; `by_hand`: the long form of it), or a form of its kind.

    `others_turn` says whom it waits for first, "" if it is the side's own turn; `by_turns`: that changes with each
    turn in a battle, of which the war hears nothing else.
    """

    kind: CallKind
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


def calls(
    view: WarView,
    side: Side,
    waiting: Iterable[Waiting],
    withdrawal_asked_by: str,
    odds: Mapping[int, Odds] = MappingProxyType({}),
    *,
    play: OwnPlay = NO_PLAY,
    decides: str = "",
    level: Level = "captain",
) -> list[Call]:
    """What waits for a side, the most pressing first; nothing of the other side's is in it.

    `odds` are those that the side has asked for, by battle, and `play` says which battles it plays itself. `decides` is
    the other player if they have to decide now in the battle that is played by hand; `level` is that of the captains.
    """
    links = [_link(row, decides) for row in waiting if row.side == side and row.kind not in ON_THE_PAGE]
    asked = _asked(view, side, odds, play, level)
    on = [_go_on(view)] if view.paused else []
    draw = [_draw(side)] if view.draw_offered_by == opponent(side) else []
    withdraw = [_withdraw(side)] if withdrawal_asked_by == opponent(side) else []
    return [*asked, *links, *withdraw, *on, *draw]


def elsewhere(side: Side, waiting: Iterable[Waiting], rival: str) -> list[Elsewhere]:
    """What waits for the other side, by name, and not for this one as well."""
    rows = list(waiting)
    mine = {SAME.get(row.kind, row.kind) for row in rows if row.side == side}
    theirs = [row for row in rows if row.side == opponent(side) and row.kind not in mine]
    return [Elsewhere(sentence_of_other(rival, row), row.since) for row in theirs]


def _link(row: Waiting, decides: str) -> Call:
    if row.kind == Kind.PLAY and decides:
        return Call(
            "link",
            sentence(row),
            "You can watch the board meanwhile.",
            path=row.path,
            action="Go to the board",
            others_turn=f"Waiting for {named(decides)}",
            by_turns=True,
        )
    if row.kind not in LINKS:
        words, action = OF_A_BATTLE[row.kind]
        by_turns = row.kind == Kind.PLAY
        return Call("link", sentence(row), words, path=row.path, action=action, by_turns=by_turns)
    title, words, action = LINKS[row.kind]
    short = row.path.endswith(SHORT)
    by_hand = row.path.removesuffix(SHORT) + BY_HAND[Kind(row.kind)] if short else ""
    place = place_in_text(row.place) if row.place else ""
    title = title.format(about=about(row), place=place)
    return Call("link", title, words, path=row.path, action=action, by_hand=by_hand)


def _asked(view: WarView, side: Side, odds: Mapping[int, Odds], play: OwnPlay, level: Level) -> list[Call]:
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


def _engage(battle: Battle, asked: EngageForm) -> Call:
    title = f"Engage or decline at {place_in_text(battle.place)}?"
    if asked.later:
        title = f"Engage or decline in {len(asked.later) + 1} battles?"
    return Call("engage", title, asked.counted, "S28", battle=battle.number, asked=asked)


def _first(view: WarView, side: Side, question: Question) -> Call:
    homes = (opponent(side), side)
    options = tuple(
        Option(home, f"{whose(home, side)} first".capitalize(), forces(view, side, home)) for home in homes
    )
    words = (
        "Either battle can end the war. An attacker who wins ends it at once, and the other home is not fought over. "
        "You choose: you have more Logistics Points in the sectors, or as many and won the die."
    )
    return Call(
        "first", "Which home is fought over first?", words, "S19", options=options, count=question.count
    )


def _choose(question: Question, battle: Battle) -> Call:
    place = place_in_text(battle.place)
    classes = {unit.name: unit for unit in battle.forces.get(question.side, ())}
    options = tuple(
        Option(
            name, name, ship_class(question.side, classes[name].ship_class).title if name in classes else ""
        )
        for name in question.options
    )
    if question.kind == "land":
        title, rule = f"Which transports land at {place}?", "S3"
        words = f"The enemy forfeits the planet. Choose {question.count} transports to land. They go to your Reserve."
        return Call(
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
    return Call(
        "strand", title, words, rule, battle=battle.number, place=place, options=options, count=question.count
    )


def _go_on(view: WarView) -> Call:
    waiting = [battle for battle in view.battles if battle.status in ("hidden", "revealed")]
    after = f" at {place_in_text(waiting[0].place)}" if waiting else ""
    words = f"Either side can open the next battle{after}. The last result is then final."
    return Call("go-on", "Next battle", words, "S42")


def _draw(side: Side) -> Call:
    enemy = opponent(side).title()
    return Call(
        "draw",
        f"{enemy} offers a draw",
        "If you accept, the war ends without a winner and without a bonus.",
        "S33",
    )


def _withdraw(side: Side) -> Call:
    enemy = opponent(side).title()
    words = "If you agree, the last battle is open again and everything since its result is undone."
    return Call("withdraw", f"{enemy} asks to withdraw the last result", words, "S42")
