"""Players' maps: who may draw and see them, what a change does once, and wars that are played on them."""

from io import BytesIO
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from accounts.models import User
from campaign.files import archive
from campaign.files.document import read_whole
from campaign.maps import drawing as maps
from campaign.maps.drawing import MOST_MAPS, MOST_VERSIONS, Edit, make_map
from campaign.models import MapVersion, PlayerMap, ShelfMap, War
from campaign.new_war.wars import create_war
from campaign.rules.map.map_edits import add_zone, blank_map, change_zone, rename_sector
from campaign.rules.map.map_files import MOST_BYTES, map_text, read_map
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.moments import Moment
from campaign.rules.odds.assumed_fleet import Supposition
from campaign.rules.settings import Settings
from campaign.sandboxes.trying_out import begin_sandbox
from campaign.war.log.documents import decode_chart
from campaign.war.log.rebuild import differences
from campaign.watching.link import open_to_onlookers
from engines.seam.refusals import Refused
from tests.people import browser, make_person
from tests.site.campaign.files.test_archive import surrender
from tests.site.wars import play_until, state_of

pytestmark = pytest.mark.django_db
NAME = "Ember; Ash"


@pytest.fixture
def drawn(anna: User) -> PlayerMap:
    """Anna's map of two empty sectors."""
    return make_map(owner=anna, chart=blank_map("Ember", 2))


def chart_of(drawn: PlayerMap) -> StrategicMap:
    """The map as it is stored."""
    drawn.refresh_from_db()
    return decode_chart(bytes(drawn.chart))


def post(drawn: PlayerMap, do: str, *, seen: int | None = None, htmx: bool = False, **fields: Any) -> Any:
    """The answer to a form of the editor, sent by the map's owner."""
    drawn.refresh_from_db()
    head = {"HTTP_HX_REQUEST": "true"} if htmx else {}
    form = {"do": do, "version": drawn.version if seen is None else seen, **fields}
    return browser(drawn.owner).post(f"/maps/{drawn.pk}/", form, **head)  # type: ignore[arg-type]


def zone(terran: object = 30, talon: object = 75, ground: str = "open", **more: str) -> dict[str, Any]:
    """The fields of zone 2 of Alpha."""
    return {"zone": "Alpha/2", "terran": terran, "talon": talon, "ground": ground, "base": "", **more}


def test_a_map_is_made_once_opened_changed_and_played(anna: User) -> None:
    page = browser(anna)
    form = {"name": NAME, "start": "blank", "sectors": "3"}
    first, again = (page.post("/maps/", form) for _ in range(2))
    drawn = PlayerMap.objects.get()
    assert first.status_code == 302
    assert first["Location"] == again["Location"] == f"/maps/{drawn.pk}/"
    shown = page.get(f"/maps/{drawn.pk}/").content.decode()
    assert "Ready to play" in shown


def test_a_name_may_have_markup_which_is_shown_as_it_is(anna: User) -> None:
    client = browser(anna)
    called = {"name": '<b> & "so"', "start": "blank", "sectors": "3"}
    answer = client.post("/maps/", called)
    assert answer.status_code == 302
    assert "&lt;b&gt; &amp; &quot;so&quot;" in client.get(answer["Location"]).text
    found = PlayerMap.objects.get()
    assert read_map(map_text(decode_chart(bytes(found.chart)))).name == called["name"]


def test_a_name_with_a_stroke_is_refused(anna: User) -> None:
    """It divides the sector from the zone in the name of a place."""
    answer = browser(anna).post("/maps/", {"name": "a/b", "start": "blank", "sectors": "3"})
    assert answer.status_code == 422
    assert answer.context["form"].errors["name"] == ["The name holds /, which cannot be part of it."]


def test_a_copy_of_a_map_of_the_site(anna: User) -> None:
    answer = browser(anna).post("/maps/", {"name": "My Gates", "start": "three_gates", "sectors": "3"})
    assert answer.status_code == 302
    chart = decode_chart(bytes(PlayerMap.objects.get().chart))
    assert (chart.name, chart.order) == ("My Gates", ("Lantern", "Maw", "Thorn"))


