"""What pages of a battle in the browser say while a player asks for another way, and when it is laid aside (S35)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.people.special_users import computer_user
from battles.battle.services.resolving import way_of
from battles.battle.services.step import read
from battles.models import Battle, Play, Way
from battles.services import hold, release, save_draft
from battles.talon.play.board import board_of
from battles.talon.play.services.captains import go_on
from battles.talon.play.services.handing import hand_over
from engines.seam.documents import Fate, Report
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.documents.codec import encode_position
from engines.talon.play.recorded import begun_refusals
from engines.talon.state import Battle as Board
from tests.people import browser, make_person
from tests.site.battles.talon.play.test_play_ways import agreed, asked, play_of
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.plays import one_step, ordered, until
from tests.site.seats import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle() -> Battle:
    return war_with_battle(settled_by="hand")[1]


def client_of(battle: Battle, side: Side) -> Client:
    return browser(battle.user_of(side))


def shown(battle: Battle, side: Side, page: str = "") -> str:
    return text(client_of(battle, side).get(f"/battles/{battle.pk}/{page}"))


def pressed(battle: Battle, side: Side, way: str) -> Any:
    """Press a button of the battle's page; its answer."""
    version = Battle.objects.get(pk=battle.pk).version
    return client_of(battle, side).post(f"/battles/{battle.pk}/way/", {"version": version, "way": way})


def withdrawing(battle: Battle, side: Side) -> str:
    """The way that the page's button to withdraw a request sends."""
    page = client_of(battle, side).get(f"/battles/{battle.pk}/").content.decode()
    before, _, _after = page.partition("Withdraw request")
    return before.rpartition('value="')[2].partition('"')[0]


@pytest.mark.parametrize(("way", "wants"), [(Way.WORKER, "captains to finish"), (Way.TABLE, "to finish")])
def test_the_other_player_sees_it_on_the_board_and_on_the_battles_page(
    battle: Battle, way: Way, wants: str
) -> None:
    asked(battle, "terran", way)
    name = battle.terran_user.username
    for page in ("", "play/"):
        assert f"{name} wants {wants} this battle" in shown(battle, "talon", page), page
        assert "You asked" in shown(battle, "terran", page), page
    part = client_of(battle, "talon").get(f"/battles/{battle.pk}/play/", headers={"HX-Request": "true"})
    assert "wants" in text(part)


@pytest.mark.parametrize("way", [Way.WORKER, Way.TABLE])
def test_a_request_withdrawn_on_the_board_asks_for_nothing(battle: Battle, way: Way) -> None:
    """It once asked for the table: the other player's request for that then took effect."""
    asked(battle, "terran", way)
    assert pressed(battle, "terran", withdrawing(battle, "terran")).status_code == 302
    for side in SIDES:
        for page in ("", "play/"):
            assert "You asked" not in shown(battle, side, page)
            assert f"{battle.terran_user.username} wants" not in shown(battle, side, page)
    assert "withdrew the request" in shown(battle, "talon")
    pressed(battle, "talon", "table")
    assert way_of(battle) == Way.HAND


@pytest.mark.parametrize("way", [Way.WORKER, Way.TABLE])
def test_a_withdrawn_request_stays_withdrawn_when_the_battle_goes_another_way(
    battle: Battle, way: Way
) -> None:
    """It was kept as a request for the way of that moment, and came back when captains had taken over."""
    asked(battle, "terran", way)
    pressed(battle, "terran", withdrawing(battle, "terran"))
    for side in SIDES:
        hand_over(battle_id=battle.pk, side=side, for_good=True)
    assert way_of(battle) == Way.WORKER
    for page in ("", "play/"):
        assert f"{battle.terran_user.username} wants" not in shown(battle, "talon", page)
    pressed(battle, "talon", "hand")
    assert way_of(battle) == Way.WORKER


def test_both_may_ask_for_something_else(battle: Battle) -> None:
    asked(battle, "terran", Way.WORKER)
    asked(battle, "talon", Way.TABLE)
    for side in SIDES:
        page = shown(battle, side, "play/")
        assert "You asked" in page
        assert f"{battle.user_of(opponent(side)).username} wants" in page
    assert way_of(battle) == Way.HAND


def test_what_captains_finish_can_be_taken_back_by_both(battle: Battle) -> None:
    agreed(battle, Way.WORKER)
    assert "Ask talon to play on" in shown(battle, "terran").replace(battle.talon_user.username, "talon")
    asked(battle, "terran", Way.HAND)
    assert f"{battle.terran_user.username} wants to play on" in shown(battle, "talon")
    assert withdrawing(battle, "terran") == "worker"
    pressed(battle, "talon", "hand")
    assert way_of(battle) == Way.HAND


