"""A wrong result in real browsers: one player corrects it at a desk, the other agrees on a phone."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from campaign.corrections.correcting import propose
from campaign.models import Engagement, Entry, War
from campaign.rules.orders import Fit
from tests.browser.checks import assert_sound, elsewhere
from tests.people import make_person
from tests.site.campaign.corrections.test_fitting import fitting
from tests.site.wars import make_war, play_until, user_of

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = {"terran": "Terran", "talon": "Talon"}


def played() -> tuple[War, Engagement]:
    """A war whose third turn is planned, and the first battle that somebody won."""
    war = make_war(make_person("anna"), make_person("ben"))
    play_until(war, phase="planning", turn=3, random=Random(4))
    fought = Engagement.objects.filter(war=war, outcome="fought").exclude(winner="").select_related("battle")
    return war, fought.earliest("number")


def test_a_wrong_winner_is_put_right(new_page) -> None:
    war, wrong = elsewhere(played)
    seats = {seat.side: seat.user for seat in elsewhere(lambda: list(war.seats.select_related("user")))}
    anna: Page = new_page(seats["terran"])
    anna.goto(f"/wars/{war.pk}/terran/history/?turn={wrong.turn}")
    anna.locator(f"#battle-{wrong.number}").get_by_role("link", name="Wrong result?").click()
    right = "talon" if wrong.winner == "terran" else "terran"
    anna.locator(f"label.outcome:has(input[value={right}])").click()
    anna.get_by_role("button", name="Show what it changes").click()
    expect(anna.get_by_role("heading", name="What this changes")).to_be_visible()
    assert_sound(anna)
    anna.get_by_role("button", name="Propose to ben").click()
    expect(anna.get_by_role("heading", name="You propose another result")).to_be_visible()

    ben: Page = new_page(seats["talon"], phone=True)
    ben.goto("/wars/")
    ben.get_by_role("link", name="Answer the corrected result").click()
    expect(ben.get_by_role("heading", name="anna proposes another result")).to_be_visible()
    assert_sound(ben)
    ben.get_by_role("button", name="Agree").click()
    expect(ben.get_by_text("Agreed. The result is corrected.")).to_be_visible()
    expect(ben.get_by_role("heading", name=re.compile("^Recorded"))).to_be_visible()
    expect(ben.get_by_role("main")).to_contain_text(f"{NAMES[right]} held the field")
    assert elsewhere(Entry.objects.filter(war=war, kind="amend").count) == 1


def fitted() -> tuple[War, int]:
    """A war whose fourth turn is planned, in which Terran proposes to go back and on with fitted plans."""
    war = make_war(make_person("anna"), make_person("ben"))
    play_until(war, phase="planning", turn=4, random=Random(4))
    found, report = fitting(war)
    war.refresh_from_db()
    anna = user_of(war, "terran")
    assert anna is not None
    order = Fit(found.number, report, war.version)
    propose(war_id=war.pk, side="terran", user=anna, seen_version=war.version, order=order)
    return war, found.number


def test_plans_are_fitted_once_both_have_read_what_changes_in_theirs(new_page) -> None:
    war, number = elsewhere(fitted)
    seats = {seat.side: seat.user for seat in elsewhere(lambda: list(war.seats.select_related("user")))}
    anna: Page = new_page(seats["terran"])
    anna.goto(f"/wars/{war.pk}/terran/correct/{number}/")
    expect(anna.get_by_text(re.compile("^Your plan of turn")).first).to_be_visible()
    expect(
        anna.get_by_role("listitem").filter(has_text=re.compile(", now |no longer in|Not bought")).first
    ).to_be_visible()
    assert_sound(anna)

    ben: Page = new_page(seats["talon"], phone=True)
    ben.goto("/wars/")
    ben.get_by_role("link", name="Answer the corrected result").click()
    expect(
        ben.get_by_role("heading", name="Go back, and keep the orders since as far as they fit")
    ).to_be_visible()
    assert_sound(ben)
    ben.get_by_role("button", name="Agree").click()
    expect(ben.get_by_text("Agreed. The result is corrected.")).to_be_visible()
    assert elsewhere(lambda: Entry.objects.filter(war=war, kind="retell").count()) == 1
