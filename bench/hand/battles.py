"""Battles played by hand on the site, brought to a moment by captains that order for both players."""

from random import Random
from typing import cast

from accounts.models import User
from battles.models import Battle, Play
from battles.services import open_battle
from battles.talon.play.board import board_of
from battles.talon.play.services.beginning import begin
from battles.talon.play.services.ordering import Seen, draft_of, give
from bench.site.played_wars import make_war, step
from engines.seam import codec
from engines.seam.documents import BattleSetup
from engines.seam.sides import Side
from engines.talon.play.advice import advice
from engines.talon.play.drafts.lines import with_draft
from engines.talon.text import write_order
from engines.talon.view import View


def players(name: str) -> tuple[User, User]:
    """Two people whose callsigns begin so."""
    return User.objects.create_user(f"{name}-terran"), User.objects.create_user(f"{name}-talon")


def begun(terran: User, talon: User, setup: BattleSetup) -> Play:
    """The play of a skirmish between the two, at its first decision."""
    battle = open_battle(
        setup=setup, title="Skirmish", place=setup.place, terran_user=terran, talon_user=talon
    )
    return begin(battle)


def begun_in_war(terran: User, talon: User, setup: BattleSetup) -> Play:
    """The same in a war between the two that has deadlines, and clocks in its battles."""
    war, random = make_war(terran, talon, settled_by="hand", pace="days:2", clock="turn:86400"), Random(11)
    rows = Battle.objects.filter(engagement__war=war, engagement__outcome="joined")
    while (battle := rows.first()) is None:
        step(war, random)
    battle.plays.all().delete()
    rows.filter(pk=battle.pk).update(setup=codec.encode(setup))
    return begin(rows.get(pk=battle.pk))


def advised(play: Play) -> list[str]:
    """The captain's orders up to the next barrier, after the draft line, in the notation."""
    side = cast("Side", play.decider)
    board, _orders = with_draft(board_of(play), draft_of(play, side).lines)
    return [write_order(order, board) for order in advice(View(board, side))]


def give_orders(play: Play, orders: list[str]) -> None:
    """Give them for the side that decides, from a page of now; `play` is read again."""
    side = cast("Side", play.decider)
    moment = Seen(play.number, draft_of(play, side).revision)
    give(battle_id=play.battle_id, side=side, seen=moment, orders=orders)
    play.refresh_from_db()


def play_on(play: Play, *, orders: int) -> None:
    """Let the captains order until so many orders are published, or the battle is over."""
    while play.decider and play.orders < orders:
        give_orders(play, advised(play))
