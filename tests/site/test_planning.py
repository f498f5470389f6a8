"""The pages on which a side plans in secret: bases, purchases, assignment, sealing."""

import re
from random import Random
from time import perf_counter
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles.engine.catalogue import Side
from battles.seam.documents import Damage
from campaign.models import Draft, SealedOrder, War
from campaign.rules.orders import Plan
from campaign.rules.state import Ship
from campaign.services import planning
from tests.people import make_person
from tests.site.wars import make_war, play_until, put_state, seal_random, state_of

HTMX = {"HX-Request": "true"}


class Seated:
    """A player at a side of a war, with a browser that sends forms."""

    def __init__(self, war: War, user: User, side: Side) -> None:
        self.war, self.side = war, side
        self.client = Client()
        self.client.force_login(user)
        self.path = f"/wars/{war.pk}/{side}/"

    def get(self, page: str, **headers: str) -> Any:
        """A page of the side."""
        return self.client.get(self.path + page, headers=headers or None)

    def post(self, page: str, *, htmx: bool = False, **form: Any) -> Any:
        """A form of the side, for the present turn and phase if it does not say."""
        state = state_of(self.war)
        sent = {"turn": state.turn, "phase": state.phase, **form}
        return self.client.post(self.path + page, sent, headers=HTMX if htmx else None)

    def press(self, words: str, **more: Any) -> Any:
        """A button of the planning desk, as the script sends it."""
        return self.post("plan/preview/", htmx=True, do=words, **more)

    @property
    def draft(self) -> Any:
        """What the side has on its desk."""
        return planning.draft_of(self.war, state_of(self.war), self.side)


@pytest.fixture
def war(db: None) -> War:
    """A war of anna (Terran) against boris (Talon)."""
    return make_war(make_person("anna"), make_person("boris"))


@pytest.fixture
def anna(war: War) -> Seated:
    """The Terran player."""
    return Seated(war, User.objects.get(username="anna"), "terran")


@pytest.fixture
def boris(war: War) -> Seated:
    """The Talon player."""
    return Seated(war, User.objects.get(username="boris"), "talon")


@pytest.fixture
def planned(war: War) -> War:
    """The same war, its bases placed, turn 1 to be planned."""
    play_until(war, phase="planning")
    return war


def text(response: Any) -> str:
    """The words of a page, without markup and in single spaces."""
    bare = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", bare).replace("&#x27;", "'")


# -- bases ----------------------------------------------------------------------------------------------------


def test_the_bases_page_shows_what_can_be_and_why_not(anna: Seated) -> None:
    page = text(anna.get("bases/"))
    assert "Required: one base must stand at home" in page
    assert "No base here: its terrain is rolled by dice" in page
    assert "No base here: the front line marker stands there" in page
    assert "each further one costs 184 points" in page


def test_a_proposal_is_legal_and_can_be_sealed(anna: Seated) -> None:
    assert anna.post("bases/preview/", do="propose").status_code == 302
    places = list(anna.draft.places)
    assert len(places) == 3
    assert places[0] == "home/terran"
    answer = anna.post("seal/", place=places)
    assert (answer.status_code, answer["Location"]) == (302, f"{anna.path}bases/")
    page = text(anna.get("bases/"))
    assert "Your bases are sealed" in page
    assert "boris has not sealed yet" in page


def test_ticks_are_kept_and_counted(anna: Seated) -> None:
    places = ["home/terran", "Antares/2", "Antares/4", "Orion/2"]
    answer = anna.post("bases/preview/", htmx=True, place=places)
    assert "<html" not in answer.content.decode()
    assert "1 for 184" in text(answer)
    assert "1816" in text(answer)
    assert re.search('value="Orion/2" id="[a-z0-9-]+" data-live checked', anna.get("bases/").content.decode())


def test_bases_that_cannot_be_are_refused_and_nothing_kept(anna: Seated) -> None:
    for place in ("Antares/3", "Antares/6", "home/talon", "Nowhere/1", "x" * 5000):
        answer = anna.post("bases/preview/", htmx=True, place=["home/terran", place])
        assert answer.status_code == 422
        assert "No base of yours can stand at" in text(answer)
    assert anna.draft is None


