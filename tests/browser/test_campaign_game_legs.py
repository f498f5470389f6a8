"""A campaign game whose legs are arranged in the browser: one of one's own is added, and another taken out."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.checks import assert_sound, elsewhere
from tests.people import make_person


@pytest.mark.parametrize("phone", [True, False])
def test_a_battle_mode_becomes_a_leg(new_page: Callable[..., Page], phone: bool) -> None:
    page: Page = new_page(elsewhere(make_person, "anna"), phone=phone)
    page.goto("/campaign-games/")
    page.get_by_label("A friend, by link").check()
    page.get_by_role("button", name="Set it up").click()
    page.get_by_role("link", name="Add a battle of your own").click()
    assert_sound(page)
    page.get_by_label("Battle mode", exact=True).select_option("base")
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("alert")).to_contain_text("Random fleets have no transports and no bases")
    page.get_by_label("Battle mode", exact=True).select_option("target")
    page.get_by_role("button", name="Add it").click()
    expect(page).to_have_url(re.compile(r"/campaign-games/\d+/#up-6"))
    rows = page.locator("section[aria-labelledby='legs'] tbody tr")
    expect(rows).to_have_count(6)
    expect(rows.last).to_contain_text("Priority Target Mission")
    expect(rows.last).to_contain_text("points")
    page.get_by_role("button", name="Priority Target Mission: up").click()
    expect(rows.nth(4)).to_contain_text("Priority Target Mission")
    page.get_by_role("button", name="War is Upon Us: take out").click()
    expect(rows).to_have_count(5)
    assert_sound(page)
    invitation = page.get_by_label("Link for your opponent").input_value()
    other: Page = new_page(elsewhere(make_person, "ben"), phone=phone)
    other.goto(invitation)
    other.locator("summary", has_text="points").click()
    assert_sound(other)
    other.get_by_role("button", name="Accept").click()
    expect(other.get_by_role("button", name="Begin leg 1")).to_be_visible()
