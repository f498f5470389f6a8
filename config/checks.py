"""What a site for others must have set before it starts."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

MIN_SECRET = 40


@register(Tags.security)
def ready_for_others(**_kwargs: Any) -> Iterable[CheckMessage]:
    """The reasons why this configuration may not serve people other than its host; none means it may."""
    if not settings.PRODUCTION:
        return []
    return [Error(message, hint=hint, id=f"site.E{number:03}") for number, message, hint in _faults()]


def _faults() -> Iterable[tuple[int, str, str]]:
    if settings.DEBUG:
        yield 1, "DEBUG is on; error pages would show the site's insides.", "Unset DEBUG."
    if settings.SECRET_KEY_IS_EMBEDDED or len(settings.SECRET_KEY) < MIN_SECRET:
        yield (
            2,
            "SECRET_KEY is missing or short.",
            f"Set SECRET_KEY to {MIN_SECRET} or more random characters.",
        )
    if not settings.ALLOWED_HOSTS_GIVEN or "*" in settings.ALLOWED_HOSTS:
        yield (
            3,
            "ALLOWED_HOSTS does not name the site.",
            "Set ALLOWED_HOSTS=name.example (commas between names).",
        )
    if not settings.SITE_URL_GIVEN:
        yield (
            4,
            "SITE_URL is missing; links in messages would lead nowhere.",
            "Set SITE_URL=https://name.example.",
        )
