"""The host's desk: looks, four audited actions, and no secrets of a war the host plays in."""

import re

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.admin_pages import ReadOnly
from accounts.deliveries.owing import owe
from accounts.models import Delivery, MessageKind, User
from accounts.people.special_users import computer_user
from battles.models import Battle, Series, Way
from battles.services import open_battle
from campaign import models as m
from campaign.seats.handing import hand_over
from tests.core.battle.records import duel
from tests.people import PASSWORD, make_person
from tests.site.wars import make_war, play_until

PAGES = ["war", "seat", "entry", "engagement", "ledgerline", "ship", "loss"]


@pytest.fixture
def host() -> User:
    """Somebody with every right of the host."""
    return User.objects.create_superuser("keeper", password=PASSWORD)


@pytest.fixture
def desk(client: Client, host: User) -> Client:
    """A browser at the host's desk."""
    client.force_login(host)
    return client


@pytest.mark.django_db
def test_the_hosts_desk_has_the_sites_icon_and_its_own_name(desk: Client) -> None:
    for address in ("/admin/", "/admin/campaign/war/"):
        page = desk.get(address).content.decode()
        assert 'rel="icon"' in page
        assert "Host's desk" in page
        assert "Django administration" not in page


@pytest.mark.django_db
def test_the_lists_have_the_words_of_the_site(desk: Client) -> None:
    """Words of the code would send a host to the glossary."""
    listed = set(
        re.findall(r'<a href="/admin/[a-z]+/[a-z]+/"[^>]*>([^<]+)</a>', desk.get("/admin/").content.decode())
    )
    assert {"Offered maps", "Battles of wars", "Corrected results", "Log entries", "Treasury lines"} <= listed
    inner = re.compile("shelf|engagement|resolution|ledger|deliver|letter|run|play$|plays", re.IGNORECASE)
    assert [name for name in sorted(listed) if inner.search(name)] == []


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_every_list_opens_and_can_be_searched(desk: Client, page: str) -> None:
    war = make_war(make_person("anna"), make_person("bo"))
    play_until(war, phase="battles")
    address = reverse(f"admin:campaign_{page}_changelist")
    assert desk.get(address).status_code == 200
    assert desk.get(address, {"q": str(war.pk)}).status_code == 200


@pytest.mark.django_db
def test_only_our_own_lists_are_there_and_all_are_read_only(desk: Client) -> None:
    """Who could confirm an address of a player, or remove a second factor, could sign in as that player."""
    kinds = admin.site._registry.items()
    assert [model for model, listed in kinds if not isinstance(listed, ReadOnly)] == []
    for page in ("account/emailaddress/add/", "mfa/authenticator/", "auth/group/"):
        assert desk.get(f"/admin/{page}").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    "asked",
    [
        "campaign/war/?state__contains=x",
        "campaign/war/?watch_token__startswith=a",
        "campaign/war/?seats__whim__startswith=a",
        "campaign/war/?status__in=running",
        "campaign/entry/?document__contains=x",
        "campaign/ship/?damage__gte=1",
        "accounts/user/?password__startswith=p",
        "accounts/user/?webhook_url__startswith=h",
        "battles/battle/?setup__contains=x",
        "battles/play/?orders__contains=x",
    ],
)
def test_a_list_is_not_asked_for_what_it_does_not_show(desk: Client, asked: str) -> None:
    assert desk.get(f"/admin/{asked}").status_code == 400


@pytest.mark.django_db
def test_every_filter_on_a_page_works(desk: Client) -> None:
    war = make_war(make_person("anna"), make_person("bo", webhook_url="https://example.org/bo"))
    play_until(war, phase="battles")
    tried = 0
    for model in admin.site._registry:
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        filters = dict(re.findall(r'href="\?(\w{2,})=([^"&]*)"', desk.get(address).content.decode()))
        for name, value in filters.items():
            assert desk.get(f"{address}?{name}={value}").status_code == 200, (address, name)
        tried += len(filters)
    assert tried > 20


@pytest.mark.django_db
def test_a_host_changes_the_password_where_everybody_does(desk: Client, host: User) -> None:
    new = {
        "old_password": PASSWORD,
        "new_password1": "eight hooks of tin",
        "new_password2": "eight hooks of tin",
    }
    answer = desk.post("/admin/password_change/", new)
    assert answer.headers["Location"] == "/accounts/password/change/"
    host.refresh_from_db()
    assert host.check_password(PASSWORD)


