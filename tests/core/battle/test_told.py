"""What happened in a line of a battle under way, in sentences."""

from bench.fleets import scenario
from engines.seam.commitments import DiceCommitment
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.events import Ended
from engines.talon.orders import Battery, Curve, OfferDraw
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


def test_a_ship_charges_its_battery_and_several_their_batteries() -> None:
    cast = cast_of(scenario(2))
    first, second = [unit for unit, role in enumerate(cast) if role.side == "terran"][:2]
    one, several = ([(Battery("terran", unit), ()) for unit in units] for units in ([first], [first, second]))
    assert "charges its battery." in cast.plain(told(one, "terran", cast)[0].words)
    assert "charge their batteries." in cast.plain(told(several, "terran", cast)[0].words)


def test_an_offer_of_a_draw_is_told_and_so_is_its_acceptance() -> None:
    cast = cast_of(scenario(1))
    told_offer = told([(OfferDraw("terran"), ())], "terran", cast)
    assert [cast.plain(one.words) for one in told_offer] == ["Terran offers a draw."]
    agreed = told([(OfferDraw("talon"), (Ended("draw", None),))], "talon", cast)
    words = ["Talon accepts the draw.", "The battle is over: nobody holds the field."]
    assert [cast.plain(one.words) for one in agreed] == words
