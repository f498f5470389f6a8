"""How often somebody may do something: so many times in so long, for each user, address or key.

allauth counts, by the names of its own actions and by ours; where one is used up the answer is 429.
"""

from typing import Final

from django.http import HttpRequest

LIMITS: Final = {
    "login": "30/m/ip",
    "login_failed": "5/5m/key",
    "login_failed_by_address": "10/m/ip",
    "login_failed_from_everywhere": "100/h/key",
    "signup": "20/m/ip",
    "reset_password": "20/m/ip,5/h/key",
    "reset_password_from_key": "20/m/ip",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    "reauthenticate": "10/m/user",
    "confirm_email": "1/3m/key",
    "webhook_test": "5/m/user",
    "invite": "12/h/user",
    "join": "10/h/user",
    "join_as_guest": "20/h/ip",
    "new_war": "30/h/user",
    "play": "20/h/user",
    "play_as_guest": "20/h/ip",
    "skirmish": "60/h/user",
    "skirmish_as_guest": "20/h/ip",
    "change_series": "600/10m/user",
    "change_space_empires": "600/10m/user",
    "new_fleet": "60/h/user",
    "new_fleet_as_guest": "20/h/ip",
    "change_fleet": "600/10m/user",
    "new_club": "10/h/user",
    "new_season": "20/h/user",
    "season_calendar": "60/h/user",
    "season_feed": "60/h/key",
    "club_invitation": "60/h/user",
    "announce": "12/h/user",
    "change_club": "300/10m/user",
    "choose_fleet": "300/10m/user",
    "lesson": "200/h/user",
    "lesson_as_guest": "20/h/ip",
    "new_map": "20/h/user",
    "change_map": "600/10m/user",
    "new_scenario": "30/h/user",
    "change_scenario": "600/10m/user",
    "keep": "10/m/user,20/m/ip",
    "import_war": "12/h/user",
    "import_series": "12/h/user",
    "past_result": "200/h/user",
    "past_results_file": "30/h/user",
    "score_link": "60/h/user",
    "bring_record": "30/10m/user",
    "chat": "20/m/user",
    "odds": "30/10m/user",
    "sandbox": "20/10m/user",
    "propose_time": "10/h/key",
    "ask_for_way": "10/h/key",
    "name_deputy": "10/h/key",
    "preview_correction": "30/10m/user",
    "propose_correction": "10/h/key",
    "push": "20/10m/user",
    "pdf": "12/10m/user",
    "watch_link": "20/h/user",
    "watch": "120/m/ip",
}


def consume_reading(request: HttpRequest, *, action: str, key: str | None = None) -> bool:
    """Count a page that is only read; False where the limit is used up.

    allauth's public `consume` counts no GET. What it calls does when told to, so this takes that, which is private.
    """
    from allauth.core.internal.ratelimit import consume  # noqa: PLC0415 - the settings read this module's limits

    return consume(request, app="allauth.account", action=action, key=key, limit_get=True) is not None
