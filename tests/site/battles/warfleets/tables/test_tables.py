"""Battles of Warfleets on a table: begun, played without script to the end, refused, taken back and given up."""

import json
import re
from typing import Any

import msgspec
import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import LifetimeLine, User
from battles.models import WarfleetsBattle
from battles.warfleets.games.told import impossible
from battles.warfleets.keeping import make_fleet
from battles.warfleets.tables.choices import ready_tables
from battles.warfleets.tables.page import table_page
from battles.warfleets.tables.positions import match_of, record_of
from battles.warfleets.tables.report import game_of
from battles.warfleets.tables.services import ending, ordering
from battles.warfleets.tables.services.beginning import Terms, begin
from battles.warfleets.tables.stale import StaleTable
from engines.seam.sides import as_side
from engines.warfleets.building import refusals
from engines.warfleets.captains.levels import Level, player_of
from engines.warfleets.catalogue import catalogue
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron, fleet_points
from engines.warfleets.game import asked
from engines.warfleets.notation.lines import write_order
from engines.warfleets.records.dice_check import fault
from engines.warfleets.records.document import read_record, write_record
from engines.warfleets.records.match import replay
from engines.warfleets.view import BattleView
from tests.people import browser, make_person
from tests.site.battles.warfleets.tables.filled import filled, forms_of
from tests.site.seats import text

pytestmark = pytest.mark.django_db
HTMX: dict[str, Any] = {"headers": {"HX-Request": "true"}}
ARK = Ship("Ark", "light", ("pulse-engine",), (Mount("front", "energy-cannon"),))
GUARD = Fleet("Home Guard", (ARK,), (Squadron("Sparks", "fighter"),))
RAIDERS = Fleet(
    "Raiders", (Ship("Elm", "light", ARK.upgrades, ARK.weapons),), (Squadron("Gnats", "gunship"),)
)
LANES = ready_tables()["open-lanes"]


@pytest.fixture
def anna() -> User:
    return make_person("anna")


def begun(
    user: User, level: Level | None = None, fleets: tuple[Fleet, Fleet] = (GUARD, RAIDERS)
) -> WarfleetsBattle:
    return begin(user=user, terms=Terms(300, LANES), fleets=fleets, level=level)


def now(row: WarfleetsBattle) -> WarfleetsBattle:
    return WarfleetsBattle.objects.select_related("terran_user", "talon_user").get(pk=row.pk)


def wanted(row: WarfleetsBattle) -> str:
    """What a captain would order now, as a line."""
    battle = match_of(row).battle
    question = asked(battle)
    assert question is not None
    return write_order(player_of("captain", 5).decide(battle, question), battle.models)


def played(row: WarfleetsBattle, user: User, orders: int = 1000) -> WarfleetsBattle:
    """The battle after so many orders of a captain's, or at its end."""
    for _ in range(orders):
        row = now(row)
        if row.stage != "on":
            break
        ordering.give(battle_id=row.pk, user=user, seen=row.number, line=wanted(row))
    return now(row)


def sent(
    client: Client, row: WarfleetsBattle, what: str = "order", *, htmx: bool = False, **fields: Any
) -> Any:
    data = {"seen": str(now(row).number), **fields}
    return client.post(f"/warfleets/battles/{row.pk}/{what}/", data, **(HTMX if htmx else {}))


