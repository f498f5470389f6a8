"""Pages that follow something which is then no longer for their reader: they say so, and ask no more."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from accounts.live import publish
from campaign.models import War
from campaign.watching import link as watching
from tests.browser.checks import assert_sound, elsewhere
from tests.people import make_person
from tests.site.wars import make_war

ENDED = "This page no longer updates. Reload"
LONGER_THAN_IT_WAITS = 6000


def followed(new_page: Callable[..., Page], who: str, *, phone: bool = False) -> tuple[Page, War, list[str]]:
    """The page of a war for its player or an onlooker, and what it asks from now on."""
    anna = elsewhere(make_person, "anna")
    war: War = elsewhere(make_war, anna, elsewhere(make_person, "bert"))
    token = elsewhere(lambda: watching.open_to_onlookers(war_id=war.pk, side="terran"))
    page = new_page(anna if who == "player" else None, phone=phone, lossy=True)
    with page.expect_request(lambda request: "/events/" in request.url):
        page.goto(f"/wars/{war.pk}/terran/" if who == "player" else f"/wars/watch/{token}/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return page, war, asked


def sign_out(war: War) -> None:
    Session.objects.all().delete()
    publish(f"war:{war.pk}")


def withdraw(war: War) -> None:
    watching.close_to_onlookers(war_id=war.pk)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize(("who", "end"), [("player", sign_out), ("onlooker", withdraw)])
def test_a_page_that_is_no_longer_for_its_reader_asks_no_more(
    new_page: Any, monkeypatch: pytest.MonkeyPatch, who: str, end: Callable[[War], None], phone: bool
) -> None:
    page, war, asked = followed(new_page, who, phone=phone)
    elsewhere(end, war)
    expect(page.locator("[data-live-state]")).to_have_text(ENDED)
    assert_sound(page)
    monkeypatch.setattr("accounts.live.streams.PING_SECONDS", 0.3)
    elsewhere(publish, f"war:{war.pk}")
    page.wait_for_timeout(LONGER_THAN_IT_WAITS)
    asked.clear()
    elsewhere(publish, f"war:{war.pk}")
    page.wait_for_timeout(LONGER_THAN_IT_WAITS)
    assert asked == []
    expect(page.locator("input[type=password]")).to_have_count(0)  # no page to sign in within the page


def test_a_page_that_was_away_learns_that_its_link_is_withdrawn(new_page: Any) -> None:
    page, war, asked = followed(new_page, "onlooker")
    page.context.set_offline(True)
    elsewhere(withdraw, war)
    page.context.set_offline(False)
    expect(page.locator("[data-live-state]")).to_have_text(ENDED)
    asked.clear()
    page.wait_for_timeout(LONGER_THAN_IT_WAITS)
    assert asked == []
