"""The queue. A message only says "there is work"; the work itself is a row."""

import os
import warnings

from celery import Celery
from celery.platforms import SecurityWarning  # type: ignore[attr-defined]
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
TRANSPORT_ALIASES["safefs"] = "config.broker:Transport"

warnings.simplefilter("ignore", SecurityWarning)  # it warns of root on every start, also in a container
app = Celery("front_line")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
