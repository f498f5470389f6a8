"""Run a command with an own Redis and an own PostgreSQL: python -m bench.with_services redis,pg -- COMMAND

Both are Debian's, started on free ports in a temporary folder and stopped again; the machine's own services
are not touched. As root, what is missing is installed. REDIS_URL and DATABASE_URL say where they are. Told to stop by a
signal, it passes that on to the command, stops both and removes their folder; they also stop if it is killed.
"""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from ctypes.util import find_library
from functools import partial
from pathlib import Path
from typing import Any

from config.serving.supervise import StopSignal, end_with_parent

PACKAGES = {
    "redis": ["redis-server"],
    "pg": ["postgresql-15", "postgresql-client-15"],
    "chromium": ["chromium-headless-shell", "fonts-dejavu-core"],
    "nginx": ["nginx"],
    "debootstrap": ["debootstrap"],
    "pango": ["libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0", "fonts-dejavu-core"],
}
PROGRAMS = {
    "redis": ["redis-server"],
    "nginx": ["nginx", "/usr/sbin/nginx"],
    "debootstrap": ["debootstrap", "/usr/sbin/debootstrap"],
    "chromium": [
        "chromium-headless-shell",
        "chromium",
    ],  # without windows the same pages take three quarters of the time
}
ENDING = (signal.SIGTERM, signal.SIGHUP)
GRACE_SECONDS = 10.0
CLEAN_ENV = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


class ServiceMissing(Exception):
    """What is not on this machine, and how to get it."""


def pg_bin() -> Path | None:
    """The folder of the newest PostgreSQL server programs, if there is one."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(found, key=lambda path: int(path.parent.name)) if found else None


def program(name: str) -> str | None:
    """Where the programs of a service are, if they are here; of Pango, which is a library, its name."""
    if name == "pango":
        return find_library("harfbuzz-subset") and find_library("pangoft2-1.0")
    if name == "pg":
        folder = pg_bin()
        return str(folder / "postgres") if folder else None
    return next(filter(None, map(shutil.which, PROGRAMS[name])), None)


def version(name: str) -> str:
    """What the service's program says about itself, or that it is not installed."""
    path = program(name)
    if path is None:
        return "not installed"
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout.split(
        "\n"
    )[0]
    return " ".join(said.split()[:3])


def ensure(*names: str) -> None:
    """Installs what is missing; raises ServiceMissing, with the command to give, when it may not."""
    missing = [package for name in names if program(name) is None for package in PACKAGES[name]]
    if not missing:
        return
    command = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
    if not shutil.which("apt-get"):
        raise ServiceMissing(f"not on this machine: {', '.join(missing)} (names of Debian packages)")
    if os.geteuid() != 0 and not _agreed(missing):
        raise ServiceMissing(f"not installed: {', '.join(missing)}. To install: sudo {' '.join(command)}")
    if failed := _failed_to_install(command):
        raise ServiceMissing(f"`{failed}` failed; not installed: {', '.join(missing)}")


def ensure_quickest(name: str) -> str:
    """Installs, as root, the first of a service's programs where only another one is here; what to say if it cannot."""
    first, *others = PROGRAMS[name]
    if shutil.which(first) or not any(map(shutil.which, others)):
        return ""
    command = ["apt-get", "install", "-y", "--no-install-recommends", *PACKAGES[name]]
    if os.geteuid() == 0 and shutil.which("apt-get") and not _failed_to_install(command):
        return ""
    return f"{first} takes three quarters of the time of {others[0]}, but is not here. To install: {' '.join(command)}"


def _failed_to_install(command: list[str]) -> str:
    """The command that failed, of apt-get's; nothing if none did."""
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["apt-get", "update"], command):
        if subprocess.run([*sudo, *step], env=environ, stdout=subprocess.DEVNULL, check=False).returncode:
            return " ".join(step)
    return ""


def _agreed(missing: list[str]) -> bool:
    if not sys.stdin.isatty() or not shutil.which("sudo"):
        return False
    return input(f"Not installed: {', '.join(missing)}. Install with sudo? [y/N] ").strip().lower() == "y"


