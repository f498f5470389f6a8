"""Attempts that are counted exactly; of a request that is told to come back none counts."""

from collections.abc import Callable
from contextvars import ContextVar
from time import monotonic
from typing import Any, Final

from allauth.core.internal.ratelimit import CACHE_LOCK_WAIT_TIMEOUT, SingleRateLimitUsage
from django.db import DatabaseError, OperationalError
from django.http import HttpRequest, HttpResponse

from config.cache import ClockedCache

COUNT: Final = ":rl:"
"""In the key of a count of attempts; it is a list of times, the newest first."""
LOCK: Final = ":lock"
"""At the end of the key under which one request at a time has a count for itself."""
SLACK: Final = 0.05
BUSY: Final = 503
counted: ContextVar[list[SingleRateLimitUsage] | None] = ContextVar("counted", default=None)
waiting: ContextVar[dict[str, float] | None] = ContextVar("waiting", default=None)


class AttemptsCache(ClockedCache):
    """The cache in the database, which notes what a request counts.

    Where a request does not get a count for itself in time, the machine is slow and nobody has tried too often: it
    raises OperationalError, which is answered with 503. To allauth it would be one attempt too many.
    """

    def set(self, key: str, value: Any, timeout: Any = None, version: int | None = None) -> None:
        """Stores a value, and notes the attempt if it is a count with a new one."""
        super().set(key, value, timeout, version)
        noted = counted.get()
        if noted is not None and COUNT in key and isinstance(value, list) and value:
            noted.append(SingleRateLimitUsage(key, timeout, value[0]))

    def add(self, key: str, value: Any, timeout: Any = None, version: int | None = None) -> bool:
        """Whether the value was stored, as there was none."""
        since = waiting.get()
        begun = since.setdefault(key, monotonic()) if since is not None else monotonic()
        added: bool = super().add(key, value, timeout, version)
        if since is None or COUNT not in key or not key.endswith(LOCK):
            return added
        if added:
            del since[key]
        elif monotonic() - begun > CACHE_LOCK_WAIT_TIMEOUT - SLACK:
            raise OperationalError("the attempts of this kind could not be counted in time")
        return added


class CountOnlyWhatIsAnswered:
    """Middleware that takes back what a request has counted if its answer is that the site is busy."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer of the rest of the site."""
        noted, since = counted.set([]), waiting.set({})
        try:
            response = self.get_response(request)
            if response.status_code == BUSY:
                _take_back(counted.get() or [])
            return response
        finally:
            counted.reset(noted)
            waiting.reset(since)


def _take_back(usages: list[SingleRateLimitUsage]) -> None:
    for usage in [*usages]:
        try:
            usage.rollback()
        except DatabaseError:  # it is busy still: the attempt counts, which only makes the limit stricter
            return
