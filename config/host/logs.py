"""One line of JSON for each line of the log."""

import json
import logging
import re
from datetime import UTC, datetime

from django.core.exceptions import SuspiciousOperation

LONG_PART = re.compile(r"(?<=/)[^/\s]{21,}")
"""A part of an address that may be the key of a secret link; `deploy/nginx/limits.conf` has the same length."""
_STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "request", "taskName"}


class JsonFormatter(logging.Formatter):
    """Formats a record as one JSON object, with the caller's `extra` values beside the message.

    A request that Django refuses as suspicious is one line, without where in Django that was: anybody can send them.
    Where Django names the address of a request, keys of secret links are left out.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "from": record.name,
            "message": _message(record),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _STANDARD}
        if record.exc_info and not isinstance(record.exc_info[1], SuspiciousOperation):
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def _message(record: logging.LogRecord) -> str:
    said = record.getMessage()
    return LONG_PART.sub("...", said) if record.name == "django.request" else said
