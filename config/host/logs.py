"""One line of JSON for each line of the log."""

import json
import logging
from datetime import UTC, datetime

from django.core.exceptions import SuspiciousOperation

_STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "request", "taskName"}


class JsonFormatter(logging.Formatter):
    """Formats a record as one JSON object, with the caller's `extra` values beside the message.

    A request that Django refuses as suspicious is one line, without where in Django that was: anybody can send them.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "from": record.name,
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _STANDARD}
        if record.exc_info and not isinstance(record.exc_info[1], SuspiciousOperation):
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)