@pytest.mark.django_db
def test_no_page_for_sealed_orders_and_drafts(desk: Client) -> None:
    assert desk.get("/admin/campaign/sealedorder/").status_code == 404
    assert desk.get("/admin/campaign/draft/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["entry", "ledgerline", "ship"])
def test_a_host_who_plays_sees_no_secret_rows(desk: Client, host: User, page: str) -> None:
    war = make_war(host, make_person("bo"))
    play_until(war, phase="battles")
    assert m.War.objects.get(pk=war.pk).status == m.War.Status.RUNNING
    answer = desk.get(reverse(f"admin:campaign_{page}_changelist"))
    assert answer.context["cl"].result_count == 0


@pytest.mark.django_db
def test_battles_are_found_by_their_degree_and_entries_by_their_kind(desk: Client) -> None:
    war = make_war(make_person("anna"), make_person("bo"))
    play_until(war, phase="over")
    for model, column, words in (
        (m.Engagement, "degree", ("minor", "great", "devastating")),
        (m.Entry, "kind", ("war-began", "plan", "engage")),
    ):
        address = reverse(f"admin:campaign_{model._meta.model_name}_changelist")
        shown = {word: desk.get(address, {column: word}).context["cl"].result_count for word in words}
        assert shown == {word: model.objects.filter(**{column: word}).count() for word in words}
        assert any(shown.values())


@pytest.mark.django_db
def test_freeze_and_thaw_are_audited(desk: Client) -> None:
    war = make_war(make_person("anna"), make_person("bo"))
    address = reverse("admin:campaign_war_changelist")
    desk.post(address, {"action": "freeze_wars", "_selected_action": [war.pk]})
    war.refresh_from_db()
    assert war.frozen
    assert not m.Waiting.objects.filter(war=war).exists()
    desk.post(address, {"action": "thaw_wars", "_selected_action": [war.pk]})
    assert not m.War.objects.get(pk=war.pk).frozen
    assert m.Waiting.objects.filter(war=war).count() == 2
    assert LogEntry.objects.count() == 2


@pytest.mark.django_db
def test_a_seat_is_handed_over(desk: Client) -> None:
    war = make_war(make_person("anna"), make_person("bo"))
    make_person("cleo")
    seat = war.seats.get(side="talon")
    desk.post(
        reverse("admin:campaign_seat_changelist"),
        {"action": "hand_over", "callsign": "cleo", "_selected_action": [seat.pk]},
    )
    seat.refresh_from_db()
    assert seat.user is not None
    assert seat.user.username == "cleo"
    assert m.Waiting.objects.get(war=war, side="talon").user.username == "cleo"
    assert LogEntry.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("written", ["Cleo", " CLEO\u00a0", "\uff23leo"])
def test_who_gets_it_is_found_as_at_sign_in(desk: Client, written: str) -> None:
    war = make_war(make_person("anna"), make_person("bo"))
    cleo = make_person("cleo")
    seat = war.seats.get(side="talon")
    handing = {"action": "hand_over", "callsign": written, "_selected_action": [seat.pk]}
    desk.post(reverse("admin:campaign_seat_changelist"), handing)
    seat.refresh_from_db()
    assert seat.user == cleo


@pytest.mark.django_db
def test_a_seat_is_not_handed_to_a_closed_account(desk: Client) -> None:
    war = make_war(make_person("anna"), make_person("bo"))
    User.objects.filter(pk=make_person("cleo").pk).update(is_active=False)
    seat = war.seats.get(side="talon")
    handing = {"action": "hand_over", "callsign": "Cleo", "_selected_action": [seat.pk]}
    answer = desk.post(reverse("admin:campaign_seat_changelist"), handing, follow=True)
    assert "Enter the callsign of a player" in answer.content.decode()
    seat.refresh_from_db()
    assert seat.user is not None
    assert seat.user.username == "bo"


@pytest.mark.django_db
def test_with_a_seat_goes_who_leads_its_ships() -> None:
    """In battles not given to the computer yet; what it has already is fought as it was given."""
    anna, cleo = make_person("anna"), make_person("cleo")
    war = make_war(anna, computer_user(), computer="admiral", settled_by="worker")
    seat = war.seats.get(side="talon")
    waits, queued = (_battle(war, anna, number, way) for number, way in ((1, Way.TABLE), (2, Way.WORKER)))
    for battle in (waits, queued):
        assert battle.levels == {"terran": "captain", "talon": "admiral"}
    for user, level in ((cleo, "captain"), (computer_user(), "admiral")):
        hand_over(seat_id=seat.pk, user=user)
        for battle in (waits, queued):
            battle.refresh_from_db()
            assert battle.talon_user == user
        assert waits.talon_level == level
        assert queued.talon_level == "admiral"


def _battle(war: m.War, anna: User, number: int, way: Way) -> Battle:
    """A battle of the war, as one is opened when it is joined."""
    battle = open_battle(
        setup=duel(),
        title=f"battle {number}",
        place="Antares 5",
        terran_user=anna,
        talon_user=computer_user(),
        way=way,
        levels={"talon": "admiral"},
    )
    m.Engagement.objects.create(war=war, number=number, turn=1, place="Antares/5", battle=battle)
    return battle


@pytest.mark.django_db
def test_a_seat_is_not_given_to_the_opponent(desk: Client) -> None:
    war = make_war(make_person("anna"), make_person("bo"))
    seat = war.seats.get(side="talon")
    desk.post(
        reverse("admin:campaign_seat_changelist"),
        {"action": "hand_over", "callsign": "anna", "_selected_action": [seat.pk]},
    )
    seat.refresh_from_db()
    assert seat.user is not None
    assert seat.user.username == "bo"


@pytest.mark.django_db
def test_rebuild_and_compare_says_whether_all_is_well(desk: Client) -> None:
    war = make_war(make_person("anna"), make_person("bo"))
    address = reverse("admin:campaign_war_changelist")
    answer = desk.post(address, {"action": "rebuild_and_compare", "_selected_action": [war.pk]}, follow=True)
    assert "agrees with its log" in answer.content.decode()
    m.FrontLine.objects.filter(war=war).update(zone=1)
    answer = desk.post(address, {"action": "rebuild_and_compare", "_selected_action": [war.pk]}, follow=True)
    assert "differences" in answer.content.decode()


@pytest.mark.django_db
def test_people_and_messages_are_listed_without_what_is_theirs_alone(desk: Client) -> None:
    anna = make_person("anna", webhook_url="https://example.org/secret-hook")
    owed = Delivery.objects.create(
        user=anna,
        key="war:1",
        channel="webhook",
        subject="Grey Wolves: plan",
        body="Plan turn 2",
        due_at=timezone.now(),
    )
    for page, row in (("user", anna.pk), ("delivery", owed.pk)):
        address = reverse(f"admin:accounts_{page}_changelist")
        one = desk.get(reverse(f"admin:accounts_{page}_change", args=[row])).content.decode()
        shown = desk.get(address, {"q": "anna"}).content.decode() + one
        assert "anna" in shown
        for hidden in ("secret-hook", "Grey Wolves", "Plan turn 2", anna.password):
            assert hidden not in shown


@pytest.mark.django_db
def test_a_closed_account_is_signed_out_and_opened_again(desk: Client, host: User) -> None:
    anna = make_person("anna")
    her = Client()
    her.force_login(anna)
    address = reverse("admin:accounts_user_changelist")
    both = {"_selected_action": [anna.pk, host.pk]}
    desk.post(address, {"action": "close_accounts", **both})
    assert her.get("/settings/").status_code == 302
    assert User.objects.get(pk=host.pk).is_active
    desk.post(address, {"action": "open_accounts", **both})
    assert User.objects.get(pk=anna.pk).is_active
    assert LogEntry.objects.count() == 2


@pytest.mark.django_db
def test_an_account_opened_again_gets_no_message_from_before(desk: Client) -> None:
    """Messages wait for up to a day: for a daily e-mail, or to be tried again."""
    anna = make_person("anna", webhook_url="https://example.org/hook")
    (row,) = owe(
        user=anna,
        kind=MessageKind.TURN,
        key="war:1:turn:2",
        subject="Your turn",
        body="Plan.",
        path="/wars/1/",
    )
    chosen = {"_selected_action": [anna.pk]}
    desk.post("/admin/accounts/user/", {"action": "close_accounts", **chosen})
    desk.post("/admin/accounts/user/", {"action": "open_accounts", **chosen})
    anna.refresh_from_db()
    row.refresh_from_db()
    assert (anna.is_active, row.status) == (True, Delivery.Status.CANCELLED)
    owe(
        user=anna,
        kind=MessageKind.TURN,
        key="war:1:turn:2",
        subject="Your turn",
        body="Plan.",
        path="/wars/1/",
    )
    row.refresh_from_db()
    assert row.status == Delivery.Status.QUEUED, "what is owed anew is sent"


@pytest.mark.django_db
def test_staff_who_may_only_look_do_nothing(client: Client) -> None:
    war = make_war(make_person("anna"), make_person("bo"))
    make_person("cleo")
    helper = make_person("helper", is_staff=True)
    helper.user_permissions.add(
        *Permission.objects.filter(codename__in=["view_seat", "view_war", "view_user"])
    )
    client.force_login(helper)
    client.post("/admin/campaign/war/", {"action": "freeze_wars", "_selected_action": [war.pk]})
    seat = war.seats.get(side="talon")
    handing = {"action": "hand_over", "callsign": "cleo", "_selected_action": [seat.pk]}
    client.post("/admin/campaign/seat/", handing)
    client.post("/admin/accounts/user/", {"action": "close_accounts", "_selected_action": [seat.user_id]})
    war.refresh_from_db()
    seat.refresh_from_db()
    assert not war.frozen
    assert seat.user is not None
    assert (seat.user.username, seat.user.is_active) == ("bo", True)


@pytest.mark.django_db
def test_a_host_does_not_hand_over_their_own_seat(desk: Client, host: User) -> None:
    """S15: they would then see the rows of the war they play in."""
    war = make_war(host, make_person("bo"))
    make_person("cleo")
    seat = war.seats.get(user=host)
    handing = {"action": "hand_over", "callsign": "cleo", "_selected_action": [seat.pk]}
    answer = desk.post("/admin/campaign/seat/", handing, follow=True)
    assert "your own seat" in answer.content.decode()
    seat.refresh_from_db()
    assert seat.user == host


@pytest.mark.django_db
def test_who_hands_a_seat_over_is_told_no_more(desk: Client) -> None:
    war = make_war(make_person("anna"), make_person("bo", webhook_url="https://example.org/bo"))
    make_person("cleo")
    seat = war.seats.get(side="talon")
    assert Delivery.objects.filter(user__username="bo", status="queued").exists()
    handing = {"action": "hand_over", "callsign": "cleo", "_selected_action": [seat.pk]}
    desk.post("/admin/campaign/seat/", handing)
    left = Delivery.objects.filter(user__username="bo", status="queued")
    assert [row.subject for row in left] == [f"{war.name}: The host gave your seat to cleo"]


@pytest.mark.django_db
def test_s72_a_host_takes_no_seat(desk: Client, host: User) -> None:
    war = make_war(make_person("anna"), make_person("bo"))
    seat = war.seats.get(side="talon")
    handing = {"action": "hand_over", "callsign": host.username, "_selected_action": [seat.pk]}
    answer = desk.post("/admin/campaign/seat/", handing, follow=True)
    assert "You cannot give a seat to yourself" in answer.content.decode()
    seat.refresh_from_db()
    assert seat.user is not None
    assert seat.user.username == "bo"


@pytest.mark.django_db
def test_every_action_says_what_came_of_it(desk: Client) -> None:
    """On a row that it changes, and on the same row again: a host never wonders whether anything happened."""
    war = make_war(make_person("anna"), make_person("bo"))
    make_person("cleo")
    opened = open_battle(
        setup=duel(),
        title="A duel",
        place="Antares 5",
        terran_user=make_person("dora"),
        talon_user=make_person("emil"),
        way=Way.WORKER,
    )
    opened.resolutions.update(status="failed")
    skirmish = opened.chat_lines.create(side="terran", text="Hello")
    game = Series.objects.create(
        token="t", name="Autumn", user=opened.terran_user, rival=opened.talon_user, stage=Series.Stage.ON
    )
    rows = {
        "resolution": opened.resolutions.get().pk,
        "battlechatline": skirmish.pk,
        "serieschatline": game.chat_lines.create(player="user", text="Hello").pk,
        "user": User.objects.get(username="cleo").pk,
        "war": war.pk,
        "seat": war.seats.get(side="talon").pk,
        "chatline": m.ChatLine.objects.create(war=war, side="terran", text="Hello").pk,
        "shelfmap": m.ShelfMap.objects.create(name="Straits", chart=war.chart).pk,
    }
    # tests/site/campaign/corrections/test_correcting.py, tests/site/battles/talon/teams/test_talk.py
    left_out = {"correction", "teamline"}
    tried = set()
    for model, desk_of in admin.site._registry.items():
        name = str(model._meta.model_name)
        for action in desk_of.actions or ():
            if name in left_out:
                continue
            for _twice in range(2):
                form = {"action": action, "callsign": "cleo", "_selected_action": [rows[name]]}
                answer = desk.post(f"/admin/{model._meta.app_label}/{name}/", form, follow=True)
                gone = not model._default_manager.filter(pk=rows[name]).exists()
                assert gone or list(answer.context["messages"]), (name, action)
            tried.add(name)
    assert tried == set(rows)
