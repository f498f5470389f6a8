"""The host's desk: wars to be looked up, and five audited things to do to them. The host of a club is a player too.

Sealed orders and drafts have no page here, no document is ever shown, and a host who plays in a war that is not over
sees none of its secret rows.
"""

from typing import Any, cast, get_args

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin_pages import ReadOnly, audited
from accounts.models import User
from accounts.selectors import person_called
from campaign import models as m
from campaign.corrections.correcting import decide_as_host
from campaign.maps.drawing import put_on_shelf, take_off_shelf
from campaign.rules.orders import AnyOrder
from campaign.seats.handing import hand_over
from campaign.war.log.fold import MARKS
from campaign.war.log.rebuild import differences
from campaign.war.services.keeping import freeze
from campaign.war.services.seating import OF_THE_PLAYER
from engines.seam.documents import Degree
from engines.seam.refusals import Refused

KINDS = (*sorted({"war-began", *MARKS, *(str(order.__struct_config__.tag) for order in get_args(AnyOrder))}),)

NO_SANDBOX = {"sandbox_of": None}
IN_A_SANDBOX = {"war__in": m.War.objects.filter(sandbox_of__isnull=False).values("pk")}
"""Sandboxes are their makers' own: the host's desk shows nothing of them."""


class Secret(ReadOnly):
    """Rows that tell a side's secrets: not shown to a host who plays in the war while it is on (S15)."""

    without = IN_A_SANDBOX

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """All rows but those of wars under way in which the host plays, or is or was a deputy."""
        mine = m.Seat.objects.filter(user_id=request.user.pk or 0).exclude(war__status=m.War.Status.OVER)
        told = m.Deputy.objects.filter(user_id=request.user.pk or 0).exclude(war__status=m.War.Status.OVER)
        known = mine.values("war"), told.values("war")
        return super().get_queryset(request).exclude(war__in=known[0]).exclude(war__in=known[1])


@admin.register(m.War)
class WarAdmin(ReadOnly):
    """Wars; freeze, thaw, rebuild and compare."""

    list_display = (
        "id",
        "name",
        "status",
        "map_name",
        "turn",
        "phase",
        "winner",
        "frozen",
        "paused",
        "moved_at",
    )
    list_filter = ("status", "frozen", "paused", "phase")
    search_fields = ("name", "=id", "seats__user__username")
    exclude = (
        "settings",
        "chart",
        "state",
        "watch_token",
        "sandbox_of",
        "sandbox_turn",
        "sandbox_battle",
        "sandbox_how",
    )
    actions = ("freeze_wars", "thaw_wars", "rebuild_and_compare")
    only = NO_SANDBOX

    def get_queryset(self, request: HttpRequest) -> QuerySet[m.War]:
        """Wars without their documents, which no page of the host's shows."""
        return super().get_queryset(request).defer("settings", "chart", "state")

    @admin.action(permissions=["keep"], description="Freeze")
    def freeze_wars(self, request: HttpRequest, wars: QuerySet[m.War]) -> None:
        """Take no orders in these wars."""
        self._set_frozen(request, wars, frozen=True)

    @admin.action(permissions=["keep"], description="Thaw")
    def thaw_wars(self, request: HttpRequest, wars: QuerySet[m.War]) -> None:
        """Take orders again."""
        self._set_frozen(request, wars, frozen=False)

    def _set_frozen(self, request: HttpRequest, wars: QuerySet[m.War], *, frozen: bool) -> None:
        for war in wars:
            try:
                freeze(war_id=war.pk, frozen=frozen)
            except Refused as refused:
                messages.error(request, f"{war}: {refused}")
                continue
            audited(request, war, "Frozen" if frozen else "Thawed")
            messages.success(request, f"{war}: {'frozen' if frozen else 'thawed'}.")

    @admin.action(permissions=["keep"], description="Rebuild from the log and compare")
    def rebuild_and_compare(self, request: HttpRequest, wars: QuerySet[m.War]) -> None:
        """Say whether what is stored is what the log leads to; shows no secret."""
        for war in wars:
            number = len(differences(war))
            audited(request, war, f"Rebuilt and compared: {number} differences")
            if number:
                messages.error(request, f"{war}: {number} differences; run `manage.py rebuild {war.pk}`.")
            else:
                messages.success(request, f"{war}: agrees with its log.")


class HandOverForm(ActionForm):
    """Who gets the seat."""

    callsign = forms.CharField(required=False, label="to (callsign)")


@admin.register(m.Seat)
class SeatAdmin(ReadOnly):
    """Seats; hand one over."""

    list_display = ("war", "side", "user", "label", "commander")
    exclude = ("whim", *OF_THE_PLAYER)
    search_fields = ("=war__id", "war__name", "user__username")
    list_select_related = ("war", "user")
    action_form = HandOverForm
    without = IN_A_SANDBOX
    actions = ("hand_over",)

    @admin.action(permissions=["keep"], description="Hand over the seat")
    def hand_over(self, request: HttpRequest, seats: QuerySet[m.Seat]) -> None:
        """Give the seats to the callsign typed beside the action."""
        user = person_called(request.POST.get("callsign", ""))
        if user is None or not user.is_active:
            messages.error(request, "Enter the callsign of a player on this site next to the action.")
            return
        for seat in seats:
            if seat.user_id == request.user.pk:
                messages.error(request, f"{seat}: you cannot hand over your own seat (S15).")
                continue
            try:
                hand_over(seat_id=seat.pk, user=user, host=cast("User", request.user))
            except Refused as refused:
                messages.error(request, f"{seat}: {refused}")
                continue
            audited(request, seat, f"Handed over to {user.username}")
            messages.success(request, f"{seat}: now played by {user.username}.")


