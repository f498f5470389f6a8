"""Case files are read strictly, played faithfully, and completed without changing what they say."""

from pathlib import Path

import pytest

from tests.conformance.complete import main
from tests.conformance.playing import play
from tests.conformance.reading import Malformed, read_all, read_cases, read_file

BEGUN = """case 8-1 A torpedo hits
cites 8 R28
# at range 2
position 1
clock 2E terran fire
map -5,-6
terran CA Patton 0,0 E charge 1+1/2+2/1+0
talon CA Sacrifice 2,0 W charge 0+0/0+0

orders
+ terran fire Patton 2 Sacrifice
! 8 terran fire Patton 3 Sacrifice
? terran fire: Patton 1 Sacrifice; Patton 2 Sacrifice
terran fire Patton 2 Sacrifice
  5
: Sacrifice shields 3/4/4/3
: clock 2E terran fire
| talon missile: none
"""


def completed(tmp_path: Path, source: str = BEGUN) -> Path:
    """A file of the case with all that came of it."""
    path = tmp_path / "08.txt"
    path.write_text(source, encoding="utf-8")
    assert main([str(path)]) == 0
    return path


def wrong(source: str) -> list[str]:
    """What differs from what the case says."""
    return play(next(read_cases(source, Path("08.txt")))).wrong


def test_a_case_is_completed(tmp_path):
    """Dice get their names, orders their events, the case its end; what it looks at stays."""
    text = completed(tmp_path).read_text(encoding="utf-8")
    assert text.startswith(BEGUN[: BEGUN.index("  5")])
    assert "\n  5 Patton anti_matter_torpedo\n  = shot unit Patton group 2 " in text
    assert "\n| talon missile: none\nend\nposition 1\nclock 2E terran fire\n" in text
    assert wrong(text) == []


def test_a_map_is_added(tmp_path):
    """Where none is told, the one that lies around the units."""
    text = completed(tmp_path).read_text(encoding="utf-8")
    without = completed(tmp_path, BEGUN.replace("map -5,-6\n", ""))
    assert without.read_text(encoding="utf-8") == text


def test_a_complete_case_is_left_alone(tmp_path):
    """Also a wrong one: then it is told where, and only `anew` writes what is found."""
    path = completed(tmp_path)
    right = path.read_text(encoding="utf-8")
    assert main([str(path)]) == 0
    assert path.read_text(encoding="utf-8") == right
    other = right.replace("shields 4", "shields 3")
    path.write_text(other, encoding="utf-8")
    assert main([str(path)]) == 1
    assert path.read_text(encoding="utf-8") == other
    assert main(["--anew", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == right


def test_what_it_looks_at_is_never_written(tmp_path, capsys):
    """A look that is not so keeps the case from being completed."""
    path = tmp_path / "08.txt"
    path.write_text(BEGUN.replace(": Sacrifice shields 3", ": Sacrifice shields 7"), encoding="utf-8")
    assert main(["--anew", str(path)]) == 1
    assert "08.txt:16: told 'Sacrifice shields 7/4/4/3'" in capsys.readouterr().err
    assert "end" not in path.read_text(encoding="utf-8").split()


@pytest.mark.parametrize(
    ("told", "instead", "found"),
    [
        ("+ terran fire Patton 2", "- terran fire Patton 2", "08.txt:11: may not be given is told"),
        ("+ terran fire Patton 2", "+ terran fire Patton 3", "08.txt:11: may be given is told"),
        ("! 8 terran fire Patton 3", "! 7 terran fire Patton 3", "08.txt:12: refused by 7 is told, by 8"),
        ("! 8 terran fire Patton 3", "! 8 terran fire Patton 2", "08.txt:12: refused by 8 is told, but"),
        ("; Patton 2 Sacrifice", "", "08.txt:13: may be given after 'terran fire'"),
        ("  5 Patton anti_matter_torpedo", "  6 Patton phaser", "08.txt:14: 8: Line 15"),
        ("  5 Patton anti_matter_torpedo\n", "", "08.txt:14: 8: Line 14: a die is missing"),
        ("group 2 weapon", "group 1 weapon", "08.txt:16: its events: told"),
        ("  = struck", "  = turn round 2 impulse F side talon\n  = struck", "08.txt:17: its events: told"),
        (": clock 2E", ": clock 2F", "08.txt:19: clock: told"),
        ("missile: none", "missile: 1", "08.txt:20: lines that begin 'talon missile': told 1, found none"),
        ("| talon missile: none", "| talon CA Sacrifice 2,0 E", "08.txt:20: the position has no line"),
        ("initiative talon\n", "", "08.txt:24: the end: told"),
        ("8-1 A", "8-1 An", None),
    ],
)
def test_what_differs_is_told_with_its_line(tmp_path, told, instead, found):
    """Each kind of look, dice, events and the end."""
    text = completed(tmp_path).read_text(encoding="utf-8")
    assert told in text
    assert [one[: len(found or "")] for one in wrong(text.replace(told, instead, 1))][:1] == (
        [found] if found else []
    )


@pytest.mark.parametrize(
    ("told", "instead", "reason"),
    [
        ("case 8-1 A torpedo hits", "# nothing", "08.txt:2: a file of cases begins with"),
        ("case 8-1 A torpedo hits", "case 8.1 A torpedo hits", "08.txt:1: a case begins with"),
        ("cites 8 R28", "about 8", "08.txt:2: after its first line"),
        ("cites 8 R28", "cites 8 R28 eight", "08.txt:2: eight is no number of a rule"),
        ("cites 8 R28", "cites R28 8", "08.txt:2: the first rule cited"),
        ("cites 8 R28", "cites 8 8", "08.txt:2: a rule is cited twice"),
        ("position 1\n", "", "08.txt:4: here the position begins"),
        ("orders", "end", "08.txt:18: case 8-1 has no orders"),
        ("! 8 terran", "! terran", "08.txt:12: terran is no number of a rule"),
        ("? terran fire:", "? terran fire", "08.txt:13: this is neither an order"),
        (": Sacrifice", "= Sacrifice", "08.txt:16: this is neither an order"),
        ("  5", "  7", "08.txt:15: after an order come its dice"),
        ("  5", "    5", "08.txt:15: after an order come its dice"),
        ("| talon missile: none", "end", "08.txt:18: case 8-1 has no position at its end"),
        ("| talon missile: none", "end\nclock 2E terran fire", "08.txt:19: here the position at the end"),
    ],
)
def test_what_is_malformed_is_refused_with_its_line(told, instead, reason):
    """The reader lets nothing pass that it does not understand."""
    with pytest.raises(Malformed) as caught:
        list(read_cases(BEGUN.replace(told, instead, 1), Path("08.txt")))
    assert str(caught.value).startswith(reason)


def test_a_number_is_given_once(tmp_path):
    """Over all files of a folder."""
    completed(tmp_path)
    (tmp_path / "09.txt").write_text(BEGUN, encoding="utf-8")
    with pytest.raises(Malformed, match=r"09\.txt:1: case 8-1 is already in 08\.txt:1"):
        read_all(tmp_path)


def test_a_position_that_cannot_be_is_told(tmp_path):
    """With the line in the file."""
    source = BEGUN.replace("1+1/2+2/1+0", "1+1/2+2/1+0 hull 9")
    assert wrong(source)[0].startswith("08.txt:4: 8.4: Line 7, column 48")
    assert len(read_file(completed(tmp_path))) == 1
