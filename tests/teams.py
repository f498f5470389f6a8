"""Battles of teams for tests: four people, each with a browser without script."""

from html import unescape
from re import sub
from typing import Any

from django.test import Client

from accounts.models import User
from battles.models import Battle, Play, TeamBattle, TeamSeat
from battles.talon.play.board import board_of
from battles.talon.play.services.captains import go_on
from battles.talon.play.services.ordering import Seen, draft_of, give
from engines.seam.documents import Doctrine
from engines.seam.sides import Side, as_side
from engines.talon.captains.captain import Captain
from engines.talon.orders import AnyOrder, Concede, OfferDraw
from engines.talon.play.drafts.lines import with_draft
from engines.talon.state import Battle as Board
from engines.talon.text import write_order
from engines.talon.view import View
from tests.people import browser, make_person
from tests.prepared import prepared

SEATS: dict[str, tuple[Side, int]] = {
    "anna": ("terran", 0),
    "ben": ("terran", 1),
    "clara": ("talon", 0),
    "dora": ("talon", 1),
}
"""Who sits where; anna sets the battle up."""
FORM = {
    "fleets": "1",
    "side": "terran",
    "opponent": "teams",
    "terran_players": "2",
    "talon_players": "2",
    "level": "captain",
    "ground": "open",
    "edge": "talon",
}
MOST = 600
AT_A_TABLE = "table"
"""Instead of a step: nothing is played here."""


def shown(answer: Any) -> str:
    """What a page says, in words, from where it says why something was not taken."""
    words = unescape(sub(r"<[^>]+>|\s+", " ", answer.content.decode()))
    return sub(" +", " ", words.partition("data-answer")[0])[:2000]


def path_of(answer: Any) -> str:
    """Where an answer leads."""
    assert answer.status_code == 302, shown(answer)
    return str(answer["Location"])


@prepared
def gathered(*fields: tuple[str, str]) -> TeamBattle:
    """A battle of teams that anna has set up, and the accounts of all four."""
    for name in SEATS:
        make_person(name)
    answer = browser(User.objects.get(username="anna")).post("/skirmish/", FORM | dict(fields))
    return TeamBattle.objects.get(token=path_of(answer).split("/")[2])


@prepared
def begun(step: str = "deploy", *fields: tuple[str, str]) -> TeamBattle:
    """The same with everybody at their seats, played on to a step by captains' orders."""
    four = Four(gathered.__wrapped__(*fields))  # type: ignore[attr-defined]
    four.all_sit()
    path_of(four.ready())
    if step != AT_A_TABLE:
        four.play_to(step)
    return four.team


class Four:
    """Four people around a battle of teams: anna and ben are Terran's, clara and dora Talon's, in that order."""

    def __init__(self, team: TeamBattle) -> None:
        self.number, self.path = team.pk, f"/teams/{team.token}/"
        self.users = {name: User.objects.get(username=name) for name in SEATS}
        self.clients: dict[str, Client] = {name: browser(user) for name, user in self.users.items()}

    @property
    def seats(self) -> dict[str, tuple[Side, int]]:
        """The seats that there are, by who has them."""
        found = {(seat.side, seat.place) for seat in TeamSeat.objects.filter(team=self.number, level="")}
        return {name: seat for name, seat in SEATS.items() if seat in found}

    @property
    def team(self) -> TeamBattle:
        return TeamBattle.objects.select_related("battle").get(pk=self.number)

    def seat(self, side: Side, place: int) -> TeamSeat:
        return TeamSeat.objects.select_related("user").get(team=self.number, side=side, place=place)

    def take(self, name: str, side: Side, place: int) -> Any:
        """Somebody takes a seat by its own link."""
        return self.clients[name].post(f"/teams/{self.seat(side, place).token}/take/")

    def all_sit(self) -> None:
        """Everybody else takes the seat that is theirs."""
        for name, (side, place) in self.seats.items():
            path_of(self.take(name, side, place))

    def ready(self, *names: str) -> Any:
        """These say that they are ready, from a page that is as new as can be; the last answer."""
        answer: Any = None
        for name in names or self.seats:
            form = {"revision": str(self.team.revision), "ready": "yes"}
            answer = self.clients[name].post(f"{self.path}ready/", form)
        return answer

    def arrange(self, name: str, side: Side, do: str, **fields: str) -> Any:
        """Somebody arranges a side's seats."""
        form = {"revision": str(self.team.revision), "side": side, "do": do, **fields}
        return self.clients[name].post(f"{self.path}arrange/", form)

    @property
    def battle(self) -> Battle:
        found = self.team.battle
        assert found is not None
        return Battle.objects.get(pk=found.pk)

    @property
    def play(self) -> Play:
        return Play.objects.select_related("battle").get(battle=self.battle)

    @property
    def board(self) -> Board:
        return board_of(self.play)

    @property
    def acting(self) -> str:
        """Whose turn it is; "" if the battle is over."""
        play = self.play
        return next((name for name, seat in SEATS.items() if seat == (play.decider, play.place)), "")

    def page(self, name: str, path: str = "play/") -> Any:
        """A page of the battle as somebody gets it."""
        return self.clients[name].get(f"/battles/{self.battle.pk}/{path}")

    def html(self, name: str, path: str = "play/") -> str:
        """Its text."""
        answer = self.page(name, path)
        assert answer.status_code == 200
        return str(answer.content.decode())

    def order(self, name: str, *orders: str, **fields: str) -> Any:
        """Somebody sends orders from a page that is as new as can be."""
        side, place = SEATS[name]
        play = self.play
        draft = draft_of(play, side, place)
        form = {"at": str(play.number), "draft": str(draft.revision), "side": side, "order": orders, **fields}
        return self.clients[name].post(f"/battles/{play.battle_id}/play/order/", form)

    def written(self, order: AnyOrder) -> str:
        """An order in the notation."""
        return write_order(order, self.board)

    def wish(self, name: str, kind: type[Concede] | type[OfferDraw]) -> Any:
        """Somebody would concede, or have a draw."""
        side, place = SEATS[name]
        return self.order(name, self.written(kind(side, player=place)))

    def say(self, name: str, text: str, **fields: str) -> Any:
        """Somebody speaks to their side."""
        return self.clients[name].post(f"{self.path}talk/", {"text": text, **fields})

    def talk(self, name: str) -> str:
        """The talk of somebody's side."""
        answer = self.clients[name].get(f"{self.path}talk/")
        assert answer.status_code == 200
        return str(answer.content.decode())

    def captains_order(self) -> str:
        """What a captain would order for whose turn it is, after the draft line."""
        play = self.play
        side = as_side(play.decider)
        board, _ = with_draft(board_of(play), draft_of(play, side, play.place).lines)
        return write_order(Captain(Doctrine()).decide(View(board, side, play.place)), board)

    def one_step(self) -> None:
        """One order of whoever decides, as a captain would give it."""
        play, order = self.play, self.captains_order()
        side = as_side(play.decider)
        seen = Seen(play.number, draft_of(play, side, play.place).revision)
        give(battle_id=play.battle_id, side=side, place=play.place, seen=seen, orders=[order])
        go_on(play.battle_id)

    def play_to(self, step: str) -> None:
        """Play on to a step of the sequence of play after the set-up, or to its first decision."""
        for _ in range(MOST):
            if self.board.step == step:
                return
            self.one_step()
        raise LookupError(f"the battle did not come to {step!r}")
