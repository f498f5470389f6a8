"""A player at a browser: every page they come to is held to the same measure."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.checks import axe_findings, overflow

MOST_SHIFT = 0.05
SETTLING = 120  # ms in which a page that was loaded may still move
COUNT = """(() => {
    window.shifted = 0;
    window.broken = [];
    window.moved = [];
    let told = Infinity;  // from when on the page shows news of the war, which may take room
    document.addEventListener("htmx:beforeSwap", e => (told = Math.min(told, e.timeStamp)));
    const place = s => `${s.node?.parentElement?.className} > ${s.node?.nodeName}.${s.node?.className} from ` +
        `${s.previousRect.x},${s.previousRect.y} to ${s.currentRect.x},${s.currentRect.y}`;
    const shifts = list => list.getEntries().filter(e => !e.hadRecentInput && e.startTime < told);
    new PerformanceObserver(list => shifts(list).forEach(e => {
        window.shifted += e.value;
        window.moved.push(...e.sources.map(place));
    }))
        .observe({type: "layout-shift", buffered: true});
    const tell = e => window.broken.push(`${e.violatedDirective} ${e.blockedURI}`);
    document.addEventListener("securitypolicyviolation", tell);
})()"""
Seen = set[str]


class Player:
    """One person at one browser; `seen` collects the kinds of pages, one run of axe each."""

    def __init__(self, page: Page, seen: Seen, width: str) -> None:
        self.page, self.seen, self.width = page, seen, width
        page.add_init_script(COUNT)

    def go(self, path: str) -> None:
        """Open a page and look at it; a page that just then goes on by itself is let go first."""
        try:
            self.page.goto(path)
        except Error as error:
            if not re.search("interrupted by another navigation|ERR_ABORTED", str(error)):
                raise
            self.page.wait_for_load_state()
            self.page.goto(path)
        self.look()

    def follow(self, place: Locator) -> None:
        """Press a link or a button that leads to another page, and look at that."""
        self.page.evaluate("window.left = false")
        self.press(place)
        once(self._is_elsewhere, self.page)
        self.look()

    def confirm_answer(self) -> None:
        """Say yes if the page asks whether an answer is meant that is not recommended."""
        sure = self.page.locator("button[name=sure]")
        if sure.count():
            self.follow(sure)

    def _is_elsewhere(self) -> bool:
        try:
            return bool(self.page.evaluate("window.left !== false"))
        except Error:  # in the middle of going there
            return False

    def press(self, place: Locator) -> None:
        """Tap or click it."""
        (place.tap if self.width == "phone" else place.click)()

    def button(self, name: str) -> Locator:
        """A button of the page's content by its words."""
        return self.page.get_by_role("main").get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        """A link of the page's content by its words."""
        return self.page.get_by_role("main").get_by_role("link", name=name, exact=True)

    def heading(self, name: str | re.Pattern[str]) -> Locator:
        """A heading by its words."""
        return self.page.get_by_role("heading", name=name)

    def stays(self) -> None:
        """Mark the page, so that `has_stayed` can tell a reload."""
        self.page.evaluate("window.mark = 'here'")

    def has_stayed(self) -> bool:
        """Whether this is still the page that was marked."""
        return bool(self.page.evaluate("window.mark === 'here'"))

    def look(self) -> None:
        """No sideways scroll, nothing jumped while loading, nothing blocked; axe once for each kind of page."""
        shifted, moved, broken = self._loaded()
        if (
            shifted > MOST_SHIFT
        ):  # what only happens while a slow machine sends a page is not the page's fault
            self.page.reload()
            shifted, moved, broken = self._loaded()
        assert shifted <= MOST_SHIFT, (
            f"{self.page.url} at {self.width} width shifts by {shifted:.3f}: {moved}"
        )
        assert broken == [], self.page.url
        assert overflow(self.page) == 0, f"{self.page.url} scrolls sideways at {self.width} width"
        self._audit()

    def _loaded(self) -> tuple[float, list[str], list[str]]:
        """By how much the page moved while it was loaded, what moved, and what was blocked."""
        self.page.wait_for_load_state("load")
        self.page.wait_for_timeout(SETTLING)
        shifted, moved, broken = self.page.evaluate("[window.shifted, window.moved, window.broken]")
        return shifted, moved, broken

    def _audit(self) -> None:
        kind = kind_of(self.page)
        if kind not in self.seen:
            self.seen.add(kind)
            assert axe_findings(self.page) == [], kind


def kind_of(page: Page) -> str:
    """What kind of page it is: its path without numbers and names, and its main heading."""
    path = re.sub(r"/(\d+|[\w-]{20,}|terran|talon)(?=/)", "/*", urlsplit(page.url).path)
    heading = page.locator("h1").first.inner_text() if page.locator("h1").count() else ""
    return f"{path} {re.sub(r'[0-9]+', '*', heading)}"


def once(condition: Callable[[], bool], page: Page, seconds: float = 10) -> None:
    """Wait until the condition holds, letting the browser go on."""
    for _ in range(int(seconds * 20)):
        if condition():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not come to that")


__all__ = ["SETTLING", "Player", "Seen", "expect", "kind_of", "once"]
