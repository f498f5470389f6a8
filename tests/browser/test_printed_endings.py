"""Every printed ending of every scenario, and one of each mode, by a press on the board: the report says why."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from battles.models import Battle
from tests.browser.checks import assert_sound, elsewhere, overflow
from tests.browser.test_every_order import give
from tests.endings.on_site import before_its_end
from tests.endings.printed import PrintedEnding, told
from tests.endings.table import in_browser, on_a_phone
from tests.people import make_person


@pytest.mark.parametrize("of", told())
def test_every_ending_of_a_scenario_on_the_board(new_page: Callable[..., Page], of: str) -> None:
    """Those of odd numbers on a phone, 390 wide, those of even numbers on a desk, 1280 wide; one of each mode."""
    user = elsewhere(make_person, "anna")
    page = new_page(user, phone=on_a_phone(of))
    for ending in in_browser(of):
        battle, order = elsewhere(before_its_end, user, ending)
        ended(page, battle, order, ending)


def ended(page: Page, battle: Battle, order: str, ending: PrintedEnding) -> None:
    """Give the last order, then look at what the board and the report say."""
    page.goto(f"/battles/{battle.pk}/play/")
    expect(page.locator("[data-table].is-live")).to_be_visible()
    assert_sound(page)
    give(page, order)
    link = page.get_by_role("link", name="View report")
    expect(link, ending.key).to_be_visible()
    link.click()
    main = page.get_by_role("main")
    expect(main, ending.key).to_contain_text(ending.says)
    expect(main, ending.key).to_contain_text(re.compile(f"{ending.degree} victory", re.IGNORECASE))
    assert overflow(page) <= 0
