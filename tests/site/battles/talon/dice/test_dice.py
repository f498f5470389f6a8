"""The dice of a battle on the site: committed from the first day, added to by both sides, revealed when it is over."""

import importlib
import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from battles import services
from battles.battle.selectors import known_battle
from battles.battle.services.dice import current
from battles.battle.services.resolving import start_hash
from battles.models import Battle, DiceSeal, Resolution, Status
from bench.site.fought_samples import LAMP, fought_battle, given
from campaign.models import War
from campaign.war.services.consequences import AHEAD, dice_name
from engines.seam.commitments import commitment_of, part_of_seed
from engines.seam.refusals import Refused
from engines.seam.sides import opponent
from engines.seeded import SeededDice
from engines.talon.records.exchange import LARGEST_UPLOAD, in_form, written_of
from engines.talon.records.record import fight_out, unpack
from engines.talon.system import own
from tests.battle_samples import opened, reported
from tests.core.battle.records import duel
from tests.core.battle.records import fought as fought_record
from tests.markup import flat
from tests.people import browser, make_person
from tests.site.wars import make_war, play_until, seal_random, state_of, step

pytestmark = pytest.mark.django_db
VERIFIER = Path(__file__).parents[5] / "static" / "verify" / "talon_dice.py"


@pytest.fixture
def battle(anna: User, ben: User) -> Battle:
    return opened(anna, ben, duel())


