"""One battle in two tabs: the one that is behind says that its order was not taken, and shows how the battle stands."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.checks import elsewhere
from tests.browser.test_hand_played import Finger, opened
from tests.people import make_person

DEAF = "window.EventSource = class extends EventTarget { close() {} }"  # a tab that hears of no news
MOVED_ON = "The battle has moved on since you loaded the page."
REFRESH = (
    """() => htmx.ajax("GET", location.pathname, { source: "#play", target: "#play", swap: "innerHTML" })"""
)
FIRE_ALL = """async (orders) => {
    const found = performance.getEntriesByType("resource").find((one) => one.name.includes("hexboard/send"));
    (await import(found.name)).fireAll("", orders);
}"""


def test_a_tab_that_is_behind_says_so_and_catches_up(new_page: Callable[..., Page]) -> None:
    user = elsewhere(make_person, "Halvard")
    page, path = new_page(user, phone=True), elsewhere(opened, user)
    page.goto(path)
    ahead = Finger(page)
    while not ahead.shown("[data-table][data-now=ap]").count():
        ahead.step()
    other = page.context.new_page()
    other.add_init_script(DEAF)
    other.goto(path)
    behind = Finger(other)
    expect(other.locator("[data-table].is-live")).to_have_attribute("data-as", ahead.moment())

    ahead.step()
    other.evaluate(FIRE_ALL, ["talon wait", "terran done"])
    said = other.get_by_text(MOVED_ON)
    expect(said).to_be_in_viewport()
    expect(other.locator("[data-table].is-live:not(.is-sending)")).to_have_attribute(
        "data-as", ahead.moment()
    )
    ahead.step()
    other.evaluate(REFRESH)
    expect(other.locator("[data-table].is-live")).to_have_attribute("data-as", ahead.moment())
    expect(said).to_be_in_viewport()
    behind.step()
    expect(said).to_have_count(0)
