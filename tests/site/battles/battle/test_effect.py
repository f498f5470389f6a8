"""What a battle moved in its war, as the battle's own pages say it."""

import pytest
from django.test import Client

from accounts.models import User
from battles.battle.selectors import BOOKING, effect_of
from battles.models import Battle, SettledHow, Status
from battles.services import confirm
from campaign.models import Engagement, Entry
from campaign.rules import events as e
from campaign.rules.battles import aftermath
from campaign.rules.map.strategic_map import StrategicMap
from campaign.war.log.documents import decode_chart, decode_events
from campaign.war.services import results
from campaign.war.words.effect import sentences_of
from campaign.war.words.event_lines import lines_of
from tests.battle_samples import opened
from tests.people import make_person
from tests.site.campaign.war.test_results import reported, war_with_battle
from tests.site.wars import chart


@pytest.fixture
def plan() -> StrategicMap:
    return chart()


def test_a_marker_that_moves_is_told_with_where_it_stood(plan: StrategicMap) -> None:
    first, second = plan.order[:2]
    moved = [e.MarkerMoved(first, 3, 2, 7), e.MarkerMoved(second, 1, 2, 8)]
    assert sentences_of(moved, 7, f"{first}/4", plan) == (f"The front line in {first} moves from 4 to 3.",)


def test_sectors_that_move_together_are_told_together(plan: StrategicMap) -> None:
    first, second = plan.order[:2]
    moved = [e.MarkerMoved(sector, 0, 1, 7) for sector in (first, second)]
    words = f"The front line in {first} and {second} moves from the Terran home to 2."
    assert sentences_of(moved, 7, "home/terran", plan) == (words,)


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("31.6.4", "the victory was minor, and the winner lost a ship"),
        ("S29", "nobody won"),
        ("31.8", "the loser still holds the planet there"),
    ],
)
def test_a_front_that_stays_is_told_with_the_reason(plan: StrategicMap, rule: str, why: str) -> None:
    held = [e.FrontHeld(7, rule, "because"), e.FrontHeld(8, rule, "another battle")]
    assert sentences_of(held, 7, "Antares/4", plan) == (f"The front line in Antares stays at 4: {why}.",)
    assert sentences_of(held, 7, "home/talon", plan) == (f"The front line stays at the Talon home: {why}.",)


def test_a_reason_that_is_not_known_here_is_told_in_its_own_words(plan: StrategicMap) -> None:
    held = [e.FrontHeld(7, "S99", "It may not.")]
    assert sentences_of(held, 7, "Antares/4", plan) == ("The front line in Antares stays. It may not.",)


def test_the_end_of_the_war_is_told(plan: StrategicMap) -> None:
    home = sentences_of([e.WarEnded("talon", "home")], 7, "home/terran", plan)
    assert home == ("Talon wins the war: it won the battle for the Terran home.",)
    (spent,) = sentences_of([e.WarEnded("terran", "logistics")], 7, "Antares/4", plan)
    assert spent.startswith("Terran wins the war: Talon has fewer than four")
    assert sentences_of([e.WarEnded(None, "logistics")], 7, "Antares/4", plan) == (
        "The war ends in a draw: both fleets are spent.",
    )


@pytest.mark.django_db
def test_a_battle_says_what_it_moved_once_its_war_has_booked_it() -> None:
    war, battle = war_with_battle()
    assert effect_of(battle) == ""
    entered = reported(battle)
    settled = confirm(battle_id=battle.pk, side="talon", seen_version=entered.version)
    assert effect_of(settled) == BOOKING
    assert BOOKING in page(battle.terran_user, settled)
    assert results.absorb(battle_id=battle.pk)
    booked = Battle.objects.get(pk=battle.pk)
    words = effect_of(booked)
    assert words.startswith("The front")
    assert words.split(":")[0].rstrip(".") in page(battle.terran_user, booked)
    engagement = Engagement.objects.get(battle=booked)
    last = Entry.objects.filter(war=war, kind="result").latest("number")
    events = decode_events(bytes(last.events))
    assert words == " ".join(
        sentences_of(events, engagement.number, engagement.place, decode_chart(bytes(war.chart)))
    )


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (aftermath.NOBODY_WON, "Nobody won, so the front line stays."),
        (aftermath.MINOR, "After a minor victory in which the winner lost a ship, the front line stays."),
        (f"The planet {aftermath.STOPS}", "The planet stops the front line."),
    ],
)
def test_the_history_has_words_of_its_own_for_what_the_log_says(
    plan: StrategicMap, reason: str, said: str
) -> None:
    """The log's never change: a war of any age follows from its orders (see `test_golden.py`)."""
    assert [line.text for line in lines_of(e.FrontHeld(7, "S99", reason), plan)] == [said]


@pytest.mark.django_db
def test_a_battle_of_no_war_has_moved_nothing() -> None:
    anna, ben = make_person("anna"), make_person("ben")
    battle = opened(anna, ben)
    Battle.objects.filter(pk=battle.pk).update(owner_topic="")
    entered = reported(battle)
    settled = confirm(battle_id=battle.pk, side="talon", seen_version=entered.version)
    assert (settled.status, settled.settled_how) == (Status.SETTLED, SettledHow.CONFIRMED)
    assert effect_of(settled) == ""


def page(user: User, battle: Battle) -> str:
    """The battle's page."""
    client = Client()
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client.get(f"/battles/{battle.pk}/").content.decode()
