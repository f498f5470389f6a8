"""A wrong result in real browsers: one player corrects it at a desk, the other agrees on a phone."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from campaign.models import Engagement, Entry, War
from tests.browser.checks import assert_sound, elsewhere
from tests.people import make_person
from tests.site.wars import make_war, play_until

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = {"terran": "Terran", "talon": "Talon"}


def played() -> tuple[War, Engagement]:
    """A war whose second turn is planned, and the first battle that somebody won."""
    war = make_war(make_person("anna"), make_person("ben"))
    play_until(war, phase="planning", turn=2, random=Random(4))
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
    assert elsewhere(lambda: Entry.objects.filter(war=war, kind="amend").count()) == 1
