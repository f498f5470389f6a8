"""Single battles at a table: chosen at the door, recorded and checked against their aims, confirmed, fought again."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import Delivery, LifetimeLine, User
from battles import services
from battles.models import Battle, Challenge, Status, Way
from battles.services import resolve
from battles.talon.play.playing import battles_of, finished_of, skirmishes_of
from engines.seam.report_forms import Fields
from engines.talon.set_ups.scenarios import scenarios
from engines.talon.sheets import typed
from tests.people import browser, make_person
from tests.site.seats import text

pytestmark = pytest.mark.django_db
CHOSEN = {"side": "terran", "opponent": "computer", "level": "ensign", "tempo": "step", "clock": ""}
MODE = {
    **CHOSEN,
    "fleets": "own",
    "ground": "open",
    "mode": "convoy",
    "first": "talon",
    "terran_light_cruiser": "1",
    "talon_light_cruiser": "1",
    "talon_transport": "1",
}


def fate_field(battle: Battle, name: str) -> str:
    """The field of the fate of the unit of that name."""
    setup = battle.setup_document
    for side in ("terran", "talon"):
        for index, unit in enumerate(setup.force(side)):
            if unit.name == name:
                return f"{typed.prefix(side, index)}-fate"
    raise LookupError(name)


def filled(battle: Battle, **fields: str) -> Fields:
    """A form in which each unit has its usual fate, apart from what is given."""
    return typed.with_usual_fates(battle.setup_document, {"ending": "held", **fields})


def sent(client: Client, battle: Battle, fields: Fields, do: str = "agree") -> Any:
    """The answer to the form."""
    battle.refresh_from_db()
    return client.post(f"/battles/{battle.pk}/report/", {**fields, "version": battle.version, "do": do})


def why(answer: Any) -> list[tuple[str, str]]:
    """Each rule and reason for which a form was not taken, all of which are on the page."""
    found = [(one.rule, one.reason) for one in answer.context["form"].every_problem]
    assert all(reason in text(answer) for _rule, reason in found)
    return found


def by_link(anna: User, ben: User, path: str = "/scenarios/7/", **changes: str) -> Battle:
    """A battle at a table to which anna has challenged ben, who has accepted."""
    browser(anna).post(path, {**CHOSEN, "way": "table", "opponent": "link", **changes})
    answer = browser(ben).post(f"/skirmish/{Challenge.objects.get().token}/accept/")
    battle = Battle.objects.get()
    assert answer["Location"] == f"/battles/{battle.pk}/"
    return battle


@pytest.mark.parametrize("number", [number for number, found in scenarios().items() if found.whole])
def test_every_scenario_can_be_fought_at_a_table(number: int, anna: User) -> None:
    client = browser(anna)
    page = client.get(client.post(f"/scenarios/{number}/", {**CHOSEN, "way": "table"})["Location"])
    said = text(page)
    for words in (
        "Fight at your table, then record the result",
        "Record result",
        "Paper sheet",
        "Set-up steps",
    ):
        assert words in said
    battle = Battle.objects.get()
    assert battle.one_screen
    assert client.get(f"/battles/{battle.pk}/sheet/").status_code == 200
    assert "Enter and confirm" in text(client.get(f"/battles/{battle.pk}/report/"))


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/scenarios/7/", {"winner": "terran", "rounds": "9", "terran-0-fate": "jumped"}),
        ("/skirmish/", {"winner": "talon", "rounds": "9"}),
    ],
)
def test_a_battle_fought_already_is_recorded_at_once(path: str, fields: Fields, client: Client) -> None:
    """A guest comes straight to the form, enters the result for both sides, and can go on to the rematch."""
    answer = client.post(path, {**CHOSEN, "fleets": "2", "ground": "open", "do": "record"})
    battle = Battle.objects.get()
    assert answer["Location"] == f"/battles/{battle.pk}/report/"
    assert sent(client, battle, filled(battle, **fields))["Location"] == f"/battles/{battle.pk}/"
    battle.refresh_from_db()
    assert (battle.status, battle.settled_how) == (Status.SETTLED, "agreed")
    assert not LifetimeLine.objects.exists()
    said = text(client.get(f"/battles/{battle.pk}/"))
    assert "Rematch, sides swapped" in said
    assert "Call the battle off" not in said
    again = client.post(f"/battles/{battle.pk}/rematch/")["Location"]
    assert again == f"/battles/{battle.pk + 1}/"
    assert "Fight at your table, then record the result" in text(client.get(again))
    assert "Finished" in text(client.get("/skirmish/"))


def test_patton_docks_or_the_base_is_lost(client: Client) -> None:
    """26 scenario 4, R70."""
    client.post("/scenarios/4/", {**CHOSEN, "do": "record"})
    battle = Battle.objects.get()
    assert "Terran wins at once when Patton docks with its base" in text(
        client.get(f"/battles/{battle.pk}/report/")
    )
    fields = filled(battle, winner="terran", ending="aim", rounds="3")
    lost = sent(client, battle, {**fields, fate_field(battle, "Patton"): "destroyed"})
    assert lost.status_code == 422
    assert ("26", "Terran cannot have won so: Patton was destroyed.") in why(lost)
    sent(client, battle, fields)
    battle.refresh_from_db()
    result = battle.result_document
    assert result is not None
    assert (result.winner, result.report.ending) == ("terran", "aim")


def test_the_escape_of_the_transport_decides_whoever_holds_the_field(client: Client) -> None:
    """26 scenario 7: it can jump from round 4 on."""
    client.post("/scenarios/7/", {**CHOSEN, "do": "record"})
    battle = Battle.objects.get()
    fields = filled(battle, winner="talon", rounds="3")
    early = sent(client, battle, {**fields, fate_field(battle, "Normandy"): "jumped"})
    assert early.status_code == 422
    assert "Normandy cannot jump before round 4" in text(early)
    fields = filled(battle, winner="talon", rounds="8")
    sent(client, battle, {**fields, fate_field(battle, "Normandy"): "jumped"})
    battle.refresh_from_db()
    result = battle.result_document
    assert result is not None
    assert (result.winner, result.report.winner) == ("terran", "talon")
    assert "Terran" in text(client.get(f"/battles/{battle.pk}/"))


def test_damage_to_the_planet_is_asked_for_and_bounded(client: Client) -> None:
    """26.8, R91."""
    client.post("/scenarios/8/", {**CHOSEN, "do": "record"})
    battle = Battle.objects.get()
    assert "Damage to Eden" in text(client.get(f"/battles/{battle.pk}/report/"))
    fields = filled(battle, winner="terran", rounds="9")
    missing = sent(client, battle, fields)
    assert missing.status_code == 422
    assert ("26", "Enter the damage done to Eden, 0 to 50.") in why(missing)
    whole = sent(client, battle, {**fields, "planet-damage": "50"})
    assert whole.status_code == 422
    assert [rule for rule, reason in why(whole) if "50 points" in reason] == ["26"]
    assert sent(client, battle, {**fields, "planet-damage": "20"}).status_code == 302
    battle.refresh_from_db()
    result = battle.result_document
    assert result is not None
    assert result.report.planet_damage == 20


def test_a_mode_is_recorded_too(client: Client) -> None:
    """29.4: Talon's transport is destroyed, so Terran has intercepted the convoy."""
    answer = client.post("/skirmish/", {**MODE, "way": "table"})
    battle = Battle.objects.get()
    assert answer["Location"] == f"/battles/{battle.pk}/"
    transport = next(unit.name for unit in battle.setup_document.talon if unit.ship_class == "transport")
    fields = filled(battle, winner="terran", rounds="5")
    refused = sent(client, battle, {**fields, fate_field(battle, transport): "stands"})
    assert "Only one side can hold the field" in text(refused)
    fields |= {f"talon-{index}-fate": "destroyed" for index in range(len(battle.setup_document.talon))}
    assert sent(client, battle, fields).status_code == 302
    battle.refresh_from_db()
    assert battle.result_document is not None
    assert battle.result_document.winner == "terran"


