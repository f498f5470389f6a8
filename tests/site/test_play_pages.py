"""The pages of battles played by hand, pressed as a browser without script presses them."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles.models import Battle, Play, Status
from battles.services.play.captains import PLAYS

BUTTON = re.compile(r'<button[^>]*name="order"[^>]*value="([^"]*)"')
HIDDEN = re.compile(r'<input type="hidden" name="(at|draft|side)" value="([^"]*)"')
PUT = re.compile(r'<input type="radio" name="put" value="([^"]*)"')
ROW = re.compile(r'<option value="([^"]+)"')
HEX = re.compile(r'<select[^>]*name="hex">\s*<option>([^<]*)')
FACING = re.compile(r'<select[^>]*name="facing">\s*<option>([^<]*)')


class Screen:
    """A browser without script on the page of one battle."""

    def __init__(self, user: User | None = None) -> None:
        self.client = Client()
        if user is not None:
            self.client.force_login(user)
        self.path = ""

    def begin(self, **fields: str) -> None:
        """A skirmish with these fields, on to its page."""
        chosen = {"fleets": "2", "side": "terran", "opponent": "one_screen", "ground": "open", **fields}
        answer = self.client.post("/skirmish/", chosen)
        assert answer.status_code == 302, answer.content.decode()
        self.path = answer["Location"]

    @property
    def html(self) -> str:
        answer: Any = self.client.get(self.path)
        assert answer.status_code == 200
        return str(answer.content.decode())

    def seen(self, html: str = "") -> dict[str, str]:
        """What every form of the page says of the moment."""
        return dict(HIDDEN.findall(html or self.html))

    def send(self, html: str = "", **fields: Any) -> Any:
        """A form of the page."""
        return self.client.post(f"{self.path}order/", {**self.seen(html), **fields})

    @property
    def play(self) -> Play:
        return Play.objects.get(battle_id=int(self.path.split("/")[2]))


def put_down(html: str) -> dict[str, str]:
    """The fields of the page's first form that puts something down, as they stand."""
    facing = FACING.search(html)
    fields = {"put": unescape(PUT.findall(html)[0]), "hex": HEX.findall(html)[0]}
    return fields | ({"facing": facing[1]} if facing else {})


def press_on(screen: Screen) -> Any:
    """Something legal, without plan: the first thing to put down, or the captain's part by going on."""
    html = screen.html
    if PUT.search(html):
        return screen.send(html, **put_down(html))
    orders = [unescape(one) for one in BUTTON.findall(html) or ROW.findall(html)]
    usual = [one for one in orders if not one.endswith((" concede", " offer-draw"))]
    fire = [one for one in usual if " fire " in one or " pick " in one]
    done = [one for one in usual if one.endswith(" done")]
    return screen.send(html, order=(fire or done or usual)[0])


@pytest.mark.django_db
def test_a_visitor_plays_a_whole_skirmish_at_one_screen_to_its_report() -> None:
    screen = Screen()
    screen.begin()
    for _ in range(2000):
        if not screen.play.decider:
            break
        answer = press_on(screen)
        assert answer.status_code == 302, re.sub(r"<[^>]+>|\s+", " ", answer.content.decode())
        if screen.play.number > 25:
            screen.send(order=f"{screen.play.decider} concede")
    battle = Battle.objects.get(pk=screen.play.battle_id)
    assert (battle.status, battle.settled_how) == (Status.SETTLED, "played")
    assert "View report" in screen.html
    report = screen.client.get(f"/battles/{battle.pk}/fought/")
    assert report.status_code == 200
    assert "conceded" in report.content.decode() or "holds the field" in report.content.decode()
    for page in ("", "dice/", "record.json", "record.txt", "sheet/"):
        assert screen.client.get(f"/battles/{battle.pk}/{page}").status_code == 200, page


@pytest.mark.django_db
def test_a_battle_against_the_computer_is_handed_over_taken_back_and_finished() -> None:
    screen = Screen()
    screen.begin(opponent="computer", level="captain")
    assert screen.play.talon_by == "captain"
    for _ in range(6):
        assert screen.play.decider == "terran"
        assert press_on(screen).status_code == 302
    assert screen.send(do="captain-impulse").status_code == 302
    assert screen.play.decider == "terran"
    assert screen.send(do="captain-battle").status_code == 302
    assert (screen.play.terran_by, screen.play.status) == ("captain", "queued")
    assert "Take back command" in screen.html
    assert screen.send(do="take-back").status_code == 302
    assert (screen.play.terran_by, screen.play.status) == ("person", "done")
    screen.send(do="captain-battle")
    assert PLAYS.attempt(screen.play.pk)
    assert Battle.objects.get(pk=screen.play.battle_id).settled_how == "played"
    assert "View report" in screen.html
