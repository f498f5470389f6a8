"""The site as an ASGI application; all event streams share one thread."""

import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_asgi_application()
_streams = ThreadPoolExecutor(1, "streams")


async def application(
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