@pytest.mark.every_view
def test_a_friend_by_link_confirms_and_is_told(anna: User, ben: User) -> None:
    battle = by_link(anna, ben)
    one, other = browser(anna), browser(ben)
    assert Challenge.objects.get().way == Way.TABLE
    assert "Enter and confirm" not in text(one.get(f"/battles/{battle.pk}/report/"))
    fields = filled(battle, winner="terran", rounds="8") | {fate_field(battle, "Normandy"): "jumped"}
    assert sent(one, battle, fields, "agree").status_code == 422
    assert sent(one, battle, fields, "enter").status_code == 302
    assert [line.my_turn for line in skirmishes_of(anna)] == [False]
    assert [(line.path, line.my_turn) for line in battles_of(ben)] == [(f"/battles/{battle.pk}/", True)]
    assert "Confirm anna's result?" in text(other.get(f"/battles/{battle.pk}/"))
    battle.refresh_from_db()
    other.post(
        f"/battles/{battle.pk}/dispute/", {"version": battle.version, "remark": "It jumped in round 7."}
    )
    sent(other, battle, {**fields, "rounds": "7"}, "enter")
    battle.refresh_from_db()
    one.post(f"/battles/{battle.pk}/confirm/", {"version": battle.version})
    battle.refresh_from_db()
    assert (battle.status, battle.settled_how) == (Status.SETTLED, "confirmed")
    assert battle.result_document is not None
    points = {"minor": 1, "great": 2, "devastating": 3}[str(battle.result_document.degree)]
    line = LifetimeLine.objects.get()
    assert (line.player, line.opponent, line.points) == (anna, ben, points)
    assert "victory in a single battle" in text(one.get("/opponents/ben/"))
    assert [line.outcome for line in finished_of(anna)] == ["You won"]
    assert [line.outcome for line in finished_of(ben)] == ["You lost"]
    assert skirmishes_of(anna) == []


