"""What the doctor finds on the disks: their room, the static files, the last backup."""

import shutil
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import DatabaseError, connection

from config.embedded import is_open
from config.host.backups import last_backup
from config.serving.static import HashedFiles

HERE: Final = ("", "localhost", "127.0.0.1", "::1")
DISK_LEAST: Final = 200 * 1024 * 1024


def room() -> tuple[bool, str]:
    """Whether there is room for what the site and its database write, and in what words."""
    if is_open(settings.VAR_DIR):
        return False, f"Others on this machine can read {settings.VAR_DIR}. Run: chmod 700 {settings.VAR_DIR}"
    try:
        TemporaryFile(dir=settings.VAR_DIR).close()
    except OSError as error:
        return False, f"The site cannot write to {settings.VAR_DIR}: {error.strerror}."
    place, unknown = _place_of_database()
    free = {path: shutil.disk_usage(path).free for path in (settings.VAR_DIR, place) if path is not None}
    said = [f"{left // 2**20} MiB free at {path}." for path, left in free.items()]
    if min(free.values()) <= DISK_LEAST:
        said.append(f"Make room: below {DISK_LEAST // 2**20} MiB the site may soon take no orders.")
    return min(free.values()) > DISK_LEAST, " ".join([*said, *filter(None, [unknown])])


def _place_of_database() -> tuple[Path | None, str]:
    """The folder of the database, or why its disk cannot be looked at."""
    own = connection.settings_dict
    if connection.vendor == "sqlite":
        return Path(own["NAME"]).parent, ""
    if own["HOST"] not in HERE and not own["HOST"].startswith("/"):
        return None, "PostgreSQL is on another machine: look at its disk there."
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('data_directory')")
            place = Path(cursor.fetchone()[0])
        shutil.disk_usage(place)
    except (DatabaseError, OSError):
        return (
            None,
            "PostgreSQL does not say where its files are (GRANT pg_read_all_settings lets it): look at its disk.",
        )
    return place, ""


def static_files() -> tuple[bool, str]:
    """Whether every static file holds what its name says."""
    if not isinstance(staticfiles_storage, HashedFiles):
        return True, "Static files are served as they are in the sources."
    cut = staticfiles_storage.damaged()
    if cut or not staticfiles_storage.hashed_files:
        what = (
            f"{len(cut)} static files are damaged or missing, such as {cut[0]}"
            if cut
            else "There are no static files"
        )
        return False, f"{what}. Run: python manage.py prepare. Then restart the site."
    return True, f"All {len(staticfiles_storage.hashed_files)} static files are whole."


def backup() -> tuple[bool, str]:
    """Whether the backup that was begun last here was finished and is as it was left."""
    last = last_backup()
    if last is None:
        return True, "None was made here with `python manage.py backup`."
    when = f"{datetime.fromisoformat(last.at):%d %B %Y, %H:%M} UTC"
    if not last.size:
        return False, f"The backup to {last.path} of {when} was not finished. Make another."
    path = Path(last.path)
    if path.exists() and path.stat().st_size != last.size:
        return False, f"{last.path} is not as the backup of {when} left it. Make another."
    return True, f"The last is of {when}{'' if path.exists() else ' and has been moved'}: {last.path}."
