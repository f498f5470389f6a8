"""Campaign games when things happen at once, and when a worker dies in the midst of a deadline."""

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from accounts.models import LifetimeLine
from battles import services
from battles.battle.services.step import StaleBattle
from battles.models import Battle, LegBattle, Series, SeriesDeadline
from battles.talon.series import deadlines, following
from battles.talon.series.arranging import SeriesClosed
from battles.talon.series.reading import state_of
from engines.seam.refusals import Refused
from engines.talon.sheets import typed
from tests.campaign_games import begin, between, set_up
from tests.people import browser, make_person

pytestmark = [pytest.mark.django_db(transaction=True)]


def at_once(*deeds: Callable[[], Any]) -> list[str]:
    """Does all of it at the same moment; what came of each: "done", or why not."""
    together, found = Barrier(len(deeds)), []

    def do(deed: Callable[[], Any]) -> None:
        together.wait()
        try:
            deed()
            found.append("done")
        except (Refused, SeriesClosed, StaleBattle) as error:
            found.append(type(error).__name__)
        finally:
            connection.close()

    threads = [Thread(target=do, args=[deed]) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(found)


def test_of_two_who_accept_at_once_one_plays() -> None:
    made = set_up(make_person("anna"), 1, 3)
    others = [make_person(name) for name in ("ben", "clara")]
    found = at_once(*[lambda user=user: following.take_on(token=made.token, user=user) for user in others])
    assert found == ["SeriesClosed", "done"]
    made.refresh_from_db()
    assert made.rival in others
    assert SeriesDeadline.objects.count() == 1


def test_a_leg_that_both_begin_at_once_begins_once() -> None:
    anna, ben = make_person("anna"), make_person("ben")
    series = between(anna, ben, 1, 3)
    found = at_once(
        *[
            lambda user=user: following.begin_leg(series_id=series.pk, user=user, number=1)
            for user in (anna, ben)
        ]
    )
    assert found == ["done", "done"]
    assert LegBattle.objects.count() == Battle.objects.count() == 1


def test_a_leg_is_begun_once_by_a_player_and_the_deadline() -> None:
    anna, ben = make_person("anna"), make_person("ben")
    series = between(anna, ben, 1, 3, pace="days:1")
    row = overdue(series)
    at_once(
        lambda: following.begin_leg(series_id=series.pk, user=anna, number=1),
        lambda: deadlines.EXPIRED.attempt(row.pk),
    )
    assert LegBattle.objects.count() == Battle.objects.count() == 1


def test_a_result_and_a_lapse_at_once_leave_one_of_them() -> None:
    anna, ben = make_person("anna"), make_person("ben")
    series = between(anna, ben, 1, 3, pace="days:1")
    battle = begin(browser(anna), series, 1)
    row = overdue(series)
    setup = battle.setup_document
    fields = typed.with_usual_fates(setup, {"winner": "terran", "ending": "held", "rounds": "8"})
    report = typed.read(setup, fields).report
    assert report is not None
    at_once(
        lambda: services.enter_report(
            battle_id=battle.pk, side="terran", seen_version=battle.version, report=report
        ),
        lambda: deadlines.EXPIRED.attempt(row.pk),
    )
    battle.refresh_from_db()
    captains = battle.resolutions.filter(status="queued").exists()
    assert (battle.status == "reported") != captains
    row.refresh_from_db()
    assert row.falls_at is None


def test_conceding_and_beginning_at_once_do_one_of_both() -> None:
    anna, ben = make_person("anna"), make_person("ben")
    series = between(anna, ben, 1, 3)
    at_once(
        lambda: following.concede(series_id=series.pk, user=anna),
        lambda: following.begin_leg(series_id=series.pk, user=ben, number=1),
    )
    series.refresh_from_db()
    assert (series.stage == "over") != Battle.objects.exists()
    assert LifetimeLine.objects.count() == 0


def overdue(series: Series) -> SeriesDeadline:
    """The deadline, which has just passed."""
    past = timezone.now() - timedelta(minutes=1)
    rows = SeriesDeadline.objects.filter(series=series)
    rows.update(begun_at=past - timedelta(days=1), falls_at=past)
    return rows.get()


@pytest.mark.parametrize("begun", [False, True])
def test_a_worker_that_dies_at_a_deadline_loses_nothing(begun: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, ben = make_person("anna"), make_person("ben")
    series = between(anna, ben, 1, 3, pace="days:1")
    if begun:
        begin(browser(anna), series, 1)
    row = overdue(series)

    def killed(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(deadlines, "_tell_of_passing", killed)
        with pytest.raises(KeyboardInterrupt):
            deadlines.EXPIRED.attempt(row.pk)
    assert Battle.objects.exists() == begun
    assert not any(battle.resolutions.exists() for battle in Battle.objects.all())
    assert not deadlines.EXPIRED.attempt(row.pk)  # the dead worker's lease still stands
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        assert deadlines.EXPIRED.attempt(row.pk)
    assert Battle.objects.count() == 1
    assert Battle.objects.get().resolutions.filter(status="queued").exists() == begun
    found = state_of(Series.objects.get(pk=series.pk))
    assert found.legs[0].fights[0].attempts == 1
