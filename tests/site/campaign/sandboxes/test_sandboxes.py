"""A sandbox: made from what one side knows, private to whoever made it, counted nowhere, and gone when thrown away."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from accounts.models import Delivery, LifetimeLine, Notice, User
from battles.battle.services.fighting import resolve
from battles.models import Battle
from battles.talon.play.playing import battles_of
from campaign.computer.commanding import command
from campaign.lobby.my_wars import my_wars, waiting_for
from campaign.models import Draft, Entry, Seat, Waiting, War
from campaign.rules import orders as o
from campaign.rules.events import QuestionAsked
from campaign.rules.moments import Moment
from campaign.rules.odds.assumed_fleet import Supposition
from campaign.rules.state import Question
from campaign.sandboxes import trying_out as sandboxes
from campaign.sandboxes.trying_out import KEPT, MOST, begin_sandbox, prune_sandboxes
from campaign.war.log.documents import decode_events, encoded
from campaign.war.log.rebuild import differences
from campaign.war.services import log
from campaign.war.services import secret_orders as planning
from campaign.war.words.band import may_be_tried
from engines.seam.refusals import Refused
from tests.people import make_person
from tests.site import secret_wars
from tests.site.plays import begun, one_step
from tests.site.seats import text
from tests.site.wars import make_war, play_until, state_of, step, war_at

DRAWN = Supposition("drawn")


@pytest.fixture
def war(db: None) -> War:
    """A war of two people whose second turn is planned."""
    return war_at(2, "planning")


@pytest.fixture
def anna(war: War) -> User:
    return User.objects.get(username="anna")


@pytest.fixture
def ben(war: War) -> User:
    return User.objects.get(username="boris")


@pytest.fixture
def asked(anna: User, ben: User) -> War:
    """A war in which somebody is asked whether they engage."""
    found, random = make_war(anna, ben), Random(7)
    play_until(found, phase="battles", random=random)
    while state_of(found).question is None:
        step(found, random)
    found.refresh_from_db()
    return found


@pytest.fixture
def browser(client: Client, anna: User) -> Iterator[Client]:
    """Anna's browser; nobody has asked for anything yet."""
    cache.clear()
    client.force_login(anna)
    yield client
    cache.clear()


@pytest.fixture
def told(war: War, anna: User) -> QuerySet[Delivery]:
    """What Anna, who has a webhook, is told from now on."""
    User.objects.filter(pk=anna.pk).update(webhook_url="https://example.org/hook")
    Delivery.objects.all().delete()
    return Delivery.objects.all()


def begin(war: War, turn: int = 2, battle: int = 0, supposition: Supposition = DRAWN) -> War:
    user = war.seats.get(side="terran").user
    assert user is not None
    return begin_sandbox(
        war=war,
        side="terran",
        user=user,
        moment=Moment(turn, battle, "engage" if battle else ""),
        supposition=supposition,
    )


def test_a_plan_is_tried_out_from_the_page_to_its_battles_and_nothing_of_the_war_changes(
    browser: Client, war: War
) -> None:
    path = f"/wars/{war.pk}/terran/"
    before = bytes(war.state or b""), war.version, Notice.objects.filter(topic=f"war:{war.pk}").count()
    assert f"{path}sandbox/" in browser.get(path).content.decode()
    assert "Turn 2, before planning" in browser.get(f"{path}sandbox/").content.decode()
    answer = browser.post(f"{path}sandbox/", {"moment": "2", "suppose": "drawn"})
    made = War.objects.get(sandbox_of=war)
    assert answer["Location"] == f"/wars/{made.pk}/terran/plan/"
    for page in ("", "plan/", "history/"):
        shown = browser.get(f"/wars/{made.pk}/terran/{page}").content.decode()
        assert f"Sandbox of turn 2 of {war.name}" in shown
        assert "Nothing here counts" in shown
        assert "export/" not in shown
    random = Random(1)
    while state_of(made).phase == "planning":
        step(made, random)
    war.refresh_from_db()
    assert before == (
        bytes(war.state or b""),
        war.version,
        Notice.objects.filter(topic=f"war:{war.pk}").count(),
    )
    assert not differences(War.objects.get(pk=made.pk))


def test_the_commander_leads_the_enemy_and_captains_fight(war: War) -> None:
    made = begin(war)
    assert command(made.pk) == 1
    assert planning.sealed_sides(made, state_of(made)) == {"talon"}
    seat = made.seats.get(side="talon")
    assert (seat.user is not None and seat.user.is_computer, seat.commander) == (True, "steady")
    assert state_of(made).settings.settled_by == "worker"


