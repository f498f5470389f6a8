"""The page of a battle played by hand, on the database of this process: `python -m bench play`.

Two players order what captains advise, in skirmishes and in a war with deadlines and clocks. Each order is a POST of
one; then the other's page asks for what follows it, and names what it has drawn already, as a browser does. Times are
of the processor: those of a POST hold its answer too.
"""

import gzip
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final, cast

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from battles.models import Play
from battles.talon.play.services.ordering import Seen, draft_of, undo
from bench.battles.by_hand import SIX, TWELVE
from bench.battles.fleets import of_classes
from bench.figures import Measurement, p95, show
from bench.hand.battles import advised, begun, begun_in_war, give_orders, play_on, players
from bench.site.pages import client_of
from bench.yardstick import loop
from config.serving.memory import settle
from engines.seam.documents import BattleSetup
from engines.seam.sides import SIDES, Side, opponent

CLASSES: Final = {6: (SIX, SIX), 12: (TWELVE, TWELVE.replace("SC", "FF"))}
"""The classes of both fleets, by the ships on a side."""
HELD: Final = 6
"""The ships on a side for which all limits hold."""
ORDERS: Final = 150
PACED: Final = 25
"""The orders from one yardstick to the next."""
PART_MS, POST_MS, QUERIES, PART_KB, SENT_KB, UNDO_MS, WHOLE_KB = 15.0, 60.0, 6, 60.0, 12.0, 5.0, 300.0
LATE, UNDONE = 1_300, 40
LONG_LASTING: Final = f"{TWELVE},BB,BC,CA,CA,BB,BB,BC,BC"
DRAWN: Final = re.compile(rb'data-drawn="(\w+)"')


@dataclass
class Screen:
    """A player's browser: `drawn` names the parts of the page that it has."""

    client: Client
    path: str
    drawn: set[str] = field(default_factory=set)

    def part(self) -> bytes:
        """What the page asks for when it hears of a change."""
        return self._took(self.client.get(self.path, headers=self._headers()))

    def order(self, moment: Seen, side: Side, words: str) -> bytes:
        """The answer to an order."""
        sent = {"at": moment.at, "draft": moment.draft, "side": side, "order": words}
        return self._took(self.client.post(f"{self.path}order/", sent, headers=self._headers()))

    def whole(self) -> bytes:
        """The page as it is opened first."""
        return self._took(self.client.get(self.path))

    def _headers(self) -> dict[str, str]:
        return {"HX-Request": "true", "X-Drawn": " ".join(sorted(self.drawn))}

    def _took(self, answer: Any) -> bytes:
        if answer.status_code != 200:
            raise RuntimeError(f"{self.path} answers {answer.status_code}")
        self.drawn |= {name.decode() for name in DRAWN.findall(answer.content)}
        return bytes(answer.content)


@dataclass
class Taken:
    """Milliseconds of the processor, queries and bytes, order by order; `paces` are yardsticks of the processor."""

    part: list[float] = field(default_factory=list)
    post: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    queries: list[int] = field(default_factory=list)
    raw: list[int] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)
    undo: list[float] = field(default_factory=list)
    paces: list[float] = field(default_factory=list)
    whole: int = 0


def measured(ships: int, begin: Callable[[User, User, BattleSetup], Play] = begun) -> Taken:
    """A battle of so many ships on each side, from its set-up on."""
    users = {side: User.objects.create_user(f"{side}-{ships}-{begin.__name__}") for side in SIDES}
    play = begin(users["terran"], users["talon"], of_classes(*CLASSES[ships]))
    path, taken = f"/battles/{play.battle_id}/play/", Taken()
    screens = {side: Screen(client_of(users[side]), path) for side in SIDES}
    play_on(play, orders=20 * ships)
    taken.whole = max(len(screen.whole()) for screen in screens.values())
    for number in range(ORDERS):
        if number % PACED == 0:
            taken.paces.append(loop(process_time))
        if not play.decider:
            break
        _one_order(play, screens, taken)
    return taken


