"""What anybody may look up: front page, ships, rulings, and what to do when something is not there."""

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape

import pytest
from django.template import Context, Template
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import mark_safe

from accounts.models import User
from battles.battle.rulings import RULINGS, read_rulings, rulings, section_title
from config.serving.errors import ERRORS, error
from engines.talon.catalogue import ship_classes

WAR_SCORE = "Lifetime score of an Empire War"
SIGNED_OUT_PAGES = [
    "/",
    "/how-to-play/",
    "/glossary/",
    "/ships/",
    "/ships/terran/fighter/",
    "/ships/talon/dreadnought/",
    "/rulings/",
    "/rulings/?by=section&open=all",
    "/rulings/S8/",
    "/rulings/31.6.4/",
]


def rendered(template: str, **context: object) -> str:
    return Template("{% load rules ships %}" + template).render(Context(context))


def mark(number: str, name: str) -> str:
    return f'<a class="rule-mark" href="/rulings/{number}/" data-rule="{number}" aria-label="{name}">§</a>'


def test_every_ruling_has_its_anchor(client):
    page = client.get("/rulings/").content.decode()
    for number in [f"S{number}" for number in range(1, 45)]:
        assert page.count(f'id="{number}"') == 1


def test_rulings_link_to_each_other(client):
    page = client.get("/rulings/").content.decode()
    anchors = set(re.findall(r'<article[^>]* id="([^"]+)"', page))
    assert set(re.findall(r'href="/rulings/#((?:[SR]|WF)\d+)"', page)) <= anchors
    assert 'href="/rulings/#S10"' in page


def test_a_ruling_names_the_section_it_completes():
    for part in rulings():
        for ruling in part.rulings:
            assert ruling.html.startswith("<p><em>Completes "), ruling.number


def test_raw_html_in_the_file_stays_text():
    (part,) = read_rulings("# One\n<b>bold</b> and S1\n\n### S1 · First\n*Completes 1*\n\nWords.\n")
    assert "&lt;b&gt;" in part.html
    assert '<a href="/rulings/#S1">S1</a>' in part.html
    assert part.rulings[0].title == "First"


@pytest.mark.parametrize(
    ("rule", "shown"),
    [
        ("S8", mark("S8", "Ruling S8: Falling short of the minimum")),
        ("31.6.4", mark("31.6.4", "Section 31.6.4 of the printed rules: The front line")),
        ("31.6.9", mark("31.6.9", "Section 31.6.9 of the printed rules: Battles")),
        ("", ""),
        ("77.7", "77.7"),
        ("<b>", "&lt;b&gt;"),
    ],
)
def test_a_rule_in_a_template(rule, shown):
    assert rendered("{{ rule|rule_link }}", rule=rule) == shown


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("Too late [S53].", "Too late " + mark("S53", "Ruling S53: Two offers") + "."),
        (
            "See (31.9) & (1).",
            "See " + mark("31.9", "Section 31.9 of the printed rules: " + WAR_SCORE) + " &amp; (1).",
        ),
        ("<b> (77.7)", "&lt;b&gt; (77.7)"),
        (mark_safe("<b>all</b> (S53)"), "<b>all</b> " + mark("S53", "Ruling S53: Two offers")),
        ("", ""),
    ],
)
def test_numbers_in_a_sentence_become_marks(words, shown):
    assert rendered("{{ words|rule_links }}", words=words) == shown


def test_a_section_without_a_title():
    assert section_title("77.7") == ""


def test_a_class_name_leads_to_its_page():
    link = rendered('{% ship_link "terran" "heavy_cruiser" text="Patton" %}')
    assert link == '<a class="ship-link" href="/ships/terran/heavy_cruiser/">Patton</a>'


def test_every_class_has_a_page_with_its_figures(client):
    for (side, key), kind in ship_classes().items():
        page = client.get(reverse("reference:ship", args=[side, key])).content.decode()
        assert f"<dd>{kind.points}</dd>" in page
        assert kind.names[0] in page


def test_the_roster_leads_to_every_class(client):
    page = client.get("/ships/").content.decode()
    for side, key in ship_classes():
        assert f'href="/ships/{side}/{key}/"' in page


def test_the_pages_of_a_side_go_round(client):
    seen, address = [], "/ships/talon/frigate/"
    while address not in seen:
        seen.append(address)
        (address,) = re.findall(r'href="([^"]+)" rel="next"', client.get(address).content.decode())
    assert len(seen) == sum(side == "talon" for side, _ in ship_classes())


@pytest.mark.parametrize("address", ["/ships/terran/dreadnought/", "/ships/vulcan/base/", "/nowhere"])
def test_what_is_not_there_says_so_and_leads_on(client, db, address):
    answer = client.get(address)
    assert answer.status_code == 404
    assert b"Page not found" in answer.content
    assert b'href="/"' in answer.content


@pytest.mark.parametrize("address", SIGNED_OUT_PAGES)
def test_pages_for_visitors_carry_no_inline_style_and_change_nothing(client, db, address):
    answer = client.get(address)
    assert answer.status_code == 200
    assert not re.search(r"<style|style=|<script>|onclick", answer.content.decode())
    assert client.post(address).status_code in (403, 405)


def test_looking_things_up_asks_the_database_nothing(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        for address in SIGNED_OUT_PAGES[1:]:
            client.get(address)


def test_the_front_page_says_what_this_is_and_how_to_begin(client, db):
    page = client.get("/").content.decode()
    assert reverse("account_signup") in page
    assert reverse("account_login") in page
    hero = page.split('<section class="hero">')[1].split("</section>")[0]
    leads = [hero.index(words) for words in ("Play now</button>", 'href="/how-to-play/"', 'href="/sample/"')]
    assert leads == sorted(leads)
    assert "Try the demo" not in page


def test_the_front_page_mentions_a_demo_that_is_there(client, person):
    person("cadet", is_demo=True)
    assert "Try the demo" in client.get("/", headers={"host": "127.0.0.1:8000"}).content.decode()
    assert "Try the demo" not in client.get("/").content.decode()


def test_people_who_are_signed_in_go_on_to_their_wars(client, person):
    client.force_login(person())
    answer = client.get("/")
    assert (answer.status_code, answer["Location"]) == (302, "/wars/")


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_page_asks_no_database_and_htmx_gets_its_sentences(rf, kind):
    status, page = ERRORS[kind]
    request = rf.get("/")
    request.user = SimpleLazyObject(User.objects.get)  # no database is allowed in this test
    whole, bare = error(request, kind), error(rf.get("/", headers={"HX-Request": "true"}), kind)
    assert (whole.status_code, bare.status_code) == (status, status)
    assert f"<h1>{page.heading}</h1>" in unescape(whole.content.decode())
    assert page.words in unescape(whole.content.decode())
    assert bare.content.decode() == f"{page.heading}. {page.words}"
    assert bare["Content-Type"].startswith("text/plain")


def test_many_threads_may_read_the_rulings_at_once():
    """Right after the start the first pages are asked for together, and each names rulings."""
    text = RULINGS.read_text(encoding="utf-8")
    for _ in range(5):
        with ThreadPoolExecutor(8) as threads:
            found = list(threads.map(read_rulings, [text] * 8))
        assert all(parts == found[0] for parts in found)
