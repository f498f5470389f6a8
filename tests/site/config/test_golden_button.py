"""One golden button a page, on what comes next; what is folded away or hidden has its own."""

from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from bench.site.fought_samples import fought_battle
from tests.battle_samples import opened
from tests.people import browser, make_person
from tests.site.wars import make_war

pytestmark = pytest.mark.django_db
EMPTY = {"input", "br", "img", "link", "meta", "hr", "path", "use", "circle", "rect", "line", "text"}


class Golden(HTMLParser):
    """The golden buttons of a page that nothing folds away or hides, by their words."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._reads = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        away = tag in ("template", "noscript") or "hidden" in named or "popover" in named
        away = away or (tag == "details" and "open" not in named)
        if (
            "btn-primary" in (named.get("class") or "").split()
            and not away
            and not any(h for _, h in self._open)
        ):
            self.found.append("")
            self._reads = True
        if tag not in EMPTY:
            self._open.append((tag, away))

    def handle_endtag(self, tag: str) -> None:
        if tag in EMPTY:
            return
        while self._open and self._open.pop()[0] != tag:
            pass
        self._reads = self._reads and tag not in ("a", "button")

    def handle_data(self, data: str) -> None:
        if self._reads:
            self.found[-1] += f" {data.strip()}"


def golden(client: Client, path: str) -> list[str]:
    """The words of the page's golden buttons."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    reader = Golden()
    reader.feed(answer.content.decode())
    return [" ".join(words.split()) for words in reader.found]


def test_pages_for_everybody() -> None:
    for path in ("/", "/skirmish/", "/learn/", "/how-to-play/", reverse("open-wars")):
        assert len(golden(Client(), path)) <= 1, path
    assert golden(Client(), "/skirmish/") == ["Begin"]


def test_pages_of_a_player() -> None:
    anna, boris = make_person("anna"), make_person("boris")
    war = make_war(anna, boris)
    client = browser(anna)
    assert golden(browser(make_person("carla")), "/wars/") == ["Play now"]
    assert golden(client, "/wars/") == [], "it is her turn: what she is asked for comes before a new war"
    for path in ("/wars/new/", "/wars/take-over/", "/maps/", "/settings/"):
        assert len(golden(client, path)) <= 1, path
    assert golden(client, "/wars/new/") == ["Start the war"]
    for page in ("", "history/", "treasury/", "charts/", "time/", "chat/", "sandbox/"):
        answer = client.get(f"/wars/{war.pk}/terran/{page}")
        if answer.status_code == 200:
            assert len(golden(client, f"/wars/{war.pk}/terran/{page}")) <= 1, page


def test_only_the_side_that_has_something_to_do_first_is_golden_at_one_screen() -> None:
    anna = make_person("anna")
    war = make_war(anna, anna, one_screen=True)
    assert golden(browser(anna), f"/wars/{war.pk}/") == ["I am the Terran player"]


def test_pages_of_a_battle() -> None:
    anna, ben = make_person("anna"), make_person("ben")
    fought, waits = fought_battle(anna, ben), opened(anna, ben)
    for battle in (fought, waits):
        for page in ("", "dice/", "sheet/"):
            path = f"/battles/{battle.pk}/{page}"
            assert len(golden(browser(anna), path)) <= 1, path
    assert golden(browser(anna), f"/battles/{waits.pk}/") == ["Record result"]
    assert len(golden(browser(anna), f"/battles/{fought.pk}/fought/")) <= 1
