"""The host's desk for battles: to be looked up, not changed; reports in progress have no page."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from battles.models import Battle


@admin.register(Battle)
class BattleAdmin(admin.ModelAdmin[Any]):
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
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:  # noqa: ARG002
        """Rows are narrowed down only as the page offers: a query on a document would tell what is in it."""
        return lookup.removesuffix("__exact") in self.list_filter

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        """Nothing is added by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        """Nothing is changed by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        """Nothing is deleted by hand."""
        return False