def test_guests_and_strangers_draw_no_maps(drawn: PlayerMap, ben: User) -> None:
    guest = make_person("guest", is_guest=True)
    assert browser(guest).get("/maps/").status_code == 302
    with pytest.raises(Refused, match="account"):
        make_map(owner=guest, chart=blank_map("Ember", 2))
    assert Client().get("/maps/")["Location"].startswith("/accounts/login/")
    for path in ("", "map.toml", "?zone=Alpha/2"):
        assert browser(ben).get(f"/maps/{drawn.pk}/{path}").status_code == 404
    for path in ("", "delete/", "offer/"):
        answer = browser(ben).post(f"/maps/{drawn.pk}/{path}", {"do": "undo", "version": 1})
        assert answer.status_code == 404
    assert chart_of(drawn) == blank_map("Ember", 2)


def test_the_number_of_maps_is_limited_and_names_are_unlike(anna: User) -> None:
    for number in range(MOST_MAPS):
        make_map(owner=anna, chart=blank_map(f"Map {number}", 2))
    with pytest.raises(Refused, match="Delete one first"):
        make_map(owner=anna, chart=blank_map("One more", 2))
    PlayerMap.objects.filter(name="Map 1").delete()
    answer = browser(anna).post("/maps/", {"name": "Map 2", "start": "blank", "sectors": "3"})
    assert answer.status_code == 422
    assert b"already have a map called Map 2" in answer.content


def test_a_change_is_judged_and_its_problem_goes_with_it(drawn: PlayerMap) -> None:
    answer = post(drawn, "zone", **zone(ground="planet:talon"), htmx=True)
    assert answer.status_code == 200
    assert "31.8" in (said := answer.content.decode())
    assert said.count("plate-wrong") == 2, "wide and tall"
    drawn.refresh_from_db()
    assert drawn.faults == 1
    assert b"Begin a war on it" not in browser(drawn.owner).get(f"/maps/{drawn.pk}/").content
    answer = post(drawn, "zone", **zone(ground="planet:terran"), htmx=True)
    assert b"Ready to play" in answer.content
    assert b"plate-wrong" not in answer.content


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"ground": "planet:talon"}, "31.8"),
        ({"base": "talon"}, "31.2"),
        ({"ground": "random", "base": "terran"}, "31.2"),
        ({"zone": "Alpha/3"}, "31.2"),
        ({"zone": "Alpha/3", "start": "on", "base": "terran"}, "31.2"),
        ({"ground": "1,6"}, "S50"),
    ],
)
def test_each_rule_is_told_in_the_editor(drawn: PlayerMap, fields: dict[str, str], rule: str) -> None:
    answer = post(drawn, "zone", **{**zone(), **fields}, htmx=True)
    assert (
        f">{rule}<" in answer.content.decode()
        or f"§ {rule}" in answer.content.decode()
        or rule in (answer.content.decode())
    )
    drawn.refresh_from_db()
    assert drawn.faults == 1


def test_a_field_that_is_wrong_is_not_saved(drawn: PlayerMap) -> None:
    for htmx in (False, True):
        answer = post(drawn, "zone", **zone(terran=5000), htmx=htmx)
        assert answer.status_code == 422
        assert b"less than or equal to 1000" in answer.content
    assert chart_of(drawn) == blank_map("Ember", 2)


def test_the_same_form_twice_is_one_change(drawn: PlayerMap) -> None:
    for _ in range(2):
        answer = post(drawn, "add-after", seen=1, zone="Alpha/2")
        assert answer.status_code == 302
    assert len(chart_of(drawn).zones("Alpha")) == 6
    assert MapVersion.objects.count() == 1


