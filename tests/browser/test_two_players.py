"""A battle played by hand by two people at two browsers, with onlookers, a chat and a clock."""

import re
from collections.abc import Callable
from datetime import timedelta
from time import monotonic
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from battles.models import Battle, DraftLine, Play, PlayClock, PlayedLine
from battles.services import open_battle
from battles.talon.play.services.beginning import begin
from battles.talon.play.services.captains import PLAYS
from battles.talon.play.services.timing_out import CLOCKS
from battles.talon.watching.link import close_to_onlookers, open_to_onlookers
from bench.battles.fleets import fleet
from engines.seam.documents import BattleSetup
from tests.browser.checks import assert_sound, elsewhere
from tests.browser.test_hand_played import Finger, Mouse, Player
from tests.live_server import live_site
from tests.people import make_person

SECONDS = 5
"""How soon the other's order is to be seen; the machine of the tests is busy."""


def opened(terran: User, talon: User, clock: str = "") -> Battle:
    """A battle of two destroyers against a frigate between two people."""
    setup = BattleSetup(
        "Vega 5", "last_ship_standing", fleet("terran", "DD,DD"), fleet("talon", "FF"), initiative="talon"
    )
    battle = open_battle(
        setup=setup, title="Skirmish", place="Vega 5", terran_user=terran, talon_user=talon, clock=clock
    )
    begin(battle)
    return battle


class Table:
    """Both players at their browsers, the second one on a phone."""

    def __init__(
        self, new_page: Callable[..., Page], clock: str = "", *, lossy: bool = False, site: str = ""
    ) -> None:
        self.anna, self.ben = (elsewhere(make_person, name) for name in ("anna", "ben"))
        self.battle = elsewhere(opened, self.anna, self.ben, clock)
        self.path = f"/battles/{self.battle.pk}/play/"
        self.terran: Player = Mouse(new_page(self.anna, lossy=lossy))
        self.talon: Player = Finger(new_page(self.ben, phone=True, lossy=lossy))
        for player in (self.terran, self.talon):
            player.page.goto(f"{site}{self.path}")
            expect(player.page.locator("[data-table].is-live")).to_be_visible()

    @property
    def play(self) -> Play:
        return elsewhere(lambda: Play.objects.get(battle=self.battle))

    def mover(self) -> tuple[Player, Player]:
        """Who decides, with the page that asks, and who waits."""
        both, play = (self.terran, self.talon), self.play
        mover, other = both if play.decider == "terran" else (both[1], both[0])
        if play.decider:
            caught_up(mover.page, play.number)
        return mover, other

    def pass_turn(self) -> None:
        """The side that decides plays on until the other one has to."""
        before = self.play.decider
        while self.play.decider == before:
            self.step()

    def step(self) -> None:
        """One order of the side that decides."""
        mover, _other = self.mover()
        mover.step()

    def to_round_1(self) -> None:
        while self.play.number < 6:
            self.pass_turn()


def at(page: Page) -> str:
    return page.locator("[data-table]").get_attribute("data-at") or ""


def caught_up(page: Page, number: int) -> None:
    expect(page.locator("[data-table].is-live")).to_have_attribute("data-at", str(number))


def test_what_one_orders_the_other_sees_at_once(new_page: Callable[..., Page]) -> None:
    table = Table(new_page)
    for _ in range(6):
        mover, other = table.mover()
        expect(other.page.locator(".play-prompt")).to_contain_text("Waiting for")
        begun = monotonic()
        table.pass_turn()
        caught_up(other.page, table.play.number)
        expect(other.page.locator(".play-prompt")).not_to_contain_text("Waiting for")
        expect(mover.page.locator(".play-prompt")).to_contain_text("Waiting for")
        assert monotonic() - begun < SECONDS + 25
    for player in (table.terran, table.talon):
        assert_sound(player.page)


def test_the_others_page_follows_within_seconds(new_page: Callable[..., Page]) -> None:
    table = Table(new_page)
    table.to_round_1()
    mover, other = table.mover()
    before = at(other.page)
    number = table.play.number
    while table.play.number == number:
        mover.step()
    begun = monotonic()
    expect(other.page.locator("[data-table].is-live")).not_to_have_attribute("data-at", before)
    assert monotonic() - begun < SECONDS


