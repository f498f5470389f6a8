"""26, R89, R104: the duel of the tutorial, which begins in mid-round, and its two printed solutions."""

import pytest
from msgspec.structs import replace

from engines.seam.codec import decode_setup, encode
from engines.seam.documents import BattleSetup, Doctrine
from engines.seeded import SeededDice
from engines.talon import game, text
from engines.talon.dice import Label, ScriptedDice
from engines.talon.events import Put, Turn
from engines.talon.layout import Layout, Stand
from engines.talon.records.record import FoughtBattle, fight_out
from engines.talon.report.cast import cast_of
from engines.talon.report.frames import frames_of
from engines.talon.report.sentences import sentences_of
from engines.talon.results.layout_check import layout_of, written
from engines.talon.results.setup_check import setup_refusals
from engines.talon.set_ups.scenarios import scenario
from engines.talon.sheets.sheet import sheet_of
from engines.talon.sheets.table_drawing import draw_table
from engines.talon.state import Battle
from engines.talon.terms import TalonTerms
from engines.talon.text.orders import read_order

OTHERWISE = ("talon",)


class Fours:
    """Dice that always show a 4, counted: at range 2 every weapon hits, and a critical costs a relay."""

    def __init__(self) -> None:
        self.rolled = 0

    def roll(self, label: Label) -> int:
        """A 4."""
        self.rolled += 1
        return 4


def play(battle: Battle, *orders: str) -> int:
    """Give the orders, every die a 4; how many dice were rolled."""
    dice = Fours()
    for order in orders:
        game.apply(battle, read_order(order, battle), dice)
    return dice.rolled


def fought(setup: BattleSetup, seed: str) -> FoughtBattle:
    """The battle as captains fight it."""
    return fight_out(setup, {"terran": Doctrine(), "talon": Doctrine()}, SeededDice(seed))


@pytest.mark.parametrize(("options", "clock"), [((), "1E terran ap"), (OTHERWISE, "1E talon move")])
def test_it_begins_in_mid_round_from_either_moment(options: tuple[str, ...], clock: str) -> None:
    """R89, R104: Talon's ship has no AP in impulse E, so its turn begins with its afterburner."""
    battle = game.new_battle(scenario(0, options))
    assert text.write_position(battle).splitlines()[1:] == [
        f"clock {clock}",
        "initiative talon",
        "map 0,0",
        "terran CA Patton 4,7 E turn 1 shields 2/1/5/4 battery",
        "talon CA Sacrifice 7,4 W shields 3/0/4/3 afterburners 1",
    ]


def test_terran_solution() -> None:
    """The battery changes the initiative; in F Patton powers through its turn, turns and fires all at the bare side."""
    battle = game.new_battle(scenario(0))
    play(battle, "terran vote Patton change", "terran done", "terran grant terran")
    assert battle.initiative == "terran"
    play(battle, "terran power-through Patton", "terran move Patton left")
    sacrifice = battle.units[1]
    assert sacrifice.shields == (3, 0, 4, 3)
    fired = play(battle, *(f"terran fire Patton {group} Sacrifice" for group in (1, 2, 3)))
    assert fired == 3 + 2 * 2
    assert (sacrifice.shields, sacrifice.status) == ((3, 0, 4, 3), "destroyed")
    assert (battle.ending, battle.winner) == ("held", "terran")


def test_talon_solution() -> None:
    """The last afterburner turns Sacrifice, which fires all at Patton's weakened side."""
    battle = game.new_battle(scenario(0, OTHERWISE))
    play(battle, "talon burn Sacrifice left")
    patton = battle.units[0]
    play(battle, "talon fire Sacrifice 1 Patton", "talon fire Sacrifice 2 Patton")
    assert (patton.shields, patton.status) == ((2, 0, 5, 4), "destroyed")
    assert (battle.ending, battle.winner) == ("held", "talon")


def test_the_set_up_is_kept_as_a_document() -> None:
    for options in ((), OTHERWISE):
        assert decode_setup(encode(scenario(0, options))) == scenario(0, options)


@pytest.mark.parametrize("options", [(), OTHERWISE])
def test_captains_fight_it_to_its_end(options: tuple[str, ...]) -> None:
    """From both moments; no victory is more than minor."""
    for seed in range(3):
        record = fight_out(
            scenario(0, options), {"terran": Doctrine(), "talon": Doctrine()}, SeededDice(f"duel {seed}")
        )
        assert record.result.degree in ("minor", None)
        assert record.positions[0].splitlines()[1].startswith("clock 1E")