def test_messages_to_the_one_who_is_to_answer(anna: User, ben: User) -> None:
    """One each turn: a correction before the answer owes no second one."""
    for user in (anna, ben):
        user.wants_push = True
        user.save()
    battle = by_link(anna, ben)
    fields = filled(battle, winner="terran", rounds="8") | {fate_field(battle, "Normandy"): "jumped"}
    sent(browser(anna), battle, fields, "enter")
    sent(browser(anna), battle, {**fields, "rounds": "9"}, "enter")
    assert [(row.user, row.subject) for row in Delivery.objects.all()] == [
        (ben, f"{battle.place}: confirm the result")
    ]
    battle.refresh_from_db()
    services.dispute(battle_id=battle.pk, side="talon", seen_version=battle.version, remark="No.")
    assert Delivery.objects.filter(user=anna).get().body.endswith("ben disputes your result: No.")


def test_whoever_disputed_result_is_replaced_by_the_other_players_is_told_of_that_one_too(
    anna: User, ben: User
) -> None:
    User.objects.update(wants_push=True)
    battle = by_link(anna, ben)
    fields = filled(battle, winner="terran", rounds="8") | {fate_field(battle, "Normandy"): "jumped"}
    sent(browser(anna), battle, fields, "enter")
    battle.refresh_from_db()
    services.dispute(battle_id=battle.pk, side="talon", seen_version=battle.version, remark="No.")
    sent(browser(ben), battle, {**fields, "rounds": "7"}, "enter")
    assert list(Delivery.objects.filter(user=anna).order_by("pk").values_list("subject", flat=True)) == [
        f"{battle.place}: result disputed",
        f"{battle.place}: confirm the result",
    ]


