"""The tags that draw the board of a battle played by hand."""

from typing import Any

import pytest

from battles.talon.play.templatetags.play_board import as_film, play_counters
from battles.talon.play.templatetags.play_offers import offer_buttons, offer_data
from engines.talon.play.offered import Offer
from engines.talon.play.offers.legal import offers
from engines.talon.play.table import Option, play_table
from engines.talon.view import View
from tests.core.board import board

POSITION = """
    clock 2E terran fire
    terran CA Patton 0,0 E shields 2/1/5/4 markers front@C
    talon CA Sacrifice 2,0 W
"""


def test_the_first_unit_and_group_are_told_like_all_others() -> None:
    offer = Offer(
        "fire",
        "terran fire Patton 1 Sacrifice",
        "Fire",
        "8",
        target=0,
        group=0,
        arc=0,
        chance=50,
        damage=1.25,
    )
    assert offer_data(offer) == (
        ' data-verb="fire" data-target="0" data-group="0" data-arc="0" data-chance="50" data-damage="1.2"'
    )


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ({"chance": 50, "damage": 1.5, "hull": 0.5}, "50%, 1.5 points, 0.5 to hull"),
        (
            {"chance": 50, "some": 75, "damage": 3.0, "hull": 1.0},
            "50% each, 75% at least one; 3.0 points, 1.0 to hull",
        ),
        ({"chance": 50, "damage": 1.5, "hull": 0.04}, "50%, 1.5 points"),
        ({"chance": 50, "destroys": 17, "damage": 1.5, "hull": 1.5}, "50%; destroys it 17%"),
        ({"chance": 33, "destroys": 33, "damage": 0.3, "hull": 0.3}, "33% to destroy it"),
        ({"chance": 100, "destroys": 0, "damage": 1.0, "hull": 1.0}, "100%, 1.0 points"),
        ({"chance": 50, "some": 75, "destroys": 30}, "50% each, 75% at least one; destroys it 30%"),
    ],
)
def test_a_shot_says_its_chance_and_what_it_does(found: dict[str, Any], words: str) -> None:
    """The chance of one weapon beside that of all; no hull of what has none."""
    offer = Offer("fire", "terran fire Patton 1 Sacrifice", "Fire", "8", target=0, **found)
    assert f'<span class="offer-odds">{words}</span>' in offer_buttons(
        [Option(offer, suggested=False, label="Fire")]
    )


def test_what_an_offer_is_not_about_is_left_out() -> None:
    assert offer_data(Offer("move", "terran move Patton ahead", "Ahead", "7", way="ahead")) == (
        ' data-verb="move" data-way="ahead"'
    )


def test_counters_that_share_a_hex_are_marked_so_that_their_figures_do_not_overlap() -> None:
    """The style sheet shows the figures of such counters only for the one that is chosen."""
    view = View(board(POSITION + "    talon DD Hunter 2,0 W\n").battle, "terran")
    drawn = play_counters(play_table(view, offers(view)).board, "ships.svg")
    patton, sacrifice, hunter = drawn.split('<g class="piece')[1:]
    assert "is-stacked" not in patton
    assert "is-stacked" in sacrifice
    assert "is-stacked" in hunter


def test_a_counter_shows_shields_by_arc_and_who_is_ready() -> None:
    view = View(board(POSITION).battle, "terran")
    drawn = play_counters(play_table(view, offers(view)).board, "ships.svg")
    patton, sacrifice = drawn.split('<g class="piece')[1:]
    assert "is-ready" in patton
    assert "is-ready" not in sacrifice
    assert [text.split("<")[0] for text in patton.split('">') if text[:1].isdigit()][:4] == [
        "2",
        "1",
        "5",
        "4",
    ]
    assert patton.count('class="marker"') == 1


def test_a_name_is_escaped() -> None:
    view = View(board(POSITION.replace("Sacrifice", '"<b>"')).battle, "terran")
    drawn = play_counters(play_table(view, offers(view)).board, "ships.svg")
    assert "<b>" not in drawn
    assert "&lt;b&gt;" in drawn


def test_a_film_is_short() -> None:
    assert as_film([(3, [["go", 1, 20, -4, 90]])]) == '[[3,[["go",1,20,-4,90]]]]'
