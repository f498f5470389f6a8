"""A battle's pages: who may see them, what they refuse, and that nothing typed is lost."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles import services
from battles.models import Battle, ReportDraft, Status
from engines.seam.documents import BattleSetup, Unit
from engines.talon.catalogue import ship_class
from engines.talon.damage import TalonDamage
from tests.battle_samples import filled_in, opened, over_a_planet, reported, six_ships
from tests.markup import flat
from tests.people import browser, make_person

pytestmark = pytest.mark.django_db
PAGES = ["", "sheet/", "report/"]
POSTS = ["report/", "report/draft/", "confirm/", "dispute/"]


@pytest.fixture
def battle(anna: User, ben: User) -> Battle:
    return opened(anna, ben)


def url(battle: Battle, page: str = "") -> str:
    return f"/battles/{battle.pk}/{page}"


def enter(client: Client, battle: Battle, fields: dict[str, str], **more: Any) -> Any:
    return client.post(url(battle, "report/"), {"version": battle.version, **fields, **more})


def entered(battle: Battle, **changes: str) -> Battle:
    report = reported(battle.setup_document, **changes)
    return services.enter_report(battle_id=battle.pk, side="terran", seen_version=1, report=report)


@pytest.mark.parametrize("page", PAGES)
def test_the_players_see_every_page_and_nobody_else_does(
    battle: Battle, anna: User, ben: User, page: str
) -> None:
    assert browser(anna).get(url(battle, page)).status_code == 200
    assert browser(ben).get(url(battle, page)).status_code == 200
    assert browser(make_person("eve")).get(url(battle, page)).status_code == 404
    assert (
        browser(make_person("host", is_staff=True, is_superuser=True)).get(url(battle, page)).status_code
        == 404
    )
    assert Client().get(url(battle, page)).status_code == 302


@pytest.mark.parametrize("page", POSTS)
def test_a_stranger_posts_to_nothing(battle: Battle, page: str) -> None:
    sent = {"version": 1, "remark": "no", **filled_in(six_ships())}
    assert browser(make_person("eve")).post(url(battle, page), sent).status_code == 404
    battle.refresh_from_db()
    assert battle.version == 1
    assert ReportDraft.objects.count() == 0


def test_the_list_of_ships_counts_weapons_by_name() -> None:
    """Two groups of one weapon on other arcs are one entry."""
    weapons = {
        key: ship_class("terran", key).weapons_in_short for key in ("battleship", "scout", "transport")
    }
    assert weapons == {"battleship": "4 × phaser, wave motion gun", "scout": "phaser", "transport": "none"}


def test_no_battle_of_that_number(anna: User) -> None:
    for number in ("99", "9" * 30):
        assert browser(anna).get(f"/battles/{number}/").status_code == 404


def test_the_set_up_sheet_says_who_starts_where_and_what_is_damaged(anna: User, ben: User) -> None:
    battle = opened(anna, ben, over_a_planet())
    page = browser(anna).get(url(battle)).content.decode()
    for words in (
        "Terran places the planet in its own set-up zone",
        "Talon must set up two transports with its other ships. The rest may come in",
        "Power relay: power −1",
        "Talon sets up first",
        "/ships/talon/dreadnought/",
        "2 of 3 fighters",
    ):
        assert words in page
    assert "style=" not in page


def test_the_set_up_sheet_has_the_launch_of_squadrons_after_deployment(anna: User, ben: User) -> None:
    """21: only the side that starts with squadrons launches any."""
    page = browser(anna).get(url(opened(anna, ben, over_a_planet()))).content.decode()
    openly, launch = page.index("sets up openly"), page.index("Last, Terran launches its squadrons")
    assert openly < launch
    assert "Last, Talon launches" not in page
    page = browser(anna).get(url(opened(anna, ben, six_ships()))).content.decode()
    assert "launches its squadrons" not in page


def test_the_paper_sheet_has_a_box_for_all_that_is_tracked(anna: User, ben: User) -> None:
    battle = opened(anna, ben, over_a_planet())
    page = flat(browser(anna).get(url(battle, "sheet/")).content.decode())
    alexander, base = (page.index(f"<strong>{name}") for name in ("Alexander", "Terran base"))
    boxes = {
        re.sub(r"<[^>]+>", "", title): marks.count("tick-box")
        for title, marks in re.findall(
            r'paper-track">(<b>\w+</b>|[\w ]+)((?:<span class="tick-box[^>]*></span>)*)', page[alexander:base]
        )[:8]
    }
    kind = ship_class("terran", "battle_cruiser")
    assert kind.shields is not None
    assert boxes == {
        "front": kind.shields.front,
        "left": kind.shields.left,
        "right": kind.shields.right,
        "rear": kind.shields.rear,
        "thrusters": 2,
        "relays": 2,
        "FTL offline": 1,
        "battery": 1,
    }
    of_the_base = page[base : page.index("destroyed", base)]
    assert "thrusters" not in of_the_base
    assert "FTL" not in of_the_base
    assert 'relays<span class="tick-box ticked"></span><span class="tick-box"></span>' in of_the_base


def test_entering_and_confirming(battle: Battle, anna: User, ben: User) -> None:
    fields = filled_in(six_ships(), talon_0_fate="destroyed")
    answer = enter(browser(anna), battle, fields)
    assert (answer.status_code, answer.url) == (302, url(battle))
    page = browser(ben).get(url(battle)).content.decode()
    assert "Confirm anna's result?" in page
    answer = browser(ben).post(url(battle, "confirm/"), {"version": 2})
    assert answer.status_code == 302
    page = browser(anna).get(url(battle)).content.decode()
    assert "devastating victory" in page
    assert "/wars/17/" in page


def test_the_pages_speak_of_the_place_and_the_first_step_is_the_fight(battle: Battle, anna: User) -> None:
    page = flat(browser(anna).get(url(battle)).content.decode())
    assert '<span class="over">First Light, battle 3</span><h1>Orion 3</h1>' in page
    assert 'data-state="now" aria-current="step"' in page
    assert f'<a href="{url(battle, "report/")}">Fight, then record</a>' in page
    assert 'data-state="done"' not in page


def test_who_loses_nothing_is_told_so_in_words(battle: Battle, ben: User) -> None:
    entered(battle, talon_0_fate="destroyed")
    page = browser(ben).get(url(battle)).content.decode()
    assert "Terran destroyed " in page
    assert " points and lost none: " in page
    assert "no loss" not in page
    assert page.index('action="' + url(battle, "confirm/")) < page.index('class="counter-name">Patton')


def test_the_way_back_is_first_and_leads_one_screen_to_the_table(anna: User) -> None:
    battle = opened(anna, anna)
    enter(browser(anna), battle, filled_in(six_ships()), do="agree")
    page = flat(browser(anna).get(url(battle)).content.decode())
    way = '<a class="btn btn-primary" href="/wars/17/">Back to the table</a>'
    assert page.index("verdict-head") < page.index(way) < page.index('class="facts"')


def test_squadrons_get_away_aboard_a_carrier(anna: User, ben: User) -> None:
    battle = opened(anna, ben, over_a_planet())
    page = browser(anna).get(url(battle, "report/")).content.decode()
    assert page.count("Aboard a carrier") == 2
    assert "Left the map" in page
    assert "Took the planet" in page


def test_without_a_transport_of_the_invader_nobody_speaks_of_landing(anna: User, ben: User) -> None:
    talon = tuple(unit for unit in over_a_planet().talon if unit.ship_class != "transport")
    battle = opened(anna, ben, over_a_planet(talon=talon))
    assert "by landing" not in browser(anna).get(url(battle, "report/")).content.decode()
    for page in ("", "sheet/"):
        words = browser(anna).get(url(battle, page)).content.decode()
        assert "Talon must set up" not in words
        assert "wins at once" not in words
        assert "Terran transports come in only as reinforcements" in words


def test_confirming_twice_and_disputing_late(battle: Battle, ben: User) -> None:
    battle = entered(battle)
    client = browser(ben)
    for _twice in range(2):
        assert client.post(url(battle, "confirm/"), {"version": battle.version}).status_code == 302
    late = client.post(url(battle, "dispute/"), {"version": battle.version, "remark": "Wait, no"})
    assert late.status_code == 409
    assert "Wait, no" in late.content.decode()


def test_ones_own_report_is_not_ones_to_confirm(battle: Battle, anna: User) -> None:
    battle = entered(battle)
    answer = browser(anna).post(url(battle, "confirm/"), {"version": battle.version})
    assert answer.status_code == 422
    assert "S35" in answer.content.decode()


@pytest.mark.every_view
def test_disputing_without_a_word_keeps_the_report(battle: Battle, anna: User, ben: User) -> None:
    battle = entered(battle)
    assert browser(ben).post(url(battle, "dispute/"), {"version": 2, "remark": " "}).status_code == 422
    assert (
        browser(ben).post(url(battle, "dispute/"), {"version": 2, "remark": "<b>Nine</b>"}).status_code == 302
    )
    page = browser(anna).get(url(battle)).content.decode()
    assert "&lt;b&gt;Nine&lt;/b&gt;" in page
    for user, words in ((anna, "ben disputes the result"), (ben, "You dispute the result")):
        assert words in " ".join(browser(user).get(url(battle, "report/")).content.decode().split())


def test_a_stale_report_is_answered_with_the_fresh_state_and_what_was_typed(
    battle: Battle, ben: User
) -> None:
    fields = filled_in(six_ships(), rounds="23")
    entered(battle)
    answer = enter(browser(ben), battle, fields)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'value="23"' in page
    assert "anna has entered a result" in page
    battle.refresh_from_db()
    kept = battle.report_document
    assert kept is not None
    assert kept.rounds == 8


def test_what_is_typed_is_kept_and_is_nobody_elses(battle: Battle, anna: User, ben: User) -> None:
    answer = browser(anna).post(
        url(battle, "report/draft/"), {"version": 1, "rounds": "37", "terran-0-hull": "3"}
    )
    assert answer.status_code == 200
    assert 'value="37"' in browser(anna).get(url(battle, "report/")).content.decode()
    for page in PAGES:
        theirs = browser(ben).get(url(battle, page)).content.decode()
        assert 'value="37"' not in theirs


def test_a_draft_changes_no_byte_of_the_other_sides_pages(battle: Battle, anna: User, ben: User) -> None:
    watcher = browser(ben)

    def seen() -> list[bytes]:
        return [_steady(watcher.get(url(battle, page)).content) for page in PAGES]

    before = seen()
    browser(anna).post(url(battle, "report/draft/"), {"version": 1, "winner": "talon", "rounds": "9"})
    assert seen() == before


def _steady(page: bytes) -> bytes:
    import re

    return re.sub(rb'(csrfmiddlewaretoken" value="|X-CSRFToken": ")[A-Za-z0-9]+', rb"\1", page)


@pytest.mark.every_view
def test_choosing_the_winner_sets_what_is_usual_and_leaves_what_was_touched(
    battle: Battle, anna: User
) -> None:
    touched = {"version": "1", "winner": "terran", "rounds": "8", "talon-1-fate": "destroyed"}
    page = browser(anna).post(url(battle, "report/draft/"), touched).content.decode()
    assert 'name="terran-0-fate" value="stands" checked' in page
    assert 'name="talon-0-fate" value="jumped" checked' in page
    assert 'name="talon-1-fate" value="destroyed" checked' in page
    assert "Devastating" in page


def test_without_script_the_usual_fates_are_looked_at_before_they_are_entered(
    battle: Battle, anna: User
) -> None:
    answer = enter(browser(anna), battle, {"winner": "terran", "rounds": "8"}, do="enter")
    assert answer.status_code == 422
    assert "Check each ship, then enter the result" in answer.content.decode()
    battle.refresh_from_db()
    assert battle.status == Status.OPEN


def test_lasting_criticals_are_asked_for_when_a_critical_box_is_marked(battle: Battle, anna: User) -> None:
    fields = filled_in(six_ships()) | {"set_for": "terran-held", "version": "1"}
    quiet = browser(anna).post(
        url(battle, "report/draft/"), fields | {"terran-0-room": "0", "terran-0-hull": "3"}
    )
    assert "data-room" not in quiet.content.decode()
    asked = browser(anna).post(
        url(battle, "report/draft/"), fields | {"terran-0-room": "0", "terran-0-hull": "4"}
    )
    assert "1 critical box marked" in asked.content.decode()


def test_the_winners_transports_land_by_themselves_or_by_choice(anna: User, ben: User) -> None:
    fewer = over_a_planet()
    fewer = BattleSetup(
        **{name: getattr(fewer, name) for name in fewer.__struct_fields__} | {"talon": fewer.talon[:4]}
    )
    alone = reported(fewer, winner="talon")
    assert [fate.fate for fate in alone.talon] == ["stands", "stands", "landed_after", "landed_after"]
    battle = opened(anna, ben, over_a_planet())
    fields = filled_in(over_a_planet(), winner="talon")
    asked = enter(browser(anna), battle, fields)
    assert asked.status_code == 422
    assert "2 of these land unopposed" in asked.content.decode()
    chosen = enter(browser(anna), battle, fields | {"talon-2-after": "on", "talon-4-after": "on"})
    assert chosen.status_code == 302


def test_one_screen_agrees_and_settles_at_once(anna: User) -> None:
    battle = opened(anna, anna)
    assert "Enter and confirm" in browser(anna).get(url(battle, "report/")).content.decode()
    enter(browser(anna), battle, filled_in(six_ships()), do="agree")
    battle.refresh_from_db()
    assert (battle.status, battle.settled_how) == (Status.SETTLED, "agreed")


def test_one_screen_may_also_confirm_for_the_other_side(anna: User) -> None:
    battle = opened(anna, anna)
    enter(browser(anna), battle, filled_in(six_ships()), do="enter")
    assert "Confirm for Talon" in browser(anna).get(url(battle)).content.decode()
    assert browser(anna).post(url(battle, "confirm/"), {"version": 2}).status_code == 302


FULL = {"mode": "planet", "planet_owner": "terran"}
IMPOSSIBLE = [
    ("hull beyond the ship's", {}, {"terran_0_hull": "7"}, "8.4"),
    ("every hull box marked", {}, {"terran_0_hull": "6"}, "8.4"),
    ("hull that mended", {}, {"terran_0_hull": "1"}, "31.6.5"),
    ("both hold the field", {}, {"talon_0_fate": "stands"}, "20.1"),
    ("a winner with nothing left", {}, {f"terran_{n}_fate": "destroyed" for n in range(3)}, "20.1"),
    ("a jump before the drive was spooled", {}, {"rounds": "5"}, "11"),
    (
        "nobody won but one side stands",
        {},
        {"winner": "none", "talon_0_fate": "jumped", "talon_1_fate": "jumped", "talon_2_fate": "jumped"},
        "20.1",
    ),
    (
        "criticals without critical boxes",
        {},
        {"terran_0_hull": "4", "terran_0_w0": "on", "terran_0_w1": "on"},
        "8.4",
    ),
    ("three thruster hits", {}, {"terran_0_hull": "4", "terran_0_thrusters": "3"}, "8.5"),
    ("a cruiser that landed", {}, {"terran_0_fate": "landed"}, "31.8"),
    ("a ship that stayed out for no reason", {}, {"terran_0_fate": "waited"}, "31.6"),
    ("a planet where there is none", {}, {"ending": "planet"}, "31.8"),
    ("no rounds", {}, {"rounds": "0"}, "R45"),
    ("forty-one rounds", {}, {"rounds": "41"}, "R45"),
    (
        "landing while the base stood",
        FULL,
        {"winner": "terran", "talon_0_fate": "destroyed", "talon_2_fate": "landed"},
        "31.8",
    ),
    ("a base that jumped", FULL, {"winner": "talon", "terran_5_fate": "jumped"}, "14"),
    ("four fighters of three", FULL, {"winner": "terran", "terran_3_lost": "2", "terran_3_hurt": "2"}, "12"),
    ("fighters won back", FULL, {"winner": "terran", "terran_2_lost": "0"}, "31.6.5"),
    ("every fighter lost", FULL, {"winner": "terran", "terran_3_lost": "3", "terran_3_hurt": "0"}, "R35"),
    ("fighters away without a carrier", FULL, {"winner": "talon", "terran_1_fate": "destroyed"}, "16"),
    (
        "two landed and it went on",
        FULL,
        {"winner": "talon", "talon_2_fate": "landed", "talon_3_fate": "landed", "terran_5_fate": "destroyed"},
        "S22",
    ),
    (
        "taken with one landing",
        FULL,
        {"winner": "talon", "ending": "planet", "talon_2_fate": "landed"},
        "S22",
    ),
]


@pytest.mark.parametrize(
    ("changes", "fields", "rule"), [row[1:] for row in IMPOSSIBLE], ids=[row[0] for row in IMPOSSIBLE]
)
def test_what_cannot_be_is_refused_with_its_rule_and_nothing_is_written(
    anna: User, ben: User, changes: dict[str, Any], fields: dict[str, str], rule: str
) -> None:
    setup = over_a_planet() if changes else six_ships()
    battle = opened(anna, ben, setup)
    answer = enter(browser(anna), battle, filled_in(setup, **fields))
    assert answer.status_code == 422
    assert f'data-rule="{rule}"' in answer.content.decode()
    battle.refresh_from_db()
    assert (battle.status, battle.version, battle.report) == (Status.OPEN, 1, None)


@pytest.mark.parametrize("side", ["terran", "talon"])
def test_the_service_refuses_what_cannot_be_by_itself(battle: Battle, side: Any) -> None:
    from engines.seam.documents import Fate, Report
    from engines.seam.refusals import Refused

    setup = battle.setup_document
    fates: dict[str, Any] = {
        one: tuple(Fate(unit.name, "stands") for unit in setup.force(one)) for one in ("terran", "talon")
    }
    for report in (
        Report(8, "held", winner=side, **fates),
        Report(99, "draw", **fates),
        Report(8, "draw", (), ()),
    ):
        with pytest.raises(Refused):
            services.enter_report(battle_id=battle.pk, side=side, seen_version=1, report=report)
    battle.refresh_from_db()
    assert battle.version == 1


TAMPERED = [
    {"terran-0-fate": "exploded"},
    {"terran-0-fate": "landed_after"},
    {"terran-0-hull": "9" * 500},
    {"terran-0-hull": "-3"},
    {"terran-0-hull": "٣"},
    {"terran-0-hull": "1e3"},
    {"terran-0-hull": "nul\0"},
    {"terran-0-hull": "4", "terran-0-thrusters": "999999999999"},
    {"winner": "anna"},
    {"rounds": "1.5"},
    {"rounds": "²"},
]


@pytest.mark.parametrize("fields", TAMPERED, ids=str)
def test_tampered_fields_are_refused_in_words(battle: Battle, anna: User, fields: dict[str, str]) -> None:
    sent = filled_in(six_ships()) | fields
    assert enter(browser(anna), battle, sent).status_code == 422
    assert browser(anna).post(url(battle, "report/draft/"), {"version": 1} | sent).status_code == 200
    assert browser(anna).get(url(battle, "report/")).status_code == 200
    battle.refresh_from_db()
    assert battle.version == 1


@pytest.mark.parametrize("version", ["", "x", "-1", "9" * 40, "²", None])
@pytest.mark.parametrize("page", ["report/", "confirm/", "dispute/"])
def test_a_form_without_its_version_is_a_bad_request(
    battle: Battle, anna: User, page: str, version: Any
) -> None:
    sent = {} if version is None else {"version": version}
    assert browser(anna).post(url(battle, page), sent).status_code == 400


def test_fields_of_no_ship_are_left_out(battle: Battle, anna: User) -> None:
    sent = {f"terran-{number}-hull": "1" for number in range(3, 60)} | {"nonsense": "x" * 1000, "version": 1}
    assert browser(anna).post(url(battle, "report/draft/"), sent).status_code == 200
    assert len(battle.drafts.get().document) < 1000


def test_a_settled_battle_takes_no_report(battle: Battle, anna: User, ben: User) -> None:
    battle = entered(battle)
    services.confirm(battle_id=battle.pk, side="talon", seen_version=2)
    assert browser(anna).get(url(battle, "report/")).status_code == 302
    assert enter(browser(anna), battle, filled_in(six_ships())).status_code in (302, 409)
    assert browser(ben).post(url(battle, "report/draft/"), {"version": 2}).status_code == 409


def test_names_on_both_sides_and_a_fresh_ship_destroyed(anna: User, ben: User) -> None:
    setup = six_ships(terran=(Unit("Echo", "scout"),), talon=(Unit("Echo", "frigate", TalonDamage(1)),))
    battle = opened(anna, ben, setup)
    fields = filled_in(setup, talon_0_fate="destroyed", talon_0_hull="999")
    assert enter(browser(anna), battle, fields).status_code == 302


@pytest.mark.parametrize("page", PAGES)
def test_pages_ask_the_database_little(
    battle: Battle, anna: User, page: str, django_assert_max_num_queries: Any
) -> None:
    client = browser(anna)
    entered(battle)
    with django_assert_max_num_queries(10):  # one of them: whether its war has a deadline
        client.get(url(battle, page))


def test_the_stream_is_for_the_players(battle: Battle) -> None:
    assert Client().get(f"/events/battle/{battle.pk}/").status_code == 404
    assert browser(make_person("eve")).get(f"/events/battle/{battle.pk}/").status_code == 404
