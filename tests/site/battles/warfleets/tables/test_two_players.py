"""Battles of two people on a table: joined by link or invitation, told of, drawn, called off, and counted (S97)."""

from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Delivery, LifetimeLine, User
from accounts.people.special_users import new_guest
from battles.models import WarfleetsBattle
from battles.warfleets.games.told import impossible
from battles.warfleets.tables.positions import match_of
from battles.warfleets.tables.report import game_of
from battles.warfleets.tables.services import ordering
from battles.warfleets.tables.services.beginning import Terms
from battles.warfleets.tables.services.joining import MOST_OPEN, MOST_TO_ONE, challenge, drop, join
from battles.warfleets.tables.services.turn_messages import WAIT, sweep_turns
from campaign.host.pruning import prune_guests
from engines.seam.refusals import Refused
from engines.warfleets.building import refusals
from tests.people import browser, make_person
from tests.site.battles.warfleets.tables.test_tables import GUARD, LANES, RAIDERS, now, sent, wanted
from tests.site.seats import text

pytestmark = pytest.mark.django_db
NEW = {"fleet": "wolf-pack", "points": "300", "table": "open-lanes"}


@pytest.fixture
def anna() -> User:
    return make_person("anna", webhook_url="https://example.org/anna")


@pytest.fixture
def ben() -> User:
    return make_person("ben", webhook_url="https://example.org/ben")


def met(anna: User, ben: User) -> WarfleetsBattle:
    row = challenge(user=anna, terms=Terms(300, LANES), fleet=GUARD)
    return now(join(token=row.token, user=ben, fleet=RAIDERS))


def going(row: WarfleetsBattle, orders: int = 1000) -> WarfleetsBattle:
    """The battle after so many orders of whoever is asked, or at its end."""
    for _ in range(orders):
        row = now(row)
        if row.stage != "on":
            break
        user = row.terran_user if row.decider == "terran" else row.talon_user
        assert user is not None
        ordering.give(battle_id=row.pk, user=user, seen=row.number, line=wanted(row))
    return now(row)


def fighting(anna: User, ben: User) -> WarfleetsBattle:
    row = met(anna, ben)
    while not match_of(row).battle.round:
        row = going(row, 1)
    return row


def told(user: User) -> list[str]:
    return list(Delivery.objects.filter(user=user).order_by("pk").values_list("subject", flat=True))


@pytest.mark.every_view
def test_whoever_has_the_link_joins_with_a_fleet(anna: User) -> None:
    client, friend = browser(anna), Client()
    path = client.post("/warfleets/battles/new/", {**NEW, "opponent": "link"})["Location"]
    row = WarfleetsBattle.objects.get()
    assert (path, row.stage) == (row.path_to_join, "waiting")
    assert "Send this link" in text(client.get(path))
    assert client.get(row.get_absolute_url()).status_code == 404
    assert "Send the link" in text(client.get("/warfleets/"))
    page = text(friend.get(path))
    assert "anna brings Wolf Pack, 300 points" in page
    assert client.post(path, {"fleet": "wolf-pack"}).status_code == 422
    assert friend.post(path, {"fleet": "nobody"}).status_code == 422
    assert friend.post(path, {"fleet": "carrier-group"})["Location"] == row.get_absolute_url()
    row = now(row)
    assert row.talon_user is not None
    assert (row.stage, row.talon_user.is_guest, row.decider) == ("on", True, "terran")
    assert friend.get(path)["Location"] == client.get(path)["Location"] == row.get_absolute_url()
    late = Client().post(path, {"fleet": "wolf-pack"})
    assert (late.status_code, "Somebody else has joined" in text(late)) == (409, True)
    assert "Waiting for anna" in text(friend.get(row.get_absolute_url()))
    assert "Your turn" in text(client.get("/warfleets/"))
    assert sent(friend, row, order="roll").status_code == 422
    assert "not give the orders of Terran" in text(sent(friend, row, order="terran roll"))


def test_a_random_fleet_joins_with_the_points_of_the_game(anna: User, ben: User) -> None:
    path = browser(anna).post("/warfleets/battles/new/", {**NEW, "opponent": "link"})["Location"]
    assert browser(ben).post(path, {"fleet": "random"}).status_code == 302
    set_up = match_of(WarfleetsBattle.objects.get()).set_up
    assert (set_up.talon.name[-6:], refusals(set_up.talon, 300)) == (" Fleet", ())


def test_a_player_is_invited_by_callsign(anna: User, ben: User) -> None:
    client, asked = browser(anna), browser(ben)
    unknown = client.post("/warfleets/battles/new/", {**NEW, "opponent": "player", "callsign": "carl"})
    assert (unknown.status_code, "Nobody here" in text(unknown)) == (422, True)
    assert (
        client.post("/warfleets/battles/new/", {**NEW, "opponent": "player", "callsign": "anna"}).status_code
        == 422
    )
    path = client.post("/warfleets/battles/new/", {**NEW, "opponent": "player", "callsign": "Ben"})[
        "Location"
    ]
    assert told(ben) == ["anna invites you to a battle of Warfleets"]
    for listed in ("/warfleets/", "/skirmish/"):
        assert "You are invited" in text(asked.get(listed))
    other = browser(make_person("carl"))
    for uninvited, signs_in in ((other, False), (Client(), True)):
        page = uninvited.get(path)
        assert "waits for somebody else" in text(page)
        assert "Join and play" not in text(page)
        assert (f"/login/?next={quote(path, safe='')}" in page.content.decode()) == signs_in
    assert "Join and play" in text(asked.get(path))
    assert other.post(path, {"fleet": "wolf-pack"}).status_code == 422
    assert other.post(f"{path}drop/").status_code == 404
    assert asked.post(f"{path}drop/").status_code == 302
    assert WarfleetsBattle.objects.get().stage == "off"
    assert "withdrawn or declined" in text(client.get(path))
    assert not Delivery.objects.filter(user=ben, status="queued").exists()


