"""python -m tests.deploy: `deploy/install` on a fresh Debian 12, twice, and attacks on what it has set up.

For root. It takes some ten minutes and the network: packages and wheels are fetched as on any new server.
"""

import asyncio
import ssl
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.deploy.server import Server, fresh_debian

ROOT = Path(__file__).parents[2]
DOMAIN = "front.example"
CHECKOUT = "/root/front-line"
SETTINGS = "/etc/front-line/environment"
HOUSEHOLD = 100
ASK = f"Host: {DOMAIN}\r\nConnection: close\r\n"
PAGE = f"GET /accounts/login/ HTTP/1.1\r\n{ASK}\r\n".encode()
POST = f"POST /accounts/login/ HTTP/1.1\r\n{ASK}".encode()


def main() -> int:
    """0 when all is well; otherwise the first check that fails says so and ends it."""
    with fresh_debian() as server:
        _bring_checkout(server)
        for check in (_install, _runs, _install_again, _comes_back, _attacks, _rests):
            began = time.monotonic()
            print(f"{(check.__doc__ or '').strip()} ...", flush=True)
            check(server)
            print(f"    well, after {time.monotonic() - began:.0f} s", flush=True)
    return 0


def _bring_checkout(server: Server) -> None:
    target = server.root / CHECKOUT.removeprefix("/")
    target.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(["tar", "-x", "-C", target], input=archive, check=True)


def _install(server: Server) -> None:
    """`deploy/install` sets the server up"""
    print(server.run(f"{CHECKOUT}/deploy/install", DOMAIN))


def _runs(server: Server) -> None:
    """Every unit runs, and a page comes by https"""
    assert _status(PAGE) == 200
    states = server.run("systemctl", "list-units", "--plain", "--no-legend", "front-line*")
    lines = [line.split() for line in states.splitlines()]
    assert len(lines) >= 7, states
    assert all(words[2] == "active" and words[3] in {"active", "running", "listening"} for words in lines), (
        states
    )
    assert server.run("systemctl", "is-enabled", "front-line.target").strip() == "enabled"
    assert "front-line-web@1" in server.run("ls", "/etc/systemd/system/front-line.target.wants")


def _install_again(server: Server) -> None:
    """The same command again changes no setting and loses no data"""
    before = server.run("cat", SETTINGS)
    rows = _users(server)
    _install(server)
    assert sorted(server.run("cat", SETTINGS).split()) == sorted(before.split())
    assert _users(server) == rows > 0
    assert server.run("ls", "/var/backups/front-line")
    _runs(server)


def _users(server: Server) -> int:
    sql = "SELECT count(*) FROM accounts_user"
    return int(server.run("runuser", "-u", "frontline", "--", "psql", "-qtA", "-c", sql, "frontline"))


def _comes_back(server: Server) -> None:
    """A web server and a worker that are killed come back, and no page is lost while one restarts"""
    for unit in ("front-line-web@1.service", "front-line-worker.service"):
        server.run("systemctl", "kill", "-s", "KILL", unit)
        time.sleep(1)
        _wait(partial(_is_active, server, unit))
    server.run("systemctl", "restart", "--no-block", "front-line-web@1.service")
    assert [_status(PAGE) for _ in range(20)] == [200] * 20


def _is_active(server: Server, unit: str) -> bool:
    return server.run("systemctl", "is-active", unit, check=False).strip() == "active"


def _attacks(_server: Server) -> None:
    """Attacks through TLS: slow and large heads and bodies, and one household that takes all it can get"""
    began = time.monotonic()
    slow = [b"GET / HTTP/1.1\r\n", *[b"X-A: 1\r\n"] * 60]
    assert _status(*slow, pause=0.5) in (408, 0)
    assert time.monotonic() - began < 25
    assert _status(PAGE[:-2] + b"X-A: " + b"a" * 40_000 + b"\r\n\r\n") == 400
    assert _status(POST + b"Content-Length: 8000000\r\n\r\n", b"x" * 8_000_000) == 413
    asyncio.run(_one_household())


async def _one_household() -> None:
    held = []
    for _ in range(HOUSEHOLD):
        _reader, writer = await _connect("127.0.0.2")
        writer.write(POST + b"Content-Length: 1000\r\n\r\nx")
        held.append(writer)
    await asyncio.sleep(1)
    assert await _asked(PAGE, house="127.0.0.2") == 503
    assert await _asked(PAGE, house="127.0.0.3") == 200
    for writer in held:
        writer.close()


def _rests(server: Server) -> None:
    """What it takes at rest, and how long a stop takes"""
    time.sleep(10)
    command = "ps -u frontline -o pss= 2>/dev/null | awk '{all += $1} END {print all / 1024}'"
    print(f"    {float(server.run('sh', '-c', command)):.0f} MB (PSS) of the user frontline")
    began = time.monotonic()
    server.run("systemctl", "stop", "front-line.target")
    _wait(lambda: not server.run("ps", "-u", "frontline", "-o", "pid=", check=False).strip())
    print(f"    all has stopped after {time.monotonic() - began:.1f} s")


def _wait(true: Callable[[], bool], seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.2)


def _status(*parts: bytes, pause: float = 0.0) -> int:
    return asyncio.run(_asked(*parts, pause=pause))


async def _connect(house: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    trusting = ssl.create_default_context()  # its certificate is its own
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    return await asyncio.open_connection(
        "127.0.0.1", 443, ssl=trusting, server_hostname=DOMAIN, local_addr=(house, 0)
    )


async def _asked(*parts: bytes, pause: float = 0.0, house: str = "127.0.0.1") -> int:
    """The status of the answer, which is read while the parts are sent; 0 without one."""
    reader, writer = await _connect(house)

    async def send() -> None:
        for part in parts:
            writer.write(part)
            await asyncio.sleep(pause)

    sending = asyncio.create_task(send())
    try:
        async with asyncio.timeout(60):
            first = await reader.readline()
    except ConnectionError:
        return 0
    finally:
        sending.cancel()
        writer.close()
    return int(first.split()[1]) if first else 0


if __name__ == "__main__":
    sys.exit(main())
