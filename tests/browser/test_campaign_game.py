"""A campaign game between two people in their browsers: its legs fought in every way.

One leg lapses, and one result is taken back (28, S88).
"""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from battles.models import Battle, Play, Resolution, Series, SeriesDeadline, Way
from battles.services import ask_for, resolve
from battles.talon.play.board import board_of
from battles.talon.series.deadlines import EXPIRED
from battles.talon.series.following import begin_leg
from engines.seam.series import Player
from engines.seam.sides import SIDES, as_side
from tests.browser.checks import assert_sound, elsewhere
from tests.campaign_games import win, win_at_patton
from tests.people import make_person
from tests.site.plays import one_step, until

LEGS = "section[aria-labelledby='legs'] tbody tr"


def recorded(series: int, by: Player) -> None:
    """Enters and confirms the result of the leg at a table that is under way."""
    row = Series.objects.get(pk=series)
    battle = Battle.objects.filter(leg_battle__leg__series=row).latest("pk")
    how = win_at_patton if battle.leg_battle.leg.pair else win
    how(battle, by, series=row)


@pytest.mark.both
def test_ten_legs_to_the_final_score(new_page: Callable[..., Page]) -> None:
    halvard, ishbel = elsewhere(make_person, "Halvard"), elsewhere(make_person, "Ishbel")
    mine: Page = new_page(halvard, phone=True)
    theirs: Page = new_page(ishbel)
    mine.goto("/campaign-games/")
    mine.get_by_label("Those picked below").check()
    for number in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12):
        mine.locator(f'input[name="scenarios"][value="{number}"]').check()
    mine.get_by_label("A friend, by link").check()
    mine.get_by_text("More:").click()
    mine.get_by_label("At a table: enter each result here").check()
    mine.get_by_label("Deadlines", exact=True).select_option("days:1")
    assert_sound(mine)
    mine.get_by_role("button", name="Set it up").click()
    mine.get_by_role("button", name="A Chance Encounter: up").click()
    expect(mine.locator("tbody tr").first).to_contain_text("A Chance Encounter")
    theirs.goto(mine.get_by_label("Link for your opponent").input_value())
    assert_sound(theirs)
    theirs.get_by_role("button", name="Accept").click()
    expect(mine.get_by_role("button", name="Begin leg 1")).to_be_visible()
    series = int(re.findall(r"/campaign-games/(\d+)/", mine.url)[0])
    leg_by_captains(theirs, mine)
    leg_conceded_on_the_board(mine, theirs)
    leg_that_lapses(mine, series)
    for leg in (4, 4, 5, 6, 7, 8, 9, 10):
        theirs.get_by_role("button", name=f"Begin leg {leg}", exact=True).click()
        expect(theirs).to_have_url(re.compile(r"/battles/\d+/$"))
        elsewhere(recorded, series, "user" if leg in (5, 9) else "rival")
        theirs.goto(f"/campaign-games/{series}/")
    for page in (mine, theirs):
        page.goto(f"/campaign-games/{series}/")
        expect(page.get_by_text("What each leg brought")).to_be_visible()
        assert_ends_by_its_legs(page, "Halvard" if page is mine else "Ishbel")
        assert_sound(page)
    last = theirs.locator(LEGS).last
    last.get_by_role("link", name="Ishbel, devastating victory").click()
    theirs.get_by_role("button", name="Wrong result? Take it back").click()
    expect(theirs.get_by_text("You ask to take the result back.")).to_be_visible()
    mine.locator(LEGS).last.get_by_role("link", name="Ishbel").click()
    mine.get_by_role("button", name="Take it back", exact=True).click()
    expect(mine).to_have_url(re.compile(r"/battles/\d+/report/"))
    theirs.goto(f"/campaign-games/{series}/")
    expect(theirs.get_by_text("This leg is being fought.")).to_be_visible()
    elsewhere(recorded, series, "user")
    expect(theirs.get_by_role("row").filter(has_text="counts double").get_by_text("6 : 0")).to_be_visible()
    user, rival = assert_ends_by_its_legs(theirs, "Ishbel")
    theirs.goto("/opponents/Halvard/")
    won = theirs.get_by_text("Campaign game won: Campaign game")
    expect(won).to_have_count(0 if user == rival else 1)


def leg_points(page: Page) -> list[tuple[int, int]]:
    """The points of every leg, as the table shows them."""
    cells = page.locator("section[aria-labelledby='legs'] td.num").all_inner_texts()
    found = [re.findall(r"\d+", cell) for cell in cells]
    return [(int(one[0]), int(one[1])) for one in found]


