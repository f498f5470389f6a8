"""The tables that migrations make, made once and then copied: to migrate an empty database takes many seconds."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from operator import attrgetter
from pathlib import Path
from urllib.parse import urlsplit

from django.apps import apps
from django.conf import settings
from django.db import connection

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "var" / "test-schema"
"""Where a run leaves the SQLite file for the next."""


def start_from_migrated() -> None:
    """The test database that is created next begins as a copy of one that is migrated already."""
    with _one_at_a_time():
        if connection.vendor == "sqlite":
            shutil.copy(_migrated_file(), settings.DATABASES["default"]["TEST"]["NAME"])
        else:
            settings.DATABASES["default"]["TEST"]["TEMPLATE"] = _migrated_database()


def copy_migrated(folder: Path) -> None:
    """Puts a site's SQLite file there, migrated and empty, as its settings look for it in a folder of its own."""
    with _one_at_a_time():
        shutil.copy(_migrated_file(), folder / "site.sqlite3")


def _migrated_file() -> Path:
    file = KEPT / f"{_what_makes_it()}.sqlite3"
    if not file.exists():
        for earlier in KEPT.glob("*.sqlite3*"):
            earlier.unlink()
        unready = file.with_suffix(".sqlite3-unready")
        _migrate(f"sqlite:///{unready}")
        unready.rename(file)
    return file


def _migrated_database() -> str:
    name = f"migrated_{_what_makes_it()}"
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if cursor.fetchone() is None:
            cursor.execute(f"DROP DATABASE IF EXISTS {name}_unready")
            cursor.execute(f"CREATE DATABASE {name}_unready")
            _migrate(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}_unready").geturl())
            cursor.execute(f"ALTER DATABASE {name}_unready RENAME TO {name}")
    return name


def _migrate(address: str) -> None:
    environ = {**os.environ, "DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environ, check=True)


def _what_makes_it() -> str:
    """A mark of all migrations, those of libraries too; the same wherever the tree lies."""
    found = sorted(apps.get_app_configs(), key=attrgetter("label"))
    read = (file.read_bytes() for app in found for file in sorted(Path(app.path, "migrations").glob("*.py")))
    return sha256(b"\0".join(read)).hexdigest()[:16]


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
