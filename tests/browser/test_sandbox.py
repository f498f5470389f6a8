"""A sandbox at a desk and on a phone: begun from the plan, played in, and thrown away."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from campaign.models import War
from tests.browser.checks import assert_sound, elsewhere
from tests.people import make_person
from tests.site.wars import make_war, play_until


def planned() -> War:
    """A war between two people whose second turn is planned."""
    war = make_war(make_person("anna"), make_person("ben"))
    play_until(war, phase="planning", turn=2)
    return war


@pytest.mark.parametrize("width", ["desk", "phone"])
def test_a_plan_is_tried_out_and_thrown_away(site: str, new_page: Callable[..., Page], width: str) -> None:
    war = elsewhere(planned)
    page = new_page(User.objects.get(username="anna"), phone=width == "phone")
    page.goto(f"/wars/{war.pk}/terran/plan/")
    page.get_by_role("link", name="Try this plan out").click()
    page.get_by_role("radio", name="Ships you set").check()
    expect(page.get_by_role("group", name="Ships you set")).to_be_visible()
    assert_sound(page)
    page.get_by_role("radio", name="Random").check()
    expect(page.get_by_role("group", name="Ships you set")).to_be_hidden()
    page.get_by_role("button", name="Begin").click()
    band = page.get_by_role("note")
    expect(band).to_contain_text(f"Sandbox of turn 2 of {war.name}")
    expect(page.get_by_role("heading", name="Plan turn 2")).to_be_visible()
    assert_sound(page)
    band.get_by_role("button", name="Discard").click()
    expect(page.get_by_text("Sandbox discarded.")).to_be_visible()
    expect(page.get_by_role("heading", name="Try it out")).to_be_visible()
    assert elsewhere(lambda: War.objects.filter(sandbox_of=war).count()) == 0
