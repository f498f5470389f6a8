"""The site as an ASGI application: which thread answers what, and how many answer at once."""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext
from django.conf import settings
from django.core.asgi import get_asgi_application


def _refuse_unfit() -> None:
    from django.db import connection  # noqa: PLC0415

    from config.host.checks import refuse_unfit  # noqa: PLC0415

    refuse_unfit()
    connection.close()


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_asgi_application()

from config.serving.admission import AdmissionQueue, admitted  # noqa: E402
from config.serving.bodies import Application, Receive, Send, drop, limited, refuse  # noqa: E402 - they need the settings

with ThreadPoolExecutor(1) as _at_start:  # the server's event loop runs already, and checks ask the database
    _at_start.submit(_refuse_unfit).result()
_streams = ThreadPoolExecutor(1, "streams")
_files = ThreadPoolExecutor(1, "files")


def _in_one_thread(executor: ThreadPoolExecutor) -> Application:
    async def answer(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        async with ThreadSensitiveContext(executor=executor):
            await django_application(scope, receive, send)

    return answer


_stream, _file = _in_one_thread(_streams), _in_one_thread(_files)
_page = admitted(django_application, AdmissionQueue(settings.REQUESTS_AT_ONCE))
STREAMS = "/events/"


async def _answer(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Hands a request to Django; streams share a thread, static files another, and pages queue for theirs.

    Nothing is posted to a stream: Django would read the form in the one thread that they share.
    """
    path = scope.get("path", "")
    if path.startswith(STREAMS) and scope["method"] not in ("GET", "HEAD"):
        await drop(receive)
        await refuse("method", scope, send)
        return
    answer = _stream if path.startswith(STREAMS) else _file if path.startswith(settings.STATIC_URL) else _page
    await answer(scope, receive, send)


application = limited(_answer)
