"""Nothing counts in the lifetime score against the computer (S100)."""

from importlib import import_module
from random import Random

import pytest
from django.apps import apps

from accounts.models import LifetimeLine, User
from accounts.people.special_users import computer_user
from battles.services import enter_report
from bench.wars.random_player import random_answer
from campaign.models import Engagement, Seat, War
from campaign.rules.orders import AcceptResult, Surrender
from campaign.war.services import results
from campaign.war.services.log import submit
from engines.seam.sides import SIDES, Side
from tests.people import browser, make_person
from tests.site.wars import make_war, state_of, step

pytestmark = pytest.mark.django_db


def surrendered(war: War, side: Side) -> int:
    """How many lines the score has once a side has surrendered."""
    war.refresh_from_db()
    submit(war_id=war.pk, side=side, user=None, seen_version=war.version, order=Surrender())
    return LifetimeLine.objects.count()


@pytest.mark.parametrize("side", SIDES)
def test_s100_a_war_against_the_computer_brings_no_points(side: Side) -> None:
    """S100: neither to the person nor to the computer, where a war of two people brings 5; the page says so."""
    anna = make_person("anna")
    war = make_war(anna, computer_user())
    assert surrendered(war, side) == 0
    page = browser(anna).get(f"/wars/{war.pk}/terran/").content.decode()
    assert "Wars against the computer bring no lifetime points." in page
    assert surrendered(make_war(anna, make_person("boris")), side) == 1


def test_s100_a_battle_against_the_computer_brings_no_points() -> None:
    """S100: where battles count, those of two people do, until the computer has a seat."""
    war, random = make_war(make_person("anna"), make_person("boris"), lifetime_score=True), Random(4)
    while not LifetimeLine.objects.exists():
        step(war, random)
    Seat.objects.filter(war=war, side="talon").update(user=computer_user())
    counted, recorded = LifetimeLine.objects.count(), False
    while not recorded:
        order = random_answer(state_of(war), random)[1] if state_of(war).phase == "battles" else None
        if isinstance(order, AcceptResult):
            battle = Engagement.objects.get(war=war, number=order.battle).battle
            assert battle is not None
            version = battle.version
            enter_report(battle_id=battle.pk, side="terran", seen_version=version, report=order.report)
            recorded = results.absorb(battle_id=battle.pk)
        else:
            step(war, random)
    assert LifetimeLine.objects.count() == counted


def test_s100_the_page_of_surrender_promises_the_computer_nothing() -> None:
    """S100: another person gets the bonus."""
    anna = make_person("anna")
    for rival, promised in ((computer_user(), False), (make_person("boris"), True)):
        war = make_war(anna, rival)
        page = browser(anna).get(f"/wars/{war.pk}/terran/surrender/").content.decode()
        assert ("the bonus in the lifetime score" in page) == promised


def test_s100_what_was_booked_before_goes() -> None:
    """S100: with the version that brings the ruling; lines between people stay."""

    def line(source: str, player: User, opponent: User) -> None:
        LifetimeLine.objects.create(source=source, player=player, opponent=opponent, points=5, kind="war")

    anna, boris = make_person("anna"), make_person("boris")
    line("war:1", anna, computer_user())
    line("war:2", computer_user(), anna)
    line("war:3", anna, boris)
    import_module("accounts.migrations.0027_nothing_against_the_computer").remove(apps, None)
    assert [one.source for one in LifetimeLine.objects.all()] == ["war:3"]
