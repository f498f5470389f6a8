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

from bench.with_services import pg_bin

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "var" / "test-schema"
"""Where a run leaves the SQLite file for the next, and what PostgreSQL's database holds, as SQL."""


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
            _fill(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}_unready").geturl())
            cursor.execute(f"ALTER DATABASE {name}_unready RENAME TO {name}")
    return name


def _fill(address: str) -> None:
    """Migrates PostgreSQL's new database, or does what a dump of one migrated in the same way says."""
    programs, file = pg_bin(), KEPT / f"{_what_makes_it()}.sql"
    if programs and file.exists():
        whole = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
        command = [str(programs / "psql"), *whole, f"--file={file}", address]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        return
    _migrate(address)
    if programs is None:
        return
    unready = file.with_suffix(".sql-unready")
    command = [str(programs / "pg_dump"), "--no-owner", f"--file={unready}", address]
    if subprocess.run(command, check=False).returncode == 0:  # it refuses a server newer than itself
        for earlier in KEPT.glob("*.sql"):
            earlier.unlink()
        unready.rename(file)


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
