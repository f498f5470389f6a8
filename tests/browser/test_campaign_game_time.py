"""A campaign game of two people in their browsers: a holiday, other deadlines, a pause, out to a file and in."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from battles.models import Series
from tests.browser.checks import assert_sound, elsewhere
from tests.campaign_games import begin, between, win
from tests.people import browser, make_person


def under_way() -> tuple[User, User, Series]:
    """A campaign game whose second leg is being fought."""
    halvard, ishbel = make_person("Halvard"), make_person("Ishbel")
    series = between(halvard, ishbel, 1, 3, 5, pace="days:2")
    win(begin(browser(halvard), series, 1), "user", series=series)
    begin(browser(ishbel), series, 2)
    return halvard, ishbel, series


@pytest.mark.both_at_night
def test_time_is_agreed_on_and_the_game_filed(new_page: Callable[..., Page], tmp_path: Path) -> None:
    halvard, ishbel, series = elsewhere(under_way)
    mine: Page = new_page(halvard, phone=True)
    theirs: Page = new_page(ishbel)
    for page in (mine, theirs):
        page.goto(f"/campaign-games/{series.pk}/")
        page.get_by_role("link", name="Time", exact=True).click()
        assert_sound(page)
    mine.get_by_label("Days away, from now").fill("5")
    mine.get_by_role("button", name="Go on holiday").click()
    expect(mine.get_by_text("Your deadlines stand still.").last).to_be_visible()
    mine.get_by_text("Propose other deadlines").click()
    mine.locator("select[name=pace]").select_option("days:7")
    mine.get_by_role("button", name="Propose").click()
    expect(mine.get_by_role("heading", name="You propose 7 days for each step")).to_be_visible()
    theirs.goto(f"/campaign-games/{series.pk}/")
    expect(theirs.get_by_text("Halvard is on holiday until")).to_be_visible()
    theirs.get_by_role("link", name="Answer").click()
    theirs.get_by_role("button", name="Agree").click()
    expect(theirs.get_by_text("7 days for each step").first).to_be_visible()
    theirs.get_by_role("button", name="Ask for a pause").click()
    mine.reload()
    mine.get_by_role("button", name="Agree").click()
    expect(mine.get_by_role("heading", name="The campaign game is paused")).to_be_visible()
    for page in (mine, theirs):
        page.goto(f"/campaign-games/{series.pk}/")
        assert_sound(page)
    with theirs.expect_download() as download:
        theirs.get_by_role("link", name="Export the campaign game as a file").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    theirs.get_by_role("button", name="Resume the campaign game").click()
    mine.reload()
    expect(mine.get_by_text("This leg is being fought.")).to_be_visible()
    mine.goto("/campaign-games/")
    mine.get_by_role("link", name="Import", exact=True).click()
    assert_sound(mine)
    mine.get_by_label("File of a campaign game").set_input_files(file)
    mine.get_by_role("button", name="Check and import").click()
    expect(mine.get_by_text("It was not over yet.")).to_be_visible()
    expect(mine.locator(".series-points")).to_have_text("2 : 0")
    assert_sound(mine)
