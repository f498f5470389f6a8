"""The bonus of a war that ends in turn 1 without a battle is booked once between the same two players (S75)."""

from random import Random

import pytest

from accounts.models import LifetimeLine, User
from campaign.models import Engagement, War
from campaign.rules.orders import Surrender
from campaign.war.services.log import submit
from engines.seam.sides import Side
from tests.people import make_person
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.wars import make_war, play_until, state_of, step

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair(db: None) -> tuple[User, User]:
    return make_person("anna"), make_person("boris")


def given_up(war: War, side: Side = "talon") -> int:
    """The lifetime points that the war brings when a side surrenders now."""
    war.refresh_from_db()
    submit(war_id=war.pk, side=side, user=None, seen_version=war.version, order=Surrender())
    return sum(LifetimeLine.objects.filter(source=f"war:{war.pk}").values_list("points", flat=True))


def test_s75_a_surrender_at_once_counts_once_between_the_same_two(pair: tuple[User, User]) -> None:
    """S75: whichever of them gives up, on either side, with bases or a plan or without."""
    anna, boris = pair
    assert given_up(make_war(anna, boris)) == 5
    assert given_up(make_war(anna, boris)) == 0
    assert given_up(make_war(boris, anna)) == 0
    later = make_war(anna, boris)
    play_until(later, phase="planning")
    assert given_up(later, "terran") == 0


def test_s75_it_counts_against_somebody_else(pair: tuple[User, User]) -> None:
    """S75: a pair is two accounts."""
    anna, boris = pair
    given_up(make_war(anna, boris))
    assert given_up(make_war(anna, make_person("carla"))) == 5


def test_s75_a_war_in_which_a_battle_was_fought_counts_each_time() -> None:
    """S75: in turn 1, too."""
    war, _battle = war_with_battle()
    random = Random(4)
    while not Engagement.objects.filter(war=war, outcome="fought").exists():
        step(war, random)
    assert state_of(war).turn == 1
    anna, boris = (seat.user for seat in war.seats.order_by("-side"))
    assert anna is not None
    assert boris is not None
    first = make_war(anna, boris)
    assert given_up(first) == 5
    assert given_up(war) == 5


def test_s75_a_war_of_more_turns_counts_each_time(pair: tuple[User, User]) -> None:
    """S75: also if nobody has fought."""
    given_up(make_war(*pair))
    war, random = make_war(*pair), Random(11)
    while state_of(war).turn == 1:
        step(war, random)
    Engagement.objects.filter(war=war).update(outcome="forfeited")
    assert given_up(war) == 5
