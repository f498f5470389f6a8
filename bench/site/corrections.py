"""Corrected results: what a preview costs, and players killed while they agree: python -m bench corrections.

A player who agrees is a process of its own that is killed (kill -9) somewhere in its work. Then either nothing has
happened, or all of it: one entry, the proposal agreed to, a lifetime line for each battle that counts, and rows that
are what the log leads to. The proposals take turns: the war is changed as it is now, corrected in its log, or goes
back to the battle (S69), or back and on again with fitted plans (S71).
"""

import os
import signal
import time
from random import Random
from typing import Final

from msgspec.structs import replace

from accounts.models import LifetimeLine, User
from bench.figures import Measurement
from bench.forking import ended, forked
from bench.site.played_wars import make_war, state_of, step
from bench.site.turns import big_war, fight_on
from bench.wars.core_turns import SHIPS
from bench.wars.random_player import random_report
from campaign.corrections import correcting
from campaign.corrections.changes import preview_of
from campaign.corrections.fitting import fit_of
from campaign.corrections.log_preview import WAYS, way_preview
from campaign.models import Correction, Engagement, Entry, SetAside, War
from campaign.rules.corrections.battle_history import BattleHistory, battle_history
from campaign.rules.orders import Amend, CorrectLog, Fit
from campaign.war.log.fold import events_so_far
from campaign.war.log.rebuild import differences
from campaign.war.services.results import withdrawable
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES

ENTRIES: Final = 350
PREVIEWS: Final = 20
MOST_MS: Final = 1000.0
KILLS: Final = 1000
AGREED_A_WAR: Final = 40
SAME_BATTLE: Final = 0.4
"""This share of the proposals says only that the battle took longer, so that all orders since stay possible."""
REWIND: Final = 0.94
FIT: Final = 0.97
SAMPLES: Final = 5
TIMES: Final = 1.5
"""A player is killed at the latest after so many times what agreeing took the slowest of some here."""


def figures(name: str) -> list[Measurement]:
    """The median preview in a long war, and what is half done after many kills; `name` is the database."""
    return [_preview(name), *_killed(name)]


