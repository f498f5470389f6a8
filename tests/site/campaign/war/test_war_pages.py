"""The war's own pages: what they show in each phase, open orders from them, and how many queries they take."""

import re
from html import unescape
from random import Random

import pytest
from django.test import Client

from bench.wars.random_player import random_report
from campaign.models import War
from campaign.rules.orders import AcceptResult
from campaign.rules.state import Question, Sighting
from campaign.war.services import log
from engines.seam.documents import UNDAMAGED
from engines.seam.sides import SIDES, opponent
from tests.core.table import Table
from tests.people import make_person
from tests.site.seats import text as words
from tests.site.wars import make_war, play_until, put_state, state_of, step, user_of, war_wanted

pytestmark = pytest.mark.django_db
PAGES = (
    "",
    "history/",
    "treasury/",
    "charts/",
    "surrender/",
    "?part=calls",
    "?part=table",
    "?zone=Antares/4",
    "?zone=home/talon",
)


@pytest.fixture
def war(request: pytest.FixtureRequest) -> War:
    return war_wanted(request)


def at_side(war: War, side) -> tuple[Client, str]:
    client = Client()
    user = user_of(war, side)
    assert user is not None
    client.force_login(user)
    return client, f"/wars/{war.pk}/{side}/"


def text_of(war: War, side, page: str = "") -> str:
    client, path = at_side(war, side)
    answer = client.get(path + page)
    assert answer.status_code == 200, answer.content.decode()[-2000:]
    return answer.content.decode()


def give(war: War, side, version: int | None = None, **fields: object):
    client, path = at_side(war, side)
    war.refresh_from_db()
    seen = war.version if version is None else version
    return client.post(f"{path}orders/", {"seen_version": seen, **fields})


def until_question(war: War, kind: str, random: Random):
    """Play until the war asks something of the kind; the state then."""
    while True:
        state = state_of(war)
        if state.question is not None and state.question.kind == kind:
            return state
        assert state.phase != "over"
        step(war, random)


def test_the_other_sides_address_leads_a_player_to_their_own_page_and_nobody_else(war):
    client, path = at_side(war, "terran")
    for page in ("", "plan/"):
        answer = client.get(f"/wars/{war.pk}/talon/{page}")
        assert answer.status_code == 404
        assert f'href="{path}">Your side: Terran</a>' in answer.content.decode()
    stranger = Client()
    stranger.force_login(make_person("stranger"))
    answer = stranger.get(f"/wars/{war.pk}/talon/")
    assert answer.status_code == 404
    assert "Your side" not in answer.content.decode()
    assert "Your side" not in stranger.get("/wars/999999/talon/").content.decode()


def test_bases_phase_says_what_to_do_first(war: War) -> None:
    text = text_of(war, "terran")
    assert "Place your bases" in text
    assert f"/wars/{war.pk}/terran/bases/" in text
    assert "Nothing yet. You see enemy forces" in text


def test_every_page_in_every_phase_of_a_whole_war(war: War, django_assert_max_num_queries) -> None:
    random = Random(3)
    clients = {side: at_side(war, side) for side in SIDES}
    for turns in range(400):
        state = state_of(war)
        if turns % 5 == 0 or state.phase == "over":
            for client, path in clients.values():
                for page in PAGES:
                    with django_assert_max_num_queries(13):
                        answer = client.get(path + page)
                    assert answer.status_code in (200, 302), (page, answer.status_code)
        if state.phase == "over" or state.turn > 8:
            break
        step(war, random)


