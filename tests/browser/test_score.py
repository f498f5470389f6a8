"""The score for life at both widths: what it comes to, what is chosen, and the results one by one."""

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
        expect(page.get_by_role("heading", name="Score for life")).to_be_visible()
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