def _preview(name: str) -> Measurement:
    war = _long_war()
    found = _first_battle(war)
    took = []
    for seed in range(PREVIEWS):
        order = Amend(found.number, random_report(found.setup, Random(seed)))
        began = time.perf_counter()
        try:
            preview_of(war, "terran", found, order)
            for way in WAYS:
                way_preview(war, "terran", found, order.report, way)
            fit_of(war, "terran", found, order.report)
        except Refused:
            continue
        took.append(1000 * (time.perf_counter() - began))
    words = (
        f"a war of {Entry.objects.filter(war=war).count()} entries, its first battle; median of {len(took)}"
    )
    return Measurement(
        f"correction_preview_{name}_ms", sorted(took)[len(took) // 2], "ms", MOST_MS, note=words
    )


def _long_war() -> War:
    """A war of big fleets with a battle every turn, in a planning phase, once its log is long."""
    terran, talon = (User.objects.create_user(f"long-{side}") for side in SIDES)
    war = big_war(terran, talon, SHIPS, name="The long war").war
    while war.version < ENTRIES:
        if fight_on(war, state_of(war).turn + 1).phase == "over":
            raise RuntimeError(f"the war is over after {war.version} entries")
        war.refresh_from_db()
    return war


def _war() -> War:
    """A new war with a later turn that is planned, and a result that somebody won."""
    known = War.objects.count()
    while True:
        users = [User.objects.create_user(f"wrong-{known}-{side}") for side in ("a", "b")]
        war = make_war(users[0], users[1], name=f"Wrong {known}", lifetime_score=True)
        random, known = Random(known), known + 1
        while (state := state_of(war)).phase != "over":
            later = state.phase == "planning" and state.turn > 1
            if later and _wrong(war) and withdrawable(war) is None:
                return war
            step(war, random)


def _wrong(war: War) -> int:
    """The number of the first battle with a winner; 0 for none."""
    rows = Engagement.objects.filter(war=war, outcome="fought").exclude(winner="").order_by("number")
    return rows.values_list("number", flat=True).first() or 0


def _first_battle(war: War) -> BattleHistory:
    found = battle_history(events_so_far(war.pk), _wrong(war))
    if found is None:
        raise LookupError(f"{war} has no result")
    return found


def _killed(name: str) -> list[Measurement]:
    random, faults, agreed = Random(14), 0, 0
    longest = TIMES * max(_seconds_to_agree(_proposed(_war(), random)) for _ in range(SAMPLES))
    war = _war()
    for number in range(KILLS):
        row = Correction.objects.filter(war=war, status="open").first() or _proposed(war, random)
        _kill_one(row, random.uniform(0.0, longest))
        war.refresh_from_db()
        done = Correction.objects.filter(war=war, status="agreed").count()
        faults += abs(done - Entry.objects.filter(war=war, kind__in=("amend", "retell")).count())
        if done > AGREED_A_WAR or number == KILLS - 1 or war.generation > 0:
            faults += _faults(war)
            agreed += done
            war = _war()
    words = f"{KILLS:,} players killed while they agreed, {agreed:,} corrections made"
    return [
        Measurement(f"corrections_{name}_faults_under_kills", faults, "faults", 0, note=words),
        Measurement(f"corrections_{name}_made_under_kills", agreed, "", least=KILLS // 10, note=words),
    ]


def _proposed(war: War, random: Random) -> Correction:
    """A corrected result that differs from the one that holds, and has a winner."""
    war.refresh_from_db()
    found = _first_battle(war)
    while True:
        order = _order(war, found, random)
        if order is None:
            continue
        seat = war.seats.select_related("user").get(side="terran")
        if seat.user is None:
            raise LookupError(f"{war} has no Terran player")
        try:
            return correcting.propose(
                war_id=war.pk,
                side="terran",
                user=seat.user,
                seen_version=war.version,
                order=order,
            )
        except Refused:
            continue  # not every result can be corrected in the log


def _order(war: War, found: BattleHistory, random: Random) -> Amend | Fit | CorrectLog | None:
    """One of the ways, drawn; None if the report is no other or nobody wins by it."""
    report = random_report(found.setup, random)
    drawn = random.random()
    if drawn < SAME_BATTLE:
        was = found.result.report
        return CorrectLog(found.number, replace(was, rounds=29 if was.rounds == 30 else 30), "as_it_is")
    if report.winner is None or report == found.result.report:
        return None
    if drawn > FIT:
        return Fit(found.number, report, war.version)
    return CorrectLog(found.number, report, "rewind") if drawn > REWIND else Amend(found.number, report)


def _agreeing(row: Correction) -> int:
    """The number of a process in which Talon's player agrees."""

    def agree() -> None:
        war = War.objects.get(pk=row.war_id)
        user = war.seats.select_related("user").get(side="talon").user
        if user is None:
            raise LookupError(f"{war} has no Talon player")
        seen, number = war.version, row.pk
        correcting.answer(
            war_id=war.pk, side="talon", user=user, correction_id=number, seen_version=seen, agree=True
        )

    return forked(agree)


def _seconds_to_agree(row: Correction) -> float:
    """How long a player who is not killed takes, the process included."""
    began = time.monotonic()
    ended(_agreeing(row))
    return time.monotonic() - began


def _kill_one(row: Correction, after: float) -> None:
    player = _agreeing(row)
    time.sleep(after)
    os.kill(player, signal.SIGKILL)
    os.waitpid(player, 0)


def _faults(war: War) -> int:
    """How many rows differ from the log, and how many lifetime lines are not those of the battles that count."""
    war.refresh_from_db()
    won = Engagement.objects.filter(war=war, outcome="fought").exclude(winner="")
    counting = [f"battle:{number}" for number in won.values_list("battle", flat=True)]
    gone = [
        f"battle:{number}" for number in SetAside.objects.filter(war=war).values_list("battle", flat=True)
    ]
    lines = LifetimeLine.objects.filter(source__in=counting).count()
    left = LifetimeLine.objects.filter(source__in=gone).count()
    return len(differences(war)) + abs(lines - len(counting)) + left
