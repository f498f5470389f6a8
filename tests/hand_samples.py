"""Battles played by hand that stand at a chosen step, and lessons; captains and hints gave the orders before."""

from accounts.models import User
from battles.models import LessonRun, Play
from battles.models.battle import SANDBOX
from battles.services import open_battle
from battles.talon.lessons.scene import scene_of, standing_of
from battles.talon.lessons.taking import note_done, take_lesson
from battles.talon.play.board import board_of
from battles.talon.play.services.beginning import begin
from battles.talon.play.services.captains import go_on
from battles.talon.play.services.ordering import Seen, draft_of, give
from engines.seam.documents import BattleSetup
from engines.seam.sides import Side
from engines.talon.game import run_to_decision
from engines.talon.lessons.coaching import chosen_by
from engines.talon.play.advice import advice
from engines.talon.play.barriers import NoDice
from engines.talon.play.drafts.lines import with_draft
from engines.talon.set_ups.scenarios import scenario
from engines.talon.text import read_position, write_order
from engines.talon.view import View

MOST, BATTLES = 2000, 5


def played_up_to(
    user: User, setup: BattleSetup, step: str, after: int = 0, *, rival: User | None = None, clock: str = ""
) -> Play:
    """The play at the first decision of the step once so many orders were given; at one screen without a `rival`.

    A battle that is over before is begun again with other dice.
    """
    for _ in range(BATTLES):
        play = _one(user, setup, rival, clock)
        if _given_up_to(play, step, after):
            return play
    raise LookupError(f"no battle came to {step!r}")


def _one(user: User, setup: BattleSetup, rival: User | None, clock: str) -> Play:
    battle = open_battle(
        setup=setup,
        title="Skirmish",
        place=setup.place,
        terran_user=user,
        talon_user=rival or user,
        clock=clock,
    )
    return begin(battle)


def _given_up_to(play: Play, step: str, after: int) -> bool:
    """Whether orders were given up to that step, and the battle was not over before."""
    for given in range(MOST):
        play.refresh_from_db()
        if not play.decider:
            break
        side: Side = "terran" if play.decider == "terran" else "talon"
        draft = draft_of(play, side)
        board, _ = with_draft(board_of(play), draft.lines)
        if given >= after and board.step == step and not board.agenda:
            return True
        seen = Seen(play.number, draft.revision)
        order = write_order(advice(View(board, side))[0], board)
        give(battle_id=play.battle_id, side=side, seen=seen, orders=[order])
    return False


def learned_up_to(user: User, name: str, orders: int) -> LessonRun:
    """The user's run of a lesson after so many orders of its first scene, as its hints ask for them."""
    run = take_lesson(user=user, name=name)
    scene, number = scene_of(run), run.battle_id or 0
    for _ in range(orders):
        play = Play.objects.select_related("battle", "seal").get(battle_id=number)
        draft, published = draft_of(play, scene.side), board_of(play)
        step = standing_of(play, scene, published, draft.lines).step
        board, _ = with_draft(published, draft.lines)
        possible = [write_order(order, board) for order in View(board, scene.side).orders]
        order = chosen_by(scene.steps[step].show, possible)
        seen = Seen(play.number, draft.revision)
        give(battle_id=play.battle_id, side=scene.side, seen=seen, orders=[order])
        go_on(play.battle_id)
    note_done(battle_id=number)
    return run


def sector_capital(user: User, damage: int) -> Play:
    """Scenario 8 at one screen, tried out from Talon's fire in round 5: only its battleship can fire, at Eden."""
    setup = scenario(8)
    battle = open_battle(
        setup=setup,
        title="Scenario 8",
        place=setup.place,
        terran_user=user,
        talon_user=user,
        owner_topic=f"{SANDBOX}8",
        owner_path="/",
        sandbox=True,
    )
    board = read_position(SECTOR_CAPITAL.format(damage=damage))
    run_to_decision(board, NoDice())
    return begin(battle, board=board)


SECTOR_CAPITAL = """\
position 1
clock 5E talon fire
map 0,0
aim bombard talon planet Eden needs 50
zone terran 8 9 10 11
zone talon 1 2
terrain planet 3,10
planet damage {damage}
terran BC Caesar 0,2 E
terran BC Sun_Tzu 2,2 E
terran CA Zhukov 4,2 E
terran DD Achilles 6,2 E
terran CL Thor 8,2 E
talon BB Eliminator 1,10 E
talon BC Honor 9,10 E
talon CA Unity -4,11 W
talon DD Predator 9,11 E
talon DD Hunter 10,11 E
"""
"""The board of it, with the damage to Eden left open."""


def base_assault(user: User, clock: str, wolverine: str, hope: str = "9,3 W") -> Play:
    """Scenario 9 at one screen, tried out from a moment; where Wolverine and the base are is left open (26.9)."""
    setup = scenario(9)
    battle = open_battle(
        setup=setup,
        title="Scenario 9",
        place=setup.place,
        terran_user=user,
        talon_user=user,
        owner_topic=f"{SANDBOX}9",
        owner_path="/",
        sandbox=True,
    )
    board = read_position(BASE_ASSAULT.format(clock=clock, wolverine=wolverine, hope=hope))
    run_to_decision(board, NoDice())
    return begin(battle, board=board)


BASE_ASSAULT = """\
position 1
clock {clock}
map 0,0
aim intel terran unit Hornet
zone terran 10 11
zone talon 3:8-8 for Hope
zone talon 1 2 3:1-7 3:9-16
terrain black-hole 14,1
terran CV Hornet 5,9 NE speed 1 power 6
terran FTR Ace_of_Spades destroyed
terran FTR Flying_Tiger destroyed
terran FTR Double_Down destroyed
terran FTR Wolverine {wolverine}
terran CL Thor 0,10 E
terran CL Asgard 1,10 E
talon BC Victory 2,1 SE
talon DD Hunter 4,1 SE
talon FF Surprise 6,1 SE
talon Base Hope {hope}
"""
"""The board of it."""
