"""Posting to an address that a user gave, without giving that user access to this host's own network.

The name is resolved once, all of its addresses must be public, and the connection goes to one of these.
Redirects are not followed, only the status of the answer is read, and time is limited.
"""

import asyncio
import ipaddress
import json
import logging
import socket
import ssl
from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from threading import BoundedSemaphore, Thread
from typing import Any
from urllib.parse import urlsplit

import certifi
import httpcore
from django.conf import settings

from accounts.models import Delivery, User, WebhookKind
from accounts.work import Failed

TOTAL_SECONDS = 5.0
"""For the name, the connection, TLS and the answer together."""
CONNECT_SECONDS = 1.5
"""For a connection to one of several addresses of a name, before the next is tried."""
MOST_LOOKUPS = 50
"""Names that are looked up at the same time: a look-up goes on when nobody waits for it any more."""
DISCORD_LENGTH = 2000
NOWHERE = (
    "No public server found at this address. It may be misspelt, or in a private or local network. "
    "Copy it again from the service that gave it."
)  # the same message for both cases: two would reveal names of this host's own network
NEVER = [
    ipaddress.ip_network(net)
    for net in (
        "100.64.0.0/10",
        "192.0.0.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.175.48.0/24",
        "64:ff9b::/96",
        "64:ff9b:1::/48",
        "2001::/23",
        "2002::/16",
        "2620:4f:8000::/48",
        "3fff::/20",
        "fec0::/10",
    )
]
_LOOKUPS = BoundedSemaphore(MOST_LOOKUPS)
log = logging.getLogger(__name__)


class SendFailed(Failed):
    """Why a message did not get through."""


class Gone(SendFailed):
    """Nobody takes messages at the address any more."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a webhook goes, taken apart; `trusted` for a test's own server."""

    host: str
    port: int
    path: str
    secure: bool
    trusted: bool


def parse_target(url: str) -> Target:
    """The address taken apart; raises SendFailed for one that this site would never post to."""
    if not (url.isascii() and url.isprintable() and " " not in url):
        raise SendFailed("The address contains invalid characters.", again=False)
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError as error:
        raise SendFailed("This is not a web address.", again=False) from error
    trusted = f"{host}:{port}" in settings.WEBHOOK_TEST_HOSTS
    if parts.scheme != "https" and not (trusted and parts.scheme == "http"):
        raise SendFailed("The address must begin with https://.", again=False)
    if not host or parts.username or parts.password:
        raise SendFailed("The address must name a host, without a user name or password.", again=False)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(host, port, path, parts.scheme == "https", trusted)


def check_webhook(url: str) -> None:
    """Raises SendFailed for an address to which nothing would be posted, as far as it shows without a name server.

    Where its name leads is judged at each delivery; a request would wait for it, and it may change at any time.
    """
    target = parse_target(url)
    try:
        found = socket.getaddrinfo(
            target.host, target.port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST
        )
    except (OSError, UnicodeError):  # a name
        if "." not in target.host.rstrip(".") and not target.trusted:
            raise SendFailed(NOWHERE, again=False) from None
        return
    _refuse_inside(target, [str(info[4][0]) for info in found])


def send_webhook(user: User, delivery: Delivery, link: str) -> None:
    """Posts the message to the user's webhook; raises SendFailed when it was not taken."""
    words = Words(delivery.subject, delivery.body, link)
    more = {"id": delivery.pk, "key": delivery.key, "kind": delivery.kind}
    post_words(user.webhook_url, WebhookKind(user.webhook_kind), words, more)


@dataclass(frozen=True, slots=True)
class Words:
    """What a message says, and the page that it is about."""

    subject: str
    body: str
    link: str


def post_words(url: str, kind: WebhookKind, words: Words, more: Mapping[str, Any]) -> None:
    """Posts a message to a webhook, in its format; raises SendFailed when it was not taken.

    `more` is what a program may want besides; people read none of it.
    """
    target = parse_target(url)
    form = _as_discord(words) if kind == WebhookKind.DISCORD else _as_json(words, more)
    body = json.dumps(form).encode()
    asyncio.run(_with_deadline(_post(target, body, {"Content-Type": "application/json"}), TOTAL_SECONDS))


@dataclass(frozen=True, slots=True)
class Parcel:
    """What is posted to an address that a user gave."""

    url: str
    body: bytes
    headers: Mapping[str, str]


def post_all(parcels: Iterable[Parcel]) -> list[SendFailed | None]:
    """Why each of the parcels was not taken, in their order; None for one that was, `Gone` where nobody takes any.

    All are posted at the same time, so that together they take no longer than TOTAL_SECONDS.
    """
    return asyncio.run(_post_all(parcels))


def is_public(address: str) -> bool:
    """Whether the address belongs to the open internet, and not to a private, local or special network."""
    ip: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.ip_address(address.partition("%")[0])
    ip = getattr(ip, "ipv4_mapped", None) or ip
    special = ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_link_local or ip.is_loopback
    if special or ip.is_private or not ip.is_global:
        return False
    return not any(ip in net for net in NEVER if net.version == ip.version)


