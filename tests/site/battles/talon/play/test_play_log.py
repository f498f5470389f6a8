"""The log of a battle under way, and its replay: who may see them, and that covered counters are in neither."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles.models import Battle, Play
from battles.talon.play.pages.lines import log_lines
from engines.seam.sides import opponent
from engines.talon.orders import Done, Fire, Move
from engines.talon.play.drafts.lines import decode_line
from engines.talon.play.drafts.rules import RULES, rules_of
from engines.talon.play.drafts.sentences import fires_on
from engines.talon.report.cast import cast_of
from tests.people import make_person
from tests.site.battles.talon.play.test_play import client_of, plain
from tests.site.plays import begun, captains_order, one_step, ordered, played_out, skirmish_at

PARTS = ("so-far/", "so-far/frames.json", "log/")


@pytest.fixture
def play(db: None) -> Play:
    return skirmish_at(25)


@pytest.fixture
def anna(play: Play) -> User:
    user = play.battle.terran_user
    assert user is not None
    return user


@pytest.fixture
def ben(play: Play) -> User:
    user = play.battle.talon_user
    assert user is not None
    return user


def path(play: Play, what: str) -> str:
    return f"/battles/{play.battle_id}/play/{what}"


@pytest.mark.parametrize("what", PARTS)
def test_both_players_read_it_and_nobody_else(play: Play, what: str) -> None:
    for user in (play.battle.terran_user, play.battle.talon_user):
        assert client_of(user).get(path(play, what)).status_code == 200
        assert client_of(user).post(path(play, what)).status_code == 405
    assert client_of(make_person("eve")).get(path(play, what)).status_code == 404
    assert Client().get(path(play, what)).status_code == 302


def test_earlier_lines_are_loaded_until_there_are_none(play: Play) -> None:
    reader = client_of(play.battle.terran_user)
    page, seen = reader.get(path(play, "")).content.decode(), set[int]()
    while True:
        numbers = [int(one) for one in re.findall(r"\?line=(\d+)#", page)]
        assert not seen & set(numbers)
        seen |= set(numbers)
        more = re.search(r'hx-get="([^"]*)"', page[page.find("log-when") :])
        if more is None:
            break
        page = reader.get(more[1]).content.decode()
    assert seen == set(range(1, play.number + 1))


def test_a_line_leads_to_its_moment_on_the_board(play: Play) -> None:
    reader = client_of(play.battle.terran_user)
    frames = reader.get(path(play, "so-far/frames.json")).json()
    for line in play.lines.filter(round__gt=0):
        page = reader.get(path(play, f"so-far/?line={line.number}")).content.decode()
        at = int(re.search(r'data-replay="(\d+)"', page)[1])  # type: ignore[index]
        title = frames[at]["title"]
        assert title.startswith(f"Round {line.round}, ")
        assert f"impulse {'ABCDEF'[line.impulse]}, " in title or "Phase" in title
    last = reader.get(path(play, "so-far/")).content.decode()
    assert f'data-replay="{len(frames) - 1}"' in last
    assert "Back to the battle" in last


def test_a_line_knows_what_the_turn_has_had_before_it(play: Play) -> None:
    """The end of a turn in which a ship has fired is no empty turn, however few lines a page shows."""
    battle, lines = play.battle, list(play.lines.order_by("number"))
    cast = cast_of(battle.setup_document)
    shown = log_lines(lines, cast)
    assert [one.number for one in shown] == [line.number for line in lines]
    for before, line, one in zip(lines, lines[1:], shown[1:], strict=False):
        orders = [given.order for given in decode_line(bytes(line.line)).given]
        words = cast.plain(one.parts[0].sentences[0].words)
        if [type(order) for order in orders] == [Done] and fires_on(decode_line(bytes(before.line))):
            assert words == f"{line.side.title()} stops firing."
        else:
            assert "stops firing" not in words
    assert log_lines(lines[::-1], cast) == shown[::-1]
    page = client_of(battle.terran_user).get(path(play, "log/")).content.decode()
    assert page.count("log-when") == play.number


def test_nobodys_chance_is_told_while_the_battle_goes_on(play: Play) -> None:
    reader = client_of(play.battle.terran_user)
    assert {frame["chance"] for frame in reader.get(path(play, "so-far/frames.json")).json()} == {50}
    page = reader.get(path(play, "so-far/")).content.decode()
    assert "Win chance" not in page
    assert "curve-plot" not in page


def test_a_battle_that_is_over_has_its_report(anna: User, ben: User) -> None:
    play = begun(anna, ben)
    played_out(play)
    answer: Any = client_of(anna).get(path(play, "so-far/"))
    assert answer["Location"] == f"/battles/{play.battle_id}/fought/"


def test_every_line_names_its_rules(play: Play) -> None:
    page = client_of(play.battle.terran_user).get(path(play, "")).content.decode()
    heads = re.findall(r'log-when">(.*?)</h3>', page, re.DOTALL)
    assert heads
    assert any('data-rule="7"' in head for head in heads)
    assert rules_of(
        [Move("terran", 0, "ahead"), Fire("terran", 0, 0, 1), Fire("terran", 0, 1, 1), Done("terran")]
    ) == ("7", "8")
    assert len(set(RULES)) == len(RULES)


def test_covered_counters_are_in_no_log_and_no_replay(anna: User, ben: User) -> None:
    """R37: two ships the other way round, and the other side reads the same."""
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
        assert play.lines.filter(side=first).exists()
        reader = client_of(play.battle.user_of(opponent(first)))
        found = [reader.get(path(play, what)) for what in (*PARTS, "so-far/?frame=1", "so-far/?line=1")]
        answers.append([(one.status_code, re.sub(rb"battles?/\d+/", b"", plain(one))) for one in found])
        own = client_of(play.battle.user_of(first)).get(path(play, "so-far/frames.json"))
        assert json.loads(own.content)[0]["pieces"]
        assert not json.loads(found[1].content)[0]["pieces"]
    assert answers[0] == answers[1]
