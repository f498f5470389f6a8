"""A notice on an open page when something new waits for its reader, and the number in the title."""

import re

import pytest
from playwright.sync_api import Request, Route, expect

from campaign.models import War
from tests.browser.checks import assert_sound
from tests.browser.player import once
from tests.people import make_person
from tests.site.wars import make_war, play_until

pytestmark = pytest.mark.django_db(transaction=True)
NOTICE = "#new-waiting .message"


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_another_war_that_waits_is_announced_until_dismissed(new_page, phone: bool) -> None:
    anna, boris = make_person("anna"), make_person("boris")
    war: War = make_war(anna, boris)
    page = new_page(anna, phone=phone)
    page.goto(f"/wars/{war.pk}/terran/history/")
    title = page.title()
    expect(page.locator(NOTICE)).to_have_count(0)
    other = make_war(boris, anna, name="Second <Front>")
    expect(page.locator(NOTICE)).to_contain_text("Your turn: Place your bases · Second <Front>")
    assert page.title() == f"(1) {title}"
    link = page.locator(NOTICE).get_by_role("link")
    assert link.get_attribute("href") == f"/wars/{other.pk}/talon/bases/"
    assert_sound(page)
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator(NOTICE)).to_have_count(0)
    assert page.title() == title
    assert not page.locator("[data-live-state].is-shown").count()


def test_the_list_of_ones_wars_shows_it_without_a_notice(new_page) -> None:
    anna, boris = make_person("anna"), make_person("boris")
    page = new_page(anna)
    page.goto("/wars/")
    make_war(boris, anna, name="Second Front")
    expect(page.get_by_text("Place your bases")).to_be_visible()
    expect(page.locator("[data-waiting]")).to_have_text("1 waiting")
    expect(page.locator(NOTICE)).to_have_count(0)


def test_the_page_of_a_war_shows_what_waits_there_without_a_notice(new_page) -> None:
    anna, boris = make_person("anna"), make_person("boris")
    war: War = make_war(anna, boris)
    page = new_page(anna, phone=True)
    page.goto(f"/wars/{war.pk}/terran/")
    play_until(war, phase="planning")
    expect(page.locator("#calls")).to_contain_text("Plan this turn")
    expect(page.locator("[data-waiting]")).to_have_attribute(
        "data-waiting-path", f"/wars/{war.pk}/terran/plan/"
    )
    expect(page.locator(NOTICE)).to_have_count(0)
    make_war(boris, anna, name="Second Front")
    expect(page.locator(NOTICE)).to_contain_text("Second Front")


def test_the_rest_of_the_page_does_not_load_again(new_page) -> None:
    anna, boris = make_person("anna"), make_person("boris")
    war: War = make_war(anna, boris)
    page = new_page(anna)
    page.goto(f"/wars/{war.pk}/terran/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    make_war(boris, anna)
    expect(page.locator(NOTICE)).to_be_visible()
    assert not [url for url in asked if "part=calls" in url or "part=board" in url]


ASKS_AGAIN = """() => {
    const calls = document.querySelector('#calls');
    const asks = `hx-get='${calls.dataset.refreshUrl}' hx-target='#calls' hx-trigger='every 100ms'`;
    calls.insertAdjacentHTML('beforeend', `<p ${asks}>The computer goes on</p>`);
    htmx.process(calls);
}"""


def test_what_asks_again_and_is_drawn_anew_by_news_takes_its_request_along(new_page) -> None:
    """As where the computer goes on. A late answer would be put where nothing is, an error on the console."""
    anna, boris = make_person("anna"), make_person("boris")
    war: War = make_war(anna, boris)
    page = new_page(anna)
    page.goto(f"/wars/{war.pk}/terran/")
    held: list[Route] = []
    given_up: list[Request] = []
    page.on("requestfailed", lambda request: given_up.append(request))  # noqa: PLW0108 - Playwright writes to it
    page.route(re.compile("part=calls"), lambda route: route.continue_() if held else held.append(route))
    page.evaluate(ASKS_AGAIN)
    once(lambda: len(held) == 1, page)
    play_until(war, phase="planning")
    expect(page.locator("#calls")).to_contain_text("Plan this turn")
    once(lambda: held[0].request in given_up, page)
