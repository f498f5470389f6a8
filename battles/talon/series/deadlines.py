"""The deadlines of a campaign game: begun with each phase, and what is done when one has passed (S88, S89)."""

from datetime import datetime, timedelta
from typing import Final, cast

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import MessageKind, User
from accounts.readers_zone import zone_of
from accounts.work import DONE, QUEUED, Bell, TakenOver, Work, sweep
from accounts.zones import instant_words
from battles.battle.services.resolving import fight_overdue
from battles.battle.services.step import read
from battles.models import Series, SeriesDeadline
from battles.pace import REMINDERS, is_owed
from battles.talon.choosing.designing import held_for
from battles.talon.play.services.handing import hand_over_absent
from battles.talon.series.acting import acting_for, plays_for
from battles.talon.series.arranging import locked, message
from battles.talon.series.following import begin_late
from battles.talon.series.phases import IDLE, Phase, Standing, done_words, standing
from battles.talon.series.reading import SeriesState, side_of, state_of, user_of
from battles.talon.series.sealed_legs.choosing import seal_for_late
from engines.seam.refusals import refuse
from engines.seam.series import Player
from engines.seam.sides import Side

BELL: Final = Bell("battles.tasks.expire_series")
NOT_YET: Final = "Your opponent still has time. This page says when you need not wait any more."


class Expiring(Work[SeriesDeadline, None]):
    """Deadlines of campaign games that have passed."""

    model = SeriesDeadline
    related = ("series",)
    bell = BELL
    lease_setting = "RESOLUTION_LEASE_SECONDS"
    pauses = (timedelta(seconds=1), timedelta(seconds=10), timedelta(minutes=1), *[timedelta(hours=1)] * 200)
    went_wrong = "An error occurred when the deadline passed."

    def fit(self) -> Q:
        """The deadline has passed."""
        return Q(falls_at__lte=timezone.now())

    def perform(self, row: SeriesDeadline) -> None:
        """Nothing outside the transaction."""

    def settle(self, row: SeriesDeadline, outcome: None) -> bool:  # noqa: ARG002
        """Whether the campaign game went on: not if it did so by itself meanwhile, or the deadline is later by now."""
        with transaction.atomic():
            found = _held(row.series_id)
            if not self.held(row).filter(key=row.key, falls_at=row.falls_at).exists():
                raise TakenOver
            now = timezone.now()
            if found is None or not found[1].agreed:
                return self._put_off(row, now + timedelta(minutes=1))
            if found[1].falls_at > now:
                return self._put_off(row, found[1].falls_at)
            self.book(row, DONE, key="", begun_at=None, falls_at=None)
            _go_on(*found)
            _tell_of_passing(*found)
        return True

    def _put_off(self, row: SeriesDeadline, falls_at: datetime) -> bool:
        self.book(row, QUEUED, falls_at=falls_at, due_at=timezone.now(), attempts=0)
        return False


EXPIRED = Expiring()
expire, sweep_expired = EXPIRED.attempt, EXPIRED.sweep


@transaction.atomic
def let_go_on(*, series_id: int, user: User) -> None:
    """Does what a passed deadline does, as somebody asks who has waited long enough where there are none (S89).

    A deputy may ask for the player. `Refused` before that, or where it is the player's own turn.
    """
    found = _held(series_id)
    row = Series.objects.select_related("user", "rival").get(pk=series_id)
    player = plays_for(row, user)
    if player is None or found is None or not may_go_on(found[1], player):
        raise refuse("S89", NOT_YET)
    SeriesDeadline.objects.filter(series=series_id).update(**IDLE)
    _go_on(*found)
    _tell_of_passing(*found)


def may_go_on(found: Standing, player: Player) -> bool:
    """Whether a player need not wait any more, and can let the battle go on: never in their own stead alone."""
    late = found.phase.late
    ready = found.falls_at <= timezone.now() and found.phase.doing != "begin"
    return ready and not found.agreed and late != (player,)


