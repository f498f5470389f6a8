"""Troops in a battle of Space Empires: for the battle as it is, of both sides, and told each time (32.3, S93)."""

import pytest

from accounts.models import Delivery, User
from battles.models import Battle, SealedTroops, SpaceEmpiresGame
from engines.seam.documents import Fate
from engines.talon.aim_documents import Land
from engines.talon.terms import aims_of
from tests.people import browser
from tests.site.battles.talon.space_empires.evening import (
    HOW,
    LANDERS,
    LANDING,
    SPACE,
    WHO,
    begun,
    enter,
    fields_of,
    new_battle,
    over,
    seal,
    set_up,
    troops,
)
from tests.site.seats import text

pytestmark = pytest.mark.django_db

CHANGED = "The battle has been changed since you wrote this. Nothing is sealed yet."
NORMANDY, RODGER = ("transport", "Normandy", 0, 0, 0), ("transport", "Rodger Young", 0, 0, 0)
THOR = ("light_cruiser", "Thor", 0, 0, 0)
FIRST = {**LANDERS, **fields_of("terran", [THOR, NORMANDY, RODGER])}
OTHER = {**LANDERS, **fields_of("terran", [THOR, RODGER, ("transport", "Anzio", 0, 0, 0)])}
BOTH = {**LANDERS, **fields_of("talon", [("destroyer", "Hunter", 1, 1, 0), ("transport", "Horde", 0, 0, 0)])}


def test_troops_for_a_battle_that_was_changed_go_aboard_nothing(
    game: SpaceEmpiresGame, anna: User, ben: User
) -> None:
    hers, his = browser(anna), browser(ben)
    row = new_battle(his, game)
    path = row.get_absolute_url()
    enter(his, row, LANDING, FIRST)
    sent = troops(hers, row, "3 heavy", "2 light")
    his.post(f"{path}change/")
    enter(his, row, LANDING, OTHER)
    answer = hers.post(f"{path}troops/", sent)
    assert answer.status_code == 409
    assert not SealedTroops.objects.exists()
    assert not Battle.objects.exists()
    shown = text(answer)
    assert CHANGED in shown
    assert "What you wrote Only you see this. It is kept on this page alone. Normandy: 3 heavy" in shown
    assert 'name="troops_0" value="2 light"' in answer.content.decode(), "Rodger Young is first now"
    assert "Anzio, Transport: attack 0, defence 0, experience 0" in shown, "the ships are there to look at"
    assert "3 heavy" not in text(his.get(path))
    begun(seal(hers, row, "2 light"))


def test_troops_for_a_battle_that_is_being_changed_are_not_lost_without_a_word(
    game: SpaceEmpiresGame, anna: User, ben: User
) -> None:
    hers, his = browser(anna), browser(ben)
    row = new_battle(his, game)
    path = row.get_absolute_url()
    enter(his, row, LANDING, FIRST)
    sent = troops(hers, row, "3 heavy")
    his.post(f"{path}change/")
    answer = hers.post(f"{path}troops/", sent)
    assert answer.status_code == 409
    assert CHANGED in text(answer)
    assert "Normandy: 3 heavy" in text(answer)
    assert f'href="{path}"' in answer.content.decode()
    enter(his, row, SPACE, WHO)
    late = hers.post(f"{path}troops/", sent)
    assert late.status_code == 409, "it has begun without troops"
    assert "Normandy: 3 heavy" in text(late)


def test_the_attacker_is_told_each_time_that_a_battle_waits_for_troops(
    game: SpaceEmpiresGame, anna: User, ben: User
) -> None:
    his = browser(ben)
    row = new_battle(his, game)
    User.objects.update(webhook_url="https://example.org/hook")
    told = Delivery.objects.filter(user=anna, body__contains="Put your troops aboard")
    for times in (1, 2, 3):
        enter(his, row, LANDING, LANDERS)
        assert told.count() == times
        his.post(f"{row.get_absolute_url()}change/")


def test_s93_the_owner_of_the_planet_puts_troops_aboard_too(
    game: SpaceEmpiresGame, anna: User, ben: User
) -> None:
    hers, his = browser(anna), browser(ben)
    row = new_battle(hers, game)
    path = row.get_absolute_url()
    User.objects.update(webhook_url="https://example.org/hook")
    assert enter(hers, row, LANDING, BOTH)["Location"] == path
    assert Delivery.objects.filter(user=ben, body__contains="Put your troops aboard").exists()
    for client in (hers, his):
        assert "puts troops aboard in secret." in text(client.get(path))
    assert seal(his, row, "5 guards")["Location"] == path, "it waits for the attacker"
    assert not Battle.objects.exists()
    assert "Seal and begin" in text(hers.get(path))
    assert "5 guards" not in text(hers.get(path))
    assert "put your troops aboard" not in text(his.get("/skirmish/"))
    battle = begun(seal(hers, row, "2 infantry"))
    assert aims_of(battle.setup_document) == tuple(
        Land(side, returns=True, rule="32.3", counts=1) for side in ("terran", "talon")
    )
    fates = (
        [Fate("Napoleon", "destroyed"), Fate("Normandy", "destroyed")],
        [Fate("Hunter", "stands"), Fate("Horde", "stands", unloaded=True)],
    )
    assert "5 guards" not in text(hers.get(path))
    over(battle, fates, "talon", 5)
    assert "On the planet Talon Horde: 5 guards" in text(hers.get(path))
    assert "2 infantry" not in text(his.get(path))


def test_at_one_screen_troops_of_both_sides_go_aboard_one_after_the_other(anna: User) -> None:
    game = set_up(anna, opponent="one_screen")
    hers = browser(anna)
    row = new_battle(hers, game)
    path = row.get_absolute_url()
    enter(hers, row, LANDING, BOTH, HOW)
    first = troops(hers, row, "2 infantry")
    assert first["transport_0"] == "Normandy"
    for _ in range(2):
        assert hers.post(f"{path}troops/", first)["Location"] == path
    second = troops(hers, row, "5 guards")
    assert (second["side"], second["transport_0"]) == ("talon", "Horde")
    begun(hers.post(f"{path}troops/", second))
    assert SealedTroops.objects.count() == 2
