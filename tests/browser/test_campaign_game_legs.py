"""A campaign game whose legs are arranged in the browser: two of one's own are added, and another taken out.

For one of them both players choose their fleets in secret.
"""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.checks import assert_sound, elsewhere
from tests.people import make_person


def test_a_battle_mode_and_secret_fleets_become_legs(new_page: Callable[..., Page]) -> None:
    page: Page = new_page(elsewhere(make_person, "anna"), phone=True)
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
    page.get_by_role("link", name="Add one with secret fleets").click()
    page.get_by_label("How it is played").select_option("table")
    assert_sound(page)
    page.get_by_role("button", name="Add it").click()
    secret = "Last Ship Standing, 300 points"
    for place in (5, 4, 3, 2, 1):
        page.get_by_role("button", name=f"{secret}: up").click()
        expect(rows.nth(place - 1)).to_contain_text(secret)
    expect(page.get_by_label(f"{secret}: how it is played")).to_have_value("table")
    invitation = page.get_by_label("Link for your opponent").input_value()
    other: Page = new_page(elsewhere(make_person, "ben"))
    other.goto(invitation)
    other.locator("summary", has_text="points").click()
    assert_sound(other)
    other.get_by_role("button", name="Accept").click()
    for reader in (other, page):
        reader.get_by_role("button", name="Choose your fleet").click()
        expect(reader.get_by_text("Your fleet:")).to_be_visible()
        assert_sound(reader)
        reader.get_by_role("button", name="Bring a ready fleet").click()
    for reader in (other, page):
        expect(reader.get_by_text("Both fleets are chosen")).to_be_visible()
        assert_sound(reader)
    page.get_by_role("link", name="To the battle").click()
    expect(page).to_have_url(re.compile(r"/battles/\d+/$"))
    page.get_by_role("link", name="Back to the campaign game").last.click()
    expect(page.get_by_text("This leg is being fought.")).to_be_visible()
    assert_sound(page)