def test_a_past_turn_is_as_it_was_known_then_with_the_plan_that_was_sealed(war: War) -> None:
    made = begin(war, turn=1)
    state = state_of(made)
    assert (state.turn, state.phase, state.losses) == (1, "planning", [])
    assert state.terran.ships == state.talon.ships == {}
    sealed = Entry.objects.get(war=war, seat="terran", kind="plan", turn=1)
    assert bytes(Draft.objects.get(war=made).document) == bytes(sealed.document)


def test_what_is_being_planned_comes_along(war: War) -> None:
    state = state_of(war)
    planning.save_draft(war=war, state=state, side="terran", order=o.Plan(buy={"scout": 1}))
    made = begin(war)
    assert planning.draft_of(made, state_of(made), "terran") == o.Plan(buy={"scout": 1})


@pytest.mark.every_view
def test_a_question_is_answered_in_it_and_the_battle_is_fought_and_counts_nowhere(
    browser: Client, asked: War
) -> None:
    question = state_of(asked).question
    assert question is not None
    mine = f"/wars/{asked.pk}/{question.side}/"
    assert browser.get(f"/wars/{asked.pk}/terran/sandbox/?moment=1-{question.battle}").status_code == 200
    browser.force_login(User.objects.get(seats__war=asked, seats__side=question.side))
    assert f"{mine}sandbox/?moment=1-{question.battle}" in browser.get(mine).content.decode()
    browser.force_login(User.objects.get(seats__war=asked, seats__side="terran"))
    made = begin(asked, turn=1, battle=question.battle)
    while (now := state_of(made).question) is not None and now.kind == "engage":
        row = War.objects.get(pk=made.pk)
        user = row.seats.get(side=now.side).user
        order = o.Engage(now.battle, engage=True)
        log.submit(war_id=made.pk, side=now.side, user=user, seen_version=row.version, order=order)
        if state_of(made).current_battle() is not None and Battle.objects.filter(sandbox=True).exists():
            break
    battle = Battle.objects.get(owner_topic=f"war:{made.pk}")
    assert battle.sandbox
    odds = f"/wars/{made.pk}/terran/odds/under-way/{battle.engagement.number}/"
    assert "/odds/" in browser.post(odds, {"stance": "hold"})["Location"]
    assert "This battle is fought in a sandbox" in browser.get(f"/battles/{battle.pk}/").content.decode()
    resolution = battle.resolutions.get()
    resolve(resolution.pk)
    battle.refresh_from_db()
    assert battle.status == "settled"
    assert not LifetimeLine.objects.exists()


def test_it_is_in_no_list_and_nobody_gets_a_message(
    browser: Client, war: War, anna: User, told: QuerySet[Delivery]
) -> None:
    made = begin(war)
    assert made.waiting.filter(user=anna).exists()
    assert made.pk not in [line.war.pk for line in my_wars(anna, None).running]
    assert made not in [row.war for row in waiting_for(anna)]
    assert not told.exists()
    assert f"/wars/{made.pk}/" not in browser.get("/wars/").content.decode()
    assert browser.get(f"/wars/{made.pk}/terran/export/").status_code == 404
    browser.post(f"/wars/{made.pk}/terran/watch/", {"do": "open"})
    assert War.objects.get(pk=made.pk).watch_token is None


def test_a_sandbox_that_ends_wins_nothing_and_nobody_is_told(war: War, told: QuerySet[Delivery]) -> None:
    made = begin(war)
    rival = Seat.objects.get(war=made, side="talon").user
    log.submit(war_id=made.pk, side="talon", user=rival, seen_version=1, order=o.Surrender())
    assert War.objects.get(pk=made.pk).status == "over"
    assert not LifetimeLine.objects.exists()
    assert not told.exists()


def test_nobody_else_opens_it(client: Client, war: War) -> None:
    made = begin(war)
    for name in ("ben", "carla"):
        client.force_login(User.objects.filter(username=name).first() or make_person(name))
        for path in ("terran/", "talon/", "terran/plan/", "", "talon/sandbox/"):
            assert client.get(f"/wars/{made.pk}/{path}").status_code == 404
        assert client.post(f"/wars/{made.pk}/throw-away/").status_code == 404
    assert War.objects.filter(pk=made.pk).exists()


def test_the_hosts_desk_shows_nothing_of_it(client: Client, war: War, ben: User) -> None:
    """A host may be the opponent, and a sandbox holds its maker's own fleet."""
    made = begin(war)
    User.objects.filter(pk=ben.pk).update(is_staff=True, is_superuser=True)
    client.force_login(ben)
    for page in ("war", "seat", "entry", "ledgerline", "ship", "loss", "engagement"):
        shown = client.get(f"/admin/campaign/{page}/").content.decode()
        assert f"/admin/campaign/war/{made.pk}/" not in shown
        assert f"War {made.pk}:" not in shown
    assert client.get(f"/admin/campaign/war/{made.pk}/change/").status_code == 302


