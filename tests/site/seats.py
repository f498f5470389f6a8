"""Players at a war's planning pages, for tests; import the fixtures by name."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from campaign.models import War
from campaign.rules.state import Ship
from campaign.war.services import secret_orders as planning
from engines.seam.sides import Side
from engines.talon.damage import TalonDamage
from tests.site.wars import play_until, put_state, state_of, war_at, war_wanted

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
def war(request: pytest.FixtureRequest, db: None) -> War:
    """A war of anna (Terran) against boris (Talon)."""
    if "later" in request.fixturenames:
        return war_at(2, "planning")
    if "planned" in request.fixturenames:
        return war_at(phase="planning")
    return war_wanted(request)


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
    return war


def text(response: Any) -> str:
    """The words of a page, without markup and in single spaces."""
    bare = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", bare).replace("&#x27;", "'")


def damage_of(**what: Any) -> TalonDamage:
    """Damage of a ship."""
    return TalonDamage(**what)


def first_fleet(player: Seated) -> None:
    """Take the first ready fleet, without the instructions that it comes with."""
    player.press(re.findall(r'value="(fleet/[a-z-]+)"', player.get("plan/").content.decode())[0])
    player.press("answers/ask")


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
