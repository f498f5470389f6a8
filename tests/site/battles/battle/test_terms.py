"""Words of the game that explain themselves, and How to play, to which they lead."""

import re
from pathlib import Path

import pytest
from django.template import RequestContext, Template

from battles.battle.terms import SECTIONS, TERMS
from tests.template_files import template_files

ROOT = Path(__file__).parents[4]


def rendered(rf, words: str) -> str:
    template = Template("{% load terms %}" + words + "{% explanations %}")
    return template.render(RequestContext(rf.get("/")))


def test_a_word_opens_its_explanation_without_script(rf):
    page = rendered(rf, '{% term "LP" %}')
    assert '<button type="button" class="term" popovertarget="term-lp">LP</button>' in page
    assert re.search(r'id="term-lp" popover>\s*<p><b>LP:</b> Logistics Points', page)
    assert 'href="/how-to-play/#minimum"' in page


def test_an_explanation_stands_once_and_only_what_is_used_is_explained(rf):
    page = rendered(rf, '{% term "LP" %} {% term "LP" "Logistics" %} {% term "base" %}')
    assert re.findall(r'id="(term-[a-z-]+)"', page) == ["term-lp", "term-base"]
    assert page.count('popovertarget="term-lp"') == 2


def test_a_page_can_explain_words_of_parts_that_come_later(rf):
    page = rendered(rf, '{% explain "stranded" "minimum" %}')
    assert "popovertarget" not in page
    assert re.findall(r'id="(term-[a-z-]+)"', page) == ["term-stranded", "term-minimum"]


def test_a_word_in_an_included_part_is_explained_by_the_page(client):
    page = client.get("/how-to-play/").content.decode()
    assert set(re.findall(r'popovertarget="([a-z-]+)"', page)) == set(
        re.findall(r'id="(term-[a-z-]+)"', page)
    )


def test_a_page_without_such_words_has_no_explanations(rf):
    assert "explanation" not in rendered(rf, "Words.")


def test_a_word_without_an_explanation_is_an_error(rf):
    with pytest.raises(KeyError):
        rendered(rf, '{% term "warp core" %}')


def test_every_word_in_a_template_has_an_explanation():
    used = {
        name
        for path in template_files()
        for name in re.findall(r'\{% term "([^"]+)"', path.read_text(encoding="utf-8"))
    }
    assert used
    assert used <= TERMS.keys()


def test_every_word_is_in_the_glossary():
    rows = re.findall(
        r"^\| ([^|]+) \|", (ROOT / "docs/glossary.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert TERMS.keys() <= {word.strip() for row in rows for word in row.split(",")}


def test_an_explanation_is_short():
    for term in TERMS.values():
        assert len(term.words) <= 140, term.name
        assert term.words.endswith("."), term.name


def test_how_to_play_has_every_section_a_picture_for_six_and_a_place_in_the_frame(client):
    page = client.get("/how-to-play/").content.decode()
    for anchor, title in SECTIONS.items():
        assert f'<section class="how" id="{anchor}"' in page
        assert f">{title}</h2>" in page
    assert page.count('class="how-picture"') == 6
    assert page.count('href="/how-to-play/"') >= 3
    assert {term.section for term in TERMS.values()} <= SECTIONS.keys()
