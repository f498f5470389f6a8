"""What every page's frame shows."""

from django.conf import settings
from django.http import HttpRequest


def site(_request: HttpRequest) -> dict[str, object]:
    """The site's name, and whether it can send mail."""
    return {"site_name": settings.SITE_NAME, "has_mail": settings.HAS_MAIL, "site_url": settings.SITE_URL}