def test_two_tabs_lose_nothing(drawn: PlayerMap) -> None:
    post(drawn, "zone", seen=1, **zone(terran=40))
    answer = post(drawn, "zone", seen=1, **zone(terran=45))
    assert answer.status_code == 409
    said = answer.content.decode()
    assert "another tab" in said
    assert 'value="45"' in said
    assert chart_of(drawn).zone("Alpha", 1).income == (40, 75)
    assert post(drawn, "zone", seen=2, **zone(terran=45)).status_code == 302
    assert chart_of(drawn).zone("Alpha", 1).income == (45, 75)
    assert post(drawn, "remove-zone", seen=2, zone="Alpha/2").status_code == 409
    assert len(chart_of(drawn).zones("Alpha")) == 5


def test_a_zone_that_another_tab_has_removed(drawn: PlayerMap) -> None:
    post(drawn, "remove-sector", sector="Beta")
    assert b"at least 2 sectors" in post(drawn, "remove-sector", sector="Beta").content
    post(drawn, "add-sector")
    post(drawn, "remove-sector", sector="Alpha")
    assert post(drawn, "zone", seen=1, **zone()).status_code == 409
    assert post(drawn, "zone", **zone()).status_code == 404
    assert post(drawn, "no-such-thing").status_code == 404


def test_changes_are_undone_one_after_the_other(drawn: PlayerMap) -> None:
    post(drawn, "zone", **zone(terran=40))
    post(drawn, "sector", sector="Alpha", name="Far Reach")
    assert chart_of(drawn).order == ("Far Reach", "Beta")
    assert b"Alpha renamed" in browser(drawn.owner).get(f"/maps/{drawn.pk}/").content
    assert post(drawn, "undo", seen=1).status_code == 409
    for _ in range(2):
        assert post(drawn, "undo").status_code == 302
    assert chart_of(drawn) == blank_map("Ember", 2)
    assert post(drawn, "undo").status_code == 422


def test_only_so_many_versions_are_kept(drawn: PlayerMap) -> None:
    for terran in range(40, 45 + MOST_VERSIONS):
        post(drawn, "zone", **zone(terran=terran))
    assert drawn.versions.count() == MOST_VERSIONS


def test_a_sector_is_moved_and_a_name_that_is_taken_refused(drawn: PlayerMap) -> None:
    post(drawn, "sector-later", sector="Alpha")
    assert chart_of(drawn).order == ("Beta", "Alpha")
    answer = post(drawn, "sector", sector="Alpha", name="Beta")
    assert answer.status_code == 422
    assert b"another sector called Beta" in answer.content
    make_map(owner=drawn.owner, chart=blank_map("Ash", 2))
    rules: dict[str, Any] = {"start_treasury": 2000, "reserve_points": 500, "free_bases": 3, "boxes": 1}
    answer = post(drawn, "map", name="Ash", **rules)
    assert answer.status_code == 422
    assert b"already have a map called Ash" in answer.content
    assert post(drawn, "map", name="Cinder", **rules).status_code == 302
    assert chart_of(drawn).name == "Cinder"


@pytest.mark.every_view
def test_a_map_is_downloaded_and_uploaded(drawn: PlayerMap, ben: User) -> None:
    answer = browser(drawn.owner).get(f"/maps/{drawn.pk}/map.toml")
    assert answer["Content-Disposition"] == 'attachment; filename="ember.toml"'
    assert read_map(answer.content.decode()) == chart_of(drawn)
    sent = browser(ben).post("/maps/upload/", {"file": BytesIO(answer.content)})
    assert sent.status_code == 302
    assert chart_of(PlayerMap.objects.get(owner=ben)) == chart_of(drawn)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("start = true", "", "[31.2]"),
        ('terrain = "open" }', 'terrain = "planet", owner = "talon" }', "[31.8]"),
        ('terrain = "open" }', 'terrain = "open", base = "talon" }', "[31.2]"),
        ("order =", "ordre =", "not a strategic map"),
        ("[", "[[[[", "line 9, column 1 cannot be read"),
        ("name", "# " + "x" * MOST_BYTES + "\nname", "too large"),
    ],
)
def test_a_file_that_breaks_a_rule_is_refused(anna: User, before: str, after: str, said: str) -> None:
    text = map_text(blank_map("Ember", 2)).replace(
        ", " + before if before == "start = true" else before, after, 1
    )
    answer = browser(anna).post("/maps/upload/", {"file": BytesIO(text.encode())})
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert said.strip("[]") in shown
    assert not PlayerMap.objects.exists()


