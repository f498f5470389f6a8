"""What is owed when a player's time runs out: a captain plays on, by the player's doctrine, until they come back.

The sweep finds it, up to a few seconds late and never early. A line that is published before that counts.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.live import publish as publish_notice
from accounts.work import DONE, QUEUED, Bell, Work
from battles.battle.signals import battle_changed
from battles.models import Battle, Play, PlayClock, PlayedBy, SeatPlayer
from battles.talon.play.board import board_of
from battles.talon.play.services.clocks import IDLE, ran_out
from battles.talon.play.services.publishing import BELL as CAPTAINS
from battles.talon.play.services.publishing import wind_on
from battles.talon.play.services.turn_messages import notify_time_out
from engines.seam.sides import as_side
from engines.talon.state import Seat

BELL = Bell("battles.tasks.time_out")


class TimingOut(Work[PlayClock, None]):
    """A captain takes over for a player whose time has run out."""

    model = PlayClock
    related = ("play__battle__terran_user", "play__battle__talon_user")
    bell = BELL
    lease_setting = "RESOLUTION_LEASE_SECONDS"
    pauses = (timedelta(seconds=1),) * 2
    went_wrong = "An error occurred when the time ran out."

    def fit(self) -> Q:
        """The clock has run out."""
        return Q(falls_at__lte=timezone.now())

    def perform(self, row: PlayClock) -> None:
        """Nothing outside the transaction."""

    def settle(self, row: PlayClock, outcome: None) -> bool:  # noqa: ARG002
        """Whether the captain took over: not if the clock was wound on meanwhile."""
        side, play = as_side(row.runs_for), row.play
        now, level = timezone.now(), play.battle.levels[side]
        seat = Seat(side, row.place)
        person = {f"{side}_by": PlayedBy.PERSON, "place": seat.player, "team": play.team}
        captain = play.with_player(*seat, SeatPlayer(level))
        has_captain = bool(play.team) and play.player(*seat).by != PlayedBy.PERSON
        owed = {"status": QUEUED, "due_at": now, "attempts": 0, "last_error": "", "lease_until": None}
        with transaction.atomic():
            mine = Play.objects.filter(pk=row.play_id, stage=Play.Stage.ON, decider=side, **person)
            taken = 0 if has_captain else mine.update(**captain, **owed)
            fell = ran_out(row, seat) if taken else {}
            if not self.book(row, DONE, **({k: v for k, v in IDLE.items() if k != "status"} | fell)):
                transaction.set_rollback(True)
                return False
            if taken:
                publish_notice(row.play.battle.topic)
                battle_changed.send(Battle, battle_id=row.play.battle_id)
                notify_time_out(play, side, seat.player)
                CAPTAINS.ring(row.play_id)
        return bool(taken)


CLOCKS = TimingOut()
sweep_clocks = CLOCKS.sweep


def follow(battle: Battle) -> None:
    """Wind the clock of the battle's play, if it has one, when the battle is frozen, resumed or laid aside.

    In the caller's transaction.
    """
    play = Play.objects.filter(battle=battle, clock__isnull=False).exclude(stage=Play.Stage.GONE).first()
    if play is not None:
        play.battle = battle
        wind_on(play, board_of(play), timezone.now())