def test_a_rematch_at_the_table_is_at_the_table(anna: User, ben: User) -> None:
    battle = by_link(anna, ben)
    fields = filled(battle, winner="terran", rounds="8") | {fate_field(battle, "Normandy"): "jumped"}
    sent(browser(anna), battle, fields, "enter")
    battle.refresh_from_db()
    services.confirm(battle_id=battle.pk, side="talon", seen_version=battle.version)
    path = f"/battles/{battle.pk}/"
    assert browser(anna).post(f"{path}rematch/")["Location"] == path
    assert "It begins when the other player agrees" in text(browser(anna).get(path))
    assert "anna wants a rematch" in text(browser(ben).get(path))
    again = browser(ben).post(f"{path}rematch/")["Location"]
    new = Battle.objects.latest("pk")
    assert again == new.get_absolute_url()
    assert (new.terran_user, new.talon_user) == (ben, anna)
    assert not new.plays.exists()
    assert "Go to the rematch" in text(browser(anna).get(path))


def test_captains_fight_a_scenario_at_once(anna: User) -> None:
    client = browser(anna)
    answer = client.post("/scenarios/7/", {**CHOSEN, "way": "worker"})
    battle = Battle.objects.get()
    assert answer["Location"] == f"/battles/{battle.pk}/"
    assert "Being fought" in text(client.get(f"/battles/{battle.pk}/"))
    assert "Call the battle off" not in text(client.get(f"/battles/{battle.pk}/"))
    resolve(battle.resolutions.get().pk)
    battle.refresh_from_db()
    assert (battle.status, battle.settled_how) == (Status.SETTLED, "fought")
    assert "Rematch, sides swapped" in text(client.get(f"/battles/{battle.pk}/"))


def test_nobody_else_sees_or_records_it(anna: User, ben: User, client: Client) -> None:
    browser(anna).post("/scenarios/7/", {**CHOSEN, "way": "table"})
    battle = Battle.objects.get()
    for one in (browser(ben), client):
        for page in ("", "report/", "sheet/"):
            assert one.get(f"/battles/{battle.pk}/{page}").status_code in (302, 404)
        assert one.post(f"/battles/{battle.pk}/call-off/", {"version": 1}).status_code in (302, 404)
    battle.refresh_from_db()
    assert battle.status == Status.OPEN


def test_it_can_be_called_off_until_a_result_is_entered(anna: User, ben: User) -> None:
    battle = by_link(anna, ben)
    path = f"/battles/{battle.pk}/"
    assert "Call the battle off" in text(browser(ben).get(path))
    fields = filled(battle, winner="terran", rounds="8") | {fate_field(battle, "Normandy"): "jumped"}
    sent(browser(anna), battle, fields, "enter")
    battle.refresh_from_db()
    assert "Call the battle off" not in text(browser(ben).get(path))
    refused = browser(ben).post(f"{path}call-off/", {"version": battle.version}, follow=True)
    assert "Only a single battle at a table without a result can be called off." in text(refused)
    browser(ben).post("/scenarios/4/", {**CHOSEN, "way": "table"})
    mine = Battle.objects.latest("pk")
    done = browser(ben).post(f"/battles/{mine.pk}/call-off/", {"version": mine.version}, follow=True)
    assert "The battle is called off." in text(done)
    mine.refresh_from_db()
    assert mine.status == Status.VOID
    assert "It has no result." in text(browser(ben).get(f"/battles/{mine.pk}/"))


@pytest.mark.every_view
def test_a_challenge_says_how_the_battle_is_fought(anna: User, client: Client) -> None:
    browser(anna).post("/scenarios/7/", {**CHOSEN, "way": "table", "opponent": "link"})
    said = text(client.get(f"/skirmish/{Challenge.objects.get().token}/"))
    assert "It is fought at a table: either of you enters the result here, and the other confirms it." in said
    assert "Clock:" not in said
    assert "Accept and play" not in said


def test_own_fleets_that_cannot_fight_are_not_recorded(client: Client) -> None:
    said = text(client.post("/skirmish/", {**MODE, "talon_transport": "", "do": "record"}))
    assert "Talon needs exactly 1 transport in this mode, and has 0." in said
    assert not Battle.objects.exists()


def test_a_form_without_the_question_begins_in_the_browser(client: Client) -> None:
    """Forms that were loaded before it was asked are still taken."""
    client.post("/scenarios/7/", CHOSEN)
    assert Battle.objects.get().plays.exists()


