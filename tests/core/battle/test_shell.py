"""python -m engines.talon: battles at the command line, and sentences for what cannot be had."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from bench.battles.fleets import fleets_of
from engines.seam.commitments import DiceCommitment
from engines.seam.documents import Doctrine
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.talon.records.exchange import in_form, written_of
from engines.talon.records.reading import read_record
from engines.talon.records.record import fight_out
from engines.talon.shell.main import main
from tests.core.battle.records import duel, fought

ROOT = Path(__file__).resolve().parents[3]
DUEL = ROOT / "docs" / "examples" / "scenario-01.json"
DOCTRINES = {side: Doctrine() for side in SIDES}
PROMISE = DiceCommitment("war:1/1", "5c" * 32, {"terran": "lamp", "talon": ""})


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Runs a command with lines of input; its exit code, what it printed, and its errors."""

    def run(*words: object, lines: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        try:
            code = main([str(word) for word in words])
        except SystemExit as end:
            code = int(str(end.code))
        found = capsys.readouterr()
        return code, found.out, found.err

    return run


def record_in(tmp_path: Path, form: str = "txt") -> Path:
    path = tmp_path / f"record.{form}"
    path.write_bytes(in_form(written_of(fought("duel"), {}), form))
    return path


def test_resolve_says_what_the_sites_command_says(shell):
    """To the last letter, in words and as a document."""
    for words in (("--seed", "7"), ("--seed", "7", "--json", "--talon", "hold", "--terran-level", "ensign")):
        out = io.StringIO()
        call_command("resolve_battle", str(DUEL), *words, stdout=out)
        assert shell("resolve", DUEL, *words) == (0, out.getvalue(), "")


@pytest.mark.parametrize("form", ["txt", "json"])
def test_resolve_writes_the_record_of_the_battle(shell, tmp_path, form):
    path = tmp_path / f"record.{form}"
    assert shell("resolve", DUEL, "--seed", "7", "--record", path)[0] == 0
    told = fight_out(fleets_of(1), DOCTRINES, SeededDice("7"))
    assert read_record(path.read_bytes())[0].given == written_of(told, {}).given
    code, out, _ = shell("replay", path)
    assert (code, "as the record says" in out) == (0, True)


def test_a_doctrine_may_come_as_a_document(shell, tmp_path):
    path = tmp_path / "doctrine.json"
    path.write_text('{"document": "doctrine", "stance": "hold"}')
    told = shell("resolve", DUEL, "--json", "--talon-doctrine", path)
    assert told == shell("resolve", DUEL, "--json", "--talon", "hold")
    assert told != shell("resolve", DUEL, "--json")


def test_replay_says_how_much_was_played_and_how_it_ended(shell, tmp_path):
    path = record_in(tmp_path)
    steps = len(fought("duel").steps)
    dice = sum(len(step.dice) for step in fought("duel").steps)
    code, out, _ = shell("replay", path)
    assert code == 0
    assert out.startswith(f"Played by the rules: {steps} orders, {dice} dice.\nIt is over: ")
    assert shell("replay", path, "--order", "3")[1].startswith(
        "Played by the rules: 3 orders, 0 dice.\n\nposition 1\n"
    )
    assert "  = went unit" in shell("replay", path, "--events")[1]
    assert shell("replay", path, "--json")[1].startswith('{\n "orders": ')


def test_replay_finds_what_is_not_as_the_record_says(shell, tmp_path):
    path = record_in(tmp_path)
    source = path.read_text()
    path.write_text(source.replace("result ", "result draw # ", 1))
    code, out, _ = shell("replay", path)
    assert (code, "but the result is" in out, "does not come out as it says" in out) == (1, True, True)
    path.write_text(source.replace("\norders\n", "\norders\nterran done\n"))
    code, out, _ = shell("replay", path)
    assert (code, "[3]" in out) == (1, True)
    assert shell("replay", path, "--json")[0] == 1


def test_draw_shows_a_record_at_an_order_a_setup_and_a_position(shell, tmp_path):
    path = record_in(tmp_path)
    assert shell("draw", path)[1].startswith("over ")
    assert "Not on the map yet" in shell("draw", path, "--order", "1")[1]
    assert "Not on the map yet" not in shell("draw", path, "--order", "40")[1]
    assert "terran CA Napoleon undeployed" in shell("draw", DUEL)[1]
    position = tmp_path / "position.txt"
    position.write_text("position 1\nclock 2E terran fire\nterran CA Patton 0,0 E\ntalon CA Justice 2,0 W\n")
    assert "A→" in shell("draw", position)[1]


def test_verify_proves_the_dice_or_says_what_is_wrong(shell, tmp_path):
    path = tmp_path / "sealed.txt"
    written = written_of(fight_out(duel(), DOCTRINES, PROMISE), {})
    path.write_bytes(in_form(written, "txt"))
    told = written.headers
    code, out, _ = shell("verify", path, "--commitment", told["commitment"], "--seal", told["seal"])
    assert (code, "follows from the seed" in out) == (0, True)
    code, out, _ = shell("verify", path, "--seal", "ab" * 32)
    assert (code, "another battle" in out) == (1, True)
    path.write_text(path.read_text().replace("terran-entropy lamp", "terran-entropy lamb"))
    assert shell("verify", path)[0] == 1
    code, _, err = shell("verify", record_in(tmp_path))
    assert (code, "names no seed" in err) == (2, True)


def test_a_battle_is_played_from_lines(shell, tmp_path):
    """Numbers, orders in the notation with and without their side, questions, and an end."""
    path = tmp_path / "mine.txt"
    deploy = "deploy Napoleon 5,10 NE"
    lines = f"help\norders 5,10 NE\nwhy done\nundo\nnonsense\n{deploy}\nundo\nterran {deploy}\n1\n"
    code, out, err = shell(
        "play", DUEL, "--side", "terran", "--record", path, lines=lines + "why 1\nboard\nconcede\n"
    )
    assert (code, err) == (0, "")
    assert "Covered counters of Talon at: " in out
    assert "is not an order" in out
    assert "Taken back: terran deploy Napoleon 5,10 NE" in out
    assert "who decides later has seen" in out
    assert "Talon was conceded to in round 1." in out
    assert shell("replay", path)[0] == 0
    assert [given.order.side for given in read_record(path.read_bytes())[0].given][:2] == ["talon", "talon"]


def test_where_counters_are_covered_nothing_tells_which_is_which(shell):
    """R37: until the person has deployed too."""
    _, out, _ = shell("play", DUEL, "--side", "terran", lines="board\norders\nquit\n")
    assert "Talon puts a covered counter down." in out
    assert "Justice" not in out
    assert "Unity" not in out


def test_a_battle_that_is_left_is_written_down_as_unfinished(shell, tmp_path):
    path = tmp_path / "mine.json"
    code, out, _ = shell("play", DUEL, "--side", "both", "--record", path, lines="1\n1\n")
    assert (code, "The battle is not over." in out) == (0, True)
    written, match = read_record(path.read_bytes())
    assert (written.headers["result"], len(match.given)) == ("unfinished", 2)


def test_the_first_order_every_time_is_taken(shell):
    """Whatever is asked has a number for an answer."""
    code, out, _ = shell("play", DUEL, "--side", "both", lines="1\n" * 200)
    assert (code, out.count("\n> ")) == (0, 201)
    assert "is not an order" not in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("resolve nothing.json", "nothing.json cannot be read: No such file or directory."),
        ("resolve README.md", "README.md is no set-up document: "),
        ("resolve SETUP --record record.pdf", "end it with .txt or .json."),
        ("resolve SETUP --record nowhere/record.txt", "nowhere/record.txt cannot be written: "),
        ("resolve SETUP --terran-doctrine README.md", "README.md is no doctrine document: "),
        ("resolve SETUP --talon-level god", "invalid choice: 'god'"),
        ("resolve", "the following arguments are required: SETUP"),
        ("replay README.md", "README.md cannot be played. Line 3, column 1: "),
        ("replay . ", ". cannot be read: Is a directory."),
        ("draw SETUP --order 3", "There is no order 3 in SETUP: it has 0."),
        ("draw SETUP --order -1", "a whole number, 0 or more."),
        ("draw SETUP --order x", "a whole number, 0 or more."),
        ("draw README.md", 'a battle record begins with the line "record 1".'),
        ("play SETUP", "the following arguments are required: --side"),
        ("verify README.md", "README.md cannot be played. "),
        ("fight", "invalid choice: 'fight'"),
        ("", "the following arguments are required: COMMAND"),
    ],
)
def test_wrong_input_is_answered_with_a_sentence(shell, monkeypatch, words, sentence):
    monkeypatch.chdir(ROOT)
    code, out, err = shell(*words.replace("SETUP", str(DUEL)).split())
    assert (code, out) == (2, "")
    assert sentence.replace("in SETUP", f"in {DUEL}") in err
    assert "Traceback" not in err


def test_a_setup_that_cannot_be_fought_is_refused_with_the_unit(shell, tmp_path):
    path = tmp_path / "setup.json"
    path.write_text(DUEL.read_text().replace("heavy_cruiser", "rowing_boat", 1))
    code, _, err = shell("resolve", path)
    assert (code, "rowing_boat" in err) == (2, True)
