"""A past result as it is told by who enters it, before there is a row of it, and what it counts (S85)."""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Final, cast

from accounts.models import LifetimeLine, PastResult
from accounts.scores.lifetime import Facts
from campaign.rules.lifetime import POINTS, WAR_BONUS, score
from engines.seam.documents import Degree
from engines.seam.sides import as_side, opponent

Kind, Outcome = LifetimeLine.Kind, PastResult.Outcome
BONUSES: Final = {
    Kind.WAR: "An Empire War won scores 5 (20.3, S33).",
    Kind.SERIES: "A campaign game won scores 5 (28).",
}
BONUS: Final = WAR_BONUS
TURNED: Final = {Outcome.WON: Outcome.LOST, Outcome.DRAWN: Outcome.DRAWN, Outcome.LOST: Outcome.WON}


@dataclass(frozen=True, slots=True)
class Told:
    """A result from the side of who tells it; its fields are those of `PastResult`."""

    played_on: date
    kind: str
    outcome: str
    degree: str = ""
    side: str = ""
    scenario: str = ""
    mode: str = ""
    way: str = ""
    own_lp: int | None = None
    their_lp: int | None = None
    game: int = 1

    @property
    def stored(self) -> dict[str, Any]:
        """What a row has of it."""
        return asdict(self)

    @property
    def turned(self) -> "Told":
        """The same from the side of the other player."""
        side = opponent(as_side(self.side)) if self.side else ""
        return Told(
            self.played_on,
            self.kind,
            TURNED[Outcome(self.outcome)],
            self.degree,
            side,
            self.scenario,
            self.mode,
            self.way,
            self.their_lp,
            self.own_lp,
            self.game,
        )

    @property
    def agreed(self) -> tuple[Any, ...]:
        """What two who tell the same result have to agree on: not the side, nor how it was fought."""
        return (
            self.played_on,
            self.kind,
            self.outcome,
            self.degree,
            self.scenario.casefold(),
            self.own_lp,
            self.their_lp,
            self.game,
        )


def told_by(row: PastResult) -> Told:
    """A row from the side of who entered it."""
    return Told(**{name: getattr(row, name) for name in Told.__dataclass_fields__})


def points_of(told: Told) -> tuple[int, str]:
    """What it counts for whoever won it, and which rule that follows, "" for the degree alone (20.2, 28, 31.9)."""
    if told.outcome == Outcome.DRAWN:
        return 0, ""
    if told.kind in BONUSES:
        return BONUS, BONUSES[Kind(told.kind)]
    degree = cast("Degree", told.degree)
    if told.own_lp is None or told.their_lp is None:
        return POINTS[degree], ""
    won, lost = (told.own_lp, told.their_lp) if told.outcome == Outcome.WON else (told.their_lp, told.own_lp)
    points = score(degree, won, lost)
    if points == POINTS[degree]:
        return points, ""
    who = "favored side" if points < POINTS[degree] else "underdog"
    return (
        points,
        f"{won} LP against {lost}: {points} point{'' if points == 1 else 's'} for the {who} (31.9).",
    )


def facts_of(told: Told) -> Facts:
    """What the line of the score says, of whoever won it; of a draw it is told by who entered it."""
    winners = told if told.outcome != Outcome.LOST else told.turned
    note = points_of(told)[1]
    return Facts(told.kind, winners.side, told.scenario, told.mode, told.way, note, told.played_on)


def words_of(told: Told) -> str:
    """The result in words, whoever won it: "Great victory, Patton's End"."""
    kind = {Kind.WAR: "Empire War", Kind.SERIES: "Campaign game"}.get(Kind(told.kind), "")
    if told.outcome == Outcome.DRAWN:
        begins = f"{kind} drawn" if kind else "Draw"
    else:
        begins = f"{kind} won" if kind else f"{told.degree.title()} victory"
    return f"Past result: {', '.join(filter(None, [begins, told.scenario or told.mode]))}"
