"""make bench, or: python -m bench [NAME ...], of the parts below.

Without names, all but those of LONG. Prints a table and writes var/bench.json; the exit code is 1 if a limit is missed.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from bench.battles import by_hand, by_round, captains, engine_speed, luck
from bench.figures import Measurement, keep, middle, show
from bench.odds import play_outs as odds
from bench.site import at_rest
from bench.trials import resuming
from bench.wars import commanders, core_turns
from bench.with_services import ServiceMissing, call, services
from bench.yardstick import yardstick

ROOT = Path(__file__).parents[1]
PAGES = ("bench.site.on_database", "site.on_site")


def on_sqlite() -> list[Measurement]:
    """Turns and pages on SQLite."""
    return _on_database("sqlite", {}, *PAGES)


def on_postgresql() -> list[Measurement]:
    """Turns and pages on a PostgreSQL server of our own, with its usual durability switched off by its starter."""
    with services("pg", "redis") as found:
        return _on_database("postgresql", found, *PAGES)


def under_load() -> list[Measurement]:
    """A hundred people with two hundred streams, on both databases."""
    return _on_both("bench.site.load")


def of_play_pages() -> list[Measurement]:
    """The page of a battle played by hand, on both databases."""
    return _on_both("bench.site.on_database", "hand.pages")


def of_battles() -> list[Measurement]:
    """A hundred battles played by hand at once, with two hundred onlookers, on both databases."""
    return _on_both("bench.hand.load")


def of_restart() -> list[Measurement]:
    """Four hundred pages of battles played by hand while the site starts again, on both databases."""
    return _on_both("bench.hand.restart")


def of_stops() -> list[Measurement]:
    """Two hundred stops under load, on both databases: no process is left over."""
    return _on_both("bench.stops")


def of_views() -> list[Measurement]:
    """What a browser loads for the first view of a battle played by hand, and how smoothly its board moves."""
    return _on_database("sqlite", {}, "bench.hand.views")


def of_seeing() -> list[Measurement]:
    """How soon a player sees the other's order, in a few battles; SQLite without Redis, PostgreSQL with it."""
    return _on_both("bench.hand.load", "few")


def of_imports() -> list[Measurement]:
    """Four people who import long wars at once, on both databases."""
    return _on_both("bench.site.imports")


def of_races() -> list[Measurement]:
    """A thousand races of two tabs in battles played by hand, on both databases."""
    return _on_both("bench.site.on_database", "trials.tabs")


def of_undoing() -> list[Measurement]:
    """Ten thousand tries to take back what is published, on both databases."""
    return _on_both("bench.site.on_database", "trials.undoing")


def of_switching() -> list[Measurement]:
    """Fifty battles that change who plays them, each step killed, on both databases."""
    return _on_both("bench.site.on_database", "trials.switching")


def of_deadlines() -> list[Measurement]:
    """Five hundred deadlines in one minute, and a thousand workers killed while deadlines pass, on both databases."""
    return _on_both("bench.site.on_database", "site.deadlines")


def of_corrections() -> list[Measurement]:
    """What a preview of a corrected result costs, and a thousand players killed while they agree, on both databases."""
    return _on_both("bench.site.on_database", "site.corrections")


def of_replaying() -> list[Measurement]:
    """Five hundred stored wars and their battles followed by the rules of now."""
    return _on_database("sqlite", {}, "bench.site.on_database", "site.replaying")


def _on_both(module: str, *which: str) -> list[Measurement]:
    found = _on_database("sqlite", {}, module, *which)
    with services("pg", "redis") as there:
        return found + _on_database("postgresql", there, module, *which)


def _on_database(name: str, where: dict[str, str], module: str, *which: str) -> list[Measurement]:
    with tempfile.TemporaryDirectory(prefix="front-line-bench-") as folder:
        out = Path(folder) / "figures.json"
        own = {"VAR_DIR": f"{folder}/var", "DJANGO_SETTINGS_MODULE": "config.settings"}
        environ = {**at_rest.plain_environment(), **own, **where}
        command = [sys.executable, "-m", module, name, str(out), *which]
        if code := call(command, env=environ, cwd=ROOT):
            raise subprocess.CalledProcessError(code, command)
        return msgspec.json.decode(out.read_bytes(), type=list[Measurement])


PARTS: dict[str, Callable[[], list[Measurement]]] = {
    "core": core_turns.figures,
    "speed": engine_speed.figures,
    "hand": by_hand.figures,
    "rounds": by_round.figures,
    "captains": captains.figures,
    "commanders": commanders.figures,
    "luck": luck.figures,
    "play": of_play_pages,
    "odds": odds.figures,
    "memory": at_rest.memory,
    "sqlite": on_sqlite,
    "postgresql": on_postgresql,
    "load": under_load,
    "fresh": at_rest.first_page,
    "imports": of_imports,
    "battles": of_battles,
    "seen": of_seeing,
    "restart": of_restart,
    "stops": of_stops,
    "views": of_views,
    "resuming": resuming.figures,
    "races": of_races,
    "undoing": of_undoing,
    "switching": of_switching,
    "deadlines": of_deadlines,
    "corrections": of_corrections,
    "replaying": of_replaying,
}
LONG = (
    "fresh", "load", "luck", "odds", "rounds", "imports", "battles", "seen", "restart", "stops", "views",
    "resuming", "races", "undoing", "switching", "deadlines", "corrections", "replaying",
)  # fmt: skip
USUAL = [name for name in PARTS if name not in LONG]


def main(arguments: list[str]) -> int:
    """1 if a figure misses its limit or a part could not be measured, else 0."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="NAME", help=", ".join(PARTS))
    parser.add_argument("--fresh", action="store_true", help="also time the first page of a fresh clone")
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.parts if name not in PARTS]
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}")
    parts = [*(asked.parts or USUAL), *(["fresh"] if asked.fresh else [])]
    load = " ".join(f"{number:.1f}" for number in os.getloadavg())
    print(
        f"Front Line, numbers. {os.cpu_count()} cores; load before: {load}. Pages: Django's test client, in"
    )
    print(
        "process, through all middleware. A value is a median, or a p95 where its name says so.", flush=True
    )
    paces = [yardstick()]
    found, whole = _measured(parts, paces)
    found.append(
        middle(
            "machine_pace_ms", paces, "ms", None, "the yardstick, a loop of plain Python, around every part"
        )
    )
    show(found)
    keep(found)
    return 0 if whole and not any(figure.missed for figure in found) else 1


def _measured(parts: list[str], paces: list[float]) -> tuple[list[Measurement], bool]:
    """What the parts found, and whether all could be measured; the yardstick after each goes into `paces`."""
    found: list[Measurement] = []
    whole = True
    for name in dict.fromkeys(parts):
        began = time.monotonic()
        try:
            found += PARTS[name]()
        except (ServiceMissing, subprocess.CalledProcessError) as missing:
            print(f"NOT MEASURED, {name}: {missing}")
            whole = False
        paces.append(yardstick())
        print(f"(the yardstick: {paces[-1]:.0f} ms)")
        print(f"({name}: {time.monotonic() - began:.0f} s)", flush=True)
    return found, whole


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
