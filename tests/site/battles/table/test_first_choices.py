"""What the forms of new battles and wars say at first: one opponent, one tempo, or the reason why not."""

import re

import pytest

from tests.people import browser, make_person
from tests.site.seats import text

pytestmark = pytest.mark.django_db
FORMS = ("/skirmish/", "/scenarios/7/", "/campaign-games/", "/design/")


def at_first(page: str, name: str) -> str:
    """The value that a form of radio buttons or a list has before anything is chosen."""
    picked = re.search(rf'<input type="radio" name="{name}" value="(\w+)"[^>]* checked', page)
    if picked is None:
        chosen = re.search(rf'<select name="{name}".*?</select>', page, re.DOTALL)
        assert chosen is not None
        picked = re.search(r'<option value="(\w+)" selected', chosen[0])
    assert picked is not None
    return picked[1]


@pytest.mark.parametrize("address", FORMS)
def test_every_form_of_a_battle_begins_with_the_computer_by_round(address: str) -> None:
    page = browser(make_person("anna")).get(address).content.decode()
    assert (at_first(page, "opponent"), at_first(page, "tempo")) == ("computer", "round")


@pytest.mark.parametrize(
    ("address", "opponent", "why"),
    [
        ("/space-empires/", "one_screen", "A friend, because the game that these battles come from"),
        ("/wars/new/", "link", "A friend, unless you choose otherwise. “Play now”"),
    ],
)
def test_a_form_that_begins_with_a_friend_says_why(address: str, opponent: str, why: str) -> None:
    client = browser(make_person("anna"))
    answer = client.get(address)
    assert at_first(answer.content.decode(), "opponent") == opponent
    assert why in text(answer)
