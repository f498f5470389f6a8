"""A second game on the site: a war of it is kept, fought by the worker and recorded like any other."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from msgspec.structs import replace

from battles import services
from battles.models import SettledHow
from campaign.files.archive import whole
from campaign.files.document import read_whole
from campaign.models import War
from campaign.rules.evolve import fold
from campaign.war.log.rebuild import differences
from campaign.war.services import results
from engines.seam import registry
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from tests.dice_game.system import SYSTEM, thrown
from tests.people import browser, make_person
from tests.site.seats import Seated
from tests.site.stepping import fight, joined, pages_of, player, step, to_a_battle, where
from tests.site.wars import make_war, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def dice_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is known while a test runs."""
    monkeypatch.setitem(registry.MODULES, "dice", "tests.dice_game.system")


def dice_war(**settings: Any) -> War:
    """A war of the dice game."""
    return make_war(make_person("anna"), make_person("bo"), map_name="three_gates", system="dice", **settings)


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
