"""What a site for others must have set before it starts."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError

from accounts.models import User

MIN_SECRET = 40
DEMO_FAULT = (
    5,
    "The database has the demo's accounts, whose passwords were printed.",
    "Delete the users marked as made for the demo, or start with an empty database.",
)


@register(Tags.security)
def fit_for_others(**_kwargs: Any) -> Iterable[CheckMessage]:
    """The reasons why these settings are not safe for a site with other people; none if they are."""
    return [_as_error(*fault) for fault in _setting_faults()] if settings.PRODUCTION else []


@register(Tags.database)
def no_demo_people(**_kwargs: Any) -> Iterable[CheckMessage]:
    """An error while a site for others has the demo's accounts."""
    return [_as_error(*DEMO_FAULT)] if settings.PRODUCTION and _has_demo_people() else []


def faults() -> Iterator[tuple[int, str, str]]:
    """Number, sentence and remedy of everything that keeps a production site from starting."""
    yield from _setting_faults()
    if _has_demo_people():
        yield DEMO_FAULT


def refuse_unfit() -> None:
    """Raises ImproperlyConfigured, naming every reason, when a production site must not start."""
    reasons = [f"{message} {hint}" for _number, message, hint in faults()] if settings.PRODUCTION else []
    if reasons:
        raise ImproperlyConfigured("This site is not ready for other people. " + " ".join(reasons))


def _setting_faults() -> Iterator[tuple[int, str, str]]:
    if settings.DEBUG:
        yield 1, "DEBUG is on: error pages would show internal data.", "Unset DEBUG."
    if settings.SECRET_KEY_IS_EMBEDDED or len(settings.SECRET_KEY) < MIN_SECRET:
        yield (
            2,
            "SECRET_KEY is missing or short.",
            f"Set SECRET_KEY to {MIN_SECRET} or more random characters.",
        )
    if not settings.ALLOWED_HOSTS_GIVEN or not settings.ALLOWED_HOSTS or "*" in settings.ALLOWED_HOSTS:
        yield (
            3,
            "ALLOWED_HOSTS does not name the site.",
            "Set ALLOWED_HOSTS=name.example (commas between names).",
        )
    if not settings.SITE_URL_GIVEN:
        yield (
            4,
            "SITE_URL is missing: links in messages would not work.",
            "Set SITE_URL=https://name.example.",
        )


def _has_demo_people() -> bool:
    try:
        return User.objects.filter(is_demo=True).exists()
    except DatabaseError:  # not migrated yet: nobody is in it
        return False


def _as_error(number: int, message: str, hint: str) -> Error:
    return Error(message, hint=hint, id=f"site.E{number:03}")
