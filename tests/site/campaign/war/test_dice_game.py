"""A second game on the site: a war of it is kept, fought by the worker and recorded like any other."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import URLPattern, URLResolver, get_resolver
from msgspec.structs import replace

from accounts.models import User
from battles import services
from battles.models import Battle, SettledHow
from battles.services import resolve
from campaign.commanders.commander import Commander
from campaign.files.archive import whole
from campaign.files.document import read_whole
from campaign.models import Engagement, War
from campaign.rules import state as core
from campaign.rules.evolve import fold
from campaign.rules.orders import PlaceBases, Plan, RevealNext
from campaign.rules.sight import view
from campaign.war.log.rebuild import differences
from campaign.war.services import log, results, sealing
from engines.seam import registry
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from tests.dice_game.system import SYSTEM, thrown
from tests.people import browser, make_person
from tests.site.seats import Seated
from tests.site.wars import make_war, state_of, user_of, version_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def dice_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is known while a test runs."""
    monkeypatch.setitem(registry.MODULES, "dice", "tests.dice_game.system")


def dice_war(**settings: Any) -> War:
    """A war of the dice game."""
    return make_war(make_person("anna"), make_person("bo"), map_name="three_gates", system="dice", **settings)


def step(war: War) -> core.War:
    """Do the next thing that the war waits for, but for a battle that is joined; the state after it."""
    state = state_of(war)
    if state.phase in ("bases", "planning"):
        for side in SIDES:
            seal(war, state, side)
    elif state.question is not None:
        submit(war, state, state.question.side)
    elif state.paused:
        submit(war, state, "terran")
    return state_of(war)


def seal(war: War, state: core.War, side: Side) -> None:
    """Seal what a commander orders."""
    order = Commander(side).decide(view(state, side))
    assert isinstance(order, PlaceBases | Plan)
    user = user_of(war, side)
    sealing.seal_order(
        war_id=war.pk, side=side, user=user, turn=state.turn, phase=state.phase, order=order, entropy=""
    )


def submit(war: War, state: core.War, side: Side) -> None:
    """Answer as a commander does, or reveal the next battle."""
    order = RevealNext() if state.paused else Commander(side).decide(view(state, side))
    assert order is not None
    log.submit(war_id=war.pk, side=side, user=user_of(war, side), seen_version=version_of(war), order=order)


def joined(war: War) -> Battle | None:
    """The battle that is joined, if the war waits for one."""
    found = Engagement.objects.select_related("battle").filter(
        war=war, outcome="joined", battle__isnull=False
    )
    return next((one.battle for one in found if one.battle and one.battle.absorbed_at is None), None)


def player(war: War) -> User:
    """Who plays Terran."""
    user = user_of(war, "terran")
    assert user is not None
    return user


def to_a_battle(war: War) -> Battle:
    """The war gone on until a battle is joined."""
    while (battle := joined(war)) is None:
        assert step(war).phase != "over"
    return battle


def fight(battle: Battle) -> None:
    """Let the worker fight a battle that it has been given, and the war book it."""
    assert resolve(battle.resolutions.get().pk)
    assert results.absorb(battle_id=battle.pk)


def test_a_war_is_fought_by_the_worker_from_the_first_purchase_to_victory() -> None:
    war = dice_war(settled_by="worker")
    fought = 0
    while state_of(war).phase != "over":
        battle = joined(war)
        if battle is None:
            step(war)
            continue
        assert battle.engine is SYSTEM
        fight(battle)
        battle.refresh_from_db()
        assert battle.settled_how == SettledHow.FOUGHT
        fought += 1
    assert fought
    assert state_of(war).winner in SIDES
    assert differences(war) == []
    brought = read_whole(whole(war))
    assert fold(event for entry in brought.entries for event in entry.events).winner == state_of(war).winner


def test_a_result_is_entered_and_confirmed() -> None:
    war = dice_war()
    battle = to_a_battle(war)
    setup = battle.setup_document
    report = thrown(setup, SeededDice("entered"))
    with pytest.raises(Refused):
        services.enter_report(
            battle_id=battle.pk,
            side="terran",
            seen_version=battle.version,
            report=replace(report, terran=()),
        )
    entered = services.enter_report(
        battle_id=battle.pk, side="terran", seen_version=battle.version, report=report
    )
    services.confirm(battle_id=battle.pk, side="talon", seen_version=entered.version)
    assert results.absorb(battle_id=battle.pk)
    losses = {(loss.side, loss.name) for loss in state_of(war).losses}
    gone = {(side, fate.name) for side in SIDES for fate in report.fates(side) if fate.fate == "destroyed"}
    assert losses == gone
    assert differences(war) == []


