"""Imported campaign games: kept as files, and counted nowhere."""

from functools import lru_cache
from hashlib import sha256
from typing import Final

from django.db import transaction

from accounts.models import User
from battles.models import SeriesRecord
from battles.talon.series.files.document import GameFile, read_game, written
from battles.talon.series.files.judging import check_game
from engines.seam.refusals import refuse

MOST_RECORDS: Final = 40
"""The most imported campaign games that a user keeps."""


def import_game(*, user: User, data: bytes) -> SeriesRecord:
    """The imported campaign game; the same one if the user has imported this file before.

    `Refused` with the place and the reason if the file is none, or cannot be true.
    """
    file = read_game(data)
    check_game(file)
    kept = written(file)
    digest = sha256(kept).hexdigest()
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        rows = SeriesRecord.objects.filter(user=user)
        found = rows.filter(digest=digest).first()
        if found is not None:
            return found
        if rows.count() >= MOST_RECORDS:
            raise refuse("", f"You have imported {MOST_RECORDS} campaign games. Delete one first.")
        return SeriesRecord.objects.create(user=user, name=file.name, digest=digest, data=kept)


def file_of(record: SeriesRecord) -> GameFile:
    """The file of an imported campaign game."""
    return _read(bytes(record.data))


@lru_cache(maxsize=2)
def _read(data: bytes) -> GameFile:
    """Kept for the pages of one that is being looked at; a file may have 5 MB."""
    return read_game(data)
