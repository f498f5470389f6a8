"""Battles in mid-course for the load of `bench.hand.load`, and whether they are whole afterwards."""

from random import Random
from typing import NamedTuple

from django.conf import settings

from accounts.models import User
from battles.models import Play
from battles.talon.watching.link import open_to_onlookers
from bench.battles.by_hand import SIX
from bench.battles.fleets import of_classes
from bench.hand.battles import advised, begun, give_orders, play_on, players
from bench.site.loading import tidy_database
from bench.site.pages import client_of
from engines.seam.documents import BattleSetup
from engines.talon.play.drafts.lines import decode_line


class BattleInCourse(NamedTuple):
    """A battle's page, the sessions of its players, and the page of its onlookers."""

    number: int
    path: str
    cookies: list[str]
    watched_at: str


def hand_crowd(battles: int) -> list[BattleInCourse]:
    """So many battles of six ships a side, each at another moment."""
    random, setup = Random(1), of_classes(SIX, SIX)
    found = [one_battle(f"hand{number}", setup, random.randint(15, 60)) for number in range(battles)]
    tidy_database()
    return found


def one_battle(name: str, setup: BattleSetup, orders: int) -> BattleInCourse:
    """A battle after so many orders, between two people whose callsigns begin so."""
    users = players(name)
    play = begun(*users, setup)
    play_on(play, orders=orders)
    watched_at = f"/battles/watch/{open_to_onlookers(battle=play.battle, side='terran')}/"
    cookies = [_session(user) for user in users]
    return BattleInCourse(play.battle_id, f"/battles/{play.battle_id}/play/", cookies, watched_at)


def _session(user: User) -> str:
    return client_of(user).cookies[settings.SESSION_COOKIE_NAME].value


def one_more_line(battle: int) -> int:
    """The number of the line that whoever decides in the battle publishes now."""
    play = Play.objects.select_related("battle", "seal").get(battle_id=battle)
    before = play.number
    while play.decider and play.number == before:
        give_orders(play, advised(play))
    return play.number


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