def test_a_record_is_brought_as_a_file() -> None:
    war = dice_war()
    battle = to_a_battle(war)
    fought = SYSTEM.fight(battle.setup_document, {}, SeededDice("brought"))
    client = browser(player(war))
    record = SimpleUploadedFile("record.txt", SYSTEM.pack(fought))
    answer = client.post(f"/battles/{battle.pk}/bring/", {"record": record, "version": battle.version})
    assert answer.status_code == 302
    battle.refresh_from_db()
    assert battle.report_document == fought.result.report


def test_a_result_is_entered_in_the_form_and_moves_the_war() -> None:
    war = dice_war()
    battle = to_a_battle(war)
    terran, talon = browser(player(war)), browser(battle.user_of("talon"))
    for page in ("", "sheet/", "report/"):
        answer = terran.get(f"/battles/{battle.pk}/{page}")
        assert answer.status_code == 200, page
    assert "in the browser" not in terran.get(f"/battles/{battle.pk}/").content.decode()
    asked = terran.post(f"/battles/{battle.pk}/way/", {"version": battle.version, "way": "hand"})
    assert (asked.status_code, b"not played in the browser" in asked.content) == (422, True)
    fates = {
        f"{side}-{at}-fate": "stands"
        for side in SIDES
        for at in range(len(battle.setup_document.force(side)))
    }
    posted = {"version": battle.version, "winner": "terran", "rounds": "3", **fates}
    assert terran.post(f"/battles/{battle.pk}/report/", {**posted, "rounds": ""}).status_code == 422
    assert terran.post(f"/battles/{battle.pk}/report/", posted).status_code == 302
    battle.refresh_from_db()
    confirmed = talon.post(f"/battles/{battle.pk}/confirm/", {"version": battle.version})
    assert confirmed.status_code == 302
    battle.refresh_from_db()
    assert battle.settled_how == SettledHow.CONFIRMED
    assert results.absorb(battle_id=battle.pk)
    assert state_of(war).losses == []


def test_the_pages_of_a_war_show_its_units() -> None:
    war = dice_war()
    client = browser(player(war))
    for stop in ("bases", "planning", "asked", "joined"):
        while stop not in where(war):
            step(war)
        answers = {path: client.get(path).status_code for path in pages_of(war)}
        assert set(answers.values()) <= {200, 302, 404, 405}, answers
        assert list(answers.values()).count(200) > 10
        if stop == "planning":
            plan = client.get(f"/wars/{war.pk}/terran/plan/").content.decode()
            assert "Hammer" in plan
            assert "Destroyer" not in plan
            seat = Seated(war, player(war), "terran")
            assert seat.press("fleet/hammers").status_code == 200
            raiders = seat.draft.buy["dice/raider"]
            assert seat.press("buy/dice/raider/-1").status_code == 200
            assert seat.press("buy/destroyer/1").status_code == 422
            assert seat.draft.buy["dice/raider"] == raiders - 1


def where(war: War) -> set[str]:
    """How far the war is, in words of this test."""
    state = state_of(war)
    asked = state.question is not None and state.question.side == "terran"
    return {state.phase, "asked" if asked else "", "joined" if joined(war) else ""}


def pages_of(war: War) -> list[str]:
    """The addresses of all that a war shows to its Terran player."""
    found = (re.sub("<number:war_id>", str(war.pk), path) for path in paths(get_resolver().url_patterns))
    sided = [path.replace("<str:side>", "terran") for path in found]
    return [f"/{path}" for path in sided if path.startswith(f"wars/{war.pk}/") and "<" not in path]


def paths(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """The paths of the patterns, and of those within them."""
    for one in patterns:
        path = f"{before}{one.pattern}"
        if isinstance(one, URLResolver):
            yield from paths(one.url_patterns, path)
        else:
            yield path
