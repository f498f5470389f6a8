"""Battles that go from player to captain to admiral, to the player, the worker and the table, each step killed.

Every step runs in a process of its own, which is killed (kill -9) at a moment of chance, and is then done again as the
site would do it: by the person who presses again, or the worker that sweeps. In the end there is one result.
"""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, cast

from django.conf import settings

from accounts.models import User
from battles.battle.boards import StalePlay
from battles.battle.selectors import known_battle
from battles.battle.services.step import StaleBattle
from battles.models import Battle, Play, Status, Way
from battles.services import ask_for, confirm, enter_report, open_battle
from battles.talon.play.services.captains import PLAYS, go_on
from battles.talon.play.services.handing import hand_over, take_back
from bench.battles.fleets import fleets_of
from bench.figures import Measurement
from bench.forking import forked
from bench.hand.battles import advised, give_orders, players
from bench.wars.random_player import random_report
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from engines.talon.play.drafts.lines import decode_line
from engines.talon.records.dice_check import fault

BATTLES: Final = 50
LEASE_SECONDS: Final = 0.2
LONGEST_MS: Final = 250
PATIENCE_S: Final = 300.0
LINES_BY_HAND: Final = 4


@dataclass
class Switched:
    """How many battles there were and how they ended, how many steps were killed of how many, and what was wrong."""

    battles: int = 0
    steps: int = 0
    killed: int = 0
    ended: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def switched(battles: int, seed: int = 1) -> Switched:
    """What came of so many battles; every third one ends at the table."""
    settings.RESOLUTION_LEASE_SECONDS = LEASE_SECONDS
    users = players(f"switch-{seed}")
    random, found = Random(seed), Switched()
    for number in range(battles):
        battle = _opened(users, number)
        _through_all(battle, random, found)
        _to_the_end(battle, random, at_table=number % 3 == 2)
        found.battles += 1
        found.faults += [f"battle {number}: {words}" for words in _wrong(battle)]
        battle.refresh_from_db()
        found.ended[battle.settled_how] = found.ended.get(battle.settled_how, 0) + 1
    return found


def _opened(users: tuple[User, User], number: int) -> Battle:
    return open_battle(
        setup=fleets_of(2 + number % 3),
        title="First Light, battle 3",
        place="Vega 5",
        terran_user=users[0],
        talon_user=users[1],
        owner_topic="war:0",
        owner_path="/wars/",
        levels={"terran": "captain", "talon": "admiral"},
    )


def _through_all(battle: Battle, random: Random, found: Switched) -> None:
    """Each way in turn, each step begun in a process that may be killed in it."""
    steps: list[Callable[[Battle], None]] = [
        lambda one: _agree(one, Way.HAND), _by_persons, _to_captain, _programs, _to_admiral, _programs,
        _taken_back, _by_persons, lambda one: _agree(one, Way.WORKER), _programs,
        lambda one: _agree(one, Way.TABLE), lambda one: _agree(one, Way.HAND), _by_persons,
    ]  # fmt: skip
    for step in steps:
        found.steps += 1
        found.killed += _killed(lambda step=step: step(battle), random.uniform(0, LONGEST_MS) / 1000)  # type: ignore[misc]
        if step is not _programs:  # what a person pressed and saw no answer to is pressed again
            _pressed_again(lambda step=step: step(battle))  # type: ignore[misc]


def _killed(do: Callable[[], None], seconds: float) -> bool:
    """Whether the process that did it was killed before it was done."""
    child = forked(lambda: _pressed_again(do))
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _pid, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def _pressed_again(do: Callable[[], None]) -> None:
    """Does it; what the site answers to a page that is too old, or to what has been done already, is an answer."""
    with suppress(StalePlay, StaleBattle, Refused, Play.DoesNotExist):
        do()


