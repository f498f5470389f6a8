"""The planet of the Sector Capital on a phone: it is shown, aimed at with a finger, and destroyed (26.8)."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from battles.models import Play
from tests.browser.checks import assert_sound, elsewhere, overflow
from tests.hand_samples import sector_capital
from tests.people import make_person


def test_the_planet_is_aimed_at_and_destroyed_with_a_finger(new_page: Callable[..., Page]) -> None:
    """26.8, R91: one of two groups hits Eden, which has 49 points already; the page says that Talon has won."""
    user = elsewhere(make_person, "anna")
    play: Play = elsewhere(sector_capital, user, 49)
    page = new_page(user, phone=True)
    page.goto(f"/battles/{play.battle_id}/play/")
    expect(page.locator("[data-table].is-live")).to_be_visible()
    figure = page.locator("[data-stage] [data-figure]")
    expect(figure.locator("text")).to_have_text("49")
    expect(page.locator(".aims")).to_contain_text("damage to Eden: 49 of 50")
    assert_sound(page)
    assert overflow(page) <= 0
    figure.tap(force=True)
    expect(page.locator("[data-above] .is-aimed")).to_have_count(1)
    for _ in range(2):
        page.locator('button[name="order"][data-verb="fire"]:visible').first.tap()
        page.locator("[data-confirm]").tap()
        expect(page.locator("[data-confirm]:visible")).to_have_count(0)
        if "50 of 50" in page.locator(".aims").inner_text():
            break
    expect(page.locator(".aims")).to_contain_text("damage to Eden: 50 of 50")
    expect(figure.locator("text")).to_have_text("50")
    expect(page.locator("#play")).to_contain_text("Talon has destroyed Eden")
