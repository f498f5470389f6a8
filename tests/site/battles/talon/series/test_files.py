"""Campaign games out to files, and in from them."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.models import LifetimeLine, User
from battles import services
from battles.battle.services.taking_back import take_back
from battles.models import Battle, Series, SeriesRecord, Way
from battles.services import ask_for
from battles.talon.series import following
from battles.talon.series.files.document import MOST_BYTES, read_game, written
from battles.talon.series.files.exporting import export
from battles.talon.series.files.judging import check_game, state_of_file
from battles.talon.series.files.records import MOST_RECORDS
from battles.talon.series.reading import state_of
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from engines.talon.sheets import typed
from tests.campaign_games import begin, between, nobody_wins, set_up, win, win_at_patton
from tests.people import browser, make_person
from tests.site.seats import text

pytestmark = pytest.mark.django_db


def by_captains(battle: Battle) -> None:
    """Both leave the battle to captains, who fight it."""
    for side in SIDES:
        battle.refresh_from_db()
        ask_for(battle_id=battle.pk, side=side, seen_version=battle.version, way=Way.WORKER)
    services.resolve(battle.resolutions.get().pk)


def played(anna: User, ben: User) -> Series:
    """A whole campaign game: captains, a leg fought again, a result taken back, and a pair."""
    series = between(anna, ben, 7, 1, 2, 4, pace="days:3")
    mine = browser(anna)
    by_captains(begin(mine, series, 1))
    leg = state_of(series).legs[0]
    if leg.result.points is None:
        win(begin(mine, series, 1), "user", series=series)
    nobody_wins(begin(mine, series, 2))
    win(begin(mine, series, 2), "rival", series=series)
    battle = begin(mine, series, 3)
    win(battle, "user", series=series)
    for side in SIDES:
        battle.refresh_from_db()
        take_back(battle_id=battle.pk, side=side, seen_version=battle.version)
    battle.refresh_from_db()
    fields = typed.with_usual_fates(
        battle.setup_document, {"winner": "talon", "ending": "held", "rounds": "9"}
    )
    report = typed.read(battle.setup_document, fields).report
    assert report is not None
    entered = services.enter_report(
        battle_id=battle.pk, side="terran", seen_version=battle.version, report=report
    )
    services.confirm(battle_id=battle.pk, side="talon", seen_version=entered.version)
    win_at_patton(begin(mine, series, 4), "user", series=series)
    win_at_patton(begin(mine, series, 4), "rival", series=series)
    series.refresh_from_db()
    assert series.stage == "over"
    return series


@pytest.fixture
def game(anna: User, ben: User) -> Series:
    return played(anna, ben)


def exported(user: User, series: Series) -> bytes:
    answer = browser(user).get(f"{series.get_absolute_url()}file/")
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith('attachment; filename="')
    return bytes(answer.content)


def brought(user: User, data: bytes) -> Any:
    upload = SimpleUploadedFile("game.json", data)
    return browser(user).post("/campaign-games/import/", {"file": upload})


@pytest.mark.every_view
def test_a_campaign_game_goes_out_and_in_byte_for_byte(game: Series, anna: User, ben: User) -> None:
    data = exported(anna, game)
    assert data == exported(ben, game)
    lines = LifetimeLine.objects.count()
    cleo = make_person("cleo")
    answer = brought(cleo, data)
    assert answer.status_code == 302, text(answer)
    record = SeriesRecord.objects.get()
    assert bytes(browser(cleo).get(f"{record.get_absolute_url()}file/").content) == data
    assert brought(cleo, data)["Location"] == record.get_absolute_url()
    assert brought(anna, data).status_code == 302
    assert SeriesRecord.objects.count() == 2
    assert LifetimeLine.objects.count() == lines
    assert (Series.objects.count(), Battle.objects.filter(leg_battle=None).count()) == (1, 0)


@pytest.mark.every_view
def test_an_imported_campaign_game_shows_what_it_came_to(game: Series, anna: User) -> None:
    brought(anna, exported(anna, game))
    record, total = SeriesRecord.objects.get(), state_of(game).standings.total
    shown = text(browser(anna).get(record.get_absolute_url()))
    assert f"{total.user} : {total.rival}" in shown
    assert "War is Upon Us" in shown
    assert "counts in no score" in shown
    assert "Result withdrawn by both sides" in shown
    assert "anna entered the result" in shown or "ben entered the result" in shown
    fought = f"{record.get_absolute_url()}1/1/"
    assert browser(anna).get(f"{fought}?frame=3").status_code == 200
    assert browser(anna).get(f"{fought}frames/")["Content-Type"] == "application/json"
    for missing in ("2/1/", "2/9/", "9/1/", "0/1/"):
        assert browser(anna).get(f"{record.get_absolute_url()}{missing}").status_code == 404
        assert browser(anna).get(f"{record.get_absolute_url()}{missing}frames/").status_code == 404
    assert record.name in text(browser(anna).get("/campaign-games/import/"))


def test_the_file_comes_to_what_the_site_has_stored(game: Series) -> None:
    file = read_game(export(game)[1])
    check_game(file)
    told, stored = state_of_file(file), state_of(game)
    assert told.standings == stored.standings
    assert (told.winner, told.counts_bonus) == (stored.winner, stored.counts_bonus)


@pytest.mark.every_view
def test_of_a_battle_under_way_only_that_it_goes_on_is_told(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, 3, way="hand")
    begin(browser(anna), series, 1)
    told = json.loads(exported(anna, series))
    assert set(told["legs"][0]["battles"][0]) == {"opened", "status"}
    assert told["legs"][0]["battles"][0]["status"] == "going"
    assert "over" not in told
    brought(anna, exported(ben, series))
    shown = text(browser(anna).get(SeriesRecord.objects.get().get_absolute_url()))
    assert "Under way" in shown
    assert "It was not over yet." in shown


def test_one_that_was_conceded_and_one_against_the_computer(anna: User, ben: User) -> None:
    conceded = between(anna, ben, 1, 3)
    win(begin(browser(anna), conceded, 1), "user", series=conceded)
    following.concede(series_id=conceded.pk, user=anna)
    assert brought(ben, exported(ben, Series.objects.get(pk=conceded.pk))).status_code == 302
    record = SeriesRecord.objects.get()
    assert "ben has won: anna conceded." in text(browser(ben).get(record.get_absolute_url()))
    alone = set_up(anna, 1, opponent="computer", way="worker")
    battle = begin(browser(anna), alone, 1, way="worker")
    services.resolve(battle.resolutions.get().pk)
    assert brought(anna, exported(anna, alone)).status_code == 302


def test_of_one_that_was_conceded_a_result_can_be_taken_back(anna: User, ben: User) -> None:
    series = between(anna, ben, 1, 3)
    battle = begin(browser(anna), series, 1)
    win(battle, "user", series=series)
    following.concede(series_id=series.pk, user=ben)
    for side in SIDES:
        battle.refresh_from_db()
        take_back(battle_id=battle.pk, side=side, seen_version=battle.version)
    data = exported(anna, Series.objects.get(pk=series.pk))
    assert json.loads(data)["legs"][0]["battles"][0]["status"] == "going"
    assert brought(anna, data).status_code == 302


def test_who_may_export_look_and_delete(game: Series, anna: User) -> None:
    cleo = make_person("cleo")
    assert browser(cleo).get(f"{game.get_absolute_url()}file/").status_code == 404
    waiting = set_up(anna, 1)
    assert browser(anna).get(f"{waiting.get_absolute_url()}file/").status_code == 404
    brought(anna, exported(anna, game))
    path = SeriesRecord.objects.get().get_absolute_url()
    for end in ("", "file/", "1/1/", "1/1/frames/"):
        assert browser(cleo).get(f"{path}{end}").status_code == 404
    assert browser(cleo).post(path).status_code == 404
    assert browser(anna).post(path)["Location"] == "/campaign-games/import/"
    assert not SeriesRecord.objects.exists()


def test_so_many_are_kept_and_no_more(anna: User, ben: User) -> None:
    SeriesRecord.objects.bulk_create(
        SeriesRecord(user=anna, name="Old", digest=str(number), data=b"") for number in range(MOST_RECORDS)
    )
    answer = brought(anna, exported(anna, between(anna, ben, 1, 3)))
    assert answer.status_code == 422
    assert "Delete one first." in text(answer)


@cache
def known() -> str:
    """The file of a whole campaign game, made once."""
    return written(read_game(export(played(make_person("Halvard"), make_person("Ishbel")))[1])).decode()


def leg(number: int, change: Callable[[Any], object]) -> Callable[[Any], object]:
    return lambda game: change(game["legs"][number - 1])


def battle(number: int, place: int, change: Callable[[Any], object]) -> Callable[[Any], object]:
    return lambda game: change(game["legs"][number - 1]["battles"][place - 1])


BAD: list[tuple[Callable[[Any], object], str]] = [
    (lambda game: game.pop("name"), "“name” is missing"),
    (lambda game: game.update(name="  "), "The name of the campaign game is empty"),
    (lambda game: game.update(name="x" * 61), "“name”"),
    (lambda game: game.update(name="A\u200bB"), "an invisible character"),
    (lambda game: game.update(colour="red"), "“colour”, which is not a part of a campaign game"),
    (lambda game: game.update(format=2), "“format”"),
    (lambda game: game.update(document="seen-war"), "This is not the file of a campaign game"),
    (lambda game: game.update(way="boat"), "“way”"),
    (lambda game: game.update(tempo="slow"), "“tempo”"),
    (lambda game: game.update(pace="days:5"), "“days:5” as its deadlines"),
    (lambda game: game.update(clock="sand"), "“sand” as its clock"),
    (lambda game: game.update(computer="ensign"), "Against the computer"),
    (lambda game: game.update(begun="yesterday"), "“begun”"),
    (lambda game: game["players"].update(rival="halvard"), "Both players have the same callsign"),
    (lambda game: game["players"].update(user=""), "“players.user”"),
    (lambda game: game.update(legs=[]), "“legs”"),
    (lambda game: game.update(legs=game["legs"] * 11), "“legs”"),
    (lambda game: game["score"].update(user=9), "The file says that the score is"),
    (lambda game: game["score"].update(user=-1), "“score.user”"),
    (lambda game: game.pop("over"), "“over” is missing"),
    (lambda game: game.update(over="2001-01-01T00:00:00Z"), "ended before it began"),
    (lambda game: game.update(left=True), "“left” needs somebody who has conceded"),
    (lambda game: game.update(begun="2200-01-01T00:00:00Z"), "opened before the campaign game"),
    (leg(2, lambda one: one.update(scenario=13)), "Leg 2: there is no scenario 13"),
    (leg(2, lambda one: one.update(side="both")), "“legs[1].side”"),
    (leg(2, lambda one: one["setup"].update(terran=[])), "Leg 2: no battle can begin so"),
    (
        leg(2, lambda one: one["setup"]["terran"][0].update(ship_class="zeppelin")),
        "Leg 2: no battle can begin so",
    ),
    (leg(4, lambda one: one.pop("pair")), "Leg 4, battle 2: only a pair has a second half"),
    (
        leg(4, lambda one: one["battles"].reverse()),
        "Leg 4, battle 1: the first half of the pair is missing",
    ),
    (leg(2, lambda one: one["battles"].reverse()), "Leg 2, battle 2: the battle before it was won"),
    (
        leg(2, lambda one: one["battles"].append(one["battles"][1])),
        "Leg 2, battle 3: the battle before it was won",
    ),
    (
        battle(2, 1, lambda one: one.update(status="going")),
        "Leg 2, battle 1: it is not settled, but has a result",
    ),
    (
        battle(2, 2, lambda one: one.update(status="void")),
        "Leg 2, battle 2: it is not settled, but has a result",
    ),
    (battle(2, 2, lambda one: one.pop("result")), "Leg 2, battle 2: it is settled, but"),
    (battle(2, 2, lambda one: one.pop("how")), "Leg 2, battle 2: it is settled, but"),
    (battle(2, 2, lambda one: one.update(settled="2001-01-01T00:00:00Z")), "settled before it was opened"),
    (battle(2, 2, lambda one: one["result"].update(degree="minor")), "do not follow from what is reported"),
    (battle(2, 2, lambda one: one["result"].update(terran_lost=1)), "do not follow from what is reported"),
    (battle(2, 2, lambda one: one["result"]["report"].update(rounds=0)), "report.rounds”"),
    (battle(2, 2, lambda one: one["result"]["report"]["terran"].pop()), "Leg 2, battle 2:"),
    (battle(2, 2, lambda one: one["notes"][0].update(kind="danced")), "is called “danced”"),
    (battle(2, 2, lambda one: one["notes"].reverse()), "its history is not in order"),
    (battle(1, 1, lambda one: one.pop("record")), "Leg 1, battle 1: its record is missing"),
    (battle(1, 1, lambda one: one.update(record="record 1")), "Leg 1, battle 1:"),
    (battle(1, 1, lambda one: one.update(record=one["record"].replace("2", "3", 40))), "Leg 1, battle 1:"),
    (
        lambda game: game["legs"][1]["battles"][1].update(record=game["legs"][0]["battles"][0]["record"]),
        "Leg 2, battle 2:",
    ),
]


@pytest.mark.parametrize(("change", "reason"), BAD, ids=[str(number) for number in range(1, len(BAD) + 1)])
def test_a_file_that_cannot_be_true_is_refused(change: Callable[[Any], object], reason: str) -> None:
    game = json.loads(known())
    change(game)
    with pytest.raises(Refused) as refused:
        check_game(read_game(json.dumps(game).encode()))
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "This is not the file of a campaign game"),
        (b"%PDF-1.7", "it is a PDF"),
        (b"PK\x03\x04", "an Excel, Word or OpenDocument file"),
        (b"record 1\nplace Vega\n", "it is a battle record"),
        (b'{"document": "whole-war"}', "it is the file of a war"),
        (b'{"legs":[{"setup":{"terms":{"layout":{"a":' + b"[" * 100_000, "too many brackets"),
        (b"\xff\xfe\xff", "it is no text"),
        (b" " * (MOST_BYTES + 1), "larger than 5 MB"),
    ],
    ids=["empty", "pdf", "excel", "record", "war", "brackets", "no text", "too large"],
)
def test_a_file_that_is_something_else_is_refused_on_the_page(anna: User, data: bytes, reason: str) -> None:
    answer = brought(anna, data)
    assert answer.status_code == 422
    assert reason in text(answer) or (not data and "empty" in text(answer))


def test_a_file_that_breaks_off_says_where(anna: User) -> None:
    answer = brought(anna, known()[:-40].encode())
    assert answer.status_code == 422
    assert "it breaks off before its end" in text(answer)
