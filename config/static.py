"""Static files under ASGI: WhiteNoise without its thread-bound streaming answers."""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc, unused-ignore]
    """Names every file by its content, and follows the imports between our own ES modules in `static/js/`."""

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],  # noqa: SLF001
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._urls: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """The address of a file, found once: a page of a big war names the ships' sprite 300 times."""
        if name not in self._urls:
            self._urls[name] = super().url(name, force)
        return self._urls[name]


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc, unused-ignore]
    """Answers for static files from memory, so that an async server need not iterate in a thread."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        """The file, or else the answer of the rest of the site."""
        if iscoroutinefunction(self.get_response):
            return self._answer(request)
        found: HttpResponseBase | None = self._file(request)
        return found or self.get_response(request)

    async def _answer(self, request: HttpRequest) -> HttpResponseBase:
        found = await sync_to_async(self._file)(request) if self._is_static(request) else None
        answer: HttpResponseBase = found or await self.get_response(request)
        return answer

    def _is_static(self, request: HttpRequest) -> bool:
        return request.path_info in self.files or bool(
            self.autorefresh and request.path_info.startswith(self.static_prefix)
        )

    def _file(self, request: HttpRequest) -> HttpResponseBase | None:
        path = request.path_info
        static = self.find_file(path) if self.autorefresh else self.files.get(path)
        return None if static is None else self.serve(static, request)

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponseBase:
        """The file's answer (whole, a range, or 304), read into memory and closed."""
        found = static_file.get_response(request.method, request.META)
        body = b"" if found.file is None else _read(found.file)
        response = HttpResponse(body, status=int(found.status))
        del response["Content-Type"]
        for key, value in found.headers:
            response[key] = value
        return response


def _read(file: Any) -> bytes:
    with file:
        content: bytes = file.read()
        return content
