"""A seat that the computer plays: it gives its orders when they are due, once, and gives nothing away."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db.models import F

from accounts.models import User
from accounts.people.special_users import computer_user, new_guest
from battles import services as battles
from battles.battle.selectors import fought as battle_fought
from battles.models import Battle, Resolution, Way
from bench.wars.random_player import random_answer
from campaign.commanders import engaging
from campaign.commanders.commander import Commander
from campaign.computer import commanding
from campaign.models import GivenDoctrine, Seat, Waiting, War
from campaign.new_war.wars import create_war
from campaign.rules import state as core
from campaign.rules.orders import Engage
from campaign.rules.settings import Settings
from campaign.rules.sight import view
from campaign.seats.handing import hand_over
from campaign.war.log.documents import converted
from campaign.war.services import sealing
from campaign.war.services.results import absorb_waiting
from campaign.war.services.secret_orders import sealed_sides
from engines.seam.documents import Doctrine
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES
from engines.talon.records.record import unpack
from tests.battle_samples import reported
from tests.core.table import Table
from tests.people import browser, make_person
from tests.site import secret_wars
from tests.site.seats import text as words_of
from tests.site.wars import chart, put_state, seal_random, state_of, suggested

pytestmark = pytest.mark.django_db


def against_the_computer(anna: User, **settings: Any) -> War:
    plan = chart()
    agreed = converted({**suggested(plan), "settled_by": "worker", **settings}, Settings, "test")
    return create_war(
        host=anna, name="Alone", settings=agreed, chart=plan, side="terran", opponent="computer"
    )


@pytest.fixture
def war(db: None) -> War:
    return against_the_computer(make_person("anna"))


def test_there_is_one_computer(db: None) -> None:
    make_person("Computer")
    one, two = computer_user(), computer_user()
    assert one == two
    assert one.username == "Computer-2"
    assert not one.has_usable_password()


def test_guests_have_callsigns_of_their_own(db: None) -> None:
    guests = {new_guest().username for _ in range(5)}
    assert len(guests) == 5


def test_a_war_against_the_computer_begins_at_once(war: War) -> None:
    seat = Seat.objects.get(war=war, side="talon")
    assert (war.status, seat.commander) == ("running", "steady")
    assert set(Waiting.objects.filter(war=war).values_list("side", flat=True)) == {"terran", "talon"}
    assert commanding.wars_waiting() == [war.pk]


def test_the_computer_seals_once(war: War) -> None:
    assert commanding.command(war.pk) == 1
    assert commanding.command(war.pk) == 0
    assert sealed_sides(war, state_of(war)) == {"talon"}
    assert commanding.wars_waiting() == []


def test_the_computer_has_battles_played_out_before_it_engages(war: War) -> None:
    seat = Seat.objects.get(war=war, side="talon")
    assert commanding.commander_of(seat, "talon", state_of(war).settings).play_outs is not None


def test_the_computer_is_named_as_in_a_sentence(war: War) -> None:
    """Its callsign, "Computer", is a name only beside other names."""
    pages = browser(User.objects.get(username="anna"))
    path = f"/wars/{war.pk}/terran/"
    assert "The computer has not sealed yet." in words_of(pages.get(f"{path}bases/"))
    assert "you 50 and the computer 50 a turn" in words_of(pages.get(f"{path}?zone=Antares/5"))
    assert "The computer wins the war" in words_of(pages.get(f"{path}surrender/"))
    assert "A draw ends the war if the computer accepts." in words_of(pages.get(path))


def test_an_order_too_late_is_no_error(
    war: War, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Two workers answered the same bell: what comes second is decided anew, from the war as it is."""
    seal = sealing.seal_order

    def beaten(**order: Any) -> None:
        monkeypatch.setattr(sealing, "seal_order", seal)
        War.objects.filter(pk=war.pk).update(version=F("version") + 1)
        raise refuse("31.3", "These orders were for an earlier phase.")

    monkeypatch.setattr(sealing, "seal_order", beaten)
    assert commanding.command(war.pk) == 2  # one that came to nothing, one that counts
    assert sealed_sides(war, state_of(war)) == {"talon"}
    assert not caplog.records


def play(war: War, turns: int) -> None:
    play_on(war, lambda state: state.turn > turns)


def play_to_a_battle(war: War) -> None:
    """Until the first battle waits for a worker."""
    play_on(war, lambda _state: Resolution.objects.filter(status="queued").exists(), resolving=False)


