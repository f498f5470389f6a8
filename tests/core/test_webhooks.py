"""Where this site will not post: its own network, by whatever road."""

import asyncio
import socket
import threading
import time
from types import SimpleNamespace
from typing import Any

import httpcore
import pytest

from accounts.deliveries import webhooks
from accounts.deliveries.webhooks import SendFailed, check_webhook, is_public, parse_target, send_webhook
from accounts.models import Delivery, User
from tests import receivers
from tests.receivers import receiving


def post(url: str) -> None:
    delivery = Delivery(subject="s", body="b", pk=1, key="k")
    send_webhook(User(webhook_url=url, webhook_kind="json"), delivery, "http://testserver/")


@pytest.fixture
def names(monkeypatch):
    """A telephone book in place of the name servers: each call takes the next list of the name."""
    book: dict[str, list[list[str]]] = {}
    asked: list[str] = []

    async def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return book[host].pop(0)

    monkeypatch.setattr(webhooks, "resolve", resolve)
    return SimpleNamespace(book=book, asked=asked)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
        "169.254.169.254", "100.64.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1", "203.0.113.9", "224.0.0.1",
        "240.0.0.1", "255.255.255.255", "192.88.99.1", "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1",
        "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
        "2001:db8::1", "2001:0:4136:e378::1", "::127.0.0.1",
    ],
)  # fmt: skip
def test_addresses_of_private_and_special_networks(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "1.1.1.1", "2606:4700:4700::1111"])
def test_addresses_of_the_open_internet(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "", "x", "http://example.org/", "ftp://example.org/", "file:///etc/passwd", "https://", "https:///x",
        "https://user:pw@example.org/", "https://exa mple.org/", "https://example.org:99999/", "//example.org/",
        "https://example.org/\r\nX: y", "https://exämple.org/", "https://[::1/", "javascript:alert(1)",
        "gopher://127.0.0.1:6379/_x",
    ],
)  # fmt: skip
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(SendFailed):
        parse_target(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://2130706433/", "https://0x7f.1/",
        "https://127.1/", "https://0/", "https://[::ffff:127.0.0.1]/", "https://169.254.169.254/latest/",
    ],
)  # fmt: skip
def test_local_addresses_however_written(url: str) -> None:
    with pytest.raises(SendFailed, match=r"private or local|could not be found"):
        check_webhook(url)
    with pytest.raises(SendFailed, match=r"private or local|could not be found"):
        post(url)


def test_a_name_with_one_private_address_among_public_ones(names) -> None:
    names.book["mixed.example"] = [["93.184.216.34", "10.0.0.7"]]
    with pytest.raises(SendFailed, match="private or local"):
        post("https://mixed.example/")


def test_a_name_is_judged_at_each_delivery_and_not_when_it_is_saved(names) -> None:
    names.book["turncoat.example"] = [["127.0.0.1"]]
    check_webhook("https://turncoat.example/")
    assert names.asked == []
    with pytest.raises(SendFailed, match="private or local") as refusal:
        post("https://turncoat.example/")
    assert not refusal.value.again


def test_no_name_server_is_asked_when_an_address_is_saved(monkeypatch) -> None:
    real = socket.getaddrinfo

    def numbers_alone(host: str, port: int, *, type: int, flags: int = 0) -> Any:  # noqa: A002
        assert flags & socket.AI_NUMERICHOST
        return real(host, port, type=type, flags=flags)

    monkeypatch.setattr(socket, "getaddrinfo", numbers_alone)
    check_webhook("https://slow.example/")
    check_webhook("https://93.184.216.34/")
    for url in ("https://localhost/", "https://database/", "https://127.1/"):
        with pytest.raises(SendFailed, match="private or local"):
            check_webhook(url)


def test_the_name_is_asked_once_and_the_address_checked_is_the_one_connected_to(names, monkeypatch) -> None:
    """A second answer, the moment after the check, would lead inside; it is never asked for."""
    names.book["rebind.example"] = [["93.184.216.34"], ["127.0.0.1"]]
    went: list[str] = []

    async def connect(self, host, port, *args, **kwargs):
        went.append(host)
        raise OSError

    monkeypatch.setattr(httpcore.AnyIOBackend, "connect_tcp", connect)
    with pytest.raises(SendFailed, match="was not reachable"):
        post("https://rebind.example/")
    assert went == ["93.184.216.34"]
    assert names.asked == ["rebind.example"]


