"""What a war hears of its battle on a table: how it stands after each order, and once what it came to."""

from django.utils import timezone

from accounts.live import publish as publish_notice
from battles.battle.services.step import Kind, StaleBattle, note, read, signal_settled, step
from battles.battle.signals import battle_changed
from battles.models import Battle, Play, SettledHow, Status, WarfleetsBattle
from battles.warfleets.tables.positions import match_to_play
from battles.warfleets.tables.stale import StaleTable
from engines.seam import codec
from engines.seam.sides import Side
from engines.warfleets.records.match import Match
from engines.warfleets.war.by_hand import position_of
from engines.warfleets.war.fighting import fought_by_people


def tell_war(row: WarfleetsBattle, match: Match) -> None:
    """Write down where the battle of a war stands, in the transaction that changed it; nothing for any other."""
    play = row.play
    if play is None:
        return
    battle, passed = play.battle, play.decider != row.decider
    now = {
        "number": row.number,
        "decider": row.decider,
        "position": position_of(battle.setup_document, match),
        "moved_at": row.moved_at,
    }
    if not Play.objects.filter(pk=play.pk, stage=Play.Stage.ON).update(**now):
        raise StaleTable
    for name, value in now.items():
        setattr(play, name, value)
    publish_notice(battle.topic, *([battle.turn_topic] if passed and battle.turn_topic else []))


def tell_war_of_players(row: WarfleetsBattle) -> None:
    """Say that others give the orders in a battle of a war, in the transaction that changed it."""
    play = row.play
    if play is not None:
        Play.objects.filter(pk=play.pk).update(number=row.number)
        publish_notice(play.battle.topic)
        battle_changed.send(Battle, battle_id=play.battle_id)


def settle(row: WarfleetsBattle, gave_up: Side | None) -> Side | None:
    """Who has won a battle of a war that is over, or that a side gave up: written down once, in the transaction.

    `StaleTable` if it has a result already, or goes another way.
    """
    play = row.play
    if play is None:
        raise LookupError("it is no battle of a war")
    battle, now = read(play.battle_id, lock=True), timezone.now()
    setup, sealed = battle.setup_document, match_to_play(row)
    fought = fought_by_people(setup, sealed.record(), sealed.match.battle, gave_up)
    over = {
        "stage": Play.Stage.OVER,
        "decider": "",
        "position": position_of(setup, sealed.match),
        "record": battle.engine.pack(fought),
        "moved_at": now,
    }
    if battle.held_at is not None or not Play.objects.filter(pk=play.pk, stage=Play.Stage.ON).update(**over):
        raise StaleTable
    report, result = codec.encode(fought.result.report), codec.encode(fought.result)
    settled = {"status": Status.SETTLED, "settled_how": SettledHow.PLAYED, "settled_at": now}
    try:
        battle = step(battle, only=(Status.OPEN,), report=report, reported_at=now, result=result, **settled)
    except StaleBattle:
        raise StaleTable from None
    note(battle, Kind.PLAYED)
    signal_settled(battle)
    return fought.result.winner