@pytest.mark.every_view
def test_a_guest_plays_both_sides_without_script() -> None:
    client = Client()
    assert "Wolf Pack (300 points), ready" in text(client.get("/warfleets/battles/new/?points=200"))
    new = {"fleet": "wolf-pack", "theirs": "wolf-pack", "opponent": "one_screen", "points": "200"}
    refused = client.post("/warfleets/battles/new/", {**new, "table": "open-lanes"})
    assert refused.status_code == 422
    assert "W3" in text(refused)
    path = client.post("/warfleets/battles/new/", {**new, "points": "300", "table": "laid"})["Location"]
    row = WarfleetsBattle.objects.get()
    assert (path, row.one_screen, row.terran_user.is_guest) == (f"/warfleets/battles/{row.pk}/", True, True)
    assert "Roll for the initiative" in text(client.get(path))
    row = begun(row.terran_user)
    path = row.get_absolute_url()
    for _ in range(200):
        row = now(row)
        if row.stage == "over":
            break
        page = client.get(path).content.decode()
        assert f'data-seen="{row.number}"' in page
        line = wanted(row)
        form = filled(iter(forms_of(page)), line)
        assert form is not None, line
        answer = client.post(form.action, form.fields)
        assert (answer.status_code, answer["Location"]) == (303, path)
        assert write_order(match_of(row).given[-1].order, match_of(row).battle.models) == line
    page = text(client.get(path))
    assert "has won" in page or "A draw" in page
    assert "Download the record" in page
    assert not impossible(game_of(row, match_of(row)))
    assert not LifetimeLine.objects.exists()
    raw = client.get(f"{path}record/")
    record = read_record(raw.content)
    assert 'filename="warfleets-' in raw["Content-Disposition"]
    assert not fault(record, replay(record))
    assert record.sealed is not None
    assert record.sealed.commitment == row.commitment


def test_the_computer_answers_until_somebody_is_asked(anna: User) -> None:
    for level in ("ensign", "admiral"):
        row = begun(anna, level)
        while row.stage == "on":
            assert row.decider == "terran"
            before = row.orders.count()
            row = played(row, anna, 1)
            mine = row.orders.filter(number__gte=before, line__startswith="terran")
            assert mine.count() == 1
        assert not asked(match_of(row).battle)
        assert row.winner == (match_of(row).battle.winner or "")
        assert (
            "The computer has won" in text(browser(anna).get(row.get_absolute_url())) or row.winner != "talon"
        )


def test_what_was_seen_by_nobody_else_is_taken_back(anna: User) -> None:
    row, client = begun(anna), browser(anna)
    assert "Take back" not in text(client.get(row.get_absolute_url()))
    while now(row).orders.count() < 3 or now(row).orders.latest("number").dice:
        row = played(row, anna, 1)
    count, number = row.orders.count(), row.number
    assert "Take back the last order" in text(client.get(row.get_absolute_url()))
    assert sent(client, row, "undo").status_code == 303
    assert (now(row).orders.count(), now(row).number) == (count - 1, number + 1)
    while now(row).orders.latest("number").dice == "":
        sent(client, row, "undo")
    refused = sent(client, row, "undo")
    assert refused.status_code == 422
    assert "a die was rolled" in text(refused)
    row = played(row, anna)
    record = record_of(row)
    assert not fault(record, replay(record))


def test_a_stale_page_gives_no_order_twice(anna: User) -> None:
    row, client = begun(anna), browser(anna)
    first = row.number
    assert sent(client, row, order="roll").status_code == 303
    again = client.post(f"{row.get_absolute_url()}order/", {"seen": str(first), "order": "roll"})
    assert again.status_code == 409
    assert "has moved on" in text(again)
    assert now(row).orders.count() == 1
    assert client.post(f"{row.get_absolute_url()}order/", {"order": "roll"}).status_code == 400
    with pytest.raises(StaleTable):
        ordering.give(battle_id=row.pk, user=anna, seen=first, line="roll")


def test_a_refusal_names_the_nearest_order_which_one_press_gives(anna: User) -> None:
    row, client = played(begun(anna), anna, 1), browser(anna)
    while (question := asked(match_of(row).battle)) is not None and question.word != "deploy":
        row = played(row, anna, 1)
    side = as_side(row.decider)
    model = "light 0" if side == "terran" else "light 2"
    up = "14" if match_of(row).battle.edges[side] == "bottom" else "34"
    far = sent(client, row, put=f"{model} deploy {{x}},{{y}} heading {{heading}}", x="36", y=up, heading="0")
    assert far.status_code == 422
    assert "W6" in text(far)
    form = next(one for one in forms_of(far.content.decode()) if one.fields.get("order"))
    assert client.post(form.action, form.fields).status_code == 303
    assert now(row).orders.latest("number").line == form.fields["order"]
    unread = sent(client, row, order="light 0 sings")
    assert (unread.status_code, "is expected at" in text(unread)) == (422, True)


