"""Battles played by hand in the browser: whole, at a desk, on a phone, and by keys alone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from accounts.models import User
from battles.models import Battle, Status
from battles.services import open_battle
from battles.talon.play.services.beginning import begin
from bench.battles.fleets import fleet
from engines.seam.documents import BattleSetup
from tests.browser.checks import assert_sound, elsewhere
from tests.people import make_person

MOST = 500
WAYS = {"ahead": "ArrowUp", "left": "ArrowLeft", "right": "ArrowRight", "slip-left": "q", "slip-right": "e"}


def opened(user: User) -> str:
    """The address of a battle of two destroyers against a frigate, both sides at one screen."""
    setup = BattleSetup(
        "Vega 5", "last_ship_standing", fleet("terran", "DD,DD"), fleet("talon", "FF"), initiative="talon"
    )
    battle = open_battle(setup=setup, title="Skirmish", place="Vega 5", terran_user=user, talon_user=user)
    begin(battle)
    return f"/battles/{battle.pk}/play/"


class Player:
    """Plays on by what the page shows: the captain's suggestion where there is one, by one way of pressing."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.steps: set[str] = set()

    @property
    def over(self) -> bool:
        return self.page.get_by_role("link", name="View report").is_visible()

    def shown(self, selector: str) -> Locator:
        return self.page.locator(selector).locator("visible=true")

    def moment(self) -> str:
        found: str = self.page.locator("[data-table]").get_attribute("data-as") or ""
        return found

    def step(self) -> None:
        """One order, and what the page shows then."""
        self.open_curtain()
        before, now = self.moment(), self.page.locator("[data-table]").get_attribute("data-now") or ""
        if now not in self.steps:
            assert_sound(self.page)
            self.steps.add(now)
        asked = self.page.locator("#play-prompt").inner_text()
        self.order()
        table = self.page.locator("[data-table].is-live, [data-curtain]")
        expect(table, f"no order was taken: {asked}").not_to_have_attribute("data-as", before)

    def open_curtain(self) -> None:
        """At one screen it hides the side that sets up covered counters."""
        if self.page.locator("[data-curtain]").is_visible():
            self.page.locator("[data-curtain] button").click()
            self.page.locator("[data-table].is-live").wait_for()

    def order(self) -> None:
        if self.shown("[data-placing]").count():
            return self.put()
        if self.shown("[data-sheet-send]").count():
            return self.sheet()
        if self.shown(".ghost.is-shown").count() and self.shown(".offer.is-suggested[data-way]").count():
            return self.move()
        if self.shown(".offer.is-suggested[data-verb=fire]").count():
            return self.fire()
        return self.as_suggested()

    def put(self) -> None: ...
    def sheet(self) -> None: ...
    def move(self) -> None: ...
    def fire(self) -> None: ...
    def as_suggested(self) -> None: ...

    def play(self) -> None:
        """To the end of the battle, and on to its report."""
        for _ in range(MOST):
            if self.over:
                return
            self.step()
        raise AssertionError(f"not over after {MOST} orders")


COVERED = """(place) => {
    const box = place.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return Boolean(top?.closest("button, summary"));
}"""


class Mouse(Player):
    """A mouse on a desk."""

    def uncover(self, place: Locator) -> None:
        """Look at the whole map if one of the board's buttons lies over the place."""
        if place.evaluate(COVERED):
            self.page.locator("[data-zoom=whole]").click()

    def press(self, place: Locator) -> None:
        self.uncover(place)
        box = place.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def put(self) -> None:
        self.press(self.shown(".spot.is-open").nth(6))
        self.press(self.shown(".spot.is-armed").first)

    def sheet(self) -> None:
        self.page.get_by_role("button", name="Give these orders").click()

    def move(self) -> None:
        self.press(self.shown(".ghost.is-shown.is-suggested .ghost-space").first)
        self.confirm()

    def confirm(self) -> None:
        """Where an order has a warning, it is asked for once more."""
        if self.page.locator("[data-chosen]").is_visible():
            self.page.locator("[data-confirm]").click()

    def fire(self) -> None:
        wanted = self.shown(".offer.is-suggested[data-verb=fire]").first
        target, order = wanted.get_attribute("data-target"), wanted.get_attribute("value")
        self.aim(target or "")
        self.shown(f'.offer[value="{order}"]').click()
        self.confirm()

    def aim(self, target: str) -> None:
        """Where several counters share the place, a list opens."""
        self.press(self.page.locator(f'[data-aim="{target}"]'))
        listed = self.shown(f'[data-stacked="{target}"]')
        if listed.count():
            self.press(listed)

    def as_suggested(self) -> None:
        self.page.locator("[data-advised], [data-close]").first.click()


class Finger(Mouse):
    """A finger on a phone: the first tap chooses, the second confirms."""

    def press(self, place: Locator) -> None:
        self.uncover(place)
        box = place.bounding_box()
        assert box is not None
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def sheet(self) -> None:
        self.page.get_by_role("button", name="Give these orders").tap()

    def move(self) -> None:
        before = self.moment()
        self.press(self.shown(".ghost.is-shown.is-suggested .ghost-space").first)
        assert self.moment() == before  # a tap alone orders nothing
        self.page.locator("[data-confirm]").tap()

    def fire(self) -> None:
        wanted = self.shown(".offer.is-suggested[data-verb=fire]").first
        target, order = wanted.get_attribute("data-target"), wanted.get_attribute("value")
        self.aim(target or "")
        self.shown(f'.offer[value="{order}"]').tap()
        self.page.locator("[data-confirm]").tap()

    def as_suggested(self) -> None:
        self.page.locator("[data-advised], [data-close]").first.tap()
        self.confirm()


