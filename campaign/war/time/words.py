"""The deadline of a war, as its pages show it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from battles.battle.selectors import BattleDeadline, BattleTime
from battles.models import Battle, Play
from campaign.models import Waiting
from campaign.rules.deadlines import in_words
from campaign.rules.map.strategic_map import place_in_text
from campaign.war.at import At
from campaign.war.time.battle_time import TimeNow, time_now
from campaign.war.time.deadlines import standing
from campaign.war.time.table_time import has_said
from campaign.war.waiting import named
from engines.seam.sides import Side, opponent


@dataclass(frozen=True)
class DeadlineNow:
    """When the phase is due, and in `words` what happens if it passes now; `unsealed`: this side only has a draft."""

    falls_at: datetime
    words: str
    unsealed: bool


def deadline_now(at: At, waiting: Iterable[Waiting] | None = None) -> DeadlineNow | None:
    """The deadline for a side, None without one or while the computer moves; three queries at most."""
    found = standing(at.war, waiting)
    if found is None or found.hurried:
        return None
    what = found.what
    place = place_in_text(what.place) if what.place else ""
    return DeadlineNow(
        falls_at=found.falls_at,
        words=in_words(what, at.side, named(at.name_of(opponent(at.side))), place, at.acts_for or "you"),
        unsealed=at.side in what.sides and what.doing in ("bases", "plan"),
    )


def time_of_battle(battle: Battle, side: Side, play: Play | None) -> BattleTime | None:
    """The time of a battle of a war for one side, None while the war waits for something else; one query.

    Another one asks of a battle at the table whether its player has said that it is being played.
    Another one reads the battle by hand that is waited for, unless `play` is it; none for a battle of no war.
    """
    found = time_now(battle, play) if battle.owner_topic else None
    if found is None:
        return None
    return BattleTime(_deadline(battle, side, found), found.away, time_path(found.war, side))


def time_path(war: int, side: Side) -> str:
    """Where the page about the time of the war is, for a side."""
    return f"/wars/{war}/{side}/time/"


def _deadline(battle: Battle, side: Side, time: TimeNow) -> BattleDeadline | None:
    found = time.standing
    if found is None or found.hurried or found.what.doing not in ("fight", "play"):
        return None
    rival = named(battle.user_of(opponent(side)).username)
    place = place_in_text(found.what.place)
    words, by_name = (
        in_words(found.what, side, rival, place, mine) for mine in ("you", battle.user_of(side).username)
    )
    says = found.what.doing == "fight" and not has_said(time.war, side, battle)
    playing = time_path(time.war, side) if says else ""
    return BattleDeadline(found.falls_at, words, playing=playing, by_name=by_name)
