"""Sealing secret orders and taking them back; forms that cannot be; what stays secret, and how fast it is."""

# ruff: noqa: F401, F811 - fixtures are imported by name

import re
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from bench.wars.random_player import random_plan
from campaign.models import Draft, SealedOrder, Waiting, War
from campaign.rules.orders import Plan
from campaign.rules.state import Ship
from campaign.war.log import documents
from campaign.war.log.documents import encoded
from campaign.war.services import secret_orders as planning
from campaign.war.services.log import StaleWar
from campaign.war.services.sealing import Sealing, Written, seal_draft, unseal
from tests.site.seats import HTMX, Seated, anna, big_fleet, boris, first_fleet, planned, text, war
from tests.site.wars import make_war, play_until, seal_random, state_of

# -- sealing --------------------------------------------------------------------------------------------------


def test_every_refusal_is_listed_and_nothing_sealed(planned: War, anna: Seated) -> None:
    anna.press("buy/destroyer/3")
    answer = anna.post("seal/", surrender="yes")
    page = text(answer)
    assert answer.status_code == 422
    assert "Your first purchase needs one ship of every class" in page
    assert "Ships worth 500 points must start in the Reserve" in page
    assert 'href="#shipyard"' in answer.content.decode()
    assert not SealedOrder.objects.exists()


def test_sealing_that_surrenders_needs_a_second_word(planned: War, anna: Seated) -> None:
    first_fleet(anna)
    plan: Plan = anna.draft
    for name in plan.assign:
        anna.press("", **{f"to/{name}": "reserve"})
    assert "If you seal this, you surrender the war" in text(anna.get("plan/"))
    answer = anna.post("seal/")
    assert answer.status_code == 422
    assert "tick “I want to surrender” below" in text(answer)
    assert anna.post("seal/", surrender="yes").status_code == 302


def test_sealed_orders_are_read_only_and_can_be_taken_back(planned: War, anna: Seated) -> None:
    first_fleet(anna)
    assert anna.post("seal/").status_code == 302
    assert anna.post("seal/").status_code == 302  # clicked twice
    assert "Turn 1 orders sealed" in text(anna.get("plan/"))
    refused = anna.post("plan/preview/", do="buy/scout/1")
    assert refused.status_code == 422
    assert "Take them back before you change them" in text(refused)
    assert anna.post("unseal/").status_code == 302
    again = anna.post("unseal/")
    assert again.status_code == 422
    assert "Your orders are not sealed" in text(again)
    assert anna.press("buy/scout/-1").status_code in (200, 422)


def test_the_second_seal_reveals_and_late_forms_are_told(planned: War, anna: Seated, boris: Seated) -> None:
    for player, onward in ((anna, f"{anna.path}plan/"), (boris, boris.path)):
        first_fleet(player)
        answer = player.post("seal/")
        assert (answer.status_code, answer["Location"]) == (302, onward)
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
    play_until(planned, phase="planning", turn=2)  # the battles may be over before the page asks
    assert anna.get(line, **HTMX)["HX-Redirect"] == anna.path


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
        {"answer/Orion": "odds", "odds/Orion": "0"},
        {"answer/Orion": "odds", "odds/Orion": "100"},
        {"answer/Orion": "odds", "odds/Orion": "some"},
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
    fields: Any = {f"to/Ship {n}": "Antares" for n in range(20_001)}
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


@pytest.mark.every_view
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


def test_pages_ask_the_database_little(planned: War, anna: Seated, django_assert_max_num_queries) -> None:
    big_fleet(planned)
    with django_assert_max_num_queries(12):
        assert anna.get("plan/").status_code == 200
    anna.press("nearest")
    anna.post("seal/")
    with django_assert_max_num_queries(12):
        assert "orders sealed" in text(anna.get("plan/"))


