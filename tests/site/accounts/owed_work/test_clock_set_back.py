"""A clock that was days ahead for a minute: once it is right again, nobody is kept out, silenced or made to wait."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from allauth.core.ratelimit import consume
from django.apps import apps
from django.conf import settings
from django.core.cache import cache, caches
from django.db.models import DateTimeField
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from accounts import tasks as of_people
from accounts.clock import Written, lately, move_all_back
from accounts.models import Delivery, User
from campaign import tasks as of_wars
from campaign.deadlines.holidays import come_back, go_on_holiday
from campaign.models import Deadline, Holiday, Seat, War
from campaign.new_war.wars import just_made
from campaign.war.services.visiting import has_news, is_away
from tests.people import PASSWORD, make_person
from tests.site.wars import make_war

pytestmark = pytest.mark.django_db
AHEAD = timedelta(days=3)

PLANNED = {
    "accounts.*.due_at": "accounts/work.py",
    "battles.*.due_at": "accounts/work.py",
    "campaign.*.due_at": "accounts/work.py",
    "clubs.*.due_at": "accounts/work.py",
    "accounts.*.lease_until": "accounts/work.py",
    "battles.*.lease_until": "accounts/work.py",
    "campaign.*.lease_until": "accounts/work.py",
    "clubs.*.lease_until": "accounts/work.py",
    "accounts.allowance.paid_until": "accounts/deliveries/allowance.py",
    "accounts.cacherow.expires": "config/cache.py",
    "accounts.heartbeat.at": "accounts/selectors.py, config/host/health.py",
}
"""Times ahead of now that are asked about where they are used."""
TOLD = {
    "accounts": {
        "user.last_login",
        "user.date_joined",
        "notice.made_at",  # by number; kept an hour longer
        "letter.made_at",  # how long mail waits for a server before an attempt counts: longer
        "letter.done_at",
        "papersheet.done_at",
        "papersheet.asked_at",  # which sheets are deleted: later
        "pushbrowser.made_at",
        "pushbrowser.delivered_at",
        "lifetimeline.made_at",
        "pastresult.answered_at",
        "pastresult.made_at",
        "scorelink.made_at",
    },
    "battles": {
        "battle.opened_at",
        "battle.settled_at",
        "battle.absorbed_at",
        "battlechatline.made_at",
        "battlenote.at",
        "broughtrecord.at",
        "challenge.made_at",
        "chosenship.chosen_at",
        "designedbattle.made_at",
        "draftline.acted_at",  # what is news to a player who was there
        "diceseal.promised_at",
        "lessonrun.begun_at",
        "lessonrun.done_at",
        "onlookerlink.made_at",
        "play.begun_at",
        "play.done_at",
        "playclock.done_at",
        "playedline.at",
        "reportdraft.updated_at",
        "resolution.asked_at",
        "resolution.done_at",
        "ownscenario.made_at",
        "ownscenario.saved_at",
        "savedfleet.made_at",
        "series.made_at",
        "series.over_at",
        "serieschatline.made_at",
        "seriesdeadline.done_at",
        "seriesdeputy.ended_at",
        "seriesrecord.made_at",
        "teambattle.made_at",
        "teamline.made_at",
        "warfleetsbattle.made_at",
        "warfleetsbattle.moved_at",
        "warfleetsbattle.over_at",
        "warfleetsfleet.made_at",
        "warfleetsfleet.saved_at",
        "warfleetsorder.given_at",
        "savedfleet.saved_at",
        "sealedfleet.sealed_at",
        "sealedtroops.sealed_at",
        "spaceempiresbattle.made_at",
        "spaceempiresgame.made_at",
    },
    "campaign": {
        "chatline.made_at",
        "correction.answered_at",
        "deadline.done_at",
        "deputy.ended_at",
        "draft.changed_at",
        "entry.made_at",
        "forecast.kept_at",
        "forecastchunk.done_at",
        "invitation.answered_at",
        "playermap.made_at",
        "playermap.saved_at",
        "sealedorder.sealed_at",
        "shelfmap.offered_at",
        "waiting.since",
        "warimport.done_at",
        "warimport.made_at",
    },
    "clubs": {
        "announcement.made_at",  # the same text again within ten minutes of it is one announcement
        "candidate.made_at",
        "channelpost.made_at",
        "channelpost.done_at",
        "club.closed_at",
        "club.founded_at",
        "clubnote.made_at",
        "entrant.signed_up_at",
        "entrant.withdrawn_at",
        "match.begun_at",
        "match.due_at",
        "match.made_at",
        "member.organiser_since",
        "member.since",
        "owedround.done_at",
        "pairing.ruled_at",
        "round.begun_at",
        "round.due_at",  # organisers decide what becomes of whoever is late
        "round.reminded_for",
        "season.made_at",
        "seasoncalendar.made_at",
        "season.started_at",
    },
}
"""Times that pages tell, and with which nobody is kept waiting."""


def columns() -> Iterator[tuple[str, str, str]]:
    """App, model and name of each column of this site that holds a time."""
    for app in TOLD:
        for model in apps.get_app_config(app).get_models():
            for field in model._meta.get_fields():
                if isinstance(field, DateTimeField):
                    yield app, model._meta.model_name or "", field.name


def moved(written: Written) -> set[str]:
    meta = written.model._meta
    return {f"{meta.app_label}.{meta.model_name}.{name}" for name in (written.at, *written.planned)}


def test_each_time_in_the_database_is_known_here() -> None:
    """Whoever adds a column with a time says what becomes of one that is ahead."""
    known = set().union(*map(moved, (*of_people.WRITTEN, *of_wars.WRITTEN)))
    unknown = [
        f"{app}.{model}.{name}"
        for app, model, name in columns()
        if f"{app}.{model}.{name}" not in {*known, *PLANNED}
        and f"{app}.*.{name}" not in PLANNED
        and f"{model}.{name}" not in TOLD[app]
    ]
    assert unknown == []


@pytest.fixture
def anna(db: None) -> User:
    return make_person("anna")


def test_whoever_was_refused_signs_in_once_the_clock_is_right(anna: User) -> None:
    page = Client()
    wrong, right = ({"login": "anna", "password": password} for password in ("wrong", PASSWORD))
    with time_machine.travel(timezone.now() + AHEAD):
        for _ in range(12):
            page.post("/accounts/login/", wrong)
        assert page.post("/accounts/login/", right).status_code == 200, "too many attempts"
    assert page.post("/accounts/login/", right).status_code == 302


FEW = {
    action: re.sub(r"\d+(?=/)", lambda amount: str(min(int(amount[0]), 20)), rates)
    for action, rates in settings.ACCOUNT_RATE_LIMITS.items()
}
"""Every limit as it is, but none above 20: each attempt looks through all before it."""


@pytest.mark.parametrize("action", FEW)
def test_every_limit_forgets_what_was_ahead(anna: User, settings: Settings, action: str) -> None:
    settings.ACCOUNT_RATE_LIMITS = FEW
    request = RequestFactory().post("/")
    request.user = anna

    def allowed() -> bool:
        return bool(consume(request, action=action, key="a key", user=anna))

    with time_machine.travel(timezone.now() + AHEAD):
        tried = 0
        while allowed():
            tried += 1
    assert tried
    assert allowed()
    while allowed():
        tried -= 1
    assert tried == 1, "the limit is what it was"


def test_a_lock_held_ahead_is_free(db: None) -> None:
    with time_machine.travel(timezone.now() + AHEAD):
        assert cache.add("lock", True, 10)
        assert "lock" in cache
    assert "lock" not in cache
    assert cache.add("lock", True, 10)
    assert not cache.add("lock", True, 10)
    with time_machine.travel(timezone.now() + timedelta(seconds=11)):
        assert cache.add("lock", True, 10)


def test_only_a_lock_held_ahead_is_taken_away(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever finds a lock gone must not delete that of the next, who has just got it."""
    monkeypatch.setattr(type(caches["default"]), "delete", lambda *_args, **_named: pytest.fail("deleted"))
    assert cache.add("lock", True, 10)
    assert not cache.add("lock", True, 10)
    assert cache.add("another", True, 10)