def test_while_it_is_played_no_page_asks_for_a_result(battle: Battle) -> None:
    page = client_of(battle, "terran").get(f"/battles/{battle.pk}/").content.decode()
    assert "Being played" in page
    assert "Needs result" not in page
    assert f'href="/battles/{battle.pk}/report/"' not in page
    assert "Your part of the dice" not in page
    form = client_of(battle, "terran").get(f"/battles/{battle.pk}/report/").content.decode()
    assert "being played in the browser" in form
    assert "Enter result" not in form
    for other in ("sheet", "dice"):
        assert "Being played" in shown(battle, "terran", f"{other}/"), other


def test_the_board_of_a_battle_laid_aside_can_be_seen_by_its_players(battle: Battle) -> None:
    until(play_of(battle), number=12)
    agreed(battle, Way.TABLE)
    page = shown(battle, "terran")
    assert "Finish it at your table" in page
    assert "Stopped in the browser: Round" in page
    for side in SIDES:
        board = client_of(battle, side).get(f"/battles/{battle.pk}/play/so-far/")
        assert board.status_code == 200
        assert client_of(battle, side).get(f"/battles/{battle.pk}/play/so-far/frames.json").status_code == 200
    eve = browser(make_person("eve"))
    assert eve.get(f"/battles/{battle.pk}/play/so-far/").status_code == 404


@pytest.mark.parametrize("rival", ["one screen", "computer"])
def test_where_nobody_has_to_be_asked_the_buttons_say_so(battle: Battle, rival: str) -> None:
    other = battle.terran_user if rival == "one screen" else computer_user()
    Battle.objects.filter(pk=battle.pk).update(talon_user=other)
    page = shown(Battle.objects.get(pk=battle.pk), "terran")
    assert "Ask " not in page
    assert "Finish it at the table" in page
    assert "Let them finish it" in page
    pressed(battle, "terran", "table")
    page = shown(battle, "terran")
    assert "Ask " not in page
    assert "Play now" in page


def test_the_history_says_that_it_goes_on_from_where_it_stood(battle: Battle) -> None:
    assert "Battle begun in the browser" in shown(battle, "terran")
    agreed(battle, Way.WORKER)
    agreed(battle, Way.HAND)
    page = shown(battle, "terran")
    assert "from where it stood" in page
    assert "Battle resumed in the browser" in page


def test_a_board_that_is_open_leads_to_the_battles_page_when_it_is_laid_aside(battle: Battle) -> None:
    agreed(battle, Way.TABLE)
    address, part = f"/battles/{battle.pk}/play/", {"HX-Request": "true"}
    answer = client_of(battle, "talon").get(address, headers=part)
    assert answer["HX-Redirect"] == f"/battles/{battle.pk}/"
    assert browser(make_person("eve")).get(address, headers=part).status_code == 404


def test_a_board_that_is_open_is_drawn_again_when_the_war_is_frozen(battle: Battle) -> None:
    """The page compares what it stands at with what it shows."""
    before = stands(battle, "terran")
    hold(battle_id=battle.pk)
    assert stands(battle, "terran") != before
    release(battle_id=battle.pk)
    asked(battle, "talon", Way.TABLE)
    assert stands(battle, "terran") != before


def stands(battle: Battle, side: Side) -> str:
    """How the board stands, as its page says it."""
    page = client_of(battle, side).get(f"/battles/{battle.pk}/play/").content.decode()
    return page.partition('data-as="')[2].partition('"')[0]


def test_a_frozen_war_offers_no_other_way(battle: Battle) -> None:
    hold(battle_id=battle.pk)
    assert 'name="way"' not in client_of(battle, "terran").get(f"/battles/{battle.pk}/").content.decode()


def test_the_wars_page_says_whose_decision_it_is() -> None:
    war, battle = war_with_battle(settled_by="hand")
    for _ in SIDES:
        play = Play.objects.get(battle=battle)
        mine: Any = play.decider
        other = opponent(mine)
        page = text(client_of(battle, mine).get(f"/wars/{war.pk}/{mine}/"))
        assert "Your turn" in page
        page = text(client_of(battle, other).get(f"/wars/{war.pk}/{other}/"))
        assert f"Waiting for {battle.user_of(mine).username}" in page
        assert "Your turn" not in page
        assert "Go to the board" in page
        while play.decider == mine:
            one_step(play)


def laid_with(battle: Battle, change: Callable[[Board], None]) -> Board:
    """The battle laid aside, with its board changed."""
    agreed(battle, Way.TABLE)
    play = Play.objects.select_related("battle", "seal").get(battle=battle)
    board = board_of(play)
    change(board)
    Play.objects.filter(pk=play.pk).update(position=encode_position(board))
    return board


def in_round_3_with_a_loss(board: Board) -> None:
    """The first Terran ship is destroyed in round 3."""
    board.round, board.step = 3, "ap"
    for unit in board.units:
        unit.status = "map"
    board.force("terran")[0].status = "destroyed"