@pytest.mark.every_view
def test_one_press_throws_it_away_with_all_that_is_of_it(browser: Client, asked: War) -> None:
    question = state_of(asked).question
    assert question is not None
    made = begin(asked, turn=1, battle=question.battle)
    answer = browser.post(f"/wars/{made.pk}/throw-away/")
    assert answer["Location"] == f"/wars/{asked.pk}/terran/sandbox/"
    assert not War.objects.filter(pk=made.pk).exists()
    assert not Battle.objects.filter(owner_topic=f"war:{made.pk}").exists()
    assert War.objects.filter(pk=asked.pk).exists()
    assert browser.post(f"/wars/{asked.pk}/throw-away/").status_code == 404


def test_a_battle_played_by_hand_in_it_is_in_no_list(anna: User, ben: User) -> None:
    played, tried = begun(anna, ben), begun(anna, ben, sandbox=True)
    for play in (played, tried):
        while not play.decider:
            one_step(play)
    assert [line.path for line in battles_of(anna)] == [f"/battles/{played.battle_id}/play/"]


def test_beginning_is_counted(browser: Client, war: War, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "sandbox": "1/m/user"}
    path = f"/wars/{war.pk}/terran/sandbox/"
    assert [browser.post(path, {"moment": "2"}).status_code for _ in range(2)] == [302, 429]
    assert War.objects.filter(sandbox_of=war).count() == 1


def test_who_has_given_the_seat_up_is_led_to_their_wars(browser: Client, war: War) -> None:
    made = begin(war)
    war.seats.filter(side="terran").update(user=make_person("carla"))
    assert browser.post(f"/wars/{made.pk}/throw-away/")["Location"] == "/wars/"


def test_a_person_has_so_many_and_one_left_alone_goes_after_a_week(war: War) -> None:
    made = [begin(war) for _ in range(MOST)]
    with pytest.raises(Refused, match="Discard one"):
        begin(war)
    War.objects.filter(pk=made[0].pk).update(moved_at=timezone.now() - KEPT - timedelta(minutes=1))
    assert prune_sandboxes() == 1
    assert set(War.objects.filter(sandbox_of=war)) == set(made[1:])


def test_nothing_is_tried_out_before_the_first_turn(browser: Client, anna: User, ben: User) -> None:
    war = make_war(anna, ben)
    assert "sandbox/" not in browser.get(f"/wars/{war.pk}/terran/").content.decode()
    assert browser.get(f"/wars/{war.pk}/terran/sandbox/").status_code == 404
    log.submit(war_id=war.pk, side="terran", user=anna, seen_version=1, order=o.Surrender())
    assert browser.get(f"/wars/{war.pk}/terran/sandbox/").status_code == 302


def test_a_sandbox_has_no_sandbox_and_a_war_at_one_screen_has_none(browser: Client, war: War) -> None:
    made = begin(war)
    assert browser.get(f"/wars/{made.pk}/terran/sandbox/").status_code == 404
    with pytest.raises(Refused):
        begin(made)
    War.objects.filter(pk=war.pk).update(one_screen=True)
    war.refresh_from_db()
    with pytest.raises(Refused):
        begin(war)


def test_what_cannot_be_is_refused(browser: Client, war: War) -> None:
    path, edited = f"/wars/{war.pk}/terran/sandbox/", {"moment": "2", "suppose": "edited"}
    for word in ("9", "2-99", "x"):
        assert browser.post(path, {"moment": word}).status_code == 404
    for form in (edited, edited | {"enemy-frigate": "99"}):
        assert browser.post(path, form).status_code == 422
    assert not War.objects.filter(sandbox_of=war).exists()


@pytest.mark.parametrize("scene", [secret_wars.asked, secret_wars.second_plan])
def test_two_wars_that_differ_in_the_enemys_secrets_have_the_same_sandboxes(
    scene: secret_wars.Scene, anna: User, ben: User
) -> None:
    """For Talon, with Terran's secrets changed: byte for byte, from the first moment, one in the midst and the last."""
    logs, secrets = [], []
    for variant in (0, 1):
        with (
            patch("campaign.war.log.dice.SecretDice", secret_wars.SameDice),
            patch("campaign.sandboxes.trying_out.MOST", 99),
            patch("campaign.sandboxes.trying_out.secrets.token_hex", lambda _size: "same"),
        ):
            war = secret_wars.begin((anna, ben))
            War.objects.filter(pk=war.pk).update(watch_token=None)
            scene(war, variant)
            war.refresh_from_db()
            logs.append(_sandboxes_of(war, ben))
            secrets.append(secret_wars.secrets_of(war))
    assert secrets[0] != secrets[1]
    assert len(logs[0]) == 3
    assert logs[0] == logs[1]