def test_an_unknown_way_is_refused(client: Client) -> None:
    assert client.post("/scenarios/7/", {**CHOSEN, "way": "dice"}).status_code == 422


def test_one_begun_in_the_browser_is_finished_at_the_table(client: Client) -> None:
    """At one screen nobody has to be asked; it can be called off or recorded, and begun again where it stood."""
    path = client.post("/scenarios/7/", {**CHOSEN, "opponent": "one_screen"})["Location"].removesuffix(
        "play/"
    )
    battle = Battle.objects.get()
    assert "This battle is being played in the browser" in text(client.get(path))
    client.post(f"{path}way/", {"version": battle.version, "way": "table"})
    battle.refresh_from_db()
    said = text(client.get(path))
    assert "Finish it at your table, then record the result" in said
    assert "Call the battle off" in said
    client.post(f"{path}way/", {"version": battle.version, "way": "hand"})
    assert "This battle is being played in the browser" in text(client.get(path))
    battle.refresh_from_db()
    client.post(f"{path}way/", {"version": battle.version, "way": "table"})
    fields = filled(battle, winner="terran", rounds="8") | {fate_field(battle, "Normandy"): "jumped"}
    assert sent(client, battle, fields).status_code == 302
    battle.refresh_from_db()
    assert battle.status == Status.SETTLED


@pytest.mark.every_view
def test_two_people_agree_to_finish_it_at_the_table(anna: User, ben: User) -> None:
    """Neither can call it off then: one of them may be losing."""
    browser(anna).post("/scenarios/7/", {**CHOSEN, "opponent": "link"})
    path = browser(ben).post(f"/skirmish/{Challenge.objects.get().token}/accept/")["Location"]
    battle, page = Battle.objects.get(), path.removesuffix("play/")
    assert path.endswith("play/")
    browser(anna).post(f"{page}way/", {"version": battle.version, "way": "table"})
    assert "anna wants to finish this battle at the table." in text(browser(ben).get(path))
    assert "anna wants to finish this battle at the table" in text(browser(ben).get(page))
    battle.refresh_from_db()
    browser(ben).post(f"{page}way/", {"version": battle.version, "way": "table"})
    said = text(browser(ben).get(page))
    assert "Finish it at your table, then record the result" in said
    assert "Call the battle off" not in said
    assert [line.path for line in skirmishes_of(anna)] == [page]


def test_what_one_person_recorded_for_both_sides_can_be_taken_back(client: Client) -> None:
    """The result says who recorded it, and the planet's damage (26.8); the form then opens as it was filled in."""
    path = client.post("/scenarios/8/", {**CHOSEN, "opponent": "one_screen", "way": "table"})["Location"]
    battle = Battle.objects.get()
    page = f"/battles/{battle.pk}/"
    assert path == page
    fields = filled(battle, winner="talon", rounds="9") | {"planet-damage": "12"}
    assert sent(client, battle, fields).status_code == 302
    battle.refresh_from_db()
    assert battle.status == Status.SETTLED
    said = text(client.get(page))
    assert f"Recorded by {battle.terran_user.username} for both sides" in said
    assert "greed on one screen" not in said
    assert "Damage to Eden 12 of 50" in said
    old = battle.version
    taken = client.post(f"{page}report/", {"version": str(battle.version), "do": "take-back"})
    assert taken["Location"] == f"{page}report/"
    form = client.get(f"{page}report/").content.decode()
    assert re.search(r'name="planet-damage"[^>]*value="12"', form)
    battle.refresh_from_db()
    assert (battle.status, battle.result, battle.version > old) == (Status.OPEN, None, True)
    client.post(f"{page}report/", {"version": str(old), "do": "take-back"})
    battle.refresh_from_db()
    assert battle.status == Status.OPEN
    assert sent(client, battle, fields | {"planet-damage": "13"}).status_code == 302
    battle.refresh_from_db()
    report = battle.report_document
    assert report is not None
    assert report.planet_damage == 13


