"""Odds at a desk and on a phone: asked with the doctrine of the form, they get better on the page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from campaign.models import ForecastChunk, War
from campaign.odds import forecasts as odds
from engines.seam.sides import SIDES
from tests.browser.checks import assert_sound, elsewhere
from tests.core.table import Table
from tests.people import make_person
from tests.site.campaign.engaging.test_answers import war_at
from tests.site.wars import make_war, put_state

SIZES = ["desk", "phone"]
FEW = 40


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "MOST", FEW)
    monkeypatch.setattr("campaign.odds.words.MOST", FEW)


def worked(pieces: int) -> int:
    """How many pieces a worker has done, so many at the most."""
    done = 0
    while done < pieces and (row := ForecastChunk.objects.filter(status="queued").order_by("case").first()):
        done += odds.play_out_chunk(row.pk)
    return done


@pytest.mark.parametrize("width", SIZES)
def test_odds_come_and_get_better(site: str, new_page: Callable[..., Page], width: str, monkeypatch) -> None:
    monkeypatch.setattr(odds, "CHUNK_SECONDS", 0.1)
    war = elsewhere(lambda: war_at("BB, DD", "DN, FF, FF", settings={"settled_by": "worker"}))
    page = new_page(User.objects.get(username="anna"), phone=width == "phone")
    page.goto(f"/wars/{war.pk}/{SIDES[0]}/")
    page.get_by_text("How your captain fights").click()
    page.get_by_role("radio", name="Preserve the fleet").check()
    page.get_by_role("button", name="Show the odds").click()
    panel = page.get_by_role("region", name="Odds at Antares 5")
    expect(panel.get_by_text("Your captain: Preserve the fleet.")).to_be_visible()
    while not elsewhere(worked, 1):
        page.wait_for_timeout(100)
    elsewhere(worked, 100)
    expect(panel.get_by_text(f"have fought this battle {3 * FEW} times")).to_be_visible()
    expect(panel.get_by_role("row", name="You win", exact=False).first).to_be_visible()
    expect(panel.get_by_role("progressbar")).to_have_count(0)
    assert_sound(page)


@pytest.mark.parametrize("together", [False, True], ids=["one", "several"])
@pytest.mark.parametrize("width", SIZES)
def test_the_sentence_and_the_three_doctrines_are_seen_without_scrolling(
    site: str, new_page: Callable[..., Page], width: str, together: bool
) -> None:
    """With one battle, the two answers stand below them."""
    agreed = {"settled_by": "worker", **({"reveal": "together"} if together else {})}
    war = elsewhere(lambda: war_at("BB", "BC, CL, CL", everywhere=together, settings=agreed))
    page = new_page(User.objects.get(username="anna"), phone=width == "phone")
    page.goto(f"/wars/{war.pk}/{SIDES[0]}/")
    table = page.locator(".outlook-table").first
    expect(table.get_by_role("row")).to_have_count(4)
    box = table.bounding_box()
    end = page.locator("footer" if together else ".both-answers").bounding_box()
    assert box is not None
    assert end is not None
    assert box["y"] + box["height"] <= (page.evaluate("innerHeight") if together else end["y"])
    expect(page.get_by_text("You win ", exact=False).first).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("concedes before anybody fires").first).to_be_visible()
    assert_sound(page)


@pytest.mark.parametrize("width", SIZES)
def test_two_doctrines_stand_beside_each_other(
    site: str, new_page: Callable[..., Page], width: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "CHUNK_SECONDS", 0.1)
    war = elsewhere(lambda: war_at("DD", "FF, FF", settings={"settled_by": "worker"}))
    page = new_page(User.objects.get(username="anna"), phone=width == "phone")
    page.goto(f"/wars/{war.pk}/{SIDES[0]}/")
    page.get_by_role("radio", name="Fight and withdraw").check()
    page.get_by_label("Compare the odds with").select_option("Hold the field")
    page.get_by_role("button", name="Show the odds").click()
    panel = page.get_by_role("region", name="Odds at Antares 5")
    expect(panel.get_by_text("Fight and withdraw, compared with Hold the field.")).to_be_visible()
    while not elsewhere(worked, 1):
        page.wait_for_timeout(100)
    elsewhere(worked, 200)
    expect(panel.get_by_text(f"have fought this battle {6 * FEW} times")).to_be_visible()
    expect(panel.get_by_role("row", name="Difference", exact=False)).to_have_count(2)
    assert_sound(page)


def test_without_a_script_there_is_a_page(site: str, new_page: Callable[..., Page]) -> None:
    war = elsewhere(lambda: war_at("DD", "FF, FF", settings={"settled_by": "worker"}))
    page = new_page(User.objects.get(username="anna"), java_script_enabled=False)
    page.goto(f"/wars/{war.pk}/{SIDES[0]}/")
    page.get_by_role("button", name="Show the odds").click()
    expect(page.get_by_role("heading", name="Odds at Antares 5", level=1)).to_be_visible()
    elsewhere(worked, 100)
    page.get_by_role("button", name="Show the newest figures").click()
    expect(page.get_by_text(f"have fought this battle {3 * FEW} times")).to_be_visible()
    page.get_by_role("link", name="Back to the decision").click()
    expect(page.get_by_text(f"have fought this battle {3 * FEW} times")).to_be_visible()


def test_ships_are_set_where_the_player_says_so_and_a_front_is_asked_about_from_its_sheet(
    site: str, new_page: Callable[..., Page]
) -> None:
    """The steppers are hidden for every other assumption."""
    war = elsewhere(planning_at_antares)
    page = new_page(User.objects.get(username="anna"), phone=True)
    page.goto(f"/wars/{war.pk}/terran/plan/?zone=Antares/5")
    page.locator("#lane").get_by_role("link", name="More").click()
    page.get_by_role("radio", name="Random").check()
    frigates = page.get_by_label("Frigates", exact=True)
    expect(page.get_by_role("radio", name="Random")).to_be_checked()
    expect(frigates).to_be_hidden()
    page.get_by_role("radio", name="Ships you set").check()
    expect(frigates).to_be_visible()
    assert_sound(page)
    page.get_by_role("radio", name="Nothing comes").check()
    page.get_by_role("button", name="Show the odds").click()
    expect(page.get_by_text("You win without a fight.")).to_be_visible()
    assert_sound(page)


def planning_at_antares() -> War:
    """A war in which a turn is planned, with a destroyer sent to Antares."""
    table = Table.midway(
        terran={"Antares": "DD"}, talon={"Antares": "FF"}, minimum=(0, 0), settled_by="worker"
    )
    war = make_war(make_person("anna"), make_person("boris"), settled_by="worker")
    put_state(war, table.war)
    return war