def test_an_answer_twice_is_a_stale_page_and_loses_nothing(war: War) -> None:
    state = until_question(war, "engage", Random(4))
    question = state.question
    assert question is not None
    assert "Engage or decline at" in text_of(war, question.side)
    version = War.objects.get(pk=war.pk).version
    fields = {"order": "engage", "battle": question.battle, "engage": "yes"}
    first = give(war, question.side, version, **fields)
    assert (first.status_code, first.headers["Location"]) == (302, f"/wars/{war.pk}/{question.side}/#calls")
    again = give(war, question.side, version, **fields)
    assert again.status_code == 409
    assert "The war has moved on" in again.content.decode()
    assert War.objects.get(pk=war.pk).version == version + 1


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"order": "result", "battle": "1"},
        {"order": "plan"},
        {"order": "engage", "battle": "x", "engage": "yes"},
        {"order": "engage", "battle": "9" * 40, "engage": "yes"},
        {"order": "engage", "battle": "1", "engage": "perhaps"},
        {"order": "engage", "battle": "999", "engage": "yes"},
        {"order": "first", "home": "mars"},
        {"order": "land", "battle": "1", "transports": ["Nobody", "Nothing"]},
        {"order": "strand", "battle": "1", "squadrons": []},
        {"order": "reveal", "seen_version": "-1"},
        {"order": "reveal", "seen_version": "１"},
        {"order": "reveal", "seen_version": ""},
        {"order": "answer-draw", "accept": "yes"},
        {"order": "ask-withdrawal"},
    ],
    ids=str,
)
def test_tampered_orders_are_refused_with_a_sentence(war: War, fields: dict) -> None:
    until_question(war, "engage", Random(4))
    before = War.objects.get(pk=war.pk)
    for side in SIDES:
        answer = give(war, side, **{"seen_version": before.version, **fields})
        assert answer.status_code == 422, answer.content.decode()[:500]
        assert 'role="alert"' in answer.content.decode()
    after = War.objects.get(pk=war.pk)
    assert (after.version, after.state) == (before.version, before.state)


def test_the_other_sides_question_is_not_mine(war: War) -> None:
    question = until_question(war, "engage", Random(4)).question
    assert question is not None
    answer = give(war, opponent(question.side), order="engage", battle=question.battle, engage="yes")
    assert answer.status_code == 422
    assert "side to answer" in answer.content.decode()


def test_the_other_sides_seat_is_not_there(war: War) -> None:
    client, _ = at_side(war, "terran")
    for page in (*PAGES, "orders/", "export/"):
        assert client.get(f"/wars/{war.pk}/talon/{page}").status_code == 404
    assert client.post(f"/wars/{war.pk}/talon/orders/", {"order": "surrender"}).status_code == 404
    assert client.get(f"/wars/{war.pk}/mars/").status_code == 404


def test_going_to_the_orders_address_leads_back(war: War) -> None:
    client, path = at_side(war, "terran")
    assert client.get(f"{path}orders/").headers["Location"] == path


def test_pages_that_are_not(war: War) -> None:
    client, path = at_side(war, "terran")
    for page in (
        "?part=state",
        "history/?turn=9",
        "history/?turn=x",
        "history/?turn=0",
        "treasury/?of=enemy",
    ):
        assert client.get(path + page).status_code == 404, page
    assert client.get(f"{path}?zone=Nowhere/4").status_code == 200


def test_a_draw_is_offered_declined_offered_again_and_accepted(war: War) -> None:
    assert give(war, "terran", order="offer-draw").status_code == 302
    assert "Terran offers a draw" in text_of(war, "talon")
    assert "You have offered a draw" in text_of(war, "terran")
    assert give(war, "talon", order="answer-draw", accept="no").status_code == 302
    assert give(war, "talon", order="offer-draw").status_code == 302
    assert give(war, "terran", order="answer-draw", accept="yes").status_code == 302
    text = text_of(war, "terran")
    assert "The war ends in a draw" in text
    assert "No lifetime points" in text


def test_surrender_is_asked_for_once_more_and_ends_the_war(war: War) -> None:
    assert "You cannot undo this" in text_of(war, "terran", "surrender/")
    assert give(war, "terran", order="surrender").status_code == 302
    assert "You lost the war" in text_of(war, "terran")
    assert "boris: +5" in text_of(war, "talon")
    late = give(war, "talon", order="offer-draw")
    assert late.status_code == 422
    assert "This war is over" in late.content.decode()


