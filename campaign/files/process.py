"""Files of wars are judged in a process of their own, at a low priority: the worker goes on with everything else."""

import fcntl
import os
import subprocess
import sys
from typing import Final

from django.conf import settings

COMMAND: Final = "judge_imports"
_begun: list[subprocess.Popen[bytes]] = []
"""The processes that this one has started; one that has ended is kept by the system until somebody asks."""


def begin_judging() -> bool:
    """Whether a process was started that judges all files that are owed; no, where this machine has one already.

    The process holds a lock as long as it lives, whatever it dies of.
    """
    _begun[:] = [process for process in _begun if process.poll() is None]
    lock = os.open(settings.VAR_DIR / "judging.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _start(lock)
    except BlockingIOError:
        return False
    finally:
        os.close(lock)
    return True


def _start(lock: int) -> None:
    """Starts the process, which takes the open lock along.

    On Linux it is asked to end when this one has ended, and must not be killed before with the worker's group.
    """
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), COMMAND, "--parent", str(os.getpid())]
    process = subprocess.Popen(  # noqa: S603 - nothing in it comes from outside
        command,
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=(lock,),
        start_new_session=sys.platform == "linux",
    )
    _begun.append(process)
