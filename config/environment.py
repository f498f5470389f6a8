"""The site's settings as the environment has them; one that is empty is as if it were not set, but for lists."""

import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environ import Env

from config.embedded import own_folder

YES: Final = frozenset({"true", "on", "ok", "y", "yes", "1"})
NO: Final = frozenset({"false", "off", "n", "no", "0"})
DATABASES: Final = ("postgres", "postgresql", "psql", "pgsql", "sqlite")
REDIS: Final = ("redis", "rediss")


class SettingRefused(ImproperlyConfigured):
    """What is wrong with a setting, and what to set instead."""


class Environment:
    """Reads settings; `SettingRefused` for one that cannot be read."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._environ = environ
        self._given = {name: value for name, value in environ.items() if value.strip()}

    def has(self, name: str) -> bool:
        """Whether the setting is given."""
        return name in self._given

    def words(self, name: str, default: str = "") -> str:
        """A setting that can be anything."""
        return self._given.get(name, default)

    def folder(self, name: str, default: Path) -> Path:
        """A folder that only its owner can read, made where it is missing."""
        try:
            return own_folder(self.words(name, str(default)))
        except OSError as error:
            raise self._refusal(name, "a folder that can be made and written") from error

    def names(self, name: str, default: list[str]) -> list[str]:
        """Names with commas between them; the setting may be empty: then there are none."""
        if name not in self._environ:
            return default
        return [one.strip() for one in self._environ[name].split(",") if one.strip()]

    def switch(self, name: str, *, default: bool) -> bool:
        """Whether something is on."""
        word = self.words(name).strip().lower()
        if word and word not in YES | NO:
            raise self._refusal(name, "on or off")
        return word in YES if word else default

    def whole(self, name: str, default: int) -> int:
        """A whole number, not below 0."""
        word = self.words(name, str(default)).strip()
        if not (word.isascii() and word.isdecimal()):
            raise self._refusal(name, "a whole number")
        return int(word)

    def seconds(self, name: str, default: float) -> float:
        """A number of seconds, above 0."""
        try:
            found = float(self.words(name, str(default)))
        except ValueError:
            found = 0.0
        if not 0 < found < float("inf"):
            raise self._refusal(name, "a number of seconds")
        return found

    def level(self, name: str, default: str) -> str:
        """A level of the log."""
        word = self.words(name, default).strip().upper()
        if word not in logging.getLevelNamesMapping():
            raise self._refusal(name, "DEBUG, INFO, WARNING or ERROR")
        return word

    def address(self, name: str, default: str = "") -> str:
        """Where a page of this site begins."""
        found = self.words(name).strip()
        if found and (urlsplit(found).scheme not in ("http", "https") or not urlsplit(found).hostname):
            raise self._refusal(name, "an address such as https://name.example")
        return found or default

    def redis(self, name: str) -> str:
        """The address of a Redis server; "" without one."""
        found = self.words(name).strip()
        if found and urlsplit(found).scheme not in REDIS:
            raise self._refusal(name, "an address such as redis://localhost:6379/0")
        return found

    def database(self, name: str, default: str) -> dict[str, Any]:
        """A database as Django wants it."""
        found = self.words(name, default).strip()
        wanted = "an address such as postgres://name:password@host/database"
        if found.partition(":")[0] not in DATABASES:
            raise self._refusal(name, wanted, shown=False)
        try:
            return dict(Env.db_url_config(found))
        except ValueError as error:
            raise self._refusal(name, wanted, shown=False) from error

    def mail(self, name: str, default: str) -> dict[str, Any]:
        """A mail server as Django wants it."""
        try:
            return dict(Env.email_url_config(self.words(name, default).strip()))
        except (ImproperlyConfigured, ValueError) as error:
            wanted = "an address such as smtp+tls://name:password@host:587"
            raise self._refusal(name, wanted, shown=False) from error

    def _refusal(self, name: str, wanted: str, *, shown: bool = True) -> SettingRefused:
        """`shown`: the value is no secret."""
        what = f"{name}={self.words(name)}" if shown else f"What {name} is set to"
        return SettingRefused(f"{what} cannot be read. Set it to {wanted}, or leave it unset.")
