"""Table files of Warfleets: FTL, and the command that judges them."""

import re
from pathlib import Path

import pytest

from engines.seam.refusals import Unreadable
from engines.warfleets.shell.main import main
from engines.warfleets.table_files import read_table
from engines.warfleets.terrain import Terrain

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "docs" / "examples" / "warfleets-table.toml"


def test_lengths_are_exact():
    found = read_table(EXAMPLE.read_bytes())
    assert found[0] == Terrain("Rust", ("blocking",), centre=(1800, 2400), radius=200)
    assert found[1].corners == ((3000, 2000), (3500, 2650), (3000, 2900), (2700, 2400))
    assert found[4].centre == (5825, 2700)


def piece(words):
    return f'[[terrain]]\nname = "Rust"\nkinds = ["blocking"]\n{words}'.encode()


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "“terrain” is missing"),
        (piece(""), "Rust has either corners or a centre and a radius"),
        (piece("centre = [1, 2]"), "Rust has either corners or a centre and a radius"),
        (piece("centre = [1, 2]\nradius = 1\ncorners = [[1, 1]]"), "Rust has either corners"),
        (piece("centre = [1, 2]\nradius = 1.005"), "Rust: 1.005 is not a length in inches with two places"),
        (piece("centre = [1, 2]\nradius = nan"), "is not a length"),
        (piece("centre = [1, 1e9]\nradius = 1"), "is not a length"),
        (piece('centre = [1, "2"]\nradius = true'), "This is not a table"),
        (b'[[terrain]]\nname = "Rust"\nkinds = ["soft"]', "cannot be 'soft'"),
    ],
)
def test_what_is_no_table_is_refused_with_a_sentence(raw, words):
    with pytest.raises(Unreadable, match=re.escape(words)):
        read_table(raw)


def test_the_command_says_that_a_table_may_be_played_on(capsys):
    assert main(["table", str(EXAMPLE)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[3:] == ["Shards: cover, dangerous", "Squall: difficult, dangerous", "It may be played on."]


def test_the_command_says_why_a_table_may_not_be_played_on(capsys, tmp_path):
    file = tmp_path / "table.toml"
    file.write_bytes(piece("centre = [71, 2]\nradius = 1.01"))
    assert main(["table", str(file)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "Rust: blocking",
        "Pieces of terrain: 1. There are at least 5, or the players lay them. [W2]",
        "Rust lies beyond the edge. [W2]",
    ]


def test_the_page_shows_pieces_of_the_example():
    page = (ROOT / "docs" / "warfleets.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (block,) = [one for one in blocks if "[[terrain]]" in one]
    assert read_table(block.encode()) == read_table(EXAMPLE.read_bytes())[:2]