def confirmed(anna: User, ben: User) -> tuple[Battle, Fields]:
    """A battle at a table whose result anna has entered and ben has confirmed, with the fields of it."""
    battle = by_link(anna, ben, "/scenarios/8/")
    fields = filled(battle, winner="talon", rounds="9") | {"planet-damage": "12"}
    assert sent(browser(anna), battle, fields, "enter").status_code == 302
    battle.refresh_from_db()
    browser(ben).post(f"/battles/{battle.pk}/confirm/", {"version": str(battle.version)})
    battle.refresh_from_db()
    assert battle.status == Status.SETTLED
    return battle, fields


def press(user: User, battle: Battle, do: str) -> Any:
    """The answer to a button below a result."""
    battle.refresh_from_db()
    answer = browser(user).post(f"/battles/{battle.pk}/report/", {"version": str(battle.version), "do": do})
    battle.refresh_from_db()
    return answer


def test_s35_what_two_people_agreed_on_is_taken_back_once_both_ask(anna: User, ben: User) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    battle, fields = confirmed(anna, ben)
    page = f"/battles/{battle.pk}/"
    assert "Wrong result? Take it back" in text(browser(anna).get(page))
    assert press(anna, battle, "take-back")["Location"] == page
    old = battle.version
    press(anna, battle, "take-back")
    assert (battle.status, battle.version) == (Status.SETTLED, old)
    assert "You ask to take the result back. It stands until ben agrees." in text(browser(anna).get(page))
    assert "anna asks to take the result back and enter it again." in text(browser(ben).get(page))
    assert Delivery.objects.filter(user=ben, body__contains="anna asks to take the result back.").count() == 1
    assert LifetimeLine.objects.count() == 1
    assert press(ben, battle, "take-back")["Location"] == f"{page}report/"
    assert (battle.status, battle.result) == (Status.OPEN, None)
    assert not LifetimeLine.objects.exists()
    assert not battle.wishes.filter(asks_back=True).exists()
    assert 'value="12"' in browser(ben).get(f"{page}report/").content.decode()
    assert sent(browser(ben), battle, fields | {"planet-damage": "13"}, "enter").status_code == 302
    battle.refresh_from_db()
    browser(anna).post(f"{page}confirm/", {"version": str(battle.version)})
    assert LifetimeLine.objects.count() == 1


@pytest.mark.parametrize("who", ["anna", "ben"])
def test_s35_a_result_stays_if_either_leaves_it_as_it_is(who: str, anna: User, ben: User) -> None:
    battle, _fields = confirmed(anna, ben)
    press(anna, battle, "take-back")
    press({"anna": anna, "ben": ben}[who], battle, "leave")
    assert battle.status == Status.SETTLED
    said = text(browser(ben).get(f"/battles/{battle.pk}/"))
    assert f"{who} left the result as it is" in said
    press(ben, battle, "take-back")
    assert (battle.status, LifetimeLine.objects.count()) == (Status.SETTLED, 1)


def test_s35_an_old_page_takes_nothing_back(anna: User, ben: User) -> None:
    battle, _fields = confirmed(anna, ben)
    stale = {"version": str(battle.version - 1), "do": "take-back"}
    said = text(browser(anna).post(f"/battles/{battle.pk}/report/", stale, follow=True))
    assert "This battle has changed since you loaded the page." in said
    assert "Wrong result? Take it back" in said
    assert browser(make_person("clara")).post(f"/battles/{battle.pk}/report/", stale).status_code == 404


def test_s35_what_captains_fought_is_not_taken_back(anna: User, ben: User) -> None:
    battle = by_link(anna, ben, "/scenarios/1/", way="worker")
    resolve(battle.resolutions.get().pk)
    battle.refresh_from_db()
    assert battle.status == Status.SETTLED
    assert "Take it back" not in text(browser(anna).get(f"/battles/{battle.pk}/"))
    sent_back = {"version": str(battle.version), "do": "take-back"}
    said = text(browser(anna).post(f"/battles/{battle.pk}/report/", sent_back, follow=True))
    assert "Only what was entered for a single battle at a table can be taken back." in said
