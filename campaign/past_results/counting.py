"""What a past result of Talon counts (20.2, 28, 31.9, S85)."""

from typing import Final, cast

from accounts.models import LifetimeLine, PastResult
from accounts.scores.told import Counted, Counting, Told
from campaign.rules.lifetime import POINTS, WAR_BONUS, score
from engines.seam.documents import Degree

Kind, Outcome = LifetimeLine.Kind, PastResult.Outcome
BONUSES: Final = {
    Kind.WAR: "An Empire War won scores 5 (20.3, S33).",
    Kind.SERIES: "A campaign game won scores 5 (28).",
}
BONUS: Final = WAR_BONUS


def points_of(told: Told) -> Counted:
    """What it counts for whoever won it, and which rule that follows, "" for the degree alone (20.2, 28, 31.9)."""
    if told.outcome == Outcome.DRAWN:
        return Counted(0, "")
    if told.kind in BONUSES:
        return Counted(BONUS, BONUSES[Kind(told.kind)])
    degree = cast("Degree", told.degree)
    if told.own_lp is None or told.their_lp is None:
        return Counted(POINTS[degree], "")
    won, lost = (told.own_lp, told.their_lp) if told.outcome == Outcome.WON else (told.their_lp, told.own_lp)
    points = score(degree, won, lost)
    if points == POINTS[degree]:
        return Counted(points, "")
    who = "favored side" if points < POINTS[degree] else "underdog"
    return Counted(
        points,
        f"{won} LP against {lost}: {points} point{'' if points == 1 else 's'} for the {who} (31.9).",
    )


def words_of(told: Told) -> str:
    """The result in words, whoever won it: "Great victory, Patton's End"."""
    kind = {Kind.WAR: "Empire War", Kind.SERIES: "Campaign game"}.get(Kind(told.kind), "")
    if told.outcome == Outcome.DRAWN:
        begins = f"{kind} drawn" if kind else "Draw"
    else:
        begins = f"{kind} won" if kind else f"{told.degree.title()} victory"
    return f"Past result: {', '.join(filter(None, [begins, told.scenario or told.mode]))}"


def joined(first: bytes, second: bytes) -> bytes:
    """Talon tells no details."""
    return first or second


TALON: Final = Counting(points_of, words_of, turned=bytes, joined=joined)
