"""Which pages are asked for: each name of an address, on the biggest war it can show."""

from collections.abc import Iterator

from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.db.models import Model
from django.urls import reverse

from bench.site.pages import WHO, TimedPage, client_of, form_of, names, without_arguments
from bench.site.scene import Scene
from campaign.models import Engagement, War
from engines.seam.sides import SIDES
from engines.talon.catalogue import classes_of
from engines.talon.lessons.lesson import lessons

NOBODY = AnonymousUser()
FOR_NOBODY = {"account_login", "account_signup", "account_reset_password", "account_reset_password_done"}


def every_page(scene: Scene) -> list[TimedPage]:
    """Every page to be measured; a RuntimeError names addresses that nobody has thought of here."""
    found = [*_of_wars(scene), *_of_battles(scene), *_lobby(scene), *_previews(scene), *_admin(scene)]
    thought_of = {page.name for page in found}
    unknown = []
    for name in sorted(names() - thought_of):
        path = without_arguments(name)
        if path is None:
            unknown.append(name)
            continue
        found.append(TimedPage(name, path, _who(name, scene)))
    if unknown:
        raise RuntimeError(f"pages that bench/site/shown.py does not know: {', '.join(unknown)}")
    return sorted(found, key=lambda page: page.title)


def _who(name: str, scene: Scene) -> WHO:
    """Who asks for a page of that name: the host for the admin, and for a second factor, which the host has."""
    if name.startswith(("admin:", "mfa_")):
        return scene.host
    return NOBODY if name in FOR_NOBODY else scene.player


def _side(name: str, war: War, scene: Scene, label: str = "", query: str = "") -> TimedPage:
    return TimedPage(name, reverse(name, args=[war.pk, "terran"]) + query, scene.player, label)


def _of_wars(scene: Scene) -> Iterator[TimedPage]:
    for label in ("planning", "fighting", "over"):
        war: War = getattr(scene, label)
        yield _side("war-side", war, scene, label)
        yield _side("war-history", war, scene, label)
        yield _side("war-treasury", war, scene, label)
        yield _side("war-charts", war, scene, label)
        yield _side("war-export", war, scene, label)
        yield _side("war-tracking", war, scene, label)
        yield _side("war-tracking-csv", war, scene, label)
    yield _side("war-history", scene.over, scene, "turn 30", "?turn=30")
    yield _side("war-treasury", scene.over, scene, "the enemy's", "?of=enemy")
    yield _side("war-plan", scene.planning, scene)
    yield _side("war-seals", scene.planning, scene)
    yield _side("war-chat", scene.planning, scene)
    yield TimedPage("watch", reverse("watch", args=[scene.watched]), NOBODY)
    yield _side("war-time", scene.planning, scene)
    yield _side("war-surrender", scene.planning, scene)
    yield _side("war-sandbox", scene.planning, scene)
    number = Engagement.objects.filter(war=scene.planning, outcome="fought").earliest("number").number
    correct = reverse("war-correct", args=[scene.planning.pk, "terran", number])
    yield TimedPage("war-correct", correct, scene.player)
    yield _side("war-bases", scene.bases, scene)