def _held(series_id: int) -> tuple[SeriesState, Standing] | None:
    """The campaign game and its phase, both held; None if it waits for nothing with a time. Battles come first."""
    before = standing(state_of(Series.objects.select_related("user", "rival").get(pk=series_id)))
    if before is not None and before.phase.battle is not None:
        read(before.phase.battle.pk, lock=True)
    if before is not None and before.phase.doing == "choose":
        held_for(before.phase.leg.leg)
    found = state_of(locked(pk=series_id))
    now = standing(found)
    if now is None or before is None or now.phase.key != before.phase.key:
        return None
    return found, now


def _go_on(found: SeriesState, what: Standing) -> None:
    """Let the campaign game go on without whoever is late."""
    phase = what.phase
    if phase.doing == "choose":
        seal_for_late(found, phase.leg)
    elif phase.battle is None:
        begin_late(found, phase.leg)
    elif phase.play is None:
        if not fight_overdue(battle_id=phase.battle.pk):
            raise TakenOver
    elif not hand_over_absent(battle_id=phase.battle.pk, side=_side_late(phase), number=phase.play.number):
        raise TakenOver


def _side_late(phase: Phase) -> Side:
    fight = next(fight for fight in phase.leg.fights if fight.battle == phase.battle)
    return side_of(fight, phase.late[0])


def _tell_of_passing(found: SeriesState, what: Standing) -> None:
    """Tell both players what was done, those who were late that they were."""
    row, phase = found.series, what.phase
    for player, user in _late(found, phase):
        back = " You can take back command on the board." if phase.doing == "play" else ""
        passed = (
            f"The time in {row.name} has passed, so {done_words(phase, _whose(row, player, user))}.{back}"
        )
        key = f"passed:{phase.key}:{what.falls_at.timestamp():.0f}"
        message(row, user, key, passed, subject=f"{row.name}: the time has passed", kind=MessageKind.DEADLINE)


def _late(found: SeriesState, phase: Phase) -> list[tuple[Player, User]]:
    """The players who are late and their deputies, each with the player."""
    return [(player, user) for player in phase.late for user in acting_for(found.series, player)]


def _whose(row: Series, player: Player, reader: User) -> str:
    """What a message calls a player: "you", and for a deputy the name."""
    user = cast("User", user_of(row, player))
    return "you" if user == reader else user.username


def sweep_reminders() -> int:
    """For how many campaign games players were reminded now of a deadline: a day and two hours before, once each."""
    return sweep("battles.series_reminders", _soon(), remind, due="falls_at")


def _soon() -> QuerySet[SeriesDeadline]:
    now, near = timezone.now(), Q()
    for told, hours in enumerate(REMINDERS):
        near |= Q(told=told, falls_at__lte=now + timedelta(hours=hours))
    return SeriesDeadline.objects.filter(near, status=QUEUED, falls_at__gt=now)


@transaction.atomic
def remind(number: int) -> bool:
    """Whether this call reminded the players who would be late; the latest reminder alone if several are due."""
    row = _soon().filter(pk=number).first()
    found = _held(row.series_id) if row is not None else None
    if row is None or row.falls_at is None or found is None:
        return False
    state, what = found
    now = timezone.now()
    if what.falls_at > row.falls_at:
        told = sum(not is_owed(now, what.falls_at, hours) for hours in REMINDERS)
        SeriesDeadline.objects.filter(pk=number).update(falls_at=what.falls_at, told=told)
        return False
    told = sum(row.falls_at <= now + timedelta(hours=hours) for hours in REMINDERS)
    SeriesDeadline.objects.filter(pk=number).update(told=told)
    for player, user in _late(state, what.phase):
        at, hours = instant_words(what.falls_at, zone_of(user)), REMINDERS[told - 1]
        words = f"The deadline in {state.series.name} is {at}. If nothing changes by then, "
        words += f"{done_words(what.phase, _whose(state.series, player, user))}."
        subject = f"{state.series.name}: less than {hours} hours left"
        key = f"{row.pk}:{what.falls_at.timestamp():.0f}:{hours}h"
        message(state.series, user, key, words, subject=subject, kind=MessageKind.DEADLINE)
    return True
