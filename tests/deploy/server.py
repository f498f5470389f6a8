"""A fresh Debian 12 with a systemd of its own, in namespaces of this machine and on its network; root only."""

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.with_services import ensure

PORTS = (80, 443, 5432, 6379, 8000)
"""Where the server listens; they must be free here."""
BUNDLE = Path("/etc/ssl/certs/ca-certificates.crt")
OF_THE_KERNEL = (
    "systemd-sysctl", "systemd-modules-load", "systemd-udevd", "systemd-remount-fs", "console-getty", "getty@tty1"
)  # fmt: skip
"""Services that would change this machine's kernel or screen."""
BOOT = """
set -e
mount --make-rprivate /
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount --rbind /sys/fs/cgroup sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/shm dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
ln -s pts/ptmx dev/ptmx
for name in null zero full random urandom tty; do cp -a /dev/$name dev/$name; done
ln -s /proc/self/fd dev/fd
mkdir -p before
pivot_root . before
cd /
umount -l /before
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /sbin/init --log-target=null
"""


class Server:
    """A running Debian: `run` gives it a command."""

    def __init__(self, root: Path, init: int) -> None:
        self.root, self._init = root, init

    def run(self, *command: str, check: bool = True) -> str:
        """What the command says there."""
        inside = ["nsenter", "-t", str(self._init), "-m", "-p", "-u", "-i", "-r", "-w"]
        done = subprocess.run(
            [*inside, "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", *command],
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        if check and done.returncode:
            raise AssertionError(f"{command} ended with {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done.stdout


@contextmanager
def fresh_debian() -> Iterator[Server]:
    """A Debian 12 with systemd and nothing else, started; gone with all that ran there at the end."""
    ensure("debootstrap")
    taken = [port for port in PORTS if _is_taken(port)]
    if taken:
        raise AssertionError(f"These ports are taken on this machine: {taken}")
    with tempfile.TemporaryDirectory(prefix="front-line-server-", ignore_cleanup_errors=True) as folder:
        root = Path(folder) / "debian"
        _unpack(root)
        _take_along(root)
        starting = subprocess.Popen(
            [
                "unshare",
                "--mount",
                "--pid",
                "--fork",
                "--uts",
                "--ipc",
                "--kill-child",
                "sh",
                "-c",
                BOOT,
                "sh",
                root,
            ]
        )
        try:
            yield _booted(root, starting)
        finally:
            starting.kill()  # and with it the first process of the namespace, and so all of them
            starting.wait(30)
            time.sleep(1)


def _is_taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _unpack(root: Path) -> None:
    packages = "systemd-sysv,dbus,ca-certificates,procps"
    command = ["debootstrap", "--variant=minbase", f"--include={packages}", "bookworm", str(root)]
    subprocess.run([*command, "http://deb.debian.org/debian"], check=True, stdout=subprocess.DEVNULL)


def _take_along(root: Path) -> None:
    """Gives it this machine's way to the network, and nothing of this project."""
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    sources = ("debian bookworm", "debian-security bookworm-security")
    lines = [f"deb http://deb.debian.org/{source} main\n" for source in sources]
    (root / "etc/apt/sources.list").write_text("".join(lines))
    (root / "etc/apt/apt.conf.d/99clock").write_text(
        'Acquire::Check-Valid-Until "false";\nAcquire::Check-Date "false";\n'
    )
    if BUNDLE.exists():
        shutil.copy(BUNDLE, root / "etc/ssl/certs/ca-certificates.crt")
        (root / "etc/pip.conf").write_text(f"[global]\ncert = {BUNDLE}\n")
    with (root / "etc/hosts").open("a") as hosts:
        hosts.write("127.0.0.1 localhost acme-v02.api.letsencrypt.org\n")  # nobody is asked for a certificate
    for name in OF_THE_KERNEL:
        (root / f"etc/systemd/system/{name}.service").symlink_to("/dev/null")


def _booted(root: Path, starting: "subprocess.Popen[bytes]", longest: float = 120.0) -> Server:
    until = time.monotonic() + longest
    while time.monotonic() < until:
        children = Path(f"/proc/{starting.pid}/task/{starting.pid}/children").read_text().split()
        if children:
            server = Server(root, int(children[0]))
            if server.run("systemctl", "is-system-running", check=False).strip() in ("running", "degraded"):
                return server
        time.sleep(0.5)
    raise AssertionError("systemd did not start")
