"""What a war waits for from the side that looks, as cards with the one thing to do; and what it waits for elsewhere."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from battles.forms import TITLES, DoctrineForm, doctrine_form
from battles.selectors import ASKED, ASKS
from campaign.models import Waiting
from campaign.rules.sight import WarView
from campaign.rules.state import Battle, Question
from campaign.rules.strategic_map import HOMES, place_title
from campaign.telling.war_room import Force, force
from engines.seam.documents import Doctrine
from engines.seam.sides import Side, opponent
from engines.talon.catalogue import ship_class

CallKind = Literal["link", "engage", "first", "land", "strand", "go-on", "draw", "withdraw"]
SHORT, BY_HAND = "proposals/", {"bases": "bases/", "plan": "plan/"}
LINKS = {
    "bases": (
        "Place your bases",
        "Free bases first, one at your home. The enemy sees them when both have sealed.",
        "Place bases",
    ),
    "plan": (
        "Plan this turn",
        "Buy ships, send each to a sector or keep it in the Reserve, and seal.",
        "Plan the turn",
    ),
}
OF_OTHERS = {
    "Engage or decline at": "decides whether to engage at",
    "Which home": "decides which home",
    "Which transports": "chooses which transports",
    "Which squadrons": "chooses which squadrons",
    "Withdraw the last result, or let it stand": "decides whether the last result is withdrawn",
    "Answer the offer of a draw": "has your offer of a draw to answer",
}
ASKED_OF_THEM = "has your wish to answer that the computer fight it"


@dataclass(frozen=True)
class Option:
    """Something to choose: the value a form sends, and its words."""

    value: str
    words: str
    note: str = ""


@dataclass(frozen=True)
class Call:
    """One thing to do: a link to follow (`path`, `action`; `by_hand`: the long form of it), or a form of its kind."""

    kind: CallKind
    title: str
    words: str
    rule: str = ""
    path: str = ""
    action: str = ""
    by_hand: str = ""
    battle: int = 0
    place: str = ""
    forces: tuple[Force, ...] = ()
    options: tuple[Option, ...] = ()
    count: int = 0
    doctrine: DoctrineForm | None = None

    @property
    def doctrine_title(self) -> str:
        """The stance that is filled in, in words."""
        return TITLES[self.doctrine.doctrine.stance].lower() if self.doctrine else ""


@dataclass(frozen=True)
class Elsewhere:
    """What the war waits for from the other side, and since when."""

    sentence: str
    since: datetime


def calls(view: WarView, side: Side, waiting: Iterable[Waiting], withdrawal_asked_by: str) -> list[Call]:
    """What waits for a side, the most pressing first; nothing of the other side's is in it."""
    links = [_link(row) for row in waiting if row.side == side and not _is_on_the_page(row)]
    asked = _asked(view, side)
    on = [_go_on(view)] if view.paused else []
    draw = [_draw(side)] if view.draw_offered_by == opponent(side) else []
    withdraw = [_withdraw(side)] if withdrawal_asked_by == opponent(side) else []
    return [*asked, *links, *withdraw, *on, *draw]


def elsewhere(side: Side, waiting: Iterable[Waiting], rival: str) -> list[Elsewhere]:
    """What waits for the other side, by name, and not for this one as well."""
    rows = list(waiting)
    mine = {row.key.removesuffix(ASKED) for row in rows if row.side == side}
    theirs = [row for row in rows if row.side == opponent(side) and row.key not in mine]
    return [Elsewhere(_told_of(rival, row.sentence), row.since) for row in theirs]


def _told_of(name: str, sentence: str) -> str:
    """What somebody else has to do, told of them: "Plan turn 2" is "Bert still has to plan turn 2"."""
    words = sentence.rstrip("?")
    if ASKS in words:
        return f"{name} {ASKED_OF_THEM}"
    for start, told in OF_OTHERS.items():
        if words.startswith(start):
            return f"{name} {told}{words.removeprefix(start)}"
    return f"{name} still has to {words[:1].lower()}{words[1:]}"


def _is_on_the_page(row: Waiting) -> bool:
    return row.path == f"/wars/{row.war_id}/{row.side}/"


def _link(row: Waiting) -> Call:
    kind = _secret_orders(row)
    title, words, action = LINKS.get(kind, (row.sentence, *_of_a_battle(row.sentence)))
    short = row.path.endswith(SHORT)
    by_hand = row.path.removesuffix(SHORT) + BY_HAND[kind] if short and kind else ""
    return Call("link", title, words, path=row.path, action=action, by_hand=by_hand)


