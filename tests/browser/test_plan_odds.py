"""The odds of a whole plan at a desk and on a phone: one press, and figures come lane by lane."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from campaign.models import War
from campaign.odds import forecasts as odds
from campaign.odds import played_ahead
from campaign.planning.pages import odds as page_of_odds
from campaign.planning.proposals import playing_out
from tests.browser.checks import assert_sound, elsewhere
from tests.browser.test_odds import worked
from tests.core.table import Table
from tests.people import make_person
from tests.site.wars import make_war, put_state

SHORT = 20


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (odds, played_ahead, page_of_odds, playing_out):
        monkeypatch.setattr(module, "SHORT", SHORT)
    monkeypatch.setattr(odds, "CHUNK_SECONDS", 0.1)


def planning_in_two_sectors() -> War:
    """A war in which a turn is planned, with ships sent to two sectors and one in Reserve."""
    table = Table.midway(
        terran={"Antares": "DD", "Badlands": "CA", "reserve": "SC"},
        talon={"Antares": "FF", "Badlands": "DD"},
        minimum=(0, 0),
        settled_by="worker",
    )
    war = make_war(make_person("anna"), make_person("boris"), settled_by="worker")
    put_state(war, table.war)
    return war


@pytest.mark.parametrize("width", ["desk", "phone"])
def test_one_press_shows_the_odds_of_the_plan(site: str, new_page: Callable[..., Page], width: str) -> None:
    war = elsewhere(planning_in_two_sectors)
    page = new_page(User.objects.get(username="anna"), phone=width == "phone")
    page.goto(f"/wars/{war.pk}/terran/plan/")
    panel = page.get_by_role("region", name="Odds of this plan")
    expect(panel.get_by_role("listitem")).to_have_count(2)
    panel.get_by_role("button", name="Show the odds of this plan").dblclick()
    expect(panel.get_by_role("progressbar")).to_be_in_viewport()
    elsewhere(worked, 1)
    while not elsewhere(worked, 100):
        page.wait_for_timeout(100)
    expect(panel.get_by_text(f"Rough, {SHORT} play-outs.")).to_have_count(2)
    expect(panel.get_by_role("progressbar")).to_have_count(0)
    expect(panel.get_by_role("button")).to_have_count(0)
    panel.get_by_role("link", name="Antares 5", exact=True).click()
    sheet = page.locator("#zone")
    expect(
        sheet.get_by_text(f"Played out against random enemy forces: rough, {SHORT} play-outs.")
    ).to_be_visible()
    sheet.locator("button[value='send/scout/Antares/1']").click()
    expect(panel.get_by_text("Out of date")).to_have_count(1)
    sheet.locator("[data-zone-close]").click()
    expect(panel.get_by_role("button", name="Show the new odds")).to_be_visible()
    assert_sound(page)
