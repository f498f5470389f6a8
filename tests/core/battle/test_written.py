"""Battle records: text and JSON say the same, and a record is believed only as far as its orders and dice go."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given as given_by
from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.seam.documents import BattleSetup
from engines.seam.refusals import Refused
from engines.seeded import SeededDice
from engines.talon.dice import Label
from engines.talon.documents import codec
from engines.talon.documents.written import BattleRecord, Given, Rolled
from engines.talon.records.drawing import draw
from engines.talon.records.json_form import read_json, replayed, write_json
from engines.talon.records.text_form import read_text, write_text
from engines.talon.text import write_ending, write_position
from tests.core.battle.random_battles import Course, setups

MOST = 300


class Noted:
    """Dice that keep what they rolled, with its label."""

    def __init__(self, seed: int) -> None:
        self._dice = SeededDice(seed)
        self.rolled: list[Rolled] = []

    def roll(self, label: Label) -> int:
        die = self._dice.roll(label)
        self.rolled.append(Rolled(die, label.unit, label.cause, label.round, label.impulse))
        return die


def written(setup: BattleSetup, seed: int) -> BattleRecord:
    """A random battle, written down."""
    course, dice = Course(setup, seed), Noted(seed)
    course.dice = dice  # type: ignore[assignment]
    start = codec.document_of(course.battle)
    given: list[Given] = []
    for _ in course.walk():
        if len(course.given) > len(given):
            entropy = f"e{len(given)}" if seed % 2 else ""
            given.append(Given(course.given[-1], tuple(dice.rolled), entropy))
            dice.rolled = []
        if len(given) == MOST:
            break
    headers = {"place": "Antares 5", "terran": "Anna", "result": write_ending(course.battle) or "unfinished"}
    return BattleRecord(headers, start, tuple(given), closing=("well fought",))


@settings(max_examples=15)
@given_by(setups(), st.integers(0, 10**6))
def test_text_and_json_say_the_same_and_end_alike(setup: BattleSetup, seed: int) -> None:
    told = written(setup, seed)
    again, replay = read_text(write_text(told))
    assert again == told
    assert write_text(again) == write_text(told)
    assert read_json(write_json(told)) == told
    assert write_position(replayed(told).battle) == write_position(replay.battle)
    assert replayed(told).events == replay.events


SHORT = """\
record 1
place Antares 5

position 1
clock 2E terran fire
terran CA Patton 0,0 E
talon CA Sacrifice 2,0 W

orders
# at last
terran fire Patton 2 Sacrifice ~ ab12
  6
