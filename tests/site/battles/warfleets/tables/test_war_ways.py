"""A war's battle on the table here goes another way, and back; and how it begins (S12, S35, WF59, WF60)."""

import pytest

from accounts.people.special_users import computer_user
from battles.battle.services.resolving import ask_for, fight_overdue
from battles.models import Battle, SettledHow, Status, Way
from battles.services import open_battle, reopen
from campaign.files import archive
from campaign.files.document import read_whole
from campaign.models import War
from campaign.war.log.rebuild import differences
from engines.seam.documents import Doctrine
from engines.seam.sides import SIDES
from tests.core.warfleets.test_war import battle as setup_of
from tests.core.warfleets.test_war import units
from tests.people import make_person
from tests.site.battles.warfleets.tables.test_war_battles import (
    booked,
    clients,
    joined_battle,
    play_of,
    played,
    sent,
    table_of,
)
from tests.site.seats import text
from tests.site.stepping import to_a_battle
from tests.site.wars import make_war

pytestmark = pytest.mark.django_db


def both_ask(battle: Battle, way: Way) -> None:
    for side in SIDES:
        version = Battle.objects.get(pk=battle.pk).version
        ask_for(battle_id=battle.pk, side=side, seen_version=version, way=way)


def test_s35_a_battle_laid_aside_is_recorded_no_better_or_played_on() -> None:
    battle = joined_battle()
    played(battle, until=3)
    anna = clients(battle)["terran"]
    both_ask(battle, Way.TABLE)
    board = table_of(battle).get_absolute_url()
    assert "Laid aside" in text(anna.get(board))
    assert sent(anna, battle, order="terran roll").status_code == 422
    page = anna.get(battle.get_absolute_url())
    assert "Stopped in the browser: Round 3" in text(page)
    assert board in page.content.decode()
    assert "Put all models where the table here shows them" in text(anna.get(f"/battles/{battle.pk}/sheet/"))
    assert 'value="3"' in anna.get(f"/battles/{battle.pk}/report/").content.decode()
    forces = battle.setup_document
    fates = {f"{side}-{at}-fate": "stands" for side in SIDES for at in range(len(forces.force(side)))}
    told = {"winner": "terran", "rounds": "2", "ending": "conceded", **fates}
    told |= {f"talon-{at}-fate": "jumped" for at in range(len(forces.talon))}
    sent_report = anna.post(
        f"/battles/{battle.pk}/report/", {**told, "version": Battle.objects.get(pk=battle.pk).version}
    )
    assert (sent_report.status_code, "had reached round 3" in text(sent_report)) == (422, True)
    both_ask(battle, Way.HAND)
    played(battle)
    battle.refresh_from_db()
    assert battle.settled_how == SettledHow.PLAYED


def test_captains_finish_it_from_where_it_stands() -> None:
    battle = joined_battle()
    played(battle, until=2)
    orders = table_of(battle).orders.count()
    both_ask(battle, Way.WORKER)
    battle.refresh_from_db()
    assert (battle.status, battle.settled_how) == (Status.SETTLED, SettledHow.PLAYED)
    assert table_of(battle).orders.filter(captain=False).count() == orders
    assert differences(booked(battle)) == []


def test_s12_captains_finish_what_was_laid_aside_and_forgotten() -> None:
    battle = joined_battle()
    played(battle, until=1)
    both_ask(battle, Way.TABLE)
    assert fight_overdue(battle_id=battle.pk)
    battle.refresh_from_db()
    assert battle.status == Status.SETTLED


def test_a_result_that_is_withdrawn_is_played_again_from_the_beginning() -> None:
    battle = joined_battle()
    sent(clients(battle)["terran"], battle, "concede")
    row, seal = table_of(battle), play_of(battle).seal
    reopen(battle_id=battle.pk)
    assert clients(battle)["terran"].get(row.get_absolute_url()).status_code == 404
    both_ask(battle, Way.HAND)
    again = table_of(battle)
    assert (again.pk != row.pk, again.orders.count(), again.stage) == (True, 0, "on")
    assert play_of(battle).seal != seal


def test_wf59_captains_settle_a_battle_in_which_there_is_nothing_to_play() -> None:
    setup = setup_of(units("terran", "fighter"), units("talon", "destroyer"))
    anna, bo = make_person("anna"), make_person("bo")
    battle = open_battle(
        setup=setup, title="War", place="Orion 3", way=Way.HAND, terran_user=anna, talon_user=bo
    )
    assert not battle.plays.exists()
    assert battle.resolutions.exists()


def test_wf60_the_computer_gives_up_before_the_first_shot_against_far_too_many() -> None:
    setup = setup_of(units("terran", "battleship", "battleship", "battleship"), units("talon", "destroyer"))
    battle = open_battle(
        setup=setup,
        title="War",
        place="Orion 3",
        way=Way.HAND,
        doctrines={"talon": Doctrine("withdraw")},
        terran_user=make_person("anna"),
        talon_user=computer_user(),
    )
    battle.refresh_from_db()
    assert (battle.status, battle.result_document.winner) == (Status.SETTLED, "terran")  # type: ignore[union-attr]


def test_a_war_that_the_host_restores_begins_its_battle_on_the_table_again() -> None:
    battle = joined_battle()
    played(battle, until=1)
    war = War.objects.get(engagements__battle=battle)
    copy = archive.restore(file=read_whole(archive.whole(war)))
    again = Battle.objects.get(engagement__war=copy)
    assert (table_of(again).orders.count(), table_of(again).stage) == (0, "on")
    assert table_of(again).dice != table_of(battle).dice


def test_a_battle_that_the_computer_gives_up_at_once_is_booked_in_its_war(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("battles.warfleets.tables.war_table.gives_up_unfought", lambda *_: True)
    war = make_war(
        make_person("anna"), computer_user(), map_name="three_gates", system="warfleets", settled_by="hand"
    )
    battle = to_a_battle(war)
    assert (battle.status, battle.settled_how) == (Status.SETTLED, SettledHow.PLAYED)
    assert differences(booked(battle)) == []