class Keys(Player):
    """Keys alone."""

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def put(self) -> None:
        self.press("ArrowRight", "ArrowRight", "q", "Enter")

    def sheet(self) -> None:
        self.press("Space")

    def move(self) -> None:
        way = self.shown(".offer.is-suggested[data-way]").first.get_attribute("data-way") or ""
        self.press(WAYS[way], "Enter")

    def fire(self) -> None:
        wanted = self.shown(".offer.is-suggested[data-verb=fire]").first
        target, group = wanted.get_attribute("data-target"), int(wanted.get_attribute("data-group") or 0)
        for _ in range(MOST):
            self.press("t")
            if self.page.locator(f'.target.is-aimed[data-aim="{target}"]').count():
                break
        self.press(str(group + 1), "Enter")

    def as_suggested(self) -> None:
        answers = self.shown("[data-answers] button").count()
        self.press("1" if answers else "Space", "Enter")


def played(player: Player, path: str) -> Battle:
    """The battle, played from its page to the result."""
    player.page.goto(path)
    player.play()
    assert {"deploy", "ap", "move", "fire"} <= player.steps
    player.page.get_by_role("link", name="View report").click()
    expect(player.page.get_by_role("heading", level=1)).to_contain_text("Vega 5")
    number = int(path.split("/")[2])
    battle: Battle = elsewhere(lambda: Battle.objects.get(pk=number))
    return battle


@pytest.mark.parametrize(
    ("player", "phone"), [(Mouse, False), (Finger, True), (Keys, False)], ids=["mouse", "touch", "keys"]
)
def test_a_whole_battle_at_one_screen(
    player: type[Player], phone: bool, new_page: Callable[..., Page]
) -> None:
    user = elsewhere(make_person, "Halvard")
    battle = played(player(new_page(user, phone=phone)), elsewhere(opened, user))
    assert battle.status == Status.SETTLED


def test_an_order_is_taken_back(new_page: Callable[..., Page]) -> None:
    user = elsewhere(make_person, "Halvard")
    page = new_page(user)
    page.goto(elsewhere(opened, user))
    mouse = Mouse(page)
    mouse.step()  # Talon's only ship: the decision passes, and the order is final
    before = page.locator("#play-prompt").inner_text()
    mouse.step()
    expect(page.locator("[data-undo]")).to_be_visible()
    page.keyboard.press("Backspace")
    expect(page.locator("[data-undo]")).to_have_count(0)
    assert page.locator("#play-prompt").inner_text() == before


def test_the_board_is_moved_and_zoomed(new_page: Callable[..., Page]) -> None:
    user = elsewhere(make_person, "Halvard")
    page = new_page(user)
    page.goto(elsewhere(opened, user))
    Mouse(page).open_curtain()
    stage: Any = page.locator("[data-stage]")
    first = stage.get_attribute("viewBox")
    page.get_by_role("button", name="Closer").click()
    closer = stage.get_attribute("viewBox")
    assert float(closer.split()[2]) < float(first.split()[2])
    box = stage.bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 250)
    page.mouse.down()
    page.mouse.move(box["x"] + 380, box["y"] + 250, steps=4)
    page.mouse.up()
    moved = stage.get_attribute("viewBox")
    assert float(moved.split()[0]) < float(closer.split()[0])
    assert page.locator("[data-chosen]").is_hidden()  # a drag chooses nothing


def test_an_answer_from_before_the_last_order_is_not_shown(new_page: Callable[..., Page]) -> None:
    user = elsewhere(make_person, "Halvard")
    page, path = new_page(user), elsewhere(opened, user)
    held: list[tuple[Route, APIResponse]] = []
    page.goto(path)
    mouse = Mouse(page)
    mouse.open_curtain()
    before = mouse.moment()

    def hold(route: Route) -> None:
        if route.request.method == "GET" and not held:
            held.append((route, route.fetch()))
        else:
            route.continue_()

    page.route(f"**{path}", hold)
    page.evaluate("path => { htmx.ajax('GET', path, { source: '#play', target: '#play' }) }", path)
    for _ in range(50):
        if held:
            break
        page.wait_for_timeout(100)
    mouse.put()
    expect(page.locator("[data-table].is-live")).not_to_have_attribute("data-as", before)
    after = mouse.moment()
    for route, answer in held:
        route.fulfill(response=answer)
    page.wait_for_timeout(500)
    assert mouse.moment() == after


def test_who_waits_for_a_friend_comes_to_the_battle(new_page: Callable[..., Page]) -> None:
    mine: Page = new_page(elsewhere(make_person, "Halvard"), phone=True)
    mine.goto("/skirmish/")
    mine.get_by_label("A friend, by link").check()
    mine.get_by_role("button", name="Begin").click()
    assert_sound(mine)
    link = mine.get_by_label("Link for your opponent").input_value()
    theirs: Page = new_page(elsewhere(make_person, "Ishbel"))
    theirs.goto(link)
    assert_sound(theirs)
    theirs.get_by_role("button", name="Accept and play").click()
    expect(theirs).to_have_url(re.compile(r"/battles/\d+/play/"))
    expect(mine).to_have_url(theirs.url)
    expect(mine.locator("[data-table].is-live")).to_be_visible()


def test_a_skirmish_asks_only_for_what_there_is(new_page: Callable[..., Page]) -> None:
    page: Page = new_page(phone=True)
    page.goto("/skirmish/")
    level, clock = page.get_by_label("The computer's captain"), page.get_by_label("Clock")
    expect(level).to_be_visible()
    expect(clock).to_be_hidden()
    page.get_by_label("A friend, by link").check()
    expect(level).to_be_hidden()
    expect(clock).to_be_visible()
    assert_sound(page)
