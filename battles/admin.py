"""The host's desk for battles: to be looked up, not changed; reports in progress have no page."""

from django.contrib import admin

from accounts.host_desk import ReadOnly
from battles.models import Battle


@admin.register(Battle)
class BattleAdmin(ReadOnly):
    """Battles and where they are."""

    list_display = (
        "id",
        "title",
        "place",
        "status",
        "reported_by",
        "stands_at",
        "settled_how",
        "absorbed_at",
    )
    list_filter = ("status", "settled_how")
    search_fields = ("=id", "title", "terran_user__username", "talon_user__username")
    exclude = ("setup", "report", "result")
