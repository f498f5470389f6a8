"""The data folder and secret key of a site without settings."""

import os
import secrets
from pathlib import Path

SECRET_FILE = "secret-key"  # noqa: S105
QUEUE_FOLDERS = ("queue/messages", "queue/control")


def own_folder(folder: str | Path) -> Path:
    """The folder for data, made where it is missing, readable by its owner alone."""
    path = Path(folder).resolve()
    for part in ("", *QUEUE_FOLDERS):
        (path / part).mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def embedded_secret(folder: Path) -> str:
    """The secret key kept in the folder, drawn at the first call; two processes agree on one."""
    path = folder / SECRET_FILE
    if not path.exists():
        _keep_first(path, secrets.token_urlsafe(50))
    return path.read_text().strip()


def _keep_first(path: Path, text: str) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(text)
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()
