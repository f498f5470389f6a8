"""Backups of the database: written beside, read again, and only then put under their name."""

import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.apps.registry import Apps
from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

NOTE: Final = "last-backup.json"
PART: Final = ".part"
MIGRATIONS: Final = "django_migrations"


class Unfit(Exception):
    """Why a file is no backup of this site, or none could be made, as a sentence."""


@dataclass(frozen=True, slots=True)
class LastBackup:
    """The backup that was begun last: where, when (ISO, UTC), and how many bytes it has; 0 until it is done."""

    path: str
    at: str
    size: int = 0


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup holds: its tables, and the migrations, by app and name, that it says were applied."""

    tables: set[str]
    applied: set[tuple[str, str]]


def back_up(target: Path) -> LastBackup:
    """The backup, complete and checked; `Unfit` if there is none, and then an older file of that name is as it was."""
    target = target.absolute()
    part = target.with_name(target.name + PART)
    begun = LastBackup(str(target), timezone.now().isoformat(timespec="minutes"))
    _note(begun)
    part.unlink(missing_ok=True)
    try:
        part.touch(mode=0o600)
        WAYS[connection.vendor][0](part)
        check(part)
        part.replace(target)
    except OSError as error:
        raise Unfit(f"The backup could not be written to {target}: {error.strerror}.") from error
    finally:
        for left in (part, *(part.with_name(f"{part.name}-{kind}") for kind in ("wal", "shm"))):
            left.unlink(missing_ok=True)  # SQLite leaves the last two where it has read a file
    done = LastBackup(begun.path, begun.at, target.stat().st_size)
    _note(done)
    return done


def check(path: Path) -> None:
    """Reads a backup to its end; `Unfit` if it is cut or lacks a table of this site.

    One from before an upgrade has the tables that there were then, by the migrations that it says were applied.
    """
    if not path.is_file():
        raise Unfit(f"There is no file {path}.")
    found = WAYS[connection.vendor][1](path)
    lacking = sorted(_tables(found.applied) - found.tables)
    if lacking:
        raise Unfit(
            f"{path} is no complete backup of this site: it lacks {len(lacking)} tables, such as {lacking[0]}."
        )


def last_backup() -> LastBackup | None:
    """The backup that was begun last on this machine; None if none was."""
    try:
        return LastBackup(**json.loads((settings.VAR_DIR / NOTE).read_text()))
    except (OSError, ValueError, TypeError):
        return None


def _note(backup: LastBackup) -> None:
    draft = settings.VAR_DIR / f"{NOTE}{PART}"
    draft.write_text(json.dumps(asdict(backup)))
    draft.replace(settings.VAR_DIR / NOTE)


def _tables(applied: set[tuple[str, str]]) -> set[str]:
    """The tables of this site once these migrations were applied; those of this version if none is known."""
    there = _after(applied) if applied else apps
    return {model._meta.db_table for model in there.get_models() if model._meta.managed} | {MIGRATIONS}


def _after(applied: set[tuple[str, str]]) -> Apps:
    """The models as they were after these migrations.

    A migration that replaces others counts once all of them were applied, and only where they are no longer there: of a
    database of 0.1 only the first of them were.
    """
    loader = MigrationLoader(None, replace_migrations=False)
    nodes = loader.graph.nodes
    done = [
        key
        for key, node in nodes.items()
        if (key in applied or (node.replaces and applied.issuperset(node.replaces)))
        and not any(replaced in nodes for replaced in node.replaces)
    ]
    return loader.project_state(done, at_end=True).apps


def _copy_sqlite(part: Path) -> None:
    try:
        with (
            closing(_opened(Path(connection.settings_dict["NAME"]))) as source,
            closing(sqlite3.connect(part)) as copy,
        ):
            source.backup(copy)
    except sqlite3.Error as error:
        raise Unfit(f"The database could not be copied: {error}.") from error


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _read_sqlite(path: Path) -> Contents:
    """What a database holds that is whole."""
    try:
        with closing(_opened(path)) as copy:
            (said,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            (pages,), (size,) = (copy.execute(f"PRAGMA page_{what}").fetchone() for what in ("count", "size"))
            names = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            applied = (
                set(copy.execute("SELECT app, name FROM django_migrations")) if MIGRATIONS in names else set()
            )
    except sqlite3.Error as error:
        raise Unfit(f"{path} cannot be read: {error}.") from error
    if said != "ok":
        raise Unfit(f"{path} is damaged: {said}")
    if path.stat().st_size < pages * size:  # a page that is free may be missing unnoticed
        raise Unfit(f"{path} is cut: {pages * size} bytes are wanted.")
    return Contents(names, applied)


def _dump_postgresql(part: Path) -> None:
    _call("pg_dump", "--format=custom", f"--file={part}", environ=_server())


def _read_postgresql(path: Path) -> Contents:
    """What a dump holds that is whole: tables with their rows."""
    _call("pg_restore", "--file=/dev/null", str(path))
    lines = [line.split() for line in _call("pg_restore", "--list", str(path)).splitlines()]
    rows = _call("pg_restore", "--data-only", f"--table={MIGRATIONS}", "--file=-", str(path)).splitlines()
    return Contents(
        {words[6] for words in lines if words[3:5] == ["TABLE", "DATA"]},
        {(cells[1], cells[2]) for row in rows if len(cells := row.split("\t")) == 4},
    )


def _server() -> dict[str, str]:
    """The server, as PostgreSQL's own programs read it from their environment."""
    own: dict[str, Any] = connection.settings_dict
    names = {
        "HOST": "PGHOST",
        "PORT": "PGPORT",
        "NAME": "PGDATABASE",
        "USER": "PGUSER",
        "PASSWORD": "PGPASSWORD",
    }
    return {theirs: str(own[ours]) for ours, theirs in names.items() if own.get(ours)}


def _call(program: str, *words: str, environ: dict[str, str] | None = None) -> str:
    path = shutil.which(program)
    if path is None:
        raise Unfit(f"{program} is not installed (on Debian: apt-get install postgresql-client).")
    more = {**os.environ, **(environ or {})}
    done = subprocess.run([path, *words], env=more, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise Unfit(
            f"{program} failed: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else 'no reason given'}"
        )
    return done.stdout


WAYS: dict[str, tuple[Callable[[Path], None], Callable[[Path], Contents]]] = {
    "sqlite": (_copy_sqlite, _read_sqlite),
    "postgresql": (_dump_postgresql, _read_postgresql),
}
"""For each database how it is written to a file, and how that is read."""
