"""Turns and pages on one database, in a process of its own: python -m bench.on_database NAME OUT.

The database is that of DATABASE_URL and must be empty. Pages are asked for with Django's test client, in this
process, through all of the site's middleware; a network and the web server's own milliseconds are not in it.
"""

import logging
import sys
from pathlib import Path
from time import perf_counter

import django
import msgspec
from django.core.management import call_command

from bench.figures import Figure, middle

PAGE_LIMIT_MS, QUERY_LIMIT, LOADING_LIMIT_S = 100.0, 12.0, 60.0
PREVIEW_LIMIT_MS = 100.0


def main(name: str, out: Path) -> None:
    """Measure, print the pages, and leave the figures in a file."""
    django.setup()
    logging.disable(logging.ERROR)
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    out.write_bytes(msgspec.json.encode(figures(name)))


def figures(name: str) -> list[Figure]:
    """The figures of this database; their names end with it."""
    from bench import core_turns, scene, wars
    from bench.loading import settle_down

    terran, talon = scene.people()
    began = perf_counter()
    number_of_wars, entries = scene.fill(terran, talon)
    loaded = perf_counter() - began
    few = wars.big_war(terran, talon, core_turns.SHIPS, name="The long war")
    many = wars.big_war(terran, talon, core_turns.SHIPS * core_turns.TIMES, name="The great war")
    shown = scene.set_up(few, terran, talon)
    settle_down()
    note = f"{number_of_wars} wars, {entries} entries"
    return [
        middle(
            f"turn_without_battles_ms_{name}",
            few.runs[3:],
            "ms",
            core_turns.TURN_LIMIT_MS,
            "both sides seal 60 ships",
        ),
        core_turns.ratio(f"turn_cost_ratio_{name}", few.runs[3:], many.runs[3:]),
        Figure(f"loading_s_{name}", loaded, "s", LOADING_LIMIT_S, note=note),
        *_pages(name, shown),
    ]


def _pages(name: str, shown: object) -> list[Figure]:
    from bench.asking import REQUESTS, ask
    from bench.scene import Scene
    from bench.shown import every_page

    assert isinstance(shown, Scene)
    asked = [ask(page) for page in every_page(shown)]
    print(f"\n{name}: {'page':42} {'p50 ms':>8} {'p95 ms':>8} {'max ms':>8} {'queries':>8} {'KB':>7}")
    for one in sorted(asked, key=lambda one: -one.p95):
        over = " MISSED" if one.p95 > PAGE_LIMIT_MS or one.queries > QUERY_LIMIT else ""
        print(
            f"{name}: {one.page:42} {one.p50:8.1f} {one.p95:8.1f} {one.most:8.1f} {one.queries:8} "
            f"{one.kilobytes:7.1f}{over}",
            flush=True,
        )
    worst, busiest = max(asked, key=lambda one: one.p95), max(asked, key=lambda one: one.queries)
    previews = [one for one in asked if one.page.startswith("war-plan-preview")]
    slowest = max(previews, key=lambda one: one.p95)
    note = f"{worst.page}, the worst of {len(asked)} pages, {REQUESTS} requests each"
    return [
        Figure(f"page_p95_ms_{name}", worst.p95, "ms", PAGE_LIMIT_MS, worst.p50, worst.most, note),
        Figure(f"queries_max_{name}", busiest.queries, "queries", QUERY_LIMIT, note=busiest.page),
        Figure(
            f"preview_60_ships_ms_{name}",
            slowest.p95,
            "ms",
            PREVIEW_LIMIT_MS,
            slowest.p50,
            slowest.most,
            "p95",
        ),
    ]


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
