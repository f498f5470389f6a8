"""The host's desk for people and messages, without message texts, webhook addresses and passwords."""

import allauth.account.admin
import allauth.mfa.admin  # noqa: F401 - these register addresses and second factors, taken off below
import django.contrib.auth.admin  # noqa: F401 - registers groups, taken off below: the site has none
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin_pages import ReadOnly, audited
from accounts.deliveries.owing import cancel_all_owed
from accounts.models import Delivery, Letter, User

admin.site.unregister(Group)
# Whoever confirms an address for a player, or removes a second factor, can sign in as that player.
admin.site.unregister([EmailAddress, Authenticator])


@admin.register(User)
class PersonAdmin(ReadOnly):
    """People; close an account, and open it again."""

    list_display = ("username", "email", "date_joined", "last_login", "seen_on", "is_active", "is_superuser")
    list_filter = ("is_active", "is_superuser", "is_guest")
    search_fields = ("username", "email")
    ordering = ("-pk",)
    fields = (*list_display, "wants_email", "webhook_kind", "is_demo", "is_guest")
    actions = ("close_accounts", "open_accounts")

    @admin.action(permissions=["keep"], description="Close accounts")
    def close_accounts(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """Sign these people out, refuse their sign-in and send them nothing more; their wars and scores stay."""
        self._set_active(request, people, active=False)

    @admin.action(permissions=["keep"], description="Reopen accounts")
    def open_accounts(self, request: HttpRequest, people: QuerySet[User]) -> None:
        """Let these people in again."""
        self._set_active(request, people, active=True)

    def _set_active(self, request: HttpRequest, people: QuerySet[User], *, active: bool) -> None:
        for person in people:
            if person.is_active == active:
                messages.info(request, f"{person}: the account was {'open' if active else 'closed'} already.")
                continue
            if person.is_superuser:
                messages.error(request, f"{person} is a host. You cannot close a host's account here.")
                continue
            person.is_active = active
            with transaction.atomic():
                person.save(update_fields=["is_active"])
                if not active:
                    cancel_all_owed(person)
                audited(request, person, "Opened" if active else "Closed")
            messages.success(request, f"{person}: account {'reopened' if active else 'closed'}.")


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    """Messages owed and sent, without their texts."""

    list_display = (
        "user",
        "key",
        "channel",
        "status",
        "attempts",
        "last_error",
        "due_at",
        "done_at",
    )
    list_filter = ("status", "channel")
    search_fields = ("=user__username", "=key")
    list_select_related = ("user",)
    ordering = ("-pk",)
    exclude = ("subject", "body", "path", "token")


@admin.register(Letter)
class LetterAdmin(ReadOnly):
    """Mail about accounts, owed and sent, without its text."""

    list_display = ("address", "kind", "subject", "status", "attempts", "last_error", "due_at", "done_at")
    list_filter = ("status", "kind")
    search_fields = ("=address",)
    ordering = ("-pk",)
    exclude = ("body", "token")
