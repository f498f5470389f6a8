"""A stranger presses one button and reads the report of the first battle: at most six clicks, and ninety seconds."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from battles.models import Battle
from bench.site.workers import worker
from campaign.models import War
from tests.browser.checks import assert_sound

MOST_CLICKS, MOST_SECONDS = 6, 90


class Clicks:
    """Clicks of one person, counted."""

    def __init__(self) -> None:
        self.count = 0

    def on(self, place: Locator) -> None:
        """One click."""
        place.click()
        self.count += 1


def play(page: Page, look: Callable[[str], None]) -> Clicks:
    """From the front page to the first report."""
    clicks = Clicks()
    page.goto("/")
    look("front")
    clicks.on(page.get_by_role("button", name="Play now"))
    expect(page.get_by_role("heading", name="Place your bases")).to_be_visible()
    look("bases")
    clicks.on(page.get_by_role("button", name="Seal"))
    expect(page.get_by_role("heading", name="Buy and assign your fleet")).to_be_visible(timeout=30_000)
    look("fleet")
    clicks.on(page.locator("#proposals button").first)
    expect(page.get_by_text("Ready to seal.")).to_be_visible()
    look("plan")
    clicks.on(page.get_by_role("button", name="Seal"))
    expect(page.get_by_role("heading", name="Your first battles are over")).to_be_visible(timeout=60_000)
    expect(page.locator("#war-now")).to_have_text(re.compile("turn 2"))
    look("war")
    report = page.get_by_role("link", name="View report")
    clicks.on(report.first)
    expect(page).to_have_url(re.compile(r"/battles/\d+/fought/"))
    look("report")
    return clicks


@pytest.mark.long(60)
@pytest.mark.both
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_from_the_front_page_to_the_first_report(new_page, phone: bool) -> None:
    with worker():
        page: Page = new_page(None, phone=phone)
        began = time.monotonic()
        clicks = play(page, lambda _name: None)
        seconds = time.monotonic() - began
        assert clicks.count <= MOST_CLICKS
        assert seconds < MOST_SECONDS
    assert_sound(page)
    guest = User.objects.get(is_guest=True)
    assert War.objects.get(host=guest).seats.filter(user__is_computer=True).exists()
    assert Battle.objects.filter(status="settled").exists()


def test_a_refused_seal_is_read_whole(new_page) -> None:
    """On a phone nothing of the reasons is cut off above the seal."""
    page: Page = new_page(None, phone=True)
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("button", name="Seal").click()
    expect(page.get_by_role("heading", name="Buy and assign your fleet")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Seal").click()
    told = page.locator("#refused")
    expect(told).to_contain_text("must start in the Reserve")
    assert told.evaluate("e => e.scrollHeight - e.clientHeight") <= 1
    assert told.evaluate("e => e.getBoundingClientRect().bottom <= innerHeight")
    assert_sound(page)


def test_a_guest_leaves_a_name_and_keeps_the_war(new_page) -> None:
    page: Page = new_page(None)
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("link", name=re.compile("Sign out")).click()
    expect(page.get_by_text("you lose access to your wars")).to_be_visible()
    expect(page.get_by_label("Give up my wars")).to_be_visible()
    assert_sound(page)
    page.get_by_role("link", name="Create an account first").click()
    page.get_by_label("Callsign").fill("hedwig")
    page.get_by_label("Password").fill("quiet orbits 42")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_text("Welcome, hedwig")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("First Light")).first).to_be_visible()
    page.get_by_role("link", name=re.compile("Sign out")).click()
    page.get_by_role("button", name=re.compile("Sign out")).click()
    page.goto("/accounts/login/")
    page.get_by_label("Callsign or e-mail").fill("hedwig")
    page.get_by_label("Password").fill("quiet orbits 42")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name=re.compile("First Light")).first).to_be_visible()
