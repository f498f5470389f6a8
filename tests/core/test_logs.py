"""Lines of the log."""

import json
import logging

import pytest
from django.core.exceptions import SuspiciousOperation, TooManyFieldsSent

from config.host.logs import JsonFormatter


def line_of(error: Exception) -> dict[str, str]:
    error_info = (type(error), error, None)
    record = logging.LogRecord("site", logging.ERROR, __file__, 1, "It failed", (), error_info)
    found: dict[str, str] = json.loads(JsonFormatter().format(record))
    return found


def test_an_error_is_logged_with_its_traceback() -> None:
    assert line_of(ValueError("no"))["error"] == "ValueError: no"


@pytest.mark.parametrize("error", [SuspiciousOperation("odd"), TooManyFieldsSent("many")])
def test_a_request_that_anybody_can_send_fills_no_log(error: Exception) -> None:
    line = line_of(error)
    assert "error" not in line
    assert line["message"] == "It failed"
