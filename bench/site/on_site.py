"""The figures of one database: turns through the services, the loading, and every page."""

from time import perf_counter

from bench.figures import BLOCK, Measurement, quietest
from bench.site import scene
from bench.site import turns as wars
from bench.site.asking import REQUESTS, Asked, ask
from bench.site.by_worker import resolve_to_report
from bench.site.loading import tidy_database
from bench.site.scene import Scene
from bench.site.shown import every_page
from bench.wars.core_turns import SHIPS, TIMES, TURN_LIMIT_MS, ratio
from bench.yardstick import REFERENCE_MS
from config.serving.memory import settle

PAGE_LIMIT_MS, QUERY_LIMIT, LOADING_LIMIT_S = 100.0, 12.0, 60.0
STATUS, STATUS_QUERIES = "status", 16.0
"""The host's page asks each part of the site for itself, so that it still says of the others when one fails."""
PREVIEW_LIMIT_MS, WAR_PAGE_WORK_MS = 100.0, 15.0
WARM_UP_TURNS, SHORT_WARS = 3, 12
AGAIN = 2
"""How often a page that is too slow is asked for again, later: a shared machine is slow for seconds at a time."""


def figures(name: str) -> list[Measurement]:
    """The figures of this database; their names end with it."""
    terran, talon = scene.people()
    short = wars.short_wars(terran, talon, SHORT_WARS)
    began = perf_counter()
    note = scene.fill(short, terran, talon)
    loaded = perf_counter() - began
    tidy_database()
    few = wars.big_war(terran, talon, SHIPS, name="The long war")
    many = wars.big_war(terran, talon, SHIPS * TIMES, name="The great war")
    shown = scene.set_up(few, terran, talon)
    tidy_database()
    del short
    settle()  # as the web server does
    quick, slow = few.runs[WARM_UP_TURNS:], many.runs[WARM_UP_TURNS:]
    return [
        Measurement(
            f"turn_without_battles_ms_{name}",
            quietest(quick),
            "ms",
            TURN_LIMIT_MS,
            min(quick),
            max(quick),
            f"both sides seal {SHIPS} ships, the quietest {BLOCK} turns",
        ),
        ratio(f"turn_cost_ratio_{name}", quick, slow),
        Measurement(f"loading_s_{name}", loaded, "s", LOADING_LIMIT_S, note=note),
        *_pages(name, shown),
        resolve_to_report(name, terran, talon),
    ]


def _pages(name: str, shown: Scene) -> list[Measurement]:
    asked = sorted(_ask_every(shown), key=lambda one: -one.p95 / one.pace)
    _print(name, asked)
    worst, status = asked[0], next(one for one in asked if one.page == STATUS)
    busiest = max((one for one in asked if one is not status), key=lambda one: one.queries)
    slowest = next(one for one in asked if one.page.startswith("war-plan-preview"))
    note = f"{worst.page}, the worst of {len(asked)} pages, {REQUESTS} requests each; range from its median"
    return [
        Measurement(
            f"page_p95_ms_{name}",
            worst.p95,
            "ms",
            PAGE_LIMIT_MS,
            worst.p50,
            worst.most,
            note,
            pace=worst.pace,
        ),
        Measurement(f"queries_max_{name}", busiest.queries, "queries", QUERY_LIMIT, note=busiest.page),
        Measurement(f"queries_status_{name}", status.queries, "queries", STATUS_QUERIES),
        _preview(f"preview_60_ships_ms_{name}", slowest),
        _war_page(f"war_page_work_ms_{name}", asked),
    ]


def _ask_every(shown: Scene) -> list[Asked]:
    """What came of each page; of one that was too slow the best of some tries, each of which says so."""
    pages = {page.title: page for page in every_page(shown)}
    found = {title: ask(page) for title, page in pages.items()}
    for _ in range(AGAIN):
        for title, one in found.items():
            if _slow(one) or _dear(one):
                print(
                    f"(again: {title}, p95 {one.p95:.1f} ms, work {one.work:.1f} ms, yardstick {one.pace:.0f} ms)"
                )
                found[title] = min(one, ask(pages[title]), key=_slowness)
    return list(found.values())


def _slow(one: Asked) -> bool:
    """Whether the page misses the limit of time of all pages."""
    return one.p95 / one.pace > PAGE_LIMIT_MS / REFERENCE_MS


def _is_war_page(one: Asked) -> bool:
    return one.page.startswith("war-side")


def _dear(one: Asked) -> bool:
    """Whether it is a war's page and costs the processor more than it may."""
    return _is_war_page(one) and one.work / one.pace > WAR_PAGE_WORK_MS / REFERENCE_MS


def _slowness(one: Asked) -> float:
    return (one.work if _is_war_page(one) else one.p95) / one.pace


def _preview(name: str, asked: Asked) -> Measurement:
    note = f"p95 of {asked.page}"
    return Measurement(name, asked.p95, "ms", PREVIEW_LIMIT_MS, asked.p50, asked.most, note, pace=asked.pace)


def _war_page(name: str, asked: list[Asked]) -> Measurement:
    """What the dearest page of a war costs the processor, which bounds how many of them a web process serves."""
    one = max(filter(_is_war_page, asked), key=_slowness)
    note = f"CPU, the median of the quietest {BLOCK} of {REQUESTS} requests of {one.page}; to {one.cpu:.1f} at p95"
    return Measurement(name, one.work, "ms", WAR_PAGE_WORK_MS, note=note, pace=one.pace)


def _most_queries(one: Asked) -> float:
    return STATUS_QUERIES if one.page == STATUS else QUERY_LIMIT


def _print(name: str, asked: list[Asked]) -> None:
    print(
        f"\n{name}: {'page':42} {'p50 ms':>8} {'p95 ms':>8} {'max ms':>8} {'cpu p95':>8} {'queries':>8} {'KB':>7}"
    )
    for one in asked:
        numbers = f"{one.p50:8.1f} {one.p95:8.1f} {one.most:8.1f} {one.cpu:8.1f} {one.queries:8} {one.kilobytes:7.1f}"
        missed = " MISSED" if _slow(one) or one.queries > _most_queries(one) else ""
        print(f"{name}: {one.page:42} {numbers}{missed}", flush=True)
