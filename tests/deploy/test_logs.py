"""What nginx and the site write into their logs about a request by a secret link."""

import logging
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from secrets import token_urlsafe

import httpcore
import pytest

from tests.deploy.nginx import behind_nginx


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Iterator[StringIO]:
    """What the site writes where it says much; `caplog` itself also listens to loggers that are switched off."""
    caplog.set_level(logging.INFO)
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    logging.getLogger().addHandler(handler)
    yield stream
    logging.getLogger().removeHandler(handler)


def test_no_log_has_the_key_of_a_link(site: str, tmp_path: Path, said: StringIO) -> None:
    key = token_urlsafe(24)
    logging.getLogger("uvicorn.error").info("the log of the server is heard")
    with behind_nginx(site, tmp_path) as front:
        secret = f"{front}/skirmish/{key}/"
        for path in (
            f"/skirmish/{key}/",
            f"/skirmish/%{ord(key[0]):x}{key[1:]}/accept/",
            f"/fleets/?next=/skirmish/{key}/",
            f"/{key}",
        ):
            httpcore.request("GET", f"{front}{path}", headers=[(b"Referer", secret.encode())])
        httpcore.request("GET", f"{front}/learn/", headers=[(b"Referer", secret.encode())])
    lines = (tmp_path / "access.log").read_text().splitlines()
    paths = [line.split(" ")[3] for line in lines if "/healthz" not in line]
    assert paths == ["/skirmish/...", "/skirmish/...", "/fleets/", "/...", "/learn/"]
    assert "is heard" in said.getvalue()
    assert key[1:] not in "".join([*lines, (tmp_path / "error.log").read_text(), said.getvalue()])


def test_nor_where_the_site_does_not_answer(tmp_path: Path) -> None:
    key = token_urlsafe(24)
    with behind_nginx("http://127.0.0.1:1", tmp_path) as front:
        assert httpcore.request("GET", f"{front}/skirmish/{key}/").status == 502
    written = (tmp_path / "access.log").read_text()
    assert " GET /skirmish/... 502 " in written
    assert key not in written + (tmp_path / "error.log").read_text()
