"""The clock calls the worker every few seconds to look for owed work; it loads none of the site's apps, to stay small.

python -m config.clock, a child of the supervisor: if it dies, another is started.
"""

import os
from logging.config import dictConfig

from celery import Celery
from celery.beat import Scheduler, Service
from django.conf import settings
from kombu.transport import TRANSPORT_ALIASES


def clock() -> Service:
    """A clock with the site's timetable, not started yet."""
    TRANSPORT_ALIASES["safefs"] = "config.broker:Transport"
    app = Celery("front_line", fixups=[])
    app.config_from_object("django.conf:settings", namespace="CELERY")
    return Service(app, scheduler_cls=Scheduler)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    dictConfig(settings.LOGGING)
    clock().start()
