"""Whether anything looked at what htmx says of itself while a request was answered.

What did not look answers htmx as it answers everybody: up to the first look, both requests take the same way.
"""

from collections.abc import Iterator

import pytest
from django.http.request import HttpHeaders


class NotedHeaders(HttpHeaders):
    """A request's headers, of which it is noted when one of htmx's is looked for, or when all are gone through."""

    looked = False
    """Whether that has happened since somebody set this to False."""

    def __getitem__(self, key: str) -> str:
        """The header, whether it is written with hyphens or underscores."""
        if key.lower().startswith("hx"):
            NotedHeaders.looked = True
        found: str = super().__getitem__(key)
        return found

    def __iter__(self) -> Iterator[str]:
        """The names of all headers."""
        NotedHeaders.looked = True
        return super().__iter__()


def note_headers(patch: pytest.MonkeyPatch) -> None:
    """From now on, the headers of requests are these."""
    patch.setattr("django.http.request.HttpHeaders", NotedHeaders)
