"""A battle tried out from a step of its replay: who may, from where, with what is known, and that it counts nowhere."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from accounts.live import latest_notice
from accounts.models import Delivery, LifetimeLine, User
from accounts.people.special_users import computer_user
from battles.models import Battle, BattleNote, DraftLine, GivenRound, Play
from battles.services import delete_battles, open_battle
from battles.talon.play.board import board_of
from battles.talon.play.playing import battles_of, skirmishes_of, tried_out_by
from battles.talon.play.services.captains import go_on
from battles.talon.sandboxes.trying_out import KEPT, MOST, prune_sandboxes, sandboxes_of
from bench.site.fought_samples import fought_battle
from campaign.war.log.rebuild import differences
from engines.seam.sides import Side
from engines.talon.documents.codec import encode_position
from engines.talon.set_ups.scenarios import fleets_of
from engines.talon.view import View
from tests.people import make_person
from tests.site.battles.talon.play.test_play import client_of
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.plays import begun, drawn_as, one_step, played_out, skirmish_at, until
from tests.thorough import some


@pytest.fixture(autouse=True)
def _no_limits(db: None) -> None:
    cache.clear()


@pytest.fixture
def play(db: None) -> Play:
    """A battle of two people in its first rounds; nothing is covered."""
    return skirmish_at(25)


@pytest.fixture
def anna(play: Play) -> User:
    user = play.battle.terran_user
    assert user is not None
    return user


@pytest.fixture
def ben(play: Play) -> User:
    user = play.battle.talon_user
    assert user is not None
    return user


def tried(reader: Client, battle: Battle, frame: int, sides: str = "mine") -> Any:
    return reader.post(f"/battles/{battle.pk}/try-out/", {"frame": frame, "sides": sides})


def last_frame(reader: Client, battle: Battle, of: str = "play/so-far/") -> int:
    return len(reader.get(f"/battles/{battle.pk}/{of}frames.json").json()) - 1


def of(user: User) -> Battle:
    return sandboxes_of(user)[0]


def board_bytes(play: Play) -> bytes:
    return encode_position(board_of(play))


def test_from_the_last_step_it_goes_on_from_where_the_battle_stands(play: Play, anna: User) -> None:
    reader = client_of(anna)
    answer = tried(reader, play.battle, last_frame(reader, play.battle), "both")
    made = of(anna)
    assert answer.headers["Location"] == f"/battles/{made.pk}/play/"
    assert board_bytes(made.plays.get()) == board_bytes(play)
    assert made.title.startswith("Single battle (Round ")
    page = reader.get(answer.headers["Location"]).content.decode()
    assert "Nothing here counts" in page
    assert "Replay so far" not in page
    assert "Battle page" not in page


def test_an_earlier_step_is_the_board_of_then(play: Play, anna: User) -> None:
    reader = client_of(anna)
    frames = reader.get(f"/battles/{play.battle_id}/play/so-far/frames.json").json()
    number = next(n for n, frame in enumerate(frames) if frame["title"].startswith("Round 1, impulse C"))
    tried(reader, play.battle, number, "both")
    board = board_of(of(anna).plays.get())
    assert (board.round, board.impulse) in ((1, 2), (1, 3))
    shown = {unit: place for frame in frames[: number + 1] for unit, place in frame["pieces"].items()}
    assert len(shown) == len(board.present["terran"]) + len(board.present["talon"])


def test_a_captain_plays_the_other_side_or_the_player_both(play: Play, anna: User, ben: User) -> None:
    reader = client_of(anna)
    tried(reader, play.battle, 5)
    assert (of(anna).terran_user, of(anna).talon_user) == (anna, computer_user())
    assert of(anna).plays.get().decider in ("terran", "")
    tried(client_of(ben), play.battle, 5)
    assert (of(ben).terran_user, of(ben).talon_user) == (computer_user(), ben)
    tried(reader, play.battle, 5, "both")
    assert of(anna).one_screen


def test_nobody_else_may_and_nobody_else_sees_it(play: Play, anna: User, ben: User) -> None:
    assert tried(client_of(make_person("eve")), play.battle, 5).status_code == 404
    assert tried(Client(), play.battle, 5).status_code == 302
    deputy = make_person("dora")
    Battle.objects.filter(pk=play.battle_id).update(terran_deputy=deputy)
    assert tried(client_of(deputy), play.battle, 5).status_code == 403
    assert "try-out" not in client_of(deputy).get(f"/battles/{play.battle_id}/play/so-far/").content.decode()
    assert not Battle.objects.filter(sandbox=True).exists()
    tried(client_of(anna), play.battle, 5)
    for other in (ben, make_person("eva"), deputy):
        for path in ("play/", "throw-away/", "", "fought/", "dice/"):
            reader = client_of(other)
            ask = reader.post if path == "throw-away/" else reader.get
            assert ask(f"/battles/{of(anna).pk}/{path}").status_code == 404
    for path in ("", "fought/", "dice/", "sheet/", "play/so-far/", "onlookers/", "chat/"):
        assert client_of(anna).get(f"/battles/{of(anna).pk}/{path}").status_code == 404
    assert tried(client_of(anna), of(anna), 1).status_code == 404


def test_the_enemys_draft_line_is_in_none(play: Play, anna: User, ben: User) -> None:
    sides: dict[str, User] = {"terran": anna, "talon": ben}
    side = until(play, number=play.number, drafts=1)
    other = ben if sides[side] == anna else anna
    published = board_bytes(play)
    reader = client_of(other)
    tried(reader, play.battle, last_frame(reader, play.battle), "both")
    assert board_bytes(of(other).plays.get()) == published


def test_nothing_is_tried_out_while_counters_are_covered(anna: User, ben: User) -> None:
    play = begun(anna, ben, 3)
    while not any(View(board_of(play), side).veiled and play.number for side in ("terran", "talon")):
        one_step(play)
    board = board_of(play)
    veiled: Side = "terran" if View(board, "terran").veiled else "talon"
    reader = client_of(play.battle.user_of(veiled))
    assert "try-out" not in reader.get(f"/battles/{play.battle_id}/play/so-far/").content.decode()
    for sides in ("mine", "both"):
        answer = tried(reader, play.battle, 0, sides)
        assert answer.status_code == 302
        assert "covered" in reader.get(answer.headers["Location"]).content.decode()
    assert not Battle.objects.filter(sandbox=True).exists()


def test_a_battle_that_is_over_is_tried_out_from_its_report(play: Play, anna: User) -> None:
    battle = played_out(play)
    reader = client_of(anna)
    last = last_frame(reader, battle, "fought/")
    page = reader.get(f"/battles/{battle.pk}/fought/?frame=3").content.decode()
    form = page.partition(f'action="/battles/{battle.pk}/try-out/"')[2].partition("</form>")[0]
    assert 'name="frame" value="3"' in form
    assert "csrfmiddlewaretoken" in form
    answer = tried(reader, battle, last)
    assert (
        "The battle is already over at that step" in reader.get(answer.headers["Location"]).content.decode()
    )
    tried(reader, battle, last - 3, "both")
    assert of(anna).owner_path == f"/battles/{battle.pk}/fought/?frame={last - 3}#replay"
    assert board_of(of(anna).plays.get()).round >= 1


def test_the_set_up_is_tried_out_anew(play: Play, anna: User) -> None:
    tried(client_of(anna), play.battle, 9, "set-up")
    made = of(anna).plays.get()
    assert (made.battle.title, made.battle.talon_user) == ("Single battle (Setting up)", computer_user())
    (line,) = tried_out_by(anna)
    assert (line.title, line.rival) == ("Single battle (Setting up)", "the computer")
    assert board_of(made).round == 0
    assert board_of(made).step == "deploy"


def test_every_step_of_a_battle_can_be_begun_from_but_the_end(play: Play, anna: User) -> None:
    battle = played_out(play)
    reader = client_of(anna)
    for frame in some(range(0, last_frame(reader, battle, "fought/"), 7), 4):
        cache.clear()
        answer = tried(reader, battle, frame, "both")
        assert "/play/" in answer.headers["Location"], frame
        assert reader.get(answer.headers["Location"]).status_code == 200


def test_it_counts_nowhere_and_has_no_result(play: Play, anna: User) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    Delivery.objects.all().delete()
    before = Battle.objects.filter(pk=play.battle_id).values().get(), board_bytes(play)
    tried(client_of(anna), play.battle, 20, "both")
    made = of(anna)
    mine = made.plays.get()
    while mine.decider:
        one_step(mine)
    page = client_of(anna).get(f"/battles/{made.pk}/play/").content.decode()
    told = latest_notice([made.topic])
    go_on(made.pk)
    assert latest_notice([made.topic]) > told
    made.refresh_from_db()
    mine.refresh_from_db()
    assert (mine.stage, made.status, made.result) == (Play.Stage.OVER, "open", None)
    before_the_end, page = page, client_of(anna).get(f"/battles/{made.pk}/play/").content.decode()
    assert drawn_as(page) != drawn_as(before_the_end)
    assert "Back to the battle" in page
    assert "View report" not in page
    assert "ematch" not in page
    assert not LifetimeLine.objects.exists()
    assert not Delivery.objects.exists()
    assert [line.path for line in battles_of(anna) + skirmishes_of(anna)] == [
        f"/battles/{play.battle_id}/play/"
    ] * 2
    assert [line.path for line in tried_out_by(anna)] == [f"/battles/{made.pk}/play/"]
    assert (Battle.objects.filter(pk=play.battle_id).values().get(), board_bytes(play)) == before


def test_the_other_player_does_not_learn_of_it(play: Play, anna: User, ben: User) -> None:
    reader = client_of(ben)
    path = f"/battles/{play.battle_id}/play/"
    before = play.battle.version, BattleNote.objects.filter(battle=play.battle).count(), play.number
    tried(client_of(anna), play.battle, 5)
    play.refresh_from_db()
    now = play.battle.version, BattleNote.objects.filter(battle=play.battle).count(), play.number
    assert now == before
    assert "sandbox" not in reader.get(path).content.decode().lower()


def test_orders_for_the_round_can_be_given_in_it(play: Play, anna: User) -> None:
    tried(client_of(anna), play.battle, 20, "both")
    assert client_of(anna).get(f"/battles/{of(anna).pk}/play/round/").status_code == 200


def test_the_oldest_makes_room_and_one_press_throws_one_away(play: Play, anna: User) -> None:
    reader = client_of(anna)
    for _ in range(MOST + 2):
        tried(reader, play.battle, 5, "both")
    numbers = [battle.pk for battle in sandboxes_of(anna)]
    assert len(numbers) == MOST
    assert numbers == sorted(numbers, reverse=True)
    answer = reader.post(f"/battles/{numbers[0]}/throw-away/")
    assert answer.headers["Location"] == f"/battles/{play.battle_id}/play/so-far/?frame=5"
    assert reader.post(f"/battles/{numbers[0]}/throw-away/").headers["Location"] == "/skirmish/"
    assert reader.post(f"/battles/{play.battle_id}/throw-away/").status_code == 404
    assert [battle.pk for battle in sandboxes_of(anna)] == numbers[1:]
    assert "In a sandbox" in reader.get("/skirmish/").content.decode()


@pytest.mark.parametrize("gone", ["deleted", "handed on"])
def test_no_way_leads_back_to_a_battle_that_is_the_players_no_more(play: Play, anna: User, gone: str) -> None:
    reader = client_of(anna)
    tried(reader, play.battle, 5, "both")
    path = f"/battles/{of(anna).pk}/"
    assert "Back to the battle" in reader.get(f"{path}play/").content.decode()
    if gone == "deleted":
        delete_battles(Battle.objects.filter(pk=play.battle_id))
    else:
        Battle.objects.filter(pk=play.battle_id).update(terran_user=make_person("eva"))
    assert "Back to the battle" not in reader.get(f"{path}play/").content.decode()
    Play.objects.filter(battle=of(anna)).update(stage=Play.Stage.OVER, decider="")
    page = reader.get(f"{path}play/").content.decode()
    assert "Back to" not in page
    answer = reader.post(f"{path}throw-away/")
    assert answer.headers["Location"] == "/skirmish/"
    assert "Sandbox discarded" in reader.get("/skirmish/").content.decode()


def test_a_second_click_begins_or_ends_no_second_sandbox(play: Play, anna: User) -> None:
    reader = client_of(anna)
    replay = reader.get(f"/battles/{play.battle_id}/play/so-far/").content.decode()
    assert "js/once.js" in replay
    assert all("data-once" in button for button in buttons_to(replay, "try-out"))
    tried(reader, play.battle, 5, "both")
    page = reader.get(f"/battles/{of(anna).pk}/play/").content.decode()
    assert all("data-once" in button for button in buttons_to(page, "throw-away"))


def buttons_to(page: str, action: str) -> list[str]:
    """The tags of the buttons in the form that sends to that address."""
    form = page.partition(f'{action}/"')[2].partition("</form>")[0]
    found = re.findall(r"<button[^>]*>", form)
    assert found
    return found


def test_the_one_that_is_left_alone_longest_makes_room(play: Play, anna: User) -> None:
    reader = client_of(anna)
    for frame in range(1, MOST + 1):
        tried(reader, play.battle, frame, "both")
    *others, second, first = [battle.pk for battle in sandboxes_of(anna)]
    Play.objects.filter(battle=first).update(moved_at=timezone.now())
    Play.objects.filter(battle=second).update(moved_at=timezone.now() - timedelta(minutes=1))
    tried(reader, play.battle, 6, "both")
    now = {battle.pk for battle in sandboxes_of(anna)}
    assert now == {first, *others, of(anna).pk}


@pytest.mark.parametrize("how", ["throw away", "prune", "make room"])
def test_no_line_is_published_while_one_is_deleted(
    play: Play, anna: User, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """A line added then to a play that goes would be an error on PostgreSQL, and another order a deadlock."""
    reader = client_of(anna)
    for frame in range(1, MOST + 1):
        tried(reader, play.battle, frame, "both")
    held: list[Any] = []
    hold = QuerySet.select_for_update

    def holding(found: Any, **how: Any) -> Any:
        held.append(found.model)
        return hold(found, **how)

    monkeypatch.setattr(QuerySet, "select_for_update", holding)
    if how == "throw away":
        reader.post(f"/battles/{of(anna).pk}/throw-away/")
    elif how == "prune":
        Play.objects.update(moved_at=timezone.now() - KEPT - timedelta(minutes=1))
        prune_sandboxes()
    else:
        tried(reader, play.battle, 6, "both")
    assert [model for model in held if model is not User] == [Battle, DraftLine, GivenRound, Play]


def test_one_that_is_left_alone_for_a_week_goes_by_itself(play: Play, anna: User) -> None:
    tried(client_of(anna), play.battle, 5, "both")
    assert prune_sandboxes() == 0
    Play.objects.update(moved_at=timezone.now() - KEPT - timedelta(minutes=1))
    assert prune_sandboxes() == 1
    assert Battle.objects.get() == play.battle


@pytest.mark.parametrize("frame", ["", "x", "-1", "1e3"])
def test_a_form_without_a_step_is_refused(play: Play, anna: User, frame: str) -> None:
    answer = client_of(anna).post(f"/battles/{play.battle_id}/try-out/", {"frame": frame})
    assert answer.status_code == 400


def test_a_battle_at_a_table_has_no_step_to_begin_from(anna: User, ben: User) -> None:
    battle = open_battle(
        setup=fleets_of(2), title="A war", place="Antares 4", terran_user=anna, talon_user=ben
    )
    answer = tried(client_of(anna), battle, 0)
    assert answer.status_code == 302
    assert not sandboxes_of(anna).exists()


def test_a_record_that_the_rules_of_now_do_not_give_is_only_looked_at(
    play: Play, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def otherwise(*_: object) -> None:
        raise LookupError("dice are left over")

    monkeypatch.setattr("battles.talon.sandboxes.trying_out.board_after", otherwise)
    reader = client_of(anna)
    answer = tried(reader, play.battle, 5)
    assert "earlier rules" in reader.get(answer.headers["Location"]).content.decode()


def test_at_one_screen_one_person_tries_both_sides(anna: User) -> None:
    play = begun(anna, anna, 3)
    until(play, number=25)
    reader = client_of(anna)
    page = reader.get(f"/battles/{play.battle_id}/play/so-far/").content.decode()
    assert "Try both sides" not in page
    assert "nobody else sees it" not in page
    tried(reader, play.battle, 5)
    assert of(anna).one_screen


def test_a_battle_that_captains_fought_is_tried_out_too(anna: User, ben: User) -> None:
    battle = fought_battle(anna, ben)
    reader = client_of(ben)
    last = last_frame(reader, battle, "fought/")
    for frame in (0, last // 2, last - 1):
        answer = tried(reader, battle, frame, "both")
        page = reader.get(answer.headers["Location"])
        assert page.status_code == 200, frame


def test_a_battle_of_a_war_is_tried_out_and_the_war_does_not_move() -> None:
    war, battle = war_with_battle(settled_by="hand", clock="turn:86400")
    play = Play.objects.get(battle=battle)
    until(play, number=12)
    war.refresh_from_db()
    before = bytes(war.state or b""), war.version, war.waiting.count(), Delivery.objects.count()
    user = battle.terran_user
    reader = client_of(user)
    tried(reader, battle, last_frame(reader, battle), "both")
    made = of(user).plays.get()
    assert (made.battle.clock, hasattr(made, "clock")) == ("", False)
    for _ in range(40):
        if made.decider:
            one_step(made)
    page = reader.get(f"/battles/{made.battle_id}/play/").content.decode()
    assert "Back to the war" not in page
    war.refresh_from_db()
    assert (bytes(war.state or b""), war.version, war.waiting.count(), Delivery.objects.count()) == before
    assert not differences(war)


def test_a_battle_of_a_war_that_nobody_has_fought_yet_is_tried_out_from_its_page() -> None:
    _war, battle = war_with_battle()
    user = battle.terran_user
    reader = client_of(user)
    page = reader.get(f"/battles/{battle.pk}/").content.decode()
    form = page.partition(f'action="/battles/{battle.pk}/try-out/"')[2].partition("</form>")[0]
    assert "Try it out on the board" in form
    assert "csrfmiddlewaretoken" in form
    tried(reader, battle, 0, "set-up")
    assert (of(user).owner_path, board_of(of(user).plays.get()).round) == (f"/battles/{battle.pk}/", 0)
    deputy = make_person("dora")
    Battle.objects.filter(pk=battle.pk).update(terran_deputy=deputy)
    assert "Try it out" not in client_of(deputy).get(f"/battles/{battle.pk}/").content.decode()
