"""Static files under ASGI: WhiteNoise without its thread-bound streaming answers."""

import gzip
import os
import zlib
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import brotli  # type: ignore[import-untyped, unused-ignore]
from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.core.files.base import ContentFile, File
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.compress import Compressor
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

PART: Final = ".part"


class WholeCompressor(Compressor):  # type: ignore[misc, unused-ignore]
    """WhiteNoise's own, which puts a compressed file under its name once all of it is written.

    Most files are there under two names, their own and that of their content: what they hold is compressed once. What
    was made of the same content before is left as it is.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.compress_brotli = cache(Compressor.compress_brotli)
        self.compress_gzip = cache(Compressor.compress_gzip)

    def compress(self, path: str) -> list[str]:
        """The names of the compressed files."""
        content = Path(path).read_bytes()
        if all(_unpacked(path, ending) == content for ending in UNPACKING):
            return [f"{path}{ending}" for ending in UNPACKING]
        found: list[str] = super().compress(path)
        return found

    def write_data(self, path: str, data: bytes, suffix: str, stat_result: os.stat_result) -> str:
        """The name of the file."""
        Path(super().write_data(path, data, f"{suffix}{PART}", stat_result)).replace(f"{path}{suffix}")
        return f"{path}{suffix}"


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc, unused-ignore]
    """Names every file by its content, and follows the imports between our own ES modules in `static/js/`.

    A file is put under its name once all of it is written, also in place of another: a disk that is full cuts none.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],  # noqa: SLF001
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._urls: dict[str, str] = {}
        self._replacing = False

    def post_process(self, *args: Any, **kwargs: Any) -> Iterator[Any]:
        """What became of each file; what is written anew is replaced, and not deleted first."""
        self._replacing = True
        try:
            yield from super().post_process(*args, **kwargs)
        finally:
            self._replacing = False

    def delete(self, name: str) -> None:
        """Deletes a file, unless a new one is about to take its place."""
        if not self._replacing:
            super().delete(name)

    def create_compressor(self, **kwargs: Any) -> Compressor:
        """What compresses the files."""
        return WholeCompressor(**kwargs)

    def _save(self, name: str, content: File[Any]) -> str:
        part = Path(self.path(f"{name}{PART}"))
        part.unlink(missing_ok=True)
        try:
            super()._save(f"{name}{PART}", content)
            part.replace(self.path(name))
        finally:
            part.unlink(missing_ok=True)
        return name

    def damaged(self) -> list[str]:
        """The files, by their hashed names, that are not there or do not hold what their names say."""
        return [
            stored for name, stored in sorted(self.hashed_files.items()) if not self._is_whole(name, stored)
        ]

    def drop_damaged(self) -> None:
        """Deletes such files, so that they are written again."""
        for stored in self.damaged():
            Path(self.path(stored)).unlink(missing_ok=True)

    def _is_whole(self, name: str, stored: str) -> bool:
        path = self.path(stored)
        try:
            content = Path(path).read_bytes()
            whole = self.hashed_name(name, ContentFile(content)) == stored
            return whole and all(_unpacked(path, ending) in (None, content) for ending in UNPACKING)
        except OSError:
            return False

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


UNPACKING: Final[dict[str, Callable[[bytes], bytes]]] = {".gz": gzip.decompress, ".br": brotli.decompress}
CUT: Final = (EOFError, brotli.error, gzip.BadGzipFile, zlib.error)


def _unpacked(path: str, ending: str) -> bytes | None:
    """What a compressed file holds; None without one, b"" if it cannot be read."""
    try:
        return UNPACKING[ending](Path(f"{path}{ending}").read_bytes())
    except FileNotFoundError:
        return None
    except CUT:
        return b""


def _read(file: Any) -> bytes:
    with file:
        content: bytes = file.read()
        return content