def play_on(war: War, enough: Callable[[core.War], bool], *, resolving: bool = True) -> None:
    random = Random(3)
    while (state := state_of(war)).phase != "over" and not enough(state):
        if state.phase in ("bases", "planning"):
            if "terran" not in sealed_sides(war, state):
                seal_random(war, "terran", random)
        elif state.question is not None and state.question.side == "terran":
            from campaign.war.services.log import submit

            _, order = random_answer(state, random)
            submit(war_id=war.pk, side="terran", user=None, seen_version=war.version, order=order)
        commanding.command(war.pk)
        for number in Resolution.objects.filter(status="queued").values_list("pk", flat=True):
            if resolving:
                battles.resolve(number)
        absorb_waiting()


def test_a_war_goes_on_with_nobody_else(war: War) -> None:
    """Three turns: the person seals and answers, the computer does all the rest."""
    play(war, 3)
    state = state_of(war)
    assert state.phase == "over" or state.turn == 4


@pytest.mark.parametrize("level", ["ensign", "admiral"])
def test_both_fleets_are_led_as_the_war_is_set(level: str) -> None:
    anna = make_person("anna")
    war = against_the_computer(anna, computer=level)
    play(war, 1)
    battle = Battle.objects.filter(status="settled").order_by("pk").first()
    assert battle is not None
    assert battle.levels == {"terran": level, "talon": level}
    owed = battle_fought(battle)
    assert owed is not None
    record = unpack(bytes(owed.record or b""))
    assert record.levels == {"terran": level, "talon": level}
    told = browser(anna).get(f"/battles/{battle.pk}/fought/").content.decode()
    assert (f"Led by an {level}" in told, "play-outs." in told) == (True, level == "admiral")


@pytest.mark.parametrize(("level", "time"), [("captain", "a second"), ("admiral", "half a minute")])
def test_who_waits_is_told_that_an_admiral_takes_longer(level: str, time: str) -> None:
    anna = make_person("anna")
    war = against_the_computer(anna, computer=level)
    play_to_a_battle(war)
    battle = Battle.objects.get(resolutions__status="queued")
    pages = [
        browser(anna).get(path).content.decode()
        for path in (f"/wars/{war.pk}/terran/", f"/battles/{battle.pk}/")
    ]
    assert all(("half a minute" in told) == (level == "admiral") for told in pages)
    assert all(time in told for told in pages)
    assert ("Talon is led by an admiral." in pages[1]) == (level == "admiral")


def test_a_battle_led_otherwise_is_another_battle_to_the_worker() -> None:
    """Its start has another name, so what one level fought is never booked for another."""
    war = against_the_computer(make_person("anna"))
    play_to_a_battle(war)
    resolution = Resolution.objects.get(status="queued")
    Battle.objects.filter(pk=resolution.battle_id).update(talon_level="ensign")
    assert not battles.resolve(resolution.pk)
    resolution.refresh_from_db()
    assert resolution.status == "queued"
    assert resolution.attempts == 1


def test_at_a_table_the_computer_takes_the_persons_word(db: None) -> None:
    """S57: what is recorded against it stands at once; asked to let the worker fight, it agrees."""
    anna = make_person("anna")
    war = against_the_computer(anna, settled_by="table")
    random = Random(3)
    while not Battle.objects.exists():
        state = state_of(war)
        if state.phase in ("bases", "planning"):
            if "terran" not in sealed_sides(war, state):
                seal_random(war, "terran", random)
        elif state.question is not None and state.question.side == "terran":
            from campaign.rules.orders import Engage
            from campaign.war.services.log import submit

            _, order = random_answer(state, random)
            if isinstance(order, Engage):
                order = Engage(order.battle, engage=True)
            submit(war_id=war.pk, side="terran", user=None, seen_version=war.version, order=order)
        commanding.command(war.pk)
    battle = Battle.objects.select_related("terran_user", "talon_user").get()
    asked = battles.ask_for(
        battle_id=battle.pk, side="terran", seen_version=battle.version, way=Way.WORKER, doctrine=Doctrine()
    )
    assert asked.resolutions.filter(status="queued").exists()
    back = battles.ask_for(
        battle_id=battle.pk, side="terran", seen_version=asked.version, way=Way.TABLE, doctrine=Doctrine()
    )
    done = battles.enter_report(
        battle_id=battle.pk,
        side="terran",
        seen_version=back.version,
        report=reported(battle.setup_document, rounds="12"),
    )
    assert (done.status, done.settled_how) == ("settled", "confirmed")


def test_a_frozen_war_waits(war: War) -> None:
    War.objects.filter(pk=war.pk).update(frozen=True)
    assert commanding.command(war.pk) == 0
    assert commanding.wars_waiting() == []


