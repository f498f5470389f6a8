"""A process that does part of a trial, so that it can be killed."""

import os
import sys
import traceback
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from django.db import connections


@runtime_checkable
class Pooled(Protocol):
    """A connection of PostgreSQL, which has a pool."""

    def close_pool(self) -> None:
        """Close the pool and its threads."""


def forked(work: Callable[[], object]) -> int:
    """The number of a child process that does the work and ends, whatever happens in it.

    Connections and pools are closed first: a child has none of the pool's threads and would wait for them for ever.
    """
    connections.close_all()
    for connection in connections.all():
        if isinstance(connection, Pooled):
            connection.close_pool()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException:  # noqa: BLE001 - os._exit follows, and would say nothing
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)
    return child


def ended(child: int) -> None:
    """Waits for a child that nobody kills; RuntimeError if it failed, and what failed is on stderr."""
    _number, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError("a worker has failed: see its error above")
