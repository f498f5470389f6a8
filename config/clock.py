"""The clock calls the worker every few seconds to look for owed work; it loads none of the site's apps, to stay small.

python -m config.clock, a child of the supervisor. It counts by a clock that nobody can set back, as Celery's own does
not: that one would call nobody for a day if the time of the machine were set back by a day.
"""

import logging
import os
import time
from logging.config import dictConfig
from typing import Final

from celery import Celery
from django.conf import settings
from kombu.exceptions import OperationalError
from kombu.transport import TRANSPORT_ALIASES

LONGEST_SLEEP: Final = 1.0
log = logging.getLogger(__name__)


class Clock:
    """Calls each task of the site's timetable when it is due, at the first tick all of them."""

    def __init__(self) -> None:
        TRANSPORT_ALIASES["safefs"] = "config.broker:Transport"
        self._app = Celery("front_line", fixups=[])
        self._app.config_from_object("django.conf:settings", namespace="CELERY")
        self._due = dict.fromkeys(self._app.conf.beat_schedule, 0.0)

    def tick(self) -> float:
        """Seconds until the next task is due, after calling those that are due now."""
        for name, at in self._due.items():
            now = time.monotonic()
            if at <= now:
                self._due[name] = now + self._app.conf.beat_schedule[name]["schedule"]
                self._call(name)
        return max(0.0, min(self._due.values()) - time.monotonic())

    def _call(self, name: str) -> None:
        entry = self._app.conf.beat_schedule[name]
        try:
            self._app.send_task(entry["task"], **entry["options"])
        except (OperationalError, OSError) as error:
            log.warning("queue not reached", extra={"task": entry["task"], "why": type(error).__name__})


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    dictConfig(settings.LOGGING)
    clock = Clock()
    while True:
        time.sleep(min(LONGEST_SLEEP, clock.tick()))
