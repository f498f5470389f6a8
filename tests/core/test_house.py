"""Promises about the project's own files."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["run.txt", "dev.txt", "compile.txt", "bench.txt"])
def test_requirements_are_hashed_and_name_no_host(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text()
    assert not re.search(r"https?://|file:|--(find-links|index|extra-index|trusted)", text)
    packages = re.findall(r"^([a-z0-9].*==\S+)", text, re.MULTILINE)
    assert packages
    assert text.count("--hash=sha256:") >= len(packages)
