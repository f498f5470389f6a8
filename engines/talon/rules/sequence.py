"""The sequence of play: a table of steps, walked from one to the next (3, 4, 21, R1, R34, R37)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engines.seam.sides import SIDES, Side, opponent
from engines.talon import orders as o
from engines.talon.events import Initiative, Phase, Turn
from engines.talon.rules import (
    black_holes,
    boarding,
    firing,
    missiles,
    movement,
    power,
    power_phase,
    retreat,
    victory,
)
from engines.talon.rules.arriving import lifting, reinforcements, setup, terrain_placement
from engines.talon.rules.hits import criticals
from engines.talon.rules.initiative import chooser_of_initiative, initiative_orders, tactics_orders
from engines.talon.state import Battle
from engines.talon.units import Unit

LAST_IMPULSE: Final = 5
IN_TURNS: Final = ("undock", "ap", "move", "fire")
"""The steps of a player's turn in an impulse."""


@dataclass(frozen=True, slots=True)
class Step:
    """What the side may do in a step, and what comes after it."""

    orders: Callable[[Battle], Sequence[o.AnyOrder]]
    leave: Callable[[Battle], None]


def begin_turn(battle: Battle, side: Side) -> None:
    """A side's turn in an impulse begins (3), in a team that of its first player (25)."""
    _enter(battle, "ap", side)
    power.begin(battle, side)
    movement.begin(battle, side)
    _begin_players_turn(battle)


def _begin_players_turn(battle: Battle) -> None:
    """One player's turn begins: the first step (3, 25)."""
    battle.step = "undock" if battle.aims and boarding.due(battle) else "ap"
    battle.events.append(Turn(battle.round, battle.impulse, battle.side, in_turn(battle)))
    power.take_off_markers(battle)
    firing.finish(battle, battle.side)


def in_turn(battle: Battle) -> int:
    """The place in its order of the player whose turn it is on the side whose turn it is (25)."""
    return 0 if battle.players is None else battle.players.current


def _enter(battle: Battle, step: str, side: Side) -> None:
    """A side's part of a step begins, in a team with the first player who has something to do in it (25)."""
    battle.step, battle.side = step, side
    if battle.players is not None:
        battle.players.current = -1
        if not _next_player(battle):
            battle.players.current = 0


def _next_player(battle: Battle) -> bool:
    """Whether there is a player after the one in turn who has something to do in this step; then it is his turn."""
    members = battle.players
    if members is None:
        return False
    later = {members.owners[unit.number] for unit in battle.force(battle.side) if _takes_part(battle, unit)}
    if battle.step in IN_TURNS:
        later |= {missile.player for missile in battle.missiles if missile.side == battle.side}
    found = [player for player in later if player > members.current]
    if found:
        members.current = min(found)
    return bool(found)


def _takes_part(battle: Battle, unit: Unit) -> bool:
    """Whether a unit may have something to do in this step."""
    if battle.step in ("deploy", "launch"):
        return unit.status == "undeployed" and bool(unit.kind.fighters) == (battle.step == "launch")
    if battle.step in IN_TURNS and boarding.is_due(battle, unit):
        return True
    if battle.step == "arrivals":
        return unit.status == "waiting" or (bool(battle.unloaded) and lifting.is_down(battle, unit))
    return unit.status == "map"


def _to_spend(battle: Battle) -> None:
    battle.step = "ap"


def _to_move(battle: Battle) -> None:
    battle.step = "move"


def _to_fire(battle: Battle) -> None:
    battle.step = "fire"
    battle.fires = {}


def _end_turn(battle: Battle) -> None:
    """Repairs, then the next player's turn (25), the other side's, or the initiative check."""
    firing.finish(battle, battle.side)
    criticals.repair(battle)
    if _next_player(battle):
        _begin_players_turn(battle)
        return
    if battle.side == battle.initiative:
        begin_turn(battle, opponent(battle.side))
        return
    criticals.end_impulse(battle)
    chooser = chooser_of_initiative(battle)
    if chooser is None:
        _end_impulse(battle)
    else:
        _enter(battle, "initiative", chooser)


def grant(battle: Battle, order: o.Grant) -> None:
    """Make a side the Initiative Player and go on (4.2)."""
    if order.to != battle.initiative:
        battle.initiative = order.to
        battle.events.append(Initiative(order.to))
    _end_impulse(battle)


