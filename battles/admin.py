"""The host's desk for battles: read-only lists; report drafts and seeds have no page."""

from typing import cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin_pages import ReadOnly, audited
from accounts.work import FAILED
from battles.chat.chatting import remove
from battles.chat.series_chatting import remove as remove_from_series
from battles.models import (
    OVER,
    Battle,
    BattleChatLine,
    DesignedBattle,
    LessonRun,
    Play,
    Resolution,
    SavedFleet,
    SeriesChatLine,
    SpaceEmpiresGame,
    TeamBattle,
    TeamLine,
    WarfleetsBattle,
    WarfleetsFleet,
)
from battles.services import StaleBattle, resolve_again
from battles.talon.series.reading import user_of
from battles.talon.teams.talking import remove as remove_said
from engines.seam.refusals import Refused
from engines.seam.series import Player


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
    only = {"sandbox": False}


@admin.register(Resolution)
class ResolutionAdmin(ReadOnly):
    """Battles given to the computer, with their status; failed ones may be queued again. No seeds, no doctrines."""

    list_display = ("id", "battle", "status", "attempts", "round", "asked_at", "done_at", "last_error")
    list_filter = ("status",)
    search_fields = ("=battle__id", "battle__title")
    list_select_related = ("battle",)
    exclude = ("seal", "seed", "doctrines", "record", "start_hash", "token")
    only = {"battle__sandbox": False}
    actions = ("resolve_again",)

    @admin.action(permissions=["keep"], description="Resolve failed battles again")
    def resolve_again(self, request: HttpRequest, resolutions: QuerySet[Resolution]) -> None:
        """Queue failed battles once more, with the same seed."""
        for resolution in resolutions:
            battle = resolution.battle
            try:
                queued = resolution.status == FAILED and resolve_again(battle_id=battle.pk)
            except (Refused, StaleBattle) as refused:
                messages.error(request, f"{battle}: {refused}")
                continue
            if queued:
                audited(request, resolution, "Queued again")
                messages.success(request, f"{battle}: queued again.")
            else:
                messages.error(
                    request, f"{battle}: the computer has not failed at it, so nothing was changed."
                )


@admin.register(BattleChatLine)
class BattleChatLineAdmin(ReadOnly):
    """What players of a single battle write to each other; delete it if somebody complains."""

    list_display = ("battle", "side", "user", "text", "made_at")
    list_filter = ("side",)
    search_fields = ("=battle__id", "user__username", "text")
    list_select_related = ("battle", "user")
    actions = ("delete_lines",)

    @admin.action(permissions=["keep"], description="Delete for both players")
    def delete_lines(self, request: HttpRequest, lines: QuerySet[BattleChatLine]) -> None:
        """Delete the lines; the host's log says whose they were, and not what they said."""
        for line in lines.select_related("user", "battle__terran_user", "battle__talon_user"):
            writer = line.user.username if line.user else line.side
            audited(request, line, f"Deleted a chat line of {writer} in battle {line.battle_id}")
            remove(line=line)
            messages.success(request, f"Deleted a chat line of {writer}.")


@admin.register(SeriesChatLine)
class SeriesChatLineAdmin(ReadOnly):
    """What players of a campaign game write to each other; delete it if somebody complains."""

    list_display = ("series", "player", "text", "made_at")
    list_filter = ("player",)
    search_fields = ("=series__id", "series__user__username", "series__rival__username", "text")
    list_select_related = ("series",)
    actions = ("delete_lines",)

    @admin.action(permissions=["keep"], description="Delete for both players")
    def delete_lines(self, request: HttpRequest, lines: QuerySet[SeriesChatLine]) -> None:
        """Delete the lines; the host's log says whose they were, and not what they said."""
        for line in lines.select_related("series__user", "series__rival"):
            user = user_of(line.series, cast("Player", line.player))
            writer = line.player if user is None else user.username
            audited(request, line, f"Deleted a chat line of {writer} in campaign game {line.series_id}")
            remove_from_series(line=line)
            messages.success(request, f"Deleted a chat line of {writer}.")


