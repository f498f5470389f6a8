"""A season is opened on a laptop, signed up for and followed on a phone, and a game of it is decided."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.checks import assert_sound
from tests.people import browser, make_person
from tests.site.clubs.clubs import join, make_club
from tests.site.clubs.seasons import game_of, season_at, won


def test_a_season_from_its_opening_to_a_decision(new_page: Callable[..., Page]) -> None:
    anna, ben, clara = (make_person(name) for name in ("anna", "ben", "clara"))
    club = make_club(anna)
    join(club, ben, clara)
    desk: Page = new_page(anna)
    desk.goto(f"/clubs/{club.pk}/")
    desk.get_by_role("link", name="Open a season").click()
    assert_sound(desk)
    desk.get_by_label("Name").fill("Autumn")
    desk.get_by_role("button", name="Open the season").click()
    expect(
        desk.get_by_text("Pick the one scenario that is played from both sides.", exact=True)
    ).to_be_visible()
    expect(desk.get_by_label("Name")).to_have_value("Autumn")
    desk.get_by_label("The scenarios picked below").check()
    desk.get_by_label(re.compile(r"^\s*1: ")).check()
    desk.get_by_label("At a table").check()
    desk.get_by_role("button", name="Open the season").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Autumn")
    desk.get_by_role("button", name="Sign up").click()
    expect(desk.get_by_role("heading", name="You take part")).to_be_visible()
    season = season_at(desk.url)
    browser(clara).post(f"{season.get_absolute_url()}entry/", {"do": "up"})
    phone: Page = new_page(ben, phone=True)
    phone.goto(f"/clubs/{club.pk}/")
    phone.get_by_role("link", name="Autumn").click()
    assert_sound(phone)
    phone.get_by_role("button", name="Sign up").click()
    expect(phone.get_by_role("button", name="Take my entry back")).to_be_visible()
    desk.reload()
    assert_sound(desk)
    desk.get_by_role("button", name="Start with 3 players").click()
    expect(desk.get_by_text("anna has a bye")).to_be_visible()
    assert_sound(desk)
    phone.reload()
    expect(phone.get_by_role("heading", name="Your games")).to_be_visible()
    assert_sound(phone)
    for page in (desk, phone):
        page.get_by_role("button", name="Make an address").click()
        address = page.get_by_label("Address of your calendar")
        expect(address).to_have_value(re.compile(r"/clubs/calendar/[\w-]{43}\.ics$"))
        expect(page.get_by_role("button", name="Copy")).to_be_visible()
        assert_sound(page)
    phone.get_by_role("button", name="Withdraw the address").click()
    expect(phone.get_by_text("The address leads nowhere now.")).to_be_visible()
    expect(phone.get_by_role("button", name="Make an address")).to_be_visible()
    phone.get_by_role("link", name="Round 1: you play clara").click()
    expect(phone.get_by_role("link", name="Autumn, Thursday Fleet")).to_be_visible()
    assert_sound(phone)
    won(game_of(season, "clara", "ben"), "ben")
    phone.get_by_role("link", name="Autumn, Thursday Fleet").click()
    expect(phone.get_by_text("ben, great victory, confirmed by the other side")).to_be_visible()
    assert_sound(phone)
    phone.get_by_role("link", name="Autumn, round 1").click()
    desk.reload()
    desk.get_by_role("link", name=re.compile("clara – ben|ben – clara")).first.click()
    desk.get_by_text("Decide this game").click()
    desk.get_by_label("counts as drawn").check()
    desk.get_by_label("Why").fill("The clock stood still.")
    desk.get_by_role("button", name="Decide", exact=True).click()
    expect(desk.get_by_text("The clock stood still.")).to_be_visible()
    assert_sound(desk)
    phone.reload()
    expect(phone.get_by_text("Decided by an organiser")).to_be_visible()
    row = phone.locator("tr", has=phone.locator("summary", has_text="ben"))
    row.locator("summary").click()
    expect(row.get_by_text("Counts as drawn")).to_be_visible()
    assert_sound(phone)
