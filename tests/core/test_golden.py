"""Wars as released versions wrote them are read for ever: one golden file for each format of state and events."""

from pathlib import Path

import msgspec
import pytest

from campaign.rules.evolve import fold
from campaign.rules.state import War
from campaign.war.log.documents import decode_events
from engines.seam.own_documents import read_own

GOLDEN = sorted((Path(__file__).parent / "golden").glob("war_format_*.json"))


class GoldenWar(msgspec.Struct, forbid_unknown_fields=True):
    """A finished war: every event, and the state they led to when they were written."""

    format: int
    events: msgspec.Raw
    state: War


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_war_of_that_format_is_read_and_comes_out_the_same(file: Path) -> None:
    kept = msgspec.json.decode(file.read_bytes(), type=GoldenWar, dec_hook=read_own)
    read = msgspec.json.encode(fold(decode_events(bytes(kept.events))), order="deterministic")
    assert read == msgspec.json.encode(kept.state, order="deterministic")


def test_there_is_a_golden_file_for_the_present_format() -> None:
    """Raise the format, and this asks for its file and for the step in between."""
    present = War.__struct_fields__[-1]
    assert present == "format"
    assert "war_format_1" in {file.stem for file in GOLDEN}
