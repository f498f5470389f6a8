"""A battle of Space Empires that both players enter at the same time."""

import pytest

from accounts.models import User
from battles.models import SpaceEmpiresGame
from tests.people import browser
from tests.site.battles.talon.space_empires.evening import (
    SPACE,
    WHO,
    begun,
    enter,
    fields_of,
    new_battle,
    who_page,
)
from tests.site.seats import text

pytestmark = pytest.mark.django_db

CALEB = fields_of("terran", [("destroyer", "Caleb", 1, 1, 0)])
VISION = fields_of("talon", [("frigate", "Vision", 1, 0, 0)])
BLANK = {
    side: {
        **fields_of(side, [("", "", 0, 0, 0)]),
        f"{side}_tactics": "0",
    }
    for side in ("terran", "talon")
}
"""A side as its fields are before anything has been entered."""


def test_two_who_enter_a_side_each_lose_nothing(game: SpaceEmpiresGame, anna: User, ben: User) -> None:
    hers, his = browser(anna), browser(ben)
    row = new_battle(hers, game)
    path = row.get_absolute_url()
    hers.post(f"{path}where/", SPACE)
    pages = [who_page(client, row) for client in (hers, his)]
    assert hers.post(f"{path}who/", {**pages[0], **CALEB, **BLANK["talon"]}).status_code == 302
    assert his.post(f"{path}who/", {**pages[1], **VISION, **BLANK["terran"]}).status_code == 302
    shown = hers.get(f"{path}who/").content.decode()
    assert 'value="Caleb"' in shown
    assert 'value="Vision"' in shown


def test_who_changes_the_same_ships_is_told_and_may_replace_them(
    game: SpaceEmpiresGame, anna: User, ben: User
) -> None:
    hers, his = browser(anna), browser(ben)
    row = new_battle(hers, game)
    path = row.get_absolute_url()
    hers.post(f"{path}where/", SPACE)
    hers_first, his_first = who_page(hers, row), who_page(his, row)
    other = fields_of("terran", [("scout", "Explorer", 0, 0, 0)])
    hers.post(f"{path}who/", {**hers_first, **CALEB, **BLANK["talon"]})
    answer = his.post(f"{path}who/", {**his_first, **other, **VISION})
    assert answer.status_code == 409
    assert "Terran’s ships have been changed meanwhile: Destroyer Caleb. Yours are below." in text(answer)
    assert 'value="Explorer"' in answer.content.decode()
    kept = hers.get(f"{path}who/").content.decode()
    assert 'value="Caleb"' in kept
    assert 'value="Vision"' in kept, "of the other side it is new"
    again = his.post(f"{path}who/", {**who_page(his, row), **other, **VISION})
    assert again["Location"] == f"{path}how/"
    assert 'value="Explorer"' in hers.get(f"{path}who/").content.decode()


def test_whoever_goes_on_with_a_battle_that_was_dropped_reads_why_it_is_gone(
    game: SpaceEmpiresGame, anna: User, ben: User
) -> None:
    hers, his = browser(anna), browser(ben)
    row = new_battle(hers, game)
    path = row.get_absolute_url()
    shown = text(his.get(f"{path}where/"))
    assert "What both players have entered is deleted. It cannot be brought back. Drop it" in shown
    his.post(f"{path}remove/")
    answer = hers.post(f"{path}who/", WHO)
    assert answer.status_code == 404
    assert "There is no battle 1 any more: it was dropped, with all that was entered of it." in text(answer)
    assert hers.get(f"{path}who/").status_code == 404


def test_the_hex_of_a_warp_point_is_not_looked_at_elsewhere(game: SpaceEmpiresGame, anna: User) -> None:
    hers = browser(anna)
    path = new_battle(hers, game).get_absolute_url()
    wrong = {**SPACE, "warp_row": "12", "warp_column": "20"}
    assert hers.post(f"{path}where/", wrong)["Location"] == f"{path}who/"
    refused = hers.post(f"{path}where/", {**wrong, "where": "warp_point"})
    assert refused.status_code == 422
    assert "Enter a row from 3 to 9." in text(refused)
    assert "Enter a column from 1 to 16." in text(refused)


def test_a_side_is_emptied_by_whoever_sees_it(game: SpaceEmpiresGame, anna: User) -> None:
    hers = browser(anna)
    row = new_battle(hers, game)
    path = row.get_absolute_url()
    hers.post(f"{path}where/", SPACE)
    hers.post(f"{path}who/", WHO)
    hers.post(f"{path}who/", {**who_page(hers, row), **CALEB, **BLANK["talon"]})
    assert 'value="Vision"' not in hers.get(f"{path}who/").content.decode()


def test_what_is_sent_once_the_battle_has_begun_is_not_lost_without_a_word(
    game: SpaceEmpiresGame, anna: User, ben: User
) -> None:
    hers, his = browser(anna), browser(ben)
    row = new_battle(hers, game)
    path = row.get_absolute_url()
    hers.post(f"{path}where/", SPACE)
    page = who_page(his, row)
    begun(enter(hers, row, SPACE, WHO))
    answer = his.post(f"{path}who/", {**page, **VISION}, follow=True)
    assert "The battle has been entered already. What you sent was not taken." in text(answer)
