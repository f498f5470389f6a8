"""Where this site is served, or was served last: a file in the data folder that `up` keeps locked while it lives."""

import contextlib
import fcntl
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FILE: Final = "served"
EVERYWHERE: Final = ("", "0.0.0.0", "::")  # noqa: S104 - addresses to listen on, not to go to
DEFAULT_PORT: Final = "8000"


@dataclass(frozen=True, slots=True)
class Served:
    """An address, and the process that serves the site there; `now` as long as it lives."""

    process: int
    address: str
    now: bool


def note(folder: Path, address: str) -> None:
    """Notes where this process, and whatever it becomes, serves the site; not if another one has noted that already."""
    file = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        return
    os.set_inheritable(file, True)
    with contextlib.suppress(OSError):  # a site whose disk is full can still be read
        os.ftruncate(file, 0)
        os.write(file, f"{os.getpid()} {address}".encode())


def served(folder: Path) -> Served | None:
    """What was noted last; None if nothing ever was."""
    try:
        with (folder / FILE).open() as file:
            process, _, address = file.read().partition(" ")
            return Served(int(process), address, _is_locked(file.fileno())) if address else None
    except (OSError, ValueError):
        return None


def address_of(folder: Path) -> str:
    """The address for links of a site without SITE_URL: where it is served now, or would be, or was last."""
    last = served(folder)
    if last and (last.now or not os.environ.get("PORT")):
        return last.address
    host = os.environ.get("HOST", "")
    return f"http://{'127.0.0.1' if host in EVERYWHERE else host}:{os.environ.get('PORT') or DEFAULT_PORT}"


def _is_locked(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False
