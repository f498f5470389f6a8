"""Why an order is not legal: the rule, the reason, and a legal order instead.

`legal_orders` alone decides; this module only says why, from the most general reason to the most specific.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from engines.seam.refusals import Refusal
from engines.seam.sides import Side
from engines.talon import orders as o
from engines.talon import teams
from engines.talon.refusals.action_points import AP_REASONS
from engines.talon.refusals.board import BOARD_REASONS
from engines.talon.rules.arriving.reinforcements import Arrivals
from engines.talon.state import Battle
from engines.talon.text.orders import write_order
from engines.talon.units import Unit

Reason = tuple[str, str]
"""A rule and a sentence."""

ORDERS_OF_STEP: Final[dict[str, tuple[type, ...]]] = {
    "planet": (o.Planet,),
    "worm-hole": (o.WormHole,),
    "terrain": (o.Pattern,),
    "deploy": (o.Deploy, o.Done),
    "launch": (o.Launch,),
    "undock": (o.Undock, o.Done),
    "ap": (
        o.Charge, o.Battery, o.Vote, o.Reinforce, o.Slip, o.PowerThrough, o.PowerShift, o.Retarget,
        o.Transmit, o.Done,
    ),
    "move": (o.Move, o.Burn, o.Rotate, o.Steer, o.Done),
    "fire": (o.Fire, o.Done),
    "initiative": (o.Grant,),
    "tactics": (o.Tactics, o.Done),
    "curves": (o.Curve, o.Done),
    "arrivals": (o.Arrive, o.Launch, o.Done),
    "jumps": (o.Jump, o.Done),
}  # fmt: skip
"""Which orders belong to which step."""
STEP_WORDS: Final = {
    "planet": "placing the planet",
    "worm-hole": "placing the worm hole",
    "terrain": "placing the terrain",
    "deploy": "deploying",
    "launch": "launching squadrons",
    "undock": "bringing a squadron out of the base",
    "ap": "spending AP",
    "move": "moving",
    "fire": "firing",
    "initiative": "choosing the Initiative Player",
    "tactics": "changing the initiative by tactics",
    "curves": "setting power curves",
    "arrivals": "bringing in reinforcements",
    "jumps": "jumping",
}
IN_TURNS: Final = ("ap", "move", "fire")
TASK_RULES: Final = {
    "Volley": "8",
    "Fusion": "15",
    "Push": "15",
    "Launching": "13.2",
    "Detonation": "13.5",
    "Blast": "8.6",
    "Pull": "18",
    "Berthing": "21",
    "Closing": "20.4",
}
"""The rule of each question, by task."""


def explain(battle: Battle, order: o.AnyOrder) -> Refusal:
    """The refusal of an order that `legal_orders` does not list, with a similar legal order if there is one."""
    found = reason_of(battle, order)
    return Refusal(found.rule, f"{found.reason}{_instead(battle, order)}")


def reason_of(battle: Battle, order: o.AnyOrder) -> Refusal:
    """The refusal of such an order, and nothing else."""
    return Refusal(*next(_reasons(battle, order)))


def _reasons(battle: Battle, order: o.AnyOrder) -> Iterator[Reason]:
    """Reasons, the most general first; the first counts."""
    if battle.ending:
        yield "20", "The battle is over."
    for field in ("unit", "target", "squadron", "dock"):
        number = getattr(order, field, None)
        at_planet = field == "target" and number == o.PLANET and battle.bombarded is not None
        if number is not None and len(battle.units) <= number < o.MISSILES and not at_planet:
            yield "3", f"There is no unit number {number} in this battle."
    if isinstance(order, teams.Wish):
        yield from _standing(battle, order)
    side: Side = battle.options[0].side
    if battle.agenda:
        yield from _unanswered(battle, order, side)
    if order.side != side:
        yield "3", f"It is {side.title()}'s turn: {STEP_WORDS[battle.step]}."
    yield from _of_another_player(battle, order)
    yield from _of_a_barred_player(battle, order)
    if not isinstance(order, ORDERS_OF_STEP[battle.step]):
        yield "3", f"This order does not belong to the current step, {STEP_WORDS[battle.step]}."
    yield from _of_the_unit(battle, order)
    reasons: dict[type, Callable[[Battle, Any], Iterator[Reason]]] = {**AP_REASONS, **BOARD_REASONS}
    if type(order) in reasons:
        yield from reasons[type(order)](battle, order)
    yield "3", "This order is not possible now."


def _of_another_player(battle: Battle, order: o.AnyOrder) -> Iterator[Reason]:
    """Why an order is not that of the player in turn (25)."""
    owner, now = teams.seat_of(battle, order), teams.acting(battle)
    if owner is not None and now is not None and owner.side == now.side and owner.player != now.player:
        piece = teams.acting_piece(order)
        name = f"m{piece - o.MISSILES}" if piece >= o.MISSILES else battle.units[piece].name
        whose = f"player {owner.player + 1} of {owner.side.title()}"
        yield "25", f"{name} is {whose}'s, and it is the turn of player {now.player + 1}."


def _of_a_barred_player(battle: Battle, order: o.AnyOrder) -> Iterator[Reason]:
    """Why a player spends no AP in his turn: he has said too many words, so the step for it is passed over (25)."""
    now = teams.acting(battle)
    if (
        now is not None
        and battle.step in IN_TURNS
        and type(order) in AP_REASONS
        and teams.barred(battle, now)
    ):
        yield "25", f"This player has said more than {teams.WORDS} words, and spends no AP in this round."


def _standing(battle: Battle, order: teams.Wish) -> Iterator[Reason]:
    if order.player >= teams.players(battle, order.side):
        yield "25", f"{order.side.title()} has no player {order.player + 1}."
    if isinstance(order, o.FightOn | o.Exceed):
        yield from _of_a_team(battle, order)
    rule = "R30" if isinstance(order, o.Concede) else "R29"
    if not battle.round:
        yield rule, "The battle has not begun: this is possible from the first impulse on."
    if battle.agenda:
        yield rule, "An effect is still being resolved. Give this order afterwards."
    if isinstance(order, o.Concede):
        yield "R112", "This player has already said so; all players of the side must."
    if battle.players is not None and order.side not in battle.offers:
        yield "R112", "This player has already said so; all players of the side must."
    yield rule, "This side has already offered a draw; the offer stands until the other side has decided."


def _of_a_team(battle: Battle, order: o.FightOn | o.Exceed) -> Iterator[Reason]:
    """Why a player does not take back what he said, or has not said too many words (25, R112)."""
    if not teams.is_team(battle, order.side):
        yield "25", f"{order.side.title()} has one player: this is for teams."
    if battle.agenda:
        yield "25", "An effect is still being resolved. Give this order afterwards."
    if isinstance(order, o.FightOn):
        yield "R112", "This player has not said that he would concede or have a draw."
    if battle.step != "curves":
        yield "25", "Words are counted in the Power Phase."
    yield "25", "This player has said too many words already."


def _unanswered(battle: Battle, order: o.AnyOrder, side: Side) -> Iterator[Reason]:
    rule = TASK_RULES[type(battle.agenda[-1]).__name__]
    if order.side != side or not isinstance(order, type(battle.options[0])):
        yield "3", f"{side.title()} must answer a question first."
    yield rule, "This is not one of the answers to the question."


def _of_the_unit(battle: Battle, order: o.AnyOrder) -> Iterator[Reason]:
    number = getattr(order, "unit", None)
    if number is None:
        return
    unit: Unit = battle.units[number]
    if unit.side != order.side:
        yield "3", f"{unit.name} is {unit.side.title()}'s."
    if not isinstance(order, o.Deploy | o.Launch | o.Arrive | o.Undock) and unit.status != "map":
        yield "3", f"{unit.name} is not on the map: {unit.status}."


def _instead(battle: Battle, order: o.AnyOrder) -> str:
    """A sentence with a legal order of the same kind and unit, or else of the same kind."""
    alike = [
        one for one in _near(battle.options, order) if type(one) is type(order) and one.side == order.side
    ]
    own = [one for one in alike if getattr(one, "unit", None) == getattr(order, "unit", None)]
    found = own or alike
    return f" Possible: {write_order(found[0], battle)}." if found else ""


def _near(options: Sequence[o.AnyOrder], order: o.AnyOrder) -> Sequence[o.AnyOrder]:
    """The legal orders; of hundreds of thousands to come in the first one, of the same ship if it may come in."""
    if not isinstance(options, Arrivals):
        return options
    if not isinstance(order, o.Arrive):
        return options.besides
    unit = order.unit if order.unit in options.speeds else next(iter(options.speeds))
    return [next(options.of(unit))]