def _secret_orders(row: Waiting) -> str:
    """Which secret orders a row asks for: "bases", "plan", or "" if it asks for something else."""
    parts = row.key.split(":")
    asked = parts[2] if parts[0] == "turn" and len(parts) > 2 else ""
    return {"bases": "bases", "planning": "plan"}.get(asked, "")


def _of_a_battle(sentence: str) -> tuple[str, str]:
    """What is to be done on a battle's page, and the words of the link to it."""
    if ASKS in sentence:
        words = "Agree, and a captain for each side fights it in a second; or fight it at your table and record it."
        return words, "Look and answer"
    if sentence.startswith("Confirm"):
        return "A result was entered. Look at what it does, then confirm or dispute it.", "Look and answer"
    if sentence.startswith("Settle"):
        return "The result is disputed: enter it anew together, or agree on it.", "Open the battle"
    return "The set-up sheet and the form for the result are on its page.", "Open the battle"


def _asked(view: WarView, side: Side) -> list[Call]:
    question = view.question
    if question is None or question.side != side:
        return []
    battle = next((found for found in view.battles if found.number == question.battle), None)
    if question.kind == "first":
        return [_first(question)]
    if battle is None:
        return []
    return [_engage(view, side, battle)] if question.kind == "engage" else [_choose(question, battle)]


def _engage(view: WarView, side: Side, battle: Battle) -> Call:
    enemy = opponent(side)
    place = place_title(battle.place)
    words = f"You have {_strength(battle, side)} there, the enemy {_strength(battle, enemy)}."
    if enemy in battle.answers:
        words += (
            " The enemy engages."
            if battle.answers[enemy]
            else " The enemy has declined: engage, and the battle is yours."
        )
    else:
        words += _why_first(battle)
        words += (
            " Your answer is open; if you decline and the enemy does not, the battle is lost without a fight."
        )
    forces = (force(battle, side), force(battle, enemy))
    return Call(
        "engage",
        f"Engage or decline at {place}?",
        words,
        "S28",
        battle=battle.number,
        place=place,
        forces=forces,
        doctrine=_captain(view, side, battle) if view.settings.settled_by == "worker" else None,
    )


def _strength(battle: Battle, side: Side) -> str:
    """A side's LP in a battle, and the base that fights beside them."""
    base = any(unit.ship_class == "base" for unit in battle.forces.get(side, ()))
    return f"{battle.lp[side]} LP{' and a base' if base else ''}"


def _captain(view: WarView, side: Side, battle: Battle) -> DoctrineForm:
    """The doctrine to give with the answer, filled in with the instruction for the sector (S36)."""
    standing = view.own.standing if view.own is not None else {}
    told = next((standing[sector] for sector in battle.sectors if sector in standing), None)
    doctrine = Doctrine(stance=told.stance) if told else Doctrine()
    return doctrine_form(battle.forces.get(side, ()), doctrine)


def _why_first(battle: Battle) -> str:
    """Why this side answers first: it has fewer LP, or the die chose it (S28)."""
    if battle.lp["terran"] == battle.lp["talon"]:
        return " Equal LP: the die chose you to answer first."
    return " You have fewer, so you answer first."


def _first(question: Question) -> Call:
    options = tuple(Option(home, f"The {place_title(HOMES[home])} first") for home in HOMES)
    words = (
        "Markers stand on both homes. You have more Logistics Points in the sectors, so the order is yours."
    )
    return Call(
        "first", "Which home is fought over first?", words, "S19", options=options, count=question.count
    )


def _choose(question: Question, battle: Battle) -> Call:
    place = place_title(battle.place)
    classes = {unit.name: unit for unit in battle.forces.get(question.side, ())}
    options = tuple(
        Option(
            name, name, ship_class(question.side, classes[name].ship_class).title if name in classes else ""
        )
        for name in question.options
    )
    if question.kind == "land":
        title, rule = f"Which transports land at {place}?", "S3"
        words = (
            f"The planet is given up. Choose {question.count} transports to land; they go to your Reserve."
        )
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
        f"There is no room for {question.count} of them. They go to the Reserve with your next assignment."
    )
    return Call(
        "strand", title, words, rule, battle=battle.number, place=place, options=options, count=question.count
    )


def _go_on(view: WarView) -> Call:
    waiting = [battle for battle in view.battles if battle.status in ("hidden", "revealed")]
    after = f" at {place_title(waiting[0].place)}" if waiting else ""
    words = f"The next battle{after} opens when either side says so. From then on the last result stands for good."
    return Call("go-on", "Go on to the next battle", words, "S42")


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
    words = "If you agree, the last battle is open again and all that followed from its result is undone."
    return Call("withdraw", f"{enemy} asks to withdraw the last result", words, "S42")
