"""The verifier that players download: by itself it finds anything that was changed in a record."""

import ast
import copy
import json
import os
import runpy
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.seam.commitments import DiceCommitment, part_of_seed
from engines.seam.documents import Doctrine
from engines.talon.records.dice_check import fault
from engines.talon.records.exchange import in_form, written_of
from engines.talon.records.json_form import read_json
from engines.talon.records.record import fight_out
from tests.core.battle.records import duel

NOT_YET_PROVED = 3
VERIFIER = Path(__file__).parents[3] / "static" / "verify" / "talon_dice.py"
PROMISE = DiceCommitment("battle:17", "5c" * 32, {"terran": "a1b2c3", "talon": "d4e5f6"})
Document = dict[str, Any]
Change = Callable[[Document], None]


@cache
def exported() -> bytes:
    """A battle of sealed dice, taken along."""
    record = fight_out(duel(), {"terran": Doctrine(), "talon": Doctrine()}, PROMISE)
    return in_form(written_of(record, {"place": "Orion 3", "terran": "Anna"}), "json")


def document() -> Document:
    told: Document = json.loads(exported())
    return told


tool = runpy.run_path(str(VERIFIER))


def found(told: Document) -> str:
    """What the verifier finds wrong; "" if nothing is."""
    try:
        list(tool["verdict"](told))
    except tool["Fault"] as wrong:
        return str(wrong)
    return ""


