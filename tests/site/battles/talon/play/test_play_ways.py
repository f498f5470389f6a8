"""A battle of a war in the browser: begun by both, given to the computer and the table and back, with one result."""

from random import Random
from typing import Any

import pytest

from accounts.models import User
from accounts.people.special_users import computer_user
from battles.battle.awaited import awaited, waits_for
from battles.battle.services.fighting import sweep_resolutions
from battles.battle.services.opening import hand_on
from battles.battle.services.resolving import way_of
from battles.models import Battle, Play, Resolution, Status, Way
from battles.services import StaleBattle, ask_for, confirm, enter_report, hold, release, reopen, resolve, void
from battles.talon.play.board import board_of
from battles.talon.play.services.captains import PLAYS, go_on
from bench.wars.random_player import random_report
from campaign.models import Engagement, Waiting, War
from campaign.war.log.rebuild import differences
from campaign.war.services import results
from campaign.war.waiting import sentence
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from engines.talon.play.recorded import as_it_stood, fields_so_far
from engines.talon.sheets import typed
from tests.battle_samples import opened
from tests.people import browser
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.plays import captains_order, one_step, ordered, played_out, until
from tests.site.seats import text
from tests.site.wars import state_of

pytestmark = pytest.mark.django_db
MOST_ROUNDS = 40


def asked(battle: Battle, side: Any, way: Way) -> Battle:
    seen = Battle.objects.get(pk=battle.pk).version
    found = ask_for(battle_id=battle.pk, side=side, seen_version=seen, way=way)
    results.refresh_waiting(battle_id=battle.pk)
    return found


def agreed(battle: Battle, way: Way) -> None:
    for side in SIDES:
        asked(battle, side, way)


def play_of(battle: Battle) -> Play:
    return Play.objects.select_related("battle", "seal").get(battle=battle, stage=Play.Stage.ON)


@pytest.fixture
def joined() -> tuple[War, Battle]:
    return war_with_battle()


@pytest.fixture
def battle(joined: tuple[War, Battle]) -> Battle:
    return joined[1]


def told(war: War) -> dict[str, str]:
    return {row.side: sentence(row) for row in Waiting.objects.filter(war=war)}


def test_a_battle_of_a_war_is_played_and_moves_the_war_on(joined: tuple[War, Battle]) -> None:
    war, battle = joined
    asked(battle, "terran", Way.HAND)
    assert way_of(battle) == Way.TABLE
    assert "wants to play this battle in the browser" in told(war)["talon"]
    assert "Record the battle" in told(war)["terran"]
    asked(battle, "talon", Way.HAND)
    assert way_of(battle) == Way.HAND
    assert all(words.startswith("Play the battle") for words in told(war).values())
    assert {row.path for row in Waiting.objects.filter(war=war)} == {f"/battles/{battle.pk}/play/"}
    settled = played_out(play_of(battle))
    assert (settled.status, settled.settled_how) == (Status.SETTLED, "played")
    assert results.absorb_waiting() == 1
    assert results.absorb_waiting() == 0
    war.refresh_from_db()
    number = Engagement.objects.get(battle=battle).number
    assert state_of(war).battle(number).result == settled.result_document  # type: ignore[union-attr]
    assert differences(war) == []


def test_one_side_alone_begins_nothing_and_may_withdraw_its_request(battle: Battle) -> None:
    asked(battle, "terran", Way.HAND)
    asked(battle, "terran", Way.TABLE)
    asked(battle, "talon", Way.HAND)
    assert not Play.objects.filter(battle=battle).exists()


def test_while_it_is_played_nobody_enters_a_report(battle: Battle) -> None:
    agreed(battle, Way.HAND)
    before = Battle.objects.get(pk=battle.pk)
    with pytest.raises(Refused, match="played in the browser"):
        enter_report(battle_id=battle.pk, side="terran", seen_version=before.version, report=told_by(battle))


def told_by(battle: Battle) -> Any:
    return random_report(battle.setup_document, Random(5))


def test_to_the_table_and_back_it_goes_on_where_it_stood(battle: Battle) -> None:
    agreed(battle, Way.HAND)
    play = play_of(battle)
    until(play, number=6)
    agreed(battle, Way.TABLE)
    play.refresh_from_db()
    assert (play.stage, way_of(battle)) == (Play.Stage.LAID, Way.TABLE)
    with pytest.raises((Refused, Play.DoesNotExist)):
        ordered(play, "terran", "terran concede")
    agreed(battle, Way.HAND)
    assert (play_of(battle).pk, play_of(battle).number) == (play.pk, 6)
    assert played_out(play_of(battle)).settled_how == "played"
    assert Play.objects.filter(battle=battle).count() == 1


