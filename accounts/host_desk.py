"""What every list of the host's desk has in common: rows are looked at, and what is done to one is written down."""

from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

MOST_ROWS = 2500


class FirstRows(Paginator[Any]):
    """Counts and leafs no further than to MOST_ROWS rows: a host narrows down, and counting all takes longer."""

    @cached_property
    def count(self) -> int:
        """How many rows there are, MOST_ROWS at the most."""
        rows = cast("QuerySet[Any]", self.object_list)
        return rows.order_by()[:MOST_ROWS].count()


class ReadOnly(admin.ModelAdmin[Any]):
    """Rows to be looked at."""

    list_per_page = 25
    paginator = FirstRows
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:  # noqa: ARG002
        """Rows are narrowed down only as the page offers: a query on a document would tell what is in it."""
        return lookup.removesuffix("__exact") in self.list_filter

    def has_keep_permission(self, request: HttpRequest) -> bool:
        """Only a host does something to a row; others of the staff look."""
        return bool(request.user.is_active and request.user.is_superuser)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        """Nothing is added by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        """Nothing is changed by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        """Nothing is deleted by hand."""
        return False


def audited(request: HttpRequest, row: Model, words: str) -> None:
    """Write in the host's log what was done to a row."""
    LogEntry.objects.log_actions(
        request.user.pk or 0, [row], CHANGE, change_message=words, single_object=True
    )
