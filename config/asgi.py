"""The site as an ASGI application; all event streams share one thread."""

import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext
from django.core.asgi import get_asgi_application

from config.bodies import limited


def _refuse_unfit() -> None:
    from django.db import connection  # noqa: PLC0415

    from config.checks import refuse_unfit  # noqa: PLC0415

    refuse_unfit()
    connection.close()


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_asgi_application()
with ThreadPoolExecutor(1) as _at_start:  # the server's event loop runs already, and checks ask the database
    _at_start.submit(_refuse_unfit).result()
_streams = ThreadPoolExecutor(1, "streams")


async def _answer(
    scope: dict[str, Any],
    receive: Callable[[], Awaitable[Any]],
    send: Callable[[Any], Awaitable[None]],
) -> None:
    """Hands a request to Django; one under /events/ holds neither a thread nor a connection of its own."""
    if scope["type"] == "http" and scope["path"].startswith("/events/"):
        async with ThreadSensitiveContext(executor=_streams):
            await django_application(scope, receive, send)
    else:
        await django_application(scope, receive, send)


application = limited(_answer)
