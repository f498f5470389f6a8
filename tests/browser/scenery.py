"""The wars and battles of `tests/picture_scenes.py`, played once in a run, however many tests look at them."""

import fcntl
import pickle
from pathlib import Path

import pytest
from django.db import connection, transaction

from tests.draws import draw_the_same
from tests.emptying import emptied
from tests.picture_scenes import scenes
from tests.pictures import Scene


def scenery(folder: Path) -> list[Scene]:
    """Every scene, with its rows in the test's database; `folder` is the run's own.

    The first who asks plays them and leaves the rows in a file; all others copy that.
    """
    rows, listed = folder / "scenery.sqlite3", folder / "scenery"
    with (folder / "scenery.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if listed.exists():
            _copy(rows)
            return pickle.loads(listed.read_bytes())
        found = _play()
        rows.unlink(missing_ok=True)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(rows)])
        listed.write_bytes(pickle.dumps(found))
        return found


def _play() -> list[Scene]:
    with pytest.MonkeyPatch.context() as patch:
        draw_the_same("scenery", patch)
        return list(scenes())


def _copy(rows: Path) -> None:
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        cursor.execute("ATTACH %s AS kept", [str(rows)])
        with connection.constraint_checks_disabled(), transaction.atomic():
            for name in emptied():
                cursor.execute(f"INSERT INTO main.{quote(name)} SELECT * FROM kept.{quote(name)}")
        cursor.execute("DETACH kept")