def test_a_war_made_ahead_is_not_just_made(anna: User) -> None:
    with time_machine.travel(timezone.now() + AHEAD):
        war = make_war(anna, make_person("boris"))
        assert just_made(anna, war.name) == war
    assert just_made(anna, war.name) is None


def test_a_look_at_a_war_from_ahead_is_a_visit_that_is_over(anna: User) -> None:
    seat = Seat(war=make_war(anna, make_person("boris")), user=anna, seen_at=timezone.now() + AHEAD)
    seat.news_from, seat.news_upto = 1, 2
    assert is_away(seat)
    assert not has_news(seat)


def test_a_player_comes_back_from_a_holiday_that_began_ahead(anna: User) -> None:
    war = make_war(anna, make_person("boris"), pace="days:3")
    with time_machine.travel(timezone.now() + AHEAD):
        go_on_holiday(war_id=war.pk, side="terran", user=anna, days=2)
    come_back(war_id=war.pk, side="terran", user=anna)
    assert Holiday.objects.get().ends_at <= timezone.now()


def test_deadlines_and_messages_that_began_ahead_begin_now(anna: User) -> None:
    now = timezone.now()
    with time_machine.travel(now + AHEAD):
        make_war(anna, make_person("boris"), pace="days:3")
        anna.deliveries.create(
            key="k", channel="email", due_at=timezone.now(), held_until=timezone.now() + timedelta(days=1)
        )
    of_people.prune()
    of_wars.prune()
    deadline, mail = Deadline.objects.get(), Delivery.objects.get()
    assert deadline.begun_at is not None
    assert deadline.falls_at is not None
    assert now <= deadline.begun_at <= timezone.now()
    assert timedelta(days=3) <= deadline.falls_at - now < timedelta(days=3, minutes=5)
    assert mail.held_until is not None
    assert mail.held_until - now < timedelta(days=1, minutes=5)
    assert War.objects.get().made_at <= timezone.now()
    assert move_all_back(of_wars.WRITTEN) == 0


def test_lately_ends_now() -> None:
    since, until = lately(timedelta(hours=1))
    assert since < timezone.now() < until < timezone.now() + AHEAD
