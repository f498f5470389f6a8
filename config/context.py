"""What every page's frame shows."""

from django.conf import settings
from django.http import HttpRequest

from accounts.people.theme import theme_of


def site(request: HttpRequest) -> dict[str, object]:
    """The site's name, whether it can send mail, and the theme chosen in the browser."""
    return {
        "site_name": settings.SITE_NAME,
        "has_mail": settings.HAS_MAIL,
        "site_url": settings.SITE_URL,
        "theme": theme_of(request),
    }
