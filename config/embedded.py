"""The data folder and secret key of a site without settings."""

import os
import secrets
import stat
from hashlib import blake2b
from pathlib import Path

SECRET_FILE = "secret-key"  # noqa: S105
OTHERS = 0o077
QUEUE_FOLDERS = ("queue/messages", "queue/control")


def own_folder(folder: str | Path) -> Path:
    """The folder for data, made where it is missing; only its owner can read it, if it is ours."""
    path = Path(folder).resolve()
    for part in ("", *QUEUE_FOLDERS):
        (path / part).mkdir(mode=0o700, parents=True, exist_ok=True)
    found = path.stat()
    if found.st_uid == os.geteuid() and not found.st_mode & stat.S_ISVTX and is_open(path):
        path.chmod(found.st_mode & ~OTHERS)
    return path


def is_open(folder: Path) -> bool:
    """Whether somebody else than the owner can enter the folder, or read what is in it."""
    return bool(folder.stat().st_mode & OTHERS)


def embedded_secret(folder: Path) -> str:
    """The secret key kept in the folder, drawn at the first call; two processes agree on one."""
    path = folder / SECRET_FILE
    if not path.exists():
        _keep_first(path, secrets.token_urlsafe(50))
    return path.read_text().strip()


def mark(secret: str) -> str:
    """What the names of a site's cookies end with; it follows from the secret key, which all its machines have."""
    return blake2b(secret.encode(), digest_size=4, person=b"cookie names").hexdigest()


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
