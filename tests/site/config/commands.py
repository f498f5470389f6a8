"""The site's own commands, each in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from config.serving.supervise import ROOT


def manage(folder: Path, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """What became of the command of manage.py, whose site has its files in that folder."""
    own = {"DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": str(folder), "PATH": os.environ["PATH"]}
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(
        command, cwd=ROOT, env=own | environ, capture_output=True, text=True, check=False, timeout=300
    )