def test_too_few_bases_cannot_be_sealed_and_are_kept(anna: Seated) -> None:
    answer = anna.post("seal/", place=["home/terran", "Antares/2"])
    assert answer.status_code == 422
    assert "place 1 more" in text(answer)
    assert anna.draft.places == ("home/terran", "Antares/2")
    assert not SealedOrder.objects.exists()


def test_both_sealed_leads_to_the_plan(anna: Seated, boris: Seated) -> None:
    for player in (anna, boris):
        player.post("bases/preview/", do="propose")
        last = player.post("seal/", place=list(player.draft.places))
    assert last["Location"] == f"{boris.path}bases/"
    assert boris.get("bases/")["Location"] == f"{boris.path}plan/"
    assert "the bases are revealed" in text(boris.get("plan/"))


# -- the desk -------------------------------------------------------------------------------------------------


def test_the_shipyard_says_beforehand_why_not(planned: War, anna: Seated) -> None:
    state = state_of(planned)
    state.terran.treasury = 800
    put_state(planned, state)
    assert anna.press("buy/battleship/1").status_code == 200
    page = text(anna.get("plan/"))
    assert "points must stay for what is missing" in page
    refused = anna.press("buy/battleship/1")
    assert refused.status_code == 422
    assert "must stay for what is missing" in text(refused)
    assert anna.draft.buy == {"battleship": 1}


def test_five_to_one_is_said_beforehand(planned: War, anna: Seated) -> None:
    for _ in range(5):
        assert anna.press("buy/scout/1").status_code == 200
    assert "At most 5: five times your fewest" in text(anna.get("plan/"))
    assert anna.press("buy/scout/1").status_code == 422
    assert anna.press("buy/fighter/7").status_code == 200


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("side", ["anna", "boris"])
def test_a_ready_fleet_can_be_sealed_at_once(planned: War, request, side: str, number: int) -> None:
    player: Seated = request.getfixturevalue(side)
    keys = re.findall(r'value="(fleet/[a-z-]+)"', player.get("plan/").content.decode())
    assert len(keys) == 3
    assert player.press(keys[number]).status_code == 200
    assert "Nothing stands against it" in text(player.get("plan/"))
    assert player.post("seal/").status_code == 302
    assert SealedOrder.objects.filter(seat=player.side).count() == 1


def test_steppers_send_ships_from_the_reserve_and_back(planned: War, anna: Seated) -> None:
    anna.press("buy/destroyer/2")
    assert anna.press("send/destroyer/Orion/1").status_code == 200
    assert anna.press("send/destroyer/Antares/1").status_code == 200
    assert sorted(anna.draft.assign.values()) == ["Antares", "Orion"]
    refused = anna.press("send/destroyer/Orion/1")
    assert refused.status_code == 422
    assert "No undamaged Destroyer in the Reserve" in text(refused)
    assert anna.press("send/destroyer/Orion/-1").status_code == 200
    assert sorted(anna.draft.assign.values()) == ["Antares", "reserve"]


def test_without_script_every_field_of_the_form_is_taken(planned: War, anna: Seated) -> None:
    anna.press("buy/destroyer/2")
    fields: Any = {"to/Achilles": "Orion", "to/Caleb": "reserve", "answer/Orion": "unless", "lead/Orion": "3"}
    answer = anna.post("plan/preview/", do="buy/scout/1", **fields)
    assert (answer.status_code, answer["Location"]) == (302, f"{anna.path}plan/#shipyard")
    assert anna.draft.assign["Achilles"] == "Orion"
    assert anna.draft.standing["Orion"].lead == 3
    assert anna.draft.buy == {"destroyer": 2, "scout": 1}


def test_another_device_finds_the_same_draft(planned: War, anna: Seated) -> None:
    anna.press("buy/carrier/1")
    elsewhere = Seated(planned, User.objects.get(username="anna"), "terran")
    assert "Carrier × 1" in text(elsewhere.get("plan/"))
    elsewhere.press("buy/scout/1")
    anna.press("buy/carrier/1")
    assert anna.draft.buy == {"carrier": 2, "scout": 1}


