"""A guest's first turns, on the map alone: five by mouse at a desk, two by keys and two by touch on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from bench.site.workers import worker
from campaign.models import War
from tests.browser.player import SETTLING, Player, once
from tests.site.wars import state_of
from tests.thorough import WHOLE

MOST_CLICKS = 8
TURNS = {"mouse": 5, "touch": 2, "keys": 2}
"""How many turns are played by each hand: the second is planned as all later ones are."""
MOST_LOOKS = 50
DUE = "main :is(button:has-text('Engage'), a:has-text('Plan turn'), .ending-title)"
HANDS: dict[str, Callable[[Locator], None]] = {
    "mouse": lambda place: place.click(),
    "touch": lambda place: place.tap(),
    "keys": lambda place: place.press("Enter"),
}


class Guest:
    """A guest with one way to press things; `presses` are counted by turn."""

    def __init__(self, page: Page, hand: str) -> None:
        self.player = Player(page, set(), "phone" if hand == "touch" else "desk")
        self.page, self.hand = page, HANDS[hand]
        self.turns = 5 if WHOLE else TURNS[hand]
        self.presses: dict[int, int] = {}
        self.turn = 1

    def press(self, place: Locator) -> None:
        """Press something, and count it."""
        self.hand(place)
        self.presses[self.turn] = self.presses.get(self.turn, 0) + 1

    def button(self, name: str) -> Locator:
        """A button of the page by the beginning of its words."""
        return self.page.get_by_role("main").get_by_role("button", name=name)


def place_bases(guest: Guest) -> None:
    """The proposal that is filled in, pressed."""
    guest.player.look()
    guest.press(guest.button("Guard the planets"))
    expect(guest.page.get_by_text("Ready to seal: Terran home, Antares 4, Orion 4")).to_be_visible()
    guest.player.look()
    guest.press(guest.button("Seal"))
    expect(guest.page).to_have_url(re.compile("/plan/$"), timeout=30_000)


def plan(guest: Guest) -> None:
    """The first proposal; one ship back from a lane, opened on the map, and out again; then the seal."""
    page = guest.page
    guest.player.look()
    guest.press(page.locator("#proposals button.proposal").first)
    expect(page.locator("#taken")).to_be_visible()
    if guest.turn == 2:
        by_the_lane(guest)
    guest.press(guest.button("Seal"))
    once(lambda: not page.url.endswith("/plan/") or page.get_by_text("sealed").count() > 0, page, 20)


def by_the_lane(guest: Guest) -> None:
    """Send a ship along a lane and back, and close the sheet."""
    page, before = guest.page, dict(guest.presses)
    ours = page.get_by_role("link", name=re.compile("^Your ships in Badlands"))
    lane = page.locator(".star-map a.fleet-link").and_(ours).locator("visible=true")
    guest.press(lane)
    expect(page.locator("#lane")).to_be_visible()
    for way in ("less", "more"):
        with page.expect_response("**/plan/preview/"):
            guest.press(page.locator(f"#lane button[id$=-{way}]:not([aria-disabled])").first)
        expect(page.locator("#desk.htmx-request")).to_have_count(0)
    guest.press(page.get_by_role("link", name="Close"))
    expect(page.locator("#zone")).to_have_count(0)
    guest.presses = before  # a look into a lane is nothing that a turn asks for


def insist(guest: Guest, asked: str | None) -> None:
    """Engage though it is not recommended, if the page asks whether it is meant."""
    sure = guest.page.get_by_role("button", name="Yes, engage")
    gone = guest.page.locator(f"body:not(:has([name=battle][value='{asked}']))")
    expect(sure.or_(gone)).to_be_visible(timeout=60_000)
    if sure.count():
        guest.hand(sure)


def to_the_next_turn(guest: Guest, war: War) -> bool:
    """Engage whenever it is asked; whether the war goes on."""
    page = guest.page
    for _ in range(MOST_LOOKS):
        expect(page.locator(DUE).first).to_be_visible(timeout=90_000)
        if page.locator(".ending-title").count():
            return False
        if page.get_by_role("link", name="Plan turn").count():
            guest.turn = state_of(war).turn
            return guest.turn <= guest.turns
        form = page.locator("form", has=page.locator("[name=battle]")).first
        if not form.count():  # the page has just been refreshed: look at it again
            page.wait_for_timeout(SETTLING)
            continue
        asked = form.locator("[name=battle]").get_attribute("value")
        guest.press(form.get_by_role("button", name="Engage"))
        insist(guest, asked)
        expect(page.locator(f"[name=battle][value='{asked}']")).to_have_count(0, timeout=60_000)
    raise AssertionError("the turn does not end")


@pytest.mark.long(70)
@pytest.mark.parametrize("hand", list(HANDS))
def test_a_guest_plays_the_first_turns_on_the_map(new_page, hand: str) -> None:
    with worker():
        guest = Guest(new_page(None, phone=hand == "touch"), hand)
        guest.player.go("/")
        guest.press(guest.page.get_by_role("button", name="Play now").first)
        expect(guest.page).to_have_url(re.compile("/bases/$"))
        war = War.objects.get()
        guest.presses.clear()
        place_bases(guest)
        going = True
        while going:
            plan(guest)
            going = to_the_next_turn(guest, war)
            if going:
                guest.player.look()
                guest.press(guest.page.get_by_role("link", name="Plan turn").first)
                expect(guest.page).to_have_url(re.compile("/plan/$"))
    assert guest.turn > guest.turns or state_of(war).phase == "over"
    assert max(guest.presses.values()) <= MOST_CLICKS, guest.presses
