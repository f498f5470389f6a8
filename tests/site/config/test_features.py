"""A feature is a folder and a line in the settings: without both the site goes on."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings

from config.feature import Feature
from tests.schema import KEPT

ROOT = Path(__file__).resolve().parents[3]
TREE = (
    *(
        "accounts",
        "battles",
        "campaign",
        "clubs",
        "config",
        "docs",
        "engines",
        "static",
        "templates",
        "tests",
        "bench",
    ),
    *("manage.py", "pyproject.toml"),
)
TRIED = (
    "tests/site/campaign/war/test_war_pages.py::test_history_names_every_die_with_its_cause",
    "tests/site/campaign/war/test_war_pages.py::test_surrender_is_asked_for_once_more_and_ends_the_war",
)
"""A war's pages in the midst of it and at its end."""


def test_every_folder_with_a_feature_is_in_the_settings() -> None:
    folders = {
        ".".join(path.parent.relative_to(ROOT).parts)
        for path in [*ROOT.glob("*/*/apps.py"), *ROOT.glob("*/*/*/apps.py")]
    }
    assert folders == set(settings.FEATURES)
    assert {one.name for one in apps.get_app_configs() if isinstance(one, Feature)} == folders


@pytest.mark.embedded
@pytest.mark.parametrize("feature", ["campaign.chat", "campaign.watching"])
def test_a_feature_is_deleted_by_its_folder_and_one_line(feature: str, tmp_path: Path) -> None:
    for name in TREE:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.so"))
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    if KEPT.exists():
        shutil.copytree(KEPT, tmp_path / KEPT.relative_to(ROOT))
    shutil.rmtree(tmp_path / feature.replace(".", "/"))
    listed = tmp_path / "config" / "settings.py"
    before = listed.read_text()
    listed.write_text(before.replace(f'    "{feature}",\n', ""))
    assert listed.read_text() != before
    environment = {**os.environ, "VAR_DIR": str(tmp_path / "var"), "ENGINE": "plain"}
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", *TRIED],
        cwd=tmp_path,
        env={key: value for key, value in environment.items() if not key.startswith("PYTEST_")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout[-3000:] + found.stderr[-2000:]
    assert f"{len(TRIED)} passed" in found.stdout
