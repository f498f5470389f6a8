"""The lifetime score at both widths: what it comes to, past results from one to the other, and a link that shows it."""

from collections.abc import Callable
from datetime import date, timedelta

from playwright.sync_api import Page, expect

from accounts.models import User
from accounts.scores import lifetime
from accounts.scores.lifetime import Facts
from tests.browser.checks import assert_sound, elsewhere
from tests.people import make_person

DAYS = timedelta(days=17)
NOTE = "The underdog scores one extra point (31.9)."


def played(halvard: User, *names: str) -> None:
    """Two years of battles of Halvard against others."""
    others = [make_person(name) for name in names]
    first = date(2024, 11, 2)
    for number in range(40):
        other, side = others[number % 3 % len(others)], ("terran", "talon")[number % 2]
        won = number % 5 in (0, 2, 3)
        kind, way = (("battle", "hand"), ("front", "worker"), ("leg", "table"))[number % 3]
        scenario = "Patton's End" if kind == "leg" else ""
        mode = "" if kind == "leg" else "Last Ship Standing"
        drawn = number % 9 == 8
        lifetime.book(
            source=f"battle:{number}",
            winner=halvard if won else other,
            loser=other if won else halvard,
            points=0 if drawn else 1 + number % 3,
            words="Great victory in a single battle, Open space",
            path=f"/battles/{number}/",
            facts=Facts(
                kind, side, scenario, mode, way, NOTE if number % 4 == 0 else "", first + number * DAYS
            ),
            drawn=drawn,
        )


def test_the_score_is_read_and_chosen_from_at_both_widths(new_page: Callable[..., Page]) -> None:
    halvard = elsewhere(make_person, "Halvard")
    elsewhere(played, halvard, "Ishbel", "Marlow", "Quint")
    for phone in (False, True):
        page = new_page(halvard, phone=phone)
        page.goto("/opponents/")
        expect(page.get_by_role("heading", name="Lifetime score")).to_be_visible()
        expect(page.locator(".line-chart")).to_have_count(2)
        assert_sound(page)
        page.get_by_text("Filter", exact=True).click()
        page.locator("select[name=kind]").select_option(label="Leg of a campaign game")
        page.locator("select[name=year]").select_option(label="2025")
        page.get_by_role("button", name="Show", exact=True).click()
        expect(page.get_by_role("rowheader", name="Leg of a campaign game")).to_be_visible()
        expect(page.get_by_role("rowheader", name="Battle of a war")).to_have_count(0)
        assert_sound(page)
        page.get_by_role("link", name="All results, one by one").click()
        expect(page.get_by_role("heading", name="Results")).to_be_visible()
        expect(page.locator("tbody tr")).to_have_count(7)
        assert_sound(page)
        page.goto("/opponents/Ishbel/")
        assert_sound(page)


def test_a_past_result_goes_from_one_to_the_other_and_back(new_page: Callable[..., Page]) -> None:
    """Entered on a phone, confirmed at a desk from My wars, shown by a link, and taken back by both."""
    halvard, ishbel = elsewhere(make_person, "Halvard"), elsewhere(make_person, "Ishbel")
    mine, theirs = new_page(halvard, phone=True), new_page(ishbel)
    mine.goto("/past-results/")
    mine.get_by_label("Opponent’s callsign").fill("Ishbel")
    mine.get_by_label("Played on").fill("2024-03-31")
    mine.get_by_role("button", name="Ask to confirm").click()
    expect(mine.get_by_text("Choose the degree of the victory.").first).to_be_visible()
    assert_sound(mine)
    expect(mine.get_by_label("Opponent’s callsign")).to_have_value("Ishbel")
    mine.locator("select[name=degree]").select_option(label="Devastating victory")
    mine.get_by_role("button", name="Ask to confirm").click()
    expect(mine.get_by_text("Ishbel is asked to confirm it.")).to_be_visible()
    theirs.goto("/wars/")
    theirs.get_by_text("1 result waits for your answer").click()
    expect(theirs.get_by_role("heading", name="Waits for your answer")).to_be_visible()
    assert_sound(theirs)
    theirs.get_by_role("button", name="Confirm", exact=True).click()
    expect(theirs.get_by_text("It counts in the lifetime score.")).to_be_visible()
    mine.goto("/score/link/")
    mine.get_by_role("button", name="Make a link").click()
    assert_sound(mine)
    shown = new_page()
    shown.goto(mine.get_by_label("Link to the score").input_value())
    expect(shown.get_by_role("rowheader", name="Ishbel")).to_be_visible()
    assert_sound(shown)
    theirs.goto("/opponents/Halvard/")
    theirs.get_by_role("link", name="Past result: Devastating victory").click()
    theirs.get_by_role("button", name="Ask to take it back").click()
    expect(theirs.get_by_text("It counts until the other player agrees to take it back.")).to_be_visible()
    mine.goto("/past-results/")
    mine.get_by_role("button", name="Take it back").click()
    expect(mine.get_by_text("It counts no more.")).to_be_visible()
    mine.goto("/opponents/")
    expect(mine.get_by_text("No scores yet")).to_be_visible()


def test_bad_lines_of_a_file_stay_to_be_corrected(new_page: Callable[..., Page]) -> None:
    elsewhere(make_person, "Ishbel")
    page = new_page(elsewhere(make_person, "Halvard"), phone=True)
    page.goto("/past-results/")
    lines = "date,opponent,class,result\n2024-03-31,Ishbel,war,won\n2024-03-32,Ishbel,war,won\n"
    page.get_by_label("Or as text").fill(lines)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("heading", name="Lines that were not taken")).to_be_visible()
    assert_sound(page)
    text = page.get_by_label("Or as text")
    expect(text).to_have_value("date,opponent,class,result\n2024-03-32,Ishbel,war,won\n")
    text.fill(text.input_value().replace("03-32", "03-30"))
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("1 result entered.")).to_be_visible()
