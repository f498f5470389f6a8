"""A war over weeks in real browsers: a stranger joins it from the list, and the two agree about its time."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.checks import assert_sound
from tests.people import make_person
from tests.site.wars import make_war

pytestmark = pytest.mark.django_db(transaction=True)


def time_of(page: Page) -> None:
    """Open the page about the war's time, from wherever in the war."""
    page.get_by_role("navigation", name="Pages of this war").get_by_role("link", name="Time").click()
    expect(page.get_by_role("heading", name="Deadlines and time off")).to_be_visible()


def test_strangers_meet_on_the_list_and_agree_about_deadlines_holidays_and_a_pause(new_page) -> None:
    anna: Page = new_page(make_person("Anna"))
    anna.goto("/wars/")
    anna.get_by_role("link", name="Open wars").click()
    anna.get_by_label("Points for each side").select_option("3000")
    anna.get_by_role("button", name="Put it on the list").click()
    expect(anna.get_by_text("Your war", exact=True)).to_be_visible()
    boris: Page = new_page(make_person("Boris"), phone=True)
    boris.goto("/wars/open/")
    expect(boris.get_by_role("main")).to_contain_text("3000 points each")
    boris.locator(".war-card").click()
    boris.get_by_role("button", name="Accept and start").click()
    boris.wait_for_url(re.compile(r"/wars/\d+/(terran|talon)/"))

    time_of(boris)
    boris.get_by_text("Propose other deadlines").click()
    boris.get_by_role("combobox", name="Deadlines").select_option("days:7")
    boris.get_by_role("button", name="Propose").click()
    expect(boris.get_by_role("heading", name="You propose 7 days for each phase")).to_be_visible()
    anna.goto("/wars/")
    anna.get_by_role("link", name="Answer the proposal about deadlines").click()
    anna.get_by_role("button", name="Agree").click()
    expect(anna.get_by_role("main")).to_contain_text("Now: 7 days for each phase")

    anna.get_by_label("Days away, from now").fill("5")
    anna.get_by_role("button", name="Go on holiday").click()
    expect(anna.get_by_role("button", name="I am back")).to_be_visible()
    assert_sound(anna)
    boris.get_by_role("link", name="The war").click()
    expect(boris.locator("#calls")).to_contain_text("Anna is on holiday until")

    time_of(boris)
    boris.get_by_role("button", name="Ask for a pause").click()
    anna.reload()
    anna.get_by_role("button", name="Agree").click()
    expect(anna.get_by_role("heading", name="The war is paused")).to_be_visible()
    boris.get_by_role("link", name="The war").click()
    expect(boris.locator("#calls")).to_contain_text("The war is paused")
    assert_sound(boris)
    boris.get_by_role("button", name="Resume the war").click()
    expect(boris.get_by_role("heading", name="Pause", exact=True)).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_deputy_is_asked_acts_and_is_revoked_while_the_page_is_open(new_page, phone: bool) -> None:
    users = [make_person(name) for name in ("Anna", "Boris", "Carla")]
    war = make_war(users[0], users[1], pace="days:3")
    anna, boris, carla = (new_page(user, phone=phone) for user in users)
    anna.goto(f"/wars/{war.pk}/terran/time/")
    expect(anna.get_by_role("main")).to_contain_text("Whoever accepts sees all your secrets.")
    anna.get_by_label("Callsign").fill("carla")
    anna.get_by_role("button", name="Ask", exact=True).click()
    expect(anna.get_by_role("main")).to_contain_text("You asked Carla to be your deputy.")
    assert_sound(anna)
    carla.goto("/wars/")
    assert_sound(carla)
    carla.get_by_role("link", name="Anna asks you to be their deputy").click()
    assert_sound(carla)
    carla.get_by_role("button", name="Accept").click()
    expect(carla.get_by_role("main")).to_contain_text("You act for Anna as deputy.")
    anna.reload()
    expect(anna.get_by_role("main")).to_contain_text("Carla acts for you.")
    assert_sound(anna)
    boris.goto(f"/wars/{war.pk}/talon/time/")
    expect(boris.get_by_role("main")).to_contain_text("Carla acts for Anna, since")

    carla.goto("/wars/")
    expect(carla.get_by_role("main")).to_contain_text("You act for Anna")
    assert_sound(carla)
    carla.goto(f"/wars/{war.pk}/terran/")
    carla.get_by_role("link", name="What you may do").click()
    expect(carla.get_by_role("button", name="Step down")).to_be_visible()
    assert_sound(carla)

    anna.get_by_role("button", name="Revoke").click()
    expect(anna.get_by_role("button", name="Ask", exact=True)).to_be_visible()
    assert carla.request.get(carla.url).status == 404
    assert carla.request.get(carla.url.replace("/time/", "/")).status == 404


def test_times_are_in_the_zone_of_the_browser_or_the_one_that_was_chosen(new_page) -> None:
    """Browsers of these tests are in Berlin."""
    anna, boris = make_person("Anna"), make_person("Boris")
    war = make_war(anna, boris, pace="weekdays:9:Asia/Tokyo")
    page: Page = new_page(anna)
    page.goto("/wars/")
    page.goto(f"/wars/{war.pk}/terran/time/")
    shown = page.locator(".deadline .when-date")
    expect(shown).to_have_text(re.compile(r"^\d+ \w+ 20\d\d, 0[12]:00 \(Berlin\)$"))
    expect(page.get_by_role("main")).to_contain_text(
        re.compile(r"weekdays at 09:00 \(Tokyo\), which is 0[12]:00 \(Berlin\)")
    )
    anna.refresh_from_db()
    assert anna.browser_zone == "Europe/Berlin"
    page.goto("/settings/")
    page.get_by_label("Times are shown and sent in").select_option("Asia/Tokyo")
    page.get_by_role("region", name="Time zone").get_by_role("button", name="Save").click()
    expect(page.get_by_role("main")).to_contain_text("Saved.")
    assert_sound(page)
    page.goto(f"/wars/{war.pk}/terran/time/")
    expect(shown).to_have_text(re.compile(r", 09:00 \(Tokyo\)$"))
    expect(page.get_by_role("main")).to_contain_text("Now: weekdays at 09:00 (Tokyo).")