@admin.register(TeamLine)
class TeamLineAdmin(ReadOnly):
    """What players of a side say to each other, once the battle is over: a host may play in it."""

    only = {"team__battle__status__in": OVER}
    list_display = ("team", "side", "user", "text", "departure", "made_at")
    list_filter = ("side",)
    search_fields = ("=team__battle__id", "user__username", "text")
    list_select_related = ("team", "user")
    actions = ("delete_lines",)

    @admin.action(permissions=["keep"], description="Delete for all players")
    def delete_lines(self, request: HttpRequest, lines: QuerySet[TeamLine]) -> None:
        """Delete the lines; the host's log says whose they were, and not what they said."""
        for line in lines.select_related("user"):
            writer = line.user.username
            audited(request, line, f"Deleted a line of {writer} in team battle {line.team_id}")
            remove_said(line=line)
            messages.success(request, f"Deleted a line of {writer}.")


@admin.register(TeamBattle)
class TeamBattleAdmin(ReadOnly):
    """Battles of teams, and which of them have begun. No links are shown."""

    list_display = ("id", "title", "user", "at_table", "made_at", "withdrawn", "battle")
    list_filter = ("at_table", "withdrawn")
    search_fields = ("=id", "title", "=user__username")
    list_select_related = ("user", "battle")
    exclude = ("token", "setup")
    ordering = ("-pk",)


@admin.register(Play)
class PlayAdmin(ReadOnly):
    """Battles played by hand, and what a captain owes them. No positions, draft lines, orders for the round or dice."""

    only = {"battle__sandbox": False}
    list_display = (
        "id",
        "battle",
        "stage",
        "number",
        "decider",
        "terran_by",
        "talon_by",
        "status",
        "last_error",
    )
    list_filter = ("stage", "status")
    search_fields = ("=battle__id", "battle__title")
    list_select_related = ("battle",)
    exclude = (
        "seal",
        "position",
        "orders",
        "rolls",
        "chain",
        "record",
        "token",
        "team",
        "terran_ordered",
        "talon_ordered",
    )


@admin.register(LessonRun)
class LessonRunAdmin(ReadOnly):
    """How far people have come in the lessons."""

    list_display = ("id", "user", "lesson", "scene", "begun_at", "done_at")
    list_filter = ("lesson",)
    search_fields = ("=user__username",)
    list_select_related = ("user",)
    ordering = ("-pk",)


@admin.register(SavedFleet)
class SavedFleetAdmin(ReadOnly):
    """Fleets that players keep. One may be sealed for a battle, so its name, its ships and its link are not shown."""

    list_display = ("id", "user", "version", "made_at", "saved_at")
    search_fields = ("=user__username",)
    list_select_related = ("user",)
    exclude = ("name", "fleet", "share_token")
    ordering = ("-pk",)


@admin.register(WarfleetsFleet)
class WarfleetsFleetAdmin(ReadOnly):
    """Fleets of Warfleets that players keep; their links are not shown."""

    list_display = ("id", "user", "name", "points", "version", "made_at", "saved_at")
    search_fields = ("=user__username", "name")
    list_select_related = ("user",)
    exclude = ("fleet", "share_token")
    ordering = ("-pk",)


@admin.register(WarfleetsBattle)
class WarfleetsBattleAdmin(ReadOnly):
    """Battles of Warfleets on a table in the browser; no seed or link is shown, nor who breaks off (WF60)."""

    list_display = ("id", "terran_user", "talon_user", "stage", "decider", "number", "made_at", "moved_at")
    list_filter = ("stage", "ended")
    search_fields = ("=id", "=terran_user__username", "=talon_user__username")
    list_select_related = ("terran_user", "talon_user")
    exclude = ("token", "seed", "terran_fleet", "talon_fleet", "terrain", "starts", "left_by", "left_too")
    ordering = ("-pk",)


@admin.register(DesignedBattle)
class DesignedBattleAdmin(ReadOnly):
    """Battles whose fleets are being chosen. What is sealed has no page here, and no seed or link is shown."""

    list_display = ("id", "user", "rival", "opponent", "made_at", "withdrawn", "battle")
    list_filter = ("opponent", "withdrawn")
    search_fields = ("=user__username", "=rival__username")
    list_select_related = ("user", "rival", "battle")
    exclude = ("token", "design", "drawn", "seed", "commitment", "entropy")
    ordering = ("-pk",)


@admin.register(SpaceEmpiresGame)
class SpaceEmpiresGameAdmin(ReadOnly):
    """Games of Space Empires. Their battles are listed with all others; sealed troops and links have no page here."""

    list_display = ("id", "name", "user", "rival", "side", "made_at")
    search_fields = ("=id", "name", "=user__username", "=rival__username")
    list_select_related = ("user", "rival")
    exclude = ("token", "share_token")
    ordering = ("-pk",)
