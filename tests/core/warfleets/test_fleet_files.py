"""Fleet files of Warfleets: FTL, and the command that judges them."""

import re
from pathlib import Path

import pytest

from engines.seam.refusals import Unreadable
from engines.warfleets.fleet_files import read_fleet
from engines.warfleets.shell.main import main
from engines.warfleets.toml_files import MOST_BYTES

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "docs" / "examples" / "warfleets.toml"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"name = ", "not valid TOML"),
        (b"\xff", "not UTF-8"),
        (b"a = " + b"[" * 15_000, "brackets"),
        (b"#" * (MOST_BYTES + 1), "bytes"),
        (b"name = " + b"1" * 5_000, "too many digits"),
        (b"name = 1e" + b"9" * 25, "too many digits"),
        (b'name = "A"\n[[ships]]\npoints = 0x' + b"f" * 5_000, "too many digits"),
        (b"a." * 9_900 + b"b = 1", "2,000 dots"),
        (b"ships = []", "“name” is missing"),
        (b'name = "A"\ncolour = 1', "“colour”, which is not a part of a fleet"),
        (b'name = "A"\n[[ships]]\nname = "B"\nsize = "huge"', "cannot be 'huge'"),
    ],
    ids=[
        "toml",
        "bytes",
        "nested",
        "long",
        "digits",
        "exponent",
        "base",
        "dots",
        "missing",
        "unknown",
        "size",
    ],
)
def test_what_is_no_fleet_is_refused_with_a_sentence(raw, words):
    with pytest.raises(Unreadable, match=re.escape(words)):
        read_fleet(raw)


def test_a_file_may_begin_with_the_mark_that_some_editors_write():
    assert read_fleet(b"\xef\xbb\xbf" + EXAMPLE.read_bytes()) == read_fleet(EXAMPLE.read_bytes())


def test_the_command_says_what_a_fleet_costs_and_that_it_may_be_played(capsys):
    assert main(["fleet", str(EXAMPLE)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Home Guard: 295 points"
    assert "  Anvil, Heavy Ship: 90" in told
    assert told[-1] == "It may be played in a game of 300 points."


def test_the_command_says_why_a_fleet_may_not_be_played(capsys):
    assert main(["fleet", str(EXAMPLE), "--points", "200"]) == 1
    told = capsys.readouterr().out
    assert "The fleet costs 295 points, 95 more than the game allows. [W3]\n" in told
    assert "may be played" not in told


def test_a_file_that_is_not_there_is_told(capsys, tmp_path):
    assert main(["fleet", str(tmp_path / "none.toml")]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_the_page_shows_a_file_that_is_a_fleet():
    page = (ROOT / "docs" / "warfleets.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (block,) = [one for one in blocks if "[[ships]]" in one]
    assert read_fleet(block.encode()).ships == read_fleet(EXAMPLE.read_bytes()).ships[:1]