def test_the_host_part_and_the_certificate_stay_the_names(names, monkeypatch) -> None:
    names.book["named.example"] = [["93.184.216.34"]]
    asked: list[str] = []

    class Stream:
        async def start_tls(self, ssl_context, server_hostname=None, **_kwargs):
            asked.append(server_hostname)
            assert ssl_context.check_hostname
            raise OSError

        async def aclose(self) -> None:
            pass

        def get_extra_info(self, info):
            return None

    async def connect(self, *args, **kwargs):
        return Stream()

    monkeypatch.setattr(httpcore.AnyIOBackend, "connect_tcp", connect)
    with pytest.raises(SendFailed):
        post("https://named.example/")
    assert asked == ["named.example"]


def test_an_environment_proxy_is_not_used(names, monkeypatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:1")
    names.book["direct.example"] = [["10.0.0.1"]]
    with pytest.raises(SendFailed, match="private or local"):
        post("https://direct.example/")


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(settings, code: int) -> None:
    with receiving() as inside, receiving() as outside:
        settings.WEBHOOK_TEST_HOSTS = [outside.host, inside.host]
        outside.answers = [receivers.status(code, Location=inside.url)]
        with pytest.raises(SendFailed, match="redirects are not followed"):
            post(outside.url)
        assert len(outside.got) == 1
        assert inside.got == []


@pytest.mark.parametrize("answer", [receivers.never, receivers.drip])
def test_a_slow_answer_is_given_up(settings, monkeypatch, answer) -> None:
    monkeypatch.setattr(webhooks, "TOTAL_SECONDS", 1.0)
    with receiving() as outside:
        settings.WEBHOOK_TEST_HOSTS = [outside.host]
        outside.answers = [answer]
        begun = time.monotonic()
        with pytest.raises(SendFailed, match="too long"):
            post(outside.url)
        assert time.monotonic() - begun < 2


def test_a_huge_answer_is_not_read(settings) -> None:
    with receiving() as outside:
        settings.WEBHOOK_TEST_HOSTS = [outside.host]
        outside.answers = [receivers.flood]
        begun = time.monotonic()
        post(outside.url)
        assert time.monotonic() - begun < 2
    assert outside.sent < 20_000_000, "the 200 MB were cut off"


def test_a_slow_name_server_is_given_up(monkeypatch) -> None:
    async def resolve(host: str, port: int) -> list[str]:
        await asyncio.sleep(30)
        return []

    monkeypatch.setattr(webhooks, "resolve", resolve)
    monkeypatch.setattr(webhooks, "TOTAL_SECONDS", 0.2)
    with pytest.raises(SendFailed, match="too long"):
        post("https://slow.example/")


def test_names_looked_up_at_the_same_time_are_not_without_number(monkeypatch) -> None:
    over = threading.Event()

    def slow(*_args: object, **_kwargs: object) -> list[object]:
        over.wait(10)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    monkeypatch.setattr(webhooks, "TOTAL_SECONDS", 0.1)
    monkeypatch.setattr(webhooks, "_LOOKUPS", places := threading.BoundedSemaphore(1))
    with pytest.raises(SendFailed, match="too long"):
        post("https://slow.example/")
    with pytest.raises(SendFailed, match="name servers are too slow") as refusal:
        post("https://other.example/")
    assert refusal.value.again
    over.set()
    assert places.acquire(timeout=5), "the place is free again once the name server has answered"


def test_a_test_host_is_trusted_by_host_and_port_alone(settings) -> None:
    settings.WEBHOOK_TEST_HOSTS = ["127.0.0.1:1234"]
    assert parse_target("http://127.0.0.1:1234/x").trusted
    for url in ("http://127.0.0.1:1235/", "http://127.0.0.1/", "http://localhost:1234/"):
        with pytest.raises(SendFailed, match="https"):
            parse_target(url)
    assert threading.active_count() < 20
