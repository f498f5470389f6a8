"""Two clubs meet as teams: one challenges on a laptop, the other answers on a phone, and the boards are fought."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from battles.talon.series import following
from clubs.models import Board, Match
from tests.browser.checks import assert_sound
from tests.campaign_games import win
from tests.people import make_person
from tests.site.clubs.clubs import join, make_club


def test_two_clubs_meet_on_two_boards(new_page: Callable[..., Page]) -> None:
    anna, ben, dora, emil = (make_person(name) for name in ("anna", "ben", "dora", "emil"))
    home, away = make_club(anna), make_club(dora, "Friday Fleet")
    join(home, ben)
    join(away, emil)
    desk: Page = new_page(anna)
    desk.goto(f"/clubs/{home.pk}/")
    desk.get_by_role("link", name="Challenge a club").click()
    assert_sound(desk)
    desk.get_by_label("Which club").select_option("Friday Fleet")
    desk.get_by_label("Boards", exact=True).select_option("2")
    desk.get_by_role("button", name="Send the challenge").click()
    expect(desk.locator(".field-error")).to_have_text(
        ["Enter a name.", "Pick the one scenario that is played from both sides."]
    )
    expect(desk.get_by_label("Which club")).to_have_value(str(away.pk))
    desk.get_by_label("Name").fill("Derby")
    desk.get_by_label("The scenarios picked below").check()
    desk.get_by_label(re.compile(r"^\s*1: ")).check()
    desk.get_by_label("At a table").check()
    desk.get_by_role("button", name="Send the challenge").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Derby")
    assert_sound(desk)
    phone: Page = new_page(dora, phone=True)
    phone.goto(f"/clubs/{away.pk}/")
    phone.get_by_role("link", name=re.compile("Derby")).click()
    assert_sound(phone)
    phone.get_by_role("button", name="Accept for Friday Fleet").click()
    named(phone, "dora", "dora")
    expect(phone.get_by_text("This player is named twice.")).to_be_visible()
    assert_sound(phone)
    named(phone, "dora", "emil")
    expect(phone.get_by_text("Friday Fleet has named its team.")).to_be_visible()
    desk.reload()
    expect(desk.get_by_text("Friday Fleet has named its team.")).to_be_visible()
    expect(desk.get_by_text("emil")).to_have_count(0)
    named(desk, "anna", "ben")
    for page in (desk, phone):
        page.reload()
        expect(page.get_by_role("heading", name="Boards")).to_be_visible()
        expect(page.get_by_role("row", name=re.compile("Board 2 .*emil.*ben"))).to_be_visible()
        assert_sound(page)
    match = Match.objects.get()
    for number, winner in ((1, anna), (2, emil)):
        series = Board.objects.get(match=match, number=number).series
        assert series is not None
        battle = following.begin_leg(series_id=series.pk, user=series.user, number=1)
        win(battle, "user" if series.user == winner else "rival", series=series)
    phone.reload()
    expect(phone.get_by_role("heading", name="Result")).to_be_visible()
    expect(phone.get_by_role("row", name=re.compile("Thursday Fleet 2 1 0 1"))).to_be_visible()
    assert_sound(phone)
    desk.reload()
    desk.get_by_role("row", name=re.compile("Board 1 ")).get_by_role("link").first.click()
    expect(desk.get_by_text("anna plays for Thursday Fleet, dora for Friday Fleet.")).to_be_visible()
    assert_sound(desk)


def named(page: Page, *players: str) -> None:
    """Name a team, from board 1 on."""
    for number, player in enumerate(players, 1):
        page.get_by_label(f"Board {number}").select_option(player)
    page.get_by_role("button", name="Name the team").click()
