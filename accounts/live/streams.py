"""Event streams that send only the newest notice of their topics."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence

from django.http import HttpRequest, StreamingHttpResponse

from accounts.live.hub import Watch, hub
from engines.seam.whole_numbers import whole_number

PING_SECONDS = 15.0
RETRY_MILLISECONDS = 1500
NOTICE_DIGITS = 18


def stream_response(
    request: HttpRequest, topics: Sequence[str], aside: Sequence[str] = ()
) -> StreamingHttpResponse:
    """A stream of `{"at": <notice id>}` for topics the caller checked; `Last-Event-ID` outranks `?since=`.

    The event is "change" for `topics`, and "aside" if only what concerns the reader elsewhere has changed. For that
    `?aside=` is what the page knows, as `since` without it: each topic has a number of its own, because notices of
    different topics may be committed in another order than their ids.
    For async views under /events/ only: the stream then holds no thread and no database connection.
    """
    last_seen = whole_number(request.headers.get("Last-Event-ID", ""), NOTICE_DIGITS)
    since = _known(request, "since") if last_seen is None else last_seen
    elsewhere = _known(request, "aside") if last_seen is None and "aside" in request.GET else since
    events = _events(list(topics), list(aside), since, elsewhere)
    response = StreamingHttpResponse(events, content_type="text/event-stream")
    response["Cache-Control"] = "no-cache, no-transform"
    response["X-Accel-Buffering"] = "no"
    return response


def _known(request: HttpRequest, name: str) -> int:
    return whole_number(request.GET.get(name, ""), NOTICE_DIGITS) or 0


async def _events(topics: list[str], aside: list[str], since: int, since_aside: int) -> AsyncIterator[str]:
    yield f"retry: {RETRY_MILLISECONDS}\n\n"
    if hub.closed:
        return
    with hub.watching([*topics, *aside]) as watch:
        latest = await hub.latest(topics)
        if latest > since:
            yield _event("change", latest)
        watch.at = max(watch.at, latest)
        elsewhere = await hub.latest(aside) if aside else 0
        if elsewhere > since_aside:
            yield _event("aside", max(watch.at, elsewhere))
        watch.at = max(watch.at, elsewhere)
        while not hub.closed:
            if await _heard(watch) and not hub.closed:
                heard = watch.take()
                yield _event("change" if heard.intersection(topics) else "aside", watch.at)
            elif not hub.closed:
                hub.keep_reading()
                yield ": ping\n\n"


async def _heard(watch: Watch) -> bool:
    try:
        await asyncio.wait_for(watch.news.wait(), PING_SECONDS)
    except TimeoutError:
        return False
    return True


def _event(name: str, at: int) -> str:
    return f"id: {at}\nevent: {name}\ndata: {json.dumps({'at': at})}\n\n"
