"""Lessons: who may see them, progress, going on, beginning again, skipping, and that nothing of them counts."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import LifetimeLine, User
from battles.models import Battle, LessonRun, Play
from battles.talon.play.board import board_of
from battles.talon.play.playing import skirmishes_of
from campaign.host.pruning import prune_guests
from engines.talon.lessons.lesson import lessons
from tests.people import PASSWORD, browser, make_person
from tests.site.accounts.people.test_coming_back import away

pytestmark = pytest.mark.django_db
HIDDEN = re.compile(r'<input type="hidden" name="(at|draft|side)" value="([^"]*)"')
SHOW_ME = re.compile(r'data-show-me="([^"]*)"')
STEP = re.compile(r"Step (\d+) of (\d+)")
PAGES = ("", "sheet/", "report/", "fought/", "dice/", "bring/", "record.json", "beginning.txt")
FIRST = "first-flight"


class Learner:
    """A browser without script in a lesson."""

    def __init__(self, user: User | None = None) -> None:
        self.client = browser(user) if user is not None else Client()
        self.path = ""

    def begin(self, name: str, **fields: str) -> Any:
        answer = self.client.post(f"/learn/{name}/begin/", fields)
        self.path = answer.headers.get("Location", "")
        return answer

    @property
    def html(self) -> str:
        answer = self.client.get(self.path)
        assert answer.status_code == 200
        return unescape(answer.content.decode())

    @property
    def step(self) -> int:
        found = STEP.search(self.html)
        assert found is not None
        return int(found[1])

    def give(self, *orders: str) -> Any:
        moment = dict(HIDDEN.findall(self.html))
        return self.client.post(f"{self.path}order/", {**moment, "order": orders})

    def do(self, name: str, what: str, scene: int) -> Any:
        answer = self.client.post(f"/learn/{name}/step/", {"do": what, "scene": scene})
        self.path = answer.headers.get("Location", "")
        return answer

    def follow_hints(self, most: int = 20) -> None:
        """The orders of "Show me", to the end of the scene."""
        for _ in range(most):
            found = SHOW_ME.search(self.html)
            if found is None:
                return
            assert self.give(found[1]).status_code == 302
        raise AssertionError("the hints do not end")

    def take(self, name: str) -> None:
        """The whole lesson by its hints."""
        self.begin(name)
        for scene in range(len(lessons()[name].scenes)):
            self.follow_hints()
            if scene + 1 < len(lessons()[name].scenes):
                self.do(name, "next", scene)

    @property
    def battle(self) -> Battle:
        return Battle.objects.get(pk=int(self.path.split("/")[2]))


def test_a_visitor_wins_the_first_lesson_as_a_guest_and_keeps_it_with_an_account() -> None:
    visitor = Learner()
    assert visitor.client.get("/learn/").status_code == 200
    assert "Begin" in visitor.client.get(f"/learn/{FIRST}/").content.decode()
    visitor.take(FIRST)
    assert "you have won your first battle" in visitor.html
    assert "Next: Turning and slips" in visitor.html
    run = LessonRun.objects.get()
    assert (run.user.is_guest, run.lesson, run.done_at is not None) == (True, FIRST, True)
    kept = {"username": "hedwig", "password1": PASSWORD}
    assert visitor.client.post("/settings/keep/", kept).status_code == 302
    run.refresh_from_db()
    assert run.user.username == "hedwig"
    assert "You have done 1 of 8." in visitor.client.get("/learn/").content.decode()
    assert "Take it again" in visitor.client.get(f"/learn/{FIRST}/").content.decode()


@pytest.mark.parametrize("name", lessons())
def test_every_lesson_is_done_by_its_own_hints(name: str, anna: User) -> None:
    learner = Learner(anna)
    learner.take(name)
    assert LessonRun.objects.get(lesson=name).done_at is not None
    assert lessons()[name].closing in learner.html
    assert Battle.objects.count() == 1


def test_progress_is_kept_and_the_lesson_goes_on_where_it_was_left(anna: User) -> None:
    learner = Learner(anna)
    learner.begin(FIRST)
    assert learner.step == 1
    learner.give("terran move Explorer ahead")
    assert (learner.step, "It flies!" in learner.html) == (2, True)
    path = learner.path
    again = Learner(anna)
    assert again.client.get(f"/learn/{FIRST}/").headers["Location"] == path
    assert again.begin(FIRST).headers["Location"] == path
    assert again.step == 2
    assert "Under way" in again.client.get("/learn/").content.decode()


def test_an_order_that_is_not_the_goal_is_answered_and_can_be_taken_back(anna: User) -> None:
    learner = Learner(anna)
    learner.begin(FIRST)
    learner.give("terran move Explorer left")
    assert (learner.step, "That was a turn." in learner.html) == (1, True)
    assert SHOW_ME.findall(learner.html) == ["undo"]
    moment = dict(HIDDEN.findall(learner.html))
    learner.client.post(f"{learner.path}order/", {**moment, "do": "undo"})
    assert "That was a turn." not in learner.html
    learner.give("terran move Explorer ahead")
    assert learner.step == 2


def test_what_can_no_longer_be_taken_back_is_to_be_begun_again(anna: User) -> None:
    learner = Learner(anna)
    learner.begin(FIRST)
    learner.give("terran move Explorer left")
    learner.client.post(f"{learner.path}order/", {**dict(HIDDEN.findall(learner.html)), "do": "show"})
    assert "you cannot take it back" in learner.html
    assert SHOW_ME.findall(learner.html) == ["terran move Explorer ahead"]


def test_a_goal_that_is_taken_back_is_open_again(anna: User) -> None:
    learner = Learner(anna)
    learner.begin(FIRST)
    learner.give("terran move Explorer ahead")
    assert learner.step == 2
    learner.client.post(f"{learner.path}order/", {**dict(HIDDEN.findall(learner.html)), "do": "undo"})
    assert learner.step == 1


def test_a_scene_begins_again_at_the_same_address_with_other_dice(anna: User) -> None:
    learner = Learner(anna)
    learner.begin(FIRST)
    learner.give("terran move Explorer ahead")
    path, seed = learner.path, Play.objects.get().seal.seed
    old = dict(HIDDEN.findall(learner.html))
    learner.do(FIRST, "again", 0)
    assert (learner.step, learner.path) == (1, path)
    assert Play.objects.get().seal.seed != seed
    stale = learner.client.post(f"{path}order/", {**old, "order": "terran move Explorer left"})
    assert (stale.status_code, learner.step) == (409, 1)


@pytest.mark.every_view
def test_sides_change_with_the_scene(anna: User) -> None:
    learner = Learner(anna)
    learner.begin("missiles-and-fighters")
    assert learner.battle.talon_user == anna
    learner.do("missiles-and-fighters", "next", 0)
    assert (learner.battle.terran_user, learner.battle.talon_user.is_computer) == (anna, True)


def test_steps_are_skipped_by_the_scene_and_then_the_lesson(anna: User) -> None:
    learner = Learner(anna)
    learner.begin(FIRST)
    learner.do(FIRST, "next", 0)
    assert learner.step == 4
    stale = Learner(anna)
    stale.do(FIRST, "next", 0)  # the same button pressed twice
    assert stale.path == learner.path
    learner.do(FIRST, "next", 1)
    assert learner.path == "/learn/turning-and-slips/"
    assert LessonRun.objects.get(lesson=FIRST).done_at is None
    last = Learner(anna)
    last.begin("the-duel")
    last.do("the-duel", "next", 0)
    assert last.path == "/learn/"


def test_a_lesson_that_is_done_stays_done_when_it_is_taken_again(anna: User) -> None:
    learner = Learner(anna)
    learner.take(FIRST)
    learner.begin(FIRST, from_start="yes")
    assert learner.step == 1
    assert LessonRun.objects.get().done_at is not None


def test_nobody_else_sees_a_lesson_and_it_has_no_page_of_a_battle(anna: User, ben: User) -> None:
    learner = Learner(anna)
    learner.begin(FIRST)
    for client in (browser(ben), Client()):
        assert client.get(learner.path).status_code in (302, 404)
        assert client.post(f"{learner.path}order/", {"at": 0, "draft": 0, "order": "x"}).status_code in (
            302,
            404,
        )
    assert browser(ben).get(learner.path).status_code == 404
    assert browser(ben).post(f"{learner.path}order/", {"at": 0, "draft": 0}).status_code == 404
    battle = learner.battle
    for page in PAGES:
        assert learner.client.get(f"/battles/{battle.pk}/{page}").status_code == 404, page
    ways = {"version": battle.version, "way": "worker"}
    assert learner.client.post(f"/battles/{battle.pk}/way/", ways).status_code == 404
    assert learner.client.post(f"/battles/{battle.pk}/rematch/").status_code == 404


def test_nothing_of_a_lesson_counts(anna: User) -> None:
    learner = Learner(anna)
    learner.take(FIRST)
    assert not board_of(Play.objects.get()).options
    assert (learner.battle.status, learner.battle.result) == ("open", None)
    assert skirmishes_of(anna) == []
    assert not LifetimeLine.objects.exists()
    assert "First flight" not in learner.client.get("/wars/").content.decode()
    assert "First flight" not in learner.client.get("/skirmish/").content.decode()


def test_the_hosts_desk_lists_runs_and_changes_none(anna: User, admin_client: Client) -> None:
    run = LessonRun.objects.create(user=anna, lesson=FIRST, scene=1)
    address = "/admin/battles/lessonrun/"
    shown = admin_client.get(address, {"q": "anna"}).content.decode()
    assert FIRST in shown
    assert (
        FIRST
        not in admin_client.get(address, {"q": "ben"})
        .content.decode()
        .split('id="content"')[1]
        .split("changelist-filter")[0]
    )
    assert admin_client.get(f"{address}{run.pk}/change/").status_code == 200
    assert admin_client.post(f"{address}{run.pk}/change/", {"scene": 3}).status_code == 403
    assert admin_client.get(f"{address}add/").status_code == 403


def test_a_lesson_under_way_is_in_no_list_of_battles(anna: User) -> None:
    learner = Learner(anna)
    learner.begin(FIRST)
    assert skirmishes_of(anna) == []
    for page in ("/wars/", "/skirmish/", reverse("wars-badge")):
        html = learner.client.get(page).content.decode()
        assert learner.path not in html, page
        assert "First flight" not in html, page


def test_a_lesson_names_no_captain_and_no_way_out(anna: User) -> None:
    learner = Learner(anna)
    learner.begin("the-duel")
    html = learner.html
    assert "As the captain suggests" not in html
    assert "Captain:" not in html
    assert "Let the captain finish" not in html
    assert "Concede" not in html
    assert "Orders for the round" not in html
    battle = LessonRun.objects.get(user=anna).battle_id
    answer = learner.client.get(f"/battles/{battle}/play/round/")
    assert (answer.status_code, answer["Location"]) == (302, f"/battles/{battle}/play/")


def test_a_scene_that_a_lesson_has_no_more_begins_from_the_start(anna: User) -> None:
    learner = Learner(anna)
    learner.begin(FIRST)
    LessonRun.objects.update(scene=9)
    assert "data-coach" not in learner.html
    assert "Go on" in learner.client.get(f"/learn/{FIRST}/").content.decode()
    learner.begin(FIRST)
    assert (learner.step, LessonRun.objects.get().scene) == (1, 0)


def test_unknown_lessons_and_forms_that_say_nothing(anna: User) -> None:
    client = browser(anna)
    assert client.get("/learn/flying-saucers/").status_code == 404
    assert client.post("/learn/flying-saucers/begin/").status_code == 404
    assert client.post(f"/learn/{FIRST}/step/", {"do": "again"}).status_code == 400
    again = client.post(f"/learn/{FIRST}/step/", {"do": "again", "scene": 0})
    assert again.headers["Location"] == f"/learn/{FIRST}/"
    assert Client().post(f"/learn/{FIRST}/step/", {"do": "next", "scene": 0}).headers["Location"] == (
        f"/learn/{FIRST}/"
    )


def test_guests_are_counted_by_address_and_not_made_where_nobody_may_sign_up(settings: Any) -> None:
    codes = [Client().post(f"/learn/{FIRST}/begin/").status_code for _ in range(21)]
    assert codes == [302] * 20 + [429]
    settings.SIGN_UP_OPEN = False
    assert Client().post(f"/learn/{FIRST}/begin/").headers["Location"] == "/accounts/signup/"
    assert User.objects.filter(is_guest=True).count() == 20


def test_guests_who_do_not_come_back_are_forgotten_with_their_lessons() -> None:
    Learner().begin(FIRST)
    away(User.objects.get(is_guest=True), 400)
    assert prune_guests() == 1
    assert not LessonRun.objects.exists()
    assert not Battle.objects.exists()


def test_the_prompt_names_its_rule_and_the_rule_says_what_it_is(anna: User) -> None:
    learner = Learner(anna)
    learner.begin(FIRST)
    assert "§ Movement" in learner.html
    note = learner.client.get("/rulings/7/?part=note").content.decode()
    assert "goes exactly one hex" in note


def test_another_lesson_and_a_skirmish_are_found_from_the_pages() -> None:
    client = Client()
    for page in ("/", "/skirmish/", "/how-to-play/"):
        assert 'href="/learn/"' in client.get(page).content.decode(), page
    assert make_person("carla").lesson_runs.count() == 0
