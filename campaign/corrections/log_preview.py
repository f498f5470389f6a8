"""What replaying the war from a corrected result would change, as one side may read it beforehand (S15, S69)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from campaign.corrections.changes import score_words
from campaign.corrections.correcting import check_open
from campaign.corrections.log_correction import corrected_log, no_longer
from campaign.models import War
from campaign.rules.corrections.battle_history import BattleHistory
from campaign.rules.corrections.differing import differences
from campaign.rules.corrections.log_correction import CorrectedLog
from campaign.rules.fleets.logistics import SURRENDER_BELOW
from campaign.rules.map.strategic_map import place_title
from campaign.rules.orders import CorrectLog, Way
from campaign.rules.sight import seen
from campaign.war.words.event_lines import HistoryLine, lines_of
from engines.seam.documents import Report
from engines.seam.refusals import Refused
from engines.seam.sides import Side
from engines.seam.words.in_a_row import in_row

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
class WayPreview:
    """One way to replay the war: `label` and `says` name it, and `why_not` says why it is not possible, or "".

    `lines` are the consequences, `point` is where the war goes on, "" if it stays over; `void` are the battles that
    no longer count, `drafts` says which of the reader's plans become drafts, `corrections` which corrections are gone.
    `plans` are the reader's own that are fitted (S71).
    """

    way: Way | Literal["fit"]
    label: str
    says: str
    why_not: str
    lines: tuple[HistoryLine, ...] = ()
    point: str = ""
    void: tuple[str, ...] = ()
    drafts: str = ""
    corrections: str = ""
    score: str = ""
    plans: tuple[OwnPlan, ...] = ()


def way_preview(war: War, side: Side, found: BattleHistory, report: Report, way: Way) -> WayPreview:
    """What the way would change, for one side; with `why_not` if it cannot be gone now."""
    try:
        check_open(war, found.number)
        corrected = corrected_log(war, CorrectLog(found.number, report, way))
    except Refused as refused:
        return WayPreview(way, *SAYS[way], why_not=refused.reasons)
    return _preview(war, side, found, corrected)


def _preview(war: War, side: Side, found: BattleHistory, corrected: CorrectedLog) -> WayPreview:
    readable = seen(differences(corrected.before, corrected.shown, corrected.event), side, over=False)
    way = corrected.event.way
    rewinds = way == "rewind"
    return WayPreview(
        way,
        *SAYS[way],
        why_not="",
        lines=tuple(line for event in readable for line in lines_of(event, corrected.shown.chart)),
        point=_point(corrected),
        void=tuple(_void(found, corrected)) if rewinds else (),
        drafts=_drafts(war, corrected, side),
        corrections=_corrections(corrected),
        score=score_words(war, found, corrected.event.result),
    )


def _point(corrected: CorrectedLog) -> str:
    """Where the war goes on. Whether a side has enough active LP for that is its secret."""
    war = corrected.shown
    if war.phase == "over":
        return "The war ends with this battle." if corrected.event.way == "rewind" else ""
    if war.phase == "planning":
        enough = f"unless a side then has fewer than {SURRENDER_BELOW} active LP. That would end it."
        return f"The war goes on with the plans of turn {war.turn}, {enough}"
    return f"The war goes on in turn {war.turn}, right after this battle."


def _void(found: BattleHistory, corrected: CorrectedLog) -> list[str]:
    """The battles since, which no longer count."""
    still = {battle.number for battle in corrected.shown.battles if battle.status == "closed"}
    return [
        f"Turn {one.turn}, battle {one.number}: {place_title(one.place)}"
        for one in found.later
        if one.number not in still
    ]


def _drafts(war: War, corrected: CorrectedLog, side: Side) -> str:
    """Which of the side's own plans become its drafts."""
    return turns_words(
        [one.turn for one in no_longer(war, corrected) if one.seat == side and one.kind == "plan"]
    )


def turns_words(turns: Sequence[int]) -> str:
    """The reader's plans of these turns in words, "" for none."""
    words = [str(turn) for turn in turns]
    if not words:
        return ""
    return f"Your plans of turn {words[0]}" if len(words) == 1 else f"Your plans of turns {in_row(words)}"


def _corrections(corrected: CorrectedLog) -> str:
    """Which corrections of other battles no longer count, because they were made since."""
    battles = [str(number) for number in corrected.undone]
    if not battles:
        return ""
    which = f"battle {battles[0]}" if len(battles) == 1 else f"battles {in_row(battles)}"
    return f"The correction of {which} no longer counts. Propose it again."
