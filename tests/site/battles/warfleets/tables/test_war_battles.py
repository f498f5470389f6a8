"""A war's battle in miniatures on the table in the browser (S99)."""

from typing import Any

import pytest
from django.test import Client

from accounts.people.special_users import computer_user
from battles.models import Battle, WarfleetsBattle
from battles.warfleets.tables.positions import match_of
from engines.seam.sides import SIDES, Side
from engines.warfleets.captains.levels import player_of
from engines.warfleets.game import asked
from engines.warfleets.notation.lines import write_order
from tests.people import browser, make_person
from tests.prepared import prepared
from tests.site.stepping import to_a_battle
from tests.site.wars import make_war

pytestmark = pytest.mark.django_db


@prepared
def joined_battle(rival: str = "bo", **settings: Any) -> Battle:
    """The first battle of anna's war in miniatures in the browser, against bo, herself or the computer."""
    anna = make_person("anna")
    other = {"bo": lambda: make_person("bo"), "anna": lambda: anna, "computer": computer_user}[rival]()
    told = {"settled_by": "hand", **settings}
    return to_a_battle(make_war(anna, other, map_name="three_gates", system="warfleets", **told))


def table_of(battle: Battle) -> WarfleetsBattle:
    """How it stands on the table."""
    return WarfleetsBattle.objects.get(play__battle=battle, play__stage__in=["on", "laid", "over"])


def order_next(battle: Battle, client: dict[str, Client]) -> None:
    """Have whoever is asked give the order of a captain."""
    row = table_of(battle)
    match = match_of(row)
    question = asked(match.battle)
    assert question is not None
    line = write_order(player_of("ensign", 1).decide(match.battle, question), match.battle.models)
    sent = {"order": line, "seen": row.number}
    answer = client[question.side].post(f"/warfleets/battles/{row.pk}/order/", sent)
    assert answer.status_code == 303, answer.content.decode()


def test_a_whole_battle_against_the_computer_has_its_result_in_the_war() -> None:
    battle = joined_battle("computer")
    side: Side = next(one for one in SIDES if not battle.user_of(one).is_computer)
    anna = browser(battle.user_of(side))
    row = table_of(battle)
    page = anna.get(row.get_absolute_url()).content.decode()
    assert "The battle’s page" in page
    while table_of(battle).stage == "on":
        order_next(battle, {side: anna})
    battle.refresh_from_db()
    print(battle.status, battle.result_document)