def test_the_page_asks_what_would_come_of_an_order(anna: User) -> None:
    row, client = begun(anna), browser(anna)
    while (question := asked(match_of(row).battle)) is not None and question.word != "activate":
        row = played(row, anna, 1)
    path, number = row.get_absolute_url(), row.number
    state = client.get(f"{path}state/")
    seen = msgspec.json.decode(state.content, type=BattleView)
    assert state["Content-Type"] == "application/json"
    assert seen.asked is not None
    assert seen.asked.ranges
    able = seen.asked.ranges[0].model
    hold = json.loads(client.post(f"{path}preview/", {"order": f"model {able} hold pivot R10"}).content)
    assert (hold["refusal"], hold["instead"], hold["way"]["model"]) == (None, "", able)
    assert hold["order"].endswith(f"{able} hold pivot R10")
    wild = json.loads(client.post(f"{path}preview/", {"order": f"model {able} fly cruise 1,47 71,1"}).content)
    assert wild["refusal"]["rule"]
    assert " fly cruise " in wild["instead"]
    assert wild["way"]["corners"]
    unread = json.loads(client.post(f"{path}preview/", {"order": "hm"}).content)
    assert (unread["way"], "is expected" in unread["refusal"]["words"]) == (None, True)
    assert (now(row).number, now(row).orders.count()) == (number, row.orders.count())


def test_the_page_gets_only_what_follows_an_order(anna: User) -> None:
    row, client = begun(anna), browser(anna)
    answer = sent(client, row, htmx=True, order="roll")
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "<html" not in page
    assert f'data-seen="{now(row).number}"' in page


def test_without_script_the_table_is_seen_with_its_numbers(anna: User) -> None:
    page = browser(anna).get(begun(anna).get_absolute_url()).content.decode()
    left, top, width, depth = map(int, page.partition('data-wf-svg viewBox="')[2].partition('"')[0].split())
    grid = page.partition('class="wf-grid"')[2].partition("</g>")[0]
    numbers = re.findall(r'<text x="(-?\d+)" y="(-?\d+)">(\d+)</text>', grid)
    assert [int(inches) for *_, inches in numbers] == [*range(0, 73, 12), *range(0, 49, 12)]
    assert all(left < int(x) < left + width and top < int(y) < top + depth for x, y, _ in numbers)


@pytest.mark.every_view
def test_only_its_players_see_a_battle(anna: User) -> None:
    row, other = begun(anna, "ensign"), browser(make_person("ben"))
    for what in ("", "state/", "record/"):
        assert other.get(f"{row.get_absolute_url()}{what}").status_code == 404
        assert Client().get(f"{row.get_absolute_url()}{what}").status_code == 302
    for what in ("order", "undo", "preview", "concede"):
        assert sent(other, row, what, order="roll").status_code == 404
    assert other.get(f"/events/warfleets/{row.pk}/").status_code == 404
    assert row.seed not in browser(anna).get(f"{row.get_absolute_url()}record/").content.decode()
    asked_of_talon = sent(browser(anna), row, order="talon roll")
    assert asked_of_talon.status_code == 422


def test_who_gives_up_has_lost(anna: User) -> None:
    row, client = begun(anna, "captain"), browser(anna)
    assert sent(client, row, "concede").status_code == 303
    row = now(row)
    assert (row.stage, row.ended, row.winner, row.decider) == ("over", "conceded", "talon", "")
    page = text(client.get(row.get_absolute_url()))
    assert "The computer has won: anna conceded." in page
    assert sent(client, row, order="roll").status_code == 422
    record = record_of(row)
    assert read_record(write_record(record)) == record
    assert (record.result, fault(record, replay(record))) == ("unfinished", "")