def test_only_so_many_battles_wait_for_somebody(anna: User) -> None:
    for _ in range(MOST_OPEN):
        challenge(user=anna, terms=Terms(300), fleet=GUARD)
    with pytest.raises(Refused, match="Withdraw one first"):
        challenge(user=anna, terms=Terms(300), fleet=GUARD)


def test_nobody_is_asked_again_and_again(anna: User, ben: User) -> None:
    rows = [challenge(user=anna, terms=Terms(300), fleet=GUARD, invited=ben) for _ in range(MOST_TO_ONE)]
    with pytest.raises(Refused, match="ben has not answered"):
        challenge(user=anna, terms=Terms(300), fleet=GUARD, invited=ben)
    drop(token=rows[0].token, user=ben)
    challenge(user=anna, terms=Terms(300), fleet=GUARD, invited=ben)


def test_s97_a_battle_of_two_people_counts_at_once(anna: User, ben: User) -> None:
    row = going(met(anna, ben))
    game = game_of(row, match_of(row))
    assert not impossible(game)
    line = LifetimeLine.objects.get()
    assert (line.system, line.way, line.source) == ("warfleets", "hand", f"warfleets:{row.pk}")
    assert line.words.startswith("300 points, ")
    assert line.drawn == (row.winner == "")
    if row.winner:
        assert line.player.username == {"terran": "anna", "talon": "ben"}[row.winner]
        assert line.points == 1
    assert "Warfleets: the battle is over" in [*told(anna), *told(ben)]
    assert line.words in browser(anna).get("/score/results/?system=warfleets").content.decode()


def test_two_agree_on_a_draw(anna: User, ben: User) -> None:
    row = fighting(anna, ben)
    one, other = browser(anna), browser(ben)
    assert sent(one, row, "agree", do="draw").status_code == 303
    assert "Warfleets: a question to you" in told(ben)
    assert "anna would agree to a draw." in text(other.get(row.get_absolute_url()))
    sent(other, row, "agree", do="refuse")
    assert now(row).drawn_by == ""
    sent(other, row, "agree", do="draw")
    assert sent(one, row, "agree", do="sing").status_code == 422
    sent(one, row, "agree", do="draw")
    row = now(row)
    assert (row.stage, row.ended, row.winner) == ("over", "drawn", "")
    line = LifetimeLine.objects.get()
    assert (line.drawn, line.points, line.words.endswith("a draw agreed on")) == (True, 0, True)


def test_an_offer_stands_until_the_other_side_orders(anna: User, ben: User) -> None:
    row = fighting(anna, ben)
    mine = row.decider
    sent(browser(anna if mine == "terran" else ben), row, "agree", do="draw")
    row = going(row, 1)
    assert row.drawn_by == mine
    while row.decider == mine:
        row = going(row, 1)
    assert going(row, 1).drawn_by == ""


def test_a_battle_is_called_off_alone_before_the_first_round_and_by_both_later(anna: User, ben: User) -> None:
    row = met(anna, ben)
    assert sent(browser(ben), row, "agree", do="call-off").status_code == 303
    assert now(row).stage == "off"
    assert "called off" in text(browser(anna).get(row.get_absolute_url()))
    row = fighting(anna, ben)
    sent(browser(ben), row, "agree", do="call-off")
    assert now(row).stage == "on"
    sent(browser(anna), row, "agree", do="call-off")
    assert now(row).stage == "off"
    assert not LifetimeLine.objects.exists()


def test_s97_who_gives_up_has_lost_the_game(anna: User, ben: User) -> None:
    row = fighting(anna, ben)
    sent(browser(ben), row, "concede")
    line = LifetimeLine.objects.get()
    assert (line.player, line.opponent, line.points) == (anna, ben, 1)
    assert told(anna)[-1] == "Warfleets: the battle is over"


def test_who_is_waited_for_is_told_once_a_turn(anna: User, ben: User) -> None:
    row = met(anna, ben)
    late: dict[str, Any] = {"moved_at": timezone.now() - WAIT - timedelta(minutes=1)}
    assert sweep_turns() == 0
    WarfleetsBattle.objects.filter(pk=row.pk).update(**late)
    assert (sweep_turns(), sweep_turns()) == (1, 0)
    assert told(anna) == ["Warfleets: your turn"]
    going(row, 1)
    WarfleetsBattle.objects.filter(pk=row.pk).update(decider="talon", **late)
    assert (sweep_turns(), sweep_turns()) == (1, 0)
    assert told(ben)[-1] == "Warfleets: your turn"


@pytest.mark.parametrize("began", ["guest", "player"])
def test_a_guest_who_plays_with_somebody_is_not_forgotten(anna: User, began: str) -> None:
    guest, others = new_guest(), (new_guest(), new_guest())
    row = met(guest, anna) if began == "guest" else met(anna, guest)
    alone = met(*others)
    long_ago = timezone.now() - timedelta(days=900)
    User.objects.filter(is_guest=True).update(date_joined=long_ago)
    assert prune_guests() == len(others)
    assert WarfleetsBattle.objects.get() == row != alone
    assert User.objects.get(is_guest=True) == guest