terran done
"""


def test_a_record_typed_by_hand_is_read_and_completed() -> None:
    told, replay = read_text(SHORT)
    assert told.given[0].dice == (Rolled(6, 0, "anti_matter_torpedo", 2, 4),)
    assert (told.given[0].entropy, told.given[0].comment) == ("ab12", ("at last",))
    assert "  6 Patton anti_matter_torpedo" in write_text(told)
    assert replay.battle.units[1].shields != (4, 4, 4, 3)


@pytest.mark.parametrize(
    ("old", "new", "place", "rule", "words"),
    [
        ("record 1", "record 2", "1:1", "", "begins with the line"),
        ("place Antares 5", "Place Antares 5", "2:1", "", "lower-case word"),
        ("place Antares 5", "place Antares 5\nplace Orion", "3:1", "", "appears twice"),
        ("place Antares 5", "result held talon", "", "20.1", "'unfinished'"),
        ("orders\n", "", "12:1", "", "orders is missing"),
        ("terran CA Patton 0,0 E", "terran CA Patton 0,0 X", "6:22", "", "hex side"),
        ("fire Patton 2 Sac", "fire Patton 9 Sac", "", "8", ""),
        ("terran fire Patton", "talon fire Patton", "", "", ""),
        ("fire Patton", "fire Zhukov", "11:13", "", "no Zhukov"),
        ("~ ab12", "~ ab 12", "11:32", "", "one word"),
        ("  6\n", "", "", "", "a die is missing"),
        ("  6\n", "  7\n", "12:3", "", "not a die"),
        ("  6\n", "  6 Patton phaser\n", "", "", "not for what the record says"),
        ("  6\n", "  6\n  5\n", "", "", "is not rolled"),
        ("terran done", "terran dome", "13:8", "", "not an order"),
        ("terran done", "terran move Patton ahead", "", "3", "Line 13"),
    ],
)
def test_the_first_thing_that_cannot_be_is_told_with_its_place(
    old: str, new: str, place: str, rule: str, words: str
) -> None:
    assert old in SHORT
    with pytest.raises(Refused) as caught:
        read_text(SHORT.replace(old, new, 1))
    refusal = caught.value.refusals[0]
    assert refusal.reason.startswith(("Line ", "1", "A ", "The ")) or "Line" in refusal.reason
    assert words in refusal.reason
    assert refusal.rule.startswith(rule)
    assert place in ("", refusal.where)


def test_a_document_is_believed_only_as_far_as_its_orders_go() -> None:
    told = read_text(SHORT)[0]
    wrong = replace(told.given[0], dice=(Rolled(6, 1, "anti_matter_torpedo"),))
    illegal = replace(told.given[1], order=told.given[0].order)
    for given, where in (((wrong,), "$.given[0].dice[0]"), ((told.given[0], illegal), "$.given[1]")):
        with pytest.raises(Refused, match=r"^At ") as caught:
            replayed(replace(told, given=given))
        assert where in str(caught.value)
    for raw, path in (
        (b"{}", "At $: “headers” is missing."),
        (write_json(told).replace(b'"round":2', b'"round":-2'), "$.position.round"),
        (write_json(told).replace(b'"hull"', b'"hulk"'), ""),
    ):
        if raw != write_json(told):
            with pytest.raises(Refused, match="At ") as caught:
                read_json(raw)
            assert path in str(caught.value)


def test_the_command_replays_draws_and_stops(tmp_path: Path) -> None:
    path = tmp_path / "battle.txt"
    path.write_text(SHORT)
    for options, words in (
        ({}, "  = shot unit Patton group 2 weapon anti_matter_torpedo target Sacrifice distance 2 die 6"),
        ({"until": 0}, "clock 2E terran fire"),
        ({"show": True}, "A→"),
    ):
        out = io.StringIO()
        call_command("replay_battle", path, stdout=out, **options)
        assert words in out.getvalue()
    out = io.StringIO()
    call_command("replay_battle", path, stdout=out, json=True)
    answer = json.loads(out.getvalue())
    assert (answer["orders"], answer["over"], len(answer["events"])) == (2, None, 2)
    path.write_bytes(b"\xef\xbb\xbf" + SHORT.encode())
    call_command("replay_battle", path, stdout=io.StringIO())
    for until in (-1, "-1", "few"):
        with pytest.raises(CommandError, match="a whole number, 0 or more"):
            call_command(
                "replay_battle", path, f"--until={until}" if until == "few" else "--until", str(until)
            )
    path.write_text(SHORT.replace("terran done", "terran move Patton ahead"))
    for options, words in (({}, "terran fire Patton 2 Sacrifice"), ({"show": True}, "A→")):
        out = io.StringIO()
        with pytest.raises(CommandError, match=r"Line 13, column 1: .* \[3\]"):
            call_command("replay_battle", path, stdout=out, **options)
        assert words in out.getvalue(), "what was played before it"
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("replay_battle", tmp_path / "nothing")


@pytest.mark.parametrize(
    ("old", "new", "orders", "error"),
    [
        ("terran done", "terran move Patton ahead", 1, ("13:1", "3")),
        ("terran done", "terran dome", 1, ("13:8", None)),
        ("  6\n", "  6\n  5\n", 0, ("13:3", None)),
        ("  6\n", "", 0, ("11:1", "8")),
        ("record 1", "record 2", 0, ("1:1", None)),
    ],
)
def test_an_error_as_json_comes_with_what_was_played_before_it(
    tmp_path: Path, old: str, new: str, orders: int, error: tuple[str, str | None]
) -> None:
    path, out = tmp_path / "battle.txt", io.StringIO()
    path.write_text(SHORT.replace(old, new, 1))
    with pytest.raises(CommandError):
        call_command("replay_battle", path, stdout=out, json=True)
    answer = json.loads(out.getvalue())
    assert (answer["orders"], len(answer["events"])) == (orders, orders)
    [told] = answer["errors"]
    assert (told["where"], told["rule"]) == error
    assert told["reason"].endswith(".")
    if old != "record 1":
        left = {one["name"]: one["shields"] for one in answer["position"]["units"]}["Sacrifice"]
        assert (left == [7, 4, 4, 3]) == (orders == 0)


def test_a_drawing_shows_every_counter_once() -> None:
    battle = read_text(SHORT, until=0)[1].battle
    drawn = draw(battle)
    assert "A→  ·   a←" in drawn
    assert "A  terran CA Patton 0,0 E" in drawn


def test_a_drawing_names_missiles_and_who_stands_together() -> None:
    more = "talon DD Hunter 2,0 E\ntalon missile m3 2,0 W at Patton\ntalon missile m12 4,0 W at Patton\n"
    drawn = draw(read_text(SHORT.replace("\norders", more + "\norders"), until=0)[1].battle)
    assert "!12  talon missile m12 4,0 W at Patton" in drawn
    assert "+3  at 2,0: a← b→ !3←" in drawn
    assert "A→    ·     +3    ·     !12←" in drawn


def test_a_drawing_tells_many_units_apart() -> None:
    many = "\n".join(f"terran CA C{number} {number % 10},{number // 10 + 1} E" for number in range(60))
    source = SHORT.replace("talon CA", f"{many}\ntalon CA").replace("clock", "boxes 20\nclock")
    drawn = draw(read_text(source, until=0)[1].battle)
    key = [line.split()[0] for line in drawn.splitlines() if "  terran CA" in line]
    assert len(key) == len(set(key)) == 61
    assert all(drawn.count(f" {letter}→") == 1 for letter in key[1:])


def test_dice_say_when_they_were_rolled_and_need_not() -> None:
    """Round and impulse are taken from the replay where they are not told, and refused where they are others."""
    told, replay = read_text(SHORT)
    assert b'[6,0,"anti_matter_torpedo",2,4]' in write_json(told)
    short = write_json(told).replace(b'[6,0,"anti_matter_torpedo",2,4]', b'[6,0,"anti_matter_torpedo"]')
    assert replayed(read_json(short)).given == list(told.given) == replay.given
    for other in (b"1,4]", b"2,3]"):
        wrong = write_json(told).replace(b"2,4]", other)
        with pytest.raises(Refused, match="round 2, impulse E, not for what the record says"):
            replayed(read_json(wrong))
