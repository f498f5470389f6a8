"""A site on disk, prepared once in a process."""

import shutil
from pathlib import Path

import pytest

from tests.site.config.commands import manage


@pytest.fixture(scope="session")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the site has been prepared, as `make run` does it first."""
    folder = tmp_path_factory.mktemp("first_run")
    assert manage(folder, "prepare").returncode == 0
    return folder


@pytest.fixture
def prepared(first_run: Path, tmp_path: Path) -> Path:
    """Such a folder of its own."""
    return shutil.copytree(first_run, tmp_path / "var")
