"""A run of the fuzzer: battle after battle until the time is up, in one process or several, and what to say of it."""

import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from math import inf
from multiprocessing import get_context
from pathlib import Path

from engines.seam.refusals import Refused
from engines.talon.records.json_form import write_json
from engines.talon.records.text_form import write_text
from tests.fuzz.battle import EVERY, FuzzedBattle, Shares, Tally
from tests.fuzz.reached import Reached

FOLDER = Path(__file__).resolve().parents[2] / "var" / "fuzz"


@dataclass(frozen=True)
class Plan:
    """What to run: seeds from `seed` on, every `step`-th; until the `seconds` or the `battles` are up."""

    seed: int
    seconds: float | None = None
    battles: int | None = None
    step: int = 1
    oracle: bool = False
    shares: Shares = field(default_factory=Shares)


@dataclass
class Outcome:
    """What came of it: what was done and reached, the processor's seconds, and each failure as it is to be told."""

    done: Counter[str] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)
    processor: float = 0.0
    wall: float = 0.0
    failures: list[str] = field(default_factory=list)

    def add(self, other: "Outcome") -> None:
        """Take in what another process has done."""
        self.done.update(other.done)
        self.reached.update(other.reached)
        self.processor += other.processor
        self.failures += other.failures

    @property
    def missing(self) -> list[str]:
        """What was never reached."""
        found = Reached()
        found.add(self.reached)
        return found.missing()

    def told(self) -> str:
        """What was done and how fast, then how often everything was reached."""
        orders, processor = self.done["orders"], max(self.processor, 0.001)
        lines = [f"{many:>12,} {what}" for what, many in sorted(self.done.items())]
        lines += [
            f"{orders / processor * 3600:>12,.0f} orders an hour of one core, {processor:,.0f} s of it used"
        ]
        lines += [f"{orders / max(self.wall, 0.001) * 3600:>12,.0f} orders an hour by the clock"]
        lines += ["", "Reached:", *(f"{many:>12,} {what}" for what, many in sorted(self.reached.items()))]
        return "\n".join(lines)


def run(plan: Plan) -> Outcome:
    """Battle after battle; it stops at the first failure."""
    tally, outcome = Tally(), Outcome()
    begun, used = time.monotonic(), time.process_time()
    deadline = inf if plan.seconds is None else begun + plan.seconds
    seed, many = plan.seed, 0
    while plan.battles is None or many < plan.battles:
        if time.monotonic() >= deadline:
            break
        failure = _one(seed, tally, plan, deadline)
        if failure:
            outcome.failures.append(failure)
            break
        seed, many = seed + plan.step, many + 1
    outcome.done, outcome.reached = tally.done, tally.reached.counts
    outcome.processor, outcome.wall = time.process_time() - used, time.monotonic() - begun
    return outcome


def run_in(processes: int, plan: Plan) -> Outcome:
    """The plan's seeds shared out among so many processes."""
    if processes == 1:
        return run(plan)
    plans = [
        Plan(plan.seed + at, plan.seconds, plan.battles, processes, plan.oracle, plan.shares)
        for at in range(processes)
    ]
    outcome = Outcome()
    with get_context("spawn").Pool(processes) as pool:
        for one in pool.imap_unordered(run, plans):
            outcome.add(one)
            outcome.wall = max(outcome.wall, one.wall)
    return outcome


def _one(seed: int, tally: Tally, plan: Plan, deadline: float) -> str:
    """Play one battle; the failure as it is to be told, or nothing."""
    battle = None
    try:
        battle = FuzzedBattle(seed, tally, plan.shares, oracle=plan.oracle)
        battle.play(deadline)
    except Exception:  # noqa: BLE001 - whatever goes wrong is what is looked for
        return _failure(seed, battle, traceback.format_exc(), plan)
    return ""


def _failure(seed: int, battle: FuzzedBattle | None, trace: str, plan: Plan) -> str:
    """The seed, what was wrong, and the shorter record of what led to it, kept in a file as well."""
    beside = f"{' --oracle' if plan.oracle else ''}{' --every' if plan.shares == EVERY else ''}"
    again = f"python -m tests.fuzz --seed {seed} --battles 1{beside}"
    lines = [f"Seed {seed} fails; again with: {again}", trace.rstrip()]
    if battle is None:
        return "\n".join(lines)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for since in (True, False):
        try:
            told = battle.record(since=since)
            path, written = FOLDER / f"battle-{seed}.txt", write_text(told)
        except Refused as refused:
            lines.append(f"No record can be written: {refused}")
            continue
        path.write_text(written, encoding="utf-8")
        lines += [f"The orders so far, to be played again by: manage.py replay_battle {path}", "", written]
        return "\n".join(lines)
    path = FOLDER / f"battle-{seed}.json"
    path.write_bytes(write_json(battle.record()))
    return "\n".join([*lines, f"The record as JSON: {path}"])
