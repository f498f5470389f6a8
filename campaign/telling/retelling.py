"""What telling the war again from a corrected result would change, as one side may read it beforehand (S15, S69)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from campaign.models import War
from campaign.rules.corrections.differing import differences
from campaign.rules.corrections.retelling import Retelling
from campaign.rules.corrections.since import Since
from campaign.rules.fleets.logistics import SURRENDER_BELOW
from campaign.rules.map.strategic_map import place_title
from campaign.rules.orders import Retell, Way
from campaign.rules.sight import seen
from campaign.services.correcting import check_open
from campaign.services.retelling import no_longer, retold
from campaign.telling.correcting import score_words
from campaign.telling.lines import Line, lines_of
from engines.seam.documents import Report
from engines.seam.names_in_a_row import in_row
from engines.seam.refusals import Refused
from engines.seam.sides import Side

WAYS: Final[tuple[Way, ...]] = ("as_it_is", "rewind")
SAYS: Final[dict[Way, tuple[str, str]]] = {
    "as_it_is": (
        "As if recorded right from the start",
        "The result takes the place of the wrong one in the history, and all orders since stay as they were given.",
    ),
    "rewind": (
        "Go back to this battle",
        "The war goes on from the corrected result. What was played since no longer counts, and you play it again.",
    ),
}


@dataclass(frozen=True, slots=True)
class OwnPlan:
    """One of the reader's own plans that would be another, with what changes in it."""

    turn: int
    changes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Again:
    """One way to tell the war again: `label` and `says` name it, and `why_not` says why it is not possible, or "".

    `lines` are the consequences, `point` is where the war goes on, "" if it stays over; `void` are the battles that
    no longer count, `drafts` says which of the reader's plans become drafts, `corrections` which corrections are gone.
    `plans` are the reader's own that are fitted (S71).
    """

    way: Way | Literal["fit"]
    label: str
    says: str
    why_not: str
    lines: tuple[Line, ...] = ()
    point: str = ""
    void: tuple[str, ...] = ()
    drafts: str = ""
    corrections: str = ""
    score: str = ""
    plans: tuple[OwnPlan, ...] = ()


def again(war: War, side: Side, found: Since, report: Report, way: Way) -> Again:
    """What the way would change, for one side; with `why_not` if it cannot be gone now."""
    try:
        check_open(war, found.number)
        told = retold(war, Retell(found.number, report, way))
    except Refused as refused:
        return Again(way, *SAYS[way], why_not=" ".join(one.reason for one in refused.refusals))
    return _told(war, side, found, told)


def _told(war: War, side: Side, found: Since, told: Retelling) -> Again:
    readable = seen(differences(told.before, told.shown, told.retold), side, over=False)
    way = told.retold.way
    rewinds = way == "rewind"
    return Again(
        way,
        *SAYS[way],
        why_not="",
        lines=tuple(line for event in readable for line in lines_of(event, told.shown.chart)),
        point=_point(told),
        void=tuple(_void(found, told)) if rewinds else (),
        drafts=_drafts(war, told, side),
        corrections=_corrections(told),
        score=score_words(war, found, told.retold.result),
    )


def _point(told: Retelling) -> str:
    """Where the war goes on. Whether a side has enough active LP for that is its secret."""
    war = told.shown
    if war.phase == "over":
        return "The war ends with this battle." if told.retold.way == "rewind" else ""
    if war.phase == "planning":
        enough = f"unless a side then has fewer than {SURRENDER_BELOW} active LP. That would end it."
        return f"The war goes on with the plans of turn {war.turn}, {enough}"
    return f"The war goes on in turn {war.turn}, right after this battle."


def _void(found: Since, told: Retelling) -> list[str]:
    """The battles since, which no longer count."""
    still = {battle.number for battle in told.shown.battles if battle.status == "closed"}
    return [
        f"Turn {one.turn}, battle {one.number}: {place_title(one.place)}"
        for one in found.later
        if one.number not in still
    ]


def _drafts(war: War, told: Retelling, side: Side) -> str:
    """Which of the side's own plans become its drafts."""
    return turns_words([one.turn for one in no_longer(war, told) if one.seat == side and one.kind == "plan"])


def turns_words(turns: Sequence[int]) -> str:
    """The reader's plans of these turns in words, "" for none."""
    words = [str(turn) for turn in turns]
    if not words:
        return ""
    return f"Your plans of turn {words[0]}" if len(words) == 1 else f"Your plans of turns {in_row(words)}"


def _corrections(told: Retelling) -> str:
    """Which corrections of other battles no longer count, because they were made since."""
    battles = [str(number) for number in told.undone]
    if not battles:
        return ""
    which = f"battle {battles[0]}" if len(battles) == 1 else f"battles {in_row(battles)}"
    return f"The correction of {which} no longer counts. Propose it again."
