"""How soon four hundred open pages catch up after a restart: python -m bench.hand.restart NAME OUT.

A hundred battles played by hand have two players and two onlookers each. While the site is down, each battle goes on by
a line. From the start of the new process on it is measured when each stream has told its page of that line, and when
the page shows it. A stream that ended is asked for again as a browser does. The database is that of DATABASE_URL and
must be empty; the folder is VAR_DIR.
"""

import asyncio
import logging
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

import django
import msgspec

from bench.figures import Measurement
from bench.hand.load import seats_of
from bench.hand.seats import Seat
from bench.site.at_rest import ROOT, running, wait_for_page
from bench.site.crowd import Tally
from bench.with_services import free_port
from bench.yardstick import beside

if TYPE_CHECKING:
    from bench.hand.crowd import BattleInCourse

BATTLES, ONLOOKERS = 100, 2
RETRY: Final = 1.5
"""The seconds after which a browser asks for a stream again, as the stream tells it."""
LIMIT_S, PATIENCE_S = 15.0, 120.0
MANAGE: Final = [sys.executable, str(ROOT / "manage.py")]


def main(name: str, out: Path) -> None:
    """Measure, and leave the figures in a file."""
    django.setup()
    logging.disable(logging.ERROR)
    subprocess.run([*MANAGE, "prepare"], check=True, stdout=subprocess.DEVNULL)
    from bench.hand.crowd import hand_crowd  # noqa: PLC0415 - models can only be imported after the setup

    restart = Restart(hand_crowd(BATTLES))
    with beside() as paces:
        times = asyncio.run(restart.caught_up())
    pace = statistics.median(paces)
    missing = len(restart.seats) - len(times)
    told, shown = (max(moments, default=0.0) for moments in (zip(*times, strict=True) if times else ((), ())))
    note = (
        f"{len(restart.seats)} streams, from the start of the new process until the last has told of the news"
    )
    print(f"{name}: {note}: {told:.1f} s; all pages show them after {shown:.1f} s", flush=True)
    found = [
        Measurement(f"restart_told_s_{name}", told, "s", LIMIT_S, note=note, pace=pace),
        Measurement(f"restart_shown_s_{name}", shown, "s", note="until the last page shows them"),
        Measurement(
            f"restart_left_behind_{name}", missing, "count", 0, note=f"pages, after {PATIENCE_S:.0f} s"
        ),
    ]
    out.write_bytes(msgspec.json.encode(found))


class Restart:
    """All pages of the battles, while the site ends and starts again."""

    def __init__(self, battles: "Sequence[BattleInCourse]") -> None:
        self.port = free_port()
        self.battles = battles
        tables = [seats_of(battle, self.port, ONLOOKERS) for battle in battles]
        self.seats = [(seat, at) for at, table in enumerate(tables) for seat in table]
        self.lines: list[int] = []
        self.began = 0.0

    async def caught_up(self) -> list[tuple[float, float]]:
        """For each page that caught up, the seconds until its stream told of the news and until it showed them."""
        up = asyncio.Event()
        with ExitStack() as first:
            await asyncio.to_thread(self._start, first)
            streams = [await seat.open(Tally()) for seat, _ in self.seats]
            opened = [
                await seat.links[1].stream(path) for (seat, _), path in zip(self.seats, streams, strict=True)
            ]
            following = [
                asyncio.create_task(self._follow(seat, at, path, reader, up))
                for (seat, at), path, reader in zip(self.seats, streams, opened, strict=True)
            ]
            await asyncio.to_thread(first.close)
        self.lines = await asyncio.to_thread(self._go_on)
        with ExitStack() as second:
            self.began = perf_counter()
            up.set()
            await asyncio.to_thread(self._start, second)
            done, late = await asyncio.wait(following, timeout=PATIENCE_S)
            for task in late:
                task.cancel()
            await asyncio.to_thread(second.close)
        return [task.result() for task in done]

    def _start(self, stack: ExitStack) -> None:
        environ = {**os.environ, "PORT": str(self.port)}
        process = stack.enter_context(running([*MANAGE, "up"], environ, ROOT, stdout=subprocess.DEVNULL))
        wait_for_page(f"http://127.0.0.1:{self.port}/healthz", process, 60)

    def _go_on(self) -> list[int]:
        from bench.hand.crowd import one_more_line  # noqa: PLC0415

        return [one_more_line(battle.number) for battle in self.battles]

    async def _follow(
        self, seat: Seat, battle: int, path: str, reader: asyncio.StreamReader, up: asyncio.Event
    ) -> tuple[float, float]:
        """Until the page shows what happened meanwhile: the seconds until it was told of it, and until then."""
        while await reader.readline():
            pass  # the stream goes on until the site ends
        while True:
            await asyncio.sleep(RETRY)
            seat.links[1].close()
            with suppress(OSError, EOFError, RuntimeError):
                reader = await seat.links[1].stream(path)
                while line := await reader.readline():
                    told = perf_counter() - self.began
                    if line.startswith(b"data:") and await self._looks(seat, battle, up):
                        return told, perf_counter() - self.began

    async def _looks(self, seat: Seat, battle: int, up: asyncio.Event) -> bool:
        """Whether the page shows the line of its battle, asked for as the stream said."""
        seat.take(await seat.links[2].get(seat.path, Tally(), **seat.headers()))
        return up.is_set() and seat.at >= self.lines[battle]


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
