"""What happened in a line of a battle under way, in sentences."""

from bench.fleets import scenario
from engines.seam.commitments import DiceCommitment
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.orders import Curve
from engines.talon.play.lines import Line, LineInPlay, decode_line, encode_line, first_mark
from engines.talon.play.told import told
from engines.talon.report.cast import cast_of
from engines.talon.view import View, decider

PROMISE = DiceCommitment("told", "5c" * 32, {"terran": "", "talon": ""})


def lines() -> list[Line]:
    """The lines of the first scenario, by captains, each as it is stored."""
    battle = game.new_battle(scenario(1))
    mark, found, captain = first_mark(PROMISE, battle), [], Captain()
    while (side := decider(battle)) is not None:
        line = LineInPlay(battle, PROMISE, mark)
        while decider(battle) == side:
            line.give(captain.decide(View(battle, side)))
        mark = line.mark
        found.append(decode_line(encode_line(line.written())))
    return found


def test_5_4_a_line_tells_who_changes_speed() -> None:
    """5.4: each new Speed is told, and only a side that changes none keeps its speeds."""
    setup = scenario(1)
    cast, changed = cast_of(setup), 0
    for line in lines():
        curves = [given.order for given in line.given if isinstance(given.order, Curve)]
        steps = zip((given.order for given in line.given), line.events, strict=True)
        sentences = [
            cast.plain(one.words) for one in told(steps, line.given[0].order.side, cast, line.speeds)
        ]
        for curve in curves:
            changed += 1
            faster = curve.speed > line.speeds[curve.unit]
            verb = "speed" if faster else "slow"
            assert any(cast.name(curve.unit) in one and verb in one for one in sentences), sentences
    assert changed
