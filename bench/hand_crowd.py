"""Battles in mid-course for the load of `bench.hand_load`, and whether they are whole afterwards."""

from random import Random

from accounts.models import User
from battles.models import Play
from bench.by_hand import SIX
from bench.fleets import of_classes
from bench.hand_battles import begun, play_on, players
from bench.loading import tidy_database
from bench.pages import client_of
from engines.talon.play.lines import decode_line


def hand_crowd(battles: int) -> list[tuple[str, list[str]]]:
    """The page's address and the players' sessions of so many battles of six ships a side, each at another moment."""
    random, found = Random(1), []
    for number in range(battles):
        users = players(f"hand{number}")
        play = begun(*users, of_classes(SIX, SIX))
        play_on(play, orders=random.randint(15, 60))
        found.append((f"/battles/{play.battle_id}/play/", [_session(user) for user in users]))
    tidy_database()
    return found


def _session(user: User) -> str:
    return client_of(user).cookies["sessionid"].value


def lost_lines() -> int:
    """How many plays have a line missing or twice, or dice that their lines do not account for."""
    return sum(not _is_whole(play) for play in Play.objects.all())


def _is_whole(play: Play) -> bool:
    rows = list(play.lines.values_list("number", "line"))
    lines = [decode_line(bytes(line)) for _number, line in rows]
    dice = sum(len(line.given) for line in lines), sum(line.rolled for line in lines)
    return [number for number, _line in rows] == [*range(1, play.number + 1)] and dice == (
        play.orders,
        play.rolls,
    )