def told(client: Client, row: WarfleetsBattle) -> BattleView:
    """What the page's script is told."""
    return msgspec.json.decode(client.get(f"{row.get_absolute_url()}state/").content, type=BattleView)


def test_nothing_is_asked_on_the_table_once_somebody_has_given_up(anna: User) -> None:
    row, client = played(begun(anna), anna, orders=1), browser(anna)
    assert "data-edge" in client.get(row.get_absolute_url()).content.decode()
    assert told(client, row).asked is not None
    ending.concede(battle_id=row.pk, user=anna, seen=row.number)
    assert "data-edge" not in client.get(row.get_absolute_url()).content.decode()
    assert told(client, row).asked is None


def test_battles_under_way_are_listed_with_single_battles(anna: User) -> None:
    client = browser(anna)
    assert "Other games under way" not in text(client.get("/skirmish/"))
    row = begun(anna, "ensign")
    page = client.get("/skirmish/")
    assert row.get_absolute_url() in page.content.decode()
    assert "Other games under way Against the computer Warfleets: FTL Your turn" in text(page)
    ending.concede(battle_id=row.pk, user=anna, seen=row.number)
    assert row.get_absolute_url() not in client.get("/skirmish/").content.decode()


def test_random_fleets_are_drawn_for_the_battle(anna: User) -> None:
    client = browser(anna)
    new = {"fleet": "random", "theirs": "random", "opponent": "one_screen", "points": "400"}
    paths = [
        client.post("/warfleets/battles/new/", {**new, "table": "open-lanes"})["Location"] for _ in range(2)
    ]
    set_ups = [match_of(row).set_up for row in WarfleetsBattle.objects.order_by("pk")]
    fleets = [fleet for one in set_ups for fleet in (one.terran, one.talon)]
    assert len(set(fleets)) == len(fleets) == 4
    for fleet in fleets:
        assert (refusals(fleet, 400), fleet_points(fleet) > 390) == ((), True)
    page = text(client.get(paths[0]))
    for fleet in fleets[:2]:
        for ship in fleet.ships:
            assert all(catalogue().upgrades[one].title in page for one in ship.upgrades)
            assert not ship.hero or catalogue().heroes[ship.hero].title in page


def test_a_fleet_is_copied_into_the_battle(anna: User) -> None:
    kept = make_fleet(user=anna, fleet=GUARD, points=300)
    client = browser(anna)
    assert (
        f"/warfleets/battles/new/?fleet=own-{kept.pk}"
        in client.get(f"/warfleets/{kept.pk}/").content.decode()
    )
    assert "/warfleets/battles/new/" in client.get("/warfleets/").content.decode()
    new = {"fleet": f"own-{kept.pk}", "theirs": f"own-{kept.pk}", "opponent": "computer", "level": "captain"}
    client.post("/warfleets/battles/new/", {**new, "points": "300", "table": "open-lanes"})
    kept.delete()
    row = WarfleetsBattle.objects.get()
    assert match_of(row).set_up.terran == GUARD
    assert (row.level, table_page(row, anna).decider) == ("captain", "anna")
    gone = client.post("/warfleets/battles/new/", {**new, "points": "300", "table": "open-lanes"})
    assert gone.status_code == 422


@pytest.mark.parametrize(
    "wrong",
    [
        {"stage": "over"},
        {"decider": ""},
        {"winner": "terran"},
        {"drawn_by": "nobody"},
        {"talon_user": None},
        {"told": 99},
    ],
)
def test_the_database_keeps_a_battle_whole(anna: User, wrong: dict[str, Any]) -> None:
    row = begun(anna)
    with pytest.raises(IntegrityError), transaction.atomic():
        WarfleetsBattle.objects.filter(pk=row.pk).update(**wrong)


def test_an_order_is_kept_once(anna: User) -> None:
    row = played(begun(anna), anna, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        row.orders.create(number=0, line="terran roll", dice="12")
