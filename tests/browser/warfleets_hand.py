"""Somebody who plays a battle of Warfleets at a page."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from battles.models import WarfleetsBattle
from battles.warfleets.tables.positions import match_of
from engines.warfleets.state import Battle
from tests.browser.checks import elsewhere


@dataclass
class Hand:
    """Somebody who plays by mouse, by touch, or by keys alone where the table is concerned."""

    page: Page
    row: int
    way: str

    def battle(self) -> Battle:
        """The battle as it stands."""

        def read() -> Battle:
            return match_of(WarfleetsBattle.objects.get(pk=self.row)).battle

        return elsewhere(read)

    def touch(self, x: int, y: int) -> None:
        """Touch a place of the table, in 1/100 inch from the lower left corner."""
        found = self.page.evaluate(
            """([x, y]) => {
                const svg = document.querySelector("[data-wf-svg]");
                const point = new DOMPoint(x, 4800 - y).matrixTransform(svg.getScreenCTM());
                return [point.x, point.y];
            }""",
            [x, y],
        )
        if self.way == "touch":
            self.page.touchscreen.tap(*found)
        else:
            self.page.mouse.click(*found)

    def press(self, name: str) -> None:
        """Press a button of what is asked."""
        self.page.locator(".wf-side").get_by_role("button", name=name).first.click()

    def confirm(self) -> None:
        """Confirm what is chosen."""
        button = self.page.locator("[data-confirm]")
        expect(button).to_be_enabled()
        if self.way == "keys":
            self.page.keyboard.press("Enter")
        else:
            button.click()

    def gives(self, do: Callable[[], None]) -> Battle:
        """The battle after the order that this gives, once the page shows it."""
        before = self.page.locator("[data-wf-table]").get_attribute("data-seen")
        do()
        expect(self.page.locator(f"[data-wf-table].is-live:not([data-seen='{before}'])")).to_be_visible()
        return self.battle()
