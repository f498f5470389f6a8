"""docs/third-party.md names what the site needs to run, at the version that is installed."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_package_has_its_row_and_its_licence() -> None:
    needed = re.findall(r"^([\w.-]+)(?:\[[\w,]+\])?==(\S+)", _text("requirements/run.txt"), re.MULTILINE)
    rows = re.findall(r"^\| (\S+) +\| (\S+) +\| ([^|]+?) +\|", _text("docs/third-party.md"), re.MULTILINE)
    named = {(_plain(name), version): licence for name, version, licence in rows[1:]}
    assert set(named) == {(_plain(name), version) for name, version in needed}
    assert "UNKNOWN" not in named.values()


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")


def _text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")
