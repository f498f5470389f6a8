"""Every printed ending of the twelve scenarios and of the modes 29.2 to 29.8, from `endings.toml`."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from bench.battles.scenarios import battles
from engines.seam.documents import BattleSetup, Degree, Ending, FateWord, Report
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import game, text
from engines.talon.fleets.lists import fleet, named_fleets
from engines.talon.results.counting import counted_double
from engines.talon.results.degree import outcome
from engines.talon.set_ups.modes import battle_modes, in_mode
from engines.talon.set_ups.scenarios import numbered, scenario

ONE_FACTION: Final = "33.2"
FILE: Final = Path(__file__).with_name("endings.toml")
DICE: Final = 60
"""How many dice are tried for a board until the last order ends the battle."""


class PrintedEnding(Struct, frozen=True, forbid_unknown_fields=True):
    """An ending of a scenario, by its number, or of a `mode`, by its rule; the file says what its fields are."""

    title: str
    ending: Ending
    held: Side
    won: Side
    degree: Degree
    says: str
    clock: str
    stands: dict[str, str]
    orders: tuple[str, ...]
    scenario: int = 0
    mode: str = ""
    fleets: tuple[str, str] | None = None
    tell: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    counts: str = ""
    conceded: bool = False

    @property
    def key(self) -> str:
        """By what it is known."""
        return f"{self.of} {self.title}"

    @property
    def of(self) -> str:
        """The number of its scenario, or the rule of its mode."""
        return self.mode or str(self.scenario)

    @property
    def setup(self) -> BattleSetup:
        """The scenario, with the options of this ending; or two fleets in the mode."""
        return _in_mode(self.mode, self.fleets) if self.mode else scenario(self.scenario, self.options)

    @property
    def position(self) -> str:
        """The board shortly before the end, in the notation."""
        kept = {line.split()[0] for line in self.more} | {"clock", "zone", "arrival"}
        lines = [line for line in self._fresh() if not line or line.split()[0] not in kept]
        return "\n".join([lines[0], f"clock {self.clock}", *self.more, *map(self._placed, lines[1:])]) + "\n"

    def _fresh(self) -> list[str]:
        """The lines of the position with which the scenario begins."""
        return text.write_position(game.new_battle(self.setup)).splitlines()

    def _placed(self, line: str) -> str:
        """A line of that position with its unit where it is now."""
        words = line.split()
        if not words or words[0] not in SIDES:
            return line
        return " ".join([*words[:3], self.stands.get(words[2].replace("_", " "), "destroyed")])

    def is_reached(self, report: Report) -> bool:
        """Whether a battle of the scenario that ended so ended in this way, whatever else became of it."""
        found = outcome(self.setup, report)
        if (report.ending, report.winner) != (self.ending, self.held):
            return False
        if (found.winner, found.degree) != (self.won, self.degree):
            return False
        told, fates = _fates(on_the_board(self)), _fates(report)
        return self.counts in " ".join(counted_double(self.setup, report)) and all(
            fates[name] == told[name] for name in self.tell
        )


@cache
def told() -> dict[str, str]:
    """By number or rule what each scenario and each mode is called."""
    printed = {str(number): found.title for number, found in numbered().items()}
    modes = (name.split(" ", 1) for name in battles() if name.startswith("29."))
    return printed | dict(modes) | {ONE_FACTION: "Terran against Terran"}


@cache
def _in_mode(rule: str, fleets: tuple[str, str] | None) -> BattleSetup:
    """A battle in the mode of that rule, with fleets by their classes, or those that captains are measured by.

    By 33.2 it is a standard battle between ships of one faction.
    """
    if rule == ONE_FACTION and fleets is not None:
        keys = dict(zip(SIDES, (fleet_keys.split(",") for fleet_keys in fleets), strict=True))
        forces = named_fleets({"terran": keys["terran"], "talon": [f"terran:{key}" for key in keys["talon"]]})
        return BattleSetup("Ships of one faction", "last_ship_standing", forces["terran"], forces["talon"])
    if fleets is None:
        return next(setup for name, setup in battles().items() if name.split()[0] == rule)
    mode = next(one for one in battle_modes().values() if one.rule == rule)
    terran, talon = fleet("terran", fleets[0]), fleet("talon", fleets[1])
    return in_mode(mode, BattleSetup(mode.title, "last_ship_standing", terran, talon), "terran")


def _fates(report: Report) -> dict[str, FateWord]:
    """What became of each unit, by its name."""
    return {fate.name: fate.fate for side in SIDES for fate in report.fates(side)}


def on_the_board(ending: PrintedEnding) -> Report:
    """The report of the ending's orders on its board, with dice by which the last of them ends the battle."""
    return _on_the_board(ending.key)


@cache
def _on_the_board(key: str) -> Report:
    ending = next(one for one in printed_endings() if one.key == key)
    for number in range(DICE):
        battle = text.read_position(ending.position)
        dice = SeededDice(f"{key} {number}")
        game.run_to_decision(battle, dice)
        for order in ending.orders:
            game.apply(battle, text.read_order(order, battle), dice)
        if battle.ending:
            return game.report(battle)
    raise LookupError(f"{key}: no dice end it")


@cache
def printed_endings() -> tuple[PrintedEnding, ...]:
    """All of them, in the order of the scenarios."""
    found = tomllib.loads(FILE.read_text("utf-8"))["ending"]
    return tuple(msgspec.convert(one, PrintedEnding) for one in found)