@pytest.fixture
def later(planned: War) -> War:
    """The war in turn 3, with a fleet made by hand: ships in every state."""
    state = play_until(planned, phase="planning", turn=2)
    fleet = state.terran
    fleet.ships = {
        "Achilles": Ship("destroyer", "Antares"),
        "Caleb": Ship("destroyer", "Antares"),
        "Patton": Ship("heavy_cruiser", "Antares"),
        "Thor": Ship("light_cruiser", "Orion"),
        "Wasp": Ship("carrier", "reserve"),
        "Cougar": Ship("fighter", "Badlands", stranded=True),
        "Napoleon": Ship("heavy_cruiser", "Badlands"),
    }
    fleet.ships["Thor"] = Ship("light_cruiser", "Orion", damage_of(hull=2, thrusters=1))
    fleet.minimum, fleet.treasury, fleet.active_lp = 1, 60, 10
    put_state(planned, state)
    return planned


def damage_of(**what: Any) -> Damage:
    """Damage of a ship."""
    return Damage(**what)


def test_ships_stand_where_they_were_and_damage_is_shown(later: War, anna: Seated) -> None:
    page = text(anna.get("plan/"))
    assert "2 hull boxes" in page
    assert "1 thruster critical" in page
    assert "Stranded: to the Reserve only" in page
    assert "Out of reach from Orion" in page
    anna.press("as-last-turn")
    assert anna.draft.assign["Patton"] == "Antares"
    assert anna.draft.assign["Cougar"] == "reserve"


def test_what_is_out_of_reach_is_neither_offered_nor_taken(later: War, anna: Seated) -> None:
    anna.press("as-last-turn")
    refused = anna.press("", **{"to/Patton": "Orion"})
    assert refused.status_code == 422
    assert "Patton is in Antares: Orion is out of its reach" in text(refused)
    stranded = anna.press("", **{"to/Cougar": "Badlands"})
    assert "Cougar is stranded" in text(stranded)
    assert anna.draft.assign["Patton"] == "Antares"


def test_far_moves_are_offered_only_when_the_minimum_cannot_be_met(later: War, anna: Seated) -> None:
    assert "(far, S8)" not in anna.get("plan/").content.decode()
    state = state_of(later)
    state.terran.ships = {name: Ship("destroyer", "Antares") for name in ("Achilles", "Caleb", "Hercules")}
    state.terran.minimum = 1
    put_state(later, state)
    assert "(far, S8)" in anna.get("plan/").content.decode()
    assert anna.press("", **{"to/Caleb": "Orion"}).status_code == 200


def test_one_tap_each(later: War, anna: Seated) -> None:
    assert anna.press("damaged").status_code == 200
    assert anna.draft.assign["Thor"] == "reserve"
    assert "Orion has 0 LP of the 1 it needs" in text(anna.get("plan/"))
    anna.press("nearest")
    assert "Nothing stands against it" in text(anna.get("plan/"))
    assert anna.post("seal/").status_code == 302


def test_scrapping_and_keeping(later: War, anna: Seated) -> None:
    anna.press("scrap/Wasp")
    assert anna.draft.scrap == ("Wasp",)
    assert "Wasp" not in anna.draft.assign
    anna.press("keep/Wasp")
    assert anna.draft.assign["Wasp"] == "reserve"


def test_a_turn_begins_with_what_came_in(planned: War, anna: Seated) -> None:
    play_until(planned, phase="planning", turn=2)
    page = text(anna.get("plan/"))
    assert "Since last turn" in page
    assert "Antares pays" in page


# -- sealing --------------------------------------------------------------------------------------------------


def test_every_refusal_is_listed_and_nothing_sealed(planned: War, anna: Seated) -> None:
    anna.press("buy/destroyer/3")
    answer = anna.post("seal/", surrender="yes")
    page = text(answer)
    assert answer.status_code == 422
    assert "The first purchase takes one ship of every class" in page
    assert "Ships worth 500 points must start in the Fleet Reserve" in page
    assert 'href="#shipyard"' in answer.content.decode()
    assert not SealedOrder.objects.exists()


