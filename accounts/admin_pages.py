"""What all lists of the host's desk have in common: rows are read-only, and every action is logged."""

from collections.abc import Mapping
from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

MOST_ROWS = 2500


class FirstRows(Paginator[Any]):
    """Counts and shows at most MOST_ROWS rows, because counting all of them takes too long."""

    @cached_property
    def count(self) -> int:
        """How many rows there are, MOST_ROWS at the most."""
        rows = cast("QuerySet[Any]", self.object_list)
        return rows.order_by()[:MOST_ROWS].count()


class ReadOnly(admin.ModelAdmin[Any]):
    """Read-only rows."""

    list_per_page = 25
    paginator = FirstRows
    show_full_result_count = False
    only: Mapping[str, Any] = {}
    """What rows must be like to be listed."""
    without: Mapping[str, Any] = {}
    """What rows must not be like. A row's own column is best compared here: a join makes the database sort the rest."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows that are listed."""
        return super().get_queryset(request).filter(**self.only).exclude(**self.without)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:  # noqa: ARG002
        """Only the filters on the page are allowed: other queries could reveal the contents of documents."""
        offered = {getattr(one, "parameter_name", one) for one in self.list_filter}
        return lookup.removesuffix("__exact") in offered

    def has_keep_permission(self, request: HttpRequest) -> bool:
        """Whether the user is a host; other staff may only look."""
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
    """Log in the host's log what was done to a row."""
    LogEntry.objects.log_actions(
        request.user.pk or 0, [row], CHANGE, change_message=words, single_object=True
    )
