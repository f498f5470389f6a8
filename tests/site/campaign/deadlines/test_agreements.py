"""What two players agree on about the time of a war: other deadlines, and a pause (S65)."""

import importlib
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from accounts.models import Delivery, User
from accounts.people.special_users import computer_user
from battles.models import Battle
from campaign.deadlines.agreements import expire_asked
from campaign.deadlines.expiring import expire
from campaign.models import TimeNote, Waiting, War
from campaign.seats.handing import hand_over
from campaign.war.services.keeping import freeze
from engines.seam.refusals import Refused
from tests.people import browser, make_person
from tests.site.campaign.deadlines.test_deadlines import DAY, Time, row_of
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.seats import text
from tests.site.wars import make_war, seal_random, user_of, war_wanted

pytestmark = pytest.mark.django_db


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A time that stands still until it is moved on."""
    found = Time()
    monkeypatch.setattr("django.utils.timezone.now", found.now)
    return found


@pytest.fixture
def war(request: pytest.FixtureRequest, time: Time, db: None) -> War:
    return war_wanted(request, pace="days:3")


def do(war: War, side: Any, what: str, **more: str) -> Any:
    """What the side's player presses on the page about time."""
    user = user_of(war, side)
    assert user is not None
    answer = browser(user).post(f"/wars/{war.pk}/{side}/time/", {"do": what, **more})
    war.refresh_from_db()
    return answer


def page(war: War, side: Any, where: str = "time/") -> str:
    user = user_of(war, side)
    assert user is not None
    return text(browser(user).get(f"/wars/{war.pk}/{side}/{where}"))


def test_one_proposes_other_deadlines_and_the_other_agrees(war: War, time: Time) -> None:
    """S65: nothing changes before both want it; then the phase has its whole time."""
    User.objects.update(webhook_url="https://example.org/hook")
    time.pass_(2 * DAY)
    do(war, "terran", "pace", pace="days:7")
    assert (war.pace, war.time_asked, war.time_asked_by) == ("days:3", "days:7", "terran")
    assert "You propose 7 days for each phase" in page(war, "terran")
    assert "anna proposes 7 days for each phase" in page(war, "talon")
    assert "A proposal about deadlines" in page(war, "talon", "")
    assert Delivery.objects.filter(user=user_of(war, "talon"), subject__contains="proposal").count() == 1
    falls = row_of(war).falls_at
    do(war, "talon", "agree", asked="days:7")
    assert (war.pace, war.time_asked) == ("days:7", "")
    assert falls == time.at + DAY
    assert row_of(war).falls_at == time.at + 7 * DAY
    assert not Waiting.objects.filter(war=war, kind="time").exists()
    history = page(war, "terran", "history/")
    assert "proposes 7 days for each phase." in history
    assert "agrees to 7 days for each phase." in history
    assert Delivery.objects.filter(user=user_of(war, "terran"), subject__contains="boris agrees").exists()


def test_a_war_without_deadlines_can_get_them_and_lose_them(time: Time) -> None:
    war = make_war(make_person("anna"), make_person("boris"))
    assert "Ask for a pause" not in page(war, "terran")
    weekdays = {"pace": "weekdays", "pace_hour": "18", "pace_zone": "Europe/Berlin"}
    do(war, "terran", "pace", **weekdays)
    do(war, "talon", "agree", asked="weekdays:18:Europe/Berlin")
    assert row_of(war).falls_at is not None
    do(war, "talon", "pace", pace="")
    do(war, "terran", "agree", asked="none")
    assert (war.pace, row_of(war).falls_at) == ("", None)
    time.pass_(9 * DAY)
    assert not expire(row_of(war).pk)


def test_what_is_so_already_is_not_proposed(war: War, time: Time) -> None:
    same = do(war, "terran", "pace", pace="days:3")
    assert (same.status_code, "The war already has these deadlines." in text(same)) == (422, True)
    without = make_war(make_person("clara"), make_person("dora"))
    none = do(without, "terran", "pace", pace="")
    assert (none.status_code, "The war has no deadlines." in text(none)) == (422, True)
    pause = do(without, "terran", "pause")
    assert (pause.status_code, "so it needs no pause" in text(pause)) == (422, True)


def test_a_proposal_is_declined_or_taken_back_and_nothing_changes(war: War) -> None:
    falls = row_of(war).falls_at
    do(war, "terran", "pause")
    do(war, "talon", "decline", asked="pause")
    do(war, "talon", "pace", pace="days:1")
    do(war, "talon", "drop")
    assert (war.pace, war.time_asked, war.frozen, row_of(war).falls_at) == ("days:3", "", False, falls)
    kinds = list(TimeNote.objects.filter(war=war).order_by("pk").values_list("kind", flat=True))
    assert kinds == ["asked", "declined", "asked", "dropped"]


