"""What a campaign game waits for now, and what is done if nobody does it in time (S88): said and done by one answer."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias, cast

from django.utils import timezone

from accounts.work import DONE, QUEUED
from battles.battle.player_actions import used_before
from battles.models import Battle, Play, PlayedBy, Series, SeriesDeadline, SeriesHoliday, Status
from battles.pace import REMINDERS, Pace, is_owed, read_pace
from battles.talon.series.arranging import locked
from battles.talon.series.manners import pace_on_board
from battles.talon.series.reading import Fight, LegState, SeriesState, closed_of, side_of, state_of, user_of
from engines.seam.series import PLAYERS, Player

Doing: TypeAlias = Literal["begin", "choose", "fight", "play"]
PATIENCE: Final = timedelta(days=14)
"""How long a player waits for the other where no deadlines are agreed on, before the battle can go on without them."""
IDLE: Final = {"key": "", "begun_at": None, "falls_at": None, "status": DONE, "lease_until": None}


@dataclass(frozen=True, slots=True)
class Phase:
    """What a campaign game waits for: `doing` is what is done if it is late, `late` who is then.

    `leg` is to begin, or fleets are to be chosen for it, or its `battle` is being fought, on the board of the `play`.
    """

    key: str
    doing: Doing
    late: tuple[Player, ...]
    leg: LegState
    battle: Battle | None = None
    play: Play | None = None

    def since(self, begun: datetime) -> datetime:
        """From when its time counts: on the board from the last decision."""
        return begun if self.play is None else max(begun, self.play.moved_at)


@dataclass(frozen=True, slots=True)
class Standing:
    """A phase with the instant at which it is due, or can be ended by the other player if there are no deadlines."""

    phase: Phase
    falls_at: datetime
    agreed: bool


def phase_of(found: SeriesState) -> Phase | None:
    """What the campaign game waits for; None if for nobody, or if one of the two cannot be waited for.

    One query while a battle is being fought. What a report waits for has its own time (S35).
    """
    row = found.series
    users = [user_of(row, player) for player in PLAYERS]
    alone = any(user is None or user.is_computer for user in users)
    if row.stage != Series.Stage.ON or row.paused or alone or closed_of(row) is not None:
        return None
    going = [(leg, fight) for leg in found.legs for fight in leg.fights if fight.going]
    if going:
        return next(_of_battles(row, going), None)
    leg = found.next
    fight = None if leg is None else leg.to_fight
    if leg is None or fight is None:
        return None
    if leg.unsealed:
        late = tuple(player for player in PLAYERS if player in leg.unsealed)
        return Phase(f"fleets:{leg.leg.number}", "choose", late, leg)
    return Phase(f"leg:{leg.leg.number}:{fight.half}:{fight.attempts + 1}", "begin", PLAYERS, leg)


def _of_battles(row: Series, going: list[tuple[LegState, Fight]]) -> Iterator[Phase]:
    battles = [cast("Battle", fight.battle) for _leg, fight in going]
    numbers = [battle.pk for battle in battles]
    plays = Play.objects.filter(battle__in=numbers, stage=Play.Stage.ON).defer("position", "record")
    played = {play.battle_id: play for play in plays}
    pace = read_pace(row.pace)
    for (leg, fight), battle in zip(going, battles, strict=True):
        if fight.captains or battle.held_at is not None or battle.status == Status.REPORTED:
            continue
        play = played.get(battle.pk)
        if play is None:
            if pace is None or not pace.tables_wait:
                yield Phase(f"battle:{battle.pk}", "fight", PLAYERS, leg, battle)
            continue
        late = tuple(
            player
            for player in PLAYERS
            if side_of(fight, player) == play.decider and play.by(side_of(fight, player)) == PlayedBy.PERSON
        )
        if late:
            yield Phase(f"battle:{battle.pk}:hand", "play", late, leg, battle, play)


def follow(found: SeriesState, *, whole: bool = False) -> None:
    """Begin the deadline of the phase that the campaign game is in now, unless it has begun; in its transaction.

    `whole`: a battle at the table has all its time again, also what it had used before a dispute.
    """
    phase, row = phase_of(found), getattr(found.series, "deadline", None)
    if (phase is None and row is None) or (row is not None and row.key == (phase.key if phase else "")):
        return
    now = timezone.now()
    fresh = {**IDLE, "attempts": 0, "last_error": "", "token": "", "due_at": now, "told": 0}
    if phase is not None:
        table = phase.battle if phase.doing == "fight" and not whole else None
        begun = now if table is None else now - used_before(table.pk)
        found_at = stands(found.series, phase, begun)
        falls_at = found_at.falls_at if found_at.agreed else None
        fresh |= {"key": phase.key, "begun_at": begun, "falls_at": falls_at}
        if falls_at is not None:
            told = sum(not is_owed(begun, falls_at, hours) for hours in REMINDERS)
            fresh |= {"status": QUEUED, "told": told}
    found.series.deadline, _made = SeriesDeadline.objects.update_or_create(
        series=found.series, defaults=fresh
    )


def begin_again(series_id: int) -> None:
    """Let the phase have its whole time once more; none runs while the campaign game is paused. It is held."""
    SeriesDeadline.objects.filter(series=series_id).update(**IDLE)
    follow(state_of(locked(pk=series_id)), whole=True)


def renew(series_id: int) -> None:
    """Let the deadline fall when it does now that a player has left, or is back; the campaign game is held."""
    found = state_of(locked(pk=series_id))
    now = standing(found)
    if now is None or not now.agreed:
        return
    told = sum(not is_owed(timezone.now(), now.falls_at, hours) for hours in REMINDERS)
    rows = SeriesDeadline.objects.filter(series=series_id, key=now.phase.key, status=QUEUED)
    rows.exclude(falls_at=now.falls_at).update(falls_at=now.falls_at, told=told)


def standing(found: SeriesState) -> Standing | None:
    """The phase and when it is due, as it stands now; None without one. One query more."""
    phase = phase_of(found)
    if phase is None:
        return None
    row = SeriesDeadline.objects.filter(series=found.series, key=phase.key).first()
    begun = row.begun_at if row is not None else None
    if begun is None and phase.battle is not None:
        begun = phase.battle.opened_at  # of a battle that was begun before there were deadlines
    return None if begun is None else stands(found.series, phase, begun)


def stands(series: Series, phase: Phase, begun: datetime) -> Standing:
    """When a phase is due that began then: for whoever of the late is due last. One query for holidays."""
    pace, since = _pace(series, phase), phase.since(begun)
    if pace is None:
        return Standing(phase, since + PATIENCE, agreed=False)
    waits = PLAYERS if phase.doing == "choose" else phase.late  # who has sealed can still take the fleet back
    rows = SeriesHoliday.objects.filter(series=series, ends_at__gt=since, player__in=waits)
    away = list(rows.values_list("player", "begins_at", "ends_at"))
    dues = [
        pace.due_with(since, [(begins, ends) for player, begins, ends in away if player == one])
        for one in waits
    ]
    return Standing(phase, max(dues), agreed=True)


def _pace(series: Series, phase: Phase) -> Pace | None:
    """By when a phase is due: over days a decision on the leg's board has a time of its own (S101)."""
    return read_pace(series.pace) if phase.doing != "play" else pace_on_board(series, phase.leg.leg)


def done_words(phase: Phase, whose: str) -> str:
    """What is done, as the end of a sentence; `whose` are the players who are late."""
    leg = phase.leg.leg
    return {
        "choose": f"a ready fleet is chosen for {whose} in leg {leg.number}",
        "begin": f"leg {leg.number} begins, {leg.title}",
        "fight": f"captains fight leg {leg.number} for both players",
        "play": f"a captain plays on for {whose} in leg {leg.number}",
    }[phase.doing]
