"""What follows each order: cards, berths and lines of the log that have not changed stay where they are on the page."""

from playwright.sync_api import Page, expect

from tests.browser.test_hand_played import Mouse, opened
from tests.people import make_person

MARK = """() => {
    window.drawn = {};
    for (const card of document.querySelectorAll('[id^=card-], [id^=berth-]')) {
        card.kept = true;
        window.drawn[card.id] = card.dataset.drawn;
    }
}"""
KEPT = """() => [...document.querySelectorAll('[id^=card-]')].map((card) => [
    card.kept ?? false, card.textContent.trim() > '', card.dataset.drawn === window.drawn?.[card.id]
])"""


def test_cards_that_have_not_changed_stay_and_none_is_lost(new_page) -> None:
    user = make_person("anna")
    page: Page = new_page(user)
    path = opened(user)
    page.goto(path)
    player = Mouse(page)
    stayed = 0
    for _ in range(12):
        page.evaluate(MARK)
        player.step()
        found = page.evaluate(KEPT)
        assert all(full for _kept, full, _same in found)
        assert [kept for kept, _full, _same in found] == [same for _kept, _full, same in found]
        assert len(found) == 3
        stayed += sum(kept for kept, _full, _same in found)
        expect(page.locator(".play-roster .berth-name")).to_have_count(3)
        expect(page.locator(".log-line:empty")).to_have_count(0)
    assert stayed > 6
    assert page.locator("#--htmx-preserve-pantry--").count() == 0
