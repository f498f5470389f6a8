"""A handicap: who has more points at the start (S77), from the form to the war's page."""

import pytest

from campaign.lobby.agreed import treasury_words
from campaign.models import War
from campaign.new_war.forms import NewWarForm
from campaign.new_war.prefilled import for_other_opponent, handicap_fields
from campaign.rules.odds.assumptions import wealth
from campaign.rules.settings import EVEN_HANDICAP, Settings
from campaign.rules.sight import view
from campaign.war.log.documents import decode_settings
from tests.people import make_person
from tests.site.campaign.lobby.test_lobby import form
from tests.site.wars import make_war, state_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("entered", "handicap"),
    [
        ({}, 0),
        ({"even_sides": "on"}, EVEN_HANDICAP),
        ({"handicap": "350"}, 350),
        ({"handicap": "-80", "even_sides": "on"}, -80),
        ({"handicap": "0", "even_sides": "on"}, 0),
    ],
)
def test_what_the_form_comes_to(client, entered, handicap):
    client.force_login(make_person())
    client.post("/wars/new/", form(**entered))
    assert decode_settings(bytes(War.objects.get().settings)).handicap == handicap


@pytest.mark.parametrize("wrong", ["5001", "much"])
def test_a_wrong_one_is_refused_and_stays_in_its_field(client, wrong):
    client.force_login(make_person())
    page = client.post("/wars/new/", form(handicap=wrong)).content.decode()
    assert f'name="handicap" value="{wrong}"' in page
    assert not War.objects.exists()


def test_the_side_has_more_to_spend_and_both_may_read_it(client):
    anna, bert = make_person("anna"), make_person("bert")
    war = make_war(anna, bert, handicap=-150)
    state = state_of(war)
    assert (state.fleet("terran").treasury, state.fleet("talon").treasury) == (2000, 2150)
    assert wealth(view(state, "terran"), "talon") - wealth(view(state, "talon"), "terran") == 150
    client.force_login(anna)
    assert (
        "2000 points for Terran and 2150 for Talon"
        in client.get(f"/wars/{war.pk}/terran/history/").content.decode()
    )
    client.force_login(bert)
    assert "2150" in client.get(f"/wars/{war.pk}/talon/treasury/").content.decode()


def test_against_the_computer_the_sides_are_evened_unless_it_is_told_otherwise():
    asked = for_other_opponent({"opponent": "computer"})
    assert asked["even_sides"] == "on"
    assert "even_sides" not in for_other_opponent({"opponent": "computer", "difficulty": "easy"})
    assert "even_sides" not in for_other_opponent({**asked, "opponent": "link"})


@pytest.mark.parametrize(
    ("opponent", "said", "unsaid"),
    [
        ("computer", "It is on against the computer", "Off between people"),
        ("link", "Off between people", "captains fight unless you choose otherwise"),
    ],
)
def test_what_the_opponent_changes_stands_beside_the_choice(client, opponent, said, unsaid):
    """Whoever chose the table first sees why captains are chosen now."""
    client.force_login(make_person())
    part = client.post(
        "/wars/new/",
        form(opponent=opponent, settled_by="table"),
        headers={"HX-Request": "true", "HX-Target": "settled"},
    ).content.decode()
    assert said in part
    assert unsaid not in part
    assert ("captains fight unless you choose otherwise here" in part) == (opponent == "computer")


@pytest.mark.parametrize(
    ("entered", "words"),
    [
        ({}, ""),
        ({"even_sides": "on"}, f", {EVEN_HANDICAP} extra points for Terran"),
        ({"handicap": "-40", "even_sides": "on"}, ", 40 extra points for Talon"),
        ({"handicap": "much"}, ""),
    ],
)
def test_the_folded_rules_say_who_has_more(entered, words):
    assert NewWarForm(form(**entered), host=make_person()).handicap_words == words


@pytest.mark.parametrize("handicap", [0, EVEN_HANDICAP, 75])
def test_a_rematch_has_the_same(handicap):
    settings = Settings(handicap=handicap)
    fields = {name: "" if value is None else value for name, value in handicap_fields(settings).items()}
    filled = NewWarForm(
        form(**{name: str(value or "") for name, value in fields.items()}), host=make_person()
    )
    assert filled.is_valid()
    assert filled.settings.handicap == handicap


def test_words():
    assert treasury_words(Settings()) == "2000 points each"
    assert treasury_words(Settings(handicap=100)) == "2100 points for Terran, 2000 for Talon"
