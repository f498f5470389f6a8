"""The site itself as an app: its checks and the host's commands."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class SiteConfig(AppConfig):
    name = "config"
    label = "site"
    verbose_name = "Site"

    def ready(self) -> None:
        """Connects the queue and the checks, and lets addresses name rows."""
        from config import celery, numbers  # noqa: F401, PLC0415
        from config.host import checks  # noqa: F401, PLC0415


class DeskConfig(AdminConfig):
    """Django's admin with this site's sign-in."""

    default_site = "config.host.desk.Desk"