def _one_order(play: Play, screens: dict[Side, Screen], taken: Taken) -> None:
    side = cast("Side", play.decider)
    words, moment = advised(play)[0], Seen(play.number, draft_of(play, side).revision)
    began, worked = perf_counter(), process_time()
    screens[side].order(moment, side, words)
    taken.wall.append(1000 * (perf_counter() - began))
    taken.post.append(1000 * (process_time() - worked))
    other = screens[opponent(side)]
    worked = process_time()
    body = other.part()
    taken.part.append(1000 * (process_time() - worked))
    taken.raw.append(len(body))
    taken.sent.append(len(gzip.compress(body, 6)))
    with CaptureQueriesContext(connection) as queries:
        other.part()
    taken.queries.append(len(queries))
    play.refresh_from_db()


def late_undo() -> list[float]:
    """Milliseconds of the processor that taking an order back takes late in a battle of 20 ships a side."""
    users = players("late")
    runs: list[float] = []
    for _battle in range(3):
        play = begun(*users, of_classes(LONG_LASTING, LONG_LASTING.replace("SC", "FF")))
        play_on(play, orders=LATE)
        while play.decider and len(runs) < UNDONE:
            runs += _undone(play)
            give_orders(play, advised(play))
        if len(runs) >= UNDONE:
            return runs
    raise RuntimeError(f"no battle had {LATE} orders")


def _undone(play: Play) -> list[float]:
    """The time to take back what the captain would order first, if it can be taken back."""
    side, number = cast("Side", play.decider), play.number
    orders = advised(play)
    if len(orders) < 2:
        return []
    give_orders(play, orders[:1])
    if play.number != number:
        return []
    worked = process_time()
    undo(battle_id=play.battle_id, side=side, seen=Seen(play.number, draft_of(play, side).revision))
    return [1000 * (process_time() - worked)]


def figures(name: str) -> list[Measurement]:
    """The figures of this database; their names end with it."""
    found: list[Measurement] = []
    settle()  # as the web server does
    for ships in CLASSES:
        found += _of_battle(f"{ships}v{ships}_{name}", measured(ships), held=ships == HELD)
    in_war = measured(HELD, begun_in_war)
    found += _of_battle(f"{HELD}v{HELD}_in_war_{name}", in_war, held=True)
    pace = median(loop(process_time) for _ in range(5))
    show(found)
    return [*found, _time(f"hand_undo_late_{name}", late_undo(), UNDO_MS, pace, f"after {LATE} orders")]


def _of_battle(of: str, taken: Taken, *, held: bool) -> list[Measurement]:
    """The figures of a battle; `held`: to every limit, not only to those that hold for any fleets."""
    pace = median(taken.paces)
    raw, sent = p95(taken.raw) / 1000, p95(taken.sent) / 1000
    return [
        _time(f"hand_part_{of}", taken.part, PART_MS if held else None, pace, "what follows another's order"),
        _time(f"hand_post_{of}", taken.post, POST_MS, pace, "an order with its answer"),
        Measurement(f"hand_part_queries_{of}", max(taken.queries), "queries", QUERIES),
        Measurement(f"hand_part_kb_{of}", raw, "KB", PART_KB if held else None, note="p95, raw"),
        Measurement(f"hand_part_sent_kb_{of}", sent, "KB", SENT_KB if held else None, note="p95, compressed"),
        Measurement(f"hand_whole_kb_{of}", taken.whole / 1000, "KB", WHOLE_KB, note="the page, raw"),
    ]


def _time(name: str, runs: list[float], limit: float | None, pace: float, words: str) -> Measurement:
    note = f"p95 of {len(runs)}, CPU, {words}; median {median(runs):.1f}"
    return Measurement(f"{name}_ms", p95(runs), "ms", limit, min(runs), max(runs), note, pace=pace)