def test_a_result_of_the_table_settles_a_battle_laid_aside_for_good(battle: Battle) -> None:
    agreed(battle, Way.HAND)
    play = play_of(battle)
    until(play, number=6)
    agreed(battle, Way.TABLE)
    seen = Battle.objects.get(pk=battle.pk).version
    entered = enter_report(battle_id=battle.pk, side="terran", seen_version=seen, report=told_by(battle))
    confirm(battle_id=battle.pk, side="talon", seen_version=entered.version)
    assert Battle.objects.get(pk=battle.pk).settled_how == "confirmed"
    assert not PLAYS.attempt(play.pk)


def test_captains_finish_it_from_where_it_stands_and_the_players_take_it_back(battle: Battle) -> None:
    agreed(battle, Way.HAND)
    play = play_of(battle)
    until(play, number=6)
    agreed(battle, Way.WORKER)
    play.refresh_from_db()
    assert (play.terran_by, play.talon_by, play.status, way_of(battle)) == (
        "captain",
        "captain",
        "queued",
        Way.WORKER,
    )
    assert not Resolution.objects.filter(battle=battle).exists()
    assert not awaited().filter(pk=battle.pk).exists()
    agreed(battle, Way.HAND)
    play.refresh_from_db()
    assert (play.terran_by, play.talon_by, play.status) == ("person", "person", "done")
    assert set(waits_for(Battle.objects.get(pk=battle.pk))) == set(SIDES)
    agreed(battle, Way.WORKER)
    go_on(battle.pk)  # two captains are for the worker
    assert Battle.objects.get(pk=battle.pk).status == Status.OPEN
    assert PLAYS.attempt(play.pk)
    assert Battle.objects.get(pk=battle.pk).settled_how == "played"


def test_a_battle_that_the_computer_was_to_fight_is_played_instead(battle: Battle) -> None:
    agreed(battle, Way.WORKER)
    resolution = Resolution.objects.get(battle=battle)
    agreed(battle, Way.HAND)
    assert not resolve(resolution.pk)
    assert sweep_resolutions() == 0
    assert played_out(play_of(battle)).settled_how == "played"


def test_at_any_moment_of_whichever_way_there_is_one_result(battle: Battle) -> None:
    agreed(battle, Way.HAND)
    play, random = play_of(battle), Random(3)
    ways = [Way.HAND, Way.WORKER, Way.TABLE]
    while Battle.objects.get(pk=battle.pk).status == Status.OPEN:
        way = random.choice(ways)
        agreed(battle, way)
        play.refresh_from_db()
        if way_of(battle) != Way.HAND:
            continue
        until(play, number=play.number + 4) if play.decider else go_on(battle.pk)
        if play.number > 40:
            agreed(battle, Way.WORKER)
            PLAYS.attempt(play.pk)
    found = Battle.objects.get(pk=battle.pk)
    assert (found.settled_how, found.notes.filter(kind="played").count()) == ("played", 1)
    assert list(play.lines.values_list("number", flat=True)) == list(
        range(1, Play.objects.get(pk=play.pk).number + 1)
    )


def test_a_frozen_war_freezes_its_battle(battle: Battle) -> None:
    agreed(battle, Way.HAND)
    play = play_of(battle)
    until(play, number=3)
    hold(battle_id=battle.pk)
    side: Any = play.decider
    with pytest.raises(Refused, match="frozen"):
        ordered(play, side, captains_order(play, side))
    assert Play.objects.get(pk=play.pk).number == 3
    release(battle_id=battle.pk)
    until(play, number=4)


def test_a_battle_called_off_goes_no_further(battle: Battle) -> None:
    agreed(battle, Way.HAND)
    play = play_of(battle)
    until(play, number=3)
    void(battle_id=battle.pk)
    play.refresh_from_db()
    assert play.stage == Play.Stage.GONE
    assert not PLAYS.attempt(play.pk)


def test_a_withdrawn_result_is_played_again_with_other_dice(battle: Battle) -> None:
    agreed(battle, Way.HAND)
    first = play_of(battle)
    side = until(first, number=12)
    ordered(first, side, f"{side} concede")
    go_on(battle.pk)
    reopen(battle_id=battle.pk)
    agreed(battle, Way.HAND)
    second = play_of(battle)
    assert second.pk != first.pk
    assert second.seal.seed != first.seal.seed
    assert played_out(second).settled_how == "played"


