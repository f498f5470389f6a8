"""A club is founded on a laptop, and somebody joins it by its link on a phone."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.checks import assert_sound
from tests.people import make_person


def test_a_club_is_founded_and_joined(new_page: Callable[..., Page]) -> None:
    desk: Page = new_page(make_person("anna"))
    desk.goto("/clubs/")
    assert_sound(desk)
    desk.get_by_label("Name").fill("Thursday Fleet")
    desk.get_by_label("About the club").fill("We meet at eight.")
    desk.get_by_role("button", name="Found the club").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Thursday Fleet")
    desk.get_by_text("Announce something").click()
    desk.get_by_label("Announcement", exact=True).fill("The autumn season begins.")
    desk.get_by_role("button", name="Announce it").click()
    expect(desk.get_by_role("article")).to_contain_text("The autumn season begins.")
    desk.get_by_role("button", name="Make a link").click()
    link = desk.get_by_label("Link to join the club").input_value()
    assert_sound(desk)
    phone: Page = new_page(make_person("ben"), phone=True)
    phone.goto(link)
    assert_sound(phone)
    phone.get_by_role("button", name="Join the club").click()
    expect(phone).to_have_url(re.compile(r"/clubs/\d+/$"))
    expect(phone.get_by_role("article")).to_contain_text("The autumn season begins.")
    assert_sound(phone)
    desk.reload()
    desk.get_by_text("Change ben").click()
    desk.get_by_role("button", name="Make an organiser").click()
    phone.reload()
    expect(phone.get_by_role("heading", name="Invitations")).to_be_visible()
    phone.get_by_label("Callsign").fill("nobody")
    phone.get_by_role("button", name="Invite", exact=True).click()
    expect(phone.get_by_text("Nobody here has the callsign nobody")).to_be_visible()
    expect(phone.get_by_label("Callsign")).to_have_value("nobody")
    assert_sound(phone)
