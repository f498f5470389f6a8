"""Fleets in files of TOML."""

from engines.warfleets.fleet import Fleet
from engines.warfleets.toml_files import read_toml


def read_fleet(raw: bytes) -> Fleet:
    """The fleet of a file; Unreadable if it is none."""
    return read_toml(raw, Fleet, "a fleet")