def test_wars_in_which_the_computer_gets_nowhere_keep_no_other_from_it(war: War) -> None:
    """A hundred wars are rung for at once; the next sweep goes on with the others."""
    row = Waiting.objects.get(war=war, user__is_computer=True)
    others = [War.objects.get(pk=war.pk) for _ in range(149)]
    for other in others:
        other.pk = None
    for other in War.objects.bulk_create(others):
        Waiting.objects.create(war=other, side="talon", user=row.user, key=row.key)
    first, second = commanding.wars_waiting(), commanding.wars_waiting()
    assert (len(first), len(second)) == (100, 100)
    assert set(first + second) == set(War.objects.values_list("pk", flat=True))


@pytest.fixture
def fought(db: None) -> Battle:
    """A battle at the table in a war of two people, anna Terran."""
    war = secret_wars.begin((make_person("anna"), make_person("boris")))
    secret_wars.joined(war, 0)
    return Battle.objects.get()


def taken_over(battle: Battle) -> Battle:
    """The battle after the computer was given the Talon seat, and a worker has heard its bell."""
    war = War.objects.get()
    hand_over(seat_id=war.seats.get(side="talon").pk, user=computer_user())
    commanding.command(war.pk)
    battle.refresh_from_db()
    return battle


def entered(battle: Battle) -> Battle:
    report = secret_wars.report_without_losses(battle.setup_document)
    return battles.enter_report(
        battle_id=battle.pk, side="terran", seen_version=battle.version, report=report
    )


def test_a_seat_taken_over_confirms_the_report_that_waits_for_it(
    fought: Battle, django_capture_on_commit_callbacks: Any
) -> None:
    """S57: it agrees to whatever it is asked; the war goes on with the result."""
    entered(fought)
    with django_capture_on_commit_callbacks(execute=True):
        battle = taken_over(fought)
    assert (battle.status, battle.settled_how) == ("settled", "confirmed")
    assert state_of(War.objects.get()).paused
    assert commanding.wars_waiting() == []


def test_a_seat_taken_over_agrees_to_let_the_computer_fight(fought: Battle) -> None:
    battles.ask_for(battle_id=fought.pk, side="terran", seen_version=fought.version, way=Way.WORKER)
    assert taken_over(fought).resolutions.filter(status="queued").exists()


def test_a_request_that_no_worker_heard_of_is_found_by_the_sweep(
    fought: Battle, django_capture_on_commit_callbacks: Any
) -> None:
    """S57: the seat was handed over while it was asked, and the bell was lost."""
    battles.ask_for(battle_id=fought.pk, side="terran", seen_version=fought.version, way=Way.WORKER)
    war = War.objects.get()
    hand_over(seat_id=war.seats.get(side="talon").pk, user=computer_user())
    assert commanding.wars_waiting() == [war.pk]
    with django_capture_on_commit_callbacks(execute=True):
        commanding.command(war.pk)
    assert fought.resolutions.exists()
    assert commanding.wars_waiting() == []


def test_a_seat_taken_over_leaves_a_disputed_report_to_the_person(fought: Battle) -> None:
    seen = entered(fought).version
    battles.dispute(battle_id=fought.pk, side="talon", seen_version=seen, remark="Nine rounds")
    assert taken_over(fought).status == "disputed"
    assert commanding.wars_waiting() == []


def test_a_seat_taken_over_by_a_person_is_not_spoken_for(fought: Battle) -> None:
    entered(fought)
    war = War.objects.get()
    hand_over(seat_id=war.seats.get(side="talon").pk, user=make_person("cleo"))
    commanding.command(war.pk)
    assert not battles.agree(battle_id=fought.pk, side="talon")
    assert Battle.objects.get().status == "reported"


def test_a_battle_that_its_captain_would_concede_before_anybody_fires_is_declined(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody places counters for nothing: the commander would have engaged on a whim, to preserve its fleet."""
    monkeypatch.setattr(engaging, "engages", lambda *_: True)
    agreed: dict[str, Any] = {"settled_by": "worker", "computer": "captain"}
    table = Table.midway(
        terran={"Antares": "BB"},
        talon={"Antares": "BC, CA, CL"},
        markers={"Antares": 2},
        minimum=(0, 0),
        **agreed,
    )
    for side in SIDES:
        table.plan(side)
    plan = chart()
    settings = converted({**suggested(plan), **agreed}, Settings, "test")
    war = create_war(
        host=make_person("anna"),
        name="Alone",
        settings=settings,
        chart=plan,
        side="talon",
        opponent="computer",
    )
    put_state(war, table.war)
    seen = view(table.war, "terran")
    number = table.war.battles[0].number
    assert Commander("terran").decide(seen) == Engage(number, engage=True)
    commanding.command(war.pk)
    assert state_of(war).battles[0].answers == {"terran": False}
    assert not GivenDoctrine.objects.filter(war=war).exists()