def free_port() -> int:
    """A port nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def services(*names: str) -> Iterator[dict[str, str]]:
    """The addresses of the started services, as the environment variables the site reads."""
    ensure(*names)
    with _ended_by_signals(), contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="front-line-services-")))
        folder.chmod(0o755)
        found: dict[str, str] = {}
        for name in names:
            found |= stack.enter_context(STARTERS[name](folder))
        yield found


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """While the block runs, a signal that would end this process at once ends the block first; a second one waits."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread hears of signals
        yield
        return

    def leave(number: int, _frame: object) -> None:
        for one in ENDING:
            signal.signal(one, lambda _number, _frame: None)
        sys.exit(128 + number)

    before = {number: signal.signal(number, leave) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def _redis(folder: Path) -> Iterator[dict[str, str]]:
    port = free_port()
    own = folder / "redis"
    own.mkdir()
    options = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(own)]
    with _running(["redis-server", "--port", str(port), *options], signal.SIGTERM, port, {}):
        yield {"REDIS_URL": f"redis://127.0.0.1:{port}/0"}


@contextlib.contextmanager
def _postgres(folder: Path) -> Iterator[dict[str, str]]:
    programs, port, own = pg_bin(), free_port(), folder / "pg"
    assert programs
    own.mkdir()
    account = _server_account(own)
    init = [programs / "initdb", "-D", own / "data", "-U", "app", "-A", "trust", "-E", "UTF8"]
    _call([*init, "--locale=C.UTF-8", "--no-sync"], account)
    quick = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=60"]
    settings = ["listen_addresses=127.0.0.1", f"unix_socket_directories={own}", *quick]
    command = [programs / "postgres", "-D", own / "data", "-p", str(port)]
    for setting in settings:
        command += ["-c", setting]
    with _running(command, signal.SIGINT, port, account):
        address = ["-h", "127.0.0.1", "-p", str(port), "-U", "app"]
        _until_ready([programs / "pg_isready", "-q", *address], account)
        _call([programs / "createdb", *address, "app"], account)
        yield {"DATABASE_URL": f"postgres://app@127.0.0.1:{port}/app"}


STARTERS: dict[str, Callable[[Path], contextlib.AbstractContextManager[dict[str, str]]]] = {
    "redis": _redis,
    "pg": _postgres,
}


def _server_account(folder: Path) -> dict[str, Any]:
    options: dict[str, Any] = {"cwd": folder, "env": CLEAN_ENV}
    if os.geteuid() != 0:
        return options
    account = pwd.getpwnam("postgres")
    os.chown(folder, account.pw_uid, account.pw_gid)
    return options | {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def _call(command: list[Any], account: dict[str, Any]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **account)


def _until_ready(question: list[Any], account: dict[str, Any]) -> None:
    deadline = time.monotonic() + 20
    while subprocess.run(question, check=False, **account).returncode:
        if time.monotonic() > deadline:
            raise RuntimeError("PostgreSQL listens, but takes no connections")
        time.sleep(0.05)


@contextlib.contextmanager
def _running(command: list[Any], stop: signal.Signals, port: int, options: dict[str, Any]) -> Iterator[None]:
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=partial(end_with_parent, stop),  # noqa: PLW1509 - called before there are threads
        **options,
    )
    try:
        _wait_for(port, process)
        yield
    finally:
        process.send_signal(stop)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"{process.args!r} ended with code {process.returncode}")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.02)
    raise RuntimeError(f"nothing listens on port {port}")


def call(command: list[str], **options: Any) -> int:
    """The exit code of a command; once it was told to stop by a signal, this process ends with the command."""
    with StopSignal() as stop_signal:
        process = subprocess.Popen(command, **options)
        while process.poll() is None and not stop_signal.to_stop:
            time.sleep(0.05)
        if stop_signal.by is not None:
            _end(process, stop_signal.by)
            sys.exit(128 + stop_signal.by)
        return process.returncode


def _end(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """Lets the command end; a terminal has sent it its Ctrl-C already."""
    for more in (None if number == signal.SIGINT else number, signal.SIGTERM, signal.SIGKILL):
        if more is not None:
            process.send_signal(more)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(GRACE_SECONDS)
            return


def main(arguments: list[str]) -> int:
    """The exit code of the command, run with the services it asked for."""
    if len(arguments) < 3 or arguments[1] != "--":
        sys.stderr.write(__doc__ or "")
        return 2
    try:
        with services(*arguments[0].split(",")) as found:
            return call(arguments[2:], env=os.environ | found)
    except ServiceMissing as missing:
        sys.stderr.write(f"Not run: {missing}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