def test_the_report_begins_with_that_turn() -> None:
    """Ships that stand there, with the shields they have left, and then impulse E; no empty round before."""
    record = fought(scenario(0), "duel 0")
    cast = cast_of(record.setup)
    assert [type(event) for event in cast.opening] == [Put, Put, Turn]
    frames = frames_of(record, cast)
    assert [frame.title for frame in frames[:2]] == ["Set-up", "Round 1, impulse E, Terran"]
    assert [stand.shields for stand in frames[0].stands.values()] == [(2, 1, 5, 4), (3, 0, 4, 3)]
    assert [cast.plain(one.words) for one in sentences_of(frames[0], cast)] == [
        "Terran deploys Patton.",
        "Talon deploys Sacrifice.",
    ]


def test_the_opening_of_a_scenario_that_sets_up_every_ship_is_told_as_what_it_is() -> None:
    """26.10 with its historical positions: the ships stand there, and impulse A has a frame of its own."""
    record = fight_out(
        scenario(10, ["lines"]), {"terran": Doctrine(), "talon": Doctrine()}, SeededDice("lines")
    )
    cast = cast_of(record.setup)
    frames = frames_of(record, cast)
    assert frames[0].title == "Set-up"
    assert not any(isinstance(event, Turn) for event in frames[0].events)
    assert len(frames[0].stands) == len(cast)
    assert frames[1].title.startswith("Round 1, impulse A")
    assert sum(frame.title == frames[1].title for frame in frames) == 1


def test_the_sheet_lays_it_out() -> None:
    """At a table: where both stand, with what; nobody sets up."""
    steps = [rule.text for rule in sheet_of(scenario(0)).steps]
    assert steps[-4].startswith(
        "Patton stands in row 7, column 7, facing the right; shields left: front 2, left 1,"
    )
    assert steps[-3].startswith(
        "Sacrifice stands in row 4, column 9, facing the left; shields left: front 3, left 0,"
    )
    assert steps[-3].endswith("; afterburners left: 1.")
    assert steps[-1] == "The battle begins in Terran's turn of impulse E in round 1."
    assert not any("sets up" in step for step in steps)
    assert (
        draw_table(scenario(0)).words == "Table: the ships of both sides stand in the hexes of their colours."
    )


def changed(**stand: object) -> BattleSetup:
    """The duel with Patton otherwise."""
    setup = scenario(0)
    layout = layout_of(setup)
    assert layout is not None
    assert layout.start is not None
    first, second = layout.start.stands
    start = replace(layout.start, stands=(replace(first, **stand), second))
    assert isinstance(setup.terms, TalonTerms)
    return replace(setup, terms=replace(setup.terms, layout=written(Layout(start=start))))


@pytest.mark.parametrize(
    ("stand", "words"),
    [
        ({"unit": "Napoleon"}, "Every unit stands somewhere at the start, once."),
        ({"row": 4, "column": 9}, "At the start every unit stands in a hex of its own, without terrain."),
        ({"column": 16}, "Row 7 has 15 hexes, so Patton does not stand in column 16."),
        ({"shields": (7, 1, 5, 4)}, "Patton has shields (6, 5, 5, 4), not (7, 1, 5, 4)."),
        ({"afterburners": 1}, "Patton has no more than 0 afterburners."),
    ],
)
def test_an_impossible_start_is_refused(stand: dict[str, object], words: str) -> None:
    assert [refusal.reason for refusal in setup_refusals(changed(**stand))] == [words]


def test_a_position_of_it_goes_on_from_where_it_is_kept() -> None:
    """The board that is kept at a decision is the same battle."""
    battle = game.new_battle(scenario(0))
    again = text.read_position(text.write_position(battle))
    game.run_to_decision(again, ScriptedDice([]))
    assert again.options == battle.options


def test_a_stand_has_defaults_that_are_left_out() -> None:
    plain = Stand("terran", "Patton", 7, 7, "E")
    assert set(written(Layout())) == set()
    assert (plain.turn, plain.battery, plain.afterburners, plain.shields) == (0, False, None, None)
