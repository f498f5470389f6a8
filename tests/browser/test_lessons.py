"""The first lesson in a browser, by somebody without an account: with a mouse at a desk, with a finger on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.checks import assert_sound

MOST = 12


class Newcomer:
    """Somebody who looks for the ring, the place on the board, or what "Show me" points at."""

    def __init__(self, page: Page, *, touch: bool) -> None:
        self.page, self.touch = page, touch

    def press(self, place: Locator) -> None:
        """In the middle of it, as it is seen."""
        box = place.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def confirm(self) -> None:
        if self.page.locator("[data-chosen]").is_visible():
            self.press(self.page.locator("[data-confirm]"))

    @property
    def state(self) -> str:
        return self.page.locator("[data-coach]").get_attribute("data-coach") or ""

    def follow(self) -> None:
        """To the end of the scene; each order changes what the page shows."""
        for _ in range(MOST):
            if self.state != "step":
                return
            assert_sound(self.page)
            before = self.page.locator("[data-table]").get_attribute("data-as") or ""
            self.order()
            table = self.page.locator("[data-table].is-live")
            expect(table).not_to_have_attribute("data-as", before)
        raise AssertionError("the lesson does not end")

    def order(self) -> None:
        """A move by its place on the board, anything else by its button."""
        self.page.get_by_text("Show me").click()
        pointed = self.page.locator(".ghost.is-shown-me .ghost-space")
        self.press(pointed if pointed.count() else self.page.locator("button.is-shown-me"))
        self.confirm()


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "touch"])
def test_a_newcomer_wins_the_first_lesson(phone: bool, new_page: Callable[..., Page]) -> None:
    page = new_page(phone=phone)
    page.goto("/")
    page.get_by_role("link", name="Eight short lessons").click()
    assert_sound(page)
    page.get_by_role("link", name="First flight").click()
    assert_sound(page)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".lesson-ring")).to_be_visible()
    newcomer = Newcomer(page, touch=phone)
    newcomer.follow()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("Step 4 of 5")).to_be_visible()
    newcomer.follow()
    expect(page.get_by_text("you have won your first battle")).to_be_visible()
    assert_sound(page)
    page.get_by_role("button", name="Next: Turning and slips").click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()


def test_show_me_fills_in_the_sheet(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto("/learn/turning-and-slips/")
    page.get_by_role("button", name="Begin").click()
    newcomer = Newcomer(page, touch=False)
    newcomer.order()
    expect(page.get_by_text("Step 2 of 4")).to_be_visible()
    page.get_by_text("Show me").click()
    expect(page.locator("[data-sheet] select")).to_have_value("terran power-through Patton")
    page.get_by_role("button", name="Give these orders").click()
    expect(page.get_by_text("Step 3 of 4")).to_be_visible()


def test_the_rule_of_the_moment_opens_beside_the_board(new_page: Callable[..., Page]) -> None:
    page = new_page(phone=True)
    page.goto("/learn/first-flight/")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name="Section 7 of the printed rules: Movement").last.click()
    note = page.locator(".ruling-note")
    expect(note).to_contain_text("goes exactly one hex")
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    expect(page.locator("[data-coach]")).to_be_visible()
