"""A battle of teams that is fought at a table: its sheets, its result, and what that counts (25, S35)."""

from typing import Any

import pytest

from accounts.models import Delivery, LifetimeLine, User
from battles.models import BattleNote, Play
from battles.talon.play.playing import teams_of
from tests.battle_samples import filled_in
from tests.site.seats import text
from tests.teams import AT_A_TABLE, SEATS, Four, begun, path_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> Four:
    found = Four(begun(AT_A_TABLE, ("way", "table")))
    User.objects.filter(username__in=SEATS).update(webhook_url="https://example.org/hook")
    return found


def enter(four: Four, name: str, **changes: str) -> Any:
    """Somebody enters a result that Terran won."""
    battle = four.battle
    form = {**filled_in(battle.setup_document, **changes), "version": str(battle.version), "do": "enter"}
    return four.clients[name].post(f"/battles/{battle.pk}/report/", form)


def answer(four: Four, name: str, door: str, **more: str) -> Any:
    """Somebody confirms or disputes it."""
    battle = four.battle
    return four.clients[name].post(f"/battles/{battle.pk}/{door}/", {"version": str(battle.version), **more})


def owed(kind: str) -> set[str]:
    """Who is owed a message of what was done."""
    found = Delivery.objects.filter(key__contains=f":{kind}:").select_related("user")
    return {one.user.username for one in found}


def test_its_pages_and_its_paper_say_who_has_which_units(four: Four) -> None:
    assert not Play.objects.exists()
    for name in SEATS:
        assert [line.rival for line in teams_of(four.users[name])] == ["Team battle at a table: its result"]
        for page in ("", "sheet/", "report/"):
            assert four.page(name, page).status_code == 200, page
    seat = four.seat("talon", 1)
    assert f"dora : {', '.join(seat.unit_names)}" in text(four.page("anna", ""))
    assert f"2. dora ({', '.join(seat.unit_names)})" in text(four.page("anna", "sheet/"))
    assert "talk there" in four.talk("anna")
    assert four.say("anna", "hello").status_code == 422


def test_s79_any_player_enters_the_result_and_any_of_the_other_side_confirms_it(four: Four) -> None:
    path_of(enter(four, "ben"))
    assert owed("entered") == {"clara", "dora"}
    own = answer(four, "anna", "confirm")
    assert own.status_code == 422
    assert "Confirm anna and ben" in text(four.page("dora", ""))
    path_of(answer(four, "dora", "confirm"))
    battle = four.battle
    assert (battle.status, battle.settled_how) == ("settled", "confirmed")
    signed = BattleNote.objects.exclude(user=None)
    assert [str(one) for one in signed.values_list("kind", "user__username", "deputy")] == [
        "('entered', 'ben', None)",
        "('confirmed', 'dora', None)",
    ]
    result = battle.result_document
    assert result is not None
    assert result.winner == "terran"
    lines = {(one.player.username, one.opponent.username, one.points) for one in LifetimeLine.objects.all()}
    points = {"minor": 1, "great": 2, "devastating": 3}[str(result.degree)]
    assert lines == {(won, lost, points) for won in ("anna", "ben") for lost in ("clara", "dora")}
    ledger = text(four.clients["ben"].get("/opponents/clara/"))
    assert "victory in a team battle" in ledger
    settled = four.page("ben", "")
    assert "clara and dora confirmed" in text(settled)
    html = settled.content.decode()
    shown = html[html.index('id="result"') : html.index('id="set-up"')]
    for name, (side, at) in SEATS.items():
        assert name in shown
        assert ", ".join(four.seat(side, at).unit_names) in shown


def test_it_is_disputed_and_corrected_by_others_of_the_same_sides(four: Four) -> None:
    path_of(enter(four, "ben"))
    path_of(answer(four, "clara", "dispute", remark="It was round 9."))
    assert owed("disputed") == {"anna", "ben"}
    path_of(enter(four, "dora", rounds="9"))
    assert owed("corrected") == {"anna", "ben"}
    path_of(answer(four, "anna", "confirm"))
    assert four.battle.status == "settled"


def test_nobody_else_enters_or_answers(four: Four) -> None:
    emil = User.objects.create_user("emil")
    four.clients["emil"] = type(four.clients["anna"])()
    four.clients["emil"].force_login(emil)
    assert enter(four, "emil").status_code == 404
    path_of(enter(four, "ben"))
    assert answer(four, "emil", "confirm").status_code == 404
