"""Technology, crews, tactics, troops and aliens of Space Empires: 4X in a battle (32.2 to 32.5, R115 to R119)."""

from engines.talon import events as e
from engines.talon import game, text
from engines.talon.dice import ScriptedDice
from engines.talon.state import Battle


def battle_of(*lines: str, clock: str = "2E terran fire") -> Battle:
    """The battle of a position."""
    battle = text.read_position("\n".join(("position 1", f"clock {clock}", *lines)))
    game.run_to_decision(battle, ScriptedDice([]))
    return battle


def give(battle: Battle, *orders: str, dice: tuple[int, ...] = ()) -> list[e.AnyEvent]:
    """What happened by the orders, with these dice."""
    script = ScriptedDice(list(dice))
    return [event for order in orders for event in game.apply(battle, text.read_order(order, battle), script)]


def shot_of(happened: list[e.AnyEvent]) -> e.Shot:
    """The first shot of what happened."""
    return next(event for event in happened if isinstance(event, e.Shot))


def test_the_example_of_32_4():
    """Attack 2 against defence 0 makes a 1 a 3: a torpedo hits at range 3."""
    battle = battle_of("terran CA Patton 0,0 E attack 2", "talon DD Hunter 3,0 W defence 0")
    shot = shot_of(give(battle, "terran fire Patton 2 Hunter", dice=(1,)))
    assert (shot.technology, shot.crews, shot.points > 0) == (2, 0, True)


def test_the_example_of_32_5():
    """Attack 2 against defence 1, and a crew two levels behind: a 4 stays a 4 and misses at range 1."""
    lines = "talon CA Sacrifice 0,0 E attack 2", "terran DD Caleb 1,0 W defence 1 experience 2"
    battle = battle_of(*lines, clock="2E talon fire")
    shot = shot_of(give(battle, "talon fire Sacrifice 1 Caleb", dice=(4, 4)))
    assert (shot.weapon, shot.technology, shot.crews, shot.points) == ("disruptor", 1, -1, 0)
