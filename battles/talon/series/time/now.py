"""By when the step of a campaign game is due, as its pages and those of its battles say it (S88, S89)."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.utils import timezone

from accounts.models import User
from battles.battle.selectors import BattleDeadline, BattleTime
from battles.models import Battle, Series
from battles.talon.series.deadlines import may_go_on
from battles.talon.series.manners import with_deadlines
from battles.talon.series.phases import done_words, standing
from battles.talon.series.reading import SeriesState, player_in, state_of, user_of
from engines.seam.series import Player, other
from engines.seam.sides import SIDES, Side


@dataclass(frozen=True, slots=True)
class TimeNow:
    """By when something is due, and in `words` what happens then; without deadlines, what the reader may do from then.

    `ready`: the time has come, and the reader can let the battle go on.
    """

    falls_at: datetime
    words: str
    agreed: bool
    ready: bool


def time_now(found: SeriesState, player: Player, acts_for: str = "") -> TimeNow | None:
    """The time of what the campaign game waits for; None where nobody has to wait for ever without it.

    A deputy reads the name of the player that they act for.
    """
    stands = standing(found)
    if stands is None:
        return None
    phase = stands.phase
    rival = cast("User", user_of(found.series, other(player))).username
    words = done_words(phase, acts_for or "you" if player in phase.late else rival)
    if stands.agreed:
        return TimeNow(stands.falls_at, words, agreed=True, ready=False)
    if phase.doing == "begin" or phase.late == (player,):
        return None
    return TimeNow(stands.falls_at, words, agreed=False, ready=may_go_on(stands, player))


@dataclass(frozen=True, slots=True)
class AwayLine:
    """A player who is on holiday, and until when; `mine`: the one who reads it."""

    name: str
    until: datetime
    mine: bool


def away_lines(series: Series, player: Player | None) -> tuple[AwayLine, ...]:
    """Who is on holiday now, as a player reads it; one query."""
    rows = series.holidays.filter(ends_at__gt=timezone.now()).order_by("pk")
    return tuple(
        AwayLine(cast("User", user_of(series, cast("Player", one))).username, until, one == player)
        for one, until in rows.values_list("player", "ends_at")
    )


def time_of_battle(battle: Battle, side: Side) -> BattleTime | None:
    """The time of a leg's battle for one side; None where no deadlines are agreed on; one query then."""
    rows = Series.objects.filter(legs__battles__battle=battle.pk).select_related("user", "rival")
    row = with_deadlines(rows).first()
    player = player_in(row, battle.user_of(side)) if row is not None else None
    if row is None or player is None:
        return None
    now = timezone.now()
    ends = dict(row.holidays.filter(ends_at__gt=now).values_list("player", "ends_at"))
    away = {
        one: ends[who]
        for one in SIDES
        if (who := player_in(row, battle.user_of(one))) is not None and who in ends
    }
    return BattleTime(_deadline(row, battle, player), away, f"{row.get_absolute_url()}time/")


def _deadline(row: Series, battle: Battle, player: Player) -> BattleDeadline | None:
    found = standing(state_of(row))
    if found is None or not found.agreed or found.phase.battle != battle:
        return None
    rival, mine = (cast("User", user_of(row, one)).username for one in (other(player), player))
    words, by_name = (
        done_words(found.phase, you if player in found.phase.late else rival) for you in ("you", mine)
    )
    return BattleDeadline(found.falls_at, words, by_name=by_name)
