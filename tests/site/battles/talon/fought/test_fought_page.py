"""The report of a battle the computer fought: who may read it, what it tells, and that it needs no script."""

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from accounts.models import User
from accounts.people.special_users import computer_user
from battles import services
from battles.battle.selectors import fought
from battles.models import Battle
from battles.talon.fought.course import FoughtReport
from bench.battles.fleets import fleets_of
from bench.site.fought_samples import fought_battle, given
from engines.seam.documents import Unit
from engines.seam.sides import Side, opponent
from engines.talon.catalogue import class_of
from engines.talon.records.record import FoughtBattle, Said, unpack
from tests.battle_samples import opened, reported
from tests.core.battle.records import duel, invasion
from tests.core.battle.records import fought as battled
from tests.markup import flat
from tests.people import browser, make_person

pytestmark = pytest.mark.django_db
PAGES = ["fought/", "fought/frames.json"]


@pytest.fixture
def battle(anna: User, ben: User) -> Battle:
    return fought_battle(anna, ben)


def page(user: User, battle: Battle, path: str = "fought/") -> str:
    answer = browser(user).get(f"/battles/{battle.pk}/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("path", PAGES)
def test_the_players_read_it_and_nobody_else_does(battle: Battle, anna: User, ben: User, path: str) -> None:
    url = f"/battles/{battle.pk}/{path}"
    assert browser(anna).get(url).status_code == 200
    assert browser(ben).get(url).status_code == 200
    assert browser(make_person("eve")).get(url).status_code == 404
    assert browser(make_person("host", is_staff=True, is_superuser=True)).get(url).status_code == 404
    assert Client().get(url).status_code == 302
    assert browser(anna).post(url).status_code == 405


def test_it_leads_on_to_another_battle(battle: Battle, anna: User) -> None:
    """In a war back to it; after a single battle to the rematch, which people have to agree on."""
    of_a_war = flat(page(anna, battle))
    assert "Back to the war" in of_a_war
    assert "Another battle" not in of_a_war
    Battle.objects.update(owner_topic="", owner_path="")
    of_two = page(anna, battle)
    assert f'href="/battles/{battle.pk}/#result">Play it again' in of_two
    assert "/rematch/" not in of_two
    Battle.objects.update(talon_user=computer_user())
    alone = page(anna, battle)
    assert f'action="/battles/{battle.pk}/rematch/"' in alone
    assert "Rematch, sides swapped" in alone
    assert 'href="/skirmish/">Another battle' in alone


@pytest.mark.parametrize("path", PAGES)
def test_only_battles_the_computer_fought_have_one(anna: User, ben: User, path: str) -> None:
    battle = opened(anna, ben)
    url = f"/battles/{battle.pk}/{path}"
    assert browser(anna).get(url).status_code == 404
    report = reported(battle.setup_document)
    battle = services.enter_report(battle_id=battle.pk, side="terran", seen_version=1, report=report)
    services.confirm(battle_id=battle.pk, side="talon", seen_version=battle.version)
    assert browser(anna).get(url).status_code == 404
    assert "fought/" not in page(anna, battle, "")


def test_a_result_that_both_withdraw_takes_its_report_along(battle: Battle, anna: User) -> None:
    services.reopen(battle_id=battle.pk)
    assert browser(anna).get(f"/battles/{battle.pk}/fought/").status_code == 404


def test_doctrines_are_secret_until_it_is_over_and_told_then(anna: User, ben: User) -> None:
    battle = given(anna, ben)
    for path in PAGES:
        assert browser(anna).get(f"/battles/{battle.pk}/{path}").status_code == 404
    assert "Preserve the fleet" not in page(anna, battle, "")
    services.resolve(battle.resolutions.get().pk)
    told = page(anna, battle)
    for words in ("Hold the field", "Preserve the fleet", "Ships to save: Dominion"):
        assert words in told
    assert page(ben, battle).count("Hold the field") == told.count("Hold the field")


def test_it_tells_the_battle_from_the_picture_down_to_every_die(anna: User, ben: User) -> None:
    battle = fought_battle(anna, ben, fleets_of(12))
    told = page(anna, battle)
    order = [
        told.index(mark)
        for mark in (
            "opening-sentence",
            'id="turns"',
            'id="replay"',
            'id="tally"',
            'id="doctrines"',
            'id="rounds"',
        )
    ]
    assert order == sorted(order)
    assert 1 <= told.count('<li class="turn-card') <= 8
    record = fought(battle)
    assert record is not None
    result = battle.result_document
    assert result is not None
    assert told.count('<details class="panel round"') == result.report.rounds + 1
    assert f"of {sum(class_of('terran', unit).points for unit in battle.setup_document.terran)}" in told
    for unit in (*battle.setup_document.terran, *battle.setup_document.talon):
        assert unit.name in told
    dice = sum(len(step.dice) for step in unpack(bytes(record.record or b"")).steps)
    lines = "".join(re.findall(r'<ul class="rolls">(.*?)</ul>', flat(told)))
    assert lines.count("<i>") == dice > 100
    assert 'href="/wars/17/"' in told


def test_the_first_words_say_who_holds_the_field_what_it_cost_and_what_it_moved(
    battle: Battle, anna: User
) -> None:
    told = page(anna, battle)
    sentence = re.search(r'class="opening-sentence">(.*?)</p>', flat(told))
    assert sentence is not None
    result = battle.result_document
    assert result is not None
    winner = (result.winner or "").title()
    loser = "Talon" if winner == "Terran" else "Terran"
    assert re.match(
        rf"<strong>You (won: {result.degree} victory|lost: {result.degree} defeat)\.</strong>"
        rf"{winner} holds the field( after \d+ rounds|: {loser} conceded in round \d+)\. ",
        sentence[1],
    )
    assert f"{loser} lost {result.lost('talon' if loser == 'Talon' else 'terran')} points" in sentence[1]
    assert sentence[1].count(str(result.degree)) == 1
    assert "The result is being entered in the war." in sentence[1]


def test_points_that_a_rule_changes_are_explained(anna: User, ben: User) -> None:
    """R36: over a planet transports count twice; S1: a win without losses."""
    battle = fought_battle(anna, ben, invasion())
    result = battle.result_document
    assert result is not None
    fates = {fate.name: fate.fate for fate in result.report.terran}
    transports = [unit.name for unit in battle.setup_document.terran if unit.ship_class == "transport"]
    changed = [name for name in transports if fates[name] in ("destroyed", "landed")]
    for path in ("fought/", ""):
        told = page(anna, battle, path)
        assert ("count double" in told) == bool(changed)
        assert ('data-rule="R36"' in told) == bool(changed)


def test_a_field_that_is_given_up_has_its_reason() -> None:
    record = next(one for one in (battled("duel"), battled("fleets"), battled("invasion")) if _given_up(one))
    side = _given_up(record)[0].side
    told = FoughtReport(record)
    words = _spoken(told, side)
    assert re.search(r"ordered to retreat: win chance .*1?\d% \(limit of this doctrine: ", words)
    assert ": 8%)" in words, "the limit of withdraw"


def test_a_field_conceded_without_a_weapon_left_says_so() -> None:
    record = next(one for one in (battled("duel"), battled("fleets"), battled("invasion")) if _given_up(one))
    side = _given_up(record)[0].side
    result = replace(
        record.result, report=replace(record.result.report, ending="conceded", winner=opponent(side))
    )
    assert "no working weapon left" in _spoken(FoughtReport(replace(record, said=(), result=result)), side)
    assert "no working weapon left" not in _spoken(
        FoughtReport(replace(record, said=(), result=result)), opponent(side)
    )


def _given_up(record: FoughtBattle) -> list[Said]:
    """When a field was given up."""
    return [said for said in record.said if said.what == "field"]


def _spoken(told: FoughtReport, side: Side) -> str:
    """All that a side's doctrine said."""
    command = next(one for one in told.commands if one.side == side)
    return " ".join(told.cast.plain(spoken.words) for spoken in command.spoken)


def test_it_keeps_the_content_policy_and_names_its_pictures(battle: Battle, anna: User) -> None:
    told = page(anna, battle)
    assert " style=" not in told
    assert not re.search(r"<script(?![^>]*\bsrc=)", told)
    assert not re.search(r"\son\w+=", told)
    for picture in re.findall(r'<svg class="hex-board"[^>]*>', told):
        assert "aria-label" in picture


def test_each_frame_has_an_address_of_its_own(battle: Battle, anna: User) -> None:
    first, later = page(anna, battle), page(anna, battle, "fought/?frame=12")
    title = re.compile(r"data-title>([^<]+)<")
    assert title.findall(first) == ["Set-up"]
    assert title.findall(later)[0].startswith("Round 1, impulse")
    assert 'href="?frame=11#replay"' in later
    assert 'href="?frame=13#replay"' in later
    last = title.findall(page(anna, battle, "fought/?frame=99999"))
    assert last[0].startswith("Round")
    for nonsense in ("x", "-1", "9" * 40, "1.5", "٣"):
        assert title.findall(page(anna, battle, f"fought/?frame={nonsense}")) == ["Set-up"]


@pytest.mark.every_view
def test_the_frames_are_small_and_say_how_long_they_keep(battle: Battle, anna: User) -> None:
    url = f"/battles/{battle.pk}/fought/frames.json"
    answer = browser(anna).get(url)
    frames = json.loads(answer.content)
    assert f'data-last="{len(frames) - 1}"' in page(anna, battle)
    assert len(answer.content) < 150_000
    assert "no-store" in answer["Cache-Control"]
    record = fought(battle)
    assert record is not None
    kept = browser(anna).get(f"{url}?of={record.pk}")["Cache-Control"]
    assert "private" in kept
    assert "max-age" in kept


def test_the_battles_page_leads_there_without_loading_the_record(battle: Battle, anna: User) -> None:
    client = browser(anna)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        told = client.get(f"/battles/{battle.pk}/").content.decode()
    assert f'href="/battles/{battle.pk}/fought/"' in told
    assert not any('"record"' in query["sql"] for query in asked)


def test_the_page_asks_few_questions(battle: Battle, anna: User) -> None:
    client = browser(anna)
    client.get(f"/battles/{battle.pk}/fought/")
    with CaptureQueriesContext(connection) as asked:
        client.get(f"/battles/{battle.pk}/fought/")
    assert sum("battles_" in query["sql"] for query in asked) <= 3


def test_names_are_written_as_text(anna: User, ben: User) -> None:
    setup = duel()
    odd = Unit("<b>Thor</b> & Co", "heavy_cruiser")
    battle = fought_battle(anna, ben, type(setup)(setup.place, setup.mode, (odd,), setup.talon))
    told = page(anna, battle)
    assert "<b>Thor</b> &" not in told
    assert "&lt;b&gt;Thor" in told


def test_a_landing_says_whose_the_planet_is(anna: User, ben: User) -> None:
    told = page(anna, fought_battle(anna, ben, invasion()))
    assert re.search(r"Terran captures the planet\.|Talon keeps the planet\.", told)


def test_one_person_at_one_screen_reads_it_too(anna: User) -> None:
    assert "turning point" in page(anna, fought_battle(anna, anna, duel()))


def test_a_player_reads_who_won_as_you(battle: Battle, anna: User, ben: User) -> None:
    """On the battle's page and its report; a trophy is only for the winner, and onlookers read the sides' names."""
    winner = battle.result_document.winner  # type: ignore[union-attr]
    assert winner is not None
    for user, side in ((anna, "terran"), (ben, "talon")):
        told = ("You won", "You lost") if side == winner else ("You lost", "You won")
        for path in ("", "fought/"):
            html = flat(page(user, battle, path))
            assert told[0] in html, (side, path)
            assert told[1] not in html, (side, path)
            assert f"{winner.title()} won" not in html, (side, path)
        verdict = page(user, battle, "").split('class="verdict-head"')[1].split("</p>")[0]
        assert ("#trophy" in verdict) == (side == winner)
        assert ("#white-flag" in verdict) == (side != winner)