def _end_impulse(battle: Battle) -> None:
    for units in battle.present.values():
        for unit in units:
            unit.vote = ""
    if battle.impulse < LAST_IMPULSE:
        battle.impulse += 1
        _begin_impulse(battle)
    else:
        _begin_power_phase(battle)


def _begin_impulse(battle: Battle) -> None:
    """The Initiative Player's turn begins, unless a side may change the initiative before that (32.4)."""
    if battle.tactics is None:
        _begin_first_turn(battle)
    else:
        _enter(battle, "tactics", battle.tactics)


def _begin_first_turn(battle: Battle) -> None:
    begin_turn(battle, battle.initiative)


def use_tactics(battle: Battle, order: o.Tactics) -> None:
    """Change the initiative, once in a battle (32.4)."""
    battle.tactics = None
    battle.initiative = opponent(battle.initiative)
    battle.events.append(Initiative(battle.initiative, order.side))
    _begin_first_turn(battle)


def _phase(battle: Battle, step: str, side: Side) -> None:
    _enter(battle, step, side)
    battle.events.append(Phase(battle.round, step, side, in_turn(battle)))


def _next_in_phase(battle: Battle) -> bool:
    """Whether the next player of the side has his part of the phase now (25)."""
    found = _next_player(battle)
    if found:
        battle.events.append(Phase(battle.round, battle.step, battle.side, in_turn(battle)))
    return found


def _begin_power_phase(battle: Battle) -> None:
    """The Power Phase begins: whoever was to spend no AP in the round may do so again (25)."""
    if battle.players is not None:
        battle.players.barred = []
    _begin_curves(battle, battle.initiative)


def _begin_curves(battle: Battle, side: Side) -> None:
    _phase(battle, "curves", side)
    power_phase.charge(battle, side)


def _end_curves(battle: Battle) -> None:
    """Write the side's Power; when both are written, break-ups, then reinforcements (9, R34)."""
    if _next_in_phase(battle):
        return
    power_phase.write_power(battle, battle.side)
    if battle.side == battle.initiative:
        _begin_curves(battle, opponent(battle.side))
        return
    reinforcements.begin(battle)
    _enter(battle, "arrivals", battle.initiative)
    power_phase.break_up(battle)


def _end_arrivals(battle: Battle) -> None:
    if _next_player(battle):
        return
    if battle.side == battle.initiative:
        _enter(battle, "arrivals", opponent(battle.side))
    else:
        _enter(battle, "jumps", battle.initiative)


def _end_jumps(battle: Battle) -> None:
    if _next_player(battle):
        return
    if battle.side == battle.initiative:
        _enter(battle, "jumps", opponent(battle.side))
    else:
        _enter(battle, "pull", battle.initiative)
        black_holes.pull(battle)


def _end_round(battle: Battle) -> None:
    """When the black holes have pulled: the end of the round, and the next (18, R29, R45)."""
    victory.end_of_round(battle)
    if not battle.agenda:
        begin_round(battle)


def begin_round(battle: Battle) -> None:
    """The next round begins with impulse A; what was received between rounds can be repaired in it (R10)."""
    criticals.end_impulse(battle)
    battle.round += 1
    battle.impulse = 0
    _begin_impulse(battle)


def _end_planet(battle: Battle) -> None:
    """Then the worm hole, if there is one to place (29.5); else terrain."""
    side = terrain_placement.to_place_hole(battle)
    if side is None:
        _begin_terrain(battle)
    else:
        _phase(battle, "worm-hole", side)


def _begin_terrain(battle: Battle) -> None:
    """Terrain: the top side's pattern, or those by agreement, the Second Player first (30.1, S21, R83)."""
    if battle.more and battle.pattern is None:
        _phase(battle, "terrain", opponent(battle.initiative))
        terrain_placement.next_pattern(battle)
    else:
        _phase(battle, "terrain", battle.top)


def _end_terrain(battle: Battle) -> None:
    """The other side lays the next pattern, if there is one; one that has no place any more is left out (30.1, R94)."""
    if battle.more:
        _phase(battle, "terrain", opponent(battle.side))
        terrain_placement.next_pattern(battle)
    else:
        battle.pattern = None
        _phase(battle, "deploy", first_to_deploy(battle))


