"""S35: what a battle comes to is never better than where it stood on the board, and what is better is refused."""

import pytest
from msgspec.structs import replace

from bench.battles.mixed import setup_of
from engines.seam.documents import UNDAMAGED, Fate, Report
from engines.seam.sides import SIDES, Side, opponent
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.damage import in_talon
from engines.talon.play.recorded import as_it_stood, begun_refusals, fields_so_far
from engines.talon.results.degree import result_for
from engines.talon.set_ups.scenarios import fleets_of, scenario
from engines.talon.sheets import typed
from engines.talon.state import Battle
from engines.talon.view import View, decider

EVERY = 15
"""Decisions from one position that is kept to the next."""


def played(number: int) -> tuple[list[Battle], Report]:
    """Positions of a battle between captains, and what it came to."""
    battle, dice = game.new_battle(setup_of(number)), SeededDice(number)
    players, views = {side: Captain() for side in SIDES}, {side: View(battle, side) for side in SIDES}
    kept, at = list[Battle](), 0
    while (side := decider(battle)) is not None:
        if at % EVERY == 0:
            kept.append(battle.copy())
        at += 1
        game.apply(battle, players[side].decide(views[side]), dice)
    return kept, game.report(battle)


@pytest.mark.parametrize("number", range(12))
def test_s35_how_a_battle_ended_is_possible_from_wherever_it_stood(number: int) -> None:
    """Fleets of all classes, squadrons, terrain, planets: nothing that can happen is refused."""
    kept, report = played(number)
    for stood in kept:
        assert [*begun_refusals(stood, report)] == []
        setup = as_it_stood(stood, setup_of(number))
        assert result_for(setup, report) == result_for(setup_of(number), report)
        known = typed.from_report(setup, report)
        assert fields_so_far(stood).items() <= {**known, **_rounds(stood)}.items()


def _rounds(stood: Battle) -> dict[str, str]:
    return {"rounds": str(max(1, stood.round))}


@pytest.mark.parametrize("number", [0, 1, 3, 4, 5, 6])
def test_s35_what_was_lost_on_the_board_does_not_come_back(number: int) -> None:
    kept, report = played(number)
    last, lost = kept[-1], 0
    for side in SIDES:
        for at, fate in enumerate(report.fates(side)):
            stood = game.fate_now(last, last.force(side)[at])
            if stood.fate not in ("destroyed", "left", "jumped") and not in_talon(stood.damage).hull:
                continue
            lost += 1
            whole = Fate(fate.name, "stands", UNDAMAGED)
            fates = (*report.fates(side)[:at], whole, *report.fates(side)[at + 1 :])
            wrong = replace(report, **{side: fates})
            assert [one.where for one in begun_refusals(last, wrong)] == [fate.name]
    assert lost


def test_s35_which_fighter_of_a_squadron_was_hit_makes_no_difference() -> None:
    """A report counts those that are gone; on the board the second was shot down (12)."""
    setup = fleets_of(12)
    battle = game.new_battle(setup)
    battle.round = 2
    at = next(at for at, unit in enumerate(battle.force("terran")) if unit.kind.fighters)
    unit = battle.force("terran")[at]
    unit.status, unit.fighters = "map", (0, 2, 0)
    stood = {side: tuple(game.fate_now(battle, one) for one in battle.force(side)) for side in SIDES}
    fate = stood["terran"][at]
    assert in_talon(fate.damage).fighters == (0, 2, 0)
    for fighters, wrong in (((2, 0, 0), []), ((2, 1, 0), []), ((1, 1, 1), [unit.name]), ((), [unit.name])):
        said = replace(fate, damage=replace(in_talon(fate.damage), fighters=fighters))
        terran = (*stood["terran"][:at], said, *stood["terran"][at + 1 :])
        report = Report(2, "held", terran, stood["talon"], "terran")
        assert [one.where for one in begun_refusals(battle, report)] == wrong


@pytest.mark.parametrize(("number", "loser"), [(1, "talon"), (7, "terran"), (8, "terran")])
def test_who_has_nothing_left_has_conceded_only_if_that_cost_the_last_units(number: int, loser: Side) -> None:
    """Of what is in an enemy's arc and range nothing gets away (20.4, R30); a record says no more."""
    setup = scenario(number)
    fields = {"winner": opponent(loser), "ending": "conceded", "rounds": "12", "planet-damage": "0"}
    for at in range(len(setup.force(loser))):
        fields[f"{loser}-{at}-fate"] = "destroyed"
    fields = typed.with_usual_fates(setup, fields)
    found = typed.read(setup, fields)
    assert [(one.rule, one.where) for one in found.problems] == [("20.4", "ending")]
    assert "has nothing left that could concede" in found.problems[0].reason
    said = typed.read(setup, {**fields, "lost-conceding": "on"})
    assert said.problems == ()
    assert said.report is not None
    assert typed.read(setup, typed.from_report(setup, said.report)).report == said.report
    away = typed.read(setup, {**fields, f"{loser}-0-fate": "left"})
    assert (away.nothing_left, away.problems) == (None, ())
    assert "lost-conceding" in typed.known(setup, {"lost-conceding": "on"})