@admin.register(m.Deputy)
class DeputyAdmin(ReadOnly):
    """Who acts, or acted, for a player."""

    list_display = ("war", "side", "user", "given_at", "ended_at", "how")
    search_fields = ("=war__id", "war__name", "user__username")
    list_select_related = ("war", "user")
    without = IN_A_SANDBOX


class WordFilter(admin.SimpleListFilter):
    """A column by the `words` that it can have: to ask 200,000 rows for them takes a quarter of a second."""

    words: tuple[str, ...]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # noqa: ARG002
        """Every word there is."""
        return [(word, word) for word in self.words]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        """The rows with the chosen word."""
        return queryset.filter(**{str(self.parameter_name): self.value()}) if self.value() else queryset


class KindFilter(WordFilter):
    """Entries by the order they are of."""

    title = parameter_name = "kind"
    words = KINDS


class DegreeFilter(WordFilter):
    """Battles by the degree of their victory (31.6.4)."""

    title = parameter_name = "degree"
    words = get_args(Degree)


@admin.register(m.Entry)
class EntryAdmin(Secret):
    """The log, without what it says."""

    list_display = ("war", "number", "turn", "seat", "kind", "user", "rules_version", "made_at")
    list_filter = (KindFilter, "seat")
    search_fields = ("=war__id", "war__name")
    list_select_related = ("war", "user")
    exclude = ("document", "events")


@admin.register(m.Engagement)
class EngagementAdmin(ReadOnly):
    """Battles as their wars see them."""

    list_display = (
        "war",
        "number",
        "turn",
        "words",
        "outcome",
        "winner",
        "degree",
        "terran_lost",
        "talon_lost",
    )
    list_filter = ("outcome", DegreeFilter)
    search_fields = ("=war__id", "war__name", "place")
    list_select_related = ("war",)
    exclude = ("forces",)
    without = IN_A_SANDBOX


@admin.register(m.LedgerLine)
class LedgerAdmin(Secret):
    """Treasuries, line by line."""

    list_display = ("war", "turn", "seat", "cause", "amount", "balance")
    list_filter = ("cause", "seat")
    search_fields = ("=war__id", "war__name")
    list_select_related = ("war",)


@admin.register(m.Ship)
class ShipAdmin(Secret):
    """Living ships."""

    list_display = ("war", "side", "ship_class", "name", "target", "stranded")
    list_filter = ("side", "ship_class")
    search_fields = ("=war__id", "name")
    list_select_related = ("war",)
    exclude = ("damage",)


@admin.register(m.Loss)
class LossAdmin(ReadOnly):
    """Ships and bases lost."""

    without = IN_A_SANDBOX
    list_display = ("war", "turn", "engagement", "side", "ship_class", "name", "points")
    search_fields = ("=war__id", "name")
    list_select_related = ("war",)


@admin.register(m.Correction)
class CorrectionAdmin(ReadOnly):
    """Corrected results that players have proposed; decide for one that they cannot agree on."""

    list_display = (
        "war",
        "battle",
        "turn",
        "side",
        "user",
        "way",
        "status",
        "by_host",
        "expires_at",
        "answered_at",
    )
    list_filter = ("status",)
    search_fields = ("=war__id", "war__name", "user__username")
    list_select_related = ("war", "user")
    exclude = ("document",)
    without = IN_A_SANDBOX
    actions = ("decide_for",)

    @admin.action(permissions=["keep"], description="Make the correction without the other side")
    def decide_for(self, request: HttpRequest, rows: QuerySet[m.Correction]) -> None:
        """Make the corrections; both players see that the host decided it. Not in a war that the host plays in."""
        for row in rows:
            if m.Seat.objects.filter(war=row.war_id, user=request.user.pk).exists():
                messages.error(request, f"{row}: you play in this war.")
                continue
            try:
                decide_as_host(correction_id=row.pk, host=cast("User", request.user))
            except Refused as refused:
                messages.error(request, f"{row}: {refused}")
                continue
            audited(request, row, "Made without the other side")
            messages.success(request, f"{row}: made.")


@admin.register(m.ShelfMap)
class ShelfMapAdmin(ReadOnly):
    """Maps that players offer to everybody; put one on the shelf, or take it off."""

    list_display = ("name", "maker", "is_shelved", "offered_at")
    list_filter = ("is_shelved",)
    search_fields = ("name", "maker__username")
    list_select_related = ("maker",)
    exclude = ("chart",)
    actions = ("shelve", "take_off")

    @admin.action(permissions=["keep"], description="Publish for everybody")
    def shelve(self, request: HttpRequest, copies: QuerySet[m.ShelfMap]) -> None:
        """Offer the maps to everybody who begins a war."""
        for copy in copies:
            try:
                put_on_shelf(copy)
            except Refused as refused:
                messages.error(request, str(refused))
                continue
            audited(request, copy, "Published")
            messages.success(request, f"{copy.name} is published.")

    @admin.action(permissions=["keep"], description="Stop offering to everybody, or decline")
    def take_off(self, request: HttpRequest, copies: QuerySet[m.ShelfMap]) -> None:
        """Offer the maps to nobody; wars that are played on them go on."""
        for copy in copies:
            audited(request, copy, f"No longer published: {copy.name}")
            take_off_shelf(copy)
            messages.success(request, f"{copy.name} is not published.")
