"""Games of Space Empires in which a player has closed the account."""

import pytest

from accounts.models import User
from battles.models import Battle, SpaceEmpiresGame
from tests.people import browser
from tests.site.battles.talon.space_empires.evening import (
    HOW,
    LANDERS,
    LANDING,
    SPACE,
    WHO,
    begun,
    enter,
    new_battle,
    seal,
    set_up,
)
from tests.site.seats import text

pytestmark = pytest.mark.django_db


def close(user: User) -> None:
    """Closes the account, as a host does."""
    User.objects.filter(pk=user.pk).update(is_active=False)


@pytest.mark.every_view
def test_nobody_accepts_what_a_closed_account_set_up(anna: User, ben: User) -> None:
    game = set_up(anna)
    close(anna)
    path = f"/space-empires/invitation/{game.token}/"
    assert "Whoever set this game up does not play here any more." in text(browser(ben).get(path))
    assert browser(ben).post(f"{path}accept/").status_code == 409
    game.refresh_from_db()
    assert game.rival is None


@pytest.mark.parametrize("way", ["hand", "worker"])
def test_no_battle_begins_against_a_closed_account_but_at_a_table(
    game: SpaceEmpiresGame, anna: User, ben: User, way: str
) -> None:
    close(anna)
    his = browser(ben)
    row = new_battle(his, game)
    refused = enter(his, row, SPACE, WHO, {"way": way})
    assert refused.status_code == 422
    assert "does not play here any more. Fight the battle at a table" in text(refused)
    assert not Battle.objects.exists()
    battle = begun(his.post(f"{row.get_absolute_url()}how/", {**HOW, "way": "table"}))
    assert (battle.terran_user, battle.talon_user) == (ben, ben)


def test_whoever_is_left_puts_the_troops_of_a_closed_account_aboard(
    game: SpaceEmpiresGame, anna: User, ben: User
) -> None:
    his = browser(ben)
    row = new_battle(his, game)
    path = row.get_absolute_url()
    enter(his, row, LANDING, LANDERS, {"way": "hand"})
    close(anna)
    assert "Write down what is aboard each transport" in text(his.get(path))
    refused = seal(his, row, "2 infantry")
    assert refused.status_code == 422
    assert "does not play here any more. Fight the battle at a table" in text(refused)
    assert 'value="2 infantry"' in refused.content.decode()
    his.post(f"{path}change/")
    his.post(f"{path}how/", {**HOW, "way": "table"})
    assert begun(seal(his, row, "2 infantry")).one_screen
