"""`python -m engines.warfleets`: battles at the command line."""

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engines.warfleets.records.document import read_record
from engines.warfleets.shell.main import main

ROOT = Path(__file__).parents[3]
FLEET = str(ROOT / "docs" / "examples" / "warfleets.toml")
TABLE = str(ROOT / "docs" / "examples" / "warfleets-table.toml")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A battle that two machines played, written down."""
    path = tmp_path_factory.mktemp("battle") / "record.json"
    words = ["play", FLEET, FLEET, "--table", TABLE, "--random", "both", "--seed", "3", "--record", str(path)]
    assert main(words) == 0
    return path


def test_a_battle_is_verified(recorded, capsys):
    assert main(["verify", str(recorded)]) == 0
    assert "each of the" in capsys.readouterr().out
    sealed = json.loads(recorded.read_text())["sealed"]
    promised = ["--commitment", sealed["commitment"], "--seal", sealed["seal"]]
    assert main(["verify", str(recorded), *promised]) == 0
    assert main(["verify", str(recorded), "--seal", "0" * 64]) == 1
    assert "The seal is not the one" in capsys.readouterr().out


def test_a_battle_that_was_changed_is_found(recorded, capsys, tmp_path):
    document = json.loads(recorded.read_text())
    document["result"] = "unfinished"
    other = tmp_path / "other.json"
    other.write_text(json.dumps(document))
    assert main(["verify", str(other)]) == 1
    assert "The record says unfinished" in capsys.readouterr().out


def test_a_battle_is_printed_as_lines(recorded, capsys):
    assert main(["replay", str(recorded)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"(terran|talon) roll", lines[0])
    assert re.fullmatch(r"  roll-off terran [1-6] talon [1-6]", lines[1])
    assert lines[-1] in ("terran", "talon", "draw")


def test_a_battle_is_drawn_at_any_order(recorded, capsys, tmp_path):
    assert main(["show", str(recorded), "--after", "1"]) == 0
    early = capsys.readouterr().out
    assert "Before the first round" in early
    orders = len(read_record(recorded.read_bytes()).given)
    assert main(["show", str(recorded), "--after", str(orders)]) == 0
    assert "The battle is over" in capsys.readouterr().out
    for number in ("-1", str(orders + 1)):
        assert main(["show", str(recorded), "--after", number]) == 2
        assert f"The battle has {orders} orders: choose 0 to {orders}." in capsys.readouterr().err
    out = tmp_path / "battle.svg"
    assert main(["show", str(recorded), "--out", str(out)]) == 0
    assert "The battle is over" in out.read_text()
    for picture in (early, out.read_text()):
        assert ElementTree.fromstring(picture).tag.endswith("svg")


def typed(monkeypatch, capsys, *lines, more=()):
    """What is said when these lines are typed."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["play", FLEET, FLEET, "--table", TABLE, "--seed", "3", *more]) == 0
    return capsys.readouterr().out


def test_two_people_play_at_one_keyboard(monkeypatch, capsys, tmp_path):
    picture, record = tmp_path / "table.svg", tmp_path / "record.json"
    said = typed(
        monkeypatch,
        capsys,
        "?",
        "roll",
        "hodl",
        "terran marker 1,1",
        "edge top",
        "edge middle",
        "where",
        "random",
        f"picture {picture}",
        "marker 1,1",
        "quit",
        more=["--record", str(record)],
    )
    assert "Orders are lines such as" in said
    assert re.search(r"roll-off terran [1-6] talon [1-6]", said)
    assert "This is not an order: “" in said
    assert "“edge” cannot be 'middle'" in said
    assert "terran heavy 0 Anvil: waiting, 4 of 4 upgrades" in said
    assert re.search(r"placed 0 \d+\.\d\d,\d+\.\d\d", said)
    assert "A marker lies more than 9 inches" in said
    assert "The result: unfinished." in said
    assert picture.read_text().startswith("<svg")
    assert main(["verify", str(record)]) == 0


def test_what_is_lawful_instead_is_said(monkeypatch, capsys):
    said = typed(monkeypatch, capsys, "roll", "edge top", "marker 36,20.9", "terran marker 36,20.9")
    assert re.search(r"Lawful is: (terran|talon) marker \d", said)


def test_a_picture_that_cannot_be_written_does_not_end_the_battle(monkeypatch, capsys, tmp_path):
    said = typed(monkeypatch, capsys, f"picture {tmp_path / 'none' / 'a.svg'}", "roll")
    assert "a.svg cannot be written: No such file or directory." in said
    assert "roll-off" in said


def test_whoever_reads_may_stop_reading():
    words = [
        sys.executable,
        "-m",
        "engines.warfleets",
        "play",
        FLEET,
        FLEET,
        "--table",
        TABLE,
        "--random",
        "both",
    ]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 130


def test_an_end_of_the_input_ends_the_play(monkeypatch, capsys):
    assert "The result: unfinished." in typed(monkeypatch, capsys)


def test_what_cannot_be_played_is_told(capsys, tmp_path):
    assert main(["play", FLEET, FLEET, "--points", "100"]) == 2
    assert "The fleet costs" in capsys.readouterr().err
    assert main(["verify", FLEET]) == 2
    assert "This is not a battle" in capsys.readouterr().err
    nowhere = tmp_path / "none" / "record.json"
    assert main(["play", FLEET, FLEET, "--random", "both", "--table", TABLE, "--record", str(nowhere)]) == 2
    assert "record.json cannot be written" in capsys.readouterr().err
    assert main(["play", FLEET, FLEET, "--seed", "1" * 101]) == 2
    assert "A seed has at most 100 characters." in capsys.readouterr().err
    for captain, chance in (("talon", "talon"), ("both", "terran"), ("terran", "both")):
        assert main(["play", FLEET, FLEET, "--captain", captain, "--random", chance]) == 2
        assert "by a captain or by random orders, not by both." in capsys.readouterr().err
    assert main(["show", str(tmp_path / "none.json")]) == 2
    assert "none.json cannot be read" in capsys.readouterr().err


def test_captains_play_a_battle_that_is_verified(capsys, tmp_path):
    file = tmp_path / "battle.json"
    words = ["play", FLEET, FLEET, "--captain", "both", "--level", "captain", "--record", str(file)]
    assert main(words) == 0
    assert "The result: " in capsys.readouterr().out
    assert main(["verify", str(file)]) == 0


def test_a_captain_plays_one_side_and_advises_the_other(monkeypatch, capsys):
    told = typed(monkeypatch, capsys, "captain", "captain", "quit", more=("--captain", "talon"))
    assert "terran roll" in told
    assert re.search(r"^talon \w+ \d+ deploy ", told, re.MULTILINE)


def test_captains_foretell_who_wins(capsys):
    assert main(["odds", FLEET, FLEET, "--battles", "4", "--level", "captain"]) == 0
    told = capsys.readouterr().out
    found = re.fullmatch(
        r"Terran wins (\d+) % \(\d+ to \d+\) of 4\nTalon wins (\d+) % \(\d+ to \d+\) of 4\n(\d) of 4 are drawn\n",
        told,
    )
    assert found
    assert sum(map(int, found.groups()[:2])) + 25 * int(found[3]) == 100
    assert main(["odds", FLEET, FLEET, "--battles", "4", "--level", "captain"]) == 0
    assert capsys.readouterr().out == told


@pytest.mark.parametrize("battles", ["0", "10001"])
def test_nobody_fights_no_battle_or_too_many(capsys, battles):
    assert main(["odds", FLEET, FLEET, "--battles", battles]) == 2
    assert capsys.readouterr().out == "Ask for 1 to 10000 battles.\n"
