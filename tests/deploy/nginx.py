"""Debian's nginx in front of the site, with the files of `deploy/`; only the seconds are fewer."""

import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpcore

from bench.with_services import ServiceMissing, free_port, program

DEPLOY = Path(__file__).parents[2] / "deploy" / "nginx"
WORKS = """
daemon off;
pid {folder}/pid;
error_log stderr;
{user}worker_processes 1;
worker_rlimit_nofile 8192;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/unused;
    uwsgi_temp_path {folder}/unused;
    scgi_temp_path {folder}/unused;
    {limits}
    server {{
        listen 127.0.0.1:{port};
        {site}
    }}
}}
"""


@contextmanager
def behind_nginx(site: str, logs: Path | None = None, /, **seconds: float) -> Iterator[str]:
    """The address of nginx in front of the site; `send_timeout=1` is in place of what `deploy/` says.

    It writes its logs into that folder.
    """
    found = program("nginx")
    if found is None:
        raise ServiceMissing("nginx is not on this machine. To install: sudo apt-get install nginx")
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="front-line-nginx-") as folder:
        written = Path(folder) / "nginx.conf"
        written.write_text(_configuration(folder, port, site, logs or Path(folder), seconds))
        server = subprocess.Popen([found, "-p", folder, "-c", str(written), "-e", "stderr"])
        try:
            yield _ready(f"http://127.0.0.1:{port}")
        finally:
            server.terminate()
            server.wait(20)


def _configuration(folder: str, port: int, site: str, logs: Path, seconds: dict[str, float]) -> str:
    limits = (DEPLOY / "limits.conf").read_text().replace("127.0.0.1:8000", urlsplit(site).netloc)
    of_site = (DEPLOY / "site.conf").read_text().replace("/var/log/nginx", str(logs))
    for name, number in seconds.items():
        of_site, changed = re.subn(
            rf"^{name} \S+;", f"{name} {int(number * 1000)}ms;", of_site, flags=re.MULTILINE
        )
        assert changed == 1, f"site.conf has no {name}"
    user = "user root;\n" if Path(folder).owner() == "root" else ""
    return WORKS.format(folder=folder, port=port, limits=limits, site=of_site, user=user)


def _ready(address: str, longest: float = 30.0) -> str:
    until = time.monotonic() + longest
    while True:
        try:
            httpcore.request("GET", f"{address}/healthz")
        except httpcore.ConnectError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return address
