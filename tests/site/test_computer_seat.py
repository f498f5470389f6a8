"""A seat that the computer plays: it gives its orders when they are due, once, and gives nothing away."""

from random import Random
from typing import Any

import pytest

from accounts.models import User
from accounts.others import computer_user, new_guest
from battles import services as battles
from battles.models import Battle, Resolution, Way
from battles.seam.documents import Doctrine
from campaign.documents import converted
from campaign.models import Seat, Waiting, War
from campaign.rules.settings import Settings
from campaign.services import commanding
from campaign.services.planning import sealed_sides
from campaign.services.results import absorb_waiting
from campaign.services.wars import create_war
from tests.battle_samples import reported
from tests.core.random_player import random_answer
from tests.people import make_person
from tests.site.wars import chart, seal_random, state_of, suggested

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


def play(war: War, turns: int) -> None:
    random = Random(3)
    while (state := state_of(war)).phase != "over" and state.turn <= turns:
        if state.phase in ("bases", "planning"):
            if "terran" not in sealed_sides(war, state):
                seal_random(war, "terran", random)
        elif state.question is not None and state.question.side == "terran":
            from campaign.services.log import submit

            _, order = random_answer(state, random)
            submit(war_id=war.pk, side="terran", user=None, seen_version=war.version, order=order)
        commanding.command(war.pk)
        for number in Resolution.objects.filter(status="queued").values_list("pk", flat=True):
            battles.resolve(number)
        absorb_waiting()


def test_a_war_goes_on_with_nobody_else(war: War) -> None:
    """Three turns: the person seals and answers, the computer does all the rest."""
    play(war, 3)
    state = state_of(war)
    assert state.phase == "over" or state.turn == 4


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
            from campaign.services.log import submit

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