def test_a_reload_loses_nothing_and_shows_the_draft_line_to_its_giver_alone(
    new_page: Callable[..., Page],
) -> None:
    table = Table(new_page)
    table.to_round_1()
    while not elsewhere(lambda: DraftLine.objects.exclude(orders="").exists()):
        table.step()
    mover, other = table.mover()
    mover.page.reload()
    expect(mover.page.locator("[data-undo]")).to_be_visible()
    assert other.page.locator("[data-undo]").count() == 0
    other.page.reload()
    assert other.page.locator("[data-undo]").count() == 0


def test_a_lost_network_is_said_and_the_page_catches_up(new_page: Callable[..., Page]) -> None:
    table = Table(new_page, lossy=True)
    table.to_round_1()
    mover, other = table.mover()
    mark = "window.stayed = true"
    other.page.evaluate(mark)
    other.page.context.set_offline(True)
    table.pass_turn()
    number = table.play.number
    assert at(other.page) != str(number)
    other.page.context.set_offline(False)
    caught_up(other.page, number)
    assert other.page.evaluate("window.stayed") is True
    assert mover.page.url.endswith(table.path)


def test_an_order_without_network_is_given_later_and_once(new_page: Callable[..., Page]) -> None:
    table = Table(new_page, lossy=True)
    table.to_round_1()
    mover, _other = table.mover()
    mover.page.context.set_offline(True)
    mover.order()
    expect(mover.page.locator("[data-play-state], [data-live-state]").first).not_to_be_empty()
    number = table.play.number
    mover.page.context.set_offline(False)
    mover.page.reload()
    expect(mover.page.locator("[data-table].is-live")).to_be_visible()
    assert table.play.number == number
    mover.step()


def test_a_restarted_server_loses_nothing_and_pages_catch_up(new_page: Callable[..., Page]) -> None:
    with live_site() as first:
        table = Table(new_page, lossy=True, site=first)
        table.to_round_1()
        while not elsewhere(lambda: DraftLine.objects.exclude(orders="").exists()):
            table.step()
        before = table.play.number
    mover, other = table.mover()
    with live_site(port=urlsplit(first).port or 0):
        mover.page.reload()
        expect(mover.page.locator("[data-undo]")).to_be_visible()
        while table.play.number == before:
            mover.step()
        caught_up(other.page, table.play.number)


def test_a_double_click_gives_an_order_once(new_page: Callable[..., Page]) -> None:
    table = Table(new_page)
    table.to_round_1()
    while not table.terran.page.locator("[data-close]").locator("visible=true").count():
        table.step()
    before = table.play.number
    table.terran.page.locator("[data-close]").dblclick()
    expect(table.terran.page.locator("[data-table].is-live")).to_be_visible()
    assert table.play.number - before <= 1
    numbers = elsewhere(lambda: list(PlayedLine.objects.values_list("number", flat=True)))
    assert numbers == list(range(1, len(numbers) + 1))


def test_back_and_forward_show_the_battle_as_it_stands(new_page: Callable[..., Page]) -> None:
    table = Table(new_page)
    table.to_round_1()
    _mover, other = table.mover()
    other.page.goto("/wars/")
    table.pass_turn()
    other.page.go_back()
    caught_up(other.page, table.play.number)
    other.page.go_forward()
    other.page.go_back()
    caught_up(other.page, table.play.number)