def _of_battles(scene: Scene) -> Iterator[TimedPage]:
    for label in ("to_record", "settled"):
        battle = getattr(scene, label).pk
        yield TimedPage("battle", reverse("battle", args=[battle]), scene.player, label)
        for name in ("battle_sheet", "battle_beginning"):
            yield TimedPage(name, reverse(name, args=[battle]), scene.player, label)
    yield TimedPage("battle_report", reverse("battle_report", args=[scene.to_record.pk]), scene.player)
    yield TimedPage("battle", reverse("battle", args=[scene.fought.pk]), scene.player, "fought")
    for name in ("battle_fought", "battle_frames", "battle_dice"):
        yield TimedPage(name, reverse(name, args=[scene.fought.pk]), scene.player)
    play = reverse("battle_play", args=[scene.by_hand.pk])
    yield TimedPage("battle_play", play, scene.player)
    yield TimedPage("battle_play", play, scene.player, "after an order", htmx=True)
    for name in (
        "battle_play_round", "battle_play_round_news", "battle_play_so_far", "battle_play_frames", "battle_chat",
        "battle_company", "battle_onlookers",
    ):  # fmt: skip
        yield TimedPage(name, reverse(name, args=[scene.by_hand.pk]), scene.player)
    log = reverse("battle_play_log", args=[scene.by_hand.pk]) + "?before=20"
    yield TimedPage("battle_play_log", log, scene.player, htmx=True)
    yield TimedPage("onlooker", reverse("onlooker", args=[scene.onlooked]), NOBODY)
    yield TimedPage("challenge", reverse("challenge", args=[scene.challenge.token]), scene.rival)
    yield TimedPage("scenario", reverse("scenario", args=[12]), NOBODY)
    path = reverse("fleet", args=[scene.fleet.pk])
    yield TimedPage("fleet", path, scene.player)
    yield TimedPage("fleet", f"{path}?against=scenario:12", scene.player, "odds")
    yield TimedPage("club", reverse("club", args=[scene.club.pk]), scene.player)
    yield TimedPage("season_new", reverse("season_new", args=[scene.club.pk]), scene.player)
    of_season = [scene.club.pk, scene.season_game.round.season_id]
    for name in ("season", "season_standings", "season_games", "season_deadlines"):
        yield TimedPage(name, reverse(name, args=of_season), scene.player)
    yield TimedPage(
        "season_game", reverse("season_game", args=[*of_season, scene.season_game.pk]), scene.player
    )
    yield TimedPage("match_new", reverse("match_new", args=[scene.club.pk]), scene.player)
    yield TimedPage("match", reverse("match", args=[scene.board.match_id]), scene.player)
    yield TimedPage("match_board", scene.board.get_absolute_url(), scene.player)
    yield TimedPage("club_link", reverse("club_link", args=[scene.club.token]), NOBODY)
    yield TimedPage("series", reverse("series", args=[scene.series.pk]), scene.player)
    yield TimedPage("series_add", reverse("series_add", args=[scene.invited.pk]), scene.player)
    yield TimedPage("series_add_sealed", reverse("series_add_sealed", args=[scene.invited.pk]), scene.player)
    yield TimedPage("series_file", reverse("series_file", args=[scene.series.pk]), scene.player)
    yield TimedPage("series_import", reverse("series_import"), scene.player)
    for name in ("series_chat", "series_onlookers", "series_time"):
        yield TimedPage(name, reverse(name, args=[scene.series.pk]), scene.player)
    yield TimedPage("series_watch", reverse("series_watch", args=[scene.series_watched]), NOBODY)
    yield TimedPage(
        "series_invitation", reverse("series_invitation", args=[scene.invited.token]), scene.rival
    )
    yield from _space_empires(scene)
    yield TimedPage("design", reverse("design", args=[scene.designed.token]), scene.player)
    for name in ("team", "team_talk"):
        yield TimedPage(name, reverse(name, args=[scene.team.token]), scene.player)
    yield TimedPage("fleet_shared", reverse("fleet_shared", args=[scene.shared]), NOBODY)
    yield from _warfleets(scene)
    for form in ("txt", "json"):
        record = reverse("battle_record", args=[scene.fought.pk, form])
        yield TimedPage("battle_record", record, scene.player, form)


def _warfleets(scene: Scene) -> Iterator[TimedPage]:
    for name in (
        "warfleets_fleet",
        "warfleets_cards",
        "warfleets_record",
        "warfleets_file",
        "warfleets_faction_file",
    ):
        yield TimedPage(name, reverse(name, args=[scene.warfleets.pk]), scene.player)
    for name in ("warfleets_table", "warfleets_state", "warfleets_battle_record"):
        yield TimedPage(name, reverse(name, args=[scene.warfleets_table.pk]), scene.player)
    open_to_join = reverse("warfleets_join", args=[scene.warfleets_open.token])
    yield TimedPage("warfleets_join", open_to_join, scene.rival)
    yield TimedPage("warfleets_shared", reverse("warfleets_shared", args=[scene.warfleets_token]), NOBODY)


def _space_empires(scene: Scene) -> Iterator[TimedPage]:
    game = scene.space_empires
    yield TimedPage("space_empires_game", game.get_absolute_url(), scene.player)
    yield TimedPage("space_empires_battle", reverse("space_empires_battle", args=[game.pk, 1]), scene.player)
    for step in ("where", "who", "how"):
        path = reverse("space_empires_step", args=[game.pk, 2, step])
        yield TimedPage("space_empires_step", path, scene.player, step)
    yield TimedPage(
        "space_empires_invitation", reverse("space_empires_invitation", args=[game.token]), scene.host
    )
    yield TimedPage("space_empires_shared", reverse("space_empires_shared", args=[game.share_token]), NOBODY)
    shared = reverse("space_empires_shared_battle", args=[game.share_token, 1])
    yield TimedPage("space_empires_shared_battle", shared, NOBODY)