@pytest.mark.played_until(turn=2, phase="planning")
def test_after_the_war_both_see_everything(war: War) -> None:
    client, path = at_side(war, "talon")
    assert client.get(f"{path}treasury/?of=enemy").status_code == 404
    assert "bought for" not in _without_own(text_of(war, "talon", "history/?turn=1"), "terran")
    give(war, "talon", order="surrender")
    assert "anna" in text_of(war, "talon", "treasury/?of=enemy")
    assert text_of(war, "talon", "history/?turn=1").count("bought for") == 2
    assert "Revealed" in text_of(war, "talon")


def _without_own(text: str, _side: str) -> str:
    """The history without the reader's own secrets, which are marked."""
    lines = text.split("<li>")
    return "<li>".join(line for line in lines if "Only you see this" not in line)


def test_a_choice_refused_keeps_what_was_chosen(war: War) -> None:
    state = until_question(war, "engage", Random(4))
    names = tuple(sorted(state.talon.ships))[:3]
    state.question = Question("strand", "talon", state.battles[0].number, names, 2)
    put_state(war, state)
    assert "Which squadrons are left behind" in text_of(war, "talon")
    answer = give(war, "talon", order="strand", battle=state.battles[0].number, squadrons=[names[0]])
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "Choose exactly 2 of them" in text
    assert f'value="{names[0]}" checked' in text


def words_of(war: War, side) -> str:
    client, path = at_side(war, side)
    return words(client.get(path))


def test_both_homes_ask_which_comes_first(war: War) -> None:
    state = until_question(war, "engage", Random(4))
    state.question = Question("first", "terran", 0, SIDES)
    put_state(war, state)
    asked = words_of(war, "terran")
    assert "The enemy's home first" in asked
    assert "Your home first" in asked
    assert "Your home first" not in text_of(war, "talon")


def test_the_choice_between_the_homes_says_what_hangs_on_it() -> None:
    """S15, S18, S19: the war can end at either, and who stands there as far as the side knows."""
    table = Table.midway(
        terran={"Antares": "BB, CA", "Orion": "DD"}, talon={"Antares": "BB", "Orion": "DD"},
        markers={"Antares": 1, "Orion": 9}, minimum=(0, 0), bases={"home/talon": ("talon", "")},
    )  # fmt: skip
    name = next(name for name, ship in table.war.talon.ships.items() if ship.where == "Antares")
    table.war.sightings["talon"] = {name: Sighting(2, "Antares/1", "battleship", UNDAMAGED, 1)}
    table.plan("terran")
    table.plan("talon")
    war = make_war(make_person("carol"), make_person("dora"))
    put_state(war, table.war)
    text = words_of(war, "terran")
    assert "An attacker who wins ends it at once, and the other home is not fought over." in text
    assert "You defend it with 7 LP. The enemy last had 4 LP there, in turn 2. Your home first" in text
    assert "You attack it with 1 LP, and its base still stands. You have not seen the enemy there." in text


def recorded(war: War) -> None:
    """Play until a battle has been recorded and the next waits."""
    random = Random(5)
    while not state_of(war).paused:
        step(war, random)


def test_a_result_is_withdrawn_by_both(war: War) -> None:
    recorded(war)
    assert "Next battle" in text_of(war, "talon")
    assert give(war, "terran", order="ask-withdrawal").status_code == 302
    assert "asks to withdraw the last result" in text_of(war, "talon")
    assert "You have asked to withdraw" in text_of(war, "terran")
    assert give(war, "talon", order="drop-withdrawal").status_code == 302
    assert give(war, "terran", order="ask-withdrawal").status_code == 302
    done = give(war, "talon", order="ask-withdrawal")
    assert "Result withdrawn. Record the battle again." in done.client.get(done.url).content.decode()
    current = state_of(war).current_battle()
    assert current is not None
    assert current.status == "joined"
    assert "trophy" not in text_of(war, "terran", "history/").split("tally-title")[0]


def test_going_on_reveals_the_next_battle(war: War) -> None:
    recorded(war)
    assert give(war, "talon", order="reveal").status_code == 302
    assert not state_of(war).paused
    stale = give(war, "terran", War.objects.get(pk=war.pk).version - 1, order="reveal")
    assert stale.status_code == 409


