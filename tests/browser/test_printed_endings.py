"""Every printed ending of every scenario, reached on the board by a press: the page and the report say why (26)."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from battles.models import Battle
from engines.talon.set_ups.scenarios import numbered
from tests.browser.checks import assert_sound, elsewhere, overflow
from tests.browser.test_every_order import give
from tests.endings.on_site import before_its_end
from tests.endings.printed import PrintedEnding, printed_endings
from tests.people import make_person


@pytest.mark.parametrize("number", numbered())
def test_every_ending_of_a_scenario_on_the_board(new_page: Callable[..., Page], number: int) -> None:
    """Scenarios of odd numbers on a phone, 390 wide, those of even numbers on a desk, 1280 wide."""
    user = elsewhere(make_person, "anna")
    page = new_page(user, phone=bool(number % 2))
    for ending in printed_endings():
        if ending.scenario == number:
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
