"""Races of two tabs of one player: of two requests from the same page in the same moment, one has an effect.

Both are POSTs through all of the site's middleware, each in a thread of its own: the same order twice, two orders, or
an order against taking one back, showing the draft line or handing over to a captain.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from threading import Barrier, Thread
from typing import Any, Final, NamedTuple, cast

from django.db import connection
from django.test import Client

from battles.battle.selectors import known_battle
from battles.models import Play, PlayedLine
from battles.talon.play.board import board_of
from battles.talon.play.services.captains import go_on
from battles.talon.play.services.handing import take_back
from battles.talon.play.services.ordering import draft_of
from bench.battles.fleets import fleets_of
from bench.figures import Measurement
from bench.hand.battles import advised, begun, give_orders, play_on, players
from bench.site.pages import client_of
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.talon.play.drafts.lines import decode_line, with_draft
from engines.talon.records.dice_check import fault
from engines.talon.text import write_order

RACES: Final = 1_000
AGAINST: Final = ("the same", "another", "undo", "show", "captain-impulse")
TAKEN, TOO_LATE, REFUSED = 200, 409, 422


class Stand(NamedTuple):
    """What a race may move on: lines, the revision of the draft line, and how far the dice have come."""

    at: int
    draft: int
    orders: int
    rolls: int
    chain: str


@dataclass
class Races:
    """How many races there were, how many of them rolled dice, how the requests fared, and what was wrong."""

    run: int = 0
    rolled: int = 0
    answers: dict[tuple[int, ...], int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def raced(races: int, seed: int = 1) -> Races:
    """What came of so many races, over as many skirmishes as they take; each whole record is verified."""
    users = players(f"tabs-{seed}")
    tabs = {side: (client_of(user), client_of(user)) for side, user in zip(SIDES, users, strict=True)}
    random, found = Random(seed), Races()
    while found.run < races:
        play = begun(*users, fleets_of(2 + random.randrange(3)))
        play_on(play, orders=random.randint(0, 60))
        while play.decider and found.run < races:
            _race(play, tabs[cast("Side", play.decider)], random, found)
        _finish(play, found)
    return found


def _race(play: Play, tabs: tuple[Client, Client], random: Random, found: Races) -> None:
    side, before = cast("Side", play.decider), _stand(play)
    against = random.choice(AGAINST)
    order = {"order": advised(play)[0]}
    other = _other(play, side, against, order["order"], random)
    moment = {"at": before.at, "draft": before.draft, "side": side}
    path = f"/battles/{play.battle_id}/play/order/"
    answers = _together(tabs, path, [{**moment, **order}, {**moment, **other}])
    play.refresh_from_db()
    found.run += 1
    key = tuple(sorted(answers))
    found.answers[key] = found.answers.get(key, 0) + 1
    found.faults += [
        f"race {found.run}, {against}: {words}" for words in _wrong(play, side, before, against, key)
    ]
    found.rolled += _stand(play).rolls > before.rolls
    if play.by(side) != "person" or play.through(side) is not None:
        go_on(play.battle_id)
        with suppress(Refused):  # the captain may have ended the battle
            take_back(battle_id=play.battle_id, side=side)
        play.refresh_from_db()


def _other(play: Play, side: Side, against: str, order: str, random: Random) -> dict[str, str]:
    if against == "the same":
        return {"order": order}
    if against == "another":
        board, _orders = with_draft(board_of(play), draft_of(play, side).lines)
        options = [write_order(board.options[at], board) for at in _some(len(board.options), random)]
        return {"order": next((one for one in options if one != order and one.split()[0] == side), order)}
    return {"do": against}


def _some(length: int, random: Random) -> list[int]:
    return [random.randrange(length) for _ in range(5)]


def _together(tabs: tuple[Client, Client], path: str, forms: list[dict[str, Any]]) -> list[int]:
    """The status of each answer, in the order of the forms."""
    found, start = [0] * len(forms), Barrier(len(forms))

    def press(number: int) -> None:
        start.wait()
        try:
            found[number] = tabs[number].post(path, forms[number], headers={"HX-Request": "true"}).status_code
        finally:
            connection.close()

    threads = [Thread(target=press, args=[number]) for number in range(len(forms))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def _stand(play: Play) -> Stand:
    side = cast("Side", play.decider or SIDES[0])
    return Stand(play.number, draft_of(play, side).revision, play.orders, play.rolls, play.chain)


def _wrong(play: Play, side: Side, before: Stand, against: str, answers: tuple[int, ...]) -> list[str]:
    """What should not have come of a race."""
    found = []
    moved = draft_of(play, side).revision - before.draft
    if TAKEN not in answers or not set(answers) <= {TAKEN, TOO_LATE, REFUSED}:
        found.append(f"answers {answers}")
    if against != "captain-impulse" and moved != 1:
        found.append(f"{moved} effects")
    lines = list(PlayedLine.objects.filter(play=play, number__gt=before.at).order_by("number"))
    if against != "captain-impulse" and len(lines) > 1:
        found.append(f"{len(lines)} lines")
    documents = [decode_line(bytes(line.line)) for line in lines]
    given, rolled = sum(len(one.given) for one in documents), sum(one.rolled for one in documents)
    if (play.orders - before.orders, play.rolls - before.rolls) != (given, rolled):
        found.append(f"the dice moved by {play.rolls - before.rolls}, the lines hold {rolled}")
    if play.number != before.at + len(lines):
        found.append("lines are missing")
    return found


def _finish(play: Play, found: Races) -> None:
    """Let captains play the rest, and verify the record."""
    while play.decider:
        give_orders(play, advised(play))
    go_on(play.battle_id)
    play.battle.refresh_from_db()
    known = known_battle(play.battle)
    if known is None:
        found.faults.append(f"battle {play.battle_id} has no record")
        return
    if words := fault(cast("Any", known.fought).written):
        found.faults.append(f"battle {play.battle_id}: {words}")


def figures(name: str) -> list[Measurement]:
    """What was wrong in the races on this database; 0 is the limit."""
    found = raced(RACES)
    for words in found.faults[:20]:
        print(f"{name}: {words}")
    fared = ", ".join(f"{count} {'/'.join(map(str, key))}" for key, count in sorted(found.answers.items()))
    note = f"{found.run} races of two tabs, {found.rolled} with dice; answers: {fared}"
    return [Measurement(f"race_faults_{name}", len(found.faults), "count", 0, note=note)]