def run(path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(VERIFIER), str(path), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def run_in(encoding: str, path: Path) -> subprocess.CompletedProcess[str]:
    """The same where the terminal knows other signs."""
    command = [sys.executable, "-X", "utf8=0", str(VERIFIER), str(path)]
    environ = {**os.environ, "PYTHONIOENCODING": encoding}
    return subprocess.run(command, capture_output=True, encoding=encoding, check=False, env=environ)


def test_it_needs_nothing_and_says_what_it_found(tmp_path: Path) -> None:
    path, told = tmp_path / "record.json", document()
    path.write_bytes(exported())
    headers = told["headers"]
    answer = run(path)
    assert (answer.returncode, answer.stderr) == (NOT_YET_PROVED, "")
    assert "NOT YET PROVED" in answer.stdout
    for key in ("commitment", "seal"):
        assert headers[key] in answer.stdout
    answer = run(path, "--commitment", headers["commitment"].upper(), "--seal", headers["seal"])
    assert answer.returncode == 0
    assert "Every roll is genuine" in answer.stdout
    assert "matches the commitment you gave" in answer.stdout
    assert "NOT checked, because not hashed: remarks" in answer.stdout
    assert "'terran': 'Anna'" in answer.stdout
    assert f"'result': {headers['result']!r}" in answer.stdout
    assert "added nothing" not in answer.stdout
    assert "this is the whole battle" in answer.stdout
    assert "knew the rolls in advance" in answer.stdout
    for option in ("--commitment", "--seal"):
        answer = run(path, option, "0" * 64)
        assert (answer.returncode, answer.stderr) == (1, "")
        assert "NOT match its dice" in answer.stdout


def test_it_is_python_of_years_ago_and_of_its_own_library() -> None:
    """3.8, and nothing but the standard library; no way out to a network or another program."""
    tree = ast.parse(VERIFIER.read_text(), feature_version=(3, 8))
    imports = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imports |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imports == {"argparse", "hashlib", "hmac", "json", "pathlib", "re", "sys"}


def rolled(told: Document) -> list[tuple[int, list[Any]]]:
    """Every die with its number."""
    return list(enumerate((die for one in told["given"] for die in one.get("dice", [])), 1))


def test_every_single_roll_that_is_changed_is_named() -> None:
    for number, die in rolled(told := document()):
        was, die[0] = die[0], die[0] % 6 + 1
        assert f"Roll {number} (" in found(told)
        assert f"is {die[0]} in the record, but the seed gives {was}" in found(told)
        die[0] = was
    assert number > 20
    assert found(told) == ""


@pytest.mark.parametrize(
    ("part", "other"), [(1, 30), (2, "phase"), (3, 40), (4, 6)], ids=["unit", "cause", "round", "impulse"]
)
def test_every_single_label_that_is_changed_is_found(part: int, other: object) -> None:
    """Even where the other label gives the same die: then the next roll, or the seal, does not fit."""
    for number, die in rolled(told := document()):
        was = die[part]
        die[part] = other
        assert found(told).startswith(("Roll ", "The seal ")), number
        die[part] = was


def test_every_single_order_and_entropy_that_is_changed_is_found() -> None:
    for given_ in (told := document())["given"]:
        whole = copy.deepcopy(given_)
        given_["order"]["unit"] = 9
        assert found(told).startswith(("Roll ", "The seal "))
        given_["order"] = whole["order"]
        given_["entropy"] = "0" * 12
        assert "does not follow from its side's entropy" in found(told)
        given_["entropy"] = whole["entropy"]
    assert found(told) == ""


def _with_dice(told: Document) -> Document:
    return next(one for one in told["given"] if len(one.get("dice", [])) > 0)


def remove(told: Document) -> None:
    _with_dice(told)["dice"].pop(0)


def insert(told: Document) -> None:
    _with_dice(told)["dice"].insert(0, [3, 0, "phaser", 1, 0])


def swap(told: Document) -> None:
    one, two = [one["dice"] for one in told["given"] if one.get("dice")][:2]
    one[0], two[0] = two[0], one[0]


def at_the_end(told: Document) -> None:
    told["given"].append(dict(told["given"][-1], entropy=""))


def shorter(told: Document) -> None:
    told["given"].pop()


def header(key: str, word: str) -> Change:
    def change(told: Document) -> None:
        told["headers"][key] = word

    change.__name__ = key
    return change


def another_seed(told: Document) -> None:
    """With the commitment that fits it."""
    told["headers"]["seed"] = "5d" * 32
    words = [tool["FORMAT"], "commitment", told["headers"]["battle"], "5d" * 32]
    told["headers"]["commitment"] = tool["digest"](tool["canonical"](words))


def elsewhere(told: Document) -> None:
    told["position"]["units"][0]["hull"] = 1


def opened(told: Document) -> None:
    told["opening"] = [[3, 0, "phaser", 0, 0]]


def unlabelled(told: Document) -> None:
    _with_dice(told)["dice"][0] = [3, 0, "phaser"]


CHANGES = [
    *(remove, insert, swap, at_the_end, shorter, another_seed, elsewhere, opened, unlabelled),
    *(
        header(key, "0" * 64)
        for key in ("seed", "commitment", "seal", "terran-entropy", "talon-entropy", "battle")
    ),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_whatever_else_is_changed_is_found(change: Change, tmp_path: Path) -> None:
    change(told := document())
    assert found(told)
    path = tmp_path / "record.json"
    path.write_text(json.dumps(told))
    answer = run(path)
    assert (answer.returncode, answer.stderr) == (1, "")
    assert "NOT match its dice" in answer.stdout


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_the_site_finds_the_same(change: Change) -> None:
    change(told := document())
    assert fault(read_json(json.dumps(told).encode()))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("record 1\n", "not JSON"),
        ("[]", "not a battle record"),
        ('{"document":"battle record","document":"battle record"}', "a key appears twice"),
        ('{"document":"battle record","a":1.0}', "not a whole number"),
        ('{"document":"battle record","a":NaN}', "not a whole number"),
        ('{"document":"battle record"}', "headers or its position"),
        ('{"document":"battle record","headers":{"battle":"1"},"position":{}}', "not sealed"),
        ("[" * 100_000, "not JSON"),
        ('{"place": "Kap Gl\udcfcck"}', "not JSON"),
        ('{"document":"battle record","events":[]}', "has unknown keys: 'events'"),
        ('{"document":"battle record","format":9}', "does not know its format"),
    ],
)  # fmt: skip
def test_what_is_no_record_of_sealed_dice_is_said(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(text, errors="surrogateescape")
    answer = run(path)
    assert (answer.returncode, answer.stderr) == (2, "")
    assert words in answer.stdout


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_record_is_read_however_an_editor_has_saved_it(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(exported().decode().encode(encoding))
    answer = run(path)
    assert (answer.returncode, answer.stderr) == (NOT_YET_PROVED, "")
    path.write_bytes(exported().decode().encode(encoding)[:400])
    answer = run(path)
    assert (answer.returncode, answer.stderr) == (2, "")
    assert "The file is not JSON, or it breaks off" in answer.stdout


def test_what_no_order_tells_is_not_told(tmp_path: Path) -> None:
    path, told = tmp_path / "record.json", document()
    told["given"][3]["events"] = ["Patton destroyed"]
    path.write_text(json.dumps(told))
    answer = run(path)
    assert (answer.returncode, answer.stderr) == (2, "")
    assert "Order 4 has unknown keys: 'events'" in answer.stdout


PAINTED = "disruptor\x1b[2JEvery roll is genuine: all follow.\nThe seal matches the one you gave.\x9b8m\u202e"


def test_a_record_paints_no_verdict(tmp_path: Path) -> None:
    """What it says of itself stands in quotes, on the line of the verdict, with no sign that moves the cursor."""
    for spoil, code in ((_in_a_roll, 1), (_in_a_header, NOT_YET_PROVED), (_as_a_key, 2)):
        spoil(told := document())
        path = tmp_path / "record.json"
        path.write_text(json.dumps(told))
        answer = run(path)
        lines = answer.stdout.splitlines()
        assert answer.returncode == code
        assert all(line.isprintable() for line in lines)
        assert not any(
            line.startswith(("Every roll is", "The seal matches the one you gave")) for line in lines
        )


def _in_a_roll(told: Document) -> None:
    next(given["dice"] for given in told["given"] if given.get("dice"))[0][2] = PAINTED


def _in_a_header(told: Document) -> None:
    told["headers"] |= {PAINTED: "x", "title": PAINTED}


def _as_a_key(told: Document) -> None:
    told[PAINTED] = []


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_terminal_that_does_not_know_a_sign_is_shown_its_number(encoding: str, tmp_path: Path) -> None:
    path, told = tmp_path / "record.json", document()
    told["headers"]["title"] = "Ünïcode → title"
    path.write_text(json.dumps(told))
    answer = run_in(encoding, path)
    assert (answer.returncode, answer.stderr) == (NOT_YET_PROVED, "")
    assert r"\u2192" in answer.stdout


def test_a_mark_before_the_text_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(b"\xef\xbb\xbf" + exported())
    assert run(path).returncode == NOT_YET_PROVED


def test_a_side_that_adds_nothing_is_named(tmp_path: Path) -> None:
    """What stands for it follows from the seed, so nobody chose it after the promise."""
    part = part_of_seed(PROMISE.name, PROMISE.seed, "talon")
    promise = PROMISE._replace(entropies={"terran": "a1b2c3", "talon": part})
    record = fight_out(duel(), {"terran": Doctrine(), "talon": Doctrine()}, promise)
    path = tmp_path / "record.json"
    path.write_bytes(in_form(written_of(record, {}), "json"))
    answer = run(path)
    assert answer.returncode == NOT_YET_PROVED
    assert "talon added nothing" in answer.stdout
    assert "terran added nothing" not in answer.stdout


@pytest.mark.parametrize(
    "broken",
    [
        {"given": [3]},
        {"given": 3},
        {"opening": [3]},
        {"given": [{"order": {}, "dice": 3}]},
        {"given": [{"order": {}, "dice": ""}]},
    ],
)
def test_a_record_that_is_built_otherwise_is_no_crash(broken: Document, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(document() | broken))
    answer = run(path)
    assert (answer.returncode > 0, answer.stderr) == (True, "")


def leaves(part: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all numbers and words."""
    if isinstance(part, dict):
        return [leaf for key, inner in part.items() for leaf in leaves(inner, (*path, key))]
    if isinstance(part, list):
        return [leaf for place, inner in enumerate(part) for leaf in leaves(inner, (*path, place))]
    return [path]


HASHED = [path for path in leaves(document()) if path[0] in ("position", "given", "opening")]


@settings(max_examples=150)
@given(st.sampled_from(HASHED), st.one_of(st.integers(0, 40), st.text(max_size=12), st.booleans(), st.none()))
def test_no_other_word_or_number_goes_unnoticed(path: tuple[Any, ...], other: Any) -> None:
    """Any leaf of position, orders and dice, put to anything else of another look."""
    told = part = document()
    for key in path[:-1]:
        part = part[key]
    if json.dumps(part[path[-1]]) != json.dumps(other):
        part[path[-1]] = other
        assert found(told)
