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
from battles.talon.series.reading import state_of
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
    mine.get_by_label("Deadlines", exact=True).select_option("days:3")
    for scenario, manner in ((1, "hand"), (2, "worker"), (3, "hand days:1")):
        mine.locator(f'select[name="manner_{scenario}"]').select_option(manner)
    assert_sound(mine)
    mine.get_by_role("button", name="Set it up").click()
    mine.get_by_role("button", name="A Chance Encounter: up").click()
    expect(mine.locator(LEGS).first).to_contain_text("A Chance Encounter")
    expect(mine.get_by_label("A Chance Encounter: how it is played")).to_have_value("worker")
    theirs.goto(mine.get_by_label("Link for your opponent").input_value())
    expect(theirs.get_by_text("over days: 1 day for each decision")).to_be_visible()
    assert_sound(theirs)
    theirs.get_by_role("button", name="Accept").click()
    expect(mine.get_by_role("button", name="Begin leg 1")).to_be_visible()
    series = int(re.findall(r"/campaign-games/(\d+)/", mine.url)[0])
    leg_by_captains(theirs, mine, series)
    leg_conceded_on_the_board(mine, theirs, series)
    leg_that_lapses(mine, theirs, series)
    elsewhere(at_a_table, series, ("rival", "rival", "user", "rival", "rival", "rival", "user"))
    theirs.goto(f"/campaign-games/{series}/")
    theirs.get_by_role("button", name="Begin leg 10").click()
    expect(theirs).to_have_url(re.compile(r"/battles/\d+/$"))
    elsewhere(recorded, series, "rival")
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


def at_a_table(series: int, winners: tuple[Player, ...]) -> None:
    """Begins the legs whose turn it is, and enters their results; Patton's End is fought twice."""
    game = Series.objects.get(pk=series)
    for winner in winners:
        leg = state_of(game).next
        assert leg is not None
        begin_leg(series_id=series, user=game.user, number=leg.leg.number)
        recorded(series, winner)


def leg_by_captains(page: Page, other: Page, series: int) -> None:
    """The leg whose turn it is, left to captains from the beginning, and fought by the worker."""
    expect(page.get_by_text("By captains: the computer fights it for both.")).to_be_visible()
    page.get_by_role("button", name="Begin leg 1").click()
    expect(page).to_have_url(re.compile(r"/battles/\d+/$"))
    elsewhere(fought_by_captains, series)
    page.goto(f"/campaign-games/{series}/")
    expect(page.locator(LEGS).first).to_contain_text("victory")
    page.locator(LEGS).first.get_by_role("link", name="victory").click()
    expect(page.get_by_text("Fought by captains").first).to_be_visible()
    expect(other.get_by_role("button", name="Begin leg 2")).to_be_visible()


def fought_by_captains(series: int) -> None:
    """What the worker does; a battle that nobody has won is fought again."""
    game = Series.objects.get(pk=series)
    while True:
        resolve(Resolution.objects.latest("pk").pk)
        if state_of(game).legs[0].result.points is not None:
            return
        begin_leg(series_id=series, user=game.user, number=1)


def leg_conceded_on_the_board(page: Page, other: Page, series: int) -> None:
    """The leg whose turn it is, on the board from the beginning, and conceded by whoever decides."""
    for reader in (page, other):
        reader.goto(f"/campaign-games/{series}/")
    page.get_by_role("button", name="Begin leg 2").click()
    expect(page).to_have_url(re.compile(r"/battles/\d+/play/$"))
    expect(other.get_by_text("This leg is being fought.")).to_be_visible()
    battle = int(re.findall(r"/battles/(\d+)/", page.url)[0])
    decides = page if elsewhere(played_to_a_decision, battle) == "user" else other
    decides.goto(f"/battles/{battle}/play/")
    decides.get_by_text("aptain, draw, concede").click()
    decides.locator('form[aria-label="Draw and concede"] button[value$="concede"]').click()
    confirm = decides.locator("[data-confirm]")
    if confirm.is_visible():
        confirm.click()
    expect(decides.get_by_role("link", name="Back to the campaign game").last).to_be_visible()


def leg_that_lapses(page: Page, other: Page, series: int) -> None:
    """The leg whose turn it is, played over days: a day passes without a decision, and a captain plays on.

    Then both settle it at the table.
    """
    page.goto(f"/campaign-games/{series}/")
    expect(page.get_by_text("over days: 1 day for each decision").first).to_be_visible()
    page.get_by_role("button", name="Begin leg 3").click()
    expect(page).to_have_url(re.compile(r"/battles/\d+/play/$"))
    page.goto(f"/campaign-games/{series}/")
    expect(page.get_by_text("a captain plays on for")).to_be_visible()
    assert_sound(page)
    late = page if elsewhere(deadline_passes, series) == "user" else other
    late.goto(f"/campaign-games/{series}/")
    late.get_by_role("link", name="Go to the battle").click()
    late.get_by_role("link", name="Go to the board").click()
    expect(late.get_by_role("button", name="Take back command", include_hidden=True)).to_have_count(1)
    elsewhere(both_ask_for, Way.TABLE)
    elsewhere(recorded, series, "user")


def deadline_passes(series: int) -> Player:
    """What the worker does once a day has passed in which nobody has decided on the board; who was to decide."""
    play = Play.objects.get(stage=Play.Stage.ON)
    row = SeriesDeadline.objects.get(series=series)
    past = timezone.now() - timedelta(minutes=1)
    SeriesDeadline.objects.filter(pk=row.pk).update(begun_at=past - timedelta(days=1), falls_at=past)
    Play.objects.filter(pk=play.pk).update(moved_at=past - timedelta(days=1))
    assert EXPIRED.attempt(row.pk)
    return player_of(play)


def both_ask_for(way: Way) -> None:
    """Both players ask to settle the last battle that way."""
    battle = Battle.objects.latest("pk")
    for side in SIDES:
        battle.refresh_from_db()
        ask_for(battle_id=battle.pk, side=side, seen_version=battle.version, way=way)


def played_to_a_decision(battle: int) -> Player:
    """Plays the battle on by captains to a moment at which nothing is under way; which player decides there."""
    play = Play.objects.get(battle=battle)
    until(play, number=10)
    while board_of(play).agenda:
        one_step(play)
    return player_of(play)


def player_of(play: Play) -> Player:
    """Which player decides on the board."""
    decides = play.battle.user_of(as_side(play.decider))
    return "user" if decides == play.battle.leg_battle.leg.series.user else "rival"
