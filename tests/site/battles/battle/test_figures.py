"""Two figures for one thing that differ say why: points that count towards a degree, and points destroyed (R36)."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from battles.models import Battle, OnlookerLink
from bench.site.fought_samples import fought_battle
from campaign.models import Engagement, War
from campaign.rules.orders import AcceptResult, Engage, Plan, Surrender
from campaign.war.services import log, sealing
from engines.seam.documents import BattleSetup, Report
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import ship_class
from engines.talon.results.counting import points_lost
from tests.core.battle.records import force
from tests.core.table import Table, report
from tests.emptying import undone
from tests.people import browser, make_person
from tests.site.campaign.war.test_secrets import OF_NO_WAR, addresses_of, routes, samples
from tests.site.seats import text
from tests.site.wars import make_war, put_state, record, state_of, user_of, version_of

pytestmark = pytest.mark.django_db
WHY = "count double"
TRANSPORT = ship_class("terran", "transport").points
TOKEN = "w" * 43


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
    War.objects.filter(pk=war.pk).update(watch_token=TOKEN, watch_by="terran")
    return found.battle


def war_of(battle: Battle) -> War:
    return War.objects.get(engagements__battle=battle)


def points_destroyed(setup: BattleSetup, report: Report, side: Side) -> int:
    """The points of a side's destroyed ships, each counted once."""
    kinds = {unit.name: ship_class(side, unit.ship_class) for unit in setup.force(side)}
    return sum(kinds[fate.name].points for fate in report.fates(side) if fate.fate == "destroyed")


def pages(*readers: User | None) -> Iterator[tuple[str, str, str]]:
    """Route, address and words of every page and file that a reader is shown of wars and battles; None: a stranger."""
    values = samples()
    for reader in readers:
        client = browser(reader) if reader else Client()
        client.raise_request_exception = False
        for route, found in routes():
            for path in addresses_of(route, found, values):
                if not OF_NO_WAR.match(path):
                    status, words = asked(client, path)
                    assert status < 500, path
                    if status == 200:
                        yield str(found.name), path, words


def asked(client: Client, path: str) -> tuple[int, str]:
    """How an address answers, and in what words, if any."""
    with undone():
        answer = client.get(path)
    if not answer.headers.get("Content-Type", "").startswith(("text/html", "text/csv", "text/plain")):
        return answer.status_code, ""
    return answer.status_code, re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.getvalue().decode()))


def shown(battle: Battle, *readers: User | None) -> dict[str, list[str]]:
    """By route the pages that show points of the battle that count double; each of them says why."""
    setup, result = battle.setup_document, battle.result_document
    assert result is not None
    lost = {points_lost(setup, result.report, side) for side in SIDES}
    lost -= {points_destroyed(setup, result.report, side) for side in SIDES}
    assert lost
    # Not what is part of a word, of a time or of the name of a file: "battle-216-vega.json".
    counted = re.compile(rf"(?<![\w.,:-])({'|'.join(map(str, lost))})(?![\w.:-])")
    found: dict[str, list[str]] = {}
    for name, path, words in pages(*readers):
        if counted.search(words):
            found.setdefault(name, []).append(path)
            assert WHY in words, (
                path,
                [words[m.start() - 60 : m.end() + 40] for m in counted.finditer(words)],
            )
    return found


def test_every_page_with_points_that_count_double_says_so(battle: Battle) -> None:
    war = war_of(battle)
    found = shown(battle, user_of(war, "terran"), user_of(war, "talon"), None)
    assert {"war-side", "war-history", "battle", "watch"} <= found.keys()


def test_the_battle_on_the_page_of_the_war_names_both_figures(battle: Battle) -> None:
    war = war_of(battle)
    user = user_of(war, "terran")
    assert user is not None
    said = text(browser(user).get(f"/wars/{war.pk}/terran/"))
    assert f"{2 * TRANSPORT} points counted as lost, {TRANSPORT} destroyed" in said


def test_the_same_once_the_war_is_over(battle: Battle) -> None:
    war = war_of(battle)
    user = user_of(war, "talon")
    log.submit(war_id=war.pk, side="talon", user=user, seen_version=version_of(war), order=Surrender())
    found = shown(battle, user_of(war, "terran"), user, None)
    assert {"war-history", "battle", "watch"} <= found.keys()


def test_the_same_of_a_battle_that_the_computer_fought() -> None:
    """Its report, for its players and for onlookers."""
    anna, boris = make_person("anna"), make_person("boris")
    lands, guards = force("terran", "CL Tran Tran"), force("talon", "BB CA CA")
    setup = BattleSetup("Antares 2", "planet", lands, guards, planet_owner="talon")
    battle = fought_battle(anna, boris, setup)
    OnlookerLink.objects.create(battle=battle, side="terran", token=TOKEN)
    found = shown(battle, anna, boris, None)
    assert {"battle", "battle_fought", "onlooker_report"} <= found.keys()