def test_a_proposal_that_nobody_answers_is_gone_after_72_hours(war: War, time: Time) -> None:
    """S65: nobody keeps a pause in hand for the hour before their own deadline."""
    do(war, "terran", "pause")
    assert "boris can answer until" in page(war, "terran")
    assert "You can answer until" in page(war, "talon")
    time.pass_(3 * DAY - timedelta(seconds=1))
    assert expire_asked() == 0
    time.pass_(timedelta(seconds=1))
    assert do(war, "talon", "agree", asked="pause").status_code == 422
    assert (war.paused, war.time_asked) == (False, "pause")
    assert expire_asked() == 1
    assert expire_asked() == 0
    war.refresh_from_db()
    assert war.time_asked == ""
    assert not Waiting.objects.filter(war=war, kind="time").exists()
    assert "gets no answer to the proposal of a pause" in page(war, "talon", "history/")


def test_a_new_proposal_takes_the_place_of_one_that_nobody_answered(war: War, time: Time) -> None:
    """The worker has not closed it yet; the other side may ask for the same without agreeing to it."""
    do(war, "terran", "pause")
    time.pass_(3 * DAY)
    do(war, "talon", "pause")
    assert (war.paused, war.time_asked_by) == (False, "talon")
    assert expire_asked() == 0


def test_an_answer_is_for_what_was_read(war: War) -> None:
    """The proposal was replaced while the other player read it; nobody can answer their own."""
    do(war, "terran", "pace", pace="days:7")
    do(war, "terran", "pace", pace="days:1")
    assert do(war, "talon", "agree", asked="days:7").status_code == 422
    assert do(war, "terran", "agree", asked="days:1").status_code == 422
    assert do(war, "talon", "pause").status_code == 422
    assert war.pace == "days:3"
    do(war, "talon", "pace", pace="days:1")
    assert war.pace == "days:1"


@pytest.mark.parametrize(
    "form", [{"do": "pace", "pace": "days:4"}, {"do": "pace", "pace": "days:3"}, {"do": "launch"}]
)
def test_only_what_is_on_offer_is_taken(war: War, form: dict[str, str]) -> None:
    assert do(war, "terran", form.pop("do"), **form).status_code == 422
    assert war.time_asked == ""


def paused(war: War) -> None:
    """Let both sides agree on a pause."""
    do(war, "terran", "pause")
    do(war, "talon", "agree", asked="pause")
    assert war.paused


@pytest.mark.played_until(phase="planning")
def test_a_pause_stops_everything_and_either_resumes_with_a_whole_phase(war: War, time: Time) -> None:
    """S65: no time runs and nothing moves until one of them resumes."""
    time.pass_(2 * DAY)
    paused(war)
    assert "The war is paused" in page(war, "terran", "")
    time.pass_(30 * DAY)
    assert not expire(row_of(war).pk)
    with pytest.raises(Refused, match="This war is paused"):
        seal_random(war, "terran", Random(3))
    assert "Paused" in text(browser(user_of(war, "talon") or User()).get("/wars/"))
    do(war, "terran", "resume")
    do(war, "talon", "resume")
    assert (war.paused, war.frozen) == (False, False)
    assert row_of(war).falls_at == time.at + 3 * DAY
    assert TimeNote.objects.filter(war=war, kind="resumed").count() == 1
    seal_random(war, "terran", Random(3))


@pytest.mark.played_until(phase="planning")
def test_pages_of_a_paused_war_say_so(war: War) -> None:
    do(war, "terran", "pause")
    do(war, "talon", "agree", asked="pause")
    assert "This war is paused. Either of you can resume it" in page(war, "terran", "plan/")
    shown = page(war, "talon", "surrender/")
    assert "Resume it first, then you can surrender" in shown
    assert "No, fight on" not in shown


def test_a_pause_holds_the_battle_and_the_time_of_its_report(time: Time) -> None:
    war, battle = war_with_battle(pace="days:3")
    paused(war)
    assert Battle.objects.get(pk=battle.pk).held_at is not None
    seen = text(browser(battle.user_of("terran")).get(f"/battles/{battle.pk}/"))
    assert "The war is paused, or frozen by the host." in seen
    do(war, "talon", "resume")
    assert Battle.objects.get(pk=battle.pk).held_at is None


def test_the_host_freezes_a_paused_war_and_no_player_thaws_it(war: War) -> None:
    paused(war)
    freeze(war_id=war.pk, frozen=True)
    do(war, "terran", "resume")
    assert (war.paused, war.frozen) == (False, True)


def test_the_host_does_not_end_a_pause_by_thawing(war: War) -> None:
    paused(war)
    with pytest.raises(Refused, match="players paused it"):
        freeze(war_id=war.pk, frozen=False)
    war.refresh_from_db()
    assert (war.paused, war.frozen) == (True, True)


