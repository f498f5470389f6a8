"""Firing all that a captain suggests in a step: one request, which ends where a die changes the suggestion."""

import pytest
from django.test import Client

from accounts.models import User
from battles.battle.boards import StalePlay
from battles.models import Play
from battles.services import open_battle
from battles.talon.play.board import board_of
from battles.talon.play.services import advising
from battles.talon.play.services.advising import fire_as_captain
from battles.talon.play.services.beginning import begin
from battles.talon.play.services.ordering import Seen, draft_of
from bench.battles.fleets import fleet
from engines.seam.documents import BattleSetup
from engines.seam.refusals import Refused
from engines.seam.sides import Side, opponent
from engines.talon.orders import AnyOrder
from engines.talon.play.drafts.lines import Line, decode_line, with_draft
from engines.talon.play.offers.volley import shots, volley
from engines.talon.text import write_order
from engines.talon.view import View
from tests.hand_samples import played_up_to
from tests.people import make_person
from tests.site.plays import one_step

SIX = "CA,CA,DD,CA,CA,DD"
SETUP = BattleSetup(
    "Vega 5",
    "last_ship_standing",
    fleet("terran", SIX),
    fleet("talon", "CA,CA,FF,CA,CA,FF"),
    initiative="talon",
)
BATTLES = 5

pytestmark = pytest.mark.django_db


def at_fire(user: User, least: int = 3) -> tuple[Play, Side]:
    """A battle at one screen in which the captain of the side that decides suggests several shots."""
    for _ in range(BATTLES):
        battle = open_battle(
            setup=SETUP, title="Skirmish", place=SETUP.place, terran_user=user, talon_user=user
        )
        play = begin(battle)
        while play.decider:
            side: Side = "terran" if play.decider == "terran" else "talon"
            if shots(volley(view_of(play, side))) >= least:
                return play, side
            one_step(play)
            play.refresh_from_db()
    raise LookupError("nobody has anything to fire")


def view_of(play: Play, side: Side) -> View:
    """What the side sees, its draft line given."""
    board, _ = with_draft(board_of(play), draft_of(play, side).lines)
    return View(board, side)


def seen(play: Play, side: Side) -> Seen:
    """What its page shows."""
    return Seen(Play.objects.get(pk=play.pk).number, draft_of(play, side).revision)


def last_line(play: Play) -> Line:
    """The last published line."""
    newest = play.lines.order_by("-number").first()
    assert newest is not None
    return decode_line(bytes(newest.line))


def test_one_request_fires_what_is_suggested_up_to_a_change() -> None:
    play, side = at_fire(make_person("anna"))
    before = view_of(play, side)
    suggested, lines = volley(before), play.lines.count()
    fired = fire_as_captain(battle_id=play.battle_id, side=side, seen=seen(play, side))
    assert fired is not None
    assert play.lines.count() == lines + 1
    given = [one.order for one in last_line(play).given]
    assert given[-len(fired.words) :] == [one.order for one in suggested[: len(fired.words)]]
    assert fired.words == tuple(one.words for one in suggested[: len(fired.words)])
    assert len(fired.words) + fired.left == len(suggested)


def test_it_ends_where_the_captain_would_go_on_in_another_way(monkeypatch: pytest.MonkeyPatch) -> None:
    play, side = at_fire(make_person("anna"))
    suggested, asked = volley(view_of(play, side)), list[AnyOrder]()

    def changed(_view: View, order: AnyOrder) -> bool:
        asked.append(order)
        return len(asked) < 2

    monkeypatch.setattr(advising, "still", changed)
    fired = fire_as_captain(battle_id=play.battle_id, side=side, seen=seen(play, side))
    assert fired is not None
    assert asked == [one.order for one in suggested[1:3]]
    assert (len(fired.words), fired.left) == (2, len(suggested) - 2)


def test_the_same_request_again_fires_nothing_and_an_old_one_is_stale() -> None:
    play, side = at_fire(make_person("anna"))
    moment = seen(play, side)
    assert fire_as_captain(battle_id=play.battle_id, side=side, seen=moment)
    lines = play.lines.count()
    assert fire_as_captain(battle_id=play.battle_id, side=side, seen=moment) is None
    assert play.lines.count() == lines
    with pytest.raises(StalePlay):
        fire_as_captain(battle_id=play.battle_id, side=side, seen=Seen(moment.at, moment.draft - 1))


def test_only_who_decides_fires_and_only_in_that_step() -> None:
    user = make_person("anna")
    play, side = at_fire(user)
    with pytest.raises(Refused):
        fire_as_captain(battle_id=play.battle_id, side=opponent(side), seen=seen(play, opponent(side)))
    other = played_up_to(user, SETUP, "ap", 10)
    decider: Side = "terran" if other.decider == "terran" else "talon"
    with pytest.raises(Refused, match="would not fire"):
        fire_as_captain(battle_id=other.battle_id, side=decider, seen=seen(other, decider))


def test_the_page_offers_it_and_says_what_was_fired(client: Client) -> None:
    user = make_person("anna")
    play, side = at_fire(user)
    client.force_login(user)
    path, moment = f"/battles/{play.battle_id}/play/", seen(play, side)
    found = volley(view_of(play, side))
    html = client.get(path).content.decode()
    assert f"Fire as the captain suggests: {shots(found)} shots" in html
    assert write_order(found[0].order, view_of(play, side).imagined()) == found[0].line
    sent = {"do": "captain-fire", "at": moment.at, "draft": moment.draft, "side": side}
    answer = client.post(f"{path}order/", sent, headers={"HX-Request": "true"})
    assert "Fired as the captain suggested" in answer.content.decode()


def test_who_has_no_seat_fires_nothing(client: Client) -> None:
    play, side = at_fire(make_person("anna"))
    client.force_login(make_person("eve"))
    moment = seen(play, side)
    sent = {"do": "captain-fire", "at": moment.at, "draft": moment.draft, "side": side}
    assert client.post(f"/battles/{play.battle_id}/play/order/", sent).status_code == 404