def test_a_map_with_problems_is_saved_and_begins_no_war(drawn: PlayerMap) -> None:
    post(drawn, "zone", **zone(ground="planet:talon"))
    page = browser(drawn.owner)
    assert f"own-{drawn.pk}" not in page.get("/wars/new/").content.decode()
    form = page.get("/wars/new/").context["form"]
    data = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    chosen = {"chart": f"own-{drawn.pk}", "prefilled_for": f"own-{drawn.pk}", "opponent": "one_screen"}
    answer = page.post("/wars/new/", {**data, **chosen})
    assert answer.status_code == 422
    assert b"A map with problems is not among them" in answer.content
    assert not War.objects.exists()


def new_war(user: User, key: str, **more: str) -> Any:
    """The answer to the form of a new war on that map."""
    page = browser(user)
    form = page.get(f"/wars/new/?chart={key}").context["form"]
    data = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    assert data["chart"] == key
    return page.post("/wars/new/", {**data, "opponent": "one_screen", **more})


@pytest.mark.every_view
def test_a_war_on_an_own_map_keeps_it(drawn: PlayerMap) -> None:
    before = chart_of(drawn)
    assert new_war(drawn.owner, f"own-{drawn.pk}").status_code == 302
    war = War.objects.get()
    post(drawn, "zone", **zone(terran=999))
    assert browser(drawn.owner).post(f"/maps/{drawn.pk}/delete/").status_code == 302
    assert state_of(war).chart == before
    assert decode_chart(bytes(War.objects.get().chart)) == before
    assert differences(war) == []
    assert not PlayerMap.objects.exists()


def test_a_rematch_is_on_the_map_of_the_war(drawn: PlayerMap) -> None:
    new_war(drawn.owner, f"own-{drawn.pk}")
    war = War.objects.get()
    post(drawn, "zone", **zone(terran=999))
    page = browser(drawn.owner)
    form = page.get(f"/wars/new/?like={war.pk}").context["form"]
    assert form["chart"].value() == f"war-{war.pk}"
    data = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    assert page.post("/wars/new/", {**data, "name": "Rematch"}).status_code == 302
    assert bytes(War.objects.get(name="Rematch").chart) == bytes(war.chart)


def test_the_map_of_somebody_elses_war_is_not_offered(drawn: PlayerMap, ben: User) -> None:
    new_war(drawn.owner, f"own-{drawn.pk}")
    war = War.objects.get()
    page = browser(ben)
    data = {"chart": f"war-{war.pk}", "prefilled_for": f"war-{war.pk}", "opponent": "link", "name": "x"}
    answer = page.post("/wars/new/", data)
    assert answer.status_code == 422
    assert b"Ember" not in answer.content
    answer = page.post("/wars/new/", {**data, "chart": f"own-{drawn.pk}"})
    assert answer.status_code == 422
    assert b"Ember" not in answer.content


def test_strangers_are_shown_no_map_that_the_host_has_not_seen(drawn: PlayerMap) -> None:
    answer = new_war(drawn.owner, f"own-{drawn.pk}", opponent="anybody", settled_by="worker")
    assert answer.status_code == 422
    assert b"Offer your map to the host" in answer.content
    assert f"own-{drawn.pk}".encode() not in browser(drawn.owner).get("/wars/open/").content