def test_the_computer_takes_a_seat_over_and_plays_on(battle: Battle) -> None:
    agreed(battle, Way.HAND)
    play = play_of(battle)
    side = until(play, number=5)
    hand_on(battle_id=battle.pk, side=side, user=computer_user(), level="ensign")
    go_on(battle.pk)
    play.refresh_from_db()
    assert play.by(side) == "ensign"
    assert play.decider != side
    assert board_of(play)


def test_a_stale_page_asks_for_nothing(battle: Battle) -> None:
    old = battle.version
    agreed(battle, Way.HAND)
    with pytest.raises(StaleBattle):
        ask_for(battle_id=battle.pk, side="talon", seen_version=old, way=Way.WORKER)


def test_s35_a_result_from_the_table_is_not_better_than_where_the_battle_stood(anna: User, ben: User) -> None:
    battle = opened(anna, ben)
    agreed(battle, Way.HAND)
    play = play_of(battle)
    while play.decider and not (board_of(play).round > 1 and was_hit(board_of(play), battle)):
        one_step(play)
    board = board_of(play)
    assert play.decider
    agreed(battle, Way.TABLE)
    entered = Battle.objects.get(pk=battle.pk)
    short = board.round - 1
    for rounds, reason in ((MOST_ROUNDS, "on the board"), (short, f"round {board.round}")):
        told = all_well(battle, rounds=rounds)
        with pytest.raises(Refused) as refused:
            enter_report(battle_id=battle.pk, side="terran", seen_version=entered.version, report=told)
        assert reason in refused.value.reasons
    path, reader = f"/battles/{battle.pk}/report/", browser(battle.terran_user)
    page = " ".join(reader.get(path).content.decode().split())
    assert f'name="rounds" value="{board.round}"' in page
    fields = {**fields_so_far(board), "winner": "terran", "ending": "conceded"}
    fields = typed.with_usual_fates(as_it_stood(board, battle.setup_document), fields)
    answer = reader.post(path, {"version": entered.version, **fields})
    assert answer.status_code == 302, text(answer)


def test_s35_a_battle_laid_aside_stands_where_it_stood_when_its_result_is_withdrawn(battle: Battle) -> None:
    """It was forgotten: any result was then taken, and whoever played on began again with other dice."""
    agreed(battle, Way.HAND)
    play = play_of(battle)
    while board_of(play).round < 2:
        one_step(play)
    agreed(battle, Way.TABLE)
    entered_by(battle, from_the_board(play))
    confirm(battle_id=battle.pk, side="talon", seen_version=Battle.objects.get(pk=battle.pk).version)
    reopen(battle_id=battle.pk)
    with pytest.raises(Refused, match="reached round 2"):
        entered_by(battle, all_well(battle, rounds=1))
    agreed(battle, Way.HAND)
    assert (play_of(battle).pk, play_of(battle).number) == (play.pk, play.number)
    assert played_out(play_of(battle)).settled_how == "played"


def entered_by(battle: Battle, report: Any) -> None:
    """Enter the Terran player's report."""
    seen = Battle.objects.get(pk=battle.pk).version
    enter_report(battle_id=battle.pk, side="terran", seen_version=seen, report=report)


def from_the_board(play: Play) -> Any:
    """A report in which Talon has fled from where the board stands."""
    board, setup = board_of(play), play.battle.setup_document
    fields = {**fields_so_far(board), "winner": "terran", "ending": "conceded"}
    found = typed.read(setup, typed.with_usual_fates(as_it_stood(board, setup), fields))
    assert found.report is not None, found.problems
    return found.report


def was_hit(board: Any, battle: Battle) -> bool:
    """Whether a unit has been hit in the battle, or is destroyed."""
    setup = battle.setup_document
    return as_it_stood(board, setup) != setup or any(unit.status == "destroyed" for unit in board.units)


def all_well(battle: Battle, *, rounds: int) -> Any:
    """A report in which Talon has fled and nothing else has happened."""
    setup = battle.setup_document
    fields = typed.with_usual_fates(setup, {"winner": "terran", "ending": "conceded", "rounds": str(rounds)})
    found = typed.read(setup, fields)
    assert found.report is not None, found.problems
    return found.report