def test_sealing_that_surrenders_needs_a_second_word(planned: War, anna: Seated) -> None:
    first_fleet(anna)
    plan: Plan = anna.draft
    for name in plan.assign:
        anna.press("", **{f"to/{name}": "reserve"})
    assert "Sealing this gives up the war" in text(anna.get("plan/"))
    answer = anna.post("seal/")
    assert answer.status_code == 422
    assert "say that you mean it" in text(answer)
    assert anna.post("seal/", surrender="yes").status_code == 302


def first_fleet(player: Seated) -> None:
    """Take the first ready fleet."""
    player.press(re.findall(r'value="(fleet/[a-z-]+)"', player.get("plan/").content.decode())[0])


def test_sealed_orders_are_read_only_and_can_be_taken_back(planned: War, anna: Seated) -> None:
    first_fleet(anna)
    assert anna.post("seal/").status_code == 302
    assert anna.post("seal/").status_code == 302  # clicked twice
    assert "Your orders for turn 1 are sealed" in text(anna.get("plan/"))
    refused = anna.post("plan/preview/", do="buy/scout/1")
    assert refused.status_code == 422
    assert "take them back before you change them" in text(refused)
    assert anna.post("unseal/").status_code == 302
    again = anna.post("unseal/")
    assert again.status_code == 422
    assert "no sealed order to take back" in text(again)
    assert anna.press("buy/scout/-1").status_code in (200, 422)


def test_the_second_seal_reveals_and_late_forms_are_told(planned: War, anna: Seated, boris: Seated) -> None:
    for player in (anna, boris):
        first_fleet(player)
        assert player.post("seal/").status_code == 302
    late = anna.client.post(f"{anna.path}seal/", {"turn": 1, "phase": "planning"})
    assert late.status_code == 409
    assert "moved on" in text(late)
    assert f'href="{anna.path}"' in late.content.decode()
    assert anna.client.post(f"{anna.path}unseal/", {"turn": 1, "phase": "planning"}).status_code == 409
    preview = anna.client.post(f"{anna.path}plan/preview/", {"turn": 1, "phase": "planning", "do": "nearest"})
    assert preview.status_code == 409


def test_open_pages_are_sent_on(planned: War, anna: Seated, boris: Seated) -> None:
    line = "seals/?turn=1&phase=planning&sealed=0"
    assert "boris has not sealed yet" in text(anna.get(line, **HTMX))
    seal_random(planned, "talon", Random(1))
    assert "boris has sealed" in text(anna.get(line, **HTMX))
    seal_random(planned, "terran", Random(1))
    answer = anna.get(line, **HTMX)
    assert (answer.status_code, answer["HX-Redirect"]) == (204, anna.path)


# -- bad input ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "buy/dominator/1",
        "buy/base/1",
        "buy/dreadnought/1",
        "buy/scout/-1x",
        "buy/scout/9999",
        "buy/scout/0",
        "buy/scout/²",
        "buy/scout",
        "send/scout/Nowhere/1",
        "send/scout/reserve/1",
        "send/scout/Antares/1",
        "scrap/Dominion",
        "fleet/iron-crown",
        "drop table",
        "x" * 3000,
    ],
)
def test_a_button_that_is_not_there(planned: War, anna: Seated, words: str) -> None:
    answer = anna.press(words)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert anna.draft is None


@pytest.mark.parametrize(
    "fields",
    [
        {"to/Dominion": "Antares"},
        {"to/Achilles": "Nowhere"},
        {"to/": ""},
        {"answer/Nowhere": "engage"},
        {"answer/Orion": "flee"},
        {"answer/Orion": "unless", "lead/Orion": "-4"},
        {"answer/Orion": "unless", "lead/Orion": "100000000000"},
        {"turn": "x"},
        {"turn": ""},
        {"phase": "battles"},
    ],
)
def test_fields_that_cannot_be(planned: War, anna: Seated, fields: Any) -> None:
    anna.press("buy/destroyer/1")
    before = anna.draft
    for page in ("plan/preview/", "seal/"):
        answer = anna.post(page, **fields)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.content.decode()
    assert anna.draft == before


def test_a_form_for_another_turn(planned: War, anna: Seated) -> None:
    assert anna.post("plan/preview/", htmx=True, turn=7, do="buy/scout/1").status_code == 409
    assert anna.post("seal/", turn=7).status_code == 409
    assert anna.draft is None