def test_the_bases_page_asks_little(anna: Seated, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(12):
        assert anna.get("bases/").status_code == 200


def test_a_seal_from_a_page_gone_stale_keeps_the_newer_draft(planned: War, anna: Seated) -> None:
    """What another tab has changed since is shown, and nothing is sealed; the fresh page seals."""
    first_fleet(anna)
    mark = re.search(r'name="mark" value="(\w+)"', anna.get("plan/").content.decode())
    assert mark is not None
    anna.press("buy/scout/-1")
    newer = anna.draft
    answer = anna.post("seal/", mark=mark[1])
    assert answer.status_code == 422
    assert "another tab" in answer.content.decode()
    assert anna.draft == newer
    assert not planning.sealed_sides(planned, state_of(planned))


def test_a_sealed_order_the_rules_refuse_by_now_is_its_sides_draft_again(
    planned: War, anna: Seated, boris: Seated
) -> None:
    """As after a change of the site's rules between the two seals: the second to seal learns nothing of it."""
    first_fleet(anna)
    anna.post("seal/")
    refused = Plan(buy={"scout": 40})
    SealedOrder.objects.filter(war=planned, seat="terran").update(document=encoded(refused))
    first_fleet(boris)
    answer = boris.post("seal/")
    assert answer.status_code == 302
    assert planning.sealed_sides(planned, state_of(planned)) == {"talon"}
    assert "Turn 1 orders sealed" in text(boris.get("plan/"))
    assert anna.draft == refused
    assert Waiting.objects.filter(war=planned, side="terran", key="turn:1:planning").exists()


# -- one way down, one way back -------------------------------------------------------------------------------


class Counted:
    """A decoder that counts what it decodes."""

    def __init__(self, decoder: Any) -> None:
        self.decoder, self.times = decoder, 0

    def decode(self, data: bytes) -> Any:
        self.times += 1
        return self.decoder.decode(data)


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """How often a war's state is decoded from now on."""
    counted = Counted(documents._state)
    monkeypatch.setattr(documents, "_state", counted)
    return counted


def hand_in(player: Seated, page: str = "seal/") -> Any:
    """The form of turn 1, sent without asking for the state beforehand."""
    return player.client.post(player.path + page, {"turn": 1, "phase": "planning"})


def test_sealing_decodes_the_state_once(
    planned: War, anna: Seated, boris: Seated, decoded: Counted, django_assert_max_num_queries
) -> None:
    for player, most in ((anna, 21), (boris, 31)):
        first_fleet(player)
        decoded.times = 0
        with django_assert_max_num_queries(most):
            assert hand_in(player).status_code == 302
        assert decoded.times == 1
    assert state_of(planned).phase == "battles"


@pytest.mark.every_view
def test_taking_back_decodes_the_state_once(planned: War, anna: Seated, decoded: Counted) -> None:
    first_fleet(anna)
    hand_in(anna)
    decoded.times = 0
    assert hand_in(anna, "unseal/").status_code == 302
    assert decoded.times == 1


def test_a_sealing_says_what_became_of_it(planned: War, anna: Seated, boris: Seated) -> None:
    state = state_of(planned)

    def sealed(player: Seated, plan: Plan, entropy: str = "") -> Sealing:
        return seal_draft(
            war_id=planned.pk,
            side=player.side,
            user=User.objects.get(username="anna" if player is anna else "boris"),
            turn=1,
            phase="planning",
            write=lambda _state, _draft: Written(plan),
            entropy=entropy,
        )

    good = {player.side: random_plan(state, player.side, Random(3)) for player in (anna, boris)}
    poor = sealed(anna, Plan(buy={"scout": 40}))
    assert poor.outcome == "refused"
    assert poor.refusals
    assert anna.draft == Plan(buy={"scout": 40})
    before = planned.version
    assert sealed(anna, good["terran"]) == Sealing("sealed")
    assert sealed(anna, Plan()) == Sealing("sealed before")
    assert anna.draft == good["terran"]
    unseal(war_id=planned.pk, side="terran", user=None, turn=1, phase="planning")
    planned.refresh_from_db()
    assert planned.version == before
    assert anna.draft == good["terran"]
    assert sealed(anna, good["terran"]) == Sealing("sealed")
    assert sealed(boris, good["talon"]) == Sealing("revealed")
    entries = planned.entries.order_by("number").values_list("seat", flat=True)
    assert list(entries)[-2:] == ["terran", "talon"]
    with pytest.raises(StaleWar):
        sealed(boris, good["talon"])


def test_a_part_of_the_dice_that_is_no_word_leaves_the_orders_as_the_draft(anna: Seated) -> None:
    war = make_war(User.objects.get(username="anna"), User.objects.get(username="boris"), settled_by="worker")
    play_until(war, phase="planning")
    seated = Seated(war, User.objects.get(username="anna"), "terran")
    first_fleet(seated)
    fields: Any = {"to/Explorer": "Orion"}
    answer = seated.post("seal/", entropy="two words", **fields)
    assert answer.status_code == 422
    assert "letters, digits" in text(answer)
    assert seated.draft.assign["Explorer"] == "Orion"
    assert not SealedOrder.objects.filter(war=war).exists()