def test_a_frozen_war_says_so_and_takes_no_orders(war: War) -> None:
    War.objects.filter(pk=war.pk).update(frozen=True)
    assert "The host has frozen this war" in text_of(war, "terran")
    assert give(war, "terran", order="surrender").status_code == 422


def test_history_names_every_die_with_its_cause(war: War) -> None:
    from campaign.models import Entry
    from campaign.rules.events import DieRolled
    from campaign.war.log.documents import decode_events

    play_until(war, phase="planning", turn=4, random=Random(11))
    dice = [
        event
        for entry in Entry.objects.filter(war=war)
        for event in decode_events(bytes(entry.events))
        if isinstance(event, DieRolled)
    ]
    told = "".join(text_of(war, "terran", f"history/?turn={turn}") for turn in (1, 2, 3, 4))
    assert dice
    for cause in {die.cause for die in dice}:
        assert told.count(f"Die for {cause}: ") == sum(die.cause == cause for die in dice)


def test_battles_of_the_turn_link_to_their_pages_and_show_results(war: War) -> None:
    random = Random(4)
    while (battle := state_of(war).current_battle()) is None or battle.status != "joined":
        step(war, random)
    assert battle.setup is not None
    number = War.objects.get(pk=war.pk).engagements.get(number=battle.number).battle_id
    assert f"/battles/{number}/" in text_of(war, "terran")
    report = random_report(battle.setup, random)
    with log.locked(war.pk) as row:
        order = AcceptResult(battle.number, report)
        log.append(row, log.running(row), log.GivenOrder(None, None, order))
    text = text_of(war, "talon", "history/?turn=1")
    assert f'id="battle-{battle.number}"' in text
    assert "points counted as lost: Terran" in text


def test_one_screen_leads_to_the_curtain() -> None:
    anna = make_person("anna")
    war = make_war(anna, anna, one_screen=True)
    client = Client()
    client.force_login(anna)
    answer = client.get(f"/wars/{war.pk}/terran/")
    assert "/curtain/terran/" in answer.headers["Location"]


def test_every_link_to_a_battle_of_the_history_leads_to_it(war: War) -> None:
    random, found = Random(5), set()
    while (state := state_of(war)).phase != "over" and state.turn < 6:
        step(war, random)
        if state.phase != "planning":
            continue
        for side in SIDES:
            fought_over = {battle.place for battle in state.battles} | set(
                war.engagements.values_list("place", flat=True)
            )
            client, path = at_side(war, side)
            for page in ("", *(f"?zone={place}" for place in sorted(fought_over))):
                answer = client.get(path + page)
                links = re.findall(r'href="([^"]*#battle-\d+)"', answer.content.decode())
                found |= {(side, unescape(link)) for link in links}
    assert len(found) > 10
    for side, link in found:
        client, _path = at_side(war, side)
        address, _, anchor = link.partition("#")
        assert f'id="{anchor}"' in client.get(address).content.decode(), link


def test_the_plan_says_what_became_of_the_instructions_of_turn_1(war: War) -> None:
    """They end with it; those of later turns are filled in."""
    said = {
        1: "These hold for turn 1 only.",
        2: "The instructions of turn 1 have ended",
        3: "Last turn's instructions are filled in",
    }
    random = Random(4)
    for turn, line in said.items():
        assert play_until(war, phase="planning", turn=turn, random=random).turn == turn
        client, path = at_side(war, "terran")
        page = words(client.get(f"{path}plan/"))
        assert [one for one in said.values() if one in page] == [line]


@pytest.mark.played_until(turn=2, phase="planning")
def test_the_fronts_above_the_map_follow_it(war: War) -> None:
    """Their part of the page is fetched with the map, and put where it stands."""
    assert text_of(war, "terran").count('id="fronts"') == 1
    part = text_of(war, "terran", "?part=board")
    assert re.search(r'id="fronts"[^>]*hx-swap-oob="true"', part)
    assert part.count("Your ships here") >= len(state_of(war).chart.order)
