"""The result of a battle that was played to its end; written once."""

from django.db import transaction
from django.utils import timezone

from accounts.live import publish as publish_notice
from battles.battle.services.step import Kind, StaleBattle, note, read, signal_settled, step
from battles.models import Play, SettledHow, Status
from battles.talon.play.board import board_of
from engines.seam import codec
from engines.talon.play.drafts.lines import decode_line, played_battle


def settle_played(play: Play) -> bool:
    """Whether this call ended the play, with a result unless it began midway; False if it is not over, or not here."""
    if play.decider or play.stage != Play.Stage.ON:
        return False
    if play.battle.begins_midway:
        return _ended(play)
    lines = [decode_line(bytes(raw)) for raw in play.lines.values_list("line", flat=True)]
    setup, engine = play.battle.setup_document, play.battle.engine
    fought = played_battle(setup, lines, board_of(play), play.seal.promise, play.mark)
    return _written(
        play, codec.encode(fought.result.report), codec.encode(fought.result), engine.pack(fought)
    )


@transaction.atomic
def _ended(play: Play) -> bool:
    row = Play.objects.filter(pk=play.pk, stage=Play.Stage.ON, number=play.number)
    if not row.update(stage=Play.Stage.OVER):
        return False
    publish_notice(play.battle.topic)
    return True


@transaction.atomic
def _written(play: Play, report: bytes, result: bytes, record: bytes) -> bool:
    now = timezone.now()
    battle = read(play.battle_id, lock=True)  # the battle before its play, as where its way is changed
    row = Play.objects.filter(pk=play.pk, stage=Play.Stage.ON, number=play.number)
    if battle.held_at is not None or not row.update(stage=Play.Stage.OVER, record=record):
        return False
    settled = {"status": Status.SETTLED, "settled_how": SettledHow.PLAYED, "settled_at": now}
    try:
        battle = step(battle, only=(Status.OPEN,), report=report, reported_at=now, result=result, **settled)
    except StaleBattle:
        transaction.set_rollback(True)
        return False
    note(battle, Kind.PLAYED)
    signal_settled(battle)
    return True
