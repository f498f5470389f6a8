"""Steps that are asked as a sheet: a row a unit, the captain's suggestion chosen already."""

import re
from html import unescape
from typing import Any

import pytest

from accounts.models import User
from battles.models import Play
from engines.talon.documents.codec import encode_position
from tests.core.board import board
from tests.site.battles.talon.play.test_play import client_of, plain
from tests.site.plays import begun, drafted

LINE = """
    clock 2B terran move
    map -6,-6
    terran CA Patton 0,0 E
    terran CA Guderian 1,0 E
    talon CA Sacrifice 6,0 W
"""
ROW = re.compile(r'<input type="radio" name="(row-\d+)"[^>]* value="([^"]*)"( checked)?>')


@pytest.fixture
def play(anna: User, ben: User) -> Play:
    """A battle in which Terran moves two ships, one behind the other."""
    play = begun(anna, ben)
    position = encode_position(board(LINE).battle)
    Play.objects.filter(pk=play.pk).update(position=position, decider="terran")
    play.refresh_from_db()
    return play


def page_of(play: Play) -> str:
    """The page of who plays Terran."""
    return plain(client_of(play.battle.terran_user).get(f"/battles/{play.battle_id}/play/")).decode()


def sent(play: Play, **more: Any) -> str:
    """The answer to a form of now."""
    fields = {"at": play.number, "draft": 0, "side": "terran", **more}
    path = f"/battles/{play.battle_id}/play/order/"
    answer: Any = client_of(play.battle.terran_user).post(path, fields, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return plain(answer).decode()


def test_a_row_a_ship_with_the_captains_way_chosen_and_marked(play: Play) -> None:
    html = page_of(play)
    chosen = [unescape(value) for _, value, mark in ROW.findall(html) if mark]
    assert sorted(words.split()[2] for words in chosen) == ["Guderian", "Patton"]
    assert html.count('<span class="offer-mark">captain</span>') == 2
    assert "data-sheet-send" in html
    assert "data-advised" not in html  # it is the sheet that is sent


def test_what_the_rows_say_is_ordered_without_script(play: Play) -> None:
    rows = [(name, unescape(value)) for name, value, mark in ROW.findall(page_of(play)) if mark]
    sent(play, **dict(rows))
    assert drafted(play, "terran") == [value for _, value in rows]


def test_a_row_left_open_is_asked_for_again(play: Play) -> None:
    html = sent(play, **{"row-0": "terran move Patton left", "row-1": ""})
    assert drafted(play, "terran") == ["terran move Patton left"]
    assert "move Guderian" in html


def test_what_would_run_into_a_ship_that_has_just_moved_there_is_kept_back(play: Play) -> None:
    """Both ways end in one hex: neither had a warning when they were chosen (7.4)."""
    position = encode_position(board(LINE.replace("Guderian 1,0 E", "Guderian 2,-1 W")).battle)
    Play.objects.filter(pk=play.pk).update(position=position)
    assert "collides" not in page_of(play)
    html = sent(play, **{"row-1": "terran move Guderian ahead", "row-0": "terran move Patton left"})
    assert drafted(play, "terran") == ["terran move Guderian ahead"]
    assert "1 order not given" in html
    assert "It collides with Guderian" in html


def test_a_risk_that_was_there_before_keeps_nothing_back(play: Play) -> None:
    rows = {"row-0": "terran move Patton ahead", "row-1": "terran move Guderian ahead"}
    assert "data-left" not in sent(play, **rows)
    assert drafted(play, "terran") == list(rows.values())
