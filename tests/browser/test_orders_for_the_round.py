"""Orders for the round in the browser: given, changed, stopped and gone on with, at a desk and by touch."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from accounts.people.special_users import computer_user
from battles.models import GivenRound, Play
from battles.services import open_battle
from battles.talon.play.board import board_of
from battles.talon.play.services.beginning import begin
from battles.talon.play.services.captains import go_on
from engines.talon.set_ups.scenarios import fleets_of
from tests.browser.checks import assert_sound, elsewhere
from tests.people import make_person
from tests.site.plays import one_step

ROUNDS = 3


def in_the_first_round(user: User) -> str:
    """The address of a battle by round against the computer, when the user decides in round 1."""
    battle = open_battle(
        setup=fleets_of(2),
        title="Skirmish",
        place="Open space",
        terran_user=user,
        talon_user=computer_user(),
    )
    play = begin(battle, "round")
    go_on(battle.pk)
    play.refresh_from_db()
    while not board_of(play).round or play.decider != "terran":
        one_step(play)
        go_on(battle.pk)
        play.refresh_from_db()
    return f"/battles/{battle.pk}/play/"


def pressed(place: Locator, phone: bool) -> None:
    """Press it as the device does."""
    if phone:
        place.tap()
    else:
        place.click()


def round_of(page: Page) -> int:
    """The round that the track of the page names."""
    found = re.search(r"[Rr]ound (\d+)", page.locator(".track-title").inner_text())
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "touch"])
def test_rounds_are_ordered_at_once(phone: bool, new_page: Callable[..., Page]) -> None:
    user = elsewhere(make_person, "Halvard")
    path = elsewhere(in_the_first_round, user)
    page = new_page(user, phone=phone)
    page.goto(path)
    assert_sound(page)
    pressed(page.get_by_role("link", name="Orders for the round"), phone)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Orders for round 1")
    assert page.locator("polyline.ordered-course").count() >= 1
    drawn = page.locator("[data-stage]").bounding_box()
    assert drawn
    assert drawn["height"] > 200
    row = page.locator(".round-row").first
    pressed(row.locator("summary"), phone)
    assert_sound(page)
    row.locator("select[name^='mode.']").select_option("hold")
    page.get_by_label("Enemies").select_option("each")
    pressed(page.get_by_role("button", name="Give these orders").first, phone)
    expect(page).to_have_url(re.compile(path + "$"))
    expect(page.locator(".round-now")).to_contain_text("have stopped")
    expect(page.locator(".play-log h3").first).to_be_attached()
    expect(page.locator(".play-log")).to_contain_text("(orders for the round)")
    assert_sound(page)
    given = elsewhere(lambda: bytes(GivenRound.objects.get(draft__side="terran").document))
    assert b'"mode":"hold"' in given
    assert b'"contact":"each"' in given
    asked = 0
    while not page.get_by_role("link", name="View report").is_visible() and round_of(page) < ROUNDS:
        asked += 1
        assert asked < 40
        on = page.get_by_role("button", name="Continue as ordered")
        if on.is_visible():
            pressed(on, phone)
        else:
            pressed(page.get_by_role("link", name="Orders for the round"), phone)
            pressed(page.get_by_role("button", name="Give these orders").first, phone)
        expect(page).to_have_url(re.compile(path + "$"))
    number = int(path.split("/")[2])
    assert elsewhere(lambda: Play.objects.get(battle_id=number).status) == "done"


def test_news_of_the_battle_leaves_what_was_entered(new_page: Callable[..., Page]) -> None:
    user = elsewhere(make_person, "Halvard")
    path = elsewhere(in_the_first_round, user)
    number = int(path.split("/")[2])
    page = new_page(user, phone=True)
    page.goto(f"{path}round/")
    page.get_by_label("Enemies").select_option("each")
    news = page.locator(".round-news .message")
    expect(news).to_have_count(0)
    elsewhere(moved_on, number)
    expect(news).to_be_visible()
    expect(page.get_by_label("Enemies")).to_have_value("each")
    assert_sound(page)
    page.get_by_role("button", name="Update the board").tap()
    expect(news).to_have_count(0)
    expect(page.get_by_label("Enemies")).to_have_value("each")


def moved_on(number: int) -> None:
    """The player orders in another tab, until a line is published."""
    play = Play.objects.get(battle_id=number)
    before = play.number
    while play.number == before:
        one_step(play)
