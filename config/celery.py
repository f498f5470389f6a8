"""The queue. A message only says "there is work"; the work itself is a row."""

import os
import warnings
from typing import Any

from celery import Celery
from celery.platforms import SecurityWarning  # type: ignore[attr-defined]
from celery.signals import worker_init, worker_process_init
from django.conf import settings
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
TRANSPORT_ALIASES["safefs"] = "config.broker:Transport"

warnings.simplefilter("ignore", SecurityWarning)  # it warns of root on every start, also in a container
app = Celery("front_line")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect(weak=False)
def wait_for_bells(**_options: Any) -> None:
    """Let a worker wait for a Redis that hangs: with a time-out it would break off and not take up work again."""
    app.conf.broker_transport_options = {
        name: value for name, value in app.conf.broker_transport_options.items() if name != "socket_timeout"
    }


@worker_process_init.connect(weak=False)
def ring_as_pages_do(**_options: Any) -> None:
    """Let the processes that do the work give a bell up like everybody else."""
    app.conf.broker_transport_options = app.conf.broker_transport_options | (
        {"socket_timeout": settings.REDIS_SECONDS} if settings.REDIS_URL else {}
    )
