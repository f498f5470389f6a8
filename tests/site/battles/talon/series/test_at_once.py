"""Campaign games when things happen at once, and when a worker dies in the midst of a deadline."""

from datetime import timedelta
from functools import partial
from time import sleep
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import LifetimeLine, User
from battles import services
from battles.battle.services.step import StaleBattle
from battles.models import Battle, DesignedBattle, LegBattle, Series, SeriesDeadline
from battles.talon.choosing.designing import DesignClosed, seal_ready_fleet
from battles.talon.series import arranging, deadlines, following
from battles.talon.series.arranging import SeriesClosed
from battles.talon.series.reading import state_of
from battles.talon.series.sealed_legs import choosing as choosing_fleets
from battles.talon.series.time import agreements
from engines.seam.refusals import Refused
from engines.talon.sheets import typed
from tests.campaign_games import begin, between, set_up
from tests.people import browser, make_person
from tests.site.at_once import at_once as at_the_same_moment
from tests.site.battles.talon.series.test_sealed_legs import between as sealed_leg_between
from tests.site.battles.talon.series.test_sealed_legs import choosing

pytestmark = [pytest.mark.django_db(transaction=True)]


at_once = partial(at_the_same_moment, refused=(Refused, SeriesClosed, StaleBattle, DesignClosed))


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


def secret_leg() -> tuple[User, User, Series, str]:
    """A campaign game whose first leg has fleets that both are choosing, and the token of where they do."""
    anna, ben = make_person("anna"), make_person("ben")
    series = sealed_leg_between(anna, ben, pace="days:1")
    choosing(anna, series)
    return anna, ben, series, DesignedBattle.objects.get().token


def test_a_leg_whose_fleets_are_sealed_at_once_begins_once() -> None:
    anna, ben, _series, token = secret_leg()
    found = at_once(*[lambda user=user: seal_ready_fleet(token=token, user=user) for user in (anna, ben)])
    assert found == ["done", "done"]
    assert LegBattle.objects.count() == Battle.objects.count() == 1


def test_a_fleet_is_sealed_by_the_player_or_by_the_deadline_and_the_leg_begins_once() -> None:
    anna, ben, series, token = secret_leg()
    seal_ready_fleet(token=token, user=anna)
    row = overdue(series)
    at_once(
        lambda: seal_ready_fleet(token=token, user=ben),
        lambda: deadlines.EXPIRED.attempt(row.pk),
    )
    assert LegBattle.objects.count() == Battle.objects.count() == 1


def test_a_fleet_is_sealed_while_the_other_player_goes_to_see_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, ben, series, token = secret_leg()
    seal_ready_fleet(token=token, user=anna)
    holds = arranging.locked

    def slowly(**which: Any) -> Series:
        held = holds(**which)
        sleep(0.5)
        return held

    monkeypatch.setattr(choosing_fleets, "locked", slowly)
    found = at_once(
        lambda: choosing_fleets.choose_fleets(series_id=series.pk, user=anna, number=1),
        lambda: seal_ready_fleet(token=token, user=ben),
    )
    assert found == ["done", "done"]
    assert Battle.objects.count() == 1


def test_a_fleet_is_sealed_before_the_campaign_game_is_conceded_or_not_at_all() -> None:
    anna, ben, series, token = secret_leg()
    seal_ready_fleet(token=token, user=anna)
    at_once(
        lambda: seal_ready_fleet(token=token, user=ben),
        lambda: following.concede(series_id=series.pk, user=anna),
    )
    series.refresh_from_db()
    assert (series.stage, Battle.objects.count()) in {("on", 1), ("over", 0)}


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


def test_both_who_propose_a_pause_at_once_have_it_once() -> None:
    anna, ben = make_person("anna"), make_person("ben")
    series = between(anna, ben, 1, 3, pace="days:1")
    found = at_once(
        *[
            lambda user=user: agreements.ask_for(series_id=series.pk, user=user, asked="pause")
            for user in (anna, ben)
        ]
    )
    series.refresh_from_db()
    assert (found, series.paused, series.time_asked) == (["done", "done"], True, "")
    assert SeriesDeadline.objects.get(series=series).falls_at is None


def test_a_pause_and_a_leg_that_begins_at_once_leave_nothing_running() -> None:
    anna, ben = make_person("anna"), make_person("ben")
    series = between(anna, ben, 1, 3, pace="days:1")
    agreements.ask_for(series_id=series.pk, user=anna, asked="pause")
    at_once(
        lambda: agreements.answer(series_id=series.pk, user=ben, asked="pause", agree=True),
        lambda: following.begin_leg(series_id=series.pk, user=anna, number=1),
    )
    series.refresh_from_db()
    assert series.paused or Battle.objects.exists()
    assert all((battle.held_at is not None) == series.paused for battle in Battle.objects.all())


def test_a_pause_and_a_result_at_once_do_both_or_say_why() -> None:
    anna, ben = make_person("anna"), make_person("ben")
    series = between(anna, ben, 1, 3, pace="days:1")
    battle = begin(browser(anna), series, 1)
    setup = battle.setup_document
    fields = typed.with_usual_fates(setup, {"winner": "terran", "ending": "held", "rounds": "8"})
    report = typed.read(setup, fields).report
    assert report is not None
    entered = services.enter_report(
        battle_id=battle.pk, side="terran", seen_version=battle.version, report=report
    )
    agreements.ask_for(series_id=series.pk, user=anna, asked="pause")
    at_once(
        lambda: agreements.answer(series_id=series.pk, user=ben, asked="pause", agree=True),
        lambda: services.confirm(battle_id=battle.pk, side="talon", seen_version=entered.version),
    )
    series.refresh_from_db()
    battle.refresh_from_db()
    assert series.paused
    assert (battle.status, battle.held_at is not None) in {("settled", False), ("reported", True)}
    assert LifetimeLine.objects.filter(points__gt=0).count() == (battle.status == "settled")


def test_a_death_in_the_midst_of_a_pause_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, ben = make_person("anna"), make_person("ben")
    series = between(anna, ben, 1, 3, pace="days:1")
    battle = begin(browser(anna), series, 1)
    agreements.ask_for(series_id=series.pk, user=anna, asked="pause")

    def killed(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(agreements, "say", killed)
        with pytest.raises(KeyboardInterrupt):
            agreements.answer(series_id=series.pk, user=ben, asked="pause", agree=True)
    series.refresh_from_db()
    battle.refresh_from_db()
    assert (series.paused, series.time_asked, battle.held_at) == (False, "pause", None)
    assert SeriesDeadline.objects.get(series=series).falls_at is not None
    agreements.answer(series_id=series.pk, user=ben, asked="pause", agree=True)
    battle.refresh_from_db()
    assert battle.held_at is not None


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