def first_to_deploy(battle: Battle) -> Side:
    """The side that sets up first: the one with fewer counters to put down, the top side on a tie (21, R37)."""
    counts = {side: setup.counters_to_put_down(battle, side) for side in SIDES}
    bottom = opponent(battle.top)
    return bottom if counts[bottom] < counts[battle.top] else battle.top


def _end_deploy(battle: Battle) -> None:
    if _next_in_phase(battle):
        return
    setup.close_deployment(battle, battle.side)
    other = opponent(battle.side)
    to_come = any(unit.status == "undeployed" and not unit.kind.fighters for unit in battle.force(other))
    _phase(battle, "deploy" if to_come else "launch", other)


def _end_launch(battle: Battle) -> None:
    if _next_in_phase(battle):
        return
    setup.close_launching(battle, battle.side)
    other = opponent(battle.side)
    if any(unit.status == "undeployed" for unit in battle.force(other)):
        _phase(battle, "launch", other)
    else:
        battle.step = "start"


def _nothing(battle: Battle) -> list[o.AnyOrder]:
    return []


STEPS: Final[dict[str, Step]] = {
    "planet": Step(terrain_placement.planet_orders, _end_planet),
    "worm-hole": Step(terrain_placement.hole_orders, _begin_terrain),
    "terrain": Step(terrain_placement.pattern_orders, _end_terrain),
    "deploy": Step(setup.deploy_orders, _end_deploy),
    "launch": Step(setup.launch_orders, _end_launch),
    "start": Step(_nothing, begin_round),
    "undock": Step(boarding.orders, _to_spend),
    "ap": Step(power.orders, _to_move),
    "move": Step(movement.orders, _to_fire),
    "fire": Step(firing.orders, _end_turn),
    "initiative": Step(initiative_orders, _end_impulse),
    "tactics": Step(tactics_orders, _begin_first_turn),
    "curves": Step(power_phase.orders, _end_curves),
    "arrivals": Step(reinforcements.orders, _end_arrivals),
    "jumps": Step(retreat.orders, _end_jumps),
    "pull": Step(_nothing, _end_round),
}


def _done(battle: Battle, order: o.Done) -> None:
    STEPS[battle.step].leave(battle)


_HANDLERS: Final[dict[type, Callable[..., None]]] = {
    o.Charge: power.charge,
    o.Battery: power.charge_battery,
    o.Vote: power.vote,
    o.Reinforce: power.reinforce,
    o.Slip: power.slip,
    o.PowerThrough: power.power_through,
    o.PowerShift: power.power_shift,
    o.Retarget: power.retarget,
    o.Transmit: power.transmit,
    o.Move: movement.move,
    o.Burn: movement.move,
    o.Rotate: movement.rotate,
    o.Steer: missiles.steer,
    o.Fire: firing.fire,
    o.Curve: power_phase.set_curve,
    o.Arrive: reinforcements.arrive,
    o.Undock: boarding.undock,
    o.Jump: retreat.jump,
    o.Planet: terrain_placement.place_planet,
    o.WormHole: terrain_placement.place_hole,
    o.Pattern: terrain_placement.place_pattern,
    o.Deploy: setup.deploy,
    o.Launch: setup.launch,
    o.Done: _done,
    o.Concede: victory.concede,
    o.OfferDraw: victory.offer_draw,
    o.FightOn: victory.fight_on,
    o.Exceed: victory.exceed,
    o.Grant: grant,
    o.Tactics: use_tactics,
}


def give(battle: Battle, order: o.AnyOrder) -> None:
    """Do what an order says, without asking whether it may be given."""
    if battle.agenda:
        battle.agenda[-1].answer(battle, order)
    else:
        _HANDLERS[type(order)](battle, order)


def run(battle: Battle) -> None:
    """Go on until somebody has a decision to make, or the battle is over; `options` are what it is between."""
    battle.options = []
    while not battle.ending:
        options = _proceed(battle)
        if not options:
            continue
        if len(options) > 1:
            battle.options = options
            return
        give(battle, options[0])


def _proceed(battle: Battle) -> Sequence[o.AnyOrder]:
    """The orders needed now; none if something went on by itself."""
    if battle.agenda:
        return battle.agenda[-1].proceed(battle)
    if battle.round and victory.judge(battle):
        return []
    step = STEPS[battle.step]
    options = step.orders(battle)
    if not options:
        step.leave(battle)
    return options
