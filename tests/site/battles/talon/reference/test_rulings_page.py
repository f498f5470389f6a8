"""The rulings as strangers read them: arranged, searched, one by one, and opened from a mark in a page."""

import re

import pytest

from battles.battle.rulings import (
    read_rulings,
    rulings_by_number,
    section_brief,
    section_briefs,
    section_title,
    section_titles,
    topics,
)
from battles.battle.templatetags.rules import rule_named
from battles.battle.terms import TERMS
from battles.talon.reference.rulings_page import ARRANGEMENTS
from engines.talon.lessons.lesson import lessons
from engines.talon.play.offers.prompts import STEP_RULES
from engines.talon.refusals.explain import TASK_RULES


def shown(page: str) -> list[str]:
    return re.findall(r'<article id="((?:[SR]|WF)\d+)"', page)


@pytest.mark.parametrize("by", ARRANGEMENTS)
def test_each_arrangement_shows_every_ruling_once(client, by):
    found = shown(client.get("/rulings/", {"by": by}).content.decode())
    assert sorted(found) == sorted(rulings_by_number())


def test_every_ruling_has_a_topic_and_every_topic_names_rulings_that_exist():
    named = {number for numbers in topics().values() for number in numbers}
    assert named == rulings_by_number().keys()


def test_by_section_a_ruling_stands_under_the_section_it_completes(client):
    page = client.get("/rulings/?by=section").content.decode()
    part = next(part for part in page.split("<section") if "23 · Transports" in part)
    assert shown(part)[0] == "S24"


def test_a_search_finds_words_in_any_order_and_opens_a_few(client):
    page = client.get("/rulings/", {"q": "counter WAITING"}).content.decode()
    assert "S25" in shown(page)
    assert "S33" not in shown(page)
    assert 'value="counter WAITING"' in page
    few = client.get("/rulings/", {"q": "scrapping first"}).content.decode()
    assert '<details class="reading ruling" open>' in few


def test_a_search_without_a_result_leads_back(client):
    page = client.get("/rulings/", {"q": "teapot <b>"}).content.decode()
    assert "No ruling has all these words." in page
    assert "<b>" not in page.split("<main")[1].split('role="search"')[1].split("</form>")[0]


@pytest.mark.parametrize(
    ("q", "title"),
    [
        ("movement", "7 Movement"),
        ("available power", "6 Available Power"),
        ("relays", ""),
        ("win chance", "Win chance"),
    ],
)
def test_a_search_finds_printed_sections_and_words_too(client, q, title):
    page = client.get("/rulings/", {"q": q})
    found = [one.title for one in page.context["looked_up"] if one.found]
    assert found
    assert title in [one[:1].upper() + one[1:] for one in found] or not title
    lines = page.content.decode().split("data-looked-up")[1].split("</ul>")[0]
    assert lines.count("<li>") == len(found)


def test_without_a_search_none_of_them_is_shown(client):
    page = client.get("/rulings/").content.decode()
    assert "data-looked-up hidden" in page
    assert "<li>" not in page.split("data-looked-up")[1].split("</ul>")[0]


@pytest.mark.every_view
def test_the_addresses_that_people_guess_lead_somewhere(client):
    assert client.get("/help/")["Location"] == "/how-to-play/"
    assert client.get("/rules/")["Location"] == "/rulings/"
    page = client.get("/glossary/").content.decode()
    assert all(f'id="{term.anchor}"' in page for term in TERMS.values())


def test_all_can_be_opened_without_script(client):
    assert client.get("/rulings/").content.decode().count('ruling" open>') == 0
    opened = client.get("/rulings/?open=all").content.decode()
    assert opened.count('ruling" open>') == len(rulings_by_number())


def test_what_differs_from_print_says_so_and_can_be_shown_alone(client):
    differing = [number for number, ruling in rulings_by_number().items() if ruling.differs]
    assert differing == ["S29", "S32", "S75", "R22", "R45"]
    page = client.get("/rulings/?differs=1&by=number").content.decode()
    assert shown(page) == differing
    assert page.count("Differs from print</span>") == len(differing)


def test_a_ruling_of_another_game_completes_no_section_of_its_battles():
    """It may complete a section of the Empire War, which both games share."""
    of_warfleets = [one for number, one in rulings_by_number().items() if number.startswith("WF")]
    assert of_warfleets
    completed = {section for one in of_warfleets for section in one.completes}
    assert completed == {"31.5", "S13"}


def test_what_a_ruling_completes_and_how_it_differs_is_read_from_its_first_lines():
    text = "# One\n\n### S1 · First\n*Completes 31.6 and S2*\n\n*Differs from print: it says\nno.*\n\nWords of *S3*.\n"
    (ruling,) = read_rulings(text)[0].rulings
    assert (ruling.completes, ruling.differs) == (("31.6", "S2"), "it says no.")


def test_a_ruling_has_a_page_and_a_note_without_the_page_around_it(client):
    page = client.get("/rulings/S25/").content.decode()
    assert "<title>S25 Waiting for a counter" in page
    assert 'href="/rulings/S52/"' in page
    note = client.get("/rulings/S25/?part=note").content.decode()
    assert "Waiting for a counter" in note
    assert "<html" not in note


def test_a_printed_section_says_what_it_is_about_and_who_completes_it(client):
    page = client.get("/rulings/31.9/").content.decode()
    assert "This section is in the printed rules." in page
    assert 'href="/rulings/S2/"' in page


def test_a_printed_section_is_told_in_brief_and_a_mark_can_name_it(client):
    note = client.get("/rulings/7.3/?part=note").content.decode()
    assert "It has to be prepared with an AP." in note
    assert rule_named("7.3").endswith("§ Side slips</a>")
    assert rule_named("99") == ""
    assert section_brief("13.2.1") == section_briefs()["13.2"]
    assert section_brief("99") == ""


def test_whatever_a_battle_asks_by_is_told_in_brief():
    taught = {step.rule for lesson in lessons().values() for scene in lesson.scenes for step in scene.steps}
    for rule in {*STEP_RULES.values(), *TASK_RULES.values(), *taught}:
        assert section_title(rule), rule
        assert section_brief(rule), rule
    assert section_briefs().keys() <= section_titles().keys()
    assert all(len(words) <= 420 for words in section_briefs().values())


@pytest.mark.parametrize("number", ["S199", "77.7", "x", "%3Cb%3E"])
def test_a_rule_that_is_not_there_is_not_found(client, db, number):
    assert client.get(f"/rulings/{number}/").status_code == 404
