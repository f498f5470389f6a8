"""A past result as one of its two players reads it."""

from dataclasses import dataclass

from accounts.models import LifetimeLine, PastResult, User
from accounts.scores.told import COUNTING, Told, told_by


@dataclass(frozen=True, slots=True)
class Line:
    """A result as one of its two players reads it; `told` is from that side, `points` of both."""

    row: PastResult
    told: Told
    rival: str
    mine: bool
    points: int
    against: int
    note: str

    @property
    def outcome(self) -> str:
        """What came of it, in words to the reader."""
        degree = f", {self.row.get_degree_display().lower()}" if self.told.degree else ""
        who = {
            "won": f"You beat {self.rival}",
            "drawn": f"Draw with {self.rival}",
            "lost": f"{self.rival} beat you",
        }
        return who[self.told.outcome] + degree

    @property
    def details(self) -> str:
        """All that else is told of it."""
        system = "" if self.told.system == LifetimeLine.System.TALON else self.row.get_system_display()
        sides = f"you were {self.told.side.title()}" if self.told.side else ""
        lp = "" if self.told.own_lp is None else f"{self.told.own_lp} LP against {self.told.their_lp}"
        game = f"game {self.told.game} of that day" if self.told.game > 1 else ""
        return ", ".join(
            filter(
                None,
                [
                    system,
                    self.told.scenario,
                    self.told.mode,
                    self.row.get_way_display().lower(),
                    sides,
                    lp,
                    game,
                ],
            )
        )

    @property
    def asks_back(self) -> str:
        """Who asks to take it back: "me", "them", or nobody."""
        if not self.row.asks_back:
            return ""
        return "me" if (self.row.asks_back == PastResult.Asks.BY) == self.mine else "them"


def line_of(row: PastResult, user: User) -> Line:
    """The result as the user reads it."""
    mine = row.by_id == user.pk
    told = told_by(row) if mine else told_by(row).turned
    points, note = COUNTING[row.system].counted(told)
    won, lost = told.outcome == PastResult.Outcome.WON, told.outcome == PastResult.Outcome.LOST
    rival = row.other if mine else row.by
    return Line(row, told, rival.username, mine, points if won else 0, points if lost else 0, note)
