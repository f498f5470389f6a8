"""The cache: a table of the database, in which nothing that was written ahead of now counts."""

import time
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache

STEP_SECONDS = 60


class ClockedCache(DatabaseCache):
    """Django's cache in the database. It keeps with each value when that was written.

    While a clock is ahead, rows get times after which they expire only when the clock is there again: limits that
    allauth counts here would keep people out until then. A row that was written ahead of now is none.
    """

    def get_many(self, keys: Any, version: Any = None) -> dict[Any, Any]:
        """The values of those keys that have one."""
        latest = time.time() + STEP_SECONDS
        found = super().get_many(keys, version)
        return {key: value for key, (at, value) in found.items() if at <= latest}

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> None:
        """Write the value, with the time of now."""
        super().set(key, (time.time(), value), timeout, version)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        """Whether the value was written, as there was none that counts."""
        if super().add(key, (time.time(), value), timeout, version):
            return True
        if not self._is_ahead(key, version):
            return False
        self.delete(key, version)
        return bool(super().add(key, (time.time(), value), timeout, version))

    def has_key(self, key: Any, version: Any = None) -> bool:
        """Whether the key has a value."""
        return bool(self.get_many([key], version))

    def _is_ahead(self, key: Any, version: Any) -> bool:
        """Whether there is a row that was written ahead of now: one that is gone is none, and may be another's next."""
        found = super().get_many([key], version)
        return key in found and found[key][0] > time.time() + STEP_SECONDS
