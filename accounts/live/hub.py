"""One reader of notices for a process; every open stream waits on it."""

import asyncio
import contextlib
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING, TypeVar

from django.conf import settings
from django.db import connection
from django.db.models import Max
from django.utils import timezone

from accounts.live.notices import latest_notice
from accounts.models import Notice

if TYPE_CHECKING:
    from accounts.live.redis_bell import Listener

LOOK_SECONDS = 0.5
LATE_SECONDS = 10.0  # a transaction may commit a lower id this long after a higher one
log = logging.getLogger(__name__)
T = TypeVar("T")


class Watch:
    """One stream's watch: `at` is its newest notice; `news` is set while there are any it has not taken."""

    def __init__(self) -> None:
        self.at = 0
        self.news = asyncio.Event()
        self._heard: dict[int, str] = {}
        self._met: set[int] = set()

    def meet(self, number: int) -> None:
        """Notes a notice that the stream has found by itself: it is no news, whether the reader has read it or will."""
        self.at = max(self.at, number)
        self._met.add(number)
        self._heard.pop(number, None)
        if not self._heard:
            self.news.clear()

    def hear(self, number: int, topic: str) -> None:
        """Notes a notice, also a late one with a lower id."""
        if number not in self._met:
            self.at = max(self.at, number)
            self._heard[number] = topic
            self.news.set()

    def take(self) -> set[str]:
        """The topics heard since the last time."""
        taken, self._heard = set(self._heard.values()), {}
        self.news.clear()
        return taken


class ReadNotices:
    """The notices already read, so that one committed late is still read, and only once."""

    def __init__(self, known: Iterable[int], floor: int) -> None:
        self.floor = floor
        self._ids = dict.fromkeys(known, time.monotonic())

    def is_new(self, number: int) -> bool:
        """Whether this id was not read before; it counts as read from now on."""
        known = number in self._ids
        self._ids.setdefault(number, time.monotonic())
        return not known

    def forget_old(self) -> None:
        """Raises the floor to the newest id below which no transaction can still commit."""
        limit = time.monotonic() - LATE_SECONDS
        self.floor = max([self.floor, *(number for number, at in self._ids.items() if at < limit)])
        self._ids = {number: at for number, at in self._ids.items() if number > self.floor}


class Hub:
    """Reads notices in one thread with one connection while any stream is open."""

    def __init__(self) -> None:
        self.open()

    def open(self) -> None:
        """Makes a closed hub ready for another server in this process."""
        self.closed = False
        self._watches: dict[str, set[Watch]] = defaultdict(set)
        self._thread = ThreadPoolExecutor(1, "hub")
        self._task: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = asyncio.Event()

    @contextlib.contextmanager
    def watching(self, topics: Iterable[str]) -> Iterator[Watch]:
        """A watch on the topics, for as long as the block runs; call it inside the event loop."""
        watch, topics = Watch(), list(topics)
        for topic in topics:
            self._watches[topic].add(watch)
        self.keep_reading()
        try:
            yield watch
        finally:
            self._leave(watch, topics)

    def streams_of(self, topic: str) -> int:
        """How many open streams of this process watch a topic."""
        return len(self._watches.get(topic, ()))

    async def latest(self, topics: Iterable[str]) -> int:
        """The newest notice under the topics, read in the hub's own thread while the reader is at work."""
        await self._ready.wait()
        return await self.newest(topics)

    async def newest(self, topics: Iterable[str]) -> int:
        """The newest notice under the topics now, also without the reader; 0 if the hub is closed."""
        return 0 if self.closed else await self.in_thread(latest_notice, list(topics))

    def close(self) -> None:
        """Ends every stream and the reader; safe to call from any thread, and never from a signal's handler."""
        if self.closed:
            return
        self.closed = True
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end)
        self._thread.submit(_hang_up)
        self._thread.shutdown(wait=False)

    def _end(self) -> None:
        for watch in {watch for watches in self._watches.values() for watch in watches}:
            watch.news.set()
        self._ready.set()
        self._stop()

    def keep_reading(self) -> None:
        """Starts the reader, or restarts it if it has stopped; call it inside the event loop."""
        if self._task is None or self._task.done():
            self._loop = asyncio.get_running_loop()
            self._ready = asyncio.Event()
            self._task = self._loop.create_task(self._read(), name="hub")

    def _leave(self, watch: Watch, topics: list[str]) -> None:
        for topic in topics:
            self._watches[topic].discard(watch)
            if not self._watches[topic]:
                del self._watches[topic]
        if not self._watches:
            self._stop()

    def _stop(self) -> None:
        if self._task:
            self._task.cancel()
            self._task = None

    async def _read(self) -> None:
        seen: ReadNotices | None = None
        async with _Bell() as bell:
            while not self.closed:
                try:
                    seen = await self._look(seen)
                    self._ready.set()
                except Exception:
                    log.exception("notices could not be read")
                    await self.in_thread(_hang_up)
                await bell.wait()

    async def _look(self, seen: ReadNotices | None) -> ReadNotices:
        if seen is None:
            return await self.in_thread(_begin)
        for number, topic in await self.in_thread(_after, seen.floor):
            if seen.is_new(number):
                for watch in self._watches.get(topic, ()):
                    watch.hear(number, topic)
        seen.forget_old()
        return seen

    async def in_thread(self, call: Callable[..., T], *args: object) -> T:
        """What the call returns in the hub's own thread, the only one with a connection for streams."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, call, *args)


class _Bell:
    """When to look again: at each message from Redis, else every half second."""

    def __init__(self) -> None:
        self._listener = _listener() if settings.REDIS_URL else None

    async def __aenter__(self) -> "_Bell":
        return self

    async def __aexit__(self, *_why: object) -> None:
        if self._listener is not None:
            await self._listener.close()

    async def wait(self) -> None:
        """Returns when it is time to look; without its Redis it falls back to looking often."""
        if self._listener is None:
            await asyncio.sleep(LOOK_SECONDS)
        else:
            await self._listener.wait(LOOK_SECONDS)


def _listener() -> "Listener":
    from accounts.live.redis_bell import Listener  # noqa: PLC0415 - only a site with a Redis needs its library

    return Listener()


def _hang_up() -> None:
    connection.close()  # looked up here: each thread has a connection of its own


def _begin() -> ReadNotices:
    settled = timezone.now() - timedelta(seconds=LATE_SECONDS)
    floor: int = Notice.objects.filter(made_at__lt=settled).aggregate(at=Max("id"))["at"] or 0
    return ReadNotices([number for number, _topic in _after(floor)], floor)


def _after(floor: int) -> list[tuple[int, str]]:
    return list(Notice.objects.filter(id__gt=floor).order_by("id").values_list("id", "topic"))


hub = Hub()
