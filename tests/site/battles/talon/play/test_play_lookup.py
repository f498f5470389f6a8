"""Asking the board: who may, what is answered to whom, and that covered counters are in no answer."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles.models import Battle, Play
from battles.talon.play.board import board_of
from engines.seam.sides import Side, opponent
from tests.people import make_person
from tests.site.battles.talon.play.test_play import client_of, plain
from tests.site.plays import begun, captains_order, one_step, ordered, seen

KINDS = ("overlay/arcs/", "overlay/where/", "overlay/shots/", "why/")


@pytest.fixture
def play(anna: User, ben: User) -> Play:
    """A battle in its first round."""
    found = begun(anna, ben)
    while board_of(found).step != "move":
        one_step(found)
    return found


def reader(play: Play, side: Side) -> Client:
    return client_of(play.battle.user_of(side))


def asked(play: Play, side: Side, what: str, **fields: Any) -> dict[str, Any]:
    """The address and fields of a question at the moment that a page of the side would show now."""
    moment = seen(play, side)
    return {
        "path": f"/battles/{play.battle_id}/play/{what}",
        "data": {"at": moment.at, "draft": moment.draft, **fields},
    }


@pytest.mark.parametrize("what", KINDS)
def test_both_players_may_ask_and_nobody_else(play: Play, what: str) -> None:
    for side in ("terran", "talon"):
        unit = next(unit for unit in board_of(play).units if unit.side == side and unit.status == "map")
        question = asked(play, side, what, unit=unit.number)
        answer = reader(play, side).get(**question)
        assert answer.status_code == 200
        assert unit.name in answer.content.decode()
        assert client_of(make_person(f"eve-{side}")).get(**question).status_code == 404
        assert Client().get(**question).status_code == 302
        assert reader(play, side).post(**question).status_code == 405


@pytest.mark.parametrize("what", KINDS)
def test_a_page_older_than_the_battle_is_told_so(play: Play, what: str) -> None:
    question = asked(play, "terran", what, unit=0)
    question["data"]["at"] -= 1
    assert reader(play, "terran").get(**question).status_code == 409


@pytest.mark.parametrize(
    ("what", "fields", "status"),
    [
        ("overlay/arcs/", {"unit": 99}, 404),
        ("overlay/arcs/", {}, 404),
        ("overlay/shots/", {}, 200),
        ("overlay/other/", {"unit": 0}, 404),
        ("overlay/arcs/", {"unit": "x"}, 400),
        ("why/", {"unit": 99}, 404),
        ("why/", {"unit": 0, "x": "1", "y": "-1e9"}, 400),
        ("why/", {"unit": 0, "x": "9000", "y": "9000"}, 404),
    ],
)
def test_questions_that_cannot_be_answered(
    play: Play, what: str, fields: dict[str, Any], status: int
) -> None:
    assert reader(play, "terran").get(**asked(play, "terran", what, **fields)).status_code == status


def test_why_not_leads_to_its_rule(play: Play) -> None:
    side: Any = play.decider
    unit = next(unit for unit in board_of(play).units if unit.side == side and unit.status == "map")
    page = reader(play, side).get(**asked(play, side, "why/", unit=unit.number)).content.decode()
    assert "does not belong to the current step, moving" in page
    assert 'class="rule-mark"' in page


def test_the_draft_line_counts_for_its_giver_alone(play: Play) -> None:
    """A ship that has moved in the draft line stands elsewhere for its own side only."""
    side: Any = play.decider
    other = opponent(side)
    units = [unit.number for unit in board_of(play).units if unit.side == side and unit.status == "map"]
    before = [
        plain(reader(play, other).get(**asked(play, other, "overlay/where/", unit=unit))) for unit in units
    ]
    mine = [plain(reader(play, side).get(**asked(play, side, "overlay/where/", unit=unit))) for unit in units]
    number = play.number
    ordered(play, side, captains_order(play, side))
    if play.number == number:
        after = [
            plain(reader(play, other).get(**asked(play, other, "overlay/where/", unit=unit)))
            for unit in units
        ]
        assert after == before
        now = [
            plain(reader(play, side).get(**asked(play, side, "overlay/where/", unit=unit))) for unit in units
        ]
        assert now != mine


def test_covered_counters_are_in_no_answer(anna: User, ben: User) -> None:
    """R37: two ships the other way round, and everything that the other side can ask is answered alike."""
    answers = []
    for swapped in (False, True):
        Battle.objects.all().delete()
        play = begun(anna, ben, 1)
        first: Any = play.decider
        units = ["Justice", "Unity"] if first == "talon" else ["Napoleon", "Zhukov"]
        places = [captains_order(play, first).split()[3:]]
        ordered(play, first, f"{first} deploy {units[swapped]} {' '.join(places[0])}")
        places.append(captains_order(play, first).split()[3:])
        ordered(play, first, f"{first} deploy {units[not swapped]} {' '.join(places[1])}")
        while play.decider == first:
            one_step(play)
        answers.append(everything(play, opponent(first)))
    assert answers[0] == answers[1]


def everything(play: Play, side: Side) -> list[tuple[int, bytes]]:
    """The answer to each question about each unit."""
    found = []
    client = reader(play, side)
    for what in KINDS:
        for unit in board_of(play).units:
            answer = client.get(**asked(play, side, what, unit=unit.number))
            found.append((answer.status_code, re.sub(rb"battles?/\d+/", b"", plain(answer))))
    return found


def in_set_up(anna: User, ben: User) -> tuple[Play, Side]:
    """A battle whose first side sets up, and that side."""
    play = begun(anna, ben, 1)
    return play, "terran" if play.decider == "terran" else "talon"


@pytest.mark.every_view
@pytest.mark.parametrize("what", KINDS[:3])
def test_a_ship_is_looked_at_where_it_may_be_put_down(anna: User, ben: User, what: str) -> None:
    play, side = in_set_up(anna, ben)
    _side, _verb, name, place, facing = captains_order(play, side).split()
    unit = next(unit for unit in board_of(play).units if unit.name == name and unit.side == side)
    there = {"unit": unit.number, "hex": place, "facing": facing}
    answer = reader(play, side).get(**asked(play, side, what, **there))
    assert answer.status_code == 200
    assert unit.name in answer.content.decode()
    assert board_of(play).units[unit.number].status == "undeployed"


@pytest.mark.parametrize(
    ("there", "status"),
    [
        ({"hex": "499,0", "facing": "E"}, 404),
        ({"hex": "0,0", "facing": "up"}, 400),
        ({"hex": "here", "facing": "E"}, 400),
    ],
)
def test_a_ship_is_not_looked_at_where_it_may_not_be(
    anna: User, ben: User, there: dict[str, str], status: int
) -> None:
    play, side = in_set_up(anna, ben)
    unit = next(unit.number for unit in board_of(play).units if unit.side == side)
    question = asked(play, side, "overlay/arcs/", unit=unit, **there)
    assert reader(play, side).get(**question).status_code == status


def test_nobody_looks_at_an_enemy_put_down_somewhere(anna: User, ben: User) -> None:
    play, side = in_set_up(anna, ben)
    _side, _verb, _name, place, facing = captains_order(play, side).split()
    enemy = next(unit.number for unit in board_of(play).units if unit.side != side)
    for who in (side, opponent(side)):
        question = asked(play, who, "overlay/arcs/", unit=enemy, hex=place, facing=facing)
        assert reader(play, who).get(**question).status_code == 404
