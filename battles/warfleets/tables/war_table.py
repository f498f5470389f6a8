"""What battles of a war in miniatures are played on: the table. See `Board`."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.work import DONE
from battles.battle.services.dice import closed, current
from battles.battle.services.resolving import doctrines_of
from battles.battle.services.step import Kind, note, read
from battles.battle.services.ways import player_now
from battles.models import Battle, Play, PlayedBy, Status, WarfleetsBattle, WarfleetsOrder
from battles.warfleets.tables.positions import encode, match_of, match_to_play
from battles.warfleets.tables.services.beginning import TOKEN_BYTES
from battles.warfleets.tables.services.publishing import Ended, Stage, change, end, locked_row, publish
from battles.warfleets.tables.services.settling import tell_war, tell_war_of_players
from engines.seam.refusals import refuse_all
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import by_hand
from engines.warfleets.records.match import Match
from engines.warfleets.war.by_hand import position_of
from engines.warfleets.war.fighting import gives_up_unfought
from engines.warfleets.war.setting_up import set_up_of

WARFLEETS = "warfleets"
"""The system of these battles."""
UNDER_WAY = (Play.Stage.ON, Play.Stage.LAID)


class WarTable:
    """A war's battles in miniatures in the browser. Captains' orders are given at once, in the same request."""

    watched = False
    tries = False

    def path(self, battle: Battle) -> str:
        """See `Board`; one query."""
        return _row(battle.pk).get_absolute_url()

    def path_laid_aside(self, play: Play, seats: tuple[Side, ...]) -> str:  # noqa: ARG002
        """See `Board`; one query."""
        return _row(play.battle_id).get_absolute_url()

    @transaction.atomic
    def begin(self, battle: Battle) -> None:
        """See `Board`. A captain may give up before the first shot (WF60)."""
        setup = battle.setup_document
        refuse_all(by_hand(battle.system).refusals_to_play(setup))
        seal, set_up = closed(current(battle)), set_up_of(setup)
        play = Play.objects.create(
            battle=battle,
            seal=seal,
            position=position_of(setup, Match.of(set_up)),
            decider="terran",
            status=DONE,
            due_at=timezone.now(),
            **{f"{side}_by": player_now(battle, side) for side in SIDES},
        )
        row = WarfleetsBattle(
            play=play,
            token=secrets.token_urlsafe(TOKEN_BYTES),
            points=set_up.points,
            terran_fleet=encode(set_up.terran),
            talon_fleet=encode(set_up.talon),
            terrain=encode(set_up.terrain),
            starts=encode(set_up.starts),
            dice=seal.name,
            commitment=seal.commitment,
            stage=Stage.ON,
            decider="terran",
            **_players(battle),
        )
        row.save()
        note(battle, Kind.BEGUN)
        told = doctrines_of(battle)
        captains = [side for side in SIDES if row.captain_of(side)]
        loser = next((side for side in captains if gives_up_unfought(setup, side, told[side])), None)
        if loser is not None:
            end(row, how=Ended.CONCEDED, winner=opponent(loser), by=None)
            return
        publish(row, match_to_play(row), None)
        # A war tells its players of a new battle itself.
        WarfleetsBattle.objects.filter(pk=row.pk).update(told=1)

    @transaction.atomic
    def change(self, play: Play, changes: dict[str, Any], *, stage: str) -> bool:
        """See `Board`."""
        mine = Play.objects.filter(pk=play.pk, number=play.number, stage__in=UNDER_WAY)
        if not mine.update(stage=stage, **changes):
            return False
        row = locked_row(_row(play.battle_id).pk)
        change(row, **_players(play.battle))
        tell_war_of_players(row)
        _go_on(row)
        return True

    @transaction.atomic
    def follow(self, battle: Battle) -> None:
        """See `Board`: a captain who decides goes on with the war."""
        found = WarfleetsBattle.objects.filter(play__battle=battle, play__stage__in=UNDER_WAY).first()
        if found is not None:
            row = locked_row(found.pk)
            change(row)
            tell_war_of_players(row)
            _go_on(row)

    def forget(self, battle: Battle) -> None:
        """See `Board`: nothing is owed."""

    @transaction.atomic
    def hand_over(self, *, battle_id: int, side: Side) -> None:
        """See `Board`."""
        battle = read(battle_id, lock=True)
        play = Play.objects.filter(battle=battle, stage=Play.Stage.ON).first()
        if play is not None:
            play.battle = battle
            self.change(play, {f"{side}_by": battle.levels[side]}, stage=Play.Stage.ON)

    @transaction.atomic
    def hand_over_absent(self, *, battle_id: int, side: Side, number: int) -> bool:
        """See `Board`."""
        battle = read(battle_id, lock=True)
        late = {"number": number, "decider": side, f"{side}_by": PlayedBy.PERSON}
        play = Play.objects.filter(battle=battle, stage=Play.Stage.ON, **late).first()
        if play is None or battle.held_at is not None or battle.status != Status.OPEN:
            return False
        play.battle = battle
        return self.change(play, {f"{side}_by": battle.levels[side]}, stage=Play.Stage.ON)

    def has_ordered(self, numbers: Sequence[int], side: Side, since: datetime) -> bool:
        """See `Board`."""
        orders = WarfleetsOrder.objects.filter(battle__play__battle__in=numbers, captain=False)
        return orders.filter(line__startswith=f"{side} ", given_at__gt=since).exists()


def _row(battle_id: int) -> WarfleetsBattle:
    """The table of a war's battle: the one that counts, or else the last."""
    rows = WarfleetsBattle.objects.filter(play__battle=battle_id).only("pk")
    return rows.order_by("-pk")[0]


def _players(battle: Battle) -> dict[str, Any]:
    """Who plays the battle, as its row says it; with a level if that is the computer."""
    users = {side: battle.user_of(side) for side in SIDES}
    level = next((battle.levels[side] for side in SIDES if users[side].is_computer), "")
    return {"terran_user": users["terran"], "talon_user": users["talon"], "level": level}


def _go_on(row: WarfleetsBattle) -> None:
    """Have captains play on if one decides, in the transaction of the change; not while the war stands still."""
    play = row.play
    if play is None or play.stage != Play.Stage.ON or play.battle.held_at is not None:
        return
    if row.decider and any(row.decider == side and row.captain_of(side) for side in SIDES):
        sealed = match_to_play(row)
        publish(row, sealed, None, before=sealed.match.battle.round)
    else:
        tell_war(row, match_of(row))
