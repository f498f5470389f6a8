"""Every page of the site as the clock sees it, found from the names of its addresses."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User

WHO = User | AnonymousUser
HERE = "127.0.0.1"

NOT_PAGES = {
    "streams": {"war-events", "battle_events", "my_events", "onlooker_events",
        "warfleets_events", "series_watch_events", "series_watch_board_events", "watch-events", "watch-board-events"},
    "forms that only take a POST; they change a war and are measured as turns, or lead elsewhere": {
        "war-accept", "war-decline", "war-invite", "war-withdraw", "war-call-off", "war-draw-curtain",
        "war-orders", "war-seal", "war-unseal", "battle_confirm", "battle_dispute", "battle_draft",
        "settings_test", "settings_browsers", "settings_zone", "play", "battle_way", "battle_again",
        "battle_bring", "battle_play_order",
        "battle_rematch", "battle_call_off", "challenge_accept", "challenge_withdraw",
        "team_take", "team_leave", "team_arrange", "team_ready", "team_call_off", "team_talk_read",
        "series_accept", "series_begin", "series_early", "series_move", "series_concede", "series_call_off",
        "series_end", "series_go_on", "series_chat_read", "series_chat_mute",
        "space_empires_accept", "space_empires_share", "space_empires_chart", "space_empires_new",
        "space_empires_troops", "space_empires_change", "space_empires_remove",
        "design_accept", "design_seal", "design_choose", "design_withdraw",
        "fleet_change", "fleet_copy", "fleet_delete", "fleet_share", "fleet_shared_copy", "war-seen", "war-chat-mute",
        "warfleets_copy", "warfleets_delete", "warfleets_share", "warfleets_shared_copy", "warfleets_cards_pdf",
        "warfleets_send", "warfleets_order", "warfleets_undo", "warfleets_concede", "warfleets_preview",
        "warfleets_agree", "warfleets_drop", "warfleets_faction",
        "war-chat-read", "battle_chat_read",
        "war-watch-link", "war-proposals", "lesson_begin", "lesson_step", "war-odds-ask",
        "battle_chat_mute", "battle_play_ready", "war-throw-away", "battle_sheet_pdf", "war-tracking-pdf",
        "battle_try_out", "battle_throw_away", "map-upload", "map-delete", "map-offer",
        "own-scenario-upload", "own-scenario-delete", "own-scenario-share", "shared-scenario-copy",
        "map-share", "map-shared-copy", "war-give-back", "war-rename",
        "past-results-file", "past-results-confirm", "past-result-answer",
        "club_change", "club_share", "club_invite", "club_join", "club_answer", "club_member", "club_announce",
        "club_take_back", "club_channel", "club_leave", "club_close", "club_link_join",
        "season_entry", "season_start", "season_call_off", "season_round", "season_player",
        "season_calendar", "match_club",
    },
    "of a PDF that a worker has made": {"paper_sheet", "paper_sheet_file"},
    "of a map or scenario that is shared, or a deputy who is asked, which the scene has not": {
        "map-shared", "map-shared-file", "war-deputy", "series_deputy", "shared-scenario", "shared-scenario-file",
    },
    "of an imported campaign game, which the scene has not": {
        "series_record", "series_record_file", "series_record_battle", "series_record_frames",
    },
    "of a past result or of a score that is shown, which the scene has not": {
        "past-result", "score-shown", "warfleets_game", "warfleets_game_correct",
    },
    "of a war in miniatures, which the scene has not": {"warfleets_fought", "warfleets_fought_table"},
    "the deadlines of a season once more, for calendar programs": {"season_feed"},
    "asked for with a unit of the board": {"battle_play_overlay", "battle_play_why"},
    "of odds that a worker has worked out (`python -m bench odds`)": {
        "war-odds", "war-odds-ahead", "war-odds-under-way", "war-plan-odds",
    },
    "the page or report of a battle once more, for onlookers": {
        "watch-board", "watch-battle", "watch-frames", "onlooker_report", "onlooker_frames",
        "series_watch_board", "series_watch_battle", "series_watch_frames",
    },
    "for a link from an e-mail": {"account_confirm_email", "account_reset_password_from_key", "unsubscribe"},
    "of parts of sign-in that this site does not use": {
        "account_confirm_login_code", "account_set_password", "account_email_verification_sent",
        "account_inactive", "account_logout", "account_reauthenticate",
    },
    "Django's own machinery of the admin": {
        "logout", "autocomplete", "jsi18n", "view_on_site", "password_change", "password_change_done",
        "login",
    },
}  # fmt: skip
ADMIN_MACHINERY = ("_add", "_delete", "_history")


@dataclass(frozen=True)
class TimedPage:
    """One thing to ask for, again and again: by whom, where, and with which forms in turn (POST) if any."""

    name: str
    path: str
    who: WHO
    label: str = ""
    forms: tuple[dict[str, str], ...] = ()
    htmx: bool = False
    session: dict[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The name of its address, and what sets it apart."""
        return f"{self.name} ({self.label})" if self.label else self.name


def client_of(who: WHO, session: dict[str, str] | None = None) -> Client:
    """A browser of that person, with what its session is to hold."""
    client = Client(SERVER_NAME=HERE)
    if isinstance(who, User):
        client.force_login(who)
        stored = client.session
        stored.update(session or {})
        stored.save()
    return client


def names() -> set[str]:
    """The name of every address that can be a page."""
    found = {name for name, _ in _walk(get_resolver(), "")}
    rest = found - set().union(*NOT_PAGES.values())
    return {name for name in rest if not (name.startswith("admin:") and name.endswith(ADMIN_MACHINERY))}


def _walk(resolver: URLResolver, space: str) -> Iterator[tuple[str, URLPattern]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            own = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from _walk(pattern, space + own)
        elif pattern.name and pattern.name not in set().union(*NOT_PAGES.values()):
            yield space + pattern.name, pattern


def without_arguments(name: str) -> str | None:
    """The path of an address that takes no arguments; None for others."""
    try:
        return reverse(name)
    except NoReverseMatch:
        return None


class _Form(HTMLParser):
    def __init__(self, wanted: str) -> None:
        super().__init__()
        self.wanted, self.inside = wanted, False
        self.fields: dict[str, str] = {}
        self.buttons: list[str] = []
        self.chosen = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = given.get("id") == self.wanted
        elif not self.inside:
            return
        elif tag == "button" and given.get("name") == "do" and _can_press(given):
            self.buttons.append(given["value"])
        elif tag == "select":
            self.chosen = given.get("name", "")
        elif tag == "option" and "selected" in given:
            self.fields[self.chosen] = given.get("value", "")
        elif tag == "input" and _is_sent(given):
            self.fields[given["name"]] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False


def _can_press(given: dict[str, str]) -> bool:
    return "disabled" not in given and given.get("aria-disabled") != "true"


def _is_sent(given: dict[str, str]) -> bool:
    ticked = given.get("type") not in ("checkbox", "radio") or "checked" in given
    return bool(given.get("name")) and ticked and given["name"] != "csrfmiddlewaretoken"


def form_of(html: str, form_id: str) -> tuple[dict[str, str], list[str]]:
    """The fields of a form as a browser would send them, and the values of its buttons."""
    parser = _Form(form_id)
    parser.feed(html)
    return parser.fields, parser.buttons
