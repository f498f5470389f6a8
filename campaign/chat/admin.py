"""Chat lines on the host's desk."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin_pages import ReadOnly, audited
from campaign import models as m
from campaign.chat.chatting import remove


@admin.register(m.ChatLine)
class ChatLineAdmin(ReadOnly):
    """What players write to each other; delete it if somebody complains."""

    list_display = ("war", "battle", "side", "user", "text", "made_at")
    list_filter = ("side",)
    search_fields = ("=war__id", "war__name", "user__username", "text")
    list_select_related = ("war", "user")
    actions = ("delete_lines",)

    @admin.action(permissions=["keep"], description="Delete for both players")
    def delete_lines(self, request: HttpRequest, lines: QuerySet[m.ChatLine]) -> None:
        """Delete the lines; the host's log says whose they were, and not what they said."""
        for line in lines.select_related("user"):
            writer = line.user.username if line.user else line.side
            audited(request, line, f"Deleted a chat line of {writer} in war {line.war_id}")
            remove(line=line)
            messages.success(request, f"Deleted a chat line of {writer}.")