def test_who_takes_a_seat_over_is_not_bound_by_what_was_proposed(war: War) -> None:
    do(war, "terran", "pace", pace="days:7")
    hand_over(seat_id=war.seats.get(side="terran").pk, user=make_person("carl"))
    war.refresh_from_db()
    assert war.time_asked == ""
    assert not Waiting.objects.filter(war=war, kind="time").exists()


def test_only_its_two_players_have_the_page(war: War) -> None:
    assert browser(make_person("carl")).get(f"/wars/{war.pk}/terran/time/").status_code == 404
    boris = user_of(war, "talon")
    assert boris is not None
    path = f"/wars/{war.pk}/terran/time/"
    assert browser(boris).get(path).status_code == 404
    assert browser(boris).post(path, {"do": "pause"}).status_code == 404
    War.objects.filter(pk=war.pk).update(one_screen=True)
    war.refresh_from_db()
    assert "time/" not in page(war, "terran", "")


def test_wars_of_before_keep_their_deadlines(war: War) -> None:
    War.objects.update(pace="")
    step = importlib.import_module("campaign.migrations.0013_pace_of_wars")
    step.keep_pace(apps, SimpleNamespace(connection=connection))
    war.refresh_from_db()
    assert war.pace == "days:3"


def test_a_seat_of_a_paused_war_that_goes_to_the_computer_ends_the_pause(time: Time) -> None:
    war, battle = war_with_battle(pace="days:3")
    paused(war)
    hand_over(seat_id=war.seats.get(side="terran").pk, user=computer_user())
    war.refresh_from_db()
    assert (war.paused, war.frozen) == (False, False)
    assert Battle.objects.get(pk=battle.pk).held_at is None
    assert "The war is paused" not in page(war, "talon", "")


def test_the_next_player_of_a_seat_can_resume_a_paused_war(war: War) -> None:
    paused(war)
    hand_over(seat_id=war.seats.get(side="terran").pk, user=make_person("carl"))
    war.refresh_from_db()
    assert war.paused
    do(war, "terran", "resume")
    assert not war.paused


@pytest.mark.parametrize(
    ("do_it", "words"),
    [
        ("agree", "agrees to play without deadlines"),
        ("decline", "declines to play without deadlines"),
    ],
)
def test_an_answer_about_no_deadlines_has_words_of_its_own(war: War, do_it: str, words: str) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    do(war, "terran", "pace", pace="")
    assert "anna proposes to play without deadlines" in page(war, "talon")
    do(war, "talon", do_it, asked="none")
    history = page(war, "terran", "history/")
    assert "proposes to play without deadlines." in history
    assert f"{words}." in history
    told = Delivery.objects.filter(user=user_of(war, "terran")).values_list("subject", flat=True)
    assert f"{war.name}: boris {words}" in told


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"do": "pace", "pace": ""}, "takes back the proposal to play without deadlines."),
        ({"do": "pace", "pace": "days:7"}, "takes back the proposal of 7 days for each phase."),
        ({"do": "pause"}, "takes back the proposal of a pause."),
    ],
)
def test_a_proposal_that_is_taken_back_is_named(war: War, form: dict[str, str], words: str) -> None:
    do(war, "terran", form["do"], pace=form.get("pace", ""))
    do(war, "terran", "drop")
    assert words in page(war, "talon", "history/")


@pytest.mark.parametrize(
    ("form", "about"),
    [({"do": "pace", "pace": "days:7"}, "deadlines"), ({"do": "pause"}, "a pause")],
)
def test_what_waits_names_what_the_proposal_is_about(war: War, form: dict[str, str], about: str) -> None:
    do(war, "terran", form["do"], pace=form.get("pace", ""))
    assert f"A proposal about {about}" in page(war, "talon", "")
    assert f"boris still has to answer your proposal about {about}" in page(war, "terran", "")
    boris = user_of(war, "talon")
    assert boris is not None
    assert f"Answer the proposal about {about}" in text(browser(boris).get("/wars/"))


def test_proposals_are_limited_by_the_hour_for_each_player_and_war(war: War) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    ways = [("pace", "days:7"), ("pace", "days:1"), ("pause", "")] * 4
    answers = [do(war, "terran", what, pace=pace) for what, pace in ways[:11]]
    assert [answer.status_code for answer in answers] == [302] * 10 + [429]
    assert "made 10 proposals in an hour" in text(answers[-1])
    told = Delivery.objects.filter(user=user_of(war, "talon"), subject__contains="proposal")
    assert told.count() == 10
    assert do(war, "terran", "drop").status_code == 302
    assert do(war, "talon", "pause").status_code == 302
    anna = user_of(war, "terran")
    assert anna is not None
    other = make_war(anna, make_person("carl"), pace="days:3")
    assert do(other, "terran", "pause").status_code == 302


def test_an_incomplete_form_proposes_nothing() -> None:
    war = make_war(make_person("anna"), make_person("boris"), pace="days:3")
    assert do(war, "terran", "pace", days="5").status_code == 422
    assert war.time_asked == ""
