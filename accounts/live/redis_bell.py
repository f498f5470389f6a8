"""Rings and hears of notices over Redis. Imported only where the site has a Redis: it takes some MB of a process."""

import asyncio
import logging
from functools import cache

import redis
import redis.asyncio as redis_asyncio
from django.conf import settings
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from accounts.outside import Resting, redis_rest

CHANNEL = "front-line:notices"
WAIT_SECONDS = 15.0
log = logging.getLogger(__name__)


def ring(number: int) -> None:
    """Tell every reader that there is a notice of that number; nothing where Redis does not answer."""
    try:
        with redis_rest.asking(RedisError):
            connection().publish(CHANNEL, number)
    except Resting:
        return
    except RedisError as error:  # the readers look for themselves every few seconds
        log.warning("notice not rung", extra={"notice": number, "why": type(error).__name__})


@cache
def connection() -> redis.Redis:
    """The process's connection to Redis."""
    most, once = settings.REDIS_SECONDS, Retry(NoBackoff(), 0)
    return redis.Redis.from_url(
        settings.REDIS_URL, retry=once, socket_timeout=most, socket_connect_timeout=most
    )


class Listener:
    """Hears the rings of all processes."""

    def __init__(self) -> None:
        most = settings.REDIS_SECONDS
        once = AsyncRetry(NoBackoff(), 0)  # who waits for Redis does not look
        self._redis = redis_asyncio.Redis.from_url(
            settings.REDIS_URL, retry=once, socket_timeout=most, socket_connect_timeout=most
        )
        self._pubsub = self._redis.pubsub()

    async def close(self) -> None:
        """Hang up."""
        await self._pubsub.aclose()  # type: ignore[no-untyped-call]
        await self._redis.aclose()

    async def wait(self, without: float) -> None:
        """Returns when there is a ring, or it is time to look anyway; after `without` seconds if Redis is away."""
        try:
            if not self._pubsub.subscribed:
                return await self._pubsub.subscribe(CHANNEL)
            await self._pubsub.get_message(timeout=WAIT_SECONDS)
            while await self._pubsub.get_message(timeout=0):
                pass
        except (RedisError, OSError) as error:
            log.warning("no word from Redis", extra={"why": type(error).__name__})
            await asyncio.sleep(without)
        return None