def assert_ends_by_its_legs(page: Page, reader: str) -> tuple[int, int]:
    """The score is the sum of ten legs, and the page says who has won by it; both scores."""
    expect(page.locator(".series-said").first).to_contain_text(re.compile("won|level"))
    legs = leg_points(page)
    assert len(legs) == 10
    user, rival = (sum(leg[place] for leg in legs) for place in (0, 1))
    expect(page.locator(".series-points")).to_have_text(f"{user} : {rival}")
    names = {"Halvard": user, "Ishbel": rival}
    winner = max(names, key=lambda name: names[name])
    said = "You have" if winner == reader else f"{winner} has"
    words = "ended level" if user == rival else f"{said} won the campaign game"
    expect(page.locator(".series-said").first).to_contain_text(words)
    return user, rival


def leg_that_lapses(page: Page, series: int) -> None:
    """The leg whose turn it is, in which nobody enters a result: the deadline passes, and captains fight it."""
    page.goto(f"/campaign-games/{series}/")
    page.get_by_role("button", name="Begin leg 3").click()
    expect(page).to_have_url(re.compile(r"/battles/\d+/$"))
    page.goto(f"/campaign-games/{series}/")
    expect(page.get_by_text("captains fight leg 3 for both players")).to_be_visible()
    assert_sound(page)
    elsewhere(deadline_passes, series)
    page.goto(f"/campaign-games/{series}/")
    expect(page.locator(LEGS).nth(2)).to_contain_text(re.compile("victory"))


def deadline_passes(series: int) -> None:
    """What the worker does once the deadline has passed; a leg without a winner is fought again at a table."""
    row = SeriesDeadline.objects.get(series=series)
    past = timezone.now() - timedelta(minutes=1)
    SeriesDeadline.objects.filter(pk=row.pk).update(begun_at=past - timedelta(days=1), falls_at=past)
    assert EXPIRED.attempt(row.pk)
    resolve(Resolution.objects.latest("pk").pk)
    game = Series.objects.get(pk=series)
    result = game.legs.get(number=3).battles.get().battle.result_document
    if result is None or result.winner is None:
        begin_leg(series_id=series, user=game.user, number=3)
        recorded(series, "user")


def leg_by_captains(page: Page, other: Page) -> None:
    """The leg whose turn it is, which both agree to leave to captains, fought by the worker."""
    page.get_by_role("button", name="Begin leg 1").click()
    expect(page).to_have_url(re.compile(r"/battles/\d+/$"))
    elsewhere(both_ask_for, Way.WORKER)
    elsewhere(fought_by_captains)
    page.reload()
    expect(page.get_by_text("Fought by captains").first).to_be_visible()
    page.get_by_role("link", name="Back to the campaign game").last.click()
    expect(other.get_by_role("button", name="Begin leg 2")).to_be_visible()


def both_ask_for(way: Way) -> None:
    """Both players ask to settle the last battle that way."""
    battle = Battle.objects.latest("pk")
    for side in SIDES:
        battle.refresh_from_db()
        ask_for(battle_id=battle.pk, side=side, seen_version=battle.version, way=way)


def fought_by_captains() -> None:
    """What the worker does."""
    resolve(Resolution.objects.get().pk)


def leg_conceded_on_the_board(page: Page, other: Page) -> None:
    """The leg whose turn it is, taken to the browser by both, and conceded by whoever decides."""
    page.get_by_role("button", name="Begin leg 2").click()
    expect(page).to_have_url(re.compile(r"/battles/\d+/$"))
    elsewhere(both_ask_for, Way.HAND)
    expect(other.get_by_text("This leg is being fought.")).to_be_visible()
    battle = int(re.findall(r"/battles/(\d+)/", page.url)[0])
    decides = page if elsewhere(played_to_a_decision, battle) == "user" else other
    decides.goto(f"/battles/{battle}/play/")
    decides.get_by_text("aptain, draw, concede").click()
    decides.locator('form[aria-label="Draw and concede"] button[value$="concede"]').click()
    confirm = decides.locator("[data-confirm]")
    if confirm.is_visible():
        confirm.click()
    decides.get_by_role("link", name="Back to the campaign game").last.click()
    waits = other if decides is page else page
    waits.goto(decides.url)


def played_to_a_decision(battle: int) -> str:
    """Plays the battle on by captains to a moment at which nothing is under way; which player decides there."""
    play = Play.objects.get(battle=battle)
    until(play, number=10)
    while board_of(play).agenda:
        one_step(play)
    side = play.battle.user_of(as_side(play.decider))
    return "user" if side == play.battle.leg_battle.leg.series.user else "rival"
