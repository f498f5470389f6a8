"""Several deeds at the same moment, each in a thread with a connection of its own."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

from django.db import connection


def at_once(*deeds: Callable[[], Any], refused: tuple[type[Exception], ...]) -> list[str]:
    """Does all of it at once; what came of each: "done", or which of the errors that may be."""
    together, found = Barrier(len(deeds)), list[str]()

    def do(deed: Callable[[], Any]) -> None:
        together.wait()
        try:
            deed()
            found.append("done")
        except refused as error:
            found.append(type(error).__name__)
        finally:
            connection.close()

    threads = [Thread(target=do, args=[deed]) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(found)