@pytest.mark.every_view
def test_the_host_puts_a_copy_on_the_shelf_and_takes_it_off(drawn: PlayerMap, ben: User) -> None:
    owner, chart = browser(drawn.owner), chart_of(drawn)
    assert owner.post(f"/maps/{drawn.pk}/offer/", {"do": "offer"}).status_code == 302
    copy = ShelfMap.objects.get()
    assert browser(ben).get(f"/maps/offered/{copy.pk}/").status_code == 404
    assert owner.get(f"/maps/offered/{copy.pk}/").status_code == 200
    host = browser(make_person("host", is_staff=True, is_superuser=True))
    assert b"Ember" in host.get(f"/maps/offered/{copy.pk}/").content
    assert b"Ember" in host.get("/admin/campaign/shelfmap/").content
    post(drawn, "zone", **zone(terran=999))
    action = {"action": "shelve", "_selected_action": [copy.pk]}
    assert host.post("/admin/campaign/shelfmap/", action).status_code == 302
    assert LogEntry.objects.filter(change_message="Published").exists()
    assert browser(ben).get(f"/maps/offered/{copy.pk}/").status_code == 200
    assert new_war(ben, f"shelf-{copy.pk}", opponent="anybody", settled_by="worker").status_code == 302
    assert decode_chart(bytes(War.objects.get().chart)) == chart
    assert f"shelf-{copy.pk}".encode() in browser(ben).get("/wars/open/").content
    host.post("/admin/campaign/shelfmap/", {**action, "action": "take_off"})
    assert not ShelfMap.objects.exists()
    assert b"shelf-" not in browser(ben).get("/wars/new/").content


def test_a_newer_copy_takes_the_place_of_the_older(drawn: PlayerMap) -> None:
    for terran in (40, 50):
        post(drawn, "zone", **zone(terran=terran))
        maps.put_on_shelf(maps.offer_to_host(map_id=drawn.pk, owner=drawn.owner))
    copy = ShelfMap.objects.get()
    assert decode_chart(bytes(copy.chart)).zone("Alpha", 1).income == (50, 75)
    maps.delete_map(map_id=drawn.pk, owner=drawn.owner)
    assert ShelfMap.objects.get().source is None, "it stays on the shelf until the host takes it off"


@pytest.mark.every_view
def test_a_map_with_problems_is_not_offered_and_an_offer_taken_back(drawn: PlayerMap) -> None:
    owner = browser(drawn.owner)
    owner.post(f"/maps/{drawn.pk}/offer/", {"do": "offer"})
    owner.post(f"/maps/{drawn.pk}/offer/", {"do": "withdraw"})
    assert not ShelfMap.objects.exists()
    post(drawn, "zone", **zone(ground="planet:talon"))
    assert owner.post(f"/maps/{drawn.pk}/offer/", {"do": "offer"}).status_code == 422
    assert not ShelfMap.objects.exists()


def test_a_war_from_paper_is_entered_on_an_own_map(drawn: PlayerMap, ben: User) -> None:
    path = f"/wars/take-over/?chart=own-{drawn.pk}"
    assert browser(drawn.owner).get(path).status_code == 200
    assert browser(ben).get(path).status_code == 404


def strange_map() -> StrategicMap:
    """A map whose names have signs that addresses and forms read otherwise."""
    chart = rename_sector(blank_map("Käse: (50%) [1]; {x}", 3), "Alpha", "A.b: c; (d) [e] {f} 50%41")
    chart = rename_sector(chart, "Beta", "terran")
    for sector in chart.order:
        for index in (1, 1, 1, 6, 6, 6):
            chart = add_zone(chart, sector, index)
    return change_zone(
        chart, "terran", 1, income=(33, 77), ground="planet:terran", base="terran", start=False
    )