def _lobby(scene: Scene) -> Iterator[TimedPage]:
    yield TimedPage("home", "/", NOBODY, "stranger")
    yield TimedPage("home", "/", scene.player, "player")
    yield TimedPage("wars", reverse("wars") + "?page=5", scene.player, "page 5")
    yield TimedPage("wars", reverse("wars"), scene.player)
    yield TimedPage("war", reverse("war", args=[scene.one_screen.pk]), scene.player, "one screen")
    yield TimedPage("war", reverse("war", args=[scene.offered.war_id]), scene.player, "not begun")
    yield TimedPage("war-curtain", reverse("war-curtain", args=[scene.one_screen.pk, "terran"]), scene.player)
    yield TimedPage("war-join", reverse("war-join", args=[scene.offered.token]), scene.rival)
    yield TimedPage("ledger", reverse("ledger", args=[scene.rival.username]), scene.player)
    yield TimedPage("war-importing", reverse("war-importing", args=[scene.importing.pk]), scene.rival)
    for name in ("own-scenario", "own-scenario-play", "own-scenario-file"):
        yield TimedPage(name, reverse(name, args=[scene.scenario.pk]), scene.player)
    for name in ("map-edit", "map-download"):
        yield TimedPage(name, reverse(name, args=[scene.drawn.pk]), scene.player)
    path = reverse("map-edit", args=[scene.drawn.pk])
    yield TimedPage("map-edit", f"{path}?zone=Antares/4", scene.player, "a zone")
    yield TimedPage("map-offered", reverse("map-offered", args=[scene.shelved.pk]), scene.player)
    yield TimedPage("lesson", reverse("lesson", args=[next(iter(lessons()))]), NOBODY)
    yield TimedPage("reference:ruling", reverse("reference:ruling", args=["S15"]), NOBODY)
    for form in ("txt", "json"):
        yield TimedPage("sample-record", reverse("sample-record", args=[form]), NOBODY, form)
    for side in SIDES:
        kind = classes_of(side)[5].key
        yield TimedPage("reference:ship", reverse("reference:ship", args=[side, kind]), NOBODY, side)


def _previews(scene: Scene) -> Iterator[TimedPage]:
    fields, buttons = _form(_side("war-plan", scene.planning, scene), "orders")
    path = reverse("war-plan-preview", args=[scene.planning.pk, "terran"])
    back = next(do for do in buttons if do.startswith("send/") and do.endswith("/-1"))
    for label, do in (("a ship less", back), ("nearest legal", "nearest")):
        yield TimedPage("war-plan-preview", path, scene.player, label, ({**fields, "do": do},), htmx=True)
    path = reverse("war-bases-preview", args=[scene.bases.pk, "terran"])
    moment = {"turn": "1", "phase": "bases", "do": "propose/planets"}
    yield TimedPage("war-bases-preview", path, scene.player, "", (moment,), htmx=True)


def _form(page: TimedPage, form_id: str) -> tuple[dict[str, str], list[str]]:
    answer = client_of(page.who).get(page.path)
    return form_of(answer.content.decode(), form_id)


def _admin(scene: Scene) -> Iterator[TimedPage]:
    for name in sorted(names()):
        if name.startswith("admin:") and name.endswith("_change"):
            app, model, _ = name.removeprefix("admin:").split("_")
            row = _row_of(apps.get_model(app, model), scene)
            path = reverse(name, args=[row]) if row else reverse(name.removesuffix("change") + "changelist")
            yield TimedPage(name, path, scene.host, "" if row else "no such row: the list")
    yield TimedPage("admin:app_list", reverse("admin:app_list", args=["campaign"]), scene.host)
    yield TimedPage("status", reverse("status"), scene.host)
    search = reverse("admin:campaign_war_changelist")
    yield TimedPage("admin:campaign_war_changelist", search, scene.host)
    yield TimedPage("admin:campaign_war_changelist", search + "?q=Skirmish", scene.host, "search")


def _row_of(model: type[Model], scene: Scene) -> int | None:
    """A row of the long war that is over, else any."""
    rows = model._default_manager.all()
    if any(column.name == "war" for column in model._meta.fields):
        rows = rows.filter(war=scene.over)
    return rows.order_by("-pk").values_list("pk", flat=True).first()