def _sandboxes_of(war: War, user: User) -> list[tuple[bytes, ...]]:
    """What is stored of a Talon sandbox of each moment of the war that Talon is offered."""
    found = []
    offered = [*sandboxes.past_of(war, "talon").moments]
    for moment in (offered[0], offered[len(offered) // 2], offered[-1]):
        made = begin_sandbox(war=war, side="talon", user=user, moment=moment, supposition=DRAWN)
        drafts = [bytes(row.document) for row in Draft.objects.filter(war=made)]
        entries = [bytes(row.events) for row in Entry.objects.filter(war=made)]
        found.append((bytes(made.state or b""), *entries, *drafts))
    return found


def test_a_question_that_is_no_answer_to_a_battle_is_a_moment_of_its_own(browser: Client, war: War) -> None:
    """Which transports land (S3): offered in words, and begun; not for a question that there is not."""
    state = state_of(war)
    question = Question("land", "terran", 7, ("Normandy", "Rodger Young", "Saipan"), 2)
    event = QuestionAsked(question)
    entry = Entry.objects.filter(war=war).latest("number")
    Entry.objects.filter(pk=entry.pk).update(events=encoded((*decode_events(bytes(entry.events)), event)))
    path = f"/wars/{war.pk}/terran/sandbox/"
    page = text(browser.get(path))
    assert f"Turn {state.turn}, before choosing transports to land" in page
    asked = browser.get(f"{path}?moment={state.turn}-7-land").content.decode()
    assert f'<option value="{state.turn}-7-land" selected>' in asked
    assert "It starts with your plan of that turn" not in asked
    answer = browser.post(path, {"moment": f"{state.turn}-7-land"})
    made = War.objects.get(sandbox_of=war)
    assert answer["Location"] == f"/wars/{made.pk}/terran/"
    assert state_of(made).question == question
    for word in (
        f"{state.turn}-7-strand",
        f"{state.turn}-7",
        f"{state.turn}-7-flee",
        f"{state.turn}-7-land-1",
    ):
        assert browser.get(f"{path}?moment={word}").status_code == 404


def test_the_seats_of_a_sandbox_keep_no_secret_of_the_wars(war: War) -> None:
    """The commander of a war against the computer has a whim; that of its sandbox has another."""
    Seat.objects.filter(war=war, side="talon").update(whim="secret")
    made = begin(war)
    assert made.seats.get(side="talon").whim not in ("", "secret")
    assert not Waiting.objects.filter(war=war, key__contains="sandbox").exists()
    assert may_be_tried(war)


REAL = Supposition("real")


def test_s15_after_the_war_the_enemy_can_be_the_real_one(browser: Client, war: War, anna: User) -> None:
    """It has the ships and the points of that moment, and its own commander; while the war lasts, nobody can ask."""
    then = state_of(war).talon
    path = f"/wars/{war.pk}/terran/sandbox/"
    assert "As it really was" not in text(browser.get(path))
    refused = browser.post(path, {"moment": "2", "suppose": "real"})
    assert refused.status_code == 422
    assert "secret until the war is over" in text(refused)
    assert not War.objects.filter(sandbox_of=war).exists()
    log.submit(war_id=war.pk, side="talon", user=None, seen_version=war.version, order=o.Surrender())
    war.refresh_from_db()
    assert 'value="real" checked' in browser.get(path).content.decode()
    made = begin(war, supposition=REAL)
    found = state_of(made).talon
    assert (found.ships, found.treasury, found.active_lp, found.minimum) == (
        then.ships,
        then.treasury,
        then.active_lp,
        then.minimum,
    )
    assert "The enemy has what it really had." in text(browser.get(f"/wars/{made.pk}/terran/"))
    assert "As it really was" in text(browser.get(path))
    random = Random(1)
    while state_of(made).phase == "planning":
        step(made, random)


def test_at_a_question_the_real_enemy_has_no_instructions_left(asked: War) -> None:
    question = state_of(asked).question
    assert question is not None
    turn = state_of(asked).turn
    log.submit(war_id=asked.pk, side="talon", user=None, seen_version=asked.version, order=o.Surrender())
    asked.refresh_from_db()
    made = begin(asked, turn, question.battle, REAL)
    found = state_of(made).talon
    assert found.ships == state_of(asked).talon.ships
    assert (found.standing, found.ahead) == ({}, ())