def test_too_large_a_form(planned: War, anna: Seated) -> None:
    fields: Any = {f"to/Ship {n}": "Antares" for n in range(2000)}
    assert anna.post("plan/preview/", **fields).status_code == 400
    answer = anna.client.post(
        f"{anna.path}plan/preview/", "do=" + "x" * (6 << 20), content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code in (400, 413)
    assert anna.draft is None


def test_seats_and_wars_that_are_not_ours(planned: War, anna: Seated, person) -> None:
    stranger = Seated(planned, person("zoe"), "terran")
    for page in ("plan/", "bases/", "seals/"):
        assert stranger.get(page).status_code == 404
        assert anna.client.get(f"/wars/{planned.pk}/talon/{page}").status_code == 404
        assert anna.client.get(f"/wars/{planned.pk + 9}/terran/{page}").status_code == 404
    for page in ("plan/preview/", "bases/preview/", "seal/", "unseal/"):
        assert stranger.post(page).status_code == 404
        assert anna.client.post(f"/wars/{planned.pk}/talon/{page}").status_code == 404
    assert Client().get(anna.path + "plan/").status_code == 302
    assert not Draft.objects.exists()


def test_one_screen_keeps_the_curtain(db, person) -> None:
    anna = person("anna")
    both = Seated(make_war(anna, anna, one_screen=True), anna, "terran")
    assert "/curtain/terran/" in both.get("bases/")["Location"]
    assert "/curtain/terran/" in both.post("bases/preview/", htmx=True, do="propose")["HX-Redirect"]
    assert not Draft.objects.exists()


# -- what the other side must not learn, and how fast it is ------------------------------------------------------


def test_pages_are_the_same_whatever_the_other_side_does(planned: War, anna: Seated, boris: Seated) -> None:
    def seen() -> list[bytes]:
        return [
            re.sub(rb'csrfmiddlewaretoken" value="\w+|"X-CSRFToken": "\w+|since=\d+', b"", r.content)
            for r in pages()
        ]

    def pages() -> list[Any]:
        return [anna.get("plan/"), anna.get("seals/?turn=1&phase=planning&sealed=0", **HTMX)]

    before = seen()
    first_fleet(boris)
    assert seen() == before
    boris.post("seal/")
    sealed = seen()
    assert sealed != before
    boris.post("unseal/")
    boris.press("buy/destroyer/-1")
    boris.press("nearest")
    assert boris.post("seal/").status_code == 302
    assert seen() == sealed


def big_fleet(war: War) -> None:
    """Sixty Terran ships, some damaged, in turn 2."""
    state = play_until(war, phase="planning", turn=2)
    kinds = (
        "scout",
        "destroyer",
        "light_cruiser",
        "heavy_cruiser",
        "battle_cruiser",
        "battleship",
        "carrier",
        "fighter",
    )
    places = (*state.chart.order, "reserve")
    state.terran.ships = {
        f"Ship {n}": Ship(
            kinds[n % 8], places[n % 5], damage_of(hull=1) if n % 6 == 0 and n % 8 != 7 else damage_of()
        )
        for n in range(60)
    }
    state.terran.minimum, state.terran.treasury = 13, 900
    put_state(war, state)


def test_pages_ask_the_database_little(planned: War, anna: Seated, django_assert_max_num_queries) -> None:
    big_fleet(planned)
    with django_assert_max_num_queries(12):
        assert anna.get("plan/").status_code == 200
    anna.press("nearest")
    anna.post("seal/")
    with django_assert_max_num_queries(12):
        assert "are sealed" in text(anna.get("plan/"))


def test_the_bases_page_asks_little(anna: Seated, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(12):
        assert anna.get("bases/").status_code == 200


def test_a_tap_is_answered_quickly_with_sixty_ships(planned: War, anna: Seated) -> None:
    big_fleet(planned)
    anna.press("as-last-turn")
    times = []
    for n in range(10):
        at = perf_counter()
        anna.press(f"send/destroyer/Antares/{1 if n % 2 else -1}")
        times.append(perf_counter() - at)
    print(f"tap: {sorted(times)[5] * 1000:.0f} ms, {max(times) * 1000:.0f} ms at most")
    assert sorted(times)[5] < 0.25
