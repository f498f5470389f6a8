"""A fleet put together by keys alone on a phone, and two friends who choose in secret and see both lists at once."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from battles.talon.fleets.keeping import make_fleet
from engines.talon.fleets.own import OwnFleet
from tests.browser.checks import assert_sound, elsewhere
from tests.people import make_person


def kept(user: Any, fleet: OwnFleet) -> None:
    """The fleet, saved for a user."""
    make_fleet(user=user, name="Line", fleet=fleet)


def test_a_fleet_is_put_together_by_keys(new_page: Callable[..., Page]) -> None:
    page: Page = new_page(phone=True)
    page.goto("/fleets/")
    page.get_by_label("Name").fill("Home fleet")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/fleets/\d+/"))
    page.wait_for_load_state()  # before it, a form is sent without script, and the place is lost
    total, more = page.locator(".fleet-total"), page.get_by_role("button", name="One more: Destroyer")
    more.focus()
    for spent in (55, 110, 165):
        page.keyboard.press("Enter")
        expect(total).to_contain_text(f"{spent} points spent")
        expect(more).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("A box has counters for 3 Destroyers.")
    expect(total).to_contain_text("165 points spent")
    assert_sound(page)
    page.get_by_label("Against").select_option(index=1)
    expect(page.locator("#odds")).to_contain_text("of 100 battles")
    page.get_by_role("link", name="Play with this fleet").click()
    expect(page.get_by_label("Destroyer, 55 points")).to_have_value("3")


CLICK_SOON = """() => {
    const click = () => setTimeout(() => document.activeElement.click());
    document.addEventListener('htmx:afterSwap', click, {once: true});
}"""


def test_a_key_that_is_held_goes_on_in_place(new_page: Callable[..., Page]) -> None:
    """What comes with an answer can be pressed at once: the page does not load anew, which would lose the place."""
    page: Page = new_page()
    page.goto("/fleets/")
    page.get_by_label("Name").fill("Home fleet")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/fleets/\d+/"))
    page.wait_for_load_state()
    page.evaluate("window.mark = 'here'")
    page.evaluate(CLICK_SOON)
    more = page.get_by_role("button", name="One more: Destroyer")
    more.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".fleet-total")).to_contain_text("110 points spent")
    expect(more).to_be_focused()
    assert page.evaluate("window.mark") == "here"


def test_two_friends_see_both_lists_at_once(new_page: Callable[..., Page]) -> None:
    halvard, ishbel = elsewhere(make_person, "Halvard"), elsewhere(make_person, "Ishbel")
    elsewhere(kept, halvard, OwnFleet("terran", 300, {"battleship": 1}))
    elsewhere(kept, ishbel, OwnFleet("talon", 300, {"dreadnought": 1}))
    mine: Page = new_page(halvard, phone=True)
    mine.goto("/design/")
    mine.get_by_label("A friend, by link").check()
    assert_sound(mine)
    mine.get_by_role("button", name="Go on").click()
    link = mine.get_by_label("Link for your opponent").input_value()
    theirs: Page = new_page(ishbel)
    theirs.goto(link)
    theirs.get_by_role("button", name="Accept").click()
    for page in (mine, theirs):
        page.get_by_label("Line").check()
        page.get_by_role("button", name="Seal this fleet").click()
        if page is mine:
            expect(theirs.get_by_text("Opponent: sealed")).to_be_visible()
            expect(theirs.get_by_text("1 Battleship")).to_have_count(0)
            assert_sound(mine)
    for page in (mine, theirs):
        expect(page.get_by_text("1 Battleship")).to_be_visible()
        expect(page.get_by_text("1 Dreadnought")).to_be_visible()
    assert_sound(mine)
    mine.get_by_role("link", name="Set up").click()
    expect(mine).to_have_url(re.compile(r"/battles/\d+/play/"))


def test_two_teams_choose_their_fleets_and_take_their_seats(new_page: Callable[..., Page]) -> None:
    halvard, ishbel, jorun = (elsewhere(make_person, name) for name in ("Halvard", "Ishbel", "Jorun"))
    elsewhere(kept, halvard, OwnFleet("terran", 300, {"destroyer": 3}))
    elsewhere(kept, ishbel, OwnFleet("talon", 300, {"dreadnought": 1}))
    mine: Page = new_page(halvard)
    mine.goto("/design/")
    expect(mine.get_by_label("Terran's players")).to_be_hidden()
    mine.get_by_label("Teams: up to four players a side").check()
    mine.get_by_label("Talon's players").select_option("1")
    assert_sound(mine)
    mine.get_by_role("button", name="Go on").click()
    theirs: Page = new_page(ishbel, phone=True)
    link = mine.get_by_label("Link for your opponent").input_value()
    assert_sound(mine)
    theirs.goto(link)
    assert_sound(theirs)
    theirs.get_by_role("button", name="Accept").click()
    for page in (mine, theirs):
        page.get_by_label("Line").check()
        page.get_by_role("button", name="Seal this fleet").click()
    for page in (mine, theirs):
        expect(page.get_by_text("1 Dreadnought")).to_be_visible()
        assert_sound(page)
        page.get_by_role("link", name="To the seats").click()
        expect(page.get_by_text("Not ready")).to_have_count(2)
        assert_sound(page)
    mate: Page = new_page(jorun, phone=True)
    mate.goto(mine.get_by_label("Link to seat 2 of Terran").input_value())
    mate.get_by_role("button", name="Take this seat").click()
    for page in (mine, mate, theirs):
        expect(page.get_by_text("Every seat is taken.")).to_be_visible()
        page.get_by_role("button", name="I am ready").click()
    for page in (mine, mate, theirs):
        page.locator("[data-table].is-live").wait_for()


def test_the_ships_of_both_sides_begin_at_the_same_height(new_page: Callable[..., Page]) -> None:
    page: Page = new_page()
    page.goto("/skirmish/?fleets=own")
    tops = [part.bounding_box() for part in page.locator("#classes > fieldset").all()]
    assert len({box["y"] for box in tops if box}) == 1
    page.locator("summary", has_text="terrain, top edge, tempo").click()
    ground = page.get_by_label("Terrain", exact=True).bounding_box()
    holes = page.locator("label.choice", has_text="Black holes").bounding_box()
    assert ground is not None
    assert holes is not None
    assert holes["y"] - ground["y"] - ground["height"] >= 12
