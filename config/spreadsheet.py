"""Tables as CSV for spreadsheets."""

import csv
import re
from collections.abc import Iterable
from io import StringIO
from typing import Final

from django.http import HttpResponse

FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")


def as_csv(rows: Iterable[Iterable[str]]) -> str:
    """The rows as CSV; a cell that a spreadsheet would take for a formula begins with '."""
    text = StringIO()
    csv.writer(text).writerows([_cell(word) for word in row] for row in rows)
    return text.getvalue()


def csv_answer(text: str, name: str) -> HttpResponse:
    """The answer that sends a file of that name; a byte-order mark tells Excel that it is UTF-8."""
    answer = HttpResponse(f"\ufeff{text}", content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def _cell(word: str) -> str:
    return f"'{word}" if FORMULA.match(word) else word
