"""Two people write to each other while both have the page of their war open."""

import pytest
from playwright.sync_api import expect

from campaign.models import War
from tests.browser.checks import assert_sound
from tests.people import make_person
from tests.site.wars import make_war

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_line_appears_on_the_open_page_of_the_opponent(new_page) -> None:
    anna, boris = make_person("anna"), make_person("boris")
    war: War = make_war(anna, boris)
    one, other = new_page(anna), new_page(boris, phone=True)
    one.goto(f"/wars/{war.pk}/terran/")
    other.goto(f"/wars/{war.pk}/talon/")
    one.get_by_label("Write to boris").fill("Ready when you are")
    one.get_by_role("button", name="Send").click()
    expect(one.locator(".chat-line")).to_contain_text("Ready when you are")
    expect(one.get_by_label("Write to boris")).to_have_value("")
    expect(other.locator(".chat-line")).to_contain_text("Ready when you are")
    expect(other.locator(".chat-line")).to_contain_text("New")


def test_what_is_being_written_stays_while_a_line_arrives(new_page) -> None:
    anna, boris = make_person("anna"), make_person("boris")
    war: War = make_war(anna, boris)
    one, other = new_page(anna), new_page(boris)
    one.goto(f"/wars/{war.pk}/terran/chat/")
    other.goto(f"/wars/{war.pk}/talon/chat/")
    other.get_by_label("Write to anna").fill("I was just about to")
    one.get_by_label("Write to boris").fill("Your turn")
    one.get_by_role("button", name="Send").click()
    expect(other.locator(".chat-line")).to_contain_text("Your turn")
    expect(other.get_by_label("Write to anna")).to_have_value("I was just about to")
    expect(other.locator("[data-live-state].is-shown")).to_have_count(0)
    assert_sound(other)
