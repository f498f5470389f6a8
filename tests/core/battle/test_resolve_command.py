"""manage.py resolve_battle: any set-up document, fought and told."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from engines.seam import codec

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
DUEL = EXAMPLES / "scenario-01.json"


def told(*words: object) -> str:
    """What the command says."""
    out = io.StringIO()
    call_command("resolve_battle", *map(str, words), stdout=out)
    return out.getvalue()


def test_the_result_is_a_document_and_the_same_for_the_same_seed() -> None:
    first = told(DUEL, "--seed", 7, "--json")
    assert first == told(DUEL, "--seed", 7, "--json")
    assert first != told(DUEL, "--seed", 8, "--json")
    result = codec.decode_result(first.encode())
    assert result.report.rounds >= 1


def test_it_is_told_in_words() -> None:
    words = told(DUEL, "--seed", 7, "--terran", "hold", "--talon", "hold")
    assert "in round" in words
    assert "\nTerran: " in words
    assert "\nTalon: " in words
    assert "led by" not in words


def test_who_leads_the_ships_is_said_and_matters() -> None:
    stances = ("--terran", "hold", "--talon", "hold", "--seed", 3)
    words = told(DUEL, *stances, "--terran-level", "ensign")
    assert "\nTerran (led by an ensign): " in words
    assert "\nTalon: " in words
    assert told(DUEL, *stances, "--json") != told(DUEL, *stances, "--terran-level", "ensign", "--json")


def test_an_admiral_says_how_far_it_thought() -> None:
    words = told(DUEL, "--talon-level", "admiral", "--talon", "preserve")
    assert "Talon (led by an admiral, who thought " in words
    assert "thought 0 play-outs" not in words


def test_what_cannot_be_read_is_refused_with_the_place(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        told(tmp_path / "nothing.json")
    broken = tmp_path / "broken.json"
    broken.write_text('{"title": 1}')
    with pytest.raises(CommandError, match="is no set-up document"):
        told(broken)
    with pytest.raises(CommandError, match="invalid choice: 'god'"):
        told(DUEL, "--terran-level", "god")