def test_paper_and_set_up_of_a_battle_laid_aside_are_of_that_moment(battle: Battle) -> None:
    """They were those of the set-up, with every ship whole."""
    assert "Destroyed" not in shown(battle, "terran", "sheet/")
    laid_with(battle, in_round_3_with_a_loss)
    for page in ("sheet/", ""):
        said = shown(battle, "talon", page)
        assert "Stopped in the browser: Round 3" in said, page
        assert "Destroyed" in said, page
        assert "sets up first" not in said, page
        assert "Shields start whole" not in said, page


def test_what_was_laid_aside_while_it_was_set_up_is_set_up_at_the_table(battle: Battle) -> None:
    """Its board says nothing of use: counters are covered, or none is down."""
    laid_with(battle, lambda _board: None)
    for page in ("sheet/", ""):
        assert "sets up first" in shown(battle, "talon", page), page


def test_an_old_draft_of_a_result_hides_nothing_of_the_board(battle: Battle) -> None:
    """It was shown instead of what the board says, and then refused."""
    save_draft(battle_id=battle.pk, side="terran", fields={"rounds": "1", "winner": "talon"})
    lost = laid_with(battle, in_round_3_with_a_loss).force("terran")[0].name
    reader, path = client_of(battle, "terran"), f"/battles/{battle.pk}/report/"
    assert 'name="rounds" value="3"' in " ".join(reader.get(path).content.decode().split())
    assert f"{lost} was destroyed on the board" not in text(reader.get(path))
    save_draft(battle_id=battle.pk, side="terran", fields={"rounds": "5"})
    assert 'name="rounds" value="5"' in " ".join(reader.get(path).content.decode().split())


def test_s35_who_is_set_up_already_stays_secret_at_the_table(battle: Battle) -> None:
    """R37: the refusal told the other player which ships were under the covered counters."""
    until(play_of(battle), number=1)
    board = laid_with(battle, lambda _board: None)
    assert board.step == "deploy"
    down = next(unit for unit in board.units if unit.status == "map")
    fates = {
        side: tuple(Fate(unit.name, "waited" if unit is down else "stands") for unit in board.force(side))
        for side in SIDES
    }
    report = Report(winner=None, ending="draw", rounds=1, terran=fates["terran"], talon=fates["talon"])
    assert list(begun_refusals(board, report)) == []
    board.step = "ap"
    assert [one.reason for one in begun_refusals(board, report)] == [f"{down.name} was on the map already."]


def test_at_one_screen_no_button_leads_to_a_closed_curtain(battle: Battle) -> None:
    """R37: the board is not shown while counters are covered; the button led to a page that was not found."""
    Battle.objects.filter(pk=battle.pk).update(talon_user=battle.terran_user)
    reader, path = client_of(battle, "terran"), f"/battles/{battle.pk}/play/"
    assert f"{path}ready/" in reader.get(path).content.decode()
    pressed(battle, "terran", "table")
    assert "The board as it stands" not in shown(battle, "terran")
    answer = reader.post(f"{path}ready/")
    assert (answer.status_code, answer["Location"]) == (302, f"/battles/{battle.pk}/")
    Play.objects.filter(battle=battle).update(stage=Play.Stage.ON)
    laid_with(Battle.objects.get(pk=battle.pk), in_round_3_with_a_loss)
    assert "The board as it stands" in shown(battle, "terran")


def test_in_a_frozen_war_the_board_offers_nothing_that_is_refused(battle: Battle) -> None:
    asked(battle, "terran", Way.TABLE)
    hold(battle_id=battle.pk)
    board = shown(battle, "terran", "play/")
    assert "You asked to finish this battle at the table" in board
    assert "Withdraw request" not in board
    assert "Answer" not in shown(battle, "talon", "play/")


def test_no_record_is_uploaded_while_it_is_played(battle: Battle) -> None:
    page = client_of(battle, "terran").get(f"/battles/{battle.pk}/bring/").content.decode()
    assert "being played in the browser" in page
    assert 'type="file"' not in page


def test_a_play_that_ends_holds_the_battle_before_the_play(
    battle: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As requests do: the other way round, an end and a request would wait for each other on PostgreSQL."""
    play, held = play_of(battle), []

    def noted(battle_id: int, *, lock: bool = False) -> Battle:
        held.append((lock, Play.objects.get(pk=play.pk).stage))
        return read(battle_id, lock=lock)

    monkeypatch.setattr("battles.talon.play.services.ending.read", noted)
    side = until(play, number=2)
    ordered(play, side, f"{side} concede")
    go_on(battle.pk)
    assert Battle.objects.get(pk=battle.pk).settled_how == "played"
    assert held == [(True, Play.Stage.ON)]
