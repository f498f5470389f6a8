"""Event streams that send only the newest notice of their topics."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from time import monotonic
from typing import Final

from django.http import HttpRequest, StreamingHttpResponse

from accounts.live.hub import Watch, hub
from accounts.live.notices import OWN
from accounts.live.readers import reader_now
from accounts.models import User
from engines.seam.words.whole_numbers import whole_number

PING_SECONDS = 15.0
RETRY_MILLISECONDS = 1500
RETRY_WHEN_FULL = 60_000
MOST_OF_A_PERSON: Final = 60
"""Streams that one web server holds for a person; one more says what is new and ends, and is asked for each minute."""
MOST_OF_A_LINK: Final = 250
"""The same for readers by a link: of all readers of what the link shows, those who play it included."""
NOTICE_DIGITS = 18
GONE: Final = "event: gone\ndata: {}\n\n"


def stream_response(
    request: HttpRequest, topics: Sequence[str], aside: Sequence[str] = (), *, may: Callable[[User], bool]
) -> StreamingHttpResponse:
    """A stream of `{"at": <notice id>}` for topics the caller checked; `Last-Event-ID` outranks `?since=`.

    Within a beat after its reader is signed out, or `may` says that the reader has lost the right to it, it says "gone"
    and ends. The page then asks no more.

    The event is "change" for `topics`, and "aside" if only what concerns the reader elsewhere has changed; of a change
    that came together with something elsewhere, the data say `"aside": true`. For that
    `?aside=` is what the page knows, as `since` without it: each topic has a number of its own, because notices of
    different topics may be committed in another order than their ids.
    For async views under /events/ only: the stream then holds no thread and no database connection.
    """

    def ask() -> bool:
        user = reader_now(request)
        return user is not None and may(user)

    own = [topic for topic in (*topics, *aside) if topic.startswith(OWN)]
    return _stream(request, topics, aside, Rights(ask, dict.fromkeys(own, MOST_OF_A_PERSON)))


def open_stream(
    request: HttpRequest, topics: Sequence[str], *, stands: Callable[[], bool]
) -> StreamingHttpResponse:
    """As `stream_response`, for readers who need not be signed in; "gone" comes within a beat when `stands` says no."""
    return _stream(request, topics, (), Rights(stands, dict.fromkeys(topics, MOST_OF_A_LINK)))


def _stream(
    request: HttpRequest, topics: Sequence[str], aside: Sequence[str], rights: "Rights"
) -> StreamingHttpResponse:
    last_seen = whole_number(request.headers.get("Last-Event-ID", ""), NOTICE_DIGITS)
    since = _known(request, "since") if last_seen is None else last_seen
    elsewhere = _known(request, "aside") if last_seen is None and "aside" in request.GET else since
    events = _events(list(topics), list(aside), since, elsewhere, rights)
    response = StreamingHttpResponse(events, content_type="text/event-stream")
    response["Cache-Control"] = "no-cache, no-transform"
    response["X-Accel-Buffering"] = "no"
    return response


def _known(request: HttpRequest, name: str) -> int:
    return whole_number(request.GET.get(name, ""), NOTICE_DIGITS) or 0


class Rights:
    """Whether a reader may open one more stream, and whether they still may hear it, which is asked at each beat."""

    def __init__(self, ask: Callable[[], bool], most: Mapping[str, int]) -> None:
        self._ask, self._most = ask, most
        self._asked = monotonic()

    def full(self) -> bool:
        """Whether as many streams as one reader may have are open already; `most` says how many of a topic."""
        return any(hub.streams_of(topic) >= many for topic, many in self._most.items())

    async def stand(self) -> bool:
        """Whether they stand; without a query if that was asked less than a beat ago."""
        if monotonic() < self._asked + PING_SECONDS:
            return True
        self._asked = monotonic()
        return await hub.in_thread(self._ask)


async def _events(
    topics: list[str], aside: list[str], since: int, since_aside: int, rights: Rights
) -> AsyncIterator[str]:
    yield f"retry: {RETRY_MILLISECONDS}\n\n"
    if hub.closed:
        return
    if rights.full():
        for event in await _newest(topics, aside, since, since_aside):
            yield event
        yield f"retry: {RETRY_WHEN_FULL}\n\n"
        return
    with hub.watching([*topics, *aside]) as watch:
        latest = await hub.latest(topics)
        if latest > since:
            yield _event("change", latest)
        watch.meet(latest)
        elsewhere = await hub.latest(aside) if aside else 0
        if elsewhere > since_aside:
            yield _event("aside", max(watch.at, elsewhere))
        watch.meet(elsewhere)
        while not hub.closed:
            news = await _heard(watch)
            if hub.closed or not await rights.stand():
                break
            if news:
                yield _news(watch, topics, aside)
            else:
                hub.keep_reading()
                yield ": ping\n\n"
        if not hub.closed:
            yield GONE


async def _newest(topics: list[str], aside: list[str], since: int, since_aside: int) -> list[str]:
    """What is new now, for a stream that ends at once."""
    latest = await hub.newest(topics)
    elsewhere = await hub.newest(aside) if aside else 0
    found = [_event("change", latest)] if latest > since else []
    return found + ([_event("aside", max(latest, elsewhere))] if elsewhere > since_aside else [])


def _news(watch: Watch, topics: list[str], aside: list[str]) -> str:
    heard = watch.take()
    if heard.intersection(topics):
        return _event("change", watch.at, aside=bool(heard.intersection(aside)))
    return _event("aside", watch.at)


async def _heard(watch: Watch) -> bool:
    try:
        await asyncio.wait_for(watch.news.wait(), PING_SECONDS)
    except TimeoutError:
        return False
    return True


def _event(name: str, at: int, *, aside: bool = False) -> str:
    data = {"at": at} | ({"aside": True} if aside else {})
    return f"id: {at}\nevent: {name}\ndata: {json.dumps(data)}\n\n"