def _agree(battle: Battle, way: Way) -> None:
    for side in SIDES:
        seen = Battle.objects.get(pk=battle.pk).version
        ask_for(battle_id=battle.pk, side=side, seen_version=seen, way=way)


def _by_persons(battle: Battle) -> None:
    play = _play(battle)
    for _ in range(LINES_BY_HAND):
        if play.decider:
            give_orders(play, advised(play))


def _to_captain(battle: Battle) -> None:
    hand_over(battle_id=battle.pk, side="terran", for_good=True)


def _to_admiral(battle: Battle) -> None:
    hand_over(battle_id=battle.pk, side="talon", for_good=True)


def _taken_back(battle: Battle) -> None:
    for side in SIDES:
        take_back(battle_id=battle.pk, side=side)


def _programs(battle: Battle) -> None:
    """What the worker does when it is called."""
    PLAYS.attempt(_play(battle).pk)


def _play(battle: Battle) -> Play:
    return Play.objects.select_related("battle", "seal").get(battle=battle, stage=Play.Stage.ON)


def _to_the_end(battle: Battle, random: Random, *, at_table: bool) -> None:
    """One result: of the captains, with the worker killed on the way, or of the table."""
    if at_table and Battle.objects.get(pk=battle.pk).status == Status.OPEN:
        _agree(battle, Way.TABLE)
        seen = Battle.objects.get(pk=battle.pk).version
        report = random_report(battle.setup_document, random)
        entered = enter_report(battle_id=battle.pk, side="terran", seen_version=seen, report=report)
        confirm(battle_id=battle.pk, side="talon", seen_version=entered.version)
        return
    _pressed_again(lambda: _agree(battle, Way.WORKER))
    until, longest = time.monotonic() + PATIENCE_S, LONGEST_MS / 1000
    while Battle.objects.get(pk=battle.pk).status == Status.OPEN and time.monotonic() < until:
        longest *= 2  # an admiral needs some time for a line, on a busy machine much
        Play.objects.filter(battle=battle, stage=Play.Stage.ON).update(attempts=0)
        _killed(lambda: _pressed_again(lambda: _programs(battle)), random.uniform(longest / 8, longest))
        time.sleep(LEASE_SECONDS)
    go_on(battle.pk)


def _wrong(battle: Battle) -> list[str]:
    """What should not have come of a battle."""
    battle.refresh_from_db()
    found = []
    plays = list(Play.objects.filter(battle=battle))
    if battle.status != Status.SETTLED or battle.report is None:
        found.append(f"it is {battle.status}")
    if len(plays) != 1:
        found.append(f"{len(plays)} plays")
    for play in plays:
        lines = [decode_line(bytes(line)) for line in play.lines.values_list("line", flat=True)]
        if list(play.lines.values_list("number", flat=True)) != list(range(1, play.number + 1)):
            found.append("a line is missing, or there twice")
        given, rolled = sum(len(line.given) for line in lines), sum(line.rolled for line in lines)
        if (given, rolled) != (play.orders, play.rolls):
            found.append(f"the dice are at {play.orders}, {play.rolls}, the lines hold {given}, {rolled}")
    if battle.settled_how == "played":
        known = known_battle(battle)
        words = fault(cast("Any", known.fought).written) if known else "no record"
        found += [words] if words else []
    kinds = [note.kind for note in battle.notes.all()]
    if kinds.count("played") + kinds.count("confirmed") != 1:
        found.append(f"its notes are {', '.join(kinds)}")
    return found


def figures(name: str) -> list[Measurement]:
    """What was wrong with the battles on this database; 0 is the limit."""
    found = switched(BATTLES)
    for words in found.faults[:20]:
        print(f"{name}: {words}")
    ended = ", ".join(f"{count} {how}" for how, count in sorted(found.ended.items()))
    note = f"{found.battles} battles ({ended}), {found.killed} of {found.steps} steps killed"
    return [Measurement(f"switching_faults_{name}", len(found.faults), "count", 0, note=note)]