def _as_discord(words: Words) -> dict[str, Any]:
    text = f"**{words.subject}**\n{words.body}"
    return {
        "content": f"{text[: DISCORD_LENGTH - len(words.link) - 1]}\n{words.link}",
        "allowed_mentions": {"parse": []},
    }


def _as_json(words: Words, more: Mapping[str, Any]) -> dict[str, Any]:
    return {"site": settings.SITE_NAME, **more, **asdict(words)}


async def _post_all(parcels: Iterable[Parcel]) -> list[SendFailed | None]:
    return await asyncio.gather(*map(_trouble, parcels))


async def _trouble(parcel: Parcel) -> SendFailed | None:
    """Why a parcel was not taken; whatever is wrong with one, the others are posted."""
    try:
        await _with_deadline(_post(parse_target(parcel.url), parcel.body, parcel.headers), TOTAL_SECONDS)
    except SendFailed as failed:
        return failed
    except Exception as error:
        log.exception("post failed", extra={"why": type(error).__name__})
        return SendFailed("Something went wrong while the message was sent.")
    return None


async def _with_deadline(work: Any, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError as error:
        raise SendFailed("The webhook's server took too long.") from error


async def _post(target: Target, body: bytes, own: Mapping[str, str]) -> None:
    scheme = "https" if target.secure else "http"
    url = httpcore.URL(scheme=scheme, host=target.host, port=target.port, target=target.path)
    headers: dict[bytes | str, bytes | str] = {
        "Host": target.host if target.port in {80, 443} else f"{target.host}:{target.port}",
        "Content-Length": str(len(body)),
        "User-Agent": "front-line-webhook/1",
    }
    headers.update(own)
    try:
        async with (
            httpcore.AsyncConnectionPool(ssl_context=_tls(), network_backend=_CheckedNetwork(target)) as pool,
            pool.stream("POST", url, headers=headers, content=body) as answer,
        ):
            _judge(answer.status)
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
        raise SendFailed("The webhook's server was not reachable or gave no valid answer.") from error


@cache
def _tls() -> ssl.SSLContext:
    """Made once, as reading the certificates takes a while, in which nothing else is posted."""
    return ssl.create_default_context(cafile=certifi.where())


def _judge(status: int) -> None:
    if 300 <= status < 400:
        raise SendFailed("The webhook's server redirected us; redirects are not followed.", again=False)
    if status >= 400:
        if status in {404, 410}:
            raise Gone(f"The webhook's server refused the message (status {status}).", again=False)
        lasting = status < 500 and status not in {408, 425, 429}
        raise SendFailed(f"The webhook's server refused the message (status {status}).", again=not lasting)


class _CheckedNetwork(httpcore.AsyncNetworkBackend):
    """Connects to the first address that takes it of those just checked, without resolving the name again."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,  # noqa: ARG002 - the checked address is used instead
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the signature is httpcore's
        local_address: str | None = None,  # noqa: ARG002
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        *others, last = await _checked_addresses(self._target)
        for address in others:
            with suppress(httpcore.NetworkError, TimeoutError):
                async with asyncio.timeout(CONNECT_SECONDS):
                    return await self._inner.connect_tcp(
                        address, port, timeout, socket_options=socket_options
                    )
        return await self._inner.connect_tcp(last, port, timeout, socket_options=socket_options)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


async def _checked_addresses(target: Target) -> list[str]:
    addresses = await resolve(target.host, target.port)
    _refuse_inside(target, addresses)
    return addresses


def _refuse_inside(target: Target, addresses: list[str]) -> None:
    if not target.trusted and not all(is_public(address) for address in addresses):
        raise SendFailed(NOWHERE, again=False)


async def resolve(host: str, port: int) -> list[str]:
    """Every address the name has now; raises SendFailed when it has none, or too many names are looked up."""
    if not _LOOKUPS.acquire(blocking=False):
        raise SendFailed("The name servers are too slow now.")
    answer: Future[list[str]] = Future()
    answer.set_running_or_notify_cancel()
    Thread(target=_ask, args=(host, port, answer), name="resolver", daemon=True).start()
    try:
        return await asyncio.wrap_future(answer)
    except (OSError, UnicodeError) as error:
        again = isinstance(error, socket.gaierror) and error.errno == socket.EAI_AGAIN
        raise SendFailed(NOWHERE, again=again) from error


def _ask(host: str, port: int, answer: Future[list[str]]) -> None:
    """Runs in a daemon thread, because a name server may take longer than any time limit."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except Exception as error:  # noqa: BLE001 - raised again where the answer is awaited
        answer.set_exception(error)
    else:
        answer.set_result(list(dict.fromkeys(str(info[4][0]) for info in found)))
    finally:
        _LOOKUPS.release()