def page(user: User, battle: Battle, path: str = "dice/") -> str:
    answer = browser(user).get(f"/battles/{battle.pk}/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


def asked(user: User, battle: Battle, **fields: str) -> Any:
    battle.refresh_from_db()
    told = {"version": battle.version, "way": "worker", "stance": "hold", **fields}
    return browser(user).post(f"/battles/{battle.pk}/way/", told)


def seal(battle: Battle) -> DiceSeal:
    return current(battle)


def test_the_commitment_is_shown_from_the_first_day_and_the_seed_to_nobody(
    battle: Battle, anna: User, ben: User
) -> None:
    drawn = seal(battle)
    host = make_person("host", is_staff=True, is_superuser=True)
    for path in ("", "dice/", "report/", "sheet/", "bring/"):
        for user in (anna, ben):
            told = page(user, battle, path)
            assert drawn.seed not in told
            if path in ("", "dice/"):
                assert drawn.commitment in told
    asked(anna, battle)
    asked(ben, battle)
    resolution = battle.resolutions.get()
    for path in (
        f"resolution/{resolution.pk}/change/",
        "resolution/",
        f"battle/{battle.pk}/change/",
        "diceseal/",
    ):
        assert drawn.seed not in browser(host).get(f"/admin/battles/{path}").content.decode()
    assert drawn.seed not in page(anna, battle)
    for form in ("json", "txt"):
        assert browser(anna).get(f"/battles/{battle.pk}/record.{form}").status_code == 404


def test_only_the_players_see_any_of_it(battle: Battle, anna: User, ben: User) -> None:
    fought = fought_battle(anna, ben)
    for number, paths in (
        (battle.pk, ["dice/", "bring/"]),
        (fought.pk, ["dice/", "record.json", "record.txt"]),
    ):
        for path in paths:
            url = f"/battles/{number}/{path}"
            assert browser(ben).get(url).status_code == 200
            assert browser(make_person(f"eve{number}{path[:3]}{len(path)}")).get(url).status_code == 404
            assert Client().get(url).status_code == 302
    assert browser(anna).get(f"/battles/{fought.pk}/record.xml").status_code == 404
    assert browser(anna).post(f"/battles/{fought.pk}/dice/").status_code == 405


def test_each_side_adds_its_part_and_the_site_says_what_it_drew_itself(
    battle: Battle, anna: User, ben: User
) -> None:
    asked(anna, battle, entropy="annas-own-part")
    assert "annas-own-part" in page(anna, battle)
    assert "annas-own-part" not in page(ben, battle)
    asked(ben, battle)
    drawn = seal(battle)
    assert drawn.sources == {"terran": "player", "talon": "site"}
    assert drawn.talon_entropy == part_of_seed(drawn.name, drawn.seed, "talon")
    assert "annas-own-part" not in page(ben, battle)
    assert services.resolve(battle.resolutions.get().pk)
    battle.refresh_from_db()
    told = page(ben, battle)
    for words in (
        "annas-own-part",
        drawn.talon_entropy,
        drawn.seed,
        drawn.commitment,
        "the player added nothing",
    ):
        assert words in told
    record = unpack(bytes(battle.resolutions.get().record or b""))
    assert record.sealed is not None
    assert record.sealed.promise == drawn.promise


def test_a_part_that_is_no_word_is_refused(battle: Battle, anna: User) -> None:
    for wrong in ("two words", "é", "x" * 65, "<b>"):
        answer = asked(anna, battle, entropy=wrong)
        assert answer.status_code == 422
        assert "letters, digits" in answer.content.decode()
    assert battle.wishes.count() == 0


def test_nothing_is_added_once_the_computer_has_had_the_battle(battle: Battle, anna: User, ben: User) -> None:
    """Failed, tried again, taken back and given once more: the dice stay those of the first time."""
    asked(anna, battle, entropy="one")
    asked(ben, battle, entropy="two")
    promise = seal(battle).promise
    Resolution.objects.update(status="failed", attempts=3)
    asked(anna, battle, entropy="another")
    assert battle.resolutions.get().status == "queued"
    for user in (anna, ben):
        asked(user, battle, way="table")
    for user in (anna, ben):
        asked(user, battle, entropy="yet-another")
    assert [one.status for one in battle.resolutions.order_by("pk")] == ["dropped", "queued"]
    assert seal(battle).promise == promise
    assert battle.resolutions.get(status="queued").chance == promise


def test_a_battle_opened_anew_has_other_dice_as_its_seed_is_known(anna: User, ben: User) -> None:
    battle = fought_battle(anna, ben, duel())
    first = battle.seals.get()
    services.reopen(battle_id=battle.pk)
    assert battle.seals.count() == 2
    fresh = seal(battle)
    assert (fresh.seed != LAMP, fresh.name) == (True, f"{first.name}#2")
    told = page(anna, battle)
    assert fresh.commitment in told
    assert (LAMP in told, fresh.seed in told) == (False, False)


def test_a_recorded_battle_keeps_its_promise_when_it_is_opened_again(battle: Battle) -> None:
    before = seal(battle)
    report = reported(battle.setup_document)
    seen = services.enter_report(battle_id=battle.pk, side="terran", seen_version=1, report=report).version
    services.confirm(battle_id=battle.pk, side="talon", seen_version=seen)
    services.reopen(battle_id=battle.pk)
    assert seal(battle) == before


def test_dice_come_from_one_place(battle: Battle) -> None:
    asked(battle.terran_user, battle)
    asked(battle.talon_user, battle)
    with pytest.raises(IntegrityError), transaction.atomic():
        Resolution.objects.update(seed="another")


def test_battles_that_are_not_over_have_their_dice_committed_by_the_migration(
    battle: Battle, anna: User, ben: User
) -> None:
    over = fought_battle(anna, ben, duel())
    Resolution.objects.update(seal=None, seed="lamp")
    DiceSeal.objects.all().delete()
    importlib.import_module("battles.migrations.0004_sealed_dice").promise_dice_of_open_battles(apps, None)
    assert list(DiceSeal.objects.values_list("name", flat=True)) == [f"battle:{battle.pk}"]
    assert seal(battle).commitment == commitment_of(seal(battle).name, seal(battle).seed)
    assert seal(battle).commitment in page(anna, battle)
    assert page(anna, over)


def test_a_battle_fought_before_there_were_seals_says_so(anna: User, ben: User) -> None:
    battle = given(anna, ben, duel())
    Resolution.objects.update(seal=None, seed="lamp")
    resolution = battle.resolutions.get()
    start = start_hash(battle, bytes(resolution.doctrines), resolution.rules_version, None)
    Resolution.objects.update(start_hash=start)
    assert "before this site sealed its dice" in page(anna, battle)
    assert services.resolve(resolution.pk)
    battle.refresh_from_db()
    told = page(anna, battle)
    assert "before this site sealed its dice" in told
    assert "Check it yourself" not in told
    assert 'id="luck"' in told
    record = unpack(bytes(battle.resolutions.get().record or b""))
    assert record == fight_out(duel(), record.doctrines, SeededDice("lamp"))  # type: ignore[arg-type]


def test_a_battle_of_the_table_rolled_no_die_of_the_site(battle: Battle, anna: User) -> None:
    report = reported(battle.setup_document)
    seen = services.enter_report(battle_id=battle.pk, side="terran", seen_version=1, report=report).version
    services.confirm(battle_id=battle.pk, side="talon", seen_version=seen)
    battle.refresh_from_db()
    told = page(anna, battle)
    assert "The site rolled no dice" in told
    assert seal(battle).seed not in told


def test_the_page_tells_every_roll_and_the_luck(anna: User, ben: User) -> None:
    battle = fought_battle(anna, ben)
    told, found = page(anna, battle), known_battle(battle)
    assert found is not None
    rolls = sum(len(step.dice) for step in own(found.fought).steps)
    assert f"All {rolls} rolls" in told
    assert [int(number) for number in re.findall(r'<tr><td class="num">(\d+)</td>', flat(told))] == [
        *range(1, rolls + 1)
    ]
    assert "The host could know the rolls in advance" in told
    assert "Luck of Terran weapons" in told
    assert "<details open" not in told


def test_what_is_taken_along_is_verified_by_itself(anna: User, ben: User, tmp_path: Path) -> None:
    battle = fought_battle(anna, ben)
    drawn, told = battle.seals.get(), page(anna, battle)
    answer = browser(anna).get(f"/battles/{battle.pk}/record.json")
    assert answer["Content-Disposition"] == f'attachment; filename="battle-{battle.pk}-vega-5.json"'
    path = tmp_path / "record.json"
    path.write_bytes(answer.content)
    command = re.search(r"<code>python talon_dice.py (.*?)</code>", told)
    assert command is not None
    options = command[1].split()[1:]
    assert drawn.commitment in options
    run = subprocess.run(
        [sys.executable, "-I", str(VERIFIER), str(path), *options],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "this is the whole battle." in run.stdout
    text = browser(ben).get(f"/battles/{battle.pk}/record.txt")
    assert text["Content-Type"] == "text/plain; charset=utf-8"
    assert text.content.decode().startswith("record 1\nplace Vega 5\ntitle First Light, battle 3\ndate ")


def test_a_double_click_asks_once(battle: Battle, anna: User, ben: User) -> None:
    for user, version in ((anna, "1"), (ben, "2")):
        answers = [asked(user, battle, version=version).status_code for _ in range(2)]
        assert answers == [302, 302]
    assert battle.resolutions.count() == 1
    assert battle.notes.filter(kind="asked").count() == 2
    assert asked(anna, battle, version="1").status_code == 409


def test_there_is_nothing_to_try_again_where_nothing_failed(battle: Battle, anna: User) -> None:
    again = f"/battles/{battle.pk}/again/"
    assert browser(anna).post(again, {"version": battle.version, "stance": "hold"}).status_code == 422
    services.void(battle_id=battle.pk)
    battle.refresh_from_db()
    assert browser(anna).post(again, {"version": battle.version, "stance": "hold"}).status_code == 409


@pytest.mark.parametrize("path", ["", "dice/", "report/", "sheet/", "bring/"])
def test_what_a_side_alone_may_read_is_not_kept_on_the_way(battle: Battle, anna: User, path: str) -> None:
    assert "no-store" in browser(anna).get(f"/battles/{battle.pk}/{path}")["Cache-Control"]


def test_names_of_any_kind_can_be_taken_along(anna: User, ben: User) -> None:
    battle = fought_battle(anna, ben, duel())
    Battle.objects.update(title='The "Lamp\u2028# and\x07 more', place="Ω  \n5")
    for form in ("txt", "json"):
        raw = browser(anna).get(f"/battles/{battle.pk}/record.{form}").content
        fresh = opened(anna, ben, duel())
        bring(anna, fresh, raw, f"record.{form}")
        fresh.refresh_from_db()
        assert fresh.status == Status.REPORTED


def bring(user: User, battle: Battle, raw: bytes, name: str = "record.txt", **fields: str) -> Any:
    """Bring a file in."""
    battle.refresh_from_db()
    file = SimpleUploadedFile(name, raw)
    told = {"version": battle.version, "record": file, "do": "enter", **fields}
    return browser(user).post(f"/battles/{battle.pk}/bring/", told)


def told_record(form: str = "txt") -> bytes:
    """A duel with dice that were told."""
    return in_form(written_of(fought_record("duel"), {"place": "Orion 3"}), form)


@pytest.mark.parametrize("form", ["txt", "json"])
def test_a_record_is_entered_as_any_report_and_told_as_a_battle(
    battle: Battle, anna: User, ben: User, form: str
) -> None:
    """S35: the other side confirms it."""
    assert bring(anna, battle, told_record(form), f"r.{form}").status_code == 302
    battle.refresh_from_db()
    assert (battle.status, battle.reported_by) == (Status.REPORTED, "terran")
    assert battle.report_document == fought_record("duel").result.report
    assert "uploaded a record" in page(ben, battle, "")
    told = page(ben, battle, "fought/")
    assert "Its dice are not sealed" in told
    assert 'id="doctrines"' not in told
    assert browser(ben).get(f"/battles/{battle.pk}/fought/frames.json").status_code == 200
    assert "anna uploaded a record" in page(ben, battle)
    services.confirm(battle_id=battle.pk, side="talon", seen_version=battle.version)
    battle.refresh_from_db()
    assert battle.status == Status.SETTLED
    assert browser(ben).get(f"/battles/{battle.pk}/record.{form}").content == told_record(form)
    assert "View report" in page(ben, battle, "")


def test_a_corrected_report_no_longer_has_the_record(battle: Battle, anna: User) -> None:
    bring(anna, battle, told_record())
    battle.refresh_from_db()
    other = reported(battle.setup_document)
    services.revise(battle_id=battle.pk, side="terran", seen_version=battle.version, report=other)
    battle.refresh_from_db()
    for path in ("fought/", "record.txt"):
        assert browser(anna).get(f"/battles/{battle.pk}/{path}").status_code == 404
    assert bring(anna, battle, told_record()).status_code == 302
    battle.refresh_from_db()
    assert page(anna, battle, "fought/")


def test_a_sealed_record_is_checked_and_its_words_are_honest(battle: Battle, anna: User, ben: User) -> None:
    elsewhere = fought_battle(anna, ben, duel())
    raw = browser(anna).get(f"/battles/{elsewhere.pk}/record.json").content
    DiceSeal.objects.filter(battle=elsewhere).update(seed="0" * 64)  # as if another site had sealed them
    tampered = raw.replace(b'"seal":"', b'"seal":"0')
    answer = bring(anna, battle, tampered, "r.json")
    assert answer.status_code == 422
    assert "The seal does not match" in answer.content.decode()
    assert bring(anna, battle, raw, "r.json").status_code == 302
    battle.refresh_from_db()
    told = page(anna, battle)
    assert "This site did not make that commitment" in told
    assert seal(battle).seed not in told


@pytest.mark.parametrize("header", ["commitment", "seed", "seal", "battle", "terran-entropy"])
def test_a_sealed_record_with_a_word_of_other_letters_is_refused(
    battle: Battle, anna: User, ben: User, header: str
) -> None:
    """As any other that does not fit."""
    elsewhere = fought_battle(anna, ben, duel())
    told = json.loads(browser(anna).get(f"/battles/{elsewhere.pk}/record.json").content)
    told["headers"][header] = "é" * 64
    assert bring(anna, battle, json.dumps(told).encode(), "r.json").status_code == 422


def test_a_sealed_record_of_this_sites_own_says_so(battle: Battle, anna: User, ben: User) -> None:
    elsewhere = fought_battle(anna, ben, duel())
    raw = browser(anna).get(f"/battles/{elsewhere.pk}/record.json").content
    assert bring(anna, battle, raw, "r.json").status_code == 302
    battle.refresh_from_db()
    told = page(ben, battle)
    assert f"This site drew that seed for battle <code>{elsewhere.seals.get().name}" in told
    assert "its author could have tried other orders" in told


def other_record() -> bytes:
    """The same duel with another remark: the same report, another record."""
    return told_record().replace(b"place Orion 3", b"place Orion 3\nreferee Ben")


def test_another_record_with_the_same_result_is_a_correction(battle: Battle, anna: User, ben: User) -> None:
    """S35: nobody confirms another record than the one that was read."""
    bring(anna, battle, told_record())
    battle.refresh_from_db()
    read = battle.version
    assert bring(anna, battle, other_record()).status_code == 302
    with pytest.raises(services.StaleBattle):
        services.confirm(battle_id=battle.pk, side="talon", seen_version=read)
    assert "referee Ben" in page(ben, battle, "record.txt")
    assert battle.notes.filter(kind="corrected").count() == 1


@pytest.mark.parametrize("settled", [False, True])
@pytest.mark.parametrize("by_record", [False, True])
def test_an_older_page_puts_no_record_to_a_report(
    battle: Battle, anna: User, ben: User, settled: bool, by_record: bool
) -> None:
    report = fought_record("duel").result.report
    if by_record:
        bring(anna, battle, told_record())
    else:
        services.enter_report(battle_id=battle.pk, side="terran", seen_version=1, report=report)
    if settled:
        services.confirm(battle_id=battle.pk, side="talon", seen_version=2)
    assert bring(anna, battle, other_record(), version="1").status_code == 409
    battle.refresh_from_db()
    assert battle.version == (3 if settled else 2)
    answer = browser(ben).get(f"/battles/{battle.pk}/record.txt")
    assert (answer.status_code, b"referee" in answer.content) == ((200 if by_record else 404), False)


def test_a_double_click_brings_one_record_in(battle: Battle, anna: User) -> None:
    assert [bring(anna, battle, told_record(), version="1").status_code for _ in range(2)] == [302, 302]
    battle.refresh_from_db()
    assert (battle.version, battle.notes.filter(kind="entered").count()) == (2, 1)


def test_records_are_not_looked_at_where_none_is_wanted_or_too_many_came(
    battle: Battle, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engines.talon.records.exchange.read_upload", None)
    services.hold(battle_id=battle.pk)
    assert bring(anna, battle, told_record()).status_code == 422
    services.release(battle_id=battle.pk)
    monkeypatch.setattr("battles.overview.views.exchange.consume", lambda *_args, **_named: False)
    answer = bring(anna, battle, told_record())
    assert answer.status_code == 429
    assert "Wait ten minutes" in answer.content.decode()
    assert "record 1" in answer.content.decode().split("<textarea")[1]
    services.void(battle_id=battle.pk)
    assert bring(anna, battle, told_record()).status_code == 409


def test_the_beginning_is_taken_along_to_write_a_record_by_hand(battle: Battle, anna: User) -> None:
    begun = browser(anna).get(f"/battles/{battle.pk}/beginning.txt")
    assert "beginning-of-battle" in begun["Content-Disposition"]
    orders = told_record().split(b"\norders\n")[1]
    assert bring(anna, battle, begun.content + orders).status_code == 302
    assert browser(make_person("eve")).get(f"/battles/{battle.pk}/beginning.txt").status_code == 404


def test_what_was_proved_is_told_as_it_was_whatever_the_engine_says_now(
    anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = fought_battle(anna, ben, duel())
    monkeypatch.setattr("engines.talon.game.new_battle", None)
    monkeypatch.setattr("engines.talon.game.apply", None)
    assert "Commitment and reveal" in page(anna, battle)
    assert browser(anna).get(f"/battles/{battle.pk}/record.json").status_code == 200


def test_both_agree_at_one_screen(anna: User) -> None:
    battle = opened(anna, anna, duel())
    assert bring(anna, battle, told_record(), do="agree").status_code == 302
    battle.refresh_from_db()
    assert (battle.status, battle.settled_how) == (Status.SETTLED, "agreed")


def test_what_cannot_be_is_said_with_its_place_and_nothing_is_lost(battle: Battle, anna: User) -> None:
    wrong = told_record().replace(b"\nterran done", b"\nterran dome", 1)
    line = (
        wrong.split(b"\n").index(next(one for one in wrong.split(b"\n") if one.startswith(b"terran dome")))
        + 1
    )
    for fields in ({}, {"record": "", "typed": wrong.decode()}):
        answer = bring(anna, battle, wrong, **fields)
        told = answer.content.decode()
        assert answer.status_code == 422
        assert f"Line {line}, column" in told
        assert "terran dome" in told.split("<textarea")[1]
    battle.refresh_from_db()
    assert battle.status == Status.OPEN
    assert browser(anna).post(f"/battles/{battle.pk}/bring/", {}).status_code == 400


@pytest.mark.parametrize("saved", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_what_cannot_be_is_shown_however_it_was_saved(battle: Battle, anna: User, saved: str) -> None:
    """Corrected on the page, it is a record again."""
    wrong = told_record().replace(b"\nterran done", b"\nterran dome", 1).decode()
    answer = bring(anna, battle, wrong.encode(saved))
    assert answer.status_code == 422
    shown = unescape(answer.text.split("<textarea")[1].split(">", 1)[1].split("</textarea>")[0])
    assert shown.strip() == wrong.strip()


def test_an_older_page_is_told_and_keeps_what_was_brought(battle: Battle, anna: User) -> None:
    answer = bring(anna, battle, told_record(), version="7")
    assert answer.status_code == 409
    assert "record 1" in answer.content.decode().split("<textarea")[1]


@pytest.mark.parametrize(
    ("name", "raw", "words"),
    [
        ("r.txt", b"", "begins with the line"),
        ("r.txt", b"\xff\xfe\x00", "not saved as UTF-8"),
        ("r.exe", b"MZ\x90\x00", "it is a program"),
        ("r.json", b"{" * 200_000, "At "),
        ("r.json", b'{"document":"battle record","headers":{"a":"</textarea><script>"}}', "missing"),
        ("r.txt", b"x" * (LARGEST_UPLOAD + 1), "too large"),
        ("../../r.txt", b"record 1\n" * 50_000, "a header is a lower-case word"),
    ],
    ids=["empty", "bytes", "program", "braces", "markup", "large", "lines"],
)
def test_anything_may_be_uploaded_and_does_no_harm(
    battle: Battle, anna: User, name: str, raw: bytes, words: str
) -> None:
    answer = bring(anna, battle, raw, name)
    told = answer.content.decode()
    assert answer.status_code == 422
    assert words in told
    assert "<script>" not in told.replace('<script type="module"', "").replace("<script src", "")
    battle.refresh_from_db()
    assert (battle.status, battle.version) == (Status.OPEN, 1)


def test_nothing_is_brought_in_by_others_or_when_it_is_over(battle: Battle, anna: User, ben: User) -> None:
    assert bring(make_person("eve"), battle, told_record()).status_code == 404
    asked(anna, battle)
    asked(ben, battle)
    answer = bring(anna, battle, told_record())
    assert answer.status_code == 422
    assert "Captains are fighting" in answer.content.decode()
    services.resolve(battle.resolutions.get().pk)
    assert bring(anna, battle, told_record()).status_code in (409, 422)
    assert browser(anna).get(f"/battles/{battle.pk}/bring/").status_code == 302
    assert "Upload a record" not in page(anna, battle, "")


def test_in_a_war_of_the_computer_the_dice_are_committed_with_the_question(anna: User, ben: User) -> None:
    """Whoever is asked sees the commitment before they answer, and adds their part with the answer."""
    war = make_war(anna, ben, settled_by="worker")
    play_until(war, phase="battles")
    players, added = {"terran": anna, "talon": ben}, {}
    battle = 0
    while not Resolution.objects.exists():
        question = state_of(war).question
        assert question is not None
        battle = question.battle
        assert question.kind == "engage"
        drawn = DiceSeal.objects.get(name=dice_name(war, question.battle))
        client = browser(players[question.side])
        told = client.get(f"/wars/{war.pk}/{question.side}/").content.decode()
        assert (drawn.commitment in told, drawn.seed in told) == (True, False)
        other = opponent(question.side)
        assert drawn.commitment in browser(players[other]).get(f"/wars/{war.pk}/{other}/").content.decode()
        fields = {"order": "engage", "engage": "yes", "battle": question.battle, "stance": "hold"}
        added[question.battle, question.side] = f"of-{question.side}"
        seen = {"seen_version": War.objects.get(pk=war.pk).version, "entropy": f"of-{question.side}"}
        assert client.post(f"/wars/{war.pk}/{question.side}/orders/", {**fields, **seen}).status_code == 302
    drawn.refresh_from_db()
    assert drawn.battle == Resolution.objects.get().battle
    assert Resolution.objects.get().seal == drawn
    for side, entropy in drawn.entropies.items():
        own = added.get((battle, side))
        assert (entropy, drawn.sources[side]) == (own, "player") if own else drawn.sources[side] == "site"


def test_while_a_turn_is_planned_the_dice_of_its_battles_are_committed(anna: User, ben: User) -> None:
    """So that nobody has to be asked: with standing instructions a battle is fought as soon as both have sealed."""
    war, random = make_war(anna, ben, settled_by="worker"), Random(5)
    play_until(war, phase="planning")
    drawn = {seal.name: seal for seal in DiceSeal.objects.order_by("name")}
    assert list(drawn) == [dice_name(war, number) for number in range(1, AHEAD + 1)]
    for user, side in ((anna, "terran"), (ben, "talon")):
        told = browser(user).get(f"/wars/{war.pk}/{side}/plan/").content.decode()
        shown = re.findall(r'<li>\s*<code class="digest">([0-9a-f]{64})</code>', told)
        assert shown == [seal.commitment for seal in drawn.values()]
        assert not any(seal.seed in told for seal in drawn.values())
    seal_random(war, "terran", random, entropy="of-anna")
    with pytest.raises(Refused, match="Your part of the dice"):
        seal_random(war, "talon", random, entropy="not this!")
    told = browser(ben).get(f"/wars/{war.pk}/talon/plan/").content.decode()
    assert "of-anna" not in told
    seal_random(war, "talon", random)
    assert [seal.entropies for seal in DiceSeal.objects.all()] == [{"terran": "of-anna", "talon": ""}] * AHEAD
    play_until(war, phase="battles", turn=1, random=random)
    while not Resolution.objects.exists():
        step(war, random)
    seal = Resolution.objects.select_related("seal").get().seal
    assert seal is not None
    assert (seal.commitment, seal.terran_entropy) == (drawn[seal.name].commitment, "of-anna")
    assert seal.talon_entropy == part_of_seed(seal.name, seal.seed, "talon")


def test_at_a_table_nothing_is_committed_ahead(anna: User, ben: User) -> None:
    war = make_war(anna, ben, settled_by="table")
    play_until(war, phase="planning")
    assert not DiceSeal.objects.exists()
    assert 'class="digest"' not in browser(anna).get(f"/wars/{war.pk}/terran/plan/").content.decode()


def test_promises_that_came_to_nothing_are_forgotten_with_their_war(battle: Battle) -> None:
    for name in ("war:1/1", "war:1/2", "war:11/1"):
        services.commit(name=name)
    taken = services.commit(name="war:1/3", battle=battle)
    services.forget_commitments(prefix="war:1/")
    assert set(DiceSeal.objects.values_list("name", flat=True)) == {
        taken.name,
        "war:11/1",
        f"battle:{battle.pk}",
    }


def test_the_page_says_that_what_is_drawn_before_a_single_battle_is_no_part_of_its_dice(
    battle: Battle, anna: User, ben: User
) -> None:
    """In a war the terrain comes from its map, or its own dice."""
    words = "What was drawn before the battle is no part of these dice"
    single = services.open_battle(
        setup=duel(), title="Single battle", place="Vega 5", terran_user=anna, talon_user=ben
    )
    assert words in page(anna, single)
    assert words not in page(anna, battle)
