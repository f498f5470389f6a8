"""What battles of Talon are played on: the hex board. See `Board`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone

from battles.battle.player_actions import has_given
from battles.models import Battle, Play, PlayClock, PlayedBy
from battles.talon.play.board import board_of
from battles.talon.play.pages.play import hides_counters, seat_of
from battles.talon.play.services import handing
from battles.talon.play.services.beginning import begin
from battles.talon.play.services.clocks import IDLE, give_time
from battles.talon.play.services.publishing import BELL, owing, wind_on
from battles.talon.play.services.timing_out import follow
from engines.seam.sides import SIDES, Side

UNDER_WAY = (Play.Stage.ON, Play.Stage.LAID)


class HexBoard:
    """Talon's battles in the browser."""

    watched = True
    tries = True

    def path(self, battle: Battle) -> str:
        """See `Board`."""
        return reverse("battle_play", args=[battle.pk])

    def path_laid_aside(self, play: Play, seats: tuple[Side, ...]) -> str:
        """See `Board`: at one screen nothing is shown while counters are covered (R37)."""
        hidden = hides_counters(board_of(play), seat_of(play, seats), seats)
        return "" if hidden else reverse("battle_play_so_far", args=[play.battle_id])

    def begin(self, battle: Battle) -> None:
        """See `Board`."""
        begin(battle)

    def change(self, play: Play, changes: dict[str, Any], *, stage: str) -> bool:
        """See `Board`; no captain helps for an impulse any more, and no orders for the round are followed."""
        nobody = {f"{side}_{name}": None for side in SIDES for name in ("through", "ordered")}
        for name, value in {**changes, **nobody, "stage": stage}.items():
            setattr(play, name, value)
        now, board = timezone.now(), board_of(play)
        owed = owing(play, board, now) if play.stage == Play.Stage.ON else {}
        row = Play.objects.filter(pk=play.pk, number=play.number, stage__in=UNDER_WAY)
        if not row.update(stage=play.stage, **changes, **nobody, **owed):
            return False
        for side in SIDES:
            if changes.get(f"{side}_by") == PlayedBy.PERSON:
                give_time(play, side, now)
        wind_on(play, board, now)
        if owed.get("status") == "queued":
            BELL.ring(play.pk)
        return True

    def follow(self, battle: Battle) -> None:
        """See `Board`: its clock."""
        follow(battle)

    def forget(self, battle: Battle) -> None:
        """See `Board`: its clock."""
        PlayClock.objects.filter(play__battle=battle).update(**IDLE)

    def hand_over(self, *, battle_id: int, side: Side) -> None:
        """See `Board`."""
        handing.hand_over(battle_id=battle_id, side=side, for_good=True)

    def hand_over_absent(self, *, battle_id: int, side: Side, number: int) -> bool:
        """See `Board`."""
        return handing.hand_over_absent(battle_id=battle_id, side=side, number=number)

    def has_ordered(self, numbers: Sequence[int], side: Side, since: datetime) -> bool:
        """See `Board`."""
        return has_given(numbers, side, since)
