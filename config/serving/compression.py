"""Which answers are sent compressed; docs/decisions/0010-compressed-pages.md says why."""

from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

SENT_WHOLE: Final = ("/admin/", "/accounts/two-factor/")
"""The host's desk, and allauth's pages, which show the secret of a second factor and recovery codes."""


class CompressedPages(GZipMiddleware):
    """Compresses answers for browsers that ask for it, except those in `sent_whole`."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, smaller where that is safe and worth it."""
        return response if sent_whole(request, response) else super().process_response(request, response)


def sent_whole(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether the answer is a stream, has `no-transform` because it shows a key, or is a page under `SENT_WHOLE`."""
    kept = "no-transform" in response.get("Cache-Control", "")
    return response.streaming or kept or request.path_info.startswith(SENT_WHOLE)