def test_ten_turns_on_an_own_map_out_and_in_again(anna: User, ben: User) -> None:
    """Played by the players of the benchmarks; a site that has not the map reads the war from its file."""
    drawn = make_map(owner=anna, chart=strange_map())
    war = create_war(
        host=anna,
        name="Strange",
        settings=Settings(),
        chart=chart_of(drawn),
        side="terran",
        opponent="one_screen",
    )
    War.objects.update(one_screen=False)
    war.seats.filter(side="talon").update(user=ben)
    war.refresh_from_db()
    PlayerMap.objects.all().delete()
    play_until(war, phase="planning", turn=3)
    page = browser(anna)
    places = [f"?zone={quote(place)}" for place, *_ in strange_map().places()]
    for name in ("", "plan/", "history/", "tracking/", "charts/", "sandbox/", "treasury/", *places):
        assert page.get(f"/wars/{war.pk}/terran/{name}").status_code == 200, name
    token = open_to_onlookers(war_id=war.pk, side="terran")
    assert "Käse" in Client().get(f"/wars/watch/{token}/").content.decode()
    known = Supposition("drawn")
    tried = begin_sandbox(war=war, side="terran", user=anna, moment=Moment(2), supposition=known)
    assert state_of(tried).chart == strange_map()
    state = play_until(war, phase="planning", turn=11, random=Random(11))
    assert state.turn >= 10
    assert differences(war) == []
    if state.phase != "over":
        surrender(war)
    war.refresh_from_db()
    file = read_whole(archive.whole(war))
    assert file.chart == strange_map()
    brought = archive.bring_in(file=file, importer=ben, side="talon")
    assert decode_chart(bytes(brought.chart)) == strange_map()
    assert differences(brought) == []


def test_an_edit_of_nothing_is_no_version(drawn: PlayerMap) -> None:
    edit = Edit(lambda chart: chart, "Nothing", 1)
    assert maps.change_map(map_id=drawn.pk, owner=drawn.owner, edit=edit).version == 1
    assert not MapVersion.objects.exists()


def shared(drawn: PlayerMap, owner: User) -> str:
    """The address of the link that the maker has made."""
    browser(owner).post(f"/maps/{drawn.pk}/share/", {"do": "share"})
    drawn.refresh_from_db()
    return f"/maps/shared/{drawn.share_token}/"


@pytest.mark.every_view
def test_a_link_shows_the_map_to_whoever_has_it(drawn: PlayerMap, anna: User) -> None:
    link = shared(drawn, anna)
    assert f"http://testserver{link}" in browser(anna).get(f"/maps/{drawn.pk}/").text
    answer = Client().get(link)
    assert answer.status_code == 200
    assert drawn.name in answer.text
    assert "noindex" in answer.headers["X-Robots-Tag"]
    assert read_map(Client().get(f"{link}map.toml").text) == chart_of(drawn)
    assert shared(drawn, anna) == link, "a second press makes no second link"


@pytest.mark.every_view
def test_a_friend_copies_the_map_once_and_the_makers_stays(drawn: PlayerMap, anna: User) -> None:
    link, ben = shared(drawn, anna), make_person("ben")
    answers = [browser(ben).post(f"{link}copy/") for _ in range(2)]
    copy = PlayerMap.objects.get(owner=ben)
    assert [answer.headers["Location"] for answer in answers] == [f"/maps/{copy.pk}/"] * 2
    assert chart_of(copy) == chart_of(drawn)
    assert (copy.share_token, drawn.owner_id) == (None, anna.pk)
    PlayerMap.objects.filter(pk=copy.pk).update(version=2)
    again = browser(ben).post(f"{link}copy/")
    assert again.status_code == 422
    assert "You already have a map called" in again.text


def test_a_link_that_was_withdrawn_leads_nowhere(drawn: PlayerMap, anna: User) -> None:
    link, ben = shared(drawn, anna), make_person("ben")
    assert browser(ben).post(f"/maps/{drawn.pk}/share/", {"do": "withdraw"}).status_code == 404
    assert Client().get(link).status_code == 200
    browser(anna).post(f"/maps/{drawn.pk}/share/", {"do": "withdraw"})
    for path in ("", "map.toml"):
        assert browser(ben).get(link + path).status_code == 404
    assert browser(ben).post(f"{link}copy/").status_code == 404
    assert Client().get("/maps/shared/None/").status_code == 404


def test_whoever_copies_a_map_has_an_account(drawn: PlayerMap, anna: User) -> None:
    link = shared(drawn, anna)
    assert Client().post(f"{link}copy/").status_code == 302
    assert PlayerMap.objects.count() == 1
