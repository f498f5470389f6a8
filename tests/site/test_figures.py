"""Two figures for one thing that differ say why: points that count towards a degree, and points destroyed (R36)."""

import re
from random import Random

import pytest

from battles.models import Battle
from campaign.models import Engagement, War
from campaign.rules.orders import AcceptResult, Engage, Plan, Surrender
from campaign.services import log, sealing
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import ship_class
from tests.core.table import Table, report
from tests.people import browser, make_person
from tests.site.seats import text
from tests.site.wars import make_war, put_state, record, state_of, user_of, version_of

pytestmark = pytest.mark.django_db
WHY = "count double"
TRANSPORT = ship_class("terran", "transport").points
PAGES = ("", "history/?turn=3", "charts/", "tracking/", "treasury/")


@pytest.fixture
def battle() -> Battle:
    """A battle over a planet in turn 3 in which one transport was destroyed, and nothing else of Terran."""
    table = Table.midway(
        terran={"Antares": "BB, CA, DD, Tran One, Tran Two"},
        talon={"Antares": "CA Unity, DD", "Badlands": "2 BB"},
        markers={"Antares": 6},
        minimum=(0, 0),
    )
    war = make_war(make_person("anna"), make_person("boris"))
    put_state(war, table.war)
    for side in SIDES:
        ships = state_of(war).fleet(side).ships
        plan = Plan(assign={name: ship.where or "" for name, ship in ships.items()})
        sealing.seal_order(
            war_id=war.pk, side=side, user=user_of(war, side), turn=3, phase="planning", order=plan
        )
    while (question := state_of(war).question) is not None:
        log.submit(
            war_id=war.pk,
            side=question.side,
            user=user_of(war, question.side),
            seen_version=version_of(war),
            order=Engage(question.battle, engage=True),
        )
    found = Engagement.objects.select_related("battle").get(war=war, outcome="joined")
    assert found.battle is not None
    told = report(found.battle.setup_document, "terran", terran="One destroyed", talon="Unity destroyed")
    record(war, AcceptResult(found.number, told), Random(1))
    found.battle.refresh_from_db()
    return found.battle


def war_of(battle: Battle) -> War:
    return War.objects.get(engagements__battle=battle)


def pages(battle: Battle, side: Side) -> dict[str, str]:
    """The words of every page that shows points lost, to one player."""
    war, user = war_of(battle), user_of(war_of(battle), side)
    assert user is not None
    client = browser(user)
    found = {page: client.get(f"/wars/{war.pk}/{side}/{page}") for page in PAGES}
    found["battle"] = client.get(f"/battles/{battle.pk}/")
    return {page: text(answer) for page, answer in found.items() if answer.status_code == 200}


@pytest.mark.parametrize("side", SIDES)
def test_every_page_with_points_that_count_double_says_so(battle: Battle, side: Side) -> None:
    counted = re.compile(rf"(?<![\d.]){2 * TRANSPORT}(?![\d.])")
    shows = {page: words for page, words in pages(battle, side).items() if counted.search(words)}
    assert {"", "history/?turn=3", "battle"} <= shows.keys()
    for page, words in shows.items():
        assert WHY in words, page


def test_the_battle_on_the_page_of_the_war_names_both_figures(battle: Battle) -> None:
    shown = pages(battle, "terran")[""]
    assert f"{2 * TRANSPORT} points counted as lost, {TRANSPORT} destroyed" in shown


def test_the_same_once_the_war_is_over(battle: Battle) -> None:
    war = war_of(battle)
    user = user_of(war, "talon")
    log.submit(war_id=war.pk, side="talon", user=user, seen_version=version_of(war), order=Surrender())
    for side in SIDES:
        for page, words in pages(battle, side).items():
            if re.search(rf"(?<![\d.]){2 * TRANSPORT} points", words):
                assert WHY in words, page
