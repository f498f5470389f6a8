"""What the score of a campaign game means, in sentences: how it ended, or what is still to be won (28, S81)."""

from typing import Final, cast

from accounts.models import User
from battles.models import Series
from battles.talon.series.arranging import against_computer
from battles.talon.series.outcome import outcome_words
from battles.talon.series.reading import SeriesState, user_of
from engines.seam.documents import Degree
from engines.seam.series import POINTS, Need, Player, need, other

AT_LEAST: Final[dict[Degree, str]] = {
    "minor": "any victory",
    "great": "a great victory or better",
    "devastating": "a devastating victory",
}
EXACTLY: Final[dict[Degree, str]] = {
    "minor": "a minor victory",
    "great": "a great victory",
    "devastating": "a devastating victory",
}


def sentences(found: SeriesState, player: Player) -> list[str]:
    """What the score means: how it ended, what is still to be won, and what the last leg must bring."""
    row = found.series
    if row.stage == Series.Stage.OVER:
        bonus = found.winner is not None and not against_computer(row)
        return [outcome_words(found, player), *([_bonus_words(found)] if bonus else [])]
    if row.stage == Series.Stage.CALLED_OFF:
        return ["This campaign game was called off."]
    return [_still_open(found)] if row.stage == Series.Stage.ON else []


def _still_open(found: SeriesState) -> str:
    """What is still to be won."""
    standings, last = found.standings, found.legs[-1]
    if standings.decided and standings.leader is not None:
        name = _name(found.series, standings.leader)
        if against_computer(found.series):
            return f"{name} can no longer be caught. You can still play the legs that are left."
        return f"{name} can no longer be caught. The legs that are left still count in the lifetime score."
    if standings.left == 1 and last.result.points is None:
        return _last_pair(found) if last.leg.pair else _last_leg(found)
    most = max(standings.gain.user, standings.gain.rival)
    return f"At most {most} points are still to be won. The last leg counts double."


def _bonus_words(found: SeriesState) -> str:
    if found.counts_bonus:
        return "The winner gets 5 more points in the lifetime score."
    return "It brings no points in the lifetime score: less than half of its legs were played."


def _last_leg(found: SeriesState) -> str:
    """What the last leg decides."""
    leader, row = found.standings.leader, found.series
    if leader is None:
        return "Whoever wins the last leg wins the campaign game."
    behind = other(leader)
    most = POINTS[found.legs[-1].most]
    return need_words(_name(row, behind), _name(row, leader), need(found.standings, most, behind))


def _last_pair(found: SeriesState) -> str:
    """What the last leg decides that is two battles with sides changed: one each changes nothing any more (R68)."""
    standings, leader = found.standings, found.standings.leader
    first = next((fight.won for fight in found.legs[-1].fights if fight.won is not None), None)
    what = "both battles of the last leg" if first is None else "the other battle of the last leg as well"
    if leader is None:
        if first is None:
            return f"Whoever wins {what} wins the campaign game. With one each it ends level."
        return f"{_name(found.series, first.by)} wins by winning {what}. Otherwise it ends level."
    behind = other(leader)
    name, ahead = _name(found.series, behind), _name(found.series, leader)
    if standings.gain.of(behind) > standings.total.of(leader) - standings.total.of(behind):
        return f"{name} wins by winning {what}. Otherwise {ahead} wins."
    return f"{name} can only draw level, by winning {what}. Otherwise {ahead} wins."


def need_words(behind: str, leader: str, found: Need) -> str:
    """What the player behind must make of the last leg, as sentences."""
    level = "" if found.draws is None else EXACTLY[found.draws]
    if found.wins is None:
        return f"{behind} can only draw level, with {level} in the last leg. Otherwise {leader} wins."
    also = f", and draws level with {level}" if level else ""
    return f"{behind} wins with {AT_LEAST[found.wins]} in the last leg{also}. Otherwise {leader} wins."


def _name(row: Series, player: Player) -> str:
    return cast("User", user_of(row, player)).username
