"""Printed endings on the site: a battle on the board before its last order, and the same fought by the worker."""

from accounts.models import User
from battles import services
from battles.models import Battle, DiceSeal, Play, PlayedBy, Way
from battles.services import open_battle
from battles.talon.play.board import board_of
from battles.talon.play.services.beginning import begin
from battles.talon.play.services.ordering import draft_of
from battles.talon.play.services.publishing import publish
from engines.seam.commitments import commitment_of
from engines.seam.sides import SIDES
from engines.talon import text
from engines.talon.game import legal_orders
from engines.talon.orders import AnyOrder, Concede
from engines.talon.play.drafts.lines import LineInPlay
from engines.talon.state import Battle as Board
from tests.endings.captains import DOCTRINES, fought, numbers, promise_of
from tests.endings.printed import PrintedEnding


def before_its_end(user: User, ending: PrintedEnding) -> tuple[Battle, str]:
    """A battle at one screen, as captains led it from its printed beginning; and the order that ends it."""
    battle = _opened(user, user, ending)
    play = begin(battle)
    line = LineInPlay(
        board_of(play), Play.objects.select_related("seal").get(pk=play.pk).seal.promise, play.mark
    )
    last = _given_but_the_last(line, ending)
    draft = draft_of(play, last.side)
    publish(play, line, last.side, PlayedBy.PERSON, draft=draft, did="so far")
    return battle, text.write_order(last, line.battle)


def _given_but_the_last(line: LineInPlay, ending: PrintedEnding) -> AnyOrder:
    """The order that ends the battle, once all before it have been given."""
    *before, last = [given.order for given in fought(ending, numbers()[ending.key]).written.given]
    for order in before:
        if ending.conceded and _may_be_conceded(line.battle):
            return Concede("terran")
        line.give(order)
    return last


def _may_be_conceded(board: Board) -> bool:
    """Whether Terran decides, and the planet has been hit."""
    return bool(board.planet_damage) and board.side == "terran" and Concede("terran") in legal_orders(board)


def by_the_worker(terran: User, talon: User, ending: PrintedEnding) -> Battle:
    """A battle between two people that was given to captains and fought as the worker fights it."""
    battle = _opened(terran, talon, ending)
    for side in SIDES:
        battle.refresh_from_db()
        services.ask_for(
            battle_id=battle.pk,
            side=side,
            seen_version=battle.version,
            way=Way.WORKER,
            doctrine=DOCTRINES[side],
        )
    assert services.resolve(battle.resolutions.get().pk)
    battle.refresh_from_db()
    return battle


def _opened(terran: User, talon: User, ending: PrintedEnding) -> Battle:
    """The battle with the dice by which captains end it so."""
    promise = promise_of(ending, numbers()[ending.key])
    commitment = commitment_of(promise.name, promise.seed)
    DiceSeal.objects.create(name=promise.name, seed=promise.seed, commitment=commitment)
    setup = ending.setup
    return open_battle(
        setup=setup,
        title="Single battle",
        place=setup.place,
        terran_user=terran,
        talon_user=talon,
        dice=promise.name,
    )
