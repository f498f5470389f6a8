"""A player of a campaign game asks a deputy, who accepts and begins a leg; then the player takes over again."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from accounts.models import User
from battles.models import Series
from tests.browser.checks import assert_sound, elsewhere
from tests.campaign_games import between
from tests.people import make_person


def waiting() -> tuple[User, User, User, Series]:
    """A campaign game whose first leg can begin, and a friend of one player."""
    halvard, ishbel, carla = (make_person(name) for name in ("Halvard", "Ishbel", "Carla"))
    return halvard, ishbel, carla, between(halvard, ishbel, 1, 3, 5, pace="days:2", way="hand")


def test_a_deputy_plays_a_leg_and_the_player_takes_over_again(new_page: Callable[..., Page]) -> None:
    halvard, ishbel, carla, series = elsewhere(waiting)
    mine: Page = new_page(halvard, phone=True)
    theirs: Page = new_page(ishbel)
    hers: Page = new_page(carla, phone=True)
    mine.goto(f"/campaign-games/{series.pk}/time/")
    mine.get_by_label("Callsign").fill("Carla")
    mine.get_by_role("button", name="Ask", exact=True).click()
    expect(mine.get_by_text("You asked Carla to be your deputy.")).to_be_visible()
    assert_sound(mine)
    hers.goto("/campaign-games/")
    assert_sound(hers)
    hers.get_by_role("link", name="Halvard asks you to be their deputy").click()
    expect(hers.get_by_role("heading", name="Be Halvard’s deputy?")).to_be_visible()
    assert_sound(hers)
    hers.get_by_role("button", name="Accept").click()
    expect(hers.get_by_text("You act for Halvard as deputy.")).to_be_visible()
    assert_sound(hers)
    theirs.goto(f"/campaign-games/{series.pk}/")
    expect(theirs.get_by_text("Carla acts for Halvard.")).to_be_visible()
    assert_sound(theirs)
    hers.get_by_role("button", name="Begin leg 1").click()
    hers.wait_for_url("**/play/")
    assert_sound(hers)
    theirs.get_by_role("link", name="Time", exact=True).click()
    expect(theirs.get_by_role("heading", name="Who has acted as deputy")).to_be_visible()
    assert_sound(theirs)
    hers.goto(f"/campaign-games/{series.pk}/time/")
    expect(hers.get_by_role("button", name="Step down")).to_be_visible()
    assert_sound(hers)
    mine.goto(f"/campaign-games/{series.pk}/time/")
    assert_sound(mine)
    mine.get_by_role("button", name="Revoke").click()
    expect(mine.get_by_text("You have no deputy now.")).to_be_visible()
    hers.goto("/campaign-games/")
    expect(hers.get_by_role("heading", name="A new campaign game")).to_be_visible()
    expect(hers.get_by_text("You act for Halvard")).to_have_count(0)
