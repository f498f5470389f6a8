"""The site's worker, slowed down at one point of fighting a battle, so that a test can kill it there.

Started as `celery -A tests.slow_worker`; SLOW_AT names the point: "claim", "fight", "write" or "written".
"""

import os
import time
from pathlib import Path
from typing import Any

from celery.signals import worker_process_init

from config.celery import app

__all__ = ["app"]

POINTS = {"claim": "claim", "fight": "_fought", "write": "settle", "written": "settle"}


def _slowed(name: str) -> None:
    """Sleep before the function of that point, or after the write."""
    from battles.battle.services import fighting

    after, attribute = name == "written", POINTS[name]
    owner = fighting.Fighting
    real = getattr(owner, attribute)

    def slow(*args: Any, **kwargs: Any) -> Any:
        if not after:
            _say_and_sleep()
        result = real(*args, **kwargs)
        if after:
            _say_and_sleep()
        return result

    setattr(owner, attribute, slow)


def _say_and_sleep() -> None:
    Path(os.environ["SLOW_MARK"]).touch()
    time.sleep(60)


@worker_process_init.connect(weak=False)
def _begin(**_: Any) -> None:
    _slowed(os.environ["SLOW_AT"])
