"""An Empire War in miniatures on the site: begun by the form, fought by the worker, recorded from a table (S99)."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.models import LifetimeLine
from battles.battle.templatetags.ships import unit_line
from battles.models import SettledHow
from campaign.files.archive import whole
from campaign.files.document import read_whole
from campaign.models import War
from campaign.rules.evolve import fold
from campaign.war.log.documents import decode_settings
from campaign.war.log.rebuild import differences
from campaign.war.services import results
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.warfleets.system import SYSTEM
from engines.warfleets.war.damage import WarfleetsDamage
from tests.people import browser, make_person
from tests.site.stepping import fight, joined, pages_of, player, step, to_a_battle, where
from tests.site.wars import make_war, state_of

pytestmark = pytest.mark.django_db


def miniatures(**settings: Any) -> War:
    """A war in miniatures."""
    return make_war(
        make_person("anna"), make_person("bo"), map_name="three_gates", system="warfleets", **settings
    )


def test_a_war_is_fought_by_the_worker_from_the_first_purchase_to_victory() -> None:
    war = miniatures(settled_by="worker", lifetime_score=True)
    fought = 0
    while state_of(war).phase != "over":
        battle = joined(war)
        if battle is None:
            step(war)
            continue
        assert battle.engine is SYSTEM
        fight(battle)
        fought += 1
    assert fought
    assert state_of(war).winner in SIDES
    assert differences(war) == []
    brought = read_whole(whole(war))
    assert fold(event for entry in brought.entries for event in entry.events).winner == state_of(war).winner
    assert set(LifetimeLine.objects.values_list("system", flat=True)) == {LifetimeLine.System.WARFLEETS}
    assert LifetimeLine.objects.filter(source=f"war:{war.pk}", points=5).exists()


def test_the_form_of_a_new_war_offers_the_game() -> None:
    anna = browser(make_person("anna"))
    page = anna.get("/wars/new/").content.decode()
    assert "Of Warfleets: FTL, with miniatures" in page
    posted = {
        "name": "Tin fleets",
        "chart": "four_sectors",
        "prefilled_for": "four_sectors",
        "side": "terran",
        "opponent": "one_screen",
        "treasury": "2000",
        "reserve": "500",
        "free_bases": "3",
        "boxes": "1",
        "reveal": "one_by_one",
        "confirm_hours": "72",
        "system": "warfleets",
        "settled_by": "hand",
    }
    refused = anna.post("/wars/new/", posted | {"clock": "turn:86400"})
    assert refused.status_code == 422
    assert "have no clock" in refused.content.decode()
    assert anna.post("/wars/new/", posted).status_code == 302
    settings = decode_settings(bytes(War.objects.get(name="Tin fleets").settings))
    assert (settings.system, settings.settled_by) == ("warfleets", "hand")
    listed = posted | {"settled_by": "table", "opponent": "anybody", "name": "Anybody"}
    assert anna.post("/wars/new/", listed).status_code == 302
    assert "Battles at the table, of Warfleets: FTL" in anna.get("/wars/open/").content.decode()
    assert anna.post("/wars/new/", posted | {"system": "", "name": "Hexes"}).status_code == 302
    assert decode_settings(bytes(War.objects.get(name="Hexes").settings)).system == "talon"


def test_a_result_is_entered_in_the_form_and_moves_the_war() -> None:
    war = miniatures()
    battle = to_a_battle(war)
    terran, talon = browser(player(war)), browser(battle.user_of("talon"))
    for page in ("", "sheet/", "report/"):
        assert terran.get(f"/battles/{battle.pk}/{page}").status_code == 200, page
    sheet = terran.get(f"/battles/{battle.pk}/sheet/").content.decode()
    assert "Tick the damage of each upgrade" in sheet
    assert "starting counters" not in sheet
    assert "jumped" not in sheet
    report = terran.get(f"/battles/{battle.pk}/report/").content.decode()
    assert "Upgrades disabled" in report
    assert "criticals" not in report
    shown = terran.get(f"/battles/{battle.pk}/").content.decode()
    assert "Both of you give the orders on a table." in " ".join(shown.split())
    assert "Try it out" not in shown
    fates = {
        f"{side}-{at}-fate": "stands"
        for side in SIDES
        for at in range(len(battle.setup_document.force(side)))
    }
    posted = {"version": battle.version, "winner": "terran", "rounds": "4", "ending": "held", **fates}
    hurt = posted | {"terran-0-hull": "1"}
    assert terran.post(f"/battles/{battle.pk}/report/", {**hurt, "rounds": "5"}).status_code == 422
    assert terran.post(f"/battles/{battle.pk}/report/", hurt).status_code == 302
    battle.refresh_from_db()
    assert talon.post(f"/battles/{battle.pk}/confirm/", {"version": battle.version}).status_code == 302
    assert results.absorb(battle_id=battle.pk)
    unit = battle.setup_document.terran[0]
    line = unit_line(SYSTEM.unit_card("terran", unit, WarfleetsDamage(1), "stands"))
    assert "upgrades disabled" in line
    assert "hull" not in line
    first = unit.name
    assert state_of(war).fleet("terran").ships[first].damage.in_brief == "1 upgrade disabled"
    assert differences(war) == []


def test_a_record_is_brought_as_a_file() -> None:
    war = miniatures()
    battle = to_a_battle(war)
    client = browser(player(war))
    beginning = client.get(f"/battles/{battle.pk}/beginning.txt")
    assert b"warfleets battle" in beginning.content
    fought = next(
        one
        for seed in range(20)
        if (one := SYSTEM.fight(battle.setup_document, {}, SeededDice(seed))).result.report.ending == "held"
    )
    raw = SYSTEM.download(fought, {}, "json")
    for wrong in (b"x", raw[: len(raw) // 2]):
        record = SimpleUploadedFile("record.json", wrong)
        sent = {"record": record, "version": battle.version}
        assert client.post(f"/battles/{battle.pk}/bring/", sent).status_code == 422
    record = SimpleUploadedFile("record.json", raw)
    assert (
        client.post(f"/battles/{battle.pk}/bring/", {"record": record, "version": battle.version}).status_code
        == 302
    )
    battle.refresh_from_db()
    assert battle.report_document == fought.result.report


@pytest.mark.parametrize("settled_by", ["table", "worker"])
def test_the_pages_of_a_war_show_its_units(settled_by: str) -> None:
    war = miniatures(settled_by=settled_by)
    client = browser(player(war))
    for stop in ("bases", "planning", "asked", "joined"):
        while stop not in where(war):
            step(war)
        answers = {path: client.get(path).status_code for path in pages_of(war)}
        assert set(answers.values()) <= {200, 302, 404, 405}, answers
        assert list(answers.values()).count(200) > 10
        if stop == "planning":
            plan = client.get(f"/wars/{war.pk}/terran/plan/").content.decode()
            assert "terran-battleship" in plan
            assert "terran-warfleets" not in plan
        if stop == "asked":
            asked = client.get(f"/wars/{war.pk}/terran/").content.decode()
            assert "Ships to save" not in asked
            assert "play the battle yourself" not in asked.lower()


@pytest.mark.every_view
def test_the_report_of_a_battle_that_captains_fought() -> None:
    war = miniatures(settled_by="worker")
    battle = to_a_battle(war)
    client = browser(player(war))
    assert client.get(f"/battles/{battle.pk}/dice/").status_code == 200
    fight(battle)
    battle.refresh_from_db()
    assert battle.settled_how == SettledHow.FOUGHT
    page = client.get(f"/battles/{battle.pk}/fought/", follow=True)
    assert page.status_code == 200
    assert client.get(f"/battles/{battle.pk}/").status_code == 200
    assert "Setting up" in page.content.decode() or "gave up before the first shot" in page.content.decode()
    pictures = re.findall(r'src="(/battles/[^"]*\.svg[^"]*)"', page.content.decode())
    assert pictures
    for picture in pictures:
        drawn = client.get(picture.replace("&amp;", "&"))
        assert drawn.content.startswith(b"<svg")
        assert "max-age" in drawn["Cache-Control"]
        assert "no-store" in client.get(picture.partition("?")[0])["Cache-Control"]
    for none in (f"/battles/{battle.pk}/fought/warfleets/9.svg", f"/battles/{battle.pk}/fought/frames.json"):
        assert client.get(none).status_code == 404
    other = browser(make_person("carl"))
    for secret in (f"/battles/{battle.pk}/fought/warfleets/", pictures[0]):
        assert other.get(secret).status_code == 404
    assert client.get(f"/battles/{battle.pk}/sheet/").status_code == 200
    dice = client.get(f"/battles/{battle.pk}/dice/", follow=True)
    assert dice.status_code == 200
    assert dice.redirect_chain[-1][0].endswith("#dice")
    for form in ("txt", "json"):
        assert client.get(f"/battles/{battle.pk}/record.{form}").status_code == 200