def test_an_onlooker_follows_until_the_link_is_taken_back(
    new_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.live.streams.PING_SECONDS", 0.5)
    table = Table(new_page)
    link = elsewhere(lambda: open_to_onlookers(battle=table.battle, side="terran"))
    onlookers = [new_page(phone=phone) for phone in (False, True)]
    for onlooker in onlookers:
        onlooker.goto(f"/battles/watch/{link}/")
        expect(onlooker.locator("[data-table].is-live")).to_be_visible()
        assert_sound(onlooker)
        table.pass_turn()
        caught_up(onlooker, table.play.number)
        assert onlooker.locator("main form").count() == 0
    for onlooker in onlookers:
        caught_up(onlooker, table.play.number)
    elsewhere(lambda: close_to_onlookers(battle=table.battle))
    for onlooker in onlookers:
        expect(onlooker.locator("[data-live-state]")).to_have_text("This page no longer updates. Reload")
    assert onlooker.request.get(onlooker.url).status == 404


def test_the_chat_beside_the_board(new_page: Callable[..., Page]) -> None:
    table = Table(new_page)
    mine, theirs = table.terran.page, table.talon.page
    field, board = mine.get_by_label("Write to ben"), mine.locator(".play-board")
    box, size = field.bounding_box(), board.bounding_box()
    assert box
    assert size
    assert box["y"] + box["height"] <= 800, "on the first screen, with nothing opened"
    assert size["x"] < box["x"] < size["x"] + size["width"]
    field.fill("Good luck")
    mine.get_by_role("button", name="Send").click()
    expect(mine.locator(".chat-lines")).to_contain_text("Good luck")
    expect(theirs.locator(".play-company summary")).to_contain_text("1 new")
    expect(theirs.locator(".company-latest")).to_have_text("Good luck")
    opener, look = (
        theirs.locator(one).bounding_box() for one in (".play-company summary", '[data-look="arcs"]')
    )
    assert opener
    assert look
    assert opener["x"] + opener["width"] <= look["x"], "neither lies over the other"
    theirs.locator(".play-company summary").tap()
    expect(theirs.locator(".chat-lines")).to_contain_text("Good luck")
    expect(theirs.locator(".play-company summary")).not_to_contain_text("new")
    theirs.get_by_label("Write to anna").fill("And to you, while you")
    assert_sound(mine)
    mine.get_by_label("Write to ben").fill("Still typing")
    theirs.get_by_role("button", name="Send").tap()
    expect(mine.locator(".chat-lines")).to_contain_text("And to you")
    expect(mine.locator(".company-new")).to_be_hidden()  # it is in sight
    assert mine.get_by_label("Write to ben").input_value() == "Still typing"
    mine.keyboard.press("Escape")


def test_the_clock_ticks_and_a_captain_plays_on(new_page: Callable[..., Page]) -> None:
    table = Table(new_page, clock="turn:120")
    mover, other = table.mover()
    running = mover.page.locator("[data-clock]")
    first = running.inner_text()
    assert re.fullmatch(r"[12]:\d\d", first)
    expect(running).not_to_have_text(first)
    expect(other.page.locator("[data-clock]")).to_be_visible()
    elsewhere(_run_out, table.battle)
    said = mover.page.locator(".play-more").first
    expect(said).to_contain_text("Your time ran out")
    expect(other.page.locator(".play-prompt")).not_to_contain_text("Waiting for")
    assert_sound(mover.page)
    mover.page.get_by_role("button", name="Take back command").click()
    expect(said).not_to_contain_text("Your time ran out")


def _run_out(battle: Battle) -> None:
    clock = PlayClock.objects.get(play__battle=battle)
    now = timezone.now()
    PlayClock.objects.filter(pk=clock.pk).update(falls_at=now - timedelta(seconds=1))
    assert CLOCKS.attempt(clock.pk)
    assert PLAYS.attempt(clock.play_id)


@pytest.mark.parametrize("phone", [False, True])
def test_who_comes_back_sees_what_happened(new_page: Callable[..., Page], phone: bool) -> None:
    table = Table(new_page)
    table.to_round_1()
    table.pass_turn()
    table.pass_turn()
    elsewhere(_days_later, table.battle)
    mover, _other = table.mover()
    page = new_page(table.anna if mover is table.terran else table.ben, phone=phone)
    page.goto(table.path)
    expect(page.locator(".play-missed")).to_contain_text("Since you were here")
    assert_sound(page)
    page.locator(".play-missed").get_by_role("button", name="Close").click()
    expect(page.locator("[data-since-again]")).to_be_hidden()
    type(table.talon if phone else table.terran)(page).step()


def _days_later(battle: Battle) -> None:
    for line in PlayedLine.objects.filter(play__battle=battle):
        PlayedLine.objects.filter(pk=line.pk).update(at=line.at - timedelta(days=1))
