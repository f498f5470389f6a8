"""Services outside the site that may be away: none of them is asked again and again while it does not answer."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class Resting(Exception):
    """The service did not answer a moment ago, so it was not asked."""


class Rest:
    """Lets a service be for some seconds after it has failed; then one asks first, and the others wait for none."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = Lock()
        self._failed = False
        self._until = 0.0

    @contextmanager
    def asking(self, *away: type[Exception]) -> Iterator[None]:
        """Ask the service in here; an error of the kinds `away` begins a rest, in which this raises `Resting`."""
        with self._lock:
            now = time.monotonic()
            if now < self._until:
                raise Resting
            if self._failed:
                self._until = now + self._seconds
        try:
            yield
        except away:
            self._failed, self._until = True, time.monotonic() + self._seconds
            raise
        self.end()

    def end(self) -> None:
        """The service answers: it may be asked at once."""
        self._failed, self._until = False, 0.0


redis_rest = Rest(10.0)
"""The Redis of the site, which takes bells and tells readers of notices."""
