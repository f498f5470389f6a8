"""A war's battle on the table has its result once, whoever ends it at the same moment and whatever breaks."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.models import LifetimeLine
from battles.battle.services.resolving import ask_for
from battles.battle.services.step import StaleBattle
from battles.models import Battle, BattleNote, Play, Status, WarfleetsBattle, Way
from battles.services import hold, void
from battles.warfleets.tables.services import ending, ordering, settling
from battles.warfleets.tables.stale import StaleTable
from campaign.models import War
from campaign.war.log.rebuild import differences
from campaign.war.services import results
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from tests.site.at_once import at_once as at_the_same_moment
from tests.site.battles.warfleets.tables.test_war_battles import joined_battle, played, table_of, wanted

pytestmark = pytest.mark.django_db(transaction=True)


at_once = partial(at_the_same_moment, refused=(Refused, StaleTable, StaleBattle))


def ended_once(battle: Battle) -> Battle:
    """The battle, which has one result that the war books once."""
    battle.refresh_from_db()
    row, play = table_of(battle), Play.objects.get(battle=battle)
    assert (battle.status, play.stage, row.stage) == (Status.SETTLED, "over", "over")
    assert BattleNote.objects.filter(battle=battle, kind="played").count() == 1
    results.absorb(battle_id=battle.pk)
    assert not results.absorb(battle_id=battle.pk)
    assert LifetimeLine.objects.filter(source=f"battle:{battle.pk}").count() == 1
    assert differences(War.objects.get(engagements__battle=battle)) == []
    return battle


def test_of_two_who_break_off_at_once_one_has_given_it_up() -> None:
    battle = joined_battle()
    row = table_of(battle)
    users = [battle.user_of(side) for side in SIDES]
    found = at_once(
        *[lambda user=user: ending.concede(battle_id=row.pk, user=user, seen=row.number) for user in users]
    )
    assert found == ["StaleTable", "done"]
    ended_once(battle)


def test_the_last_order_sent_twice_ends_it_once() -> None:
    battle = joined_battle()
    row, line = to_the_last_order(battle)
    decider: Any = row.decider
    user = battle.user_of(decider)
    order: dict[str, Any] = {"battle_id": row.pk, "user": user, "seen": row.number, "line": line}
    assert at_once(*[lambda: ordering.give(**order)] * 2) == ["StaleTable", "done"]
    ended_once(battle)


def to_the_last_order(battle: Battle) -> tuple[WarfleetsBattle, str]:
    """The battle before the order that ends it, and that order."""
    played(battle, until=4)
    while True:
        row, line = table_of(battle), wanted(battle)
        decider: Any = row.decider
        order: dict[str, Any] = {
            "battle_id": row.pk,
            "user": battle.user_of(decider),
            "seen": row.number,
            "line": line,
        }
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(settling, "step", broken)
            try:
                ordering.give(**order)
            except Broken:
                return row, line


class Broken(Exception):
    """The process ended here."""


def broken(*_args: object, **_more: object) -> Battle:
    """Stand for the end of a process."""
    raise Broken


@pytest.mark.parametrize("where", ["step", "note", "signal_settled"])
def test_what_breaks_at_the_end_leaves_the_battle_as_it_was(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = joined_battle()
    row, user = table_of(battle), battle.terran_user
    monkeypatch.setattr(settling, where, broken)
    with pytest.raises(Broken):
        ending.concede(battle_id=row.pk, user=user, seen=row.number)
    battle.refresh_from_db()
    assert (battle.status, table_of(battle).stage, table_of(battle).number) == (Status.OPEN, "on", row.number)
    assert Play.objects.get(battle=battle).record is None
    monkeypatch.undo()
    ending.concede(battle_id=row.pk, user=user, seen=row.number)
    ended_once(battle)


def test_it_ends_or_goes_another_way_but_not_both() -> None:
    battle = joined_battle("anna")
    row, user = table_of(battle), battle.terran_user
    found = at_once(
        lambda: ending.concede(battle_id=row.pk, user=user, seen=row.number),
        lambda: ask_for(battle_id=battle.pk, side="terran", seen_version=battle.version, way=Way.TABLE),
    )
    assert found.count("done") == 1
    battle.refresh_from_db()
    stages = {Status.SETTLED: ("over", "over"), Status.OPEN: ("laid", "on")}
    assert (Play.objects.get(battle=battle).stage, table_of(battle).stage) == stages[Status(battle.status)]


@pytest.mark.parametrize("deed", [hold, void])
def test_it_ends_or_the_war_stands_still_or_is_over(deed: Callable[..., Battle]) -> None:
    battle = joined_battle("anna")
    row, user = table_of(battle), battle.terran_user
    at_once(
        lambda: ending.concede(battle_id=row.pk, user=user, seen=row.number),
        lambda: deed(battle_id=battle.pk),
    )
    battle.refresh_from_db()
    play = Play.objects.get(battle=battle)
    assert (battle.status == Status.SETTLED) == (play.stage == "over") == (play.record is not None)
