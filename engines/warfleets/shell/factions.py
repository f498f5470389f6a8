"""faction: what a faction has, and whether fleets may use it."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TextIO

from engines.warfleets.factions import Faction, faults
from engines.warfleets.shell.files import read_bytes
from engines.warfleets.shell.judging import told
from engines.warfleets.toml_files import MOST_BYTES, read_toml

HELP = "say what a faction has, and whether fleets may use it"


def add_arguments(parser: ArgumentParser) -> None:
    """FILE."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a faction in TOML")


def run(options: Namespace, _answers: TextIO, out: TextIO) -> int:
    """0 if fleets may use it, 1 if not."""
    faction = read_toml(read_bytes(options.file, MOST_BYTES), Faction, "a faction")
    assets = (faction.heroes, faction.titles, faction.upgrades, faction.weapons)
    lines = (faction.name, *(f"  {one.title}" for group in assets for one in group.values()))
    return told(out, lines, tuple(faults(faction)), "with")
